// A feed: its text made into messages, and taken up where it broke off.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Messages, PAUSES, Resumption } from '../../crates/house/src/web/stream.js';

const TEXT = 'id: 7\nevent: view\ndata: {"seq":7}\n\n: here\n\nid: 9\nevent: happened\ndata: {"seq":9}\n\nevent: bye\ndata: {}\n\n';
const WHOLE = [
  { event: 'view', data: '{"seq":7}', id: '7' },
  { event: 'happened', data: '{"seq":9}', id: '9' },
  { event: 'bye', data: '{}', id: null },
];

test('text becomes messages; comments are none', () => assert.deepEqual(new Messages().take(TEXT), WHOLE));

test('it does not matter where the line cuts the text', () => {
  for (let size = 1; size < TEXT.length; size += 1) {
    const messages = new Messages();
    const found = [];
    for (let at = 0; at < TEXT.length; at += size) found.push(...messages.take(TEXT.slice(at, at + size)));
    assert.deepEqual(found, WHOLE, `in pieces of ${size}`);
  }
});

test('half a message is none yet', () => {
  const messages = new Messages();
  assert.deepEqual(messages.take('id: 1\nevent: happened\ndata: {}'), []);
  assert.deepEqual(messages.take('\n\n'), [{ event: 'happened', data: '{}', id: '1' }]);
});

test('lines of data are put together; carriage returns are taken as ends of lines', () => {
  assert.deepEqual(new Messages().take('data: a\r\ndata:b\r\n\r\n'), [{ event: 'message', data: 'a\nb', id: null }]);
});

test('a feed begins with everything and goes on after the last event', () => {
  const place = new Resumption();
  assert.equal(place.query(), '');
  for (const message of WHOLE) place.heard(message);
  place.ended(null);
  assert.equal(place.query(), '?after=9');
});

test('a house that knows no way on is asked for everything; one in trouble is asked again', () => {
  const place = new Resumption();
  place.heard(WHOLE[0]);
  place.ended(503);
  assert.equal(place.query(), '?after=7');
  place.ended(410);
  assert.equal(place.query(), '');
});

test('pauses grow while nothing comes, and begin anew once something does', () => {
  const place = new Resumption();
  assert.deepEqual(PAUSES.map(() => place.ended(null)), PAUSES);
  assert.equal(place.ended(null), PAUSES[PAUSES.length - 1]);
  place.heard(WHOLE[2]);
  assert.equal(place.ended(null), PAUSES[0]);
});
