// The pit: every table at a glance, or one table with a form for every act of a supervisor. What it shows comes by the pit's feed, over the
// line that all pages of a browser share; what it asks goes through the API, which says what the book allows and by which clause it does not.

import { amountIn, watchMoneyFields } from '../../web/amount.js';
import { Refused, act, ask, freshId, get } from '../../web/api.js';
import { showClauses } from '../../web/clauses.js';
import { listed, piecesIn, putCounting } from '../../web/count_fields.js';
import { followTopic } from '../../web/feed.js';
import { byHouse } from '../../web/house_clock.js';
import { byId, dueTold, element, howLong, language, money, number, say, sayOr, signed } from '../../web/say.js';
import { changeText, eventText, matterText } from '../../web/event_text.js';

/** @import { Act, PitTable, Schemas } from '../../web/types.js' */

const root = byId('pit');
const only = root.dataset.table ?? null;
const book = root.dataset.book ?? '';
const acts = root.dataset.acts === 'true';
/** @type {Map<string, PitTable>} */
const tables = new Map();
/** @type {number} what the house's clock is ahead of ours */
let ahead = 0;
/** @type {number | null} */
let confirmedUntil = null;

const now = () => Date.now() + ahead;
const when = byHouse(language, { hour: '2-digit', minute: '2-digit' });
const word = (/** @type {string} */ text) => sayOr(`pit-word-${text}`, text.replaceAll('-', ' '));
const none = () => element('p', { class: 'small' }, say('pit-none'));

/** @param {Node[]} items @param {string} [kind] */
const list = (items, kind = '') => (items.length === 0 ? none() : element('ul', { class: `pit-list ${kind}` }, ...items.map((item) => element('li', {}, item))));

/** @param {string[]} head @param {(Node | string)[][]} rows @param {string} name */
function grid(head, rows, name) {
  if (rows.length === 0) return none();
  return element('table', { class: 'pit-table', 'aria-label': name },
    element('thead', {}, element('tr', {}, ...head.map((cell) => element('th', { scope: 'col' }, cell)))),
    element('tbody', {}, ...rows.map((row) => element('tr', {}, ...row.map((cell) => element('td', {}, cell))))));
}

/** @param {Pick<Schemas['AlarmView'], 'state'>} alarm */
const alarmWord = (alarm) => element('b', { class: `alarm-${alarm.state}` }, say(`pit-alarm-${alarm.state}`));

/** @param {string[]} clauses */
function cite(clauses) {
  if (clauses.length === 0) return null;
  return element('button', { type: 'button', class: 'cite', onclick: () => void showClauses(book, clauses) }, clauses.join(', '));
}

/** A clock that runs: it says how long until then. @param {number} until */
const clock = (until) => element('span', { 'data-until': until, class: 'figure' }, '');

// ---------------------------------------------------------------------------------------------- all tables

/** What somebody may have to see to at a table, in words. @param {PitTable} table */
function waits(table) {
  const counts = { matters: table.matters.length, proposals: table.proposals.length, calls: table.calls.length,
    disputes: table.disputes.filter((one) => one.waits).length, notices: table.notices.length, open: table.money.open_items.length };
  return Object.entries(counts).filter(([, count]) => count > 0).map(([key, count]) => say(`pit-count-${key}`, { count: number(count) }));
}

