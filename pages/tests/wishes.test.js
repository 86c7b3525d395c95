// What a player wishes and what lies on the felt: sent, confirmed, refused, too late. Nothing vanishes.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Wishes, doubled, limitsFor, sum } from '../../crates/house/src/rooms/table/wishes.js';

const limits = { least: 1_000, most: 100_000, unit: 500 };
const WAGERS = ['one', 'two', 'three'].map((id) => ({ id, limits }));
const amounts = (/** @type {Record<string, number>} */ by) => new Map(Object.entries(by));

/** The table as a page sees it. @param {Partial<Parameters<Wishes['follow']>[0]>} but */
const now = (but) => ({ open: true, coup: 5, lies: new Map(), settled: [], waiting: false, wagers: WAGERS, ...but });

/** Wishes for coup 5. @param {Record<string, number>} by @param {Record<string, number>} [lies] */
function wishing(by, lies = {}) {
  const wishes = new Wishes();
  assert.deepEqual(wishes.follow(now({ lies: amounts(lies) })), []);
  wishes.want(amounts(by));
  return wishes;
}

test('what is new is placed, what is other is changed, what is gone is withdrawn, and that first', () => {
  const wishes = wishing({ one: 2_000, two: 3_000 }, { two: 1_000, three: 1_000 });
  assert.deepEqual(wishes.difference(amounts({ two: 1_000, three: 1_000 }), WAGERS, 4), [
    { act: 'withdraw', box: 4, wager: 'three' },
    { act: 'place', box: 4, wager: 'one', amount: 2_000, kind: 'chips' },
    { act: 'change', box: 4, wager: 'two', amount: 3_000 },
  ]);
});

test('what is less than the least is kept back and stays wished', () => {
  const wishes = wishing({ one: 500 });
  assert.deepEqual(wishes.difference(new Map(), WAGERS, 1), []);
  assert.deepEqual(wishes.follow(now({})), []);
  assert.deepEqual(wishes.wanted, amounts({ one: 500 }));
});

test('once everything lies there, nothing is sent', () => {
  const wishes = wishing({ one: 2_000 });
  assert.deepEqual(wishes.difference(amounts({ one: 2_000 }), WAGERS, 1), []);
});

test('the feed does not take away what waits to be sent or is on its way', () => {
  const wishes = wishing({ one: 2_000 });
  wishes.follow(now({ waiting: true }));
  assert.equal(wishes.wanted.get('one'), 2_000);
  wishes.sent('one', 2_000);
  wishes.follow(now({}));
  assert.equal(wishes.wanted.get('one'), 2_000);
});

test('what others put down, or staff take back, is followed', () => {
  const wishes = wishing({ one: 2_000 }, { one: 2_000 });
  wishes.follow(now({ lies: amounts({ one: 1_500 }) }));
  assert.deepEqual(wishes.wanted, amounts({ one: 1_500 }));
});

test('a wish that betting closed upon is lost, and said to be', () => {
  const wishes = wishing({ one: 2_000, two: 1_000 });
  assert.deepEqual(wishes.follow(now({ open: false, lies: amounts({ one: 2_000 }) })), [{ wager: 'two', wanted: 1_000, lies: 0, why: 'late' }]);
  assert.equal(wishes.coup, null);
  assert.deepEqual(wishes.wanted, amounts({ one: 2_000 }));
});

test('a wish is never carried over to the next coup, even if its closing was not seen', () => {
  const wishes = wishing({ one: 2_000 });
  assert.deepEqual(wishes.follow(now({ coup: 6 })), [{ wager: 'one', wanted: 2_000, lies: 0, why: 'late' }]);
  assert.deepEqual(wishes.wanted, new Map());
  assert.deepEqual(wishes.difference(new Map(), WAGERS, 1), []);
});

test('a wish to take back or to raise that came too late is told with what lies there', () => {
  const wishes = wishing({ one: 5_000 }, { one: 2_000, two: 1_000 });
  assert.deepEqual(wishes.follow(now({ open: false, lies: amounts({ one: 2_000, two: 1_000 }) })), [
    { wager: 'one', wanted: 5_000, lies: 2_000, why: 'late' },
    { wager: 'two', wanted: 0, lies: 1_000, why: 'late' },
  ]);
});

test('what was too little is said to have been so', () => {
  assert.deepEqual(wishing({ one: 500 }).follow(now({ open: false })), [{ wager: 'one', wanted: 500, lies: 0, why: 'below-least' }]);
});

test('a wager on its way is not called lost: its answer says what became of it', () => {
  const wishes = wishing({ one: 2_000 });
  wishes.sent('one', 2_000);
  assert.deepEqual(wishes.follow(now({ open: false })), []);
});

test('what was wished after a wager had gone is lost when betting closes or the line goes, and said to be', () => {
  const raised = () => {
    const wishes = wishing({ one: 2_000 });
    wishes.sent('one', 2_000);
    wishes.want(amounts({ one: 5_000 }));
    return wishes;
  };
  const lost = (/** @type {'late' | 'line'} */ why) => [{ wager: 'one', wanted: 5_000, lies: 2_000, why }];
  assert.deepEqual(raised().follow(now({ open: false })), lost('late'), 'the answer is not there yet');
  assert.deepEqual(raised().follow(now({ open: false, lies: amounts({ one: 2_000 }) })), lost('late'), 'the feed was faster than the answer');
  assert.deepEqual(raised().cut(new Map(), WAGERS), lost('line'));
  // Taken back while it was on its way: it may lie there all the same.
  const back = wishing({ one: 2_000 });
  back.sent('one', 2_000);
  back.want(new Map());
  assert.deepEqual(back.follow(now({ open: false })), [{ wager: 'one', wanted: 0, lies: 2_000, why: 'late' }]);
  // And put down again while taking it back was.
  const again = wishing({}, { one: 2_000 });
  again.sent('one', 0);
  again.want(amounts({ one: 2_000 }));
  assert.deepEqual(again.follow(now({ open: false, lies: amounts({ one: 2_000 }) })), [{ wager: 'one', wanted: 2_000, lies: 0, why: 'late' }]);
  // Once the answer is there, it is as ever.
  const answered = raised();
  answered.took('one', 2_000);
  answered.answered();
  assert.deepEqual(answered.follow(now({ open: false })), lost('late'));
});

