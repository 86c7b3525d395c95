// Every tournament of the house; supervisors and managers begin one here with the text of its conditions.

import { Refused, ask, freshId, get } from '../../web/api.js';
import { byId, element, money, number, say } from '../../web/say.js';
import { contestCard } from './card.js';

/** @import { Schemas } from '../../web/types.js' */

/** @param {Schemas['ContestEntry']} one */
const card = (one) => contestCard(one, { money, number, say });

/** What to ask with for older ones; undefined as long as none were asked for. @type {number | null | undefined} */
let older;

/** @param {number | null | undefined} before */
function offer(before) {
  byId('older-button').hidden = !before;
  byId('older-button').dataset.before = String(before ?? '');
}

/** Older ones stand below, as they were when they were asked for. */
byId('older-button').addEventListener('click', async () => {
  try {
    const { tournaments, before } = await get(`/tournaments?before=${byId('older-button').dataset.before}`);
    byId('older').append(...tournaments.map(card));
    older = before ?? null;
    offer(before);
  } catch {
    byId('lost').textContent = say('tour-lost');
  }
});

async function refresh() {
  try {
    const { tournaments, before } = await get('/tournaments');
    byId('lost').textContent = tournaments.length === 0 ? say('tour-none') : '';
    byId('tournaments').replaceChildren(...tournaments.map(card));
    if (older === undefined) offer(before);
    byId('tournaments').setAttribute('aria-busy', 'false');
  } catch {
    byId('lost').textContent = say('tour-lost');
  }
}

const form = /** @type {HTMLFormElement | null} */ (document.getElementById('begin'));
if (form) {
  let id = freshId();
  const text = /** @type {HTMLTextAreaElement} */ (form.elements.namedItem('conditions'));
  const file = /** @type {HTMLInputElement} */ (form.elements.namedItem('file'));
  file.addEventListener('change', async () => {
    if (file.files?.[0]) text.value = await file.files[0].text();
  });
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    try {
      const begun = await ask('POST', '/tournaments', { id, conditions: text.value });
      location.assign(`/tournaments/${begun.id}/desk`);
    } catch (fault) {
      id = freshId();
      // Every fault stands on a line of its own, with the line of the file and its clause.
      const faults = fault instanceof Refused ? (fault.message || fault.toText()).replace(/^conditions: /, '').split('; line ') : [say('tour-lost')];
      byId('begin-answer').replaceChildren(...faults.map((one, i) => element('li', {}, i === 0 ? one : `line ${one}`)));
    }
  });
}

void refresh();
setInterval(() => {
  if (document.visibilityState === 'visible') void refresh();
}, 5000);
