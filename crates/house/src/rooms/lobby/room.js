// The lobby: every table with what is open, its limits, seats and last results. Asked anew every two seconds while it is seen; an answer
// that is not new costs a few hundred bytes.

import { get } from '../../web/api.js';
import { bigRoad } from '../../web/roads.js';
import { byId, element, money, number, say, sayOr } from '../../web/say.js';
import { contestCard } from '../tournament/card.js';

/** @import { LobbyTable, Roads } from '../../web/types.js' */

const EVERY = 2000;
/** @type {Map<string, Shown>} */
const shown = new Map();
/** By book, that values of it are assumed. @type {Map<string, string>} */
const assumed = new Map(Object.entries(JSON.parse(byId('tables').dataset.assumed ?? '{}')));

/** @param {LobbyTable} table @param {Roads} roads */
function line(table, roads) {
  const state = table.service && table.service !== 'open' ? table.service : table.dealer ? table.phase : 'no-one';
  const fact = (/** @type {string} */ key, /** @type {string} */ text) => element('div', {}, element('dt', {}, say(key)), element('dd', {}, text));
  return element('li', { class: 'lobby-table', 'data-table': table.id },
    element('header', {},
      element('div', {}, element('h2', {}, table.name), element('p', { class: 'small', lang: 'en' }, table.book_name)),
      element('p', { class: `state ${state}` }, sayOr(`lobby-${state}`, state))),
    element('dl', { class: 'facts' },
      fact('lobby-limits-label', say('lobby-limits', { least: money(table.limits.least), most: money(table.limits.most) })),
      fact('lobby-seats-label', say('lobby-seats', { taken: number(table.taken), seats: number(table.seats) })),
      fact('lobby-dealt-label', say(table.automatic_staff ? 'lobby-dealt-staff' : `lobby-dealt-${table.cards}`))),
    table.dealer ? null : element('p', { class: 'small no-dealer' }, say('lobby-no-dealer')),
    ...(table.cards === 'felt' && table.coups === 0 ? [] : [element('p', { class: 'small' }, say('lobby-last')), bigRoad(roads, 20)]),
    assumed.has(table.book) ? element('p', { class: 'small assumed' }, element('a', { href: `/library/${table.book}` }, assumed.get(table.book) ?? '')) : null,
    element('p', { class: 'lobby-acts' },
      element('a', { class: 'button gold', href: `/tables/${table.id}` }, say('lobby-sit'), element('span', { class: 'unseen' }, `: ${table.name}`)),
      'deals' in byId('tables').dataset ? element('a', { href: `/tables/${table.id}/dealer` }, say(table.cards === 'felt' ? 'lobby-console' : 'lobby-duty')) : null,
      element('a', { href: `/library/${table.book}` }, say('lobby-book')),
      element('a', { href: `/tables/${table.id}/sign` }, say('lobby-sign'))));
}

async function refresh() {
  const place = byId('tables');
  try {
    const { tables } = await get('/tables');
    byId('lost').textContent = tables.length === 0 ? say('lobby-none') : '';
    // All at once: on a slow line nobody waits for one road after the other.
    const lines = await Promise.all(tables.map(fresh));
    lines.forEach((made, nth) => made && put(place, tables[nth], made));
    place.setAttribute('aria-busy', 'false');
    await refreshTournaments();
  } catch {
    byId('lost').textContent = say('lobby-lost');
  }
}

/** Tournaments that are not over stand below the tables. */
let shownTournaments = '';
async function refreshTournaments() {
  const { tournaments } = await get('/tournaments?limit=100');
  const live = tournaments.filter(({ phase }) => phase !== 'cancelled' && phase !== 'draft').slice(0, 12);
  const key = JSON.stringify(live);
  if (key === shownTournaments) return;
  shownTournaments = key;
  byId('tournaments-of').hidden = live.length === 0;
  byId('tournaments').replaceChildren(...live.map((one) => contestCard(one, { money, number, say })));
}

/** @typedef {{line: HTMLElement, key: string, roads: Roads, coups: string}} Shown */

/** A table as it is now; nothing where it is shown so already. @param {LobbyTable} table @returns {Promise<Shown | null>} */
async function fresh(table) {
  const key = JSON.stringify(table);
  const before = shown.get(table.id);
  if (before?.key === key) return null;
  // Roads grow with a coup, or begin anew with a shoe; nothing else asks for them.
  const coups = `${table.coups}/${table.results.length}`;
  const roads = before?.coups === coups ? before.roads : (await get(`/tables/${encodeURIComponent(table.id)}/roads`)).roads;
  return { line: line(table, roads), key, roads, coups };
}

/** @param {HTMLElement} place @param {LobbyTable} table @param {Shown} made */
function put(place, table, made) {
  const before = shown.get(table.id);
  // Whoever has the focus inside keeps it.
  const at = before ? [...before.line.querySelectorAll('a')].findIndex((link) => link === document.activeElement) : -1;
  if (before) before.line.replaceWith(made.line);
  else place.append(made.line);
  if (at >= 0) made.line.querySelectorAll('a')[at]?.focus();
  shown.set(table.id, made);
}

void refresh();
setInterval(() => {
  if (document.visibilityState === 'visible') void refresh();
}, EVERY);
