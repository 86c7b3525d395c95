// The room of reports: chooses a report, begins and ends shifts, prints.

import { Refused, freshId, send } from '../../web/api.js';
import { say } from '../../web/say.js';

/** @param {string} id @returns {HTMLFormElement | null} */
const form = (id) => /** @type {HTMLFormElement | null} */ (document.getElementById(id));

document.getElementById('print')?.addEventListener('click', () => window.print());

// A shift or a day, not both; what is not asked stays out of the address.
form('choose')?.addEventListener('submit', (event) => {
  event.preventDefault();
  const data = new FormData(/** @type {HTMLFormElement} */ (event.currentTarget));
  const asked = new URLSearchParams();
  if (data.get('table')) asked.set('table', String(data.get('table')));
  if (data.get('shift')) asked.set('shift', String(data.get('shift')));
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
