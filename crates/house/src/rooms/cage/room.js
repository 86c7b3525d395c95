// The cage: where all chips and cash are, the window, fills and credits step by step, drop boxes, the bank of the day.

import { Refused, ask, freshId, get } from '../../web/api.js';
import { watchMoneyFields } from '../../web/amount.js';
import { attempt } from '../../web/proof.js';
import { byId, element, money, number, readMoney, say, sayOr, signed } from '../../web/say.js';
import { countField, listed, piecesIn, putCounting } from '../../web/count_fields.js';
import { fewest, worthOf } from '../../web/counting.js';

/** @import { Schemas } from '../../web/types.js' */
/** @typedef {Schemas['CageView']} CageView */
/** @typedef {Schemas['TransferView']} TransferView */
/** @typedef {Schemas['CageOrder']} CageOrder */
/** @typedef {{name: string, pin: string}} OwnPin */

const room = byId('cage-room');
const { role = '', worths = '', tables = '{}' } = room.dataset;
/** @type {Record<string, string>} */
const names = JSON.parse(tables);
/** What a table is called. @param {string} id */
const called = (id) => names[id] ?? id;
const EVERY = 4000;
/** @type {CageView | null} */
let cage = null;

/** @param {unknown} fault */
function refuse(fault) {
  byId('done').textContent = '';
  byId('refusal').textContent = fault instanceof Refused ? fault.toText() : say('cage-lost');
  byId('refusal').scrollIntoView({ block: 'center' });
}

/** Asks something of the cage, once. @param {CageOrder} order @param {OwnPin} [second] @param {OwnPin} [pin] of whoever does it, if that is not who is signed in */
async function order(order, second, pin) {
  byId('refusal').textContent = '';
  const id = freshId();
  const answer = await attempt(() => ask('POST', '/cage/orders', { id, order, second, pin }));
  byId('done').textContent = typeof answer.number === 'number' ? say('cage-done-number', { number: answer.number }) : say('cage-done');
  await look();
}

/** @param {() => Promise<unknown>} act */
const tries = (act) => () => void act().catch(refuse);

/** @param {string} key @param {() => Promise<unknown>} act */
const button = (key, act) => element('button', { type: 'button', onclick: tries(act) }, say(key));

/** @param {string[]} heads @param {(string | Node)[][]} rows */
function grid(heads, rows) {
  const isAmount = (/** @type {string | Node} */ cell) => typeof cell === 'string' && /^(–|[+−]?\d[\d,.]*)$/.test(cell);
  const kind = (/** @type {number} */ at) => (rows.length > 0 && rows.every((row) => isAmount(row[at])) ? 'figure' : false);
  const kinds = heads.map((_, at) => kind(at));
  return element('table', {},
    element('thead', {}, element('tr', {}, ...heads.map((head, at) => element('th', { scope: 'col', class: kinds[at] }, head)))),
    element('tbody', {}, ...rows.map((row) => element('tr', {}, ...row.map((cell, at) => element('td', { class: kinds[at] }, cell))))));
}

/** @param {Record<string, number | null | undefined>} sums @param {string} prefix */
const sums = (sums, prefix) => grid([say('cage-where'), say('cage-amount')],
  Object.entries(sums).flatMap(([key, amount]) => (typeof amount !== 'number' ? []
    : [[say(`${prefix}-${key}`), key === 'variance' || key === 'missing' ? signed(amount) : money(amount)]])));

/** What may be done next with a fill or credit, by whoever is signed in. @param {TransferView} one @returns {(HTMLElement | null)[]} */
function steps(one) {
  const { number: which, stage, kind, pieces } = one;
  const pit = role === 'supervisor' || role === 'manager';
  const again = () => counts('cage-count-again', pieces, (found) => order({ act: stage === 'carried' ? 'receive' : 'send', number: which, pieces: found }));
  return [
    stage === 'requested' && pit ? button('cage-approve', () => order({ act: 'approve', number: which })) : null,
    stage === 'approved' && role === (kind === 'fill' ? 'cage' : 'dealer') ? again() : null,
    stage === 'sent' ? button('cage-carry', () => order({ act: 'carry', number: which })) : null,
    stage === 'carried' && role === (kind === 'fill' ? 'dealer' : 'cage') ? again() : null,
    (stage === 'requested' || stage === 'approved') && (pit || role === 'cage') ? button('cage-cancel', async () => {
      const why = prompt(say('cage-field-why'));
      if (why?.trim()) await order({ act: 'cancel', number: which, why: why.trim() });
    }) : null,
    stage === 'stopped' && role === 'manager' ? ending(one) : null,
    byPin(one),
  ];
}

