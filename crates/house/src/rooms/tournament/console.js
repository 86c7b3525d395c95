// The console of a table in a session: its staff key wagers, calls, cards, counts and absences. What is due next stands on top.

import { ask, freshId } from '../../web/api.js';
import { amountIn, watchMoneyFields } from '../../web/amount.js';
import { cardElement } from '../../web/cards.js';
import { byId, element, money, number, say, wagerName } from '../../web/say.js';
import { RANKS, SUITS, readCards } from './cards.js';
import { actForm } from './forms.js';
import { actButton, cite, command, doing, follow, put, tournament } from './live.js';
import { attempt } from '../../web/proof.js';
import { toWager } from './standings.js';
import { betsOf, dutyText, eventList, head, marks, runClocks, section, sessionFacts, tableLine, wagerOf, whoseText } from './parts.js';

/** @import { Schemas } from '../../web/types.js' */
/** @import { ContestEvent, ContestView } from './live.js' */
/** @typedef {Schemas['ContestTable']} ContestTable */
/** @typedef {Schemas['ContestSeat']} ContestSeat */
/** @typedef {Schemas['DutyView']} DutyView */

const table = Number(byId('tournament').dataset.table);
/** The duties of a person at the table that are keyed with their seat. */
const AT_SEAT = ['wager', 'take-seat', 'lay-form'];
/** The seat that is keyed. @type {number | null} */
let chosen = null;
/** The turn that was followed last. @type {string} */
let followed = '';
/** @type {ContestEvent[]} */
let events = [];
/** @type {ContestView | null} */
let view = null;

// ---------------------------------------------------------------------------------------------- what is due

/** @param {ContestView} seen @param {ContestTable} play @param {DutyView} duty */
function due(seen, play, duty) {
  const title = element('h2', {}, dutyText(duty));
  const note = element('p', { class: 'small' }, say('tour-whose', { whose: whoseText(duty) }), ' ', cite(duty.clauses));
  if (play.dealt_at && (duty.task === 'deal-coup' || duty.task === 'first-card')) return [title, note, dealtThere(play.dealt_at), dealButton(duty)];
  if (duty.task === 'deal-coup') return [title, note, cardPad(play)];
  if (duty.task === 'count') return [title, note, countForm(play)];
  if (duty.task === 'examine-form' && duty.name) return [title, note, examining(seen, duty.name)];
  if (duty.task === 'return-chips') return [title, note, returning(play)];
  const own = AT_SEAT.includes(duty.task) && duty.name ? duty.name : undefined;
  return [title, note, duty.act ? element('p', {}, actButton(say(`tour-do-${duty.task}`), duty.act, { entrant: own, gold: true, key: `due-${duty.task}` })) : null];
}

/** Where the cards are: at a table of the house, which reports its coups. @param {string} at */
function dealtThere(at) {
  return element('p', {}, `${say('tour-dealt-at', { table: at })} `, element('a', { href: `/tables/${encodeURIComponent(at)}` }, say('tour-to-table')), ' · ', element('a', { href: `/tables/${encodeURIComponent(at)}/dealer` }, say('tour-to-dealer')));
}

/** Has the coup dealt from a sealed shoe. @param {DutyView} duty */
function dealButton(duty) {
  return duty.task === 'first-card' && duty.act ? element('p', {}, actButton(say('tour-do-first-card'), duty.act, { gold: true, key: 'due-first-card' })) : null;
}

