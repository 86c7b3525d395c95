// The register of vouchers: how each stands, and what may be done about it.

import { amountIn, watchMoneyFields } from '../../web/amount.js';
import { Refused, ask, freshId, get } from '../../web/api.js';
import { attempt } from '../../web/proof.js';
import { byId, element, money, number, say } from '../../web/say.js';

/** @import { Schemas } from '../../web/types.js' */
/** @typedef {Schemas['VoucherView']} Voucher */

const room = byId('vouchers-room');
const { name = '' } = room.dataset;
const acts = room.dataset.acts === 'true';
const EVERY = 5000;
const COLUMNS = ['number', 'worth', 'until', 'tables', 'conditions', 'from', 'standing'];
let shown = '';

/** @param {() => Promise<unknown>} asks */
async function does(asks) {
  byId('refusal').textContent = '';
  try {
    await attempt(asks);
    await look();
    return true;
  } catch (fault) {
    byId('refusal').textContent = fault instanceof Refused ? fault.toText() : say('promotion-lost');
    byId('refusal').scrollIntoView({ block: 'center' });
    return false;
  }
}

/** @param {'approve' | 'withdraw'} what @param {Voucher} voucher */
const button = (what, voucher) => element('button', { type: 'button', onclick: () => void does(() => ask('POST', `/vouchers/${encodeURIComponent(voucher.number)}/${what}`, { id: freshId() })) },
  say(`vouchers-${what}`), element('span', { class: 'unseen' }, ` ${voucher.number}`));

/** What a cell is, for a narrow window in which each stands in a line of its own. @param {string} key */
const label = (key) => ({ 'data-label': say(`vouchers-col-${key}`) });

/** How it stands, with the names behind it. @param {Voucher} voucher */
function standing(voucher) {
  const { proposed_by: first, second, swapped_by: by, swapped_at: at, swapped_local: when } = voucher;
  return element('td', {},
    element('span', { class: `state ${voucher.standing}` }, say(`vouchers-standing-${voucher.standing}`)),
    element('span', { class: 'small block' }, first ? say('vouchers-first', { name: first }) : '', second ? ` ${say(voucher.standing === 'withdrawn' ? 'vouchers-taken-back' : 'vouchers-second', { name: second })}` : ''),
    by ? element('span', { class: 'small block' }, say('vouchers-swapped', { name: by, table: at ?? '', when: when ?? '' })) : null,
    acts && voucher.standing === 'proposed' && first !== name ? button('approve', voucher) : null,
    acts && ['proposed', 'issued'].includes(voucher.standing) ? button('withdraw', voucher) : null);
}

/** @param {Voucher[]} vouchers */
function show(vouchers) {
  const sum = (/** @type {string} */ standing) => vouchers.filter((one) => one.standing === standing).reduce((all, one) => all + one.worth, 0);
  byId('sums').textContent = vouchers.length === 0 ? say('vouchers-none') : say('vouchers-sums', { count: number(vouchers.length), issued: money(sum('issued')), swapped: money(sum('swapped')), expired: money(sum('expired')) });
  const row = (/** @type {Voucher} */ voucher) => element('tr', {},
    element('th', { scope: 'row' }, voucher.number),
    element('td', { class: 'figure', ...label('worth') }, money(voucher.worth)),
    element('td', label('until'), voucher.until_local ?? say('vouchers-for-ever')),
    element('td', label('tables'), voucher.tables.length === 0 ? say('vouchers-any') : voucher.tables.join(', ')),
    element('td', { lang: 'en', ...label('conditions') }, voucher.conditions),
    element('td', { lang: 'en', ...label('from') }, voucher.from),
    standing(voucher));
  byId('register').replaceChildren(
    element('thead', {}, element('tr', {}, ...COLUMNS.map((key) => element('th', { scope: 'col', class: key === 'worth' ? 'figure' : '' }, say(`vouchers-col-${key}`))))),
    element('tbody', {}, ...vouchers.toReversed().map(row)));
  byId('register').setAttribute('aria-busy', 'false');
}

async function look() {
  try {
    const { vouchers } = await get('/vouchers');
    byId('lost').textContent = '';
    // A list that is the same stays as it is, with whatever is in focus there.
    if (JSON.stringify(vouchers) === shown) return;
    shown = JSON.stringify(vouchers);
    show(vouchers);
  } catch {
    byId('lost').textContent = say('promotion-lost');
  }
}

const propose = /** @type {HTMLFormElement | null} */ (document.getElementById('propose'));
propose?.addEventListener('submit', async (event) => {
  event.preventDefault();
  const written = new FormData(propose);
  const text = (/** @type {string} */ key) => String(written.get(key) ?? '').trim();
  const worth = amountIn(/** @type {HTMLInputElement} */ (propose.elements.namedItem('worth')));
  const id = freshId();
  const done = await does(() => ask('POST', '/vouchers', { id, number: text('number'), worth: worth ?? 0, until_day: text('until_day') || null,
    tables: written.getAll('tables').map(String), conditions: text('conditions'), from: text('from') }));
  if (done) propose.reset();
});
watchMoneyFields();
void look();
setInterval(() => {
  if (document.visibilityState === 'visible') void look();
}, EVERY);