/** @param {PitTable} table */
function card(table) {
  const dealers = table.staff.filter((one) => one.roles.includes('dealer')).map((one) => one.name);
  const waiting = waits(table);
  const line = (/** @type {string} */ key, /** @type {(Node | string)[]} */ ...value) => element('div', {}, element('dt', {}, say(key)), element('dd', {}, ...value));
  return element('article', { class: `panel pit-card ${waiting.length > 0 ? 'waits' : ''}`, 'data-table': table.id },
    element('h2', {}, element('a', { href: `/pit/${encodeURIComponent(table.id)}` }, table.name)),
    element('p', { class: 'small' }, table.service === 'open' ? `${say(`pit-phase-${table.phase}`)} · ${say('pit-coup', { coup: number(table.coup) })}` : say(`pit-service-${table.service}`)),
    element('p', { class: 'waiting' }, waiting.length > 0 ? waiting.join(' · ') : say('pit-nothing')),
    element('dl', {},
      line('pit-dealer', dealers.join(', ') || '–'),
      line('pit-patrons', `${number(table.patrons.length)} / ${number(table.seats)}`),
      line('pit-limits', `${money(table.limits.least)} – ${money(table.limits.most)}`),
      line('pit-float', money(table.money.float)),
      line('pit-win', signed(table.win.win)),
      line('pit-hold', hold(table.win)),
      line('pit-alarm', alarmWord(table.alarm))),
    table.win.differs ? element('p', { class: 'refusal' }, table.win.differs) : null);
}

/** @param {Schemas['WinView']} win */
const hold = (win) => (typeof win.hold !== 'number' ? '–' : new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 2 }).format(win.hold / 10_000).replace('-', '−'));

function showAll() {
  put('tables', [...tables.values()].map((table) => ({ ...table, seq: 0 })), () => [...tables.values()].map(card));
  /** @type {Map<string, Schemas['PairView']>} */
  const pairs = new Map();
  for (const pair of [...tables.values()].flatMap((table) => table.pairs)) {
    const key = JSON.stringify([pair.proposed, pair.approved]);
    const sum = pairs.get(key) ?? { ...pair, voids: 0, corrections: 0, awards: 0 };
    for (const kind of /** @type {const} */ (['voids', 'corrections', 'awards'])) sum[kind] += pair[kind];
    pairs.set(key, sum);
  }
  put('pairs', [...pairs.values()], () => [pairTable([...pairs.values()])]);
}

/** @param {Schemas['PairView'][]} pairs */
const pairTable = (pairs) => grid(['pit-pair-proposed', 'pit-pair-approved', 'pit-pair-voids', 'pit-pair-corrections', 'pit-pair-awards'].map((key) => say(key)),
  pairs.map((pair) => [pair.proposed, pair.approved, number(pair.voids), number(pair.corrections), number(pair.awards)]), say('pit-pairs'));

// ---------------------------------------------------------------------------------------------- one table

/** @type {Map<string, string>} what each part of the page was made from */
const made = new Map();

/**
 * Makes a part of the page anew if what it tells has changed, so that nothing moves under a finger that is about to press.
 * @param {string} id
 * @param {unknown} from
 * @param {() => (Node | null | false)[]} parts
 */
function put(id, from, parts) {
  const key = JSON.stringify(from);
  if (made.get(id) === key) return;
  made.set(id, key);
  const focus = document.activeElement instanceof HTMLElement ? document.activeElement.dataset.key : undefined;
  byId(id).replaceChildren(.../** @type {Node[]} */ (parts().filter(Boolean)));
  if (focus) /** @type {HTMLElement | null} */ (byId(id).querySelector(`[data-key="${CSS.escape(focus)}"]`))?.focus();
}

