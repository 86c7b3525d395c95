// Favourite bets, as the browser keeps them.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MOST, read, withOne, without, written } from '../../crates/house/src/rooms/table/favourites.js';

const WAGERS = ['one', 'two'];
const bet = (/** @type {Record<string, number>} */ by) => new Map(Object.entries(by));

test('what is kept is read again', () => {
  const all = [bet({ one: 1_000, two: 500 }), bet({ two: 2_000 })];
  assert.deepEqual(read(written(all), WAGERS), all);
});

test('whatever else stands there is nothing', () => {
  for (const kept of [null, '', 'x', '{}', '[1]', '[[]]', '[[["one",-5]]]', '[[["one",1.5]]]', '[[["none",500]]]', '[[["one"]]]', '[null]']) {
    assert.deepEqual(read(kept, WAGERS), [], String(kept));
  }
});

test('the newest stands first, once, and the oldest goes', () => {
  let all = [bet({ one: 100 })];
  all = withOne(all, bet({ one: 200 }));
  all = withOne(all, bet({ one: 100 }));
  assert.deepEqual(all, [bet({ one: 100 }), bet({ one: 200 })]);
  for (let nth = 1; nth < 10; nth += 1) all = withOne(all, bet({ two: nth }));
  assert.equal(all.length, MOST);
  assert.deepEqual(all[0], bet({ two: 9 }));
  assert.deepEqual(withOne(all, new Map()), all, 'nothing is no bet');
});

test('one can be given up', () => assert.deepEqual(without([bet({ one: 1 }), bet({ two: 2 })], bet({ one: 1 })), [bet({ two: 2 })]));
