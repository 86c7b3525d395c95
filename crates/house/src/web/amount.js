// Fields in which people write money, as they are used to write it.

import { readMoney, say } from './say.js';

/** Every such field of the page says so at once if what stands in it is no amount. */
export function watchMoneyFields() {
  document.addEventListener('input', ({ target }) => {
    if (!(target instanceof HTMLInputElement) || target.dataset.kind !== 'money') return;
    const wrong = target.value.trim() !== '' && readMoney(target.value) === null;
    target.setCustomValidity(wrong ? say('not-an-amount') : '');
  });
}

/** The amount in a field, in the smallest unit; nothing if none was written. @param {{value: string}} field */
export function amountIn(field) {
  return readMoney(field.value) ?? undefined;
}
