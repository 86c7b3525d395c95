// What a page says, in the reader's language, and how it writes numbers.
// The server puts the messages of the room into the page; what goes into a message stands in it as {name}.

import { moneyIn } from './money.js';

/** @import { WagerView } from './types.js' */

/** @type {Record<string, string>} */
const texts = JSON.parse(document.getElementById('texts')?.textContent ?? '{}');

/** The language of the page. */
export const language = document.documentElement.lang || 'en';

/**
 * A message, with what goes into it.
 * @param {string} key
 * @param {Record<string, string | number>} [values]
 */
export function say(key, values = {}) {
  const text = texts[key] ?? key;
  return text.replace(/\{(\w+)\}/g, (place, name) => String(values[name] ?? place));
}

/** Is there such a message? @param {string} key */
export const has = (key) => key in texts;

/**
 * A message if there is one, else what is given.
 * @param {string} key
 * @param {string} otherwise
 */
export function sayOr(key, otherwise) {
  return texts[key] ?? otherwise;
}

/**
 * What a wager is called: the book's own English, or what other languages call it.
 * @param {Pick<WagerView, 'id' | 'name'>} wager
 */
export function wagerName(wager) {
  return language === 'en' ? wager.name : sayOr(`wager-${wager.id}`, wager.name);
}

/** What a settlement method is called: the book's own English, or what other languages call it. @param {string} id @param {string} name */
export function methodName(id, name) {
  return language === 'en' ? name : sayOr(`method-${id}`, name);
}

/** What is due at a table: the house's own English, or what other languages call it. @param {{act: string, words: string}} due */
export function dueTold(due) {
  return language === 'en' ? due.words : sayOr(`due-${due.act}`, due.words);
}

const whole = new Intl.NumberFormat(language, { maximumFractionDigits: 0 });

/** Amounts of money in the language of the page: written, written with their sign, and read from what somebody typed. */
export const { write: money, signed, read: readMoney } = moneyIn(language);

/** A plain number. @param {number} n */
export function number(n) {
  return whole.format(n);
}

const inMinutes = new Intl.NumberFormat(language, { style: 'unit', unit: 'minute', unitDisplay: 'long', maximumFractionDigits: 0 });

/** So many minutes, as the language counts them. @param {number} n */
export function minutes(n) {
  return inMinutes.format(n);
}

const tenths = new Intl.NumberFormat(language, { minimumFractionDigits: 1, maximumFractionDigits: 1 });

/** Seconds and tenths of them. @param {number} ms */
export function seconds(ms) {
  return tenths.format(ms / 1000);
}

const fine = new Intl.NumberFormat(language, { style: 'percent', minimumFractionDigits: 4, maximumFractionDigits: 4 });

/** A share with its small part, as a house edge is given. @param {number} share */
export function finePercent(share) {
  return fine.format(share);
}

/** A share of a whole. @param {number} part @param {number} all */
export function percent(part, all) {
  const format = new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 0 });
  return format.format(all === 0 ? 0 : part / all);
}

const moment = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short' });

/** A moment by the reader's own clock. @param {number} ms */
export function time(ms) {
  return moment.format(ms);
}

/** How long, as 1:04:09 or 4:09. @param {number} ms */
export function howLong(ms) {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  const two = (/** @type {number} */ n) => String(n).padStart(2, '0');
  const [h, m, s] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  return h > 0 ? `${h}:${two(m)}:${two(s)}` : `${m}:${two(s)}`;
}

/**
 * What is paid, written in figures: "pays 19 to 20" is 19 : 20.
 * @param {string} does
 */
export function pays(does) {
  const found = /^pays (\S+) to (\S+)(?: less (\d+)%)?/.exec(does);
  if (!found) return null;
  const odds = `${found[1]}\u00a0:\u00a0${found[2]}`;
  return found[3] ? say('pays-less', { odds, percent: found[3] }) : odds;
}

/** @typedef {string | number | boolean | null | undefined | EventListener} Attribute */

/**
 * An element with attributes and children. `on…` attributes are listeners, `false` leaves one out.
 * @param {string} name
 * @param {Record<string, Attribute>} [attributes]
 * @param {...(Node | string | null | undefined | false)} children
 * @returns {HTMLElement}
 */
export function element(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  fill(made, attributes, children);
  return made;
}

/**
 * The same for a drawing.
 * @param {string} name
 * @param {Record<string, Attribute>} [attributes]
 * @param {...(Node | string | null | undefined | false)} children
 * @returns {SVGElement}
 */
export function drawing(name, attributes = {}, ...children) {
  const made = document.createElementNS('http://www.w3.org/2000/svg', name);
  fill(made, attributes, children);
  return made;
}

/**
 * @param {Element} made
 * @param {Record<string, Attribute>} attributes
 * @param {(Node | string | null | undefined | false)[]} children
 */
function fill(made, attributes, children) {
  for (const [key, value] of Object.entries(attributes)) {
    if (typeof value === 'function') made.addEventListener(key.slice(2), value);
    else if (value === true) made.setAttribute(key, '');
    else if (value !== false && value !== null && value !== undefined) made.setAttribute(key, String(value));
  }
  for (const child of children) if (child) made.append(child);
}

/**
 * The element of the page with this id.
 * @param {string} id
 * @returns {HTMLElement}
 */
export function byId(id) {
  const found = document.getElementById(id);
  if (!found) throw new Error(`the page has no ${id}`);
  return found;
}
