// A slip: its time as the reader writes it, and the printer.

import { language } from '../../web/say.js';

for (const time of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll('time[data-ms]'))) {
  time.textContent = new Date(Number(time.dataset.ms)).toLocaleString(language);
}

document.querySelector('[data-print]')?.addEventListener('click', () => print());
