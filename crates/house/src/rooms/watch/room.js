// The room of surveillance and inspector: find coups, verify, look at a table, write notes.

import { amountIn, watchMoneyFields } from '../../web/amount.js';
import { Refused, ask, freshId, get } from '../../web/api.js';
import { cardElement } from '../../web/cards.js';
import { showClauses } from '../../web/clauses.js';
import { byId, element, finePercent, number, say } from '../../web/say.js';
import { searchesCage } from './cage.js';
import { notesForm, showNotes } from './note.js';
import { inOrder } from './ranks.js';
import { moment, when } from './time.js';

/** @import { Schemas } from '../../web/types.js' */

const PAGE = 20;
const search = /** @type {HTMLFormElement} */ (byId('search'));
const atTable = /** @type {HTMLFormElement} */ (byId('at-table'));
let shown = 0;
/** @type {string | null} */
let before = null;

/** @param {unknown} fault @param {string} [place] */
function refuse(fault, place = 'refusal') {
  byId(place).textContent = fault instanceof Refused ? fault.toText() : say('lost');
}

function query() {
  const asked = new FormData(search);
  const wanted = new URLSearchParams();
  for (const key of ['table', 'person', 'dealer', 'patron', 'keyed_by', 'proposer', 'approver', 'cards', 'fact', 'winner', 'void']) {
    const value = String(asked.get(key) ?? '').trim();
    if (value) wanted.set(key, value);
  }
  for (const key of ['amount_from', 'amount_to']) {
    const amount = amountIn({ value: String(asked.get(key) ?? '') });
    if (amount !== undefined) wanted.set(key, String(amount));
  }
  for (const key of ['from', 'until']) {
    const at = moment(asked.get(key));
    // A second lasts until the next one.
    if (at !== null) wanted.set(key, String(key === 'until' ? at + 999 : at));
  }
  wanted.set('limit', String(PAGE));
  if (before !== null) wanted.set('before', before);
  return wanted;
}

/** Who did something, if anybody did. @param {string} key @param {string[]} names */
const by = (key, names) => (names.length === 0 ? [] : [element('p', { class: 'small' }, say(key, { names: names.join(', ') }))]);

/** @param {Schemas['CoupFound']} coup */
function entry(coup) {
  // Where the record of a card was put right, the result is by what lay there.
  const cards = coup.put_right ?? coup.cards;
  const hand = (/** @type {string} */ side) => element('ol', { class: 'cards small-cards', 'aria-label': say(`side-${side}`) },
    ...cards.filter((dealt) => dealt.to === side).map((dealt) => cardElement(dealt.card ?? null)));
  const result = coup.void ? say('history-void') : coup.winner ? say(`wins-${coup.winner}`) : say('watch-under-way');
  return element('li', { class: 'found-coup' },
    element('div', {}, element('a', { href: `/watch/${encodeURIComponent(coup.table)}/${coup.coup}` }, say('watch-coup', { table: coup.table, coup: number(coup.coup) })),
      element('p', { class: 'small' }, `${when(coup.from)} · ${say('history-shoe', { shoe: number(coup.shoe) })}`), element('b', {}, result)),
    element('div', { class: 'found-hands' }, hand('player'), hand('banker')),
    element('p', { class: 'small' }, coup.people.join(', ')),
    ...by('watch-keyed-list', coup.keyed_by), ...by('watch-proposed-list', coup.proposers), ...by('watch-approved-list', coup.approvers));
}

async function find() {
  try {
    const { coups, all, beyond, before: next, faults, names } = await get(`/watch/coups?${query()}`);
    if (shown === 0) byId('coups').replaceChildren();
    byId('coups').append(...coups.map(entry));
    const known = names.length === 0 ? [] : [say('watch-names', { names: names.join(', ') })];
    byId('found').textContent = [say(beyond ? 'watch-found-beyond' : 'watch-found', { count: number(all) }), ...known, ...faults].join(' · ');
    byId('more').hidden = !next;
    byId('refusal').textContent = '';
    shown += coups.length;
    before = next ?? null;
  } catch (fault) {
    refuse(fault);
  }
}