/** A field of a small form. @param {string} key @param {string} name @param {Record<string, string>} [more] */
const field = (key, name, more) => element('label', {}, element('span', {}, say(key)), element('input', { name, required: true, autocomplete: 'off', ...more }));
/** What somebody signs with. @param {string} name */
const signature = (name) => [field('cage-second-name', `${name}-name`), field('cage-second-pin', `${name}-pin`, { type: 'password', inputmode: 'numeric' })];

/** The step that comes next, its words, and whether chips are counted for it. @type {Record<string, ['approve' | 'carry' | 'send' | 'receive', string, boolean]>} */
const NEXT = { requested: ['approve', 'cage-approve', false], approved: ['send', 'cage-count-again', true], sent: ['carry', 'cage-carry', false], carried: ['receive', 'cage-count-again', true] };

/** The form in which somebody else does the next step here, under their own name. @param {TransferView} one */
function byPin({ stage, number: which, pieces }) {
  const next = NEXT[stage];
  if (!next) return null;
  const [act, words, counted] = next;
  const form = /** @type {HTMLFormElement} */ (element('form', { class: 'counts-by-pin' }, ...(counted ? countFields(pieces) : []), ...signature('own'), element('button', { type: 'submit' }, say(words))));
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    const found = counted ? countedIn(form) : {};
    if (!found) return;
    const asked = /** @type {CageOrder} */ ({ act, number: which, ...(counted ? { pieces: found } : {}) });
    void order(asked, undefined, signedIn(form, 'own')).catch(refuse);
  });
  return element('details', {}, element('summary', {}, say('cage-by-pin')), form);
}

/** The form in which a manager and a second person say what was found of one that was stopped. @param {TransferView} one */
function ending(one) {
  const fields = [...new Set([...worths.split(',').filter(Boolean), ...Object.keys(one.pieces), ...Object.keys(one.counted ?? {})])]
    .sort((first, other) => Number(other) - Number(first)).map(countField);
  const form = /** @type {HTMLFormElement} */ (element('form', { class: 'counts ending' }, element('p', {}, say('cage-resolve-lead')), ...fields,
    field('cage-field-why', 'why'), ...signature('second'),
    element('button', { type: 'submit' }, say('cage-resolve'))));
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    const found = countedIn(form);
    const why = /** @type {HTMLInputElement} */ (form.elements.namedItem('why')).value.trim();
    if (!found) return;
    void order({ act: 'resolve', number: one.number, found, why }, signedIn(form, 'second')).catch(refuse);
  });
  return form;
}

/** Fields for these chips, the largest first. @param {Record<string, number>} pieces */
const countFields = (pieces) => Object.keys(pieces).sort((one, other) => Number(other) - Number(one)).map(countField);

/** A small form in which chips are counted. @param {string} key @param {Record<string, number>} pieces @param {(found: Record<string, number>) => Promise<unknown>} then */
function counts(key, pieces, then) {
  const form = element('form', { class: 'counts' }, ...countFields(pieces), element('button', { type: 'submit' }, say(key)));
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    const found = countedIn(form);
    if (!found) return;
    void then(found).catch(refuse);
  });
  return form;
}

/** The chips that were counted in a part of the page, or nothing and a word about it. @param {Element} place */
function countedIn(place) {
  const pieces = piecesIn(place);
  if (!pieces) byId('refusal').textContent = say('cage-not-a-count');
  return pieces;
}

