// What the rooms of promotions share: a promotion followed live, commands to it, its clock, and times as people read them.

import { Refused, ask, freshId } from './api.js';
import { showClauses } from './clauses.js';
import { followTopic } from './feed.js';
import { shownThere } from './place_time.js';
import { element, has, language, money, say } from './say.js';

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
 * @param {string} [patron] for whom it is keyed at the desk
 */
export async function command(promotion, act, patron) {
  const asked = { id: freshId(), act, ...(patron === undefined ? {} : { for: patron }) };
  const once = () => ask('POST', `/promotions/${encodeURIComponent(promotion)}/commands`, asked);
  try {
    return await once();
  } catch (fault) {
    if (fault instanceof Refused) throw fault;
    return once();
  }
}

/**
 * A moment by the clocks of the promotion's place, in the reader's language: what the terms say is said in that time. Seconds are shown
 * where it is no whole minute.
 * @param {number} ms @param {{ clock: Schemas['ClockShift'][] }} place
 */
export function moment(ms, { clock }) {
  const timeStyle = ms % 60_000 < 1000 ? 'short' : 'medium';
  return new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle, timeZone: 'UTC' }).format(shownThere(ms, clock));
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

/** Words of the house's own in the language of the page: one, or several with commas. What is somebody's own text stays. @param {string} value */
export function ownWords(value) {
  const words = value.split(', ').map((word) => `promotion-word-${word}`);
  return words.every(has) ? words.map((word) => say(word)).join(language === 'en' ? ', ' : '、') : value;
}
/** What under these names is an amount, a moment, or a word of the house's. */
const AMOUNTS = ['amount', 'cash'];
const MOMENTS = ['until'];
const WORDS = ['ways', 'sort', 'channel', 'why', 'of', 'to', 'act', 'reached', 'counts', 'late'];

/** @param {string} fact @param {Record<string, string>} values @param {{ clock: Schemas['ClockShift'][] }} place */
function written(fact, values, place) {
  const one = (/** @type {string} */ name, /** @type {string} */ value) => {
    // Amounts of the terms are written out as the terms have them.
    if (AMOUNTS.includes(name)) return /^\d+$/.test(value) && fact !== 'winner-chooses' ? money(Number(value)) : value;
    if (MOMENTS.includes(name)) return moment(Number(value), place);
    if (name === 'earned') return earned(value);
    return WORDS.includes(name) && fact !== 'awarded' ? ownWords(value) : value;
  };
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, one(name, value)]));
}

/** How a ticket was earned, in the reader's language. @param {string} how */
export function earned(how) {
  const wager = /^wager at (\S+) in coup (\d+)$/.exec(how);
  return wager ? say('promotion-earned-wager', { table: wager[1], coup: wager[2] }) : say('promotion-earned-form');
}

/**
 * What happened in a promotion, in the language of the page: the house's English, or the sentence that says most of what is known.
 * @param {Schemas['PromotionEvent']} event @param {{ clock: Schemas['ClockShift'][] }} place
 */
export function eventText(event, place) {
  const values = written(event.fact, event.values ?? {}, place);
  const variant = ['present', 'eligible'].map((name) => event.values?.[name]).find((value) => value !== undefined);
  const keys = [variant ? `promotion-event-${event.fact}-${variant}` : `promotion-event-${event.fact}`, `promotion-event-${event.fact}-all`];
  const whole = language === 'en' ? undefined : keys.filter(has).map((key) => say(key, values)).find((text) => !/\{\w+\}/.test(text));
  return whole === undefined ? element('span', { lang: 'en' }, event.message) : element('span', {}, whole);
}

/**
 * What an item of the terms says: the house's own sentences in the language of the page, the operator's words as they were written.
 * @param {Schemas['TermLine']} line
 */
export function termTold(line) {
  if (language === 'en' || line.said.some(({ key }) => key !== '' && !has(`promotion-term-${key}`))) return [element('span', { lang: 'en' }, line.text)];
  return line.said.map(({ key, values }) => (key === '' ? element('span', { lang: 'en' }, `${values.text} `) : element('span', {}, `${say(`promotion-term-${key}`, written(key, values, { clock: [] }))} `)));
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
