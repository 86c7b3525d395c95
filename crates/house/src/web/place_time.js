// Times by the clocks of a place.

/** @import { Schemas } from './types.js' */

/**
 * What the clocks of a place show at a moment, as if it were UTC: the last shift of its clocks up to then counts, and before them all the first.
 * @param {number} ms @param {Schemas['ClockShift'][]} clock
 */
export function shownThere(ms, clock) {
  const shift = clock.findLast(({ from }) => from <= ms) ?? clock[0];
  return ms + (shift?.minutes ?? 0) * 60_000;
}