/** @param {PitTable} table */
function showOne(table) {
  const { service, phase, coup, due, limits, betting, staff, out_of_service } = table;
  put('head', [service, phase, coup, due, limits, betting.no_bet, staff, out_of_service], () => [
    element('p', { class: 'phase' }, service === 'open' ? say(`pit-phase-${phase}`) : say(`pit-service-${service}`), ` · ${say('pit-coup', { coup: number(coup) })}`),
    element('p', {}, `${dueTold(due)} `, cite(due.clauses)),
    element('p', { class: 'small' }, `${say('pit-limits')} ${money(limits.least)} – ${money(limits.most)}`,
      betting.no_bet ? ` · ${say('pit-no-bet', { ground: word(betting.no_bet) })}` : '',
      ` · ${say('pit-on-duty')} ${staff.map((one) => `${one.name} (${one.roles.map(word).join(', ')})`).join('; ') || '–'}`),
    out_of_service ? element('p', { class: 'refusal' }, out_of_service) : null]);
  put('waiting', [table.calls, table.matters, table.proposals, table.money.open_items], () => waiting(table));
  put('patrons', table.patrons, () => [grid(['pit-seat', 'pit-name', 'pit-chips', 'pit-owed', 'pit-own-limits', 'pit-kept', 'pit-idle'].map((key) => say(key)),
    table.patrons.map((one) => [typeof one.seat === 'number' ? number(one.seat) : '–', one.name, money(one.chips), money(one.owed),
      one.limits ? `${money(one.limits.least)} – ${money(one.limits.most)}` : '–', typeof one.kept_minimum === 'number' ? money(one.kept_minimum) : '–', number(one.idle)]), say('pit-patrons'))]);
  put('money', [table.win, table.money], () => balance(table));
  put('slips', table.slips, () => [grid(['pit-slip', 'pit-slip-when', 'pit-slip-amount', 'pit-slip-by'].map((key) => say(key)),
    table.slips.map((slip) => [element('a', { href: `/slips/${encodeURIComponent(table.id)}/${slip.seq}` }, say(`pit-slip-${slip.kind}`)),
      when(slip.at), money(slip.amount), slip.signed ? `${slip.by}, ${slip.signed}` : slip.by]), say('pit-slips'))]);
  put('alarm', table.alarm, () => alarm(table.alarm));
  put('notices', table.notices, () => [list(table.notices.map((notice) => element('span', {}, `${changeText(notice.change, notice.message)}, ${say('pit-since', { time: when(notice.since) })} `,
    typeof notice.allowed_from !== 'number' ? say('pit-intro') : element('span', {}, `${say('pit-allowed-from', { time: when(notice.allowed_from) })} `, clock(notice.allowed_from)))))]);
  put('trouble', [table.disputes, table.breaches, table.barred, table.pairs], () => [...trouble(table), element('h3', {}, say('pit-pairs')), pairTable(table.pairs)]);
  people(table);
}

/** @param {PitTable} table */
function waiting(table) {
  const items = [];
  for (const call of table.calls) {
    items.push(element('span', {}, `${say('pit-call', { name: call.by, time: when(call.at) })} ${call.why} `,
      acts && button('pit-answer-call', `call-${call.number}`, () => attempt(() => ask('POST', `/tables/${encodeURIComponent(table.id)}/calls/${call.number}/answer`, { id: freshId() })))));
  }
  for (const matter of table.matters) items.push(matterItem(table, matter));
  for (const proposal of table.proposals) {
    items.push(element('span', {}, `${say('pit-proposed', { name: proposal.by, number: number(proposal.number) })} ${sayOr(`pit-two-${proposal.act.act}`, word(proposal.act.act))}: ${proposal.why} `, clock(proposal.until), ' ',
      acts && button('pit-look', `proposal-${proposal.number}`, () => void look(proposal.number))));
  }
  for (const item of table.money.open_items) {
    items.push(element('span', {}, `${say(item.patron_owes ? 'pit-owes' : 'pit-is-owed', { name: item.patron, amount: money(item.amount), coup: number(item.coup) })} `,
      acts && reasoned('pit-propose', `open-${item.patron}-${item.coup}`, (why) => propose({ act: 'settle-open-item', patron: item.patron, coup: item.coup }, why))));
  }
  return [list(items)];
}

/** @param {PitTable} table @param {Schemas['MatterView']} matter */
function matterItem(table, matter) {
  // The house says what takes two people: only then is it proposed.
  const decided = (/** @type {Act} */ decide, /** @type {string} */ why) => attempt(async () => {
    try {
      return await act(table.id, [decide]);
    } catch (fault) {
      if (!(fault instanceof Refused) || fault.word !== 'needs-two') throw fault;
      return ask('POST', `/tables/${encodeURIComponent(table.id)}/proposals`, { id: freshId(), act: decide, why });
    }
  });
  return element('div', { class: 'matter' }, element('p', {}, language === 'en' ? `${say('pit-matter', { number: number(matter.id) })} ${matter.message}` : matterText(matter)),
    acts && element('div', { class: 'acts' }, ...matter.remedies.map((/** @type {string} */ remedy) => reasoned(`pit-remedy-${remedy}`, `matter-${matter.id}-${remedy}`, (why) => {
      return decided(/** @type {Act} */ ({ act: 'decide', matter: matter.id, remedy, why }), why);
    }))));
}