/** @param {Schemas['VerificationView']} seen */
function showVerification(seen) {
  const progress = /** @type {HTMLProgressElement} */ (byId('progress'));
  const done = typeof seen.done === 'number';
  progress.hidden = done;
  if (!done && seen.progress) {
    progress.max = Math.max(1, seen.progress.of);
    progress.value = seen.progress.done;
    byId('verdict').textContent = say(`watch-stage-${seen.progress.stage}`, { done: number(seen.progress.done), of: number(seen.progress.of) });
  }
  byId('verdict').classList.toggle('holds', seen.holds === true);
  byId('verdict').classList.toggle('fails', seen.holds === false);
  if (typeof seen.done !== 'number') return;
  const { found } = seen;
  byId('verdict').textContent = seen.holds && found ? say('watch-holds', { records: number(found.records), checkpoints: number(found.checkpoints), shoes: number(found.shoes), in_use: number(found.in_use), time: when(seen.done) })
    : say('watch-fails', { time: when(seen.done) });
  byId('faults').replaceChildren(...[seen.failed, ...(found?.faults ?? [])].filter((message) => typeof message === 'string').map((message) => element('li', {}, message)));
}

async function verify() {
  try {
    let seen = await ask('POST', '/watch/verify', {});
    byId('faults').replaceChildren();
    for (;;) {
      showVerification(seen);
      if (typeof seen.done === 'number') break;
      await new Promise((later) => setTimeout(later, 400));
      seen = await get('/watch/verify');
    }
    await overview();
  } catch (fault) {
    refuse(fault);
  }
}

/** @param {string} name @param {...(Node | string)} value */
const pair = (name, ...value) => [element('dt', {}, name), element('dd', {}, ...value)];

/** @param {string} book @param {string[]} clauses */
function cited(book, clauses) {
  return clauses.length === 0 ? '' : element('button', { type: 'button', class: 'cite', onclick: () => showClauses(book, clauses) }, clauses.join(', '));
}

const chosen = () => encodeURIComponent(/** @type {HTMLSelectElement} */ (byId('one-table')).value);

/** @param {...(Node | string)} message */
function tell(...message) {
  byId('table-refusal').textContent = '';
  byId('story').replaceChildren(...message);
  byId('story').focus({ preventScroll: true });
}

async function look() {
  try {
    const seen = await get(`/watch/tables/${chosen()}/composition`);
    const ranks = inOrder([...new Set(seen.left.map((of) => of.card[0]))]);
    const suits = [...new Set(seen.left.map((of) => of.card[1]))];
    const left = new Map(seen.left.map((of) => [of.card, of.left]));
    const cards = element('table', { class: 'odds' },
      element('thead', {}, element('tr', {}, element('th', {}, ''), ...ranks.map((rank) => element('th', { class: 'figure', scope: 'col' }, rank)))),
      element('tbody', {}, ...suits.map((suit) => element('tr', {}, element('th', { scope: 'row' }, say(`suit-${suit}`)),
        ...ranks.map((rank) => element('td', { class: 'figure' }, String(left.get(`${rank}${suit}`))))))));
    const odds = element('table', { class: 'odds' },
      element('thead', {}, element('tr', {}, element('th', { scope: 'col' }, say('watch-wager')), element('th', { class: 'figure', scope: 'col' }, say('watch-edge')), element('th', { scope: 'col' }, say('watch-exactly')))),
      element('tbody', {}, ...seen.odds.map((wager) => element('tr', {}, element('th', { scope: 'row' }, wager.name),
        element('td', { class: 'figure' }, finePercent(wager.house_edge)), element('td', { class: 'exact' }, wager.expected)))));
    tell(element('h3', {}, say('watch-composition', { table: seen.table, shoe: number(seen.shoe), drawn: number(seen.drawn), of: number(seen.of) })),
      element('p', { class: 'small' }, say('watch-on-record', { event: number(seen.event), clauses: seen.clauses.join(', ') || '–' })),
      element('div', { class: 'scroll', tabindex: '0', role: 'region', 'aria-label': say('watch-unseen') }, cards),
      element('div', { class: 'scroll', tabindex: '0', role: 'region', 'aria-label': say('watch-exactly') }, seen.no_odds ? seen.no_odds : odds));
  } catch (fault) {
    refuse(fault, 'table-refusal');
  }
}

