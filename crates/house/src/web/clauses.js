// Clauses on tap: what a book says under the numbers that a payment or a refusal cites.

import { get } from './api.js';
import { byId, element, say } from './say.js';

/** @type {Map<string, Promise<any>>} */
const books = new Map();

/**
 * Opens the page's dialog with these clauses.
 * @param {string} book
 * @param {string[]} numbers
 * @param {Node[]} lead what stands before them
 */
export async function showClauses(book, numbers, lead = []) {
  const dialog = /** @type {HTMLDialogElement} */ (byId('clause'));
  dialog.querySelector('.clause-lead')?.remove();
  byId('clause-name').textContent = say('clause-title', { clauses: numbers.join(', ') });
  const place = byId('clause-text');
  if (lead.length > 0) place.before(element('div', { class: 'clause-lead' }, ...lead));
  place.replaceChildren(element('p', {}, '…'));
  dialog.showModal();
  if (!books.has(book)) books.set(book, get(`/books/${encodeURIComponent(book)}`));
  try {
    const clauses = (await books.get(book)).clauses;
    const cited = numbers.map((number) => clauses.find((/** @type {any} */ clause) => clause.number === number)).filter(Boolean);
    place.replaceChildren(...cited.map((/** @type {any} */ clause) => element('article', {},
      element('h3', {}, element('a', { href: `/library/${book}#${encodeURIComponent(clause.number)}` }, clause.number)),
      element('p', {}, clause.gist),
      clause.reading ? element('p', { class: 'small' }, clause.reading) : null)));
    if (cited.length === 0) place.replaceChildren(element('p', {}, say('no-clause')));
  } catch {
    books.delete(book);
    place.replaceChildren(element('p', {}, say('lost')));
  }
}