/** @param {PitTable} table */
function balance(table) {
  const { win, money: held } = table;
  const line = (/** @type {string} */ key, /** @type {string} */ value) => element('div', {}, element('dt', {}, say(key)), element('dd', {}, value));
  return [element('dl', { class: 'pit-balance' },
    line('pit-opening', money(win.opening)), line('pit-fills', money(win.fills)), line('pit-credits', money(win.credits)), line('pit-float', money(held.float)), line('pit-tray', held.tray ? listed(held.tray) : say('pit-tray-unknown')),
    line('pit-drop', money(win.drop)), line('pit-vouchers', money(held.vouchers)), line('pit-staked', money(win.staked)), line('pit-win', signed(win.win)), line('pit-hold', hold(win)),
    line('pit-coups', number(win.coups)), line('pit-no-bet-coups', number(win.no_bet_coups)), line('pit-void-coups', number(win.void_coups))),
  element('p', { id: 'balanced', class: win.differs ? 'verdict fails' : 'verdict holds' }, win.differs ?? say('pit-balanced'))];
}

/** @param {Schemas['AlarmView']} alarm */
function alarm({ state, seen, expected, coups, won, won_expected, capital, highest, sounds_at, since }) {
  const names = ['player', 'banker', 'tie'];
  const figure = new Intl.NumberFormat(language, { maximumFractionDigits: 1 });
  return [element('p', {}, alarmWord({ state }), typeof since !== 'number' ? '' : ` ${say('pit-since', { time: when(since) })}`),
    grid(['pit-winner', 'pit-seen', 'pit-expected'].map((key) => say(key)), [...names.map((name, side) => [say(`pit-word-${name}`), number(seen[side]), figure.format(expected[side])]),
      [say('pit-house-win'), money(won), money(won_expected)]], say('pit-alarm')),
    element('p', { class: 'small' }, say('pit-capital', { capital: figure.format(capital), highest: figure.format(highest), sounds: number(sounds_at), coups: number(coups) }))];
}

/** @param {PitTable} table */
function trouble(table) {
  const stage = (/** @type {Schemas['Dispute']} */ dispute) => (dispute.waits ? say('pit-stage', { stage: word(dispute.waits) }) : say('pit-decided'));
  return [element('h3', {}, say('pit-group-disputes')),
    list(table.disputes.map((one) => element('span', {}, `${number(one.id)}. ${one.patron ?? one.by.name}: ${one.about} — ${stage(one)} ${one.decisions.map((made) => `${word(made.stage)}: ${word(made.finding)} (${made.by.name})`).join('; ')}`))),
    element('h3', {}, say('pit-group-conduct')),
    list([...table.barred.map((one) => element('span', {}, `${one.name}: ${word(one.measure)}`)),
      ...table.breaches.map((one) => element('span', {}, `${number(one.id)}. ${one.who}: ${word(one.ban)} ${one.measures.map(word).join(', ')}`))])];
}

/** Fields for the chips of this table, in every form that counts; what they come to is the amount. @param {PitTable} table */
function countChips(table) {
  const key = JSON.stringify(table.chips);
  for (const place of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll('fieldset[data-pieces]'))) {
    if (place.dataset.key === key) continue;
    place.dataset.key = key;
    place.replaceChildren(/** @type {Node} */ (place.querySelector('legend')));
    const amount = /** @type {HTMLInputElement | null} */ (place.closest('form')?.querySelector('[name="count"], [name="amount"]'));
    putCounting(place, table.chips, (worth) => { if (amount) amount.value = money(worth); });
  }
}

