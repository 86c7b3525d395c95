// What happened at the cage, found by those who watch: by table, person, patron, kind, amount and time.

import { amountIn } from '../../web/amount.js';
import { Refused, get } from '../../web/api.js';
import { byId, element, money, number, say, sayOr } from '../../web/say.js';
import { moment, when } from './time.js';

/** @import { Schemas } from '../../web/types.js' */

const PAGE = 20;
const form = /** @type {HTMLFormElement} */ (byId('search-cage'));
/** @type {number | null} */
let before = null;

function query() {
  const asked = new FormData(form);
  const wanted = new URLSearchParams({ limit: String(PAGE) });
  for (const key of ['table', 'person', 'patron', 'fact']) {
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
  if (before !== null) wanted.set('before', String(before));
  return wanted;
}

/** @param {Schemas['CageEvent']} event */
function row(event) {
  const by = event.second ? `${event.by} (${event.role}) + ${event.second}` : `${event.by} (${event.role})`;
  return element('tr', {},
    element('td', {}, when(event.at)),
    element('th', { scope: 'row' }, sayOr(`watch-cage-${event.fact}`, event.fact), event.number ? ` ${number(event.number)}` : ''),
    element('td', {}, event.patron ?? ''), element('td', {}, event.table ?? ''),
    element('td', { class: 'figure' }, typeof event.worth === 'number' ? money(event.worth) : ''),
    element('td', {}, by),
    element('td', {}, typeof event.whole.why === 'string' ? event.whole.why : ''));
}

async function find() {
  try {
    const { events, all, before: next } = await get(`/watch/cage?${query()}`);
    if (before === null) byId('cage-events').replaceChildren();
    byId('cage-events').append(...events.map(row));
    byId('found-cage').textContent = say('watch-cage-count', { count: number(all) });
    byId('cage-list').hidden = all === 0;
    byId('more-cage').hidden = !next;
    byId('cage-refusal').textContent = '';
    before = next ?? null;
  } catch (fault) {
    byId('cage-refusal').textContent = fault instanceof Refused ? fault.toText() : say('lost');
  }
}

/** Takes searches at the cage. */
export function searchesCage() {
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    before = null;
    void find();
  });
  byId('more-cage').addEventListener('click', () => void find());
}