/** Keys the cards of the coup, by tapping or typing. @param {ContestTable} play */
function cardPad(play) {
  const text = /** @type {HTMLInputElement} */ (element('input', { name: 'cards', autocomplete: 'off', autocapitalize: 'characters', spellcheck: 'false', required: true, 'data-key': 'cards' }));
  const shown = element('ol', { class: 'small-cards', 'aria-label': say('tour-cards-keyed') });
  const wrong = element('p', { class: 'refusal', role: 'alert' });
  let suit = SUITS[0];
  const show = () => {
    const read = readCards(text.value);
    shown.replaceChildren(...read.cards.map((card) => cardElement(card)));
    wrong.textContent = read.wrong.length > 0 ? say('tour-no-card', { text: read.wrong.join(' ') }) : '';
  };
  const add = (/** @type {string} */ card) => { text.value = `${text.value.trim()} ${card}`.trim(); show(); };
  const suits = SUITS.map((one) => element('button', { type: 'button', 'aria-pressed': String(one === suit), 'data-suit': one, onclick: () => {
    suit = one;
    for (const button of suits) button.setAttribute('aria-pressed', String(button.dataset.suit === suit));
  } }, `${{ S: '♠', H: '♥', D: '♦', C: '♣' }[one] ?? one}`, element('span', { class: 'unseen' }, say(`suit-${one}`))));
  const ranks = RANKS.map((rank) => element('button', { type: 'button', onclick: () => add(`${rank}${suit}`) }, rank === 'T' ? '10' : rank));
  const collected = /** @type {HTMLInputElement} */ (element('input', { name: 'collected', inputmode: 'numeric', autocomplete: 'off' }));
  const form = element('form', { class: 'card-form', id: 'coup' },
    element('div', { class: 'tour-pad', role: 'group', 'aria-label': say('tour-suit') }, ...suits),
    element('div', { class: 'tour-pad', role: 'group', 'aria-label': say('tour-rank-of-card') }, ...ranks),
    element('label', {}, element('span', {}, say('tour-cards')), text), shown, wrong,
    element('label', {}, element('span', {}, say('tour-collected')), collected),
    element('p', { class: 'row' }, element('button', { type: 'button', class: 'quiet', onclick: () => { text.value = readCards(text.value).cards.slice(0, -1).join(' '); show(); } }, say('tour-undo-card')),
      element('button', { type: 'submit', class: 'gold' }, say('tour-do-deal-coup'))));
  text.addEventListener('input', show);
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    const read = readCards(text.value);
    if (read.wrong.length > 0) return;
    const seats = collected.value.split(/[\s,]+/).filter(Boolean).map(Number);
    void doing(() => command({ act: 'coup-ends', table: play.number, cards: read.cards, collected: seats }));
  });
  return form;
}

/** Counts without seeing anybody else's figure. @param {ContestTable} play */
function countForm(play) {
  const seats = play.seats.filter((seat) => !seat.out);
  const form = /** @type {HTMLFormElement} */ (element('form', { class: 'card-form', id: 'count' }, element('p', { class: 'small' }, say('tour-count-lead')),
    ...seats.map((seat) => element('label', {}, element('span', {}, `${number(seat.seat)} · ${seat.name}`), element('input', { name: `seat-${seat.seat}`, 'data-kind': 'money', inputmode: 'decimal', autocomplete: 'off', required: true }))),
    element('button', { type: 'submit', class: 'gold' }, say('tour-do-count'))));
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    const counts = seats.map((seat) => /** @type {[number, number]} */ ([seat.seat, amountIn(/** @type {HTMLInputElement} */ (form.elements.namedItem(`seat-${seat.seat}`))) ?? 0]));
    void doing(async () => {
      await command({ act: 'count', table: play.number, counts });
      form.reset();
    });
  });
  return form;
}

/** Chips go back; what is missing is keyed as number and denomination. @param {ContestTable} play */
function returning(play) {
  const chips = view?.terms.chips ?? [];
  const form = /** @type {HTMLFormElement} */ (element('form', { class: 'card-form', id: 'return' }, element('p', { class: 'small' }, say('tour-missing-lead')),
    ...chips.map((chip) => element('label', {}, element('span', {}, say('tour-missing', { chip: money(chip) })), element('input', { name: `chip-${chip}`, type: 'number', min: 0, value: 0 }))),
    element('button', { type: 'submit', class: 'gold' }, say('tour-do-return-chips'))));
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    const filled = new FormData(form);
    const missing = chips.map((chip) => /** @type {[number, number]} */ ([chip, Number(filled.get(`chip-${chip}`))])).filter(([, many]) => many > 0);
    void doing(() => command({ act: 'return-chips', table: play.number, missing }));
  });
  return form;
}

