// What a staff page says of an event and of a change, in a language other than the house's own English.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

// A page as `say.js` finds it: its language, and its messages from the Chinese file of the room that tells events.
const room = new URL('../../crates/house/src/rooms/watch/zh-CN.ftl', import.meta.url);
const texts = Object.fromEntries(readFileSync(room, 'utf8').split('\n').filter((line) => /^[a-z].* = /.test(line))
  .map((line) => [line.slice(0, line.indexOf(' = ')), line.slice(line.indexOf(' = ') + 3).replace(/\{ \$(\w+) \}/g, '{$1}')]));
/** @type {any} */ (globalThis).document = {
  documentElement: { lang: 'zh-CN' },
  getElementById: (/** @type {string} */ id) => (id === 'texts' ? { textContent: JSON.stringify(texts) } : null),
};
const { changeText, eventText } = await import('../../crates/house/src/web/event_text.js');

test('a change names what is to change and to what', () => {
  const check = (/** @type {any} */ change, /** @type {string} */ told) => assert.equal(changeText(change, 'in English'), told);
  check({ of: 'limits', limits: { least: 5_000, most: 100_000 } }, '限额 50 至 1,000');
  check({ of: 'differential', most: 250_000 }, '庄闲差额 2,500');
  check({ of: 'differential', most: null }, '不设庄闲差额');
  check({ of: 'area-most' }, '不设每格最高额');
  check({ of: 'countdown', seconds: 20 }, '倒计时 20 秒');
  check({ of: 'next-shoe-faces', faces: 'down' }, '自下一靴起首四张牌面朝下');
  check({ of: 'closing' }, '关台');
  check({ of: 'something-new' }, 'in English');
});

test('what would follow from a change is told with it', () => {
  const posted = { fact: 'sign-posted', message: 'a sign', change: { of: 'limits', limits: { least: 5_000, most: 100_000 } } };
  assert.equal(eventText(/** @type {any} */ (posted)), '已张贴告示：限额 50 至 1,000');
});
