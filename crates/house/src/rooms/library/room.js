// The library, as one types: shows the clauses that fit. Without this module the form asks the house.

import { byId, say } from '../../web/say.js';

const search = /** @type {HTMLInputElement} */ (byId('search'));
const kind = /** @type {HTMLSelectElement} */ (byId('kind'));
const clauses = /** @type {HTMLElement[]} */ ([...document.querySelectorAll('.clause-entry')]);
const texts = clauses.map((clause) => (clause.textContent ?? '').toLowerCase());

function narrow() {
  const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
  let found = 0;
  clauses.forEach((clause, i) => {
    const fits = words.every((word) => texts[i].includes(word)) && (kind.value === '' || clause.dataset.kind === kind.value);
    clause.hidden = !fits;
    if (fits) found += 1;
  });
  byId('found').textContent = say('library-found', { count: found });
}

// What the house already narrowed cannot be widened here: then the form goes to the house.
if (!new URLSearchParams(location.search).has('search')) {
  search.addEventListener('input', narrow);
  kind.addEventListener('change', narrow);
  search.form?.addEventListener('submit', (event) => event.preventDefault());
}

// A link by the instrument's own number goes to the first of its parts: #6.7 to 6.7/1, not to 6.70.
function toPart() {
  const number = decodeURIComponent(location.hash.slice(1));
  if (number === '' || document.getElementById(number) !== null) return;
  clauses.find((clause) => clause.id.startsWith(number) && '/(. :'.includes(clause.id.charAt(number.length)))?.scrollIntoView();
}
addEventListener('hashchange', toPart);
toPart();
