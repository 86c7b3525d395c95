// Many pages over one line: each gets what is of its table, and every table goes on where it stood.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Sharing } from '../../crates/house/src/web/sharing.js';

/** @param {string} event @param {unknown} data @param {string | null} [id] */
const message = (event, data, id = null) => ({ event, data: JSON.stringify(data), id });

/** Two pages at act and one at nz, with what came so far. */
function shared() {
  const sharing = new Sharing();
  sharing.join('one', 'act');
  sharing.join('two', 'nz');
  sharing.join('three', 'act');
  return sharing;
}

test('every table is asked for whole, once, whoever shows it', () => assert.equal(shared().query(), '?tables=act,nz'));

test('a message goes to the pages of the table that was named last', () => {
  const sharing = shared();
  assert.deepEqual(sharing.heard(message('view', {}, '3')), [], 'no table was named');
  assert.deepEqual(sharing.heard(message('table', 'act')), []);
  assert.deepEqual(sharing.heard(message('view', {}, '7')), ['one', 'three']);
  assert.deepEqual(sharing.heard(message('table', 'nz')), []);
  assert.deepEqual(sharing.heard(message('view', {}, '9')), ['two']);
  assert.deepEqual(sharing.heard(message('happened', {}, '11')), ['two']);
  assert.equal(sharing.query(), '?tables=act:7,nz:11');
});

test('a page that comes gets the whole view, and the other tables lose nothing', () => {
  const sharing = shared();
  sharing.heard(message('table', 'act'));
  sharing.heard(message('view', {}, '7'));
  sharing.join('four', 'nsw');
  assert.equal(sharing.query(), '?tables=act:7,nz,nsw');
  sharing.join('five', 'act');
  assert.equal(sharing.query(), '?tables=act,nz,nsw');
});

test('a table that nobody shows any more is not asked for', () => {
  const sharing = shared();
  assert.equal(sharing.leave('one'), true);
  assert.equal(sharing.query(), '?tables=act,nz');
  assert.equal(sharing.leave('three'), true);
  assert.equal(sharing.query(), '?tables=nz');
  assert.equal(sharing.leave('three'), false);
  assert.equal(sharing.isEmpty, false);
  sharing.leave('two');
  assert.equal(sharing.isEmpty, true);
  sharing.heard(message('table', 'nz'));
  assert.deepEqual(sharing.heard(message('happened', {}, '12')), [], 'what comes late is for nobody');
});

test('a table that is refused is asked for whole again', () => {
  const sharing = shared();
  sharing.heard(message('table', 'act'));
  sharing.heard(message('view', {}, '7'));
  assert.deepEqual(sharing.heard(message('refused', { status: 503 })), ['one', 'three']);
  assert.equal(sharing.query(), '?tables=act,nz');
});

test('tournaments and promotions go over the same line as tables', () => {
  const sharing = shared();
  sharing.join('six', 'tournament/cup');
  sharing.join('seven', 'promotion/lunar');
  assert.equal(sharing.query(), '?tables=act,nz,tournament%2Fcup,promotion%2Flunar');
  sharing.heard(message('table', 'tournament/cup'));
  assert.deepEqual(sharing.heard(message('view', {}, '4')), ['six']);
  sharing.heard(message('table', 'promotion/lunar'));
  assert.deepEqual(sharing.heard(message('view', {}, '5')), ['seven']);
});
