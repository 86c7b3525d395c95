// What a page asks by itself says so, and keeps no session awake.

import assert from 'node:assert/strict';
import { test } from 'node:test';

globalThis.document = /** @type {any} */ ({ documentElement: { lang: 'en' }, getElementById: () => ({ textContent: '{}' }) });
/** The headers of what was asked last. @type {Record<string, string>} */
let headers = {};
globalThis.fetch = /** @type {any} */ (async (/** @type {string} */ _, /** @type {{headers: Record<string, string>}} */ asked) => {
  ({ headers } = asked);
  return new Response('{}', { headers: { 'content-type': 'application/json' } });
});
const { THERE, isAttended, sees } = await import('../../crates/house/src/web/presence.js');
const { ask, get } = await import('../../crates/house/src/web/api.js');

const isUnattended = async (/** @type {Promise<unknown>} */ asking) => {
  await asking;
  return headers['croupier-unattended'] === '1';
};

test('a page that nobody has touched asks by itself, whatever it asks', async () => {
  assert.equal(await isUnattended(get('/limits')), true);
  assert.equal(await isUnattended(ask('POST', '/session/factor')), true);
});

test('what a script does is nobody; a touch or a key is somebody, for a moment', async () => {
  const now = performance.now();
  sees({ isTrusted: false });
  assert.equal(await isUnattended(get('/limits')), true);
  sees({ isTrusted: true }, now);
  assert.equal(await isUnattended(get('/limits')), false);
  assert.equal(await isUnattended(ask('POST', '/session/factor')), false);
  assert.equal(isAttended(now + THERE), true);
  assert.equal(isAttended(now + THERE + 1), false);
});
