// The library, as one types: the house is asked, which knows the words that people use. Without this module the form asks it.

import { byId } from '../../web/say.js';

const search = /** @type {HTMLInputElement} */ (byId('search'));
const kind = /** @type {HTMLSelectElement} */ (byId('kind'));
/** How long typing must rest before the house is asked, in milliseconds. */
const REST = 250;

/** @type {ReturnType<typeof setTimeout> | undefined} */
let soon;
/** What was asked last: an answer to anything else is too late. */
let asked = '';

async function narrow() {
  const address = new URL(location.href);
  // On the page of one clause, the whole book is searched.
  address.pathname = new URL(search.form?.action ?? location.href).pathname;
  for (const field of [search, kind]) {
    if (field.value === '') address.searchParams.delete(field.name);
    else address.searchParams.set(field.name, field.value);
  }
  asked = address.search;
  try {
    const answer = await fetch(address, { credentials: 'same-origin' });
    const text = await answer.text();
    if (!answer.ok || asked !== address.search) return;
    const fresh = new DOMParser().parseFromString(text, 'text/html');
    for (const id of ['found', 'clauses']) byId(id).replaceChildren(...(fresh.getElementById(id)?.childNodes ?? []));
    history.replaceState(null, '', address);
  } catch {
    // Without the line the form still stands, and asks again.
  }
}

search.addEventListener('input', () => {
  clearTimeout(soon);
  soon = setTimeout(() => void narrow(), REST);
});
kind.addEventListener('change', () => void narrow());
search.form?.addEventListener('submit', (event) => {
  event.preventDefault();
  clearTimeout(soon);
  void narrow();
});

// A link by the instrument's own number goes to the first of its parts: #6.7 to 6.7/1, not to 6.70.
function toPart() {
  const number = decodeURIComponent(location.hash.slice(1));
  if (number === '' || document.getElementById(number) !== null) return;
  const clauses = /** @type {HTMLElement[]} */ ([...document.querySelectorAll('.clause-entry')]);
  clauses.find((clause) => clause.id.startsWith(number) && '/(. :'.includes(clause.id.charAt(number.length)))?.scrollIntoView();
}
addEventListener('hashchange', toPart);
toPart();
