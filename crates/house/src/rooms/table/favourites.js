// Bets that a player keeps for later, by book: read from what the browser kept, whatever stands there.

/** @import { Amounts } from './wishes.js' */

/** How many are kept. */
export const MOST = 5;

/** The kept bets, as far as they fit this table. @param {string | null} kept @param {string[]} wagers @returns {Amounts[]} */
export function read(kept, wagers) {
  let found;
  try {
    found = JSON.parse(kept ?? '[]');
  } catch {
    return [];
  }
  if (!Array.isArray(found)) return [];
  const fits = (/** @type {unknown} */ one) => Array.isArray(one) && one.length > 0 && one.every((entry) =>
    Array.isArray(entry) && wagers.includes(entry[0]) && Number.isSafeInteger(entry[1]) && entry[1] > 0);
  return found.filter(fits).slice(0, MOST).map((one) => new Map(one));
}

/** To be kept. @param {Amounts[]} all */
export function written(all) {
  return JSON.stringify(all.map((one) => [...one]));
}

/** @param {Amounts} a @param {Amounts} b */
export function same(a, b) {
  return a.size === b.size && [...a].every(([wager, amount]) => b.get(wager) === amount);
}

/** One more, in front; the oldest goes where there are too many. @param {Amounts[]} all @param {Amounts} one @returns {Amounts[]} */
export function withOne(all, one) {
  if (one.size === 0) return all;
  return [new Map(one), ...all.filter((other) => !same(other, one))].slice(0, MOST);
}

/** All but one. @param {Amounts[]} all @param {Amounts} one */
export function without(all, one) {
  return all.filter((other) => !same(other, one));
}
