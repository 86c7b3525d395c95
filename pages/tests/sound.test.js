// What is heard of what happened.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { soundOf } from '../../crates/house/src/web/sound.js';

const NOTHING = { opened: false, won: false, squeezes: false };

test('betting that opens is heard, by an act of its own or with the end of the coup before', () => {
  assert.equal(soundOf(['betting-opened'], NOTHING), 'open');
  assert.equal(soundOf(['coup-ended'], { ...NOTHING, opened: true }), 'open');
});

test('a win is heard once it is seen', () => {
  assert.equal(soundOf(['all-settled'], { ...NOTHING, won: true }), 'win');
  assert.equal(soundOf(['all-settled'], { ...NOTHING, won: true, squeezes: true }), null);
  assert.equal(soundOf(['all-settled'], NOTHING), null);
});

test('cards and the end of betting are heard', () => {
  assert.equal(soundOf(['card-dealt'], NOTHING), 'card');
  assert.equal(soundOf(['betting-closed'], NOTHING), 'close');
});
