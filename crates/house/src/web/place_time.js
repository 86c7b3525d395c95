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

/**
 * The moment at which the clocks of a place show this, written as if it were UTC.
 * @param {number} shown @param {Schemas['ClockShift'][]} clock
 */
export function momentThere(shown, clock) {
  const ahead = (/** @type {number} */ ms) => shownThere(ms, clock) - ms;
  return shown - ahead(shown - ahead(shown));
}
