// A line to the house: Server-Sent Events, read by hand so that even the house's heartbeat is heard. Used by pages and by the worker that they share.

import { Messages } from './stream.js';

/** @import { Message } from './stream.js' */

/** Whoever hears nothing for this long has lost the connection, in milliseconds. */
const SILENCE = 10_000;

/**
 * Listens until the line breaks or is stopped.
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

/** Waits, but not longer than until the machine is on a network again. @param {number} ms */
export function pause(ms) {
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