/** Names to choose from. @param {PitTable} table */
function people(table) {
  countChips(table);
  const options = (/** @type {string[]} */ names) => names.map((name) => element('option', { value: name }));
  const patrons = table.patrons.map((one) => one.name);
  const dealers = table.staff.filter((one) => one.roles.includes('dealer')).map((one) => one.name);
  put('people', patrons, () => options(patrons));
  put('dealers', dealers, () => options(dealers));
}

/** @param {string} key @param {string} id @param {() => unknown} pressed */
const button = (key, id, pressed) => element('button', { type: 'button', 'data-key': id, onclick: pressed }, say(key));

/** A button that asks for a reason first. @param {string} key @param {string} id @param {(why: string) => unknown} given */
function reasoned(key, id, given) {
  return button(key, id, () => {
    const why = prompt(say('pit-field-reason'));
    if (why && why.trim() !== '') void given(why.trim());
  });
}

// ---------------------------------------------------------------------------------------------- acts

/** What was refused, in words with its clauses. @param {unknown} fault @param {HTMLElement} place */
function refused(fault, place) {
  if (!(fault instanceof Refused)) {
    place.replaceChildren(say('pit-lost'));
    return;
  }
  place.replaceChildren(`${fault.toText()} `, ...(fault.clauses.length > 0 ? [/** @type {Node} */ (cite(fault.clauses))] : []));
}

/** Does something, after a proof of who it is where one is asked for. @template T @param {() => Promise<T>} what @returns {Promise<T>} */
async function proved(what) {
  try {
    return await what();
  } catch (fault) {
    if (!(fault instanceof Refused) || fault.word !== 'confirm-first' || !(await confirmed())) throw fault;
    return what();
  }
}

/** @param {() => Promise<unknown>} what */
async function attempt(what) {
  const place = byId('refusal');
  try {
    await proved(what);
    place.replaceChildren();
    byId('said').textContent = say('pit-done');
  } catch (fault) {
    refused(fault, place);
  }
}

/** @param {Act} wished @param {string} why */
const propose = (wished, why) => attempt(() => ask('POST', `/tables/${encodeURIComponent(only ?? '')}/proposals`, { id: freshId(), act: wished, why }));

/** Asks for a proof; says whether it was given. @returns {Promise<boolean>} */
function confirmed() {
  const dialog = /** @type {HTMLDialogElement} */ (byId('confirm'));
  const form = /** @type {HTMLFormElement} */ (byId('confirm-form'));
  const proof = /** @type {HTMLInputElement} */ (form.elements.namedItem('proof'));
  const digits = /** @type {HTMLInputElement | null} */ (form.elements.namedItem('factor'));
  const byLink = form.dataset.link === 'true';
  proof.value = byLink ? sessionStorage.getItem('link') ?? '' : '';
  byId('confirm-refusal').textContent = '';
  dialog.showModal();
  return new Promise((answered) => {
    form.onsubmit = async (event) => {
      event.preventDefault();
      // Whoever pastes the whole address means the link in it.
      const link = proof.value.trim().replace(/^.*[?&]link=([0-9a-f]+).*$/, '$1');
      try {
        const who = await ask('POST', '/session/confirm', byLink ? { link } : { password: proof.value, factor: digits?.value || null });
        confirmedUntil = who.confirmed_until ?? null;
        proof.value = '';
        if (digits) digits.value = '';
        answered(true);
        dialog.close();
      } catch (fault) {
        refused(fault, byId('confirm-refusal'));
      }
    };
    dialog.onclose = () => answered(false);
  });
}

