// What happened at a table, said from the word of the event and its parameters.

import { cardName } from './cards.js';
import { has, language, methodName, money, number, say, sayOr } from './say.js';

/** @import { Schemas } from './types.js' */

/** Under these names an event has an amount. */
const AMOUNTS = new Set(['amount', 'cash', 'chips', 'counted', 'drop', 'expected', 'float', 'owed', 'paid', 'returned', 'staked', 'vouchers', 'worth']);
/** In these what else is told of an event stands apart. */
const PARTS = ['stake', 'result', 'item', 'matter', 'decision', 'was', 'right'];
/** Events whose numbers under these names are amounts as well. */
/** @type {Record<string, string[]>} */
const OTHERS = { 'wager-changed': ['from', 'to'], 'wager-scaled': ['from', 'to'], 'differential-exceeded': ['fact_by'], 'play-counted': ['fact_by'] };

/** @param {string} fact @param {string} name @param {unknown} value */
function written(fact, name, value) {
  if (Array.isArray(value)) return value.map((one) => (/^[2-9TJQKA][CDHS]$/.test(String(one)) ? cardName(String(one)) : String(one))).join(', ') || '–';
  if (name === 'card') return cardName(typeof value === 'string' ? value : null);
  if (name === 'wager' || name === 'to_wager') return sayOr(`wager-${value}`, String(value));
  if (name === 'side' || (fact === 'card-dealt' && name === 'to')) return say(`side-${value}`);
  if (name === 'winner') return say(`wins-${value}`);
  if (name === 'words') return sayOr(`call-${value}`, plain(String(value)));
  if (name === 'role') return sayOr(`role-${value}`, String(value));
  if (typeof value === 'number') return AMOUNTS.has(name) || OTHERS[fact]?.includes(name) ? money(value) : number(value);
  return typeof value === 'string' ? value : '–';
}

/** What is to change at a table, or has. @param {Partial<Schemas['TableChange']>} change @param {string} otherwise the house's own English */
export function changeText(change, otherwise) {
  const { of, ...what } = /** @type {Record<string, unknown>} */ (change);
  const limits = /** @type {{least: number, most: number} | undefined} */ (what.limits);
  const none = (of === 'differential' || of === 'area-most') && typeof what.most !== 'number';
  const key = `change-${of}${none ? '-none' : ''}`;
  if (language === 'en' || !has(key)) return otherwise;
  const amount = (/** @type {unknown} */ value) => (typeof value === 'number' ? money(value) : '');
  return say(key, {
    least: amount(limits?.least ?? what.least),
    most: amount(limits?.most ?? what.most),
    seconds: typeof what.seconds === 'number' ? number(what.seconds) : '',
    method: methodName(String(what.method ?? ''), String(what.method ?? '')),
    faces: sayOr(`faces-${what.faces}`, String(what.faces ?? '')),
    wager: what.wager ? sayOr(`wager-${what.wager}`, String(what.wager)) : '',
  });
}

/** What an event says in the language of the page. @param {Pick<Schemas['StaffEvent'], 'fact' | 'message'>} event */
export function eventText(event) {
  const key = `event-${event.fact}`;
  if (language === 'en' || !has(key)) return event.message;
  const own = /** @type {Record<string, unknown>} */ (event);
  const parts = PARTS.map((part) => own[part]).filter((part) => part !== null && typeof part === 'object');
  /** @type {Record<string, string>} */
  const values = {};
  if (own.change !== null && typeof own.change === 'object') values.change = changeText(own.change, event.message);
  for (const part of [...parts.reverse(), own]) {
    for (const [name, value] of Object.entries(/** @type {object} */ (part))) {
      if (typeof value !== 'object' || value === null || Array.isArray(value)) values[name] = written(event.fact, name, value);
    }
  }
  return say(key, values).replace(/\{\w+\}/g, '–');
}

/** What a role at a table is called. @param {string} role */
export const roleText = (role) => (language === 'en' ? role : sayOr(`role-${role}`, role));

/** A word of the house's as it stands in a sentence. @param {string} word */
export const plain = (word) => word.replaceAll('-', ' ');

/** What somebody says has happened, in the reader's words. @param {Partial<Schemas['Report']>} report @param {string} words */
export function reportText(report, words) {
  const part = report.what === 'misdealt' ? `misdealt-${report.to ?? 'none'}`
    : report.what === 'out-of-sequence' ? `out-of-sequence${report.doubt ? '-doubt' : ''}`
      : report.what === 'found' ? report.irregularity : report.what;
  return sayOr(`happened-${part}`, words);
}

/** A matter that waits for a decision. @param {Pick<Schemas['MatterView'], 'id' | 'decides' | 'about'>} matter */
export function matterText(matter) {
  const role = sayOr(`role-${matter.decides}`, plain(matter.decides));
  return say('desk-matter', { matter: number(matter.id), role, about: reportText(matter.about.report ?? {}, plain(matter.about.when ?? '')) });
}
