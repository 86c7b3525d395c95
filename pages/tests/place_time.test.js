// Times by the clocks of a promotion's place, around the end of daylight saving.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { momentThere, shownThere } from '../../crates/house/src/web/place_time.js';

const at = (/** @type {string} */ text) => Date.parse(text);
const SYDNEY = [
  { from: at('2026-10-03T16:00:00Z'), minutes: 660 },
  { from: at('2027-04-03T16:00:00Z'), minutes: 600 },
];
const shown = (/** @type {string} */ text) => new Date(shownThere(at(text), SYDNEY)).toISOString().slice(0, 16);

test('the clocks of the place count, whoever reads', () => {
  assert.equal(shown('2027-04-03T15:59:00Z'), '2027-04-04T02:59');
  assert.equal(shown('2027-04-03T16:00:00Z'), '2027-04-04T02:00');
  assert.equal(shown('2026-01-01T00:00:00Z'), '2026-01-01T11:00');
});

test('a place without shifts is in UTC', () => {
  assert.equal(shownThere(5, []), 5);
});

test('what the clocks of the place show means one moment', () => {
  for (const text of ['2027-04-03T12:00:00Z', '2027-04-03T18:00:00Z', '2026-12-24T20:15:00Z']) {
    assert.equal(momentThere(shownThere(at(text), SYDNEY), SYDNEY), at(text), text);
  }
});
