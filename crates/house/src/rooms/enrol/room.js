// Enrolment: the two halves say who it is; then the person sets password and second factor, which nobody else sees.

import { Refused, ask } from '../../web/api.js';
import { byId, say } from '../../web/say.js';

const halves = /** @type {HTMLFormElement} */ (byId('halves'));
const secrets = /** @type {HTMLFormElement} */ (byId('secrets'));

/** The two halves as they were written. */
function written() {
  const data = new FormData(halves);
  return { link: String(data.get('link')), code: String(data.get('code')) };
}

/** @param {unknown} fault */
function refuse(fault) {
  byId('refusal').textContent = fault instanceof Refused ? fault.toText() : say('enrol-lost');
}

// The link stands behind the # so that no server or proxy on the way is told it.
const given = new URLSearchParams(location.hash.slice(1)).get('link');
if (given) /** @type {HTMLInputElement} */ (halves.elements.namedItem('link')).value = given;

halves.addEventListener('submit', async (event) => {
  event.preventDefault();
  byId('refusal').textContent = '';
  try {
    const who = await ask('POST', '/enrol/begin', written());
    byId('enrol-name').textContent = who.name;
    byId('enrol-role').textContent = say(`enrol-role-${who.role}`);
    byId('enrol-factor').hidden = !who.secret;
    byId('enrol-secret').textContent = who.secret ?? '';
    byId('enrol-otpauth').setAttribute('href', who.otpauth ?? '');
    halves.hidden = true;
    secrets.hidden = false;
  } catch (fault) {
    refuse(fault);
  }
});

secrets.addEventListener('submit', async (event) => {
  event.preventDefault();
  byId('refusal').textContent = '';
  const { password, again, factor } = /** @type {Record<string, string>} */ (Object.fromEntries(new FormData(secrets)));
  if (password !== again) {
    byId('refusal').textContent = say('enrol-differ');
    return;
  }
  try {
    await ask('POST', '/enrol', { ...written(), password, factor: factor || null });
    secrets.hidden = true;
    byId('enrolled').hidden = false;
  } catch (fault) {
    refuse(fault);
  }
});
