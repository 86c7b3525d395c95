// The worker that all pages of a browser share: one line to the house for all the tables that any of them shows, because a browser has only six
// connections to a house over HTTP/1.1 and every page would take one for ever. Each reader has a line of their own.

import { listen, pause } from './line.js';
import { Sharing } from './sharing.js';
import { PAUSES } from './stream.js';

/** @import { FromPage, ToPage } from './types.js' */

/** Pages say that they are there; whoever has not for this long is gone, in milliseconds. A page that nobody sees may speak once a minute only. */
const GONE = 150_000;

/** One reader's line. */
class Line {
  /** @type {Sharing<MessagePort>} */
  #sharing = new Sharing();
  /** @type {AbortController | null} */
  #open = null;
  #again = false;
  #runs = false;
  #failures = 0;

  /** @param {MessagePort} page @param {string} table */
  join(page, table) {
    this.#sharing.join(page, table);
    this.#reopen();
    if (!this.#runs) void this.#run();
  }

  /** @param {MessagePort} page */
  leave(page) {
    if (this.#sharing.leave(page)) this.#reopen();
  }

  /** The tables are others now: the line is taken up with these. */
  #reopen() {
    this.#again = true;
    this.#open?.abort();
  }

  async #run() {
    this.#runs = true;
    while (!this.#sharing.isEmpty) {
      // Pages that come together are taken together.
      await Promise.resolve();
      this.#again = false;
      const stop = new AbortController();
      this.#open = stop;
      try {
        await listen(`/api/v1/feed${this.#sharing.query()}`, stop, (message) => {
          if (message.event === 'open') this.#failures = 0;
          for (const page of this.#sharing.heard(message)) send(page, { message });
          if (message.event === 'bye') stop.abort();
          if (message.event === 'refused') setTimeout(() => stop.abort(), PAUSES[PAUSES.length - 1]);
        });
      } catch {
        // The line broke or was refused: it is taken up again below.
      }
      if (this.#again) continue;
      for (const page of this.#sharing.pages) send(page, { message: null });
      await pause(PAUSES[Math.min(this.#failures, PAUSES.length - 1)]);
      this.#failures += 1;
    }
    this.#runs = false;
  }
}

/** @param {MessagePort} page @param {ToPage} message */
function send(page, message) {
  page.postMessage(message);
}

/** @type {Map<string, Line>} */
const lines = new Map();
/** @type {Map<MessagePort, {line: Line, heard: number}>} */
const pages = new Map();

/** @param {MessagePort} page @param {FromPage} said */
function hear(page, said) {
  if (said.what === 'join') {
    const line = lines.get(said.reader) ?? new Line();
    lines.set(said.reader, line);
    pages.set(page, { line, heard: Date.now() });
    line.join(page, said.table);
    return;
  }
  const known = pages.get(page);
  if (!known) return;
  known.heard = Date.now();
  if (said.what === 'leave') {
    pages.delete(page);
    known.line.leave(page);
  }
}

setInterval(() => {
  for (const [page, { line, heard }] of pages) {
    if (Date.now() - heard < GONE) continue;
    pages.delete(page);
    line.leave(page);
  }
}, GONE / 5);

/** @type {{onconnect: ((event: MessageEvent) => void) | null}} */ (/** @type {unknown} */ (globalThis)).onconnect = ({ ports: [page] }) => {
  page.onmessage = ({ data }) => hear(page, data);
};
