// Times as those who watch read them: to the second, with the date.

import { language } from '../../web/say.js';

const format = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'medium' });

/** @param {number} ms */
export function when(ms) {
  return format.format(new Date(ms));
}

/**
 * What an input of date and time means in milliseconds.
 * @param {FormDataEntryValue | null} text
 */
export function moment(text) {
  return text ? new Date(String(text)).getTime() : null;
}
