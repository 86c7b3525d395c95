// The room of people: takes in, lets go, gives new passwords.

import { Refused, ask, freshId } from '../../web/api.js';
import { byId, say } from '../../web/say.js';

/**
 * Sends a form; the same wish keeps its id until the house has answered it.
 * @param {HTMLFormElement} form
 * @param {string} path
 */
function sends(form, path) {
  let id = freshId();
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    try {
      await ask('POST', path, { id, ...Object.fromEntries(new FormData(form)) });
      location.reload();
    } catch (fault) {
      if (fault instanceof Refused) id = freshId();
      byId('refusal').textContent = fault instanceof Refused ? fault.toText() : say('people-lost');
      byId('refusal').scrollIntoView({ block: 'center' });
    }
  });
}

const newcomer = document.getElementById('new-person');
if (newcomer instanceof HTMLFormElement) sends(newcomer, '/people');
for (const person of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll('[data-person]'))) {
  const name = encodeURIComponent(person.dataset.person ?? '');
  for (const form of /** @type {NodeListOf<HTMLFormElement>} */ (person.querySelectorAll('form[data-act]'))) {
    sends(form, `/people/${name}/${form.dataset.act}`);
  }
}