/** The act that a form asks for; the house says what is wrong with it. @param {HTMLFormElement} form @returns {Act} */
function written(form) {
  /** @type {Record<string, unknown>} */
  const made = {};
  for (const field of /** @type {(HTMLInputElement | HTMLSelectElement)[]} */ ([...form.elements])) {
    if (!field.name || ['reason', 'signer', 'pin'].includes(field.name) || field.closest('[hidden]')) continue;
    // Other settings are read by the house first.
    if (field.dataset.kind === 'settings') continue;
    const value = valueOf(field);
    if (value === undefined) continue;
    const path = field.name.split('.');
    let place = made;
    for (const step of path.slice(0, -1)) {
      place[step] ??= {};
      place = /** @type {Record<string, unknown>} */ (place[step]);
    }
    place[path[path.length - 1]] = value;
  }
  const pieces = piecesOf(form);
  // What rests on a count leaves the chips to that count.
  if (pieces && !form.elements.namedItem('signer')) made.pieces = pieces;
  return /** @type {Act} */ (/** @type {unknown} */ (made));
}

/** @param {HTMLInputElement | HTMLSelectElement} field */
function valueOf(field) {
  switch (field.dataset.kind) {
    case 'check': return /** @type {HTMLInputElement} */ (field).checked;
    case 'several': return [.../** @type {HTMLSelectElement} */ (field).selectedOptions].map((option) => option.value);
    case 'money': return amountIn(field);
    case 'number': return field.value.trim() === '' ? undefined : Number(field.value);
    case 'minutes': return Math.round(now() + Number(field.value) * 60_000);
    default: return field.value.trim() === '' ? undefined : field.value.trim();
  }
}

/** The chips that a form counts by what each is worth, if any are; none at all where what is counted comes to nothing. @param {HTMLFormElement} form */
function piecesOf(form) {
  const place = form.querySelector('[data-pieces]');
  const pieces = place && piecesIn(place);
  if (!pieces) return undefined;
  const count = /** @type {HTMLInputElement | null} */ (form.elements.namedItem('count'));
  return Object.keys(pieces).length > 0 || (count && amountIn(count) === 0) ? pieces : undefined;
}

/** What a form asks, with the PIN of whoever signs; what rests on a count comes after that count. @param {HTMLFormElement} form */
function signedActs(form) {
  const made = written(form);
  const text = (/** @type {string} */ name) => /** @type {HTMLInputElement | null} */ (form.elements.namedItem(name))?.value.trim() ?? '';
  const [signer, pin] = [text('signer'), text('pin')];
  // Whoever signed has gone before the next act is asked here: what they signed with goes too, whatever comes of it.
  const field = /** @type {HTMLInputElement | null} */ (form.elements.namedItem('pin'));
  if (field) field.value = '';
  const name = 'signed' in made && typeof made.signed === 'string' ? made.signed : signer;
  /** @type {Act[]} */
  const counts = signer && 'count' in made ? [/** @type {Act} */ ({ act: 'count-float', count: made.count, signed: signer, pieces: piecesOf(form) })] : [];
  return { acts: [...counts, made], signed: name && pin ? { name, pin } : undefined };
}

/** What is written as other settings is read by the house, and goes along with the opening. @param {HTMLFormElement} form @param {string} table @param {Act[]} acts */
async function withSettings(form, table, acts) {
  const set = /** @type {HTMLTextAreaElement | null} */ (form.querySelector('[data-kind="settings"]'))?.value.trim();
  const opens = acts.find((one) => one.act === 'reopen');
  if (set && opens) Object.assign(opens, { settings: await ask('POST', `/tables/${encodeURIComponent(table)}/settings`, { set }) });
}

/** Hides what is not asked for. @param {HTMLFormElement} form */
function fit(form) {
  for (const place of /** @type {NodeListOf<HTMLElement>} */ (form.querySelectorAll('[data-when]'))) {
    const [name, values] = (place.dataset.when ?? '=').split('=');
    const other = /** @type {HTMLInputElement} */ (form.elements.namedItem(name));
    place.hidden = !values.split('|').includes(other.value);
    for (const field of place.querySelectorAll('input, select')) /** @type {HTMLInputElement} */ (field).disabled = place.hidden;
  }
}

