// Why a wager got what it did: each sentence of the sum with its own clauses.

import assert from 'node:assert/strict';
import { test } from 'node:test';

// Messages say their key and what goes into them; the page that would hold them is not there.
const KEYS = ['sum', 'sum-less', 'sum-above-maximum', 'sum-not-payable', 'sum-void', 'sum-loses', 'sum-stands-off', 'sum-rounded-up', 'sum-owed', 'sum-stays', 'sum-part'];
const texts = Object.fromEntries(KEYS.map((key) => [key, `${key} {stake}{staked}{amount} {live} {back} {commission}`]));
globalThis.document = /** @type {any} */ ({ documentElement: { lang: 'en' }, getElementById: () => ({ textContent: JSON.stringify(texts) }) });
const { clausesOf, gain, sumLines } = await import('../../crates/house/src/web/sum.js');

/** @import { SettledView } from '../../crates/house/src/web/types.js' */

/** @param {Partial<SettledView>} but @returns {SettledView} */
const settled = (but) => ({
  coup: 1, id: 1, box: 1, wager: 'one', staked: 10_000, live: 10_000, outcome: 'wins', commission: 0, paid: 10_000, chips: [], owed: 0, returned: 0, stays: false,
  clauses: [], steps: [], ...but,
});
const rows = [{ does: 'pays 1 to 1 less 5%' }, { does: 'loses' }];
/** @param {SettledView['steps'][number]['cause']} cause @param {number} amount @param {...string} clauses */
const step = (cause, amount, ...clauses) => ({ cause, amount, clauses });
/** @param {SettledView} one */
const lines = (one) => sumLines(one, rows).map(({ text, clauses }) => `${text.split(' ')[0]} ${clauses.join(',')}`);

test('what was cut to the maximum and what was void are two things, each with its clause', () => {
  const cut = settled({ staked: 12_000, returned: 2_000, commission: 500, paid: 9_500, steps: [step('above-maximum', 2_000, '3.7'), step('row', 9_500, '8.1'), step('commission', 500, '8.2')] });
  assert.deepEqual(lines(cut), ['sum-above-maximum 3.7', 'sum-less 8.1,8.2']);
  const part = settled({ staked: 12_000, returned: 2_000, outcome: 'loses', paid: 0, steps: [step('not-payable', 2_000, '5.8'), step('row', 0, '8.3')] });
  assert.deepEqual(lines(part), ['sum-not-payable 5.8', 'sum-loses 8.3']);
});

test('a wager without a result says that it came back, by the clause of the ruling', () => {
  const void_ = settled({ outcome: 'void', live: 0, paid: 0, returned: 10_000, clauses: ['19.1'], steps: [step('void', 10_000, '19.1')] });
  assert.deepEqual(lines(void_), ['sum-void 19.1']);
  assert.equal(gain(void_), 0);
});

test('what is owed and what stays have lines of their own', () => {
  assert.deepEqual(lines(settled({ outcome: 'stands-off', paid: 0, stays: true, steps: [step('row', 0, '8.4'), step('stays', 10_000, '7.2')] })), ['sum-stands-off 8.4', 'sum-stays 7.2']);
  assert.deepEqual(lines(settled({ commission: 500, paid: 9_500, owed: 50, steps: [step('row', 9_500, '8.1'), step('owed', 50, '8.9')] })), ['sum-less 8.1', 'sum-owed 8.9']);
});

test('what the instrument does not state is told as assumed, and nothing else is', () => {
  const assumed = (/** @type {SettledView} */ one) => sumLines(one, rows).map((line) => line.assumed);
  assert.deepEqual(assumed(settled({ commission: 500, paid: 9_500, steps: [step('row', 9_500)] })), [true]);
  assert.deepEqual(assumed(settled({ commission: 500, paid: 9_500, owed: 50, steps: [step('row', 9_500, '8.1'), step('owed', 50)] })), [false, false]);
  assert.deepEqual(assumed(settled({ outcome: 'loses', paid: 0, steps: [step('row', 0)] })), [true]);
});

test('a loss is what was taken, a win what was paid', () => {
  assert.equal(gain(settled({ outcome: 'loses', staked: 12_000, returned: 2_000, paid: 0 })), -10_000);
  assert.equal(gain(settled({ paid: 9_500 })), 9_500);
});

test('every clause of a payment is named once, that of what is owed too', () => {
  const paid = settled({ clauses: ['4.3', '8.4'], owed: 20, steps: [step('row', 9_500, '4.3', '8.4'), step('commission', 500, '8.4'), step('owed', 20, '3.5')] });
  const lost = settled({ outcome: 'loses', clauses: ['4.3'], steps: [step('row', 0, '4.3')] });
  assert.deepEqual(clausesOf([paid, lost]), ['4.3', '8.4', '3.5']);
});
