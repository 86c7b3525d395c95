// Standings, limits, prizes, sealed forms and keyed acts of a tournament.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DESK, DUTIES, actOf, takesTwo } from '../../crates/house/src/rooms/tournament/acts.js';
import { readCards } from '../../crates/house/src/rooms/tournament/cards.js';
import { level, part, prizes, sealOf, standings, toWager } from '../../crates/house/src/rooms/tournament/standings.js';

const seat = (/** @type {number} */ number, /** @type {string} */ name, /** @type {number} */ stack, more = {}) => ({ seat: number, name, stack, taken: true, absent: false, out: false, resting: false, passes: 0, forms: 0, ...more });
const table = (/** @type {number} */ number, /** @type {any[]} */ seats, more = {}) => ({ number, name: '', seats, coups: 3, limits: [50, 500], coup: null, last_cards: [], until: null, disputed: false, ended: false, play_off: false, counted: false, places: null, ...more });
const entrant = (/** @type {string} */ name, standing = 'in') => ({ name, standing });

test('chips decide while a session is on, level players share a rank, who is out stands below', () => {
  const tables = [table(1, [seat(1, 'ann', 900), seat(2, 'bob', 0, { out: true })]), table(2, [seat(1, 'cat', 1100), seat(2, 'dan', 900)])];
  const lines = standings({ places: [], tables, entrants: ['ann', 'bob', 'cat', 'dan'].map((name) => entrant(name)), begun: true });
  assert.deepEqual(lines.map(({ rank, name, state }) => [rank, name, state]), [[1, 'cat', 'in'], [2, 'ann', 'in'], [2, 'dan', 'in'], [null, 'bob', 'out']]);
});

test('before a session nobody has a rank; official places are as they are', () => {
  const seated = { places: [], tables: [table(1, [seat(3, 'ann', 900)])], entrants: [entrant('eve', 'withdrawn'), entrant('ann')], begun: false };
  assert.deepEqual(standings(seated).map(({ rank, name, stack }) => [rank, name, stack]), [[null, 'ann', null], [null, 'eve', null]]);
  const places = [{ place: 1, name: 'bob', stack: 5, advances: false }];
  assert.deepEqual(standings({ ...seated, places }).map(({ rank, name }) => [rank, name]), [[1, 'bob']]);
});

test('the level in force goes by coup or by minute, and the next is named', () => {
  const levels = [{ from: /** @type {[number, string]} */ ([1, 'coup']), least: 50, most: 500 }, { from: /** @type {[number, string]} */ ([16, 'coup']), least: 100, most: 1000 }];
  const view = /** @type {any} */ ({ terms: { levels }, stages: [{ length: [20, 'coups'] }], stage: 0 });
  assert.equal(level(view, /** @type {any} */ (table(1, [], { coups: 14 })), 0).number, 1);
  assert.equal(level(view, /** @type {any} */ (table(1, [], { coups: 14 })), 0).next?.least, 100);
  const later = level(view, /** @type {any} */ (table(1, [], { coups: 15, limits: null })), 0);
  assert.deepEqual([later.number, later.least, later.next, later.coup], [2, 100, null, 16]);
  const minutes = /** @type {any} */ ({ terms: { levels: [{ from: [0, 'minute'], least: 1, most: 2 }, { from: [10, 'minute'], least: 3, most: 4 }] }, stages: [{ length: [45, 'minutes'] }], stage: 0 });
  assert.equal(level(minutes, /** @type {any} */ (table(1, [], { until: 45 * 60_000 })), 11 * 60_000).number, 2);
});

test('what does not fit is shown in turn', () => {
  assert.deepEqual(part([1, 2, 3, 4, 5], 2, 0), { shown: [1, 2], at: 1, parts: 3 });
  assert.deepEqual(part([1, 2, 3, 4, 5], 2, 5), { shown: [5], at: 3, parts: 3 });
  assert.deepEqual(part([], 2, 7), { shown: [], at: 1, parts: 1 });
});

