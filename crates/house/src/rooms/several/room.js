// Several tables side by side: a frame for each that is chosen, with the very page of that table. They share one line to the house.

import { byId, element, say } from '../../web/say.js';

const place = byId('several');
const most = Number(place.dataset.most);
const boxes = /** @type {HTMLInputElement[]} */ ([...byId('choice').querySelectorAll('input')]);

/** @param {HTMLInputElement} box */
function frame({ value, dataset }) {
  const name = dataset.name ?? value;
  const href = `/tables/${encodeURIComponent(value)}`;
  return element('section', { class: 'several-table', 'data-table': value },
    element('p', { class: 'small' }, element('strong', {}, name), ' ', element('a', { href }, say('several-alone'), element('span', { class: 'unseen' }, `: ${name}`))),
    element('iframe', { src: href, title: say('several-of', { name }) }));
}

/** Shows what is chosen; what stays is left as it is, so that nobody's bets are disturbed. */
function show() {
  const chosen = boxes.filter((box) => box.checked);
  for (const box of boxes) box.disabled = !box.checked && chosen.length >= most;
  for (const shown of [...place.children]) {
    if (!chosen.some((box) => box.value === /** @type {HTMLElement} */ (shown).dataset.table)) shown.remove();
  }
  for (const box of chosen) {
    if (![...place.children].some((shown) => /** @type {HTMLElement} */ (shown).dataset.table === box.value)) place.append(frame(box));
  }
  byId('none').textContent = chosen.length === 0 ? say('several-none') : '';
  const query = chosen.map((box) => `table=${encodeURIComponent(box.value)}`).join('&');
  history.replaceState(null, '', query === '' ? location.pathname : `${location.pathname}?${query}`);
}

byId('choice').addEventListener('change', show);
show();