/** A form is looked at, which is on record first, and found sound or not. @param {ContestView} seen @param {string} of */
function examining(seen, of) {
  const shown = element('p', { id: 'form-shown', role: 'status' });
  const look = () => void doing(async () => {
    const form = await attempt(() => ask('POST', `/tournaments/${encodeURIComponent(tournament)}/forms/${encodeURIComponent(of)}/look`, { id: freshId() }));
    shown.textContent = say('tour-form-shows', { wager: form.wager ? wagerOf(seen, form.wager) : '–', amount: typeof form.amount === 'number' ? money(form.amount) : '–' });
  });
  return element('div', {}, element('p', { class: 'small' }, say('tour-look-lead')), shown, element('p', { class: 'row' },
    element('button', { type: 'button', class: 'quiet', 'data-key': 'look', 'data-look': of, onclick: look }, say('tour-look')),
    actButton(say('tour-form-unsound'), { act: 'examine-form', of, sound: false }, { key: 'unsound' }),
    actButton(say('tour-form-sound'), { act: 'examine-form', of, sound: true }, { key: 'sound', gold: true })));
}

// ---------------------------------------------------------------------------------------------- seats

/** @param {ContestView} seen @param {ContestTable} play @param {ContestSeat} seat */
function seatRow(seen, play, seat) {
  const is = chosen === seat.seat;
  // Whoever counts keys what lies there, and not what stands beside it.
  const stack = play.ended && !play.counted ? '' : money(seat.stack);
  return element('li', { class: `tour-seat${is ? ' chosen' : ''}${toWager(play) === seat.seat ? ' turn' : ''}${seat.out ? ' out' : ''}`, 'data-seat': seat.seat },
    element('button', { type: 'button', class: 'quiet', 'aria-expanded': String(is), 'data-key': `seat-${seat.seat}`, onclick: () => { chosen = is ? null : seat.seat; showSeats(); } },
      element('span', { class: 'rank' }, number(seat.seat)), element('b', {}, seat.name), element('span', { class: 'figure' }, stack)),
    element('span', { class: 'marks' }, ...marks(play, seat).map((mark) => element('span', { class: 'mark' }, mark))),
    element('span', { class: 'bets' }, betsOf(seen, play, seat.seat)),
    is ? seatActs(seen, play, seat) : null);
}

/** What is keyed for the chosen seat. @param {ContestView} seen @param {ContestTable} play @param {ContestSeat} seat */
function seatActs(seen, play, seat) {
  const { coup } = play;
  const entrant = seat.name;
  const open = coup && !coup.dealt && !seat.out;
  return element('div', { class: 'tour-seat-acts' },
    !seat.taken && !seen.begun ? actButton(say('tour-do-take-seat'), { act: 'take-seat', table: play.number, seat: seat.seat }, { entrant, gold: true, key: 'take-seat' }) : null,
    open ? wagerForm(seen, entrant) : null,
    element('p', { class: 'row' },
      ...(open ? (coup.bets.filter((bet) => bet.seat === seat.seat).map((bet) => actButton(say('tour-take-back-of', { wager: wagerOf(seen, bet.wager) }), { act: 'take-back', wager: bet.wager }, { entrant, key: `back-${bet.wager}` }))) : []),
      open && seat.passes > 0 ? actButton(say('tour-pass'), { act: 'lay-pass', approved: true }, { entrant, key: 'pass' }) : null,
      seen.begun && !seat.out ? (seat.absent ? actButton(say('tour-act-mark-back'), { act: 'mark-back', name: entrant }, { key: 'back' }) : actButton(say('tour-act-mark-absent'), { act: 'mark-absent', name: entrant }, { key: 'absent' })) : null,
      open ? actButton(say('tour-act-approve-both-hands'), { act: 'approve-both-hands', name: entrant }, { key: 'both' }) : null,
      open ? actButton(say('tour-act-hold-to-minimum'), { act: 'hold-to-minimum', name: entrant }, { key: 'hold' }) : null));
}

