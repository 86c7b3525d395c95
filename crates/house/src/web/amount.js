// Fields in which people write money, as they are used to write it.

import { readMoney, say } from './say.js';

/** Every such field of the page says so at once if what stands in it is no amount. */
export function watchMoneyFields() {
  document.addEventListener('input', ({ target }) => {
    if (!(target instanceof HTMLInputElement) || !['money', 'signed'].includes(target.dataset.kind ?? '')) return;
    // What goes out has a minus in front, where the field says so.
    const text = target.dataset.kind === 'signed' ? target.value.trim().replace(/^[-−]/, '') : target.value;
    const wrong = target.value.trim() !== '' && readMoney(text) === null;
    target.setCustomValidity(wrong ? say('not-an-amount') : '');
  });
}

/** The amount in a field, in the smallest unit; nothing if none was written. @param {{value: string}} field */
export function amountIn(field) {
  return readMoney(field.value) ?? undefined;
}
