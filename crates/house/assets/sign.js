// The sign of a table: what everybody may see of it, large.

import { get } from './api.js';
import { cardElement } from './cards.js';
import { follow } from './feed.js';
import { allRoads, statistics } from './roads.js';
import { byId, element, money, number, pays, say, wagerName } from './say.js';

const table = byId('sign').dataset.table ?? '';
/** @type {any} */
let view = null;
let ahead = 0;
let on = false;
let roadsAfter = '';
/** The last coup whose result was seen here. @type {HTMLElement[] | null} */
let last = null;

function show() {
  const { state } = view;
  byId('coup-number').textContent = say('coup-number', { coup: number(state.coup), shoe: number(state.shoe?.number ?? 0) });
  byId('phase').textContent = !on ? say('sign-lost') : state.betting?.open ? say('sign-clock') : state.decided?.coup === state.coup ? say(`wins-${state.decided.winner}`) : say(state.phase === 'dealing' || state.phase === 'betting' ? 'sign-closed' : `phase-${state.phase}`);
  if (state.decided?.coup === state.coup) last = lastCoup(state);
  else if (!last && state.decided) last = [element('p', { class: `winner-name won-${state.decided.winner}` }, say('said-result', { winner: say(`wins-${state.decided.winner}`), player: state.decided.player, banker: state.decided.banker }))];
  byId('last').replaceChildren(...(last ?? [element('p', {}, '–')]));
  byId('notices').replaceChildren(...(state.signs ?? []).map((/** @type {any} */ sign) => element('li', {}, sign.text)));
  void showRoads();
}

/** @param {any} state */
function lastCoup(state) {
  const hand = (/** @type {string} */ side) => element('div', {},
    element('h3', {}, `${say(`side-${side}`)} ${state[side].count ?? ''}`),
    element('ol', { class: 'cards' }, ...state[side].cards.map((/** @type {any} */ card, /** @type {number} */ i) => cardElement(card, { third: i === 2 }))));
  return [element('div', { class: 'won' }, element('p', { class: `winner-name won-${state.decided.winner}` }, say(`wins-${state.decided.winner}`)), hand('player'), hand('banker'))];
}

function showLimits() {
  const line = (/** @type {any} */ one) => element('tr', {}, element('th', { scope: 'row' }, wagerName(one)),
    element('td', {}, one.rows.map((/** @type {any} */ row) => pays(row.does)).filter(Boolean).join(' · ')),
    element('td', {}, `${money(one.limits.least)}–${money(one.limits.most)}`));
  byId('limits').replaceChildren(element('table', { class: 'rules' },
    element('thead', {}, element('tr', {}, ...['col-wager', 'col-pays', 'col-limits'].map((key) => element('th', { scope: 'col' }, say(key))))),
    element('tbody', {}, ...view.table.wagers.map(line))));
}

async function showRoads() {
  const key = `${view.state.shoe?.number}/${view.state.decided?.coup}`;
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

void follow(table, {
  view(fresh) {
    view = fresh;
    ahead = view.state.now - Date.now();
    showLimits();
    show();
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
