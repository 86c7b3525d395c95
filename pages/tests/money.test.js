// Money as people type it and as pages write it.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { moneyIn } from '../../crates/house/src/web/money.js';

/** @param {string} language @param {Record<string, number | null>} cases */
function reads(language, cases) {
  const { read } = moneyIn(language);
  for (const [text, amount] of Object.entries(cases)) test(`${language} reads ${JSON.stringify(text)}`, () => assert.equal(read(text), amount));
}

reads('en', {
  1000: 100_000, '1,000': 100_000, '1 000': 100_000, '1\u00a0000': 100_000, '1\u202f000': 100_000, '1,000,000': 100_000_000,
  '12.5': 1_250, '12,5': 1_250, '12.50': 1_250, '1,000.50': 100_050, '0.05': 5, '.5': null, ' 25 ': 2_500, '０２５': 2_500, '１,０００': 100_000,
  // What could mean two amounts, or none, is no amount.
  '1.000': null, '1.000,50': null, '1,00,000': null, '1,0000': null, '10,00,0': null, '12.505': null, '1 000 50': null, '1,000 000': null,
  '': null, ten: null, '-5': null, '+5': null, '1e3': null, '0x10': null, '1;000': null, Infinity: null, '99999999999999999999': null,
});
reads('zh-CN', { 1000: 100_000, '1,000': 100_000, '１，０００': 100_000, '1 000.5': 100_050, '1.000': null });
reads('de', { '1.000': 100_000, '1.000,50': 100_050, '12,5': 1_250, '12.50': 1_250, '1,000': 100_000, '1,000.50': 100_050, '1,000,50': null, '0,500': null });

// Whatever language a page is in, these are one thousand.
for (const language of ['en', 'zh-CN', 'de', 'fr', 'de-CH', 'es', 'it', 'ja', 'pt-BR', 'ru', 'ar', 'hi']) reads(language, { 1000: 100_000, '1,000': 100_000, '1 000': 100_000, '1\u202f000': 100_000 });
reads('fr', { '1 000,50': 100_050, '1\u202f000': 100_000, '1.000': null });
reads('de-CH', { "1'000.50": 100_050, '1’000': 100_000 });

test('whole amounts have no cents, others two', () => {
  const { write } = moneyIn('en');
  assert.deepEqual([0, 5, 50, 2_500, 2_550, 123_456_789].map(write), ['0', '0.05', '0.50', '25', '25.50', '1,234,567.89']);
});

test('every language writes in its own way', () => {
  assert.equal(moneyIn('de').write(123_456_750), '1.234.567,50');
  assert.equal(moneyIn('zh-CN').write(123_456_750), '1,234,567.50');
  assert.equal(moneyIn('fr').write(100_050).replace(/\s/g, ' '), '1 000,50');
});

test('gains and losses show their sign, nothing does not', () => {
  const { signed } = moneyIn('en');
  assert.deepEqual([2_550, -2_550, 0].map(signed), ['+25.50', '−25.50', '0']);
});

test('what is written is read as the same amount', () => {
  for (const language of ['en', 'zh-CN', 'de', 'fr', 'de-CH', 'es', 'it', 'ja']) {
    const { read, write } = moneyIn(language);
    for (const amount of [0, 1, 50, 99, 100, 2_550, 99_999, 100_000, 123_456_789, 100_000_000_000]) {
      assert.equal(read(write(amount)), amount, `${write(amount)} in ${language}`);
    }
  }
});