/** @param {Schemas['BoxView']} box */
function boxRow(box) {
  const open = typeof box.counted !== 'number';
  const input = element('input', { 'data-kind': 'money', inputmode: 'decimal', size: 8, 'aria-label': say('cage-found') });
  const counts = ['cage', 'supervisor', 'manager'].includes(role) && open
    ? element('span', {}, input, button('cage-count-box', async () => {
      const cash = readMoney(/** @type {HTMLInputElement} */ (input).value);
      if (cash === null) {
        byId('refusal').textContent = say('cage-not-an-amount');
        return;
      }
      await order({ act: 'count-box', number: box.number, cash });
    })) : '';
  const state = open ? (box.counted_once_by ? say('cage-box-once', { name: box.counted_once_by }) : say('cage-box-waits')) : box.counters.join(', ');
  return [number(box.number), called(box.table), box.local, state, open ? counts : money(box.counted ?? 0), typeof box.keyed === 'number' ? money(box.keyed) : '–',
    typeof box.variance === 'number' ? signed(box.variance) : '–', box.dealers ? Object.entries(box.dealers).map(([name, cash]) => `${name} ${money(cash)}`).join(', ') : '–'];
}

/** What stands in each part of the page. @type {Record<string, string>} */
const standing = {};

/** Is this something else than what stands there? What stands there is left alone, with whatever somebody is writing into it. @param {string} id @param {unknown} what */
function isNew(id, what) {
  const text = JSON.stringify(what);
  if (standing[id] === text) return false;
  standing[id] = text;
  return true;
}

/** Nothing more comes of these. */
const OVER = ['received', 'resolved', 'cancelled'];

/** @param {TransferView} one */
const transferElement = (one) => element('article', { class: 'transfer', 'data-number': one.number, 'data-stage': one.stage },
  element('h3', {}, element('a', { href: `/cage/slips/${one.number}` }, say(`cage-slip-${one.kind}`, { number: one.number, table: called(one.table) }))),
  element('p', {}, `${money(one.worth)}: ${listed(one.pieces)} — ${sayOr(`cage-stage-${one.stage}`, one.stage)}`, one.counted ? `; ${say('cage-counted-as', { pieces: listed(one.counted) })}` : null),
  element('ol', { class: 'small' }, ...one.steps.map((step) => element('li', {}, `${sayOr(`cage-stage-${step.stage}`, step.stage)}: ${step.name} (${sayOr(`people-role-${step.role}`, step.role)}), ${step.local}`))),
  ...steps(one));

/** What waits for somebody comes first; what is over is folded away. @param {TransferView[]} transfers */
function showTransfers(transfers) {
  if (!isNew('transfers', transfers)) return;
  const here = byId('transfers');
  const [over, open] = [true, false].map((is) => transfers.filter((one) => OVER.includes(one.stage) === is));
  const folded = element('details', { class: 'over', open: here.querySelector('details.over[open]') !== null },
    element('summary', {}, say('cage-over', { count: number(over.length) })), ...over.map(transferElement));
  here.replaceChildren(...(open.length > 0 ? open.map(transferElement) : [element('p', { class: 'small' }, say('cage-nothing'))]), ...(over.length > 0 ? [folded] : []));
}

/** @param {CageView} view */
function show(view) {
  cage = view;
  byId('verdict').className = view.balances ? 'verdict holds' : 'verdict fails';
  byId('verdict').textContent = `${say(view.balances ? 'cage-balances' : 'cage-differs')} ${say(view.open ? 'cage-open' : 'cage-closed', { day: view.day })}`;
  byId('chips').replaceChildren(sums(view.chips, 'cage-chips-in'));
  byId('cash').replaceChildren(sums(view.cash, 'cage-cash-in'));
  byId('stock').replaceChildren(listed(view.pieces));
  byId('holders').replaceChildren(grid([say('cage-field-patron'), say('cage-amount')], view.holders.map((one) => [one.name || say('cage-unnamed'), money(one.chips)])));
  byId('tables').replaceChildren(grid(['cage-field-table', 'cage-by-cage', 'cage-float', 'cage-hands', 'cage-layout', 'cage-drop', 'cage-agrees'].map((key) => say(key)),
    view.tables.map((one) => [called(one.table), typeof one.by_cage === 'number' ? money(one.by_cage) : '–', money(one.at_table.float), money(one.at_table.hands), money(one.at_table.layout), role === 'cage' ? '–' : money(one.at_table.drop), one.agrees ? '✓' : '✗'])));
  showTransfers(view.transfers);
  if (isNew('boxes', view.boxes)) {
    byId('boxes').replaceChildren(view.boxes.length === 0 ? element('p', { class: 'small' }, say('cage-nothing')) : grid(['cage-number', 'cage-field-table', 'cage-when', 'cage-counters', 'cage-found', 'cage-keyed', 'cage-variance', 'cage-by-dealer'].map((key) => say(key)), view.boxes.map(boxRow)));
  }
}