/** @param {Schemas['Follows']} follows */
function message(follows) {
  return [element('p', {}, say('pit-follows', { name: follows.by, role: word(follows.role) })),
    element('ul', { class: 'pit-list' }, ...follows.events.map((event) => element('li', {}, `${eventText(event)} `, cite(event.clauses))))];
}

/** @param {HTMLFormElement} form */
function prepare(form) {
  const answer = /** @type {HTMLElement} */ (form.querySelector('.pit-answer'));
  const two = form.dataset.two === 'true';
  const table = only ?? '';
  fit(form);
  form.addEventListener('change', () => fit(form));
  form.querySelector('[data-judge]')?.addEventListener('click', async () => {
    try {
      answer.className = 'pit-answer';
      answer.replaceChildren(...message(await ask('POST', `/tables/${encodeURIComponent(table)}/judge`, { act: written(form) })));
    } catch (fault) {
      answer.className = 'pit-answer refusal';
      refused(fault, answer);
    }
  });
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    try {
      const reason = /** @type {HTMLInputElement | null} */ (form.elements.namedItem('reason'))?.value ?? '';
      if (two) await proved(() => ask('POST', `/tables/${encodeURIComponent(table)}/proposals`, { id: freshId(), act: written(form), why: reason }));
      else {
        const { acts, signed } = signedActs(form);
        await withSettings(form, table, acts);
        await proved(() => act(table, acts, { signed }));
      }
      answer.className = 'pit-answer done';
      answer.replaceChildren(say(two ? 'pit-proposed-done' : 'pit-done'));
    } catch (fault) {
      answer.className = 'pit-answer refusal';
      refused(fault, answer);
    }
  });
  for (const clauses of /** @type {NodeListOf<HTMLElement>} */ (form.querySelectorAll('[data-clauses]'))) {
    clauses.addEventListener('click', () => void showClauses(book, (clauses.dataset.clauses ?? '').split('\u001f')));
  }
}

/** Shows a proposal with what would follow, to approve or refuse it. @param {number} which */
async function look(which) {
  const dialog = /** @type {HTMLDialogElement} */ (byId('proposal'));
  const path = `/tables/${encodeURIComponent(only ?? '')}/proposals`;
  const place = byId('proposal-refusal');
  const form = /** @type {HTMLFormElement} */ (byId('proposal-form'));
  const show = async () => {
    const { proposals } = await get(`/tables/${encodeURIComponent(only ?? '')}/proposals`);
    const found = proposals.find((one) => one.number === which);
    if (!found) throw new Refused(404, { word: 'not-found' });
    byId('proposal-text').replaceChildren(
      element('p', {}, `${say('pit-proposed', { name: found.by, number: number(found.number) })} ${word(found.act.act)}: ${found.why}`),
      ...(found.follows ? message(found.follows) : []));
    place.replaceChildren();
    if (found.refused) refused(new Refused(409, found.refused), place);
    /** @type {HTMLButtonElement} */ (form.querySelector('[value=approve]')).disabled = !found.follows;
    return found;
  };
  try {
    let found = await show();
    if (!dialog.open) dialog.showModal();
    form.onsubmit = async (event) => {
      event.preventDefault();
      const refuses = event.submitter instanceof HTMLButtonElement && event.submitter.value === 'refuse';
      const why = /** @type {HTMLInputElement} */ (form.elements.namedItem('why'));
      try {
        if (refuses) await proved(() => ask('POST', `${path}/${which}/refuse`, { why: why.value }));
        else await proved(() => ask('POST', `${path}/${which}/approve`, { effect: found.follows?.effect ?? '' }));
        why.value = '';
        dialog.close();
        byId('said').textContent = say('pit-done');
      } catch (fault) {
        // What would follow is shown as it is now, with why the answer was no.
        const word = fault instanceof Refused ? fault.word : '';
        if (word === 'moved-on') found = await show();
        refused(fault, place);
      }
    };
  } catch (fault) {
    refused(fault, byId('refusal'));
  }
}

// ---------------------------------------------------------------------------------------------- the tables of the house

