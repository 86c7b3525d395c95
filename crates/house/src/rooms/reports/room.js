// The room of reports: chooses a report, begins and ends shifts, prints.

import { Refused, freshId, send } from '../../web/api.js';
import { momentOfHouse } from '../../web/house_clock.js';
import { say } from '../../web/say.js';

/** @param {string} id @returns {HTMLFormElement | null} */
const form = (id) => /** @type {HTMLFormElement | null} */ (document.getElementById(id));

document.getElementById('print')?.addEventListener('click', () => window.print());

// A shift, a day or two times by the clocks of the house: only what belongs to the choice is asked for.
const shift = /** @type {HTMLSelectElement | null} */ (form('choose')?.elements.namedItem('shift') ?? null);
const choose = () => {
  for (const label of /** @type {NodeListOf<HTMLElement>} */ (form('choose')?.querySelectorAll('[data-by]') ?? [])) {
    label.hidden = label.dataset.by !== shift?.value;
  }
};
shift?.addEventListener('change', choose);
choose();

// What is not asked stays out of the address.
form('choose')?.addEventListener('submit', (event) => {
  event.preventDefault();
  const data = new FormData(/** @type {HTMLFormElement} */ (event.currentTarget));
  const asked = new URLSearchParams();
  if (data.get('table')) asked.set('table', String(data.get('table')));
  if (data.get('shift') === 'times') {
    for (const end of ['from', 'to']) if (data.get(end)) asked.set(end, String(momentOfHouse(String(data.get(end)))));
  } else if (data.get('shift')) asked.set('shift', String(data.get('shift')));
  else if (data.get('day')) asked.set('day', String(data.get('day')));
  location.assign(`/reports/${data.get('report')}${asked.size > 0 ? `?${asked}` : ''}`);
});

/**
 * Sends a form once and shows the room as it is then.
 * @param {HTMLFormElement | null} sent
 * @param {string} path
 * @param {object} more
 */
function sends(sent, path, more) {
  let id = freshId();
  sent?.addEventListener('submit', async (event) => {
    event.preventDefault();
    const refusal = document.getElementById('refusal');
    try {
      await send('POST', path, { id, ...more, ...Object.fromEntries(new FormData(sent)) });
      location.reload();
    } catch (fault) {
      if (fault instanceof Refused) id = freshId();
      if (refusal) refusal.textContent = fault instanceof Refused ? fault.toText() : say('reports-lost');
    }
  });
}

const relieves = form('begin')?.dataset.relieves;
sends(form('begin'), '/shifts', relieves ? { relieves: Number(relieves) } : {});
sends(form('end'), `/shifts/${form('end')?.dataset.shift}/end`, {});
