// The door: signs in by name and password, or by a link.

import { Refused, ask } from '../../web/api.js';
import { byId, say, sayOr } from '../../web/say.js';

const to = byId('door').dataset.to ?? '/';

/** @param {unknown} fault */
function refuse(fault) {
  const word = fault instanceof Refused ? fault.word : '';
  byId('refusal').textContent = sayOr(`signin-refused-${word}`, fault instanceof Refused && fault.message ? fault.message : say('signin-refused'));
}

/** @param {Promise<{factor_first: boolean} | ''>} signing */
async function enter(signing) {
  byId('refusal').textContent = say('signin-going');
  try {
    const who = await signing;
    // Whoever works here sets a second factor before anything else, at this door.
    location.assign(who !== '' && who.factor_first ? `/sign-in?to=${encodeURIComponent(to)}` : to);
  } catch (fault) {
    refuse(fault);
  }
}

for (const form of document.querySelectorAll('form[data-link]')) {
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    const { link } = /** @type {HTMLElement} */ (form).dataset;
    // A demonstration asks for it again before money and rulings.
    sessionStorage.setItem('link', link ?? '');
    void enter(ask('POST', '/session/link', { link: link ?? '' }));
  });
}

// Whoever came by a link comes in at once; the button is for a second attempt.
const link = document.querySelector('form[data-link][data-now]');
if (link instanceof HTMLFormElement) link.requestSubmit();

byId('password-form').addEventListener('submit', (event) => {
  event.preventDefault();
  const data = new FormData(/** @type {HTMLFormElement} */ (byId('password-form')));
  const text = (/** @type {string} */ name) => String(data.get(name) ?? '');
  void enter(ask('POST', '/session', { name: text('name'), password: text('password'), factor: text('factor') || null }));
});

/** What a form holds under a name. @param {HTMLFormElement} form @param {string} name */
const held = (form, name) => String(new FormData(form).get(name) ?? '');

// A session that fell asleep at this console goes on once its owner has given the PIN.
const pin = document.getElementById('pin-form');
if (pin instanceof HTMLFormElement) {
  pin.addEventListener('submit', (event) => {
    event.preventDefault();
    const given = held(pin, 'pin');
    pin.reset();
    void enter(ask('POST', '/session/pin', { pin: given }));
  });
}

// Whoever works here and has no second factor yet is shown one, once, and proves that their device has it.
const factor = document.getElementById('factor-form');
if (factor instanceof HTMLFormElement) void offer(factor);

/** @param {HTMLFormElement} form */
async function offer(form) {
  try {
    const { secret, otpauth } = await ask('POST', '/session/factor');
    byId('factor-secret').textContent = secret;
    byId('factor-link').setAttribute('href', otpauth);
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      void enter(ask('PUT', '/session/factor', { password: held(form, 'password'), secret, factor: held(form, 'factor') }));
    });
  } catch (fault) {
    refuse(fault);
  }
}

const setPin = document.getElementById('set-pin-form');
if (setPin instanceof HTMLFormElement) {
  setPin.addEventListener('submit', (event) => {
    event.preventDefault();
    void choose(setPin);
  });
}

/** Sets the PIN of whoever is signed in, who proves again that it is them. @param {HTMLFormElement} form */
async function choose(form) {
  byId('refusal').textContent = '';
  byId('pin-set').hidden = true;
  try {
    await ask('POST', '/session/confirm', { password: held(form, 'password'), factor: held(form, 'factor') || null });
    await ask('PUT', '/session/pin', { pin: held(form, 'pin') });
    form.reset();
    byId('pin-set').hidden = false;
  } catch (fault) {
    refuse(fault);
  }
}
