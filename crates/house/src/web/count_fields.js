// Fields in which chips are counted by what each is worth.

import { counted, worthOf } from './counting.js';
import { element, money, number, say } from './say.js';

/** A field for how many chips of a worth there are. @param {string | number} worth */
export const countField = (worth) => element('label', {}, element('span', {}, money(Number(worth))),
  element('input', { 'data-worth': worth, inputmode: 'numeric', size: 5, autocomplete: 'off', 'aria-label': say('count-how-many', { worth: money(Number(worth)) }) }));

/** The chips that were counted in a part of the page; nothing if something there is no number of chips. @param {Element} place */
export function piecesIn(place) {
  const inputs = /** @type {HTMLInputElement[]} */ ([...place.querySelectorAll('input[data-worth]')]);
  return counted(Object.fromEntries(inputs.map((input) => [input.dataset.worth ?? '', input.value])));
}

/**
 * Puts fields in a part of the page in which chips are counted, with what they come to.
 * @param {Element} place
 * @param {(number | string)[]} worths
 * @param {(worth: number) => void} [told] is told what they come to
 */
export function putCounting(place, worths, told) {
  const sum = element('output', {}, money(0));
  const add = () => {
    const worth = worthOf(piecesIn(place) ?? {});
    sum.textContent = money(worth);
    told?.(worth);
  };
  const fields = [...worths].map(Number).sort((one, other) => other - one).map(countField);
  place.append(...fields, element('p', {}, `${say('count-sum')} `, sum));
  place.addEventListener('input', add);
  return add;
}

/** Chips in words, the largest first: `20 × 25, 4 × 100`. @param {Record<string, number>} pieces */
export const listed = (pieces) => Object.entries(pieces).sort(([one], [other]) => Number(other) - Number(one))
  .map(([worth, count]) => `${number(count)} × ${money(Number(worth))}`).join(', ') || '–';
