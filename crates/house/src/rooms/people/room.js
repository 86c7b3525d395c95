// The room of people: proposes, approves and refuses what two people decide about a third; lets somebody go.

import { Refused, freshId, send } from '../../web/api.js';
import { attempt } from '../../web/proof.js';
import { byId, say } from '../../web/say.js';

/** @import { Schemas } from '../../web/types.js' */

/** @param {HTMLFormElement} form */
const written = (form) => Object.fromEntries(new FormData(form));

/** What is shown once stays until the reader leaves the page. @param {string} text */
function showOnce(text) {
  byId('shown-once').textContent = text;
  byId('shown-once').scrollIntoView({ block: 'center' });
}

/**
 * Sends a form; the same wish keeps its id until the house has answered it.
 * @param {HTMLFormElement} form
 * @param {string} path
 * @param {(id: string) => object} body
 * @param {(answer: Partial<Schemas['Proposed'] & Schemas['Approved']>) => void} done
 */
function sends(form, path, body, done) {
  let id = freshId();
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    byId('refusal').textContent = '';
    try {
      done(/** @type {Partial<Schemas['Proposed'] & Schemas['Approved']>} */ (await attempt(() => send('POST', path, body(id)))));
      id = freshId();
    } catch (fault) {
      if (fault instanceof Refused) id = freshId();
      byId('refusal').textContent = fault instanceof Refused ? fault.toText() : say('people-lost');
      byId('refusal').scrollIntoView({ block: 'center' });
    }
  });
}

const again = () => location.reload();

for (const form of /** @type {NodeListOf<HTMLFormElement>} */ (document.querySelectorAll('form[data-change]'))) {
  const name = /** @type {HTMLElement | null} */ (form.closest('[data-person]'))?.dataset.person;
  const change = form.dataset.change;
  sends(form, '/people/changes', (id) => ({ id, change, ...(name === undefined ? {} : { name }), ...written(form) }), (answer) => {
    if (answer.link) showOnce(say('people-link-once', { number: answer.number ?? 0, link: `${location.origin}/enrol#link=${answer.link}` }));
    else again();
  });
}
for (const waiting of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll('[data-pending]'))) {
  for (const form of /** @type {NodeListOf<HTMLFormElement>} */ (waiting.querySelectorAll('form[data-decide]'))) {
    sends(form, `/people/changes/${waiting.dataset.pending}/${form.dataset.decide}`, () => written(form), (answer) => {
      if (answer.code) showOnce(say('people-code-once', { number: answer.number ?? 0, code: answer.code }));
      else again();
    });
  }
}
