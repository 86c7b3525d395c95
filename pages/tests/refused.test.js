// Why the house said no, in the reader's words: from the word and its amounts.

import assert from 'node:assert/strict';
import { test } from 'node:test';

const texts = {
  'refused-unknown': 'no', 'refused-own-stake-limit': 'over your limit', 'refused-own-stake-limit-amounts': 'over your limit of {most}',
  'refused-own-time-limit': 'time is over', 'refused-own-time-limit-amounts': '{minutes} are over', 'refused-answer-unread': 'unread',
  'refused-below-minimum': 'too little', 'refused-below-minimum-amounts': 'at least {least}',
  'refused-above-maximum': 'too much', 'refused-above-maximum-amounts': 'at most {most} on {wager}', 'refused-above-maximum-figures': 'at most {most}',
  'refused-not-enough-chips': 'too few', 'refused-not-enough-chips-amounts': 'you have {chips}', 'refused-not-enough-chips-float': 'the float holds {float}',
};
globalThis.document = /** @type {any} */ ({ documentElement: { lang: 'zh-CN' }, getElementById: () => ({ textContent: JSON.stringify(texts) }) });
const { Refused } = await import('../../crates/house/src/web/api.js');

test('amounts that the house names stand in the sentence', () => {
  assert.equal(new Refused(409, { word: 'own-stake-limit', params: { most: 250_000 } }).inWords(), 'over your limit of 2,500');
  assert.equal(new Refused(409, { word: 'own-time-limit', params: { minutes: 90 } }).inWords(), '90分钟 are over');
});

test('so do those that the page knows, and without any the plain sentence is said', () => {
  assert.equal(new Refused(409, { word: 'below-minimum' }).inWords({ least: '10' }), 'at least 10');
  assert.equal(new Refused(409, { word: 'below-minimum' }).inWords(), 'too little');
  assert.equal(new Refused(409, { word: 'own-stake-limit' }).inWords({ least: '10' }), 'over your limit');
  assert.equal(new Refused(409, { word: 'something-else' }).inWords({ least: '10' }), 'no');
});

test('what is said in the language of the page already is shown as it is', () => {
  assert.equal(new Refused(422, { word: 'answer-unread', detail: '请写一个数' }).toText(), '请写一个数');
  assert.equal(new Refused(409, { word: 'own-time-limit', detail: 'in English' }).toText(), 'time is over');
});

test('where not everything is known, the sentence with most of what is known is said, to staff too', () => {
  const above = new Refused(409, { word: 'above-maximum', detail: 'found 50.00; the maximum is 25.00', params: { most: 2_500 } });
  assert.equal(above.inWords({ wager: 'Tie' }), 'at most 25 on Tie');
  assert.equal(above.inWords(), 'at most 25');
  assert.equal(above.toText(), 'at most 25');
  assert.equal(new Refused(409, { word: 'above-maximum' }).toText(), 'too much');
  assert.equal(new Refused(409, { word: 'not-enough-chips', params: { chips: 500 } }).toText(), 'you have 5');
  assert.equal(new Refused(409, { word: 'not-enough-chips', params: { float: 500 } }).toText(), 'the float holds 5');
});
