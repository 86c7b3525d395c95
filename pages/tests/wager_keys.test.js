// Keying wagers at the dealer's console.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Hand, WagerKeys, inField, sameAgain, wagerLetters } from '../../crates/house/src/rooms/dealer/wagers.js';

const BY = { chips: [100, 500, 2500, 10000], hand: 5000, read: (/** @type {string} */ text) => (text === '' ? null : Number(text) * 100) };
const SPOT = { box: 3, wager: 'player' };

/** What is laid by these keys behind a box and a wager. @param {WagerKeys} keys @param {string[]} pressed */
const laid = (keys, pressed) => pressed.map((key) => keys.take(key, BY)).map(({ laid: one }) => one?.amount ?? null);

test('each wager has a letter of its own, and never that of a suit', () => {
  const ids = ['player', 'banker', 'tie', 'super-6', 'player-pair', 'banker-pair', 'either-pair', 'perfect-pair', 'dragon'];
  const letters = wagerLetters(ids);
  assert.deepEqual([...letters.values()], ids);
  assert.deepEqual([letters.get('p'), letters.get('b'), letters.get('t')], ['player', 'banker', 'tie']);
  for (const letter of letters.keys()) assert.ok(!'shdcu'.includes(letter), letter);
});

test('a box, a wager and a chip are a wager', () => {
  const keys = new WagerKeys();
  keys.begin(SPOT);
  assert.deepEqual(keys.take('3', BY), { taken: true, laid: { spot: SPOT, amount: 2500, more: false } });
  assert.ok(keys.idle);
});

test('x says how many of that chip', () => {
  const keys = new WagerKeys();
  keys.begin(SPOT);
  assert.deepEqual(laid(keys, ['3', 'x', '4']), [2500, null, 10000]);
  assert.deepEqual(laid(keys, ['x', 'q']), [null, null], 'what is no figure is no count');
  assert.ok(keys.idle);
});

test('enter lays the amount in hand, and an amount can be written out', () => {
  const keys = new WagerKeys();
  keys.begin(SPOT);
  assert.deepEqual(laid(keys, ['Enter']), [5000]);
  keys.begin(SPOT);
  assert.deepEqual(laid(keys, ['=', '7', '6', 'Backspace', '5', 'Enter']), [null, null, null, null, null, 7500]);
});

test('what belongs to no wager lets the place go and is not taken', () => {
  for (const key of ['q', 'h', 'Escape', '9']) {
    const keys = new WagerKeys();
    keys.begin(SPOT);
    assert.deepEqual(keys.take(key, BY), { taken: false, laid: null }, key);
    assert.ok(keys.idle, key);
  }
});

test('chips add up in the hand until it was laid', () => {
  const hand = new Hand();
  hand.add(2500);
  hand.add(2500);
  assert.equal(hand.amount, 5000);
  hand.set(hand.amount);
  hand.add(500);
  assert.equal(hand.amount, 500);
});

test('the same again is what does not lie there yet, for those who are here', () => {
  const stake = (/** @type {string} */ patron, /** @type {string} */ wager) => ({ patron, box: 1, wager, amount: 100 });
  const before = [stake('Ann', 'player'), stake('Bob', 'tie'), stake('Ann', 'tie'), stake('Cat', 'player')];
  assert.deepEqual(sameAgain(before, [stake('Bob', 'tie')], ['Ann', 'Bob']), [['Ann', [before[0], before[2]]]]);
});

test('a card keyed in a list or in a field for figures is a card', () => {
  const list = { name: 'SELECT', type: 'select-one', figures: false, value: 'Ann' };
  const figures = { name: 'INPUT', type: 'text', figures: true, value: '7' };
  const text = { name: 'INPUT', type: 'text', figures: false, value: '7' };
  assert.deepEqual(inField(list, '7'), { what: 'key' });
  assert.deepEqual(inField(list, 'ArrowDown'), { what: 'text' });
  assert.deepEqual(inField(figures, 'h'), { what: 'card', rank: '7' });
  assert.deepEqual(inField({ ...figures, value: '70' }, 'h'), { what: 'text' });
  assert.deepEqual(inField(figures, 'K'), { what: 'card', rank: '' });
  assert.deepEqual(inField(figures, '5'), { what: 'text' });
  assert.deepEqual(inField(text, 'h'), { what: 'text' });
});

test('an amount may be written with a space, as everywhere, and no wager is lost by it', () => {
  const keys = new WagerKeys();
  const read = (/** @type {string} */ text) => Number(text.replaceAll(' ', '')) * 100;
  keys.begin(SPOT);
  const last = ['=', '1', ' ', '0', '0', '0', 'Enter'].map((key) => keys.take(key, { ...BY, read })).at(-1);
  assert.deepEqual(last, { taken: true, laid: { spot: SPOT, amount: 100_000, more: false } });
  keys.begin(SPOT);
  assert.deepEqual(['=', '1', ' ', 'Enter'].map((key) => keys.take(key, { ...BY, read }).laid?.amount ?? null), [null, null, null, 100]);
});