test('prizes are shares of the pool until they are awarded', () => {
  const terms = /** @type {any} */ ({ shares: [{ place: 1, share: 6000, money: 315_000, goods: ['a watch'] }] });
  assert.deepEqual(prizes({ prizes: [], terms })[0], { place: 1, name: null, money: 315_000, share: 6000, goods: ['a watch'], paid: false });
  const awarded = [{ place: 1, name: 'ann', money: 5, goods: [], paid: true }];
  assert.deepEqual(prizes({ prizes: awarded, terms })[0], { place: 1, name: 'ann', money: 5, share: null, goods: [], paid: true });
});

test('a form is sealed as the house seals it', async () => {
  const seal = await sealOf({ tournament: 'cup', coup: 2, entrant: 'ann', wager: 'tie', amount: 5000, salt: '00'.repeat(31) + 'ff' });
  const { createHash } = await import('node:crypto');
  const expected = createHash('sha256').update('croupier-form-1\ncup\n2\nann\ntie\n5000\n').update(Buffer.from('00'.repeat(31) + 'ff', 'hex')).digest('hex');
  assert.equal(seal, expected);
  assert.notEqual(seal, await sealOf({ tournament: 'cup', coup: 2, entrant: 'ann', wager: 'tie', amount: null, salt: '00'.repeat(31) + 'ff' }));
});

test('an act is made of what was filled in', () => {
  const filled = (/** @type {Record<string, string | boolean>} */ values) => (/** @type {{name: string}} */ { name }) => ({ text: String(values[name] ?? ''), checked: values[name] === true });
  const readMoney = (/** @type {string} */ text) => Number(text) * 100;
  const form = (/** @type {string} */ act) => Object.values(DESK).flat().find((one) => one.act === act) ?? assert.fail(act);
  assert.deepEqual(actOf(form('set-limits'), filled({ least: '50', most: '500' }), readMoney), { act: 'set-limits', least: 5000, most: 50_000 });
  assert.deepEqual(actOf(form('set-terms'), filled({ order: 'false', pass_cards: '2' }), readMoney), { act: 'set-terms', order: false, pass_cards: 2, undisclosed: null });
  assert.deepEqual(actOf(form('set-numbers'), filled({ numbers: '7, 7,6' }), readMoney), { act: 'set-numbers', numbers: [7, 7, 6] });
  assert.deepEqual(actOf(DUTIES.draw, filled({ mix: ' 3 17 22 ' }), readMoney), { act: 'ballot', mix: '3 17 22' });
  assert.equal(takesTwo(form('disqualify'), {}), true);
  assert.equal(takesTwo(form('rule-absence'), { disqualify: false }), false);
  assert.equal(takesTwo(form('rule-absence'), { disqualify: true }), true);
});

test('cards are read as they are typed', () => {
  assert.deepEqual(readCards('4h kd, 10c 8S'), { cards: ['4H', 'KD', 'TC', '8S'], wrong: [] });
  assert.deepEqual(readCards('4h 1x'), { cards: ['4H'], wrong: ['1X'] });
});

test('whoever has wagered is not to wager any more: the next in order is', () => {
  const coup = { number: 1, marker: 2, turn: 2, turns: [2, 1], bets: [], passes: [], forms: [], called: false, dealt: false };
  const of = (/** @type {any} */ more) => toWager(/** @type {any} */ (table(1, [], { coup: { ...coup, ...more } })));
  assert.equal(of({}), 2);
  assert.equal(of({ bets: [{ seat: 2, wager: 'tie', amount: 5 }] }), 1);
  assert.equal(of({ passes: [2] }), 1);
  assert.equal(of({ forms: [{ seat: 2 }] }), 1);
  assert.equal(of({ turn: 1, passes: [2, 1] }), null);
  assert.equal(of({ called: true }), null);
  assert.equal(toWager(/** @type {any} */ (table(1, []))), null);
});