async function inForce() {
  try {
    const at = moment(new FormData(atTable).get('at'));
    const message = await get(`/watch/tables/${chosen()}/in-force${at === null ? '' : `?at=${at + 999}`}`);
    const head = (/** @type {string[]} */ ...names) => element('thead', {}, element('tr', {}, ...names.map((name) => element('th', { scope: 'col' }, name))));
    const settings = element('table', { class: 'odds' }, head(say('watch-setting'), say('watch-value'), say('watch-since'), say('watch-by')),
      element('tbody', {}, ...message.settings.map((one) => element('tr', {}, element('th', { scope: 'row' }, one.setting),
        element('td', { class: 'exact' }, JSON.stringify(one.value)),
        element('td', {}, `${when(one.since)} · ${say('watch-event', { event: number(one.event) })}`),
        element('td', {}, `${one.by} (${one.role}) `, cited(message.book.id, one.clauses))))));
    const rules = element('table', { class: 'odds' }, head(say('watch-topic'), say('watch-says'), say('watch-clauses')),
      element('tbody', {}, ...message.rules.map((rule) => element('tr', {}, element('th', { scope: 'row', title: rule.about }, rule.topic),
        element('td', { class: 'exact', lang: 'en' }, rule.says.map((one) => one.value).join('; ') || (rule.silent ?? '')),
        element('td', {}, cited(message.book.id, [...new Set(/** @type {string[]} */ (rule.says.flatMap((one) => one.clauses)))]))))));
    tell(element('h3', {}, say('watch-in-force-at', { table: message.table, time: when(message.at), event: number(message.event) })),
      element('dl', { class: 'signed' }, ...pair(say('watch-book'), `${message.book.name}, ${message.book.instrument}`), ...pair('SHA-256', message.book.hash),
        ...pair(say('watch-on-duty'), Object.entries(message.staff).map(([name, roles]) => `${name} (${/** @type {string[]} */ (roles).join(', ')})`).join('; ') || '–'),
        ...pair(say('watch-announced'), message.announced.map((one) => JSON.stringify(one.change)).join('; ') || '–')),
      element('div', { class: 'scroll', tabindex: '0', role: 'region', 'aria-label': say('watch-setting') }, settings),
      element('details', {}, element('summary', {}, say('watch-rules', { count: number(message.rules.length) })), element('div', { class: 'scroll' }, rules)));
  } catch (fault) {
    refuse(fault, 'table-refusal');
  }
}