/** @param {ContestView} seen @param {string} entrant */
function wagerForm(seen, entrant) {
  const form = /** @type {HTMLFormElement} */ (element('form', { class: 'row', id: 'wager' },
    element('fieldset', { class: 'tour-choice' }, element('legend', { class: 'unseen' }, say('tour-wager-on')),
      ...seen.terms.wagers.map((wager) => element('label', { class: 'check' }, element('input', { type: 'radio', name: 'wager', value: wager.id, required: true, 'data-key': `on-${wager.id}` }), element('span', {}, wagerName(wager))))),
    element('label', {}, element('span', {}, say('tour-amount')), element('input', { name: 'amount', 'data-kind': 'money', inputmode: 'decimal', autocomplete: 'off', required: true, 'data-key': 'amount' })),
    element('button', { type: 'submit', class: 'gold' }, say('tour-wager-do'))));
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    const wager = String(new FormData(form).get('wager'));
    const amount = amountIn(/** @type {HTMLInputElement} */ (form.elements.namedItem('amount'))) ?? 0;
    void doing(() => command({ act: 'wager', wager, amount, chips: 'tournament', seat: null }, entrant));
  });
  return form;
}

function showSeats() {
  const play = view?.tables.find((one) => one.number === table);
  if (!view || !play) return;
  const seen = view;
  put('seats', [play.seats, play.coup, play.ended, play.counted, chosen, seen.begun], () => [section('tour-seats', element('ol', { class: 'tour-seats' }, ...play.seats.map((seat) => seatRow(seen, play, seat))))]);
}

// ---------------------------------------------------------------------------------------------- the page

/** @param {ContestView} fresh */
function show(fresh) {
  view = fresh;
  head(fresh);
  const play = fresh.tables.find((one) => one.number === table);
  if (!play) {
    put('due', 'none', () => [element('p', {}, say('tour-no-table'))]);
    for (const id of ['glance', 'seats', 'other']) put(id, 'none', () => []);
    return;
  }
  const duties = (fresh.desk?.duties ?? []).filter((duty) => duty.table === table);
  const first = duties.find((duty) => duty.task !== 'take-seat') ?? duties[0];
  // Whoever owes a wager now: where turns pass by themselves, that is another than whose turn was last on record.
  const owes = first?.task === 'wager' ? (play.seats.find(({ name }) => name === first.name)?.seat ?? null) : null;
  const turn = `${play.coup?.number}/${owes}`;
  if (turn !== followed) {
    followed = turn;
    chosen = owes ?? chosen;
  }
  put('due', [first, play.dealt_at, play.coup?.number, first?.task === 'count' && play.seats], () => (first ? [element('section', { class: 'tour-next', 'data-task': first.task }, ...due(fresh, play, first))] : [element('p', {}, say('tour-no-duty-here'))]));
  put('glance', [play.coup?.number, play.limits, tableLine(fresh, play), play.until, play.last_cards], () => [element('section', { class: 'panel' },
    element('h2', {}, say('tour-table-named', { number: number(play.number), name: play.name })), element('p', { class: 'state' }, tableLine(fresh, play)),
    fresh.begun ? sessionFacts(fresh, play) : null,
    play.last_cards.length > 0 ? element('ol', { class: 'small-cards', 'aria-label': say('tour-last-cards') }, ...play.last_cards.map((card) => cardElement(card))) : null)]);
  showSeats();
  put('other', [play.ended, play.coup?.forms, fresh.entrants.length], () => [element('details', { class: 'panel' }, element('summary', {}, say('tour-more')), element('div', { class: 'tour-forms' },
    ...['void-coup', 'shoe-ends', 'pass-over'].map((act) => actForm({ act, fields: [], two: act !== 'shoe-ends' }, fresh, { fixed: { table } })),
    actForm({ act: 'correct-form', fields: [{ name: 'of', kind: 'entrant' }] }, fresh),
    actForm({ act: 'report', fields: [{ name: 'name', kind: 'entrant' }, { name: 'finding', kind: 'choice', of: ['sought-advice', 'gave-advice', 'removed-chips', 'hid-chips', 'swapped-chips', 'raised-stack', 'other-breach'] }] }, fresh),
    actForm({ act: 'dispute', fields: [{ name: 'name', kind: 'entrant' }, { name: 'about', kind: 'text' }] }, fresh, { keyed: true })))]);
}

watchMoneyFields();
byId('body').append(...['due', 'glance', 'seats', 'other', 'events'].map((id) => element('div', { id, class: `part-${id}` })));
runClocks();
follow((fresh, news) => {
  show(fresh);
  events = [...news.toReversed(), ...events].slice(0, 30);
  put('events', events, () => (events.length === 0 ? [] : [section('tour-events', eventList(events))]));
});
