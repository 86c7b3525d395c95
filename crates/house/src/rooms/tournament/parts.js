// Parts that several pages of a tournament show.

import { byId, element, howLong, money, number, say, sayOr, wagerName } from '../../web/say.js';
import { cardElement } from '../../web/cards.js';
import { cite, eventTold, now } from './live.js';
import { level, prizes, standings, toWager } from './standings.js';

/** @import { Schemas } from '../../web/types.js' */
/** @import { ContestEvent, ContestView } from './live.js' */
/** @typedef {Schemas['ContestTable']} ContestTable */
/** @typedef {Schemas['DutyView']} DutyView */

/** How far it has come, in words. @param {ContestView} view */
export function phaseText(view) {
  const stage = view.further ? say('tour-further-rounds') : (view.stages[view.stage]?.name ?? '');
  if (view.phase === 'playing' || view.phase === 'closed') {
    return say(view.begun ? 'tour-phase-session' : view.tables.length > 0 ? 'tour-phase-seated' : 'tour-phase-seating', { stage });
  }
  return say(`tour-phase-${view.phase}`);
}

/** Head of every live page: how far it has come, and the doors to the consoles of its tables. @param {ContestView} view */
export function head(view) {
  byId('phase').textContent = phaseText(view);
  byId('body').setAttribute('aria-busy', 'false');
  const consoles = document.getElementById('consoles');
  const here = byId('tournament').dataset.table;
  consoles?.replaceChildren(...view.tables.map((table) => element('a',
    { href: `/tournaments/${view.id}/tables/${table.number}`, 'aria-current': String(table.number) === here ? 'page' : false }, say('tour-table', { number: number(table.number) }))));
}

/** A term with what it is. @param {string} key @param {string | Node | null} text */
export const fact = (key, text) => (text === null || text === '' ? null : element('div', {}, element('dt', {}, say(key)), element('dd', {}, text)));

/** A section with a heading. @param {string} key @param {...(Node | null | false)} children */
export const section = (key, ...children) => element('section', { class: 'panel' }, element('h2', {}, say(key)), ...children);

/** What a wager is called here. @param {ContestView} view @param {string} id */
export function wagerOf(view, id) {
  return wagerName(view.terms.wagers.find((wager) => wager.id === id) ?? { id, name: id });
}

/** A table with a caption for those who hear it. @param {string} caption @param {string[]} head @param {(Node | string)[][]} rows @param {number[]} [figures] */
export function grid(caption, head, rows, figures = []) {
  const cell = (/** @type {Node | string} */ text, /** @type {number} */ i) => element('td', { class: figures.includes(i) ? 'figure' : '' }, text);
  return element('div', { class: 'scroll', tabindex: 0, role: 'region', 'aria-label': caption }, element('table', { class: 'tour-grid' },
    element('caption', { class: 'unseen' }, caption),
    element('thead', {}, element('tr', {}, ...head.map((text, i) => element('th', { scope: 'col', class: figures.includes(i) ? 'figure' : '' }, text)))),
    element('tbody', {}, ...rows.map((row) => element('tr', {}, ...row.map(cell))))));
}

/** @param {ContestView} view */
export function standingsTable(view) {
  const lines = standings(view);
  if (lines.length === 0) return element('p', {}, say('tour-nobody'));
  const place = (/** @type {{table: number | null, seat: number | null}} */ { table, seat }) =>
    (table === null || seat === null ? '' : say('tour-place', { table: number(table), seat: number(seat) }));
  return grid(say('tour-standings'), [say('tour-rank'), say('tour-name'), say('tour-stack'), say('tour-seat'), say('tour-state')],
    lines.map((line) => [line.rank === null ? '–' : number(line.rank), line.name, line.stack === null ? '' : money(line.stack), place(line),
      line.state === 'in' || line.state === 'placed' ? '' : say(`tour-standing-${line.state}`)]), [0, 2]);
}

/** A share of the pool as a percentage. @param {number} share in hundredths of a per cent */
export const percent = (share) => new Intl.NumberFormat(document.documentElement.lang, { style: 'percent', maximumFractionDigits: 2 }).format(share / 10_000);

/** @param {ContestView} view */
export function prizesTable(view) {
  const lines = prizes(view);
  const what = (/** @type {{money: number, goods: string[]}} */ prize) => [prize.money > 0 ? money(prize.money) : '', ...prize.goods].filter(Boolean).join(' + ');
  return grid(say('tour-prizes'), [say('tour-rank'), say('tour-prize'), say('tour-name')],
    lines.map((prize) => [number(prize.place), prize.share === null ? what(prize) : [what(prize), percent(prize.share)].filter(Boolean).join(' · '),
      prize.name === null ? '' : `${prize.name}${prize.paid ? ` · ${say('tour-paid')}` : ''}`]), [0]);
}

/** What goes with a seat just now, in words. @param {ContestTable} table @param {Schemas['ContestSeat']} seat */
export function marks(table, seat) {
  const { coup } = table;
  return [
    coup?.marker === seat.seat && say('tour-mark-marker'),
    toWager(table) === seat.seat && say('tour-mark-turn'),
    coup?.passes.includes(seat.seat) && say('tour-mark-pass'),
    coup?.forms.some((form) => form.seat === seat.seat) && say('tour-mark-form'),
    seat.out && say('tour-standing-out'),
    seat.absent && say('tour-standing-absent'),
    seat.resting && say('tour-standing-resting'),
  ].filter((mark) => typeof mark === 'string');
}

