// Server-Sent Events without a connection: how text becomes messages, and where a feed that broke off goes on.

/** @typedef {{event: string, data: string, id: string | null}} Message */

/** Puts pieces of text together into messages, wherever the line cut them. */
export class Messages {
  #rest = '';

  /** The messages that are whole now. @param {string} text @returns {Message[]} */
  take(text) {
    const parts = (this.#rest + text).split(/\r?\n\r?\n/);
    this.#rest = parts.pop() ?? '';
    return parts.map(message).filter((one) => one !== null);
  }
}

/** One message of the stream; a comment is none. @param {string} part @returns {Message | null} */
function message(part) {
  /** @type {Message} */
  const made = { event: 'message', data: '', id: null };
  let lines = 0;
  for (const line of part.split(/\r?\n/)) {
    const at = line.indexOf(':');
    if (at === 0 || line === '') continue;
    const [field, value] = at < 0 ? [line, ''] : [line.slice(0, at), line.slice(at + 1).replace(/^ /, '')];
    if (field === 'event') made.event = value;
    if (field === 'id') made.id = value;
    if (field === 'data') made.data += (made.data ? '\n' : '') + value;
    lines += 1;
  }
  return lines > 0 ? made : null;
}

/** Pauses between attempts, in milliseconds: each longer than the one before, the last from then on. */
export const PAUSES = [250, 500, 1000, 2000, 4000];

/** Where a feed stands: the last event that came, and how often it failed since. */
export class Resumption {
  /** @type {string | null} */
  #last = null;
  #failures = 0;

  /** What to ask for: everything, or what came after the last event. */
  query() {
    return this.#last === null ? '' : `?after=${this.#last}`;
  }

  /** Something came: the line stands. @param {Message} message */
  heard({ id }) {
    this.#failures = 0;
    if (id !== null) this.#last = id;
  }

  /**
   * The feed ended; for how long to wait before the next attempt. A house that knows no way on from there is asked for everything.
   * @param {number | null} status of an answer that said no
   */
  ended(status) {
    if (status !== null && status < 500) this.#last = null;
    const pause = PAUSES[Math.min(this.#failures, PAUSES.length - 1)];
    this.#failures += 1;
    return pause;
  }
}
