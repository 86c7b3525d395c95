// Which amounts can be bet so that chips pay every win of them: what to say to somebody whose amount cannot.

import { oddsOf } from './why.js';

/** @import { WagerView } from '../../web/types.js' */

/** Can these chips make an amount? @param {number} amount @param {number[]} chips */
export function canMake(amount, chips) {
  if (!Number.isInteger(amount) || amount < 0) return false;
  const worths = [...chips].sort((a, b) => b - a);
  /** @param {number} left @param {number} from @returns {boolean} */
  const made = (left, from) => {
    if (left === 0) return true;
    const worth = worths[from];
    if (worth === undefined) return false;
    if (left % worth === 0) return true;
    // Chips as tables have them: the most of the largest, or a few less where the smaller do not divide it.
    for (let count = Math.floor(left / worth), tries = 0; count >= 0 && tries < 4; count -= 1, tries += 1) {
      if (made(left - count * worth, from + 1)) return true;
    }
    return false;
  };
  return made(amount, 0);
}

/** Can every win of this stake be paid in these chips? @param {number} stake @param {Pick<WagerView, 'rows'>} wager @param {number[]} chips */
export function isPayable(stake, { rows }, chips) {
  return rows.every((row) => {
    const odds = oddsOf(row.does);
    return odds === null || canMake((stake * odds.wins * (100 - odds.percent)) / (odds.stake * 100), chips);
  });
}

/**
 * The nearest amounts that can be bet: the next below, the next above, or one of them.
 * @param {number} amount @param {Pick<WagerView, 'rows' | 'limits'>} wager @param {number[]} chips
 */
export function nearest(amount, wager, chips) {
  const { least, most, unit } = wager.limits;
  const step = unit || Math.min(...chips);
  const fits = (/** @type {number} */ one) => one >= least && one <= most && canMake(one, chips) && isPayable(one, wager, chips);
  const steps = Math.ceil((most - least) / step) + 1;
  /** @param {number} from @param {number} by */
  const find = (from, by) => {
    for (let nth = 0, one = from; nth <= Math.min(steps, 10_000); nth += 1, one += by) if (fits(one)) return one;
    return null;
  };
  const below = find(Math.floor(Math.min(amount - 1, most) / step) * step, -step);
  const above = find(Math.ceil(Math.max(amount + 1, least) / step) * step, step);
  return [below, above].filter((one) => one !== null);
}
