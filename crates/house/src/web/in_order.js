// The order of wagers, the same wherever they stand: Player, Tie, Banker, as on every cloth; main wagers before those of side options, and
// each option together. By what a wager backs, never by what it is called.

/** @import { WagerView } from './types.js' */

/** What is on both hands, or on none alone, stands between them. @type {Record<string, number>} */
const PLACES = { player: 0, tie: 1, banker: 2 };

/**
 * Wagers in that order; those of equal place as the book has them.
 * @template {Pick<WagerView, 'class' | 'backs' | 'option'>} W
 * @param {W[]} wagers
 * @returns {W[]}
 */
export function inOrder(wagers) {
  const options = [...new Set(wagers.map((one) => one.option ?? null))];
  const group = (/** @type {W} */ one) => (one.class === 'main' ? -1 : options.indexOf(one.option ?? null));
  const place = (/** @type {W} */ one) => PLACES[one.backs ?? ''] ?? PLACES.tie;
  return wagers.toSorted((a, b) => group(a) - group(b) || place(a) - place(b));
}
