// Why a wager was paid what it was: the sum, from the pay table's own row and the amounts that the house settled.

/** @import { RowView, SettledView } from '../../web/types.js' */

/** @typedef {{wins: number, stake: number, percent: number}} Odds what a row pays: so much for so much, less a percentage */
/**
 * @typedef {object} Sum
 * @property {number} live what was played for
 * @property {Odds} odds
 * @property {number} gross the live stake at those odds, before commission
 * @property {number} commission
 * @property {number} rounded what the book's rounding added to the winnings, or took from them
 * @property {number} paid
 */

/** The odds of a row, as the book's own words have them; nothing for a row that does not pay. @param {string} does @returns {Odds | null} */
export function oddsOf(does) {
  const found = /^pays ([\d.]+) to ([\d.]+)(?: less ([\d.]+)%)?/.exec(does);
  return found ? { wins: Number(found[1]), stake: Number(found[2]), percent: Number(found[3] ?? 0) } : null;
}

/** What a stake brings at some odds, exactly. @param {number} live @param {Odds} odds */
function exactly(live, { wins, stake, percent }) {
  return (live * wins * (100 - percent)) / (stake * 100);
}

/**
 * The sum by which a wager was paid. The row is the one whose odds come nearest to what was paid: rounding never reaches as far as the next.
 * @param {Pick<SettledView, 'outcome' | 'live' | 'commission' | 'paid'>} one
 * @param {Pick<RowView, 'does'>[]} rows
 * @returns {Sum | null} nothing for a wager that was not paid
 */
export function sumOf({ outcome, live, commission, paid }, rows) {
  if (outcome !== 'wins' || live <= 0) return null;
  const paying = rows.map((row) => oddsOf(row.does)).filter((odds) => odds !== null);
  const off = (/** @type {Odds} */ odds) => Math.abs(exactly(live, odds) - paid);
  const odds = paying.reduce((/** @type {Odds | null} */ best, one) => (best === null || off(one) < off(best) ? one : best), null);
  if (!odds) return null;
  const gross = (live * odds.wins) / odds.stake;
  return { live, odds, gross, commission, rounded: paid - exactly(live, odds), paid };
}