/** @param {string} table @param {Schemas['DisputeView']} one */
function dispute(table, one) {
  const path = `/watch/tables/${encodeURIComponent(table)}/disputes/${one.dispute.id}/case`;
  const notes = element('input', { name: 'notes', inputmode: 'numeric', placeholder: '1, 4' });
  const coups = element('input', { name: 'coups', inputmode: 'numeric', value: one.coup ?? '' });
  const why = element('input', { name: 'why', required: true, maxlength: 200 });
  const list = (/** @type {HTMLElement} */ input) => /** @type {HTMLInputElement} */ (input).value.split(/[^0-9]+/).filter(Boolean).map(Number);
  const id = freshId();
  const freeze = async (/** @type {Event} */ event) => {
    event.preventDefault();
    try {
      await ask('POST', path, { id, coups: list(coups), notes: list(notes), why: /** @type {HTMLInputElement} */ (why).value });
      await disputes();
    } catch (fault) {
      refuse(fault, 'table-refusal');
    }
  };
  return element('li', { class: 'dispute' },
    element('p', {}, element('b', {}, say('watch-dispute', { id: number(one.dispute.id) })), ` ${one.dispute.about} · ${one.dispute.patron ?? one.dispute.by.name} · ${when(one.dispute.at)} · `,
      one.dispute.waits ? say('watch-waits', { stage: one.dispute.waits }) : say('watch-closed')),
    element('ul', {}, ...one.cases.map((made) => element('li', {},
      element('a', { href: `/api/v1${path}?number=${made.number}`, download: true }, say('watch-case', { number: number(made.number) })),
      ` ${when(made.at ?? 0)} · ${made.by ?? ''} · ${made.why} · SHA-256 `, element('code', { class: 'exact' }, made.sha256)))),
    element('form', { class: 'row', onsubmit: freeze },
      element('label', {}, element('span', {}, say('watch-case-coups')), coups),
      element('label', {}, element('span', {}, say('watch-case-notes')), notes),
      element('label', {}, element('span', {}, say('watch-why')), why),
      element('button', { type: 'submit' }, say('watch-freeze'))));
}

async function disputes() {
  try {
    const table = decodeURIComponent(chosen());
    const message = await get(`/watch/tables/${chosen()}/disputes`);
    tell(element('h3', {}, say('watch-disputes-of', { table })),
      message.disputes.length === 0 ? element('p', {}, say('watch-no-disputes')) : element('ol', { class: 'found' }, ...message.disputes.map((one) => dispute(table, one))));
  } catch (fault) {
    refuse(fault, 'table-refusal');
  }
}

async function overview() {
  const message = await get('/watch');
  byId('trouble').replaceChildren(...message.trouble.map((/** @type {string} */ text) => element('p', { class: 'lost', lang: 'en' }, text)),
    ...message.missing_inspectors.map((/** @type {string} */ name) => element('p', { class: 'lost' }, say('watch-missing', { name }))));
  byId('signed').replaceChildren(...pair(say('watch-key'), element('code', { class: 'exact' }, message.key)),
    ...(message.signed ? [...pair(say('watch-root'), element('code', { class: 'exact' }, message.signed.root)), ...pair(say('watch-signed'), when(message.signed.time))] : []));
  const { house, vault, whole } = message.processes;
  // What the system says of each part is its own English.
  byId('signed').append(...pair(say('watch-processes'), element('span', { class: whole ? '' : 'lost' }, say(whole ? 'watch-processes-shut-in' : 'watch-processes-open'))),
    ...pair(say('watch-process-house'), element('span', { lang: 'en' }, house)), ...pair(say('watch-process-vault'), element('span', { lang: 'en' }, vault)));
  return message;
}

async function start() {
  try {
    const message = await overview();
    for (const id of ['of-table', 'cage-table', 'one-table', 'note-table']) byId(id).append(...message.tables.map((/** @type {string} */ table) => element('option', { value: table }, table)));
    const asked = new URLSearchParams(location.search).get('table');
    if (asked) /** @type {HTMLSelectElement} */ (byId('of-table')).value = asked;
    await Promise.all([find(), showNotes('')]);
  } catch (fault) {
    refuse(fault);
  }
  const seen = await get('/watch/verify').catch(() => null);
  if (seen?.done) showVerification(seen);
}

search.addEventListener('submit', (event) => {
  event.preventDefault();
  shown = 0;
  before = null;
  void find();
});
byId('more').addEventListener('click', () => void find());
byId('verify').addEventListener('click', () => void verify());
byId('look').addEventListener('click', () => void look());
byId('in-force').addEventListener('click', () => void inForce());
byId('disputes').addEventListener('click', () => void disputes());
notesForm(() => {
  const form = new FormData(/** @type {HTMLFormElement} */ (byId('note-form')));
  const coup = Number(form.get('coup'));
  const table = String(form.get('table') ?? '');
  return { ...(table ? { table } : {}), ...(coup ? { coup } : {}) };
}, '');
searchesCage();
watchMoneyFields();
void start();