/** Wagers from a seat. @param {ContestView} view @param {ContestTable} table @param {number} seat */
export const betsOf = (view, table, seat) => (table.coup?.bets ?? []).filter((bet) => bet.seat === seat).map((bet) => `${wagerOf(view, bet.wager)} ${money(bet.amount)}`).join(', ');

/** How a table stands, in one line. @param {ContestView} view @param {ContestTable} table */
export function tableLine(view, table) {
  const { coup } = table;
  if (table.places) return say('tour-table-places');
  if (table.disputed) return say('tour-table-disputed');
  if (table.ended) return say(table.counted ? 'tour-table-counted' : 'tour-table-ended');
  if (!view.begun) return say('tour-table-before', { taken: number(table.seats.filter((seat) => seat.taken).length), seats: number(table.seats.length) });
  if (!coup) return say(table.play_off ? 'tour-table-play-off' : 'tour-table-between');
  const turn = table.seats.find((seat) => seat.seat === toWager(table))?.name ?? '';
  if (coup.dealt) return say('tour-table-dealt');
  if (coup.called) return say('tour-table-called');
  return turn ? say('tour-table-turn', { name: turn }) : say('tour-table-open');
}

/** Where a session is: coup, limits, clock. @param {ContestView} view @param {ContestTable} table */
export function sessionFacts(view, table) {
  const at = level(view, table, now());
  const next = at.next ? say(`tour-next-${at.next.from[1]}`, { number: number(at.next.from[0]), least: money(at.next.least), most: money(at.next.most) }) : '';
  return element('dl', { class: 'facts' },
    fact('tour-coup', at.coups === null ? number(at.coup) : say('tour-coup-of', { coup: number(Math.min(at.coup, at.coups)), coups: number(at.coups) })),
    fact('tour-marker', typeof table.coup?.marker === 'number' ? say('tour-marker-on', { seat: number(table.coup.marker) }) : ''),
    fact('tour-limits', say('tour-limits-range', { least: money(at.least), most: money(at.most) })),
    fact('tour-next-level', next),
    table.until ? fact('tour-time-left', element('span', { 'data-until': table.until }, howLong(table.until - now()))) : null);
}

/**
 * A table with its seats, as everybody sees it. Alone on a page, its heading is one of the page's own.
 * @param {ContestView} view
 * @param {ContestTable} table
 * @param {'h2' | 'h3'} heading
 */
export function tableCard(view, table, heading = 'h3') {
  const rows = table.seats.map((seat) => [number(seat.seat), element('span', {}, seat.name, ...marks(table, seat).map((mark) => element('span', { class: 'mark' }, mark))),
    money(seat.stack), betsOf(view, table, seat.seat)]);
  const title = say('tour-table-named', { number: number(table.number), name: table.name });
  return element('article', { class: 'panel tour-table', 'data-table': table.number },
    element(heading, {}, title), element('p', { class: 'state' }, tableLine(view, table)),
    view.begun ? sessionFacts(view, table) : null,
    grid(title, [say('tour-seat'), say('tour-name'), say('tour-stack'), say('tour-wagers')], rows, [0, 2]),
    table.last_cards.length > 0 ? element('div', {}, element('p', { class: 'small' }, say('tour-last-cards')), element('ol', { class: 'small-cards' }, ...table.last_cards.map((card) => cardElement(card)))) : null,
    table.places ? placesList(table.places) : null);
}

/** @param {Schemas['PlaceView'][]} places */
export function placesList(places) {
  return element('ol', { class: 'tour-places' }, ...places.map((place) => element('li', {},
    `${number(place.place)}. ${place.name}: ${money(place.stack)}${place.advances ? ` · ${say('tour-advances')}` : ''}`)));
}

/** What is to be done, in words. @param {DutyView} duty */
export function dutyText(duty) {
  const parts = [say(`tour-task-${duty.task}`), duty.table ? say('tour-table', { number: number(duty.table) }) : '', duty.name ?? ''];
  return parts.filter(Boolean).join(' · ');
}

/** Whose it is: a role of the book, or somebody's own. @param {DutyView} duty */
export const whoseText = (duty) => sayOr(`tour-role-${duty.whose}`, duty.whose);

/** What happened, the newest first. @param {ContestEvent[]} events */
export function eventList(events) {
  const hand = (/** @type {ContestEvent} */ { by, keyed_by }) => [by, keyed_by && say('tour-keyed-by', { name: keyed_by })].filter(Boolean).join(', ');
  const line = (/** @type {ContestEvent} */ event) => element('li', {},
    element('time', { class: 'small', datetime: new Date(event.at).toISOString() }, new Date(event.at).toLocaleTimeString(document.documentElement.lang, { hour12: false })), ' ',
    eventTold(event), ' ', hand(event) ? element('span', { class: 'small' }, `(${hand(event)}) `) : null, cite(event.clauses));
  return element('ol', { class: 'tour-events' }, ...events.map(line));
}

/** Clocks of the page run. */
export function runClocks() {
  setInterval(() => {
    for (const place of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll('[data-until]'))) {
      place.textContent = howLong(Number(place.dataset.until) - now());
    }
    for (const place of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll('[data-deadline]'))) {
      const left = Math.ceil((Number(place.dataset.deadline) - now()) / 1000);
      place.textContent = left > 0 ? say('tour-seconds-left', { seconds: number(left) }) : say('tour-late');
    }
  }, 500);
}
