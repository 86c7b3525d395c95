// Notices of a table in the reader's language.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { noticeText } from '../../crates/house/src/rooms/sign/notice.js';

const words = {
  say: (/** @type {string} */ key, /** @type {Record<string, string>} */ values = {}) => `<${[key, ...Object.values(values)].join(' ')}>`,
  option: (/** @type {string} */ id) => (id === 'pairs' ? '对子' : null),
  method: (/** @type {string} */ id) => (id === 'commission' ? '抽佣' : null),
};
const check = (/** @type {string} */ text, /** @type {string} */ expected) => assert.equal(noticeText(text, words), expected, text);

test('what the house writes in fixed forms is said in the language of the page', () => {
  check('any amount in chips', '<says-any-amount>');
  check('multiples of 5; pairs: any amount in chips', '<says-multiples 5>; 对子: <says-any-amount>');
  check('commission', '抽佣');
  check('25 seconds', '<says-seconds 25>');
  check('differential 5000', '<says-differential 5000>');
  check('at most 500 on an area, at most 20 on player-pair', '<says-area-most 500>, at most 20 on player-pair');
  check('pairs only with a main wager', '对子: <says-only-with-main>');
  check('no-bet coup', '<says-no-bet>');
  check('a copy of the rules', '<says-rules>');
});

test('what is in no such form stays as it was written', () => {
  check('marker for Ann: 10 to 100', 'marker for Ann: 10 to 100');
  check('minimum 50 from 2026-11-18', 'minimum 50 from 2026-11-18');
});
