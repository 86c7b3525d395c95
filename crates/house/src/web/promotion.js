// What the rooms of promotions share: a promotion followed live, commands to it, its clock, and times as people read them.

import { Refused, ask, freshId } from './api.js';
import { showClauses } from './clauses.js';
import { followTopic } from './feed.js';
import { shownThere } from './place_time.js';
import { element, language, say } from './say.js';

/** @import { PromotionAct, PromotionView, Schemas } from './types.js' */

/**
 * Follows a promotion until the page goes.
 * @param {string} id
 * @param {(view: PromotionView) => void} shown
 * @param {(on: boolean) => void} line whether the connection stands
 */
export function followPromotion(id, shown, line) {
  followTopic(`promotion/${id}`, `/promotions/${encodeURIComponent(id)}`, (message) => {
    line(message !== null && message.event !== 'refused');
    if (message?.event === 'view') shown(JSON.parse(message.data));
  });
}

/**
 * Asks something of a promotion, once: the same id goes with every attempt, so that a lost answer changes nothing.
 * @param {string} promotion
 * @param {PromotionAct} act
 */
export async function command(promotion, act) {
  const id = freshId();
  const once = () => ask('POST', `/promotions/${encodeURIComponent(promotion)}/commands`, { id, act });
  try {
    return await once();
  } catch (fault) {
    if (fault instanceof Refused) throw fault;
    return once();
  }
}

/**
 * A moment by the clocks of the promotion's place, in the reader's language: what the terms say is said in that time.
 * @param {number} ms @param {{ clock: Schemas['ClockShift'][] }} place
 */
export function moment(ms, { clock }) {
  return new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' }).format(shownThere(ms, clock));
}

/** How long until then, in the words of the page: days where there are any, otherwise hours, minutes and seconds. @param {number} ms */
export function until(ms) {
  const seconds = Math.max(0, Math.ceil(ms / 1000));
  const two = (/** @type {number} */ n) => String(n).padStart(2, '0');
  const clock = `${two(Math.floor(seconds / 3600) % 24)}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
  const days = Math.floor(seconds / 86_400);
  return days > 0 ? say('promotion-days', { days, clock }) : clock;
}

/**
 * Clauses as buttons that open what the book says.
 * @param {string} book @param {string[]} clauses
 */
export function cites(book, clauses) {
  if (clauses.length === 0) return null;
  const open = () => void showClauses(book, clauses);
  return element('button', { type: 'button', class: 'cite', onclick: open, 'aria-label': say('promotion-clauses', { clauses: clauses.join(', ') }) }, clauses.join(', '));
}

/** A hash, short enough to compare by eye; the whole of it is in its title. @param {string} hash */
export const short = (hash) => element('code', { title: hash }, `${hash.slice(0, 12)}…${hash.slice(-6)}`);

/**
 * Keeps a clock running: the time of the house when a view came, carried on by this machine's own.
 * @param {() => void} tick
 */
export function houseClock(tick) {
  let ahead = 0;
  setInterval(tick, 500);
  return {
    /** @param {number} now */
    set: (now) => { ahead = now - Date.now(); },
    now: () => Date.now() + ahead,
  };
}
