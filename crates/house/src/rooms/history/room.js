// The coups of a table, newest first, with one's own wagers, what became of them, and why.

import { Refused, get } from '../../web/api.js';
import { cardElement } from '../../web/cards.js';
import { showClauses } from '../../web/clauses.js';
import { byId, element, money, number, say, signed, wagerName } from '../../web/say.js';

/** @import { CoupView, SettledView, WagerView } from '../../web/types.js' */

const root = byId('history');
const table = root.dataset.table ?? '';
const book = root.dataset.book ?? '';
const PAGE = 20;
/** @type {number | null} */
let before = null;
/** @type {Map<string, WagerView>} what is bet on here, by id */
let wagers = new Map();

/** @param {SettledView} one */
function gain(one) {
  return one.outcome === 'loses' ? -(one.staked - (one.returned ?? 0)) : (one.paid ?? 0);
}

/** @param {CoupView} coup */
function entry(coup) {
  const hand = (/** @type {'player' | 'banker'} */ side) => element('div', {},
    element('h3', {}, `${say(`side-${side}`)} ${coup.decided?.[side] ?? ''}`),
    element('ol', { class: 'cards' }, ...coup[side].map((card) => cardElement(card))));
  const result = coup.void ? say('history-void') : coup.decided ? say(`wins-${coup.decided.winner}`) : '';
  const name = (/** @type {string} */ id) => wagerName(wagers.get(id) ?? { id, name: id });
  const mine = coup.yours ?? [];
  const total = mine.reduce((/** @type {number} */ all, one) => all + gain(one), 0);
  return element('li', { class: 'past-coup', 'data-coup': coup.number, 'data-mine': mine.length > 0 ? '1' : '' },
    element('div', {}, element('h2', {}, say('history-coup', { coup: number(coup.number) })),
      element('p', { class: 'small' }, say('history-shoe', { shoe: number(coup.shoe) }), coup.no_bet ? ` · ${say('history-no-bet')}` : ''),
      element('p', {}, element('b', {}, result))),
    element('div', { class: 'past-hands' }, hand('player'), hand('banker')),
    mine.length === 0 ? element('p', { class: 'small' }, say('history-no-wager'))
      : element('div', {}, element('ul', { class: 'payments' }, ...mine.map((one) => element('li', {},
        element('button', { type: 'button', class: 'payment', onclick: () => showClauses(book, one.clauses) },
          element('span', {}, name(one.wager), element('small', {}, ` ${say('staked-on', { amount: money(one.staked) })}`)),
          element('b', { class: gain(one) > 0 ? 'gain' : gain(one) < 0 ? 'loss' : '' }, one.outcome === 'wins' || one.outcome === 'loses' ? signed(gain(one)) : say('stands-off')),
          element('small', { class: 'why' }, say('by-clause', { clauses: one.clauses.join(', ') })))))),
      element('p', {}, say('history-total', { amount: signed(total) }))));
}

async function more() {
  try {
    const query = before === null ? '' : `&before=${before}`;
    const answer = await get(`/tables/${encodeURIComponent(table)}/coups?limit=${PAGE}${query}`);
    const { coups } = answer;
    if (before === null && coups.length === 0) byId('coups').replaceChildren(element('li', {}, say('history-none')));
    byId('coups').append(...coups.map(entry));
    before = answer.before ?? null;
    byId('more').hidden = before === null;
    byId('refusal').textContent = '';
    onlyMine();
  } catch (fault) {
    byId('refusal').textContent = fault instanceof Refused ? fault.toText() : say('lost');
  }
}

function onlyMine() {
  const mine = /** @type {HTMLInputElement | null} */ (document.getElementById('mine'));
  for (const coup of /** @type {HTMLElement[]} */ ([...byId('coups').children])) coup.hidden = Boolean(mine?.checked) && coup.dataset.mine !== '1';
}

document.getElementById('mine')?.addEventListener('change', onlyMine);
byId('more').addEventListener('click', () => void more());

async function start() {
  try {
    const view = await get(`/tables/${encodeURIComponent(table)}`);
    wagers = new Map(view.table.wagers.map((wager) => [wager.id, wager]));
  } catch {
    // Without them wagers go by their ids.
  }
  await more();
}

void start();
