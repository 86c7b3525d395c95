// The big screen of a tournament: clock, limits, marker, standings, seat draw and prizes, large enough for the back of a hall. What does not
// fit is shown in turn; a button holds it still.

import { byId, element, howLong, money, number, say } from '../../web/say.js';
import { follow, now } from './live.js';
import { percent, phaseText } from './parts.js';
import { level, part, prizes, standings, toWager } from './standings.js';

/** @import { ContestView } from './live.js' */

/** Lines of standings and tables that fit at once. */
const LINES = 12;
const TABLES = 3;
const EVERY = 10_000;
/** Nobody is seated any more. */
const OVER = ['decided', 'awarded', 'cancelled'];

/** @type {ContestView | null} */
let view = null;
let on = false;
let turn = 0;
let held = false;

/** @param {string} key @param {string | Node} value @param {string} [more] */
const tile = (key, value, more = '') => element('div', { class: 'big-tile' }, element('p', {}, say(key)), element('p', { class: 'big-figure' }, value), element('p', { class: 'small' }, more));

/** @param {ContestView} seen */
function tiles(seen) {
  const playing = seen.tables.filter((table) => !table.ended);
  const table = playing[0] ?? seen.tables[0];
  const made = [];
  const until = seen.break_until && seen.break_until > now() ? seen.break_until : null;
  const ends = playing.map((one) => one.until ?? 0).filter((one) => one > 0);
  if (until) made.push(tile('tour-break', element('span', { 'data-left': until }, howLong(until - now()))));
  else if (ends.length > 0) made.push(tile('tour-time-left', element('span', { 'data-left': Math.max(...ends) }, howLong(Math.max(...ends) - now()))));
  if (table && seen.begun) {
    const at = level(seen, table, now());
    const coups = playing.map((one) => level(seen, one, now()).coup);
    const reached = coups.length > 0 ? `${number(Math.min(...coups))}${Math.min(...coups) === Math.max(...coups) ? '' : `–${number(Math.max(...coups))}`}` : number(table.coups);
    made.push(tile('tour-coup', at.coups === null ? reached : say('tour-coup-of', { coup: reached, coups: number(at.coups) })));
    const next = at.next ? say(`tour-next-${at.next.from[1]}`, { number: number(at.next.from[0]), least: money(at.next.least), most: money(at.next.most) }) : '';
    made.push(tile('tour-limits', say('tour-limits-range', { least: money(at.least), most: money(at.most) }), [at.of > 1 ? say('tour-level-of', { level: number(at.number), of: number(at.of) }) : '', next].filter(Boolean).join(' · ')));
  } else {
    const start = seen.terms.start;
    // Once it is over nobody asks when it starts.
    if (!OVER.includes(seen.phase)) made.push(tile('tour-start', typeof start === 'number' ? new Date(start).toLocaleString(document.documentElement.lang, { month: 'short', day: 'numeric', hour: '2-digit', minute: '2-digit' }) : say('tour-when-full')));
    made.push(tile('tour-entered', say('tour-entered-of', { entered: number(seen.entered), most: number(seen.most) })));
  }
  made.push(tile('tour-pool', money(seen.pool)));
  return made;
}

/** Few lines are written large, many so that they fit. @param {string} id @param {number} lines @param {number} side */
function fit(id, lines, side = 1) {
  byId(id).style.setProperty('--lines', String(lines));
  byId(id).style.setProperty('--side', String(side));
}

/** @param {ContestView} seen */
function standingLines(seen) {
  const all = standings(seen).filter((line) => line.rank !== null || !seen.begun);
  const { shown, at, parts } = part(all, LINES, turn);
  fit('standings', shown.length + (parts > 1 ? 1 : 0));
  const through = new Set(seen.tables.flatMap((table) => table.places ?? []).filter((place) => place.advances).map(({ name }) => name));
  return [element('ol', {}, ...shown.map((line) => element('li', { class: line.state },
    element('span', { class: 'rank' }, line.rank === null ? '–' : number(line.rank)), element('b', {}, line.name),
    element('span', {}, line.stack === null ? '' : money(line.stack)), through.has(line.name) ? element('i', {}, say('tour-advances')) : null))),
  parts > 1 ? element('p', { class: 'small' }, `${number(at)} / ${number(parts)}`) : null];
}

/** @param {ContestView} seen */
function seatLists(seen) {
  // Once play has begun, tables that are over are no tables that are still to be drawn; and once places are decided none will be.
  if (seen.tables.length === 0) return seen.begun || OVER.includes(seen.phase) ? [] : [element('p', {}, say('tour-no-seats'))];
  const { shown, at, parts } = part(seen.tables, TABLES, turn);
  fit('seats', Math.max(...shown.map((table) => table.seats.length)) + 2, shown.length);
  return [element('div', { class: 'big-tables' }, ...shown.map((table) => element('div', {},
    element('h3', {}, say('tour-table-named', { number: number(table.number), name: table.name }),
      typeof table.coup?.marker === 'number' ? element('span', { class: 'marker' }, ` ● ${say('tour-marker-on', { seat: number(table.coup.marker) })}`) : null),
    element('ol', {}, ...table.seats.map((seat) => {
      const marker = table.coup?.marker === seat.seat;
      const turned = toWager(table) === seat.seat;
      return element('li', { class: `${seat.out ? 'out' : ''}${turned ? ' turn' : ''}` }, element('span', { class: 'rank' }, number(seat.seat)), element('b', {}, seat.name),
        turned ? element('span', {}, `▶ ${say('tour-mark-turn')}`) : seat.out ? element('span', {}, say('tour-standing-out')) : null, marker ? element('span', { class: 'marker' }, '●', element('span', { class: 'unseen' }, say('tour-mark-marker'))) : null);
    }))))),
  parts > 1 ? element('p', { class: 'small' }, `${number(at)} / ${number(parts)}`) : null];
}

/** @param {ContestView} seen */
function prizeLines(seen) {
  const what = (/** @type {{money: number, share: number | null, goods: string[]}} */ prize) => [prize.money > 0 ? money(prize.money) : prize.share === null ? '' : percent(prize.share), ...prize.goods].filter(Boolean).join(' + ');
  return [element('ol', {}, ...prizes(seen).slice(0, 8).map((prize) => element('li', {}, element('span', { class: 'rank' }, number(prize.place)), element('b', {}, what(prize)), element('span', {}, prize.name ?? ''))))];
}

function show() {
  if (!view) return;
  byId('phase').textContent = on ? phaseText(view) : say('tour-lost');
  byId('tiles').replaceChildren(...tiles(view));
  byId('standings').replaceChildren(...standingLines(view).filter((one) => one !== null));
  const seats = seatLists(view).filter((one) => one !== null);
  byId('seats').replaceChildren(...seats);
  // What is over leaves its room to the prizes.
  byId('seats-part').hidden = seats.length === 0;
  byId('prizes').replaceChildren(...prizeLines(view));
}

setInterval(() => {
  for (const place of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll('[data-left]'))) place.textContent = howLong(Number(place.dataset.left) - now());
}, 500);
setInterval(() => {
  if (held) return;
  turn += 1;
  show();
}, EVERY);
byId('hold').addEventListener('click', () => {
  held = !held;
  byId('hold').setAttribute('aria-pressed', String(held));
});
byId('full').addEventListener('click', () => void document.documentElement.requestFullscreen?.());

follow((fresh) => {
  view = fresh;
  show();
}, (stands) => {
  if (on === stands) return;
  on = stands;
  if (view) show();
  else byId('phase').textContent = on ? '' : say('tour-lost');
});
