// The coups of a table, newest first, with one's own wagers, what became of them, and why; or one's own coups at all tables.

import { Refused, get } from '../../web/api.js';
import { cardElement } from '../../web/cards.js';
import { showClauses } from '../../web/clauses.js';
import { clausesOf, gain, sumElements } from '../../web/sum.js';
import { byId, element, money, number, say, signed, time, wagerName } from '../../web/say.js';

/** @import { CoupView, OwnCoup, SettledView, WagerView } from '../../web/types.js' */

const root = byId('history');
const table = root.dataset.table ?? '';
const book = root.dataset.book ?? '';
const PAGE = 20;
/** Where the next page begins. @type {string | null} */
let before = null;
/** What is bet on at each table, by id. @type {Map<string, Map<string, WagerView>>} */
const wagers = new Map();
/** Grows with each search, so that an answer to an earlier one is passed over. */
let search = 0;

/** What became of a wager, in a word or as an amount. @param {SettledView} one */
function result(one) {
  if (one.outcome === 'wins' || one.outcome === 'loses') return signed(gain(one));
  return say(one.outcome === 'void' ? 'void-returned' : 'stands-off');
}

/** A coup; one of many tables also says where and when. @param {CoupView} coup @param {OwnCoup | null} where */
function entry(coup, where) {
  const hand = (/** @type {'player' | 'banker'} */ side) => element('div', {},
    element('h3', {}, `${say(`side-${side}`)} ${coup.decided?.[side] ?? ''}`),
    element('ol', { class: 'cards' }, ...coup[side].map((card) => cardElement(card))));
  const ended = coup.void ? say('history-void') : coup.decided ? say(`wins-${coup.decided.winner}`) : '';
  const wager = (/** @type {string} */ id) => wagers.get(where?.table ?? table)?.get(id);
  const name = (/** @type {string} */ id) => wagerName(wager(id) ?? { id, name: id });
  const why = (/** @type {SettledView} */ one) => showClauses(where?.book ?? book, clausesOf([one]), sumElements(one, wager(one.wager)?.rows ?? []));
  const mine = coup.yours ?? [];
  const total = mine.reduce((/** @type {number} */ all, one) => all + gain(one), 0);
  return element('li', { class: 'past-coup', 'data-coup': coup.number, 'data-mine': mine.length > 0 ? '1' : '' },
    element('div', {}, element('h2', {}, say('history-coup', { coup: number(coup.number) })),
      where ? element('p', { class: 'small' }, element('a', { href: `/tables/${where.table}` }, where.table_name), element('br'), time(where.at)) : null,
      element('p', { class: 'small' }, say('history-shoe', { shoe: number(coup.shoe) }), coup.no_bet ? ` · ${say('history-no-bet')}` : ''),
      element('p', {}, element('b', {}, ended))),
    element('div', { class: 'past-hands' }, hand('player'), hand('banker')),
    mine.length === 0 ? element('p', { class: 'small' }, say('history-no-wager'))
      : element('div', {}, element('ul', { class: 'payments' }, ...mine.map((one) => element('li', {},
        element('button', { type: 'button', class: 'payment', onclick: () => void why(one) },
          element('span', {}, name(one.wager), element('small', {}, ` ${say('staked-on', { amount: money(one.staked) })}`)),
          element('b', { class: gain(one) > 0 ? 'gain' : gain(one) < 0 ? 'loss' : '' }, result(one)),
          element('small', { class: 'why' }, [one.owed > 0 ? say('history-owed', { amount: money(one.owed) }) : '',
            one.clauses.length > 0 ? say('by-clause', { clauses: clausesOf([one]).join(', ') }) : say('why')].filter(Boolean).join(' · ')))))),
      element('p', {}, say('history-total', { amount: signed(total) }))));
}

/** The coups that come next: at this table, or one's own at all. @returns {Promise<{entries: HTMLElement[], next: string | null}>} */
async function page() {
  if (table !== '') {
    const query = before === null ? '' : `&before=${before}`;
    const answer = await get(`/tables/${encodeURIComponent(table)}/coups?limit=${PAGE}${query}`);
    await know(table);
    return { entries: answer.coups.map((coup) => entry(coup, null)), next: answer.before === null || answer.before === undefined ? null : String(answer.before) };
  }
  const answer = await get(`/coups?${asked()}`);
  for (const coup of answer.coups) await know(coup.table);
  return { entries: answer.coups.map((coup) => entry(coup, coup)), next: answer.before ?? null };
}

/** What is searched for, as a query. */
function asked() {
  const form = /** @type {HTMLFormElement | null} */ (document.getElementById('search'));
  const data = form ? new FormData(form) : new FormData();
  const query = new URLSearchParams({ limit: String(PAGE) });
  const day = (/** @type {string} */ key, /** @type {string} */ clock) => {
    const text = String(data.get(key) ?? '');
    if (text !== '') query.set(key, String(new Date(`${text}T${clock}`).getTime()));
  };
  if (data.get('table')) query.set('table', String(data.get('table')));
  day('from', '00:00:00');
  day('until', '23:59:59.999');
  if (before !== null) query.set('before', before);
  return query.toString();
}

async function more() {
  const own = search;
  try {
    const { entries, next } = await page();
    if (own !== search) return;
    if (before === null && entries.length === 0 && next === null) byId('coups').replaceChildren(element('li', {}, say(table === '' ? 'history-own-none' : 'history-none')));
    byId('coups').append(...entries);
    before = next;
    byId('more').hidden = before === null;
    byId('refusal').textContent = '';
    onlyMine();
    // A page on which nothing was found is no end of the search.
    if (entries.length === 0 && next !== null) await more();
  } catch (fault) {
    byId('refusal').textContent = fault instanceof Refused ? fault.toText() : say('lost');
  }
}

/** Learns what is bet on at a table. @param {string} id */
async function know(id) {
  if (wagers.has(id)) return;
  try {
    const view = await get(`/tables/${encodeURIComponent(id)}`);
    wagers.set(id, new Map(view.table.wagers.map((wager) => [wager.id, wager])));
  } catch {
    // Without them wagers go by their ids.
  }
}

function onlyMine() {
  const mine = /** @type {HTMLInputElement | null} */ (document.getElementById('mine'));
  for (const coup of /** @type {HTMLElement[]} */ ([...byId('coups').children])) coup.hidden = Boolean(mine?.checked) && coup.dataset.mine !== '1';
}

document.getElementById('mine')?.addEventListener('change', onlyMine);
byId('more').addEventListener('click', () => void more());

document.getElementById('search')?.addEventListener('change', () => {
  search += 1;
  before = null;
  byId('coups').replaceChildren();
  void more();
});

void more();