/** Asks for a table to be added, renamed or retired. @param {HTMLFormElement} form */
function prepareRoster(form) {
  const answer = /** @type {HTMLElement} */ (form.querySelector('.pit-answer'));
  const text = (/** @type {string} */ name) => /** @type {HTMLInputElement | null} */ (form.elements.namedItem(name))?.value.trim() ?? '';
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    const { roster } = form.dataset;
    const why = text('why');
    const table = encodeURIComponent(text('table'));
    try {
      await proved(() => (roster === 'add' ? ask('POST', '/roster/tables', { id: freshId(), table: text('text'), why })
        : roster === 'rename' ? ask('POST', `/roster/tables/${table}/rename`, { id: freshId(), name: text('name'), why })
          : ask('POST', `/roster/tables/${table}/retire`, { id: freshId(), why })));
      answer.className = 'pit-answer done';
      answer.replaceChildren(say('pit-done'));
    } catch (fault) {
      answer.className = 'pit-answer refusal';
      refused(fault, answer);
    }
  });
}

/** The tables there are, to choose from. */
function offerTables() {
  const names = [...tables.values()].map((table) => [table.id, `${table.name} (${table.id})`]);
  const key = JSON.stringify(names);
  for (const choice of /** @type {NodeListOf<HTMLSelectElement>} */ (document.querySelectorAll('select[data-tables]'))) {
    if (choice.dataset.key === key) continue;
    choice.dataset.key = key;
    const chosen = choice.value;
    choice.replaceChildren(...names.map(([id, name]) => element('option', { value: id }, name)));
    choice.value = names.some(([id]) => id === chosen) ? chosen : names[0]?.[0] ?? '';
  }
}

// ---------------------------------------------------------------------------------------------- the line

function tick() {
  for (const place of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll('[data-until]'))) {
    const left = Number(place.dataset.until) - now();
    place.textContent = left > 0 ? howLong(left) : say('pit-now');
  }
  const until = document.getElementById('confirmed');
  if (until) until.textContent = confirmedUntil !== null && confirmedUntil > now() ? say('pit-confirmed', { time: howLong(confirmedUntil - now()) }) : say('pit-unconfirmed');
}

function show() {
  const one = only === null ? undefined : tables.get(only);
  if (only === null) {
    showAll();
    offerTables();
  }
  else if (one) showOne(one);
  tick();
}

/** @param {{event: string, data: string} | null} message nothing if the line broke */
function heard(message) {
  const lost = message === null || message.event === 'refused' || message.event === 'bye';
  byId('lost').hidden = !lost;
  if (lost) {
    byId('lost').textContent = say('pit-lost');
    return;
  }
  if (message.event === 'view') {
    const view = JSON.parse(message.data);
    ahead = view.now - Date.now();
    tables.clear();
    for (const table of view.tables) tables.set(table.id, table);
    show();
  }
  if (message.event === 'changed') {
    const table = JSON.parse(message.data);
    tables.set(table.id, table);
    if (only === null || only === table.id) show();
  }
}

watchMoneyFields();
for (const close of document.querySelectorAll('dialog [data-close]')) close.addEventListener('click', () => close.closest('dialog')?.close());
for (const form of /** @type {NodeListOf<HTMLFormElement>} */ (document.querySelectorAll('form[data-form]'))) prepare(form);
for (const form of /** @type {NodeListOf<HTMLFormElement>} */ (document.querySelectorAll('form[data-roster]'))) prepareRoster(form);
for (const duty of /** @type {const} */ (['sign-on', 'sign-off'])) {
  document.getElementById(duty)?.addEventListener('click', () => void attempt(() => act(only ?? '', [{ act: duty }])));
}
document.getElementById('confirm-now')?.addEventListener('click', () => void confirmed().then(tick));
if (acts) {
  void get('/session').then((who) => {
    confirmedUntil = who.confirmed_until ?? null;
    tick();
  });
}
setInterval(tick, 1000);
followTopic('pit/all', '/pit', heard);
