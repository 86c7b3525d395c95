// Times by the clocks of the house, wherever the browser is: whoever reads a slip, the pit and the watch reads the same time.

import { momentThere, shownThere } from './place_time.js';

/** @type {[number, number][]} */
const shifts = JSON.parse(document.body.dataset.clock ?? '[]');
const clock = shifts.map(([from, minutes]) => ({ from, minutes }));

/** What formats times by the clocks of the house. @param {string} language @param {Intl.DateTimeFormatOptions} how */
export function byHouse(language, how) {
  const format = new Intl.DateTimeFormat(language, { ...how, timeZone: 'UTC' });
  return (/** @type {number} */ ms) => format.format(shownThere(ms, clock));
}

/** The moment that a date and time mean which were written by the clocks of the house. @param {string} text */
export function momentOfHouse(text) {
  return momentThere(Date.parse(`${text}${text.length > 10 ? '' : 'T00:00'}Z`), clock);
}
