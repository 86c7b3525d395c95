// Times as those who watch read them: to the second, with the date, by the clocks of the house.

import { byHouse, momentOfHouse } from '../../web/house_clock.js';
import { language } from '../../web/say.js';

const format = byHouse(language, { dateStyle: 'medium', timeStyle: 'medium' });

/** @param {number} ms */
export function when(ms) {
  return format(ms);
}

/**
 * What an input of date and time means in milliseconds.
 * @param {FormDataEntryValue | null} text
 */
export function moment(text) {
  return text ? momentOfHouse(String(text)) : null;
}