/** What a form asks. @param {HTMLFormElement} form @returns {CageOrder | null} */
function orderOf(form) {
  /** @type {Record<string, unknown>} */
  const made = { act: form.dataset.act };
  for (const field of /** @type {NodeListOf<HTMLInputElement>} */ (form.querySelectorAll('[name][data-kind]'))) {
    const text = field.value.trim();
    if (text === '') continue;
    const out = field.dataset.kind === 'signed' && /^[-−]/.test(text);
    const amount = readMoney(out ? text.slice(1) : text);
    made[field.name] = field.dataset.kind === 'text' ? text : amount === null ? undefined : out ? -amount : amount;
  }
  for (const place of form.querySelectorAll('[data-pieces]')) {
    const pieces = countedIn(place);
    if (!pieces) return null;
    made[/** @type {HTMLElement} */ (place).dataset.pieces ?? ''] = pieces;
    // A float is worth what its chips are.
    if (made.act === 'correct-float') made.count = worthOf(pieces);
  }
  return /** @type {CageOrder} */ (/** @type {unknown} */ (made));
}

/** Who signs in a form, by their own PIN; nobody where no name was given. @param {HTMLFormElement} form @param {'second' | 'own'} as */
function signedIn(form, as) {
  const input = (/** @type {string} */ name) => /** @type {HTMLInputElement | null} */ (form.elements.namedItem(`${as}-${name}`));
  const [name, pin] = [input('name')?.value.trim() ?? '', input('pin')?.value.trim() ?? ''];
  // Whoever signs does it once: what is refused is signed anew, and nobody else finds their PIN in the form.
  const field = input('pin');
  if (field) field.value = '';
  return name ? { name, pin } : undefined;
}

/** Counting fields in a form, their sum, and what would make an amount of the chips that are there. @param {HTMLElement} place */
function setUpCounting(place) {
  const amount = /** @type {HTMLInputElement} */ (element('input', { 'data-kind': 'money', inputmode: 'decimal', size: 8, 'aria-label': say('cage-make') }));
  const make = element('button', { type: 'button', onclick: () => {
    const pieces = fewest(readMoney(amount.value) ?? -1, cage?.pieces ?? {});
    if (!pieces) byId('refusal').textContent = say('cage-cannot-make');
    for (const input of /** @type {NodeListOf<HTMLInputElement>} */ (place.querySelectorAll('input[data-worth]'))) input.value = pieces ? String(pieces[input.dataset.worth ?? ''] ?? '') : input.value;
    add();
  } }, say('cage-make'));
  const add = putCounting(place, worths.split(',').filter(Boolean));
  place.append(element('p', { class: 'make' }, amount, make));
}

for (const place of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll('fieldset[data-pieces]'))) setUpCounting(place);
for (const form of /** @type {NodeListOf<HTMLFormElement>} */ (document.querySelectorAll('form[data-act]'))) {
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    const asked = orderOf(form);
    if (asked) void order(asked, signedIn(form, 'second')).then(() => form.reset()).catch(refuse);
  });
}

async function look() {
  try {
    if (role === 'dealer') showTransfers((await get('/cage/transfers')).transfers);
    else show(await get('/cage'));
  } catch (fault) {
    if (!(fault instanceof Refused)) byId('refusal').textContent = say('cage-lost');
  }
}

watchMoneyFields();
if (room.dataset.has === 'true') {
  void look();
  setInterval(() => void look(), EVERY);
}
