// A table, live: Server-Sent Events, read by hand so that even the house's heartbeat is heard.
// Whoever hears nothing for ten seconds has lost the connection; it is taken up again after the last event.

import { Messages, Resumption } from './stream.js';

/** @import { Happened, PlayerEvent, StaffEvent, View } from './types.js' */
/** @import { Message } from './stream.js' */

/**
 * @typedef {object} Watcher
 * @property {(view: View) => void} view the whole view
 * @property {(message: Happened<PlayerEvent | StaffEvent>) => void} happened what happened since
 * @property {(on: boolean) => void} line whether the connection stands
 */

const SILENCE = 10_000;
/** How long a page that nobody sees keeps its feed: a browser has only six connections to a house over HTTP/1.1. */
const UNSEEN = 20_000;

/**
 * Follows a table until the page goes. Where `rests` says so, a page that nobody sees for a while gives its connection back, and takes the
 * feed up where it was once it is seen again.
 * @param {string} table
 * @param {Watcher} watcher
 * @param {() => boolean} [rests]
 */
export async function follow(table, watcher, rests = () => false) {
  const place = new Resumption();
  /** @type {AbortController | null} */
  let open = null;
  whenUnseen(() => rests() && open?.abort());
  for (;;) {
    await seen(rests);
    const stop = new AbortController();
    open = stop;
    let status = null;
    try {
      await listen(`/api/v1/tables/${encodeURIComponent(table)}/feed${place.query()}`, stop, (message) => {
        place.heard(message);
        watcher.line(true);
        if (message.event === 'view') watcher.view(JSON.parse(message.data));
        if (message.event === 'happened') watcher.happened(JSON.parse(message.data));
        if (message.event === 'bye') stop.abort();
      });
    } catch (fault) {
      if (fault instanceof Response) status = fault.status;
    }
    watcher.line(false);
    await pause(place.ended(status));
  }
}

/** Calls back once the page has not been seen for a while. @param {() => void} then */
function whenUnseen(then) {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  document.addEventListener('visibilitychange', () => {
    clearTimeout(timer);
    if (document.visibilityState === 'hidden') timer = setTimeout(then, UNSEEN);
  });
}

/** Waits while the page rests unseen. @param {() => boolean} rests @returns {Promise<void>} */
function seen(rests) {
  if (document.visibilityState !== 'hidden' || !rests()) return Promise.resolve();
  return new Promise((done) => document.addEventListener('visibilitychange', () => done(), { once: true }));
}

/** @param {number} ms */
function pause(ms) {
  return new Promise((done) => {
    const timer = setTimeout(end, ms);
    addEventListener('online', end, { once: true });
    function end() {
      clearTimeout(timer);
      removeEventListener('online', end);
      done(undefined);
    }
  });
}

/**
 * @param {string} url
 * @param {AbortController} stop
 * @param {(message: Message) => void} heard
 */
export async function listen(url, stop, heard) {
  const giveUp = () => stop.abort();
  let timer = setTimeout(giveUp, SILENCE);
  addEventListener('offline', giveUp, { once: true });
  try {
    const answer = await fetch(url, { signal: stop.signal, headers: { accept: 'text/event-stream' }, cache: 'no-store' });
    if (!answer.ok || !answer.body) throw answer;
    heard({ event: 'open', data: '', id: null });
    const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
    const messages = new Messages();
    for (;;) {
      const { value, done } = await reader.read();
      if (done) return;
      clearTimeout(timer);
      timer = setTimeout(giveUp, SILENCE);
      for (const message of messages.take(value)) heard(message);
    }
  } finally {
    clearTimeout(timer);
    removeEventListener('offline', giveUp);
    stop.abort();
  }
}
