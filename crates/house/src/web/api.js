// Requests to the house. Everything a page does goes through the API that docs/api.md describes.

import { say, sayOr } from './say.js';

/** An answer that says no: a word to act on, what was wrong, and the clauses. */
export class Refused extends Error {
  /**
   * @param {number} status
   * @param {{word?: string, detail?: string, clauses?: string[]}} answer
   */
  constructor(status, answer) {
    super(answer.detail ?? '');
    this.status = status;
    this.word = answer.word ?? '';
    this.clauses = answer.clauses ?? [];
  }

  /** What to tell the reader: in their language if we have it, else as the house put it. */
  toText() {
    return sayOr(`refused-${this.word}`, this.message || say('refused-unknown'));
  }
}

/**
 * @param {string} method
 * @param {string} path under /api/v1
 * @param {unknown} [body]
 * @returns {Promise<any>}
 */
export async function ask(method, path, body) {
  const answer = await fetch(`/api/v1${path}`, {
    method,
    credentials: 'same-origin',
    headers: body === undefined ? {} : { 'content-type': 'application/json' },
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  const text = await answer.text();
  const kind = answer.headers.get('content-type') ?? '';
  const value = /^application\/(problem\+)?json\b/.test(kind) && text !== '' ? safely(text) : text;
  if (!answer.ok) throw new Refused(answer.status, typeof value === 'object' ? value : {});
  return value;
}

/** @param {string} text */
function safely(text) {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** @param {string} path */
export const get = (path) => ask('GET', path);

/** An id under which something is done once. */
export const freshId = () => crypto.randomUUID?.() ?? Array.from(crypto.getRandomValues(new Uint8Array(16)), (b) => b.toString(16).padStart(2, '0')).join('');

/**
 * Sends acts to a table, once: the same id goes with every attempt, so that a lost answer changes nothing.
 * @param {string} table
 * @param {object[]} acts
 * @param {{patron?: string, coup?: number, shoe?: number}} [about] for whom staff key it, and the coup or the shoe that is meant
 */
export async function act(table, acts, { patron, coup, shoe } = {}) {
  const id = freshId();
  const once = () => ask('POST', `/tables/${encodeURIComponent(table)}/commands`, { id, acts, for: patron, coup, shoe });
  try {
    return await once();
  } catch (fault) {
    if (fault instanceof Refused) throw fault;
    return once();
  }
}
