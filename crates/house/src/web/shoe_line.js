// One finished shoe of a table, with a button that checks it here in the browser.

import { get } from './api.js';
import { element, number, say } from './say.js';
import { DoesNotHold, STEPS, canCheck, check } from '../rooms/shoes/verify.js';

/** @import { ShoeSummary } from './types.js' */

/**
 * @param {string} table
 * @param {Pick<ShoeSummary, 'number' | 'seal'>} shoe
 */
export function shoeLine(table, shoe) {
  const answer = element('span', { class: 'verdict', role: 'status' });
  const button = element('button', { type: 'button', class: 'verify', onclick: () => void run() }, say('verify'));
  const line = element('li', { 'data-shoe': shoe.number },
    element('span', {}, say('shoe-number', { number: number(shoe.number) }), ' ', element('code', {}, `${(shoe.seal ?? '').slice(0, 12)}…`)), button, answer);

  async function run() {
    answer.className = 'verdict';
    answer.textContent = say('verifying');
    try {
      if (!canCheck()) throw new Error(say('verify-needs-secure'));
      const found = await check(await get(`/tables/${encodeURIComponent(table)}/shoes/${shoe.number}`));
      if (found.seal !== shoe.seal) throw new DoesNotHold('seal');
      answer.classList.add('holds');
      answer.textContent = say('holds', { cards: number(found.shown) });
    } catch (fault) {
      answer.classList.add('fails');
      answer.textContent = fault instanceof DoesNotHold
        ? say('does-not-hold', { step: say(`step-${STEPS.includes(fault.step) ? fault.step : 'order-of-lines'}`), line: fault.line ?? '–' })
        : fault instanceof Error && fault.message ? fault.message : say('lost');
    }
  }
  return line;
}
