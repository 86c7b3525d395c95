// Requests to the house. Everything a page does goes through the API that docs/api.md describes.

import { isAttended } from './presence.js';
import { has, language, minutes, money, say, sayOr } from './say.js';

/** @import { Act, Answer, Body, Problem } from './types.js' */

/** Words whose message is in the reader's language already. */
const IN_YOUR_LANGUAGE = ['answer-unread'];

/** How long an act waits for its answer before it is sent once more, in milliseconds: on a line that stalls no answer ever comes. */
const PATIENCE = 5_000;

/** An answer that says no: a word to act on, what was wrong, and the clauses. */
export class Refused extends Error {
  /**
   * @param {number} status
   * @param {Partial<Problem>} answer
   */
  constructor(status, answer) {
    super(answer.detail ?? '');
    this.status = status;
    this.word = answer.word ?? '';
    this.clauses = answer.clauses ?? [];
    /** Amounts that the house names, by their names. @type {Record<string, number>} */
    this.params = answer.params ?? {};
  }

  /** For those who work here: as the house put it, or in their language by its word. */
  toText() {
    if (this.message && (language === 'en' || IN_YOUR_LANGUAGE.includes(this.word))) return this.message;
    return this.inWords();
  }

  /**
   * For players: a sentence made from the word, with the amounts that the house names and those that the page knows. Never the house's own,
   * which may hold names and ids.
   * @param {Record<string, string | number> | null} [values]
   */
  inWords(values = null) {
    const key = `refused-${this.word}`;
    const named = Object.entries(this.params).map(([name, amount]) => [name, name === 'minutes' ? minutes(amount) : money(amount)]);
    const known = { ...values, ...Object.fromEntries(named) };
    // The sentence that says most, of those for which everything is known.
    const sentences = [`${key}-amounts`, `${key}-figures`, `${key}-float`].filter(has).map((one) => say(one, known));
    return sentences.find((whole) => !/\{\w+\}/.test(whole)) ?? sayOr(key, say('refused-unknown'));
  }
}

/**
 * Asks the house something. What it takes and gives is known by the path; a path that the API does not have does not pass the check.
 * @template {'GET' | 'POST' | 'PUT' | 'DELETE'} M
 * @template {string} P
 * @param {M} method
 * @param {P} path under /api/v1
 * @param {Body<M, P>} [body]
 * @returns {Promise<Answer<M, P>>}
 */
export async function ask(method, path, body) {
  return /** @type {Answer<M, P>} */ (await send(method, path, body));
}

/**
 * Sends what a form holds to a path that the page was given.
 * @param {string} method
 * @param {string} path under /api/v1
 * @param {unknown} [body]
 * @returns {Promise<unknown>}
 */
export async function send(method, path, body) {
  return sendWith(body === undefined ? {} : { 'content-type': 'application/json' }, method, path, body);
}

/**
 * @param {Record<string, string>} headers
 * @param {string} method
 * @param {string} path
 * @param {unknown} [body]
 * @param {AbortSignal} [given] what ends the wait for an answer
 * @returns {Promise<unknown>}
 */
async function sendWith(headers, method, path, body, given) {
  const answer = await fetch(`/api/v1${path}`, {
    method,
    credentials: 'same-origin',
    signal: given,
    // What the page asks by itself, with nobody there, keeps no session awake.
    headers: isAttended() ? headers : { ...headers, 'croupier-unattended': '1' },
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  const text = await answer.text();
  const kind = answer.headers.get('content-type') ?? '';
  const value = /^application\/(problem\+)?json\b/.test(kind) && text !== '' ? safely(text) : text;
  if (!answer.ok) {
    const refused = new Refused(answer.status, value !== null && typeof value === 'object' ? value : {});
    // A session that fell asleep at this console goes on once its owner has given the PIN, one of somebody without a second factor once they
    // have set it, and comes back here.
    if (['asleep', 'second-factor-first'].includes(refused.word) && location.pathname !== '/sign-in') {
      location.assign(`/sign-in?to=${encodeURIComponent(location.pathname + location.search)}`);
    }
    throw refused;
  }
  return value;
}

/** @param {string} text @returns {unknown} */
function safely(text) {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/**
 * @template {string} P
 * @param {P} path
 */
export const get = (path) => ask('GET', path);

/** An id under which something is done once. */
export const freshId = () => crypto.randomUUID?.() ?? Array.from(crypto.getRandomValues(new Uint8Array(16)), (b) => b.toString(16).padStart(2, '0')).join('');

/**
 * Sends acts to a table, once: the same id goes with every attempt, so that a lost answer changes nothing.
 * @param {string} table
 * @param {Act[]} acts
 * @param {{patron?: string, coup?: number, shoe?: number, signed?: {name: string, pin: string}}} [about] for whom staff key it, the coup or the shoe that
 *   is meant, and who signs for it by their own PIN
 */
export async function act(table, acts, { patron, coup, shoe, signed } = {}) {
  const id = freshId();
  /** @type {`/tables/${string}/commands`} */
  const path = `/tables/${encodeURIComponent(table)}/commands`;
  return twice((signal) => askUntil(signal, 'POST', path, { id, acts, for: patron, coup, shoe, signed }));
}

/**
 * The same at the reader's own practice table.
 * @param {Act[]} acts
 * @param {string} [patron] for whom it is keyed
 */
export async function practise(acts, patron) {
  const id = freshId();
  return twice((signal) => askUntil(signal, 'POST', '/school/coups/commands', { id, acts, for: patron }));
}

/**
 * Asks the house something, and waits no longer than somebody says.
 * @template {'POST'} M
 * @template {string} P
 * @param {AbortSignal} signal
 * @param {M} method
 * @param {P} path under /api/v1
 * @param {Body<M, P>} body
 * @returns {Promise<Answer<M, P>>}
 */
async function askUntil(signal, method, path, body) {
  return /** @type {Answer<M, P>} */ (await sendWith({ 'content-type': 'application/json' }, method, path, body, signal));
}

/**
 * Asks again where no answer came, or none in time; what is asked has an id, and is done once.
 * @template T
 * @param {(signal: AbortSignal) => Promise<T>} once
 */
async function twice(once) {
  try {
    return await once(AbortSignal.timeout(PATIENCE));
  } catch (fault) {
    if (fault instanceof Refused) throw fault;
    return once(AbortSignal.timeout(PATIENCE));
  }
}
