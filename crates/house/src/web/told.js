// What happened at a table, said from the word of the event and its parameters.

import { cardName } from './cards.js';
import { has, language, money, number, say, sayOr } from './say.js';

/** @import { Schemas } from './types.js' */

/** Under these names an event has an amount. */
const AMOUNTS = new Set(['amount', 'cash', 'chips', 'counted', 'drop', 'expected', 'float', 'owed', 'paid', 'returned', 'staked', 'vouchers', 'worth']);
/** In these what else is told of an event stands apart. */
const PARTS = ['stake', 'result', 'item', 'matter', 'decision', 'was', 'right'];
/** Events whose numbers under these names are amounts as well. */
/** @type {Record<string, string[]>} */
const OTHERS = { 'wager-changed': ['from', 'to'], 'wager-scaled': ['from', 'to'], 'differential-exceeded': ['fact_by'] };

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

/** What an event says in the language of the page. @param {Pick<Schemas['StaffEvent'], 'fact' | 'message'>} event */
export function eventTold(event) {
  const key = `event-${event.fact}`;
  if (language === 'en' || !has(key)) return event.message;
  const own = /** @type {Record<string, unknown>} */ (event);
  const parts = PARTS.map((part) => own[part]).filter((part) => part !== null && typeof part === 'object');
  /** @type {Record<string, string>} */
  const values = {};
  for (const part of [...parts.reverse(), own]) {
    for (const [name, value] of Object.entries(/** @type {object} */ (part))) {
      if (typeof value !== 'object' || value === null || Array.isArray(value)) values[name] = written(event.fact, name, value);
    }
  }
  return say(key, values).replace(/\{\w+\}/g, '–');
}

/** What a role at a table is called. @param {string} role */
export const roleTold = (role) => (language === 'en' ? role : sayOr(`role-${role}`, role));

/** A word of the house's as it stands in a sentence. @param {string} word */
export const plain = (word) => word.replaceAll('-', ' ');

/** What somebody says has happened, in the reader's words. @param {Partial<Schemas['Report']>} report @param {string} words */
export function reportTold(report, words) {
  const part = report.what === 'misdealt' ? `misdealt-${report.to ?? 'none'}`
    : report.what === 'out-of-sequence' ? `out-of-sequence${report.doubt ? '-doubt' : ''}`
      : report.what === 'found' ? report.irregularity : report.what;
  return sayOr(`happened-${part}`, words);
}

/** A matter that waits for a decision. @param {Pick<Schemas['MatterView'], 'id' | 'decides' | 'about'>} matter */
export function matterTold(matter) {
  const role = sayOr(`role-${matter.decides}`, plain(matter.decides));
  return say('desk-matter', { matter: number(matter.id), role, about: reportTold(matter.about.report ?? {}, plain(matter.about.when ?? '')) });
}