test('what was too little on one box is told on turning to another, and not carried over', () => {
  const wishes = wishing({ one: 500, two: 2_000 }, { two: 2_000 });
  assert.deepEqual(wishes.turn(amounts({ two: 2_000 }), amounts({ three: 1_000 }), WAGERS), [{ wager: 'one', wanted: 500, lies: 0, why: 'below-least' }]);
  assert.deepEqual(wishes.wanted, amounts({ three: 1_000 }));
});

test('an act whose answer never comes holds back no other coup: what is wished there is sent, or said to be lost', () => {
  const wishes = wishing({ one: 2_000 });
  wishes.sent('one', 2_000);
  assert.deepEqual(wishes.follow(now({ open: false })), [], 'its answer may still come');
  assert.deepEqual(wishes.follow(now({ coup: 6 })), []);
  wishes.follow(now({ coup: 6, lies: amounts({ two: 1_000 }) }));
  assert.deepEqual(wishes.wanted, amounts({ two: 1_000 }), 'what lies there is followed');
  wishes.want(amounts({ one: 3_000, two: 1_000 }));
  assert.equal(wishes.difference(amounts({ two: 1_000 }), WAGERS, 1).length, 1, 'the same box is sent again');
  assert.deepEqual(wishes.follow(now({ coup: 6, open: false, lies: amounts({ two: 1_000 }) })), [{ wager: 'one', wanted: 3_000, lies: 0, why: 'late' }]);
});

test('a wager that the house took, paid or cut down is not lost', () => {
  const taken = wishing({ one: 2_000 });
  taken.took('one', 2_000);
  assert.deepEqual(taken.follow(now({ coup: 6 })), []);
  const paid = wishing({ one: 2_000 });
  assert.deepEqual(paid.follow(now({ open: false, settled: [{ coup: 5, wager: 'one', staked: 2_000 }] })), []);
  const cut = wishing({ one: 2_000 });
  cut.follow(now({ lies: amounts({ one: 2_000 }) }));
  assert.deepEqual(cut.follow(now({ open: false, lies: amounts({ one: 1_500 }) })), []);
});

test('when the line goes, what had not got there is given back', () => {
  const wishes = wishing({ one: 2_000, two: 1_000 });
  assert.deepEqual(wishes.cut(amounts({ two: 1_000 }), WAGERS), [{ wager: 'one', wanted: 2_000, lies: 0, why: 'line' }]);
  assert.deepEqual(wishes.wanted, amounts({ two: 1_000 }));
  assert.deepEqual(wishes.cut(amounts({ two: 1_000 }), WAGERS), [], 'once');
});

test('what was refused is no longer wished, and cannot be got back by undoing', () => {
  const wishes = wishing({ one: 2_000, two: 1_000 }, { one: 1_500 });
  wishes.refused('one', 1_500);
  wishes.refused('two', 0);
  assert.deepEqual(wishes.wanted, amounts({ one: 1_500 }));
  assert.equal(wishes.undo(), false);
});

test('steps are undone one by one', () => {
  const wishes = wishing({ one: 1_000 });
  wishes.want(amounts({ one: 2_000 }));
  wishes.want(new Map());
  assert.ok(wishes.undoable && wishes.undo());
  assert.deepEqual(wishes.wanted, amounts({ one: 2_000 }));
  assert.ok(wishes.undo());
  assert.deepEqual(wishes.wanted, amounts({ one: 1_000 }));
  assert.ok(wishes.undo());
  assert.deepEqual(wishes.wanted, new Map());
  assert.equal(wishes.undo(), false);
});

test('doubling and adding up', () => {
  assert.deepEqual(doubled(amounts({ one: 1_000, two: 500 })), amounts({ one: 2_000, two: 1_000 }));
  assert.equal(sum(amounts({ one: 1_000, two: 500 })), 1_500);
});

test('the limits that hold for a patron are those of main wagers alone', () => {
  const own = { main_limits: { least: 500, most: 500_000, unit: 500 } };
  const main = { id: 'one', class: 'main', limits };
  assert.deepEqual(limitsFor(main, own), own.main_limits);
  assert.deepEqual(limitsFor({ ...main, class: 'side' }, own), limits);
  assert.deepEqual(limitsFor(main, null), limits);
});

test('what is not below the limits that hold for a patron is sent', () => {
  const kept = { least: 500, most: 100_000, unit: 500 };
  const mine = WAGERS.map((one) => ({ ...one, class: 'main' })).map((one) => ({ ...one, limits: limitsFor(one, { main_limits: kept }) }));
  assert.deepEqual(wishing({ one: 500 }).difference(new Map(), mine, 1), [{ act: 'place', box: 1, wager: 'one', amount: 500, kind: 'chips' }]);
});
