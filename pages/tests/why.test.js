// The sum behind a payment, and the amounts that chips can pay.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { canMake, isPayable, nearest } from '../../crates/house/src/rooms/table/payable.js';
import { oddsOf, sumOf } from '../../crates/house/src/rooms/table/why.js';

const rows = (/** @type {string[]} */ ...does) => does.map((one) => ({ does: one, name: null, when: '', clauses: [] }));

test('odds are read from the words of a row', () => {
  assert.deepEqual(oddsOf('pays 19 to 20'), { wins: 19, stake: 20, percent: 0 });
  assert.deepEqual(oddsOf('pays 1 to 1 less 5%'), { wins: 1, stake: 1, percent: 5 });
  assert.equal(oddsOf('stands off'), null);
  assert.equal(oddsOf('loses'), null);
});

test('stake times odds less commission is what was paid', () => {
  const paid = { outcome: 'wins', live: 137_500, commission: 6_875, paid: 130_625 };
  assert.deepEqual(sumOf(paid, rows('stands off', 'pays 1 to 1 less 5%', 'loses')),
    { live: 137_500, odds: { wins: 1, stake: 1, percent: 5 }, gross: 137_500, commission: 6_875, rounded: 0, paid: 130_625 });
});

test('what was rounded is told apart', () => {
  const paid = { outcome: 'wins', live: 1_050, commission: 0, paid: 1_000 };
  assert.equal(sumOf(paid, rows('pays 19 to 20'))?.rounded, 2.5);
});

test('of several rows it is the one that was paid', () => {
  const paid = { outcome: 'wins', live: 500, commission: 0, paid: 12_500 };
  assert.deepEqual(sumOf(paid, rows('pays 25 to 1', 'pays 11 to 1', 'pays 5 to 1'))?.odds, { wins: 25, stake: 1, percent: 0 });
});

test('a wager that lost or stood off has no sum', () => {
  assert.equal(sumOf({ outcome: 'loses', live: 500, commission: 0, paid: 0 }, rows('pays 8 to 1')), null);
  assert.equal(sumOf({ outcome: 'stands-off', live: 500, commission: 0, paid: 0 }, rows('pays 8 to 1')), null);
});

test('chips make some amounts and not others', () => {
  assert.ok(canMake(3_500, [2_500, 500, 100]));
  assert.ok(!canMake(3_550, [2_500, 500, 100]));
  assert.ok(canMake(6_000, [2_500, 2_000]), 'where the largest first would not do');
  assert.ok(!canMake(0.5, [1]));
  assert.ok(!canMake(-100, [100]));
});

test('an amount is payable when every win of it is', () => {
  const banker = { rows: rows('pays 19 to 20', 'loses') };
  assert.ok(isPayable(2_000, banker, [100, 500]));
  assert.ok(!isPayable(1_500, banker, [100, 500]));
});

test('the nearest amounts that can be paid are found below and above', () => {
  const banker = { rows: rows('pays 19 to 20', 'loses'), limits: { least: 1_000, most: 10_000, unit: 500 } };
  assert.deepEqual(nearest(3_500, banker, [100, 500, 2_500]), [2_000, 4_000]);
  assert.deepEqual(nearest(1_500, banker, [100, 500, 2_500]), [2_000], 'nothing below the least');
  assert.deepEqual(nearest(12_500, banker, [100, 500, 2_500]), [10_000], 'nothing above the most');
});

test('an amount off the unit has neighbours on it', () => {
  const player = { rows: rows('pays 1 to 1', 'loses'), limits: { least: 1_000, most: 10_000, unit: 500 } };
  assert.deepEqual(nearest(1_750, player, [100, 500]), [1_500, 2_000]);
});
