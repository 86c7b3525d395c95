// One order of hands everywhere: Player, Tie, Banker, by what a wager backs.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inOrder } from '../../crates/house/src/web/in_order.js';

/** @param {string} id @param {string | null} backs @param {string | null} [option] */
const wager = (id, backs, option = null) => ({ id, backs, option, class: option === null ? 'main' : 'side' });
const ids = (/** @type {ReturnType<typeof wager>[]} */ ...wagers) => inOrder(wagers).map((one) => one.id).join(' ');

test('main wagers stand as on the cloth, whatever they are called', () => {
  assert.equal(ids(wager('a', 'banker'), wager('b', 'player'), wager('c', 'tie')), 'b c a');
});

test('side options come after the main wagers, each together, Player before Banker', () => {
  assert.equal(ids(wager('db', 'banker', 'dragon'), wager('pp', 'player', 'pairs'), wager('dp', 'player', 'dragon'), wager('p', 'player'), wager('bp', 'banker', 'pairs')),
    'p dp db pp bp');
});

test('what is on no hand alone stands between the hands, as the book has it', () => {
  assert.equal(ids(wager('either', null, 'pairs'), wager('bp', 'banker', 'pairs'), wager('both', null, 'pairs'), wager('pp', 'player', 'pairs')), 'pp either both bp');
});
