// Clauses on tap: what a book says under the numbers that a payment or a refusal cites.

import { get } from './api.js';
import { byId, element, say } from './say.js';

/** @import { Schemas } from './types.js' */

/** @type {Map<string, Promise<Schemas['BookView']>>} */
const books = new Map();

/**
 * Opens the page's dialog with these clauses.
 * @param {string} book
 * @param {string[]} numbers
 * @param {Node[]} lead what stands before them
 * @param {{over?: boolean}} [how] whether it may cover the page; where a clock runs it does not, and the page goes on beside it
 */
export async function showClauses(book, numbers, lead = [], { over = true } = {}) {
  const dialog = /** @type {HTMLDialogElement} */ (byId('clause'));
  dialog.querySelector('.clause-lead')?.remove();
  byId('clause-name').textContent = numbers.length > 0 ? say('clause-title', { clauses: numbers.join(', ') }) : say('why-title');
  const place = byId('clause-text');
  if (lead.length > 0) place.before(element('div', { class: 'clause-lead' }, ...lead));
  place.replaceChildren(element('p', {}, '…'));
  if (over) dialog.showModal();
  else {
    if (!dialog.open) dialog.show();
    dialog.scrollTop = 0;
    dialog.onkeydown = (event) => event.key === 'Escape' && dialog.close();
  }
  const asked = books.get(book) ?? get(`/books/${encodeURIComponent(book)}`);
  books.set(book, asked);
  try {
    const { clauses } = await asked;
    const cited = clauses.filter((clause) => numbers.includes(clause.number)).sort((a, b) => numbers.indexOf(a.number) - numbers.indexOf(b.number));
    place.replaceChildren(...cited.map((clause) => element('article', {},
      element('h3', {}, element('a', { href: `/library/${book}#${encodeURIComponent(clause.number)}` }, clause.number)),
      element('p', {}, clause.gist),
      clause.reading ? element('p', { class: 'small' }, clause.reading) : null)));
    if (cited.length === 0 && (numbers.length > 0 || lead.length === 0)) place.replaceChildren(element('p', {}, say('no-clause')));
  } catch {
    books.delete(book);
    place.replaceChildren(element('p', {}, say('lost')));
  }
}
