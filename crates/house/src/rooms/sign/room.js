// The sign of a table: what everybody may see of it, large.

import { get } from '../../web/api.js';
import { cardElement } from '../../web/cards.js';
import { follow } from '../../web/feed.js';
import { inOrder } from '../../web/in_order.js';
import { allRoads, statistics } from '../../web/roads.js';
import { byId, element, methodName, money, number, pays, say, sayOr, wagerName } from '../../web/say.js';
import { noticeText } from './notice.js';

/** @import { Board, Schemas, TableView, WagerView } from '../../web/types.js' */

const table = byId('sign').dataset.table ?? '';
/** @type {TableView | null} */
let view = null;
let ahead = 0;
let on = false;
let roadsAfter = '';
/** The last coup whose result was seen here. @type {HTMLElement[] | null} */
let last = null;

/** The table as the house told it last; asked only once it has. */
function seen() {
  if (!view) throw new Error('the table has not been told yet');
  return view;
}

function show() {
  const { state } = seen();
  byId('coup-number').textContent = say('coup-number', { coup: number(state.coup), shoe: number(state.shoe?.number ?? 0) });
  byId('sign').dataset.open = String(on && state.betting?.open === true);
  byId('phase').textContent = !on ? say('sign-lost') : state.betting?.open ? say('sign-clock') : state.decided?.coup === state.coup ? say(`wins-${state.decided.winner}`) : say(state.phase === 'dealing' || state.phase === 'betting' ? 'sign-closed' : `phase-${state.phase}`);
  if (state.decided?.coup === state.coup) last = lastCoup({ ...state, decided: state.decided });
  byId('last').replaceChildren(...(last ?? [element('p', {}, '–')]));
  const message = notices(state.signs ?? []);
  byId('notices').replaceChildren(...message);
  byId('notices-of').hidden = message.length === 0;
  void showRoads();
}

/** @param {Pick<Board, 'player' | 'banker'> & {decided: Pick<Schemas['Decided'], 'winner'>}} state */
function lastCoup(state) {
  const hand = (/** @type {'player' | 'banker'} */ side) => element('div', {},
    element('h3', {}, `${say(`side-${side}`)} ${state[side].count ?? ''}`),
    element('ol', { class: 'cards' }, ...state[side].cards.map((card, i) => cardElement(card, { third: i === 2 }))));
  return [element('div', { class: 'last' }, element('p', { class: `winner-name won-${state.decided.winner}` }, say(`wins-${state.decided.winner}`)), hand('player'), hand('banker'))];
}

/** What stands in the list of wagers and on the roads already. */
const SHOWN_ELSEWHERE = ['wager-limits', 'option-offered', 'option-limits', 'results'];

/** The notices of the house, in the reader's language. @param {Board['signs']} signs */
function notices(signs) {
  const options = new Set(seen().table.wagers.map((one) => one.option).filter(Boolean));
  const words = {
    say,
    option: (/** @type {string} */ id) => (options.has(id) ? sayOr(`option-${id}`, id) : null),
    method: (/** @type {string} */ id) => (id === seen().table.method ? methodName(id, seen().table.method_name) : null),
  };
  return signs.filter(({ shows }) => !SHOWN_ELSEWHERE.includes(shows))
    .map(({ shows, text }) => element('li', {}, element('b', {}, `${sayOr(`notice-${shows}`, shows)}: `), noticeText(text, words)));
}

function showLimits() {
  const line = (/** @type {WagerView} */ one) => element('li', { class: one.option ? 'of-side' : 'of-main' },
    element('b', {}, wagerName(one)),
    element('span', { class: 'sign-pays' }, [...new Set(one.rows.map((row) => pays(row.does)).filter(Boolean))].join(' · ')),
    element('span', { class: 'sign-range' }, `${money(one.limits.least)}–${money(one.limits.most)}`));
  byId('limits').replaceChildren(element('ul', { class: 'sign-wagers' }, ...inOrder(seen().table.wagers).map(line)));
}

/** The coup before the first that is seen here is asked for. */
async function askLast() {
  try {
    const { coups: [coup] } = await get(`/tables/${encodeURIComponent(table)}/coups?limit=1`);
    const decided = coup?.decided;
    if (last || !decided) return;
    const hand = (/** @type {'player' | 'banker'} */ side) => ({ cards: coup[side], count: decided[side] });
    last = lastCoup({ decided, player: hand('player'), banker: hand('banker') });
    show();
  } catch {
    // The next coup will be seen.
  }
}

async function showRoads() {
  const key = `${seen().state.shoe.number}/${seen().state.decided?.coup}`;
  if (roadsAfter === key) return;
  roadsAfter = key;
  try {
    const { roads } = await get(`/tables/${encodeURIComponent(table)}/roads`);
    byId('roads').replaceChildren(allRoads(roads, { big: 24, bead: 24, eye: 24, half: 12 }));
    byId('statistics').replaceChildren(statistics(roads.counts));
  } catch {
    roadsAfter = '';
  }
}

setInterval(() => {
  const until = on && view?.state.betting?.open ? view.state.betting.until : null;
  byId('clock-seconds').textContent = until ? String(Math.max(0, Math.ceil((until - Date.now() - ahead) / 1000))) : '';
}, 250);

byId('full').addEventListener('click', () => void document.documentElement.requestFullscreen?.());

follow(table, {
  view(fresh) {
    view = fresh;
    ahead = view.state.now - Date.now();
    showLimits();
    show();
    if (!last) void askLast();
  },
  happened(message) {
    if (!view) return;
    view.state = message.state;
    ahead = view.state.now - Date.now();
    show();
  },
  line(stands) {
    if (on === stands) return;
    on = stands;
    if (view) show();
    else if (!on) byId('phase').textContent = say('sign-lost');
  },
});
