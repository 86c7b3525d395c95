// Chips counted by what each is worth.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { counted, fewest, worthOf } from '../../crates/house/src/web/counting.js';

test('what stands in the fields is so many chips, however thousands are written', () => {
  assert.deepEqual(counted({ 500: '20', 2500: '1,000', 10000: '1 000', 100: '', 25: '0' }), { 500: 20, 2500: 1000, 10000: 1000 });
  assert.equal(worthOf({ 500: 20, 2500: 4 }), 20_000);
});

test('what is no number of chips is none', () => {
  for (const text of ['-1', '1.5', 'ten', '1e3', '999999999']) assert.equal(counted({ 500: text }), null, text);
});

test('an amount is made of the fewest chips that are there', () => {
  assert.deepEqual(fewest(13_500, { 500: 10, 2500: 10, 10000: 10 }), { 10000: 1, 2500: 1, 500: 2 });
  assert.deepEqual(fewest(10_000, { 500: 0, 2500: 4, 10000: 0 }), { 2500: 4 });
  assert.deepEqual(fewest(6_000, { 2000: 3, 5000: 1 }), { 2000: 3 }, 'one large chip less lets it come out even');
  assert.equal(fewest(10_001, { 500: 100, 2500: 4 }), null);
  assert.equal(fewest(5_000, { 500: 2 }), null);
});
