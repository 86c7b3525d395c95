// Proving again who one is: the page's dialog, where the house asks for it before it does something.

import { Refused, ask } from './api.js';
import { byId, say } from './say.js';

/** Asks for a proof; says whether it was given. @returns {Promise<boolean>} */
function proved() {
  const dialog = /** @type {HTMLDialogElement} */ (byId('proof'));
  const form = /** @type {HTMLFormElement} */ (byId('proof-form'));
  const byLink = form.dataset.link === 'true';
  if (byLink) /** @type {HTMLInputElement} */ (form.elements.namedItem('link')).value = sessionStorage.getItem('link') ?? '';
  byId('proof-refusal').textContent = '';
  dialog.showModal();
  return new Promise((answered) => {
    form.onsubmit = async (event) => {
      event.preventDefault();
      const { link, password, factor } = /** @type {Record<string, string>} */ (Object.fromEntries(new FormData(form)));
      try {
        await ask('POST', '/session/confirm', byLink ? { link } : { password, factor: factor || null });
        form.reset();
        answered(true);
        dialog.close();
      } catch (fault) {
        byId('proof-refusal').textContent = fault instanceof Refused ? fault.toText() : say('refused-unknown');
      }
    };
    dialog.onclose = () => answered(false);
  });
}

/**
 * Does something, after a proof if the house wants one.
 * @template T
 * @param {() => Promise<T>} act
 */
export async function attempt(act) {
  try {
    return await act();
  } catch (fault) {
    if (fault instanceof Refused && fault.word === 'confirm-first' && await proved()) return act();
    throw fault;
  }
}
