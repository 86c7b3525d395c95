// One's own limits: what binds now, what will, and what was used of it. A tighter limit binds at once, a looser one after a day.

import { Refused, ask, freshId, get } from '../../web/api.js';
import { byId, element, minutes, money, readMoney, say, signed, time } from '../../web/say.js';

/** @import { OwnLimit, OwnLimitsView } from '../../web/types.js' */

const forms = /** @type {HTMLFormElement[]} */ ([...document.querySelectorAll('form.limit')]);

/** A limit in words. @param {string} unit @param {number | null | undefined} most */
function worded(unit, most) {
  if (most === null || most === undefined) return say('limits-none');
  return unit === 'money' ? money(most) : minutes(most);
}

/** @param {OwnLimitsView} view */
function show({ limits, used }) {
  const figure = (/** @type {string} */ key, /** @type {string} */ text) => element('div', {}, element('dt', {}, say(key)), element('dd', {}, text));
  byId('used').replaceChildren(figure('limits-net', signed(used.net)), figure('limits-staked', money(used.staked)),
    figure('limits-time', minutes(used.minutes)));
  for (const form of forms) {
    const { what = '', unit = '' } = form.dataset;
    const limit = limits.find((one) => one.what === what);
    if (limit) showLimit(what, unit, limit);
  }
}

/** @param {string} what @param {string} unit @param {OwnLimit} limit */
function showLimit(what, unit, limit) {
  byId(`now-${what}`).textContent = what === 'reminder' && limit.most === null ? say('limits-usual') : say('limits-now', { limit: worded(unit, limit.most) });
  const next = byId(`next-${what}`);
  next.hidden = !limit.next;
  if (limit.next) next.textContent = say('limits-next', { limit: worded(unit, limit.next.most), from: time(limit.next.from) });
}

/** @param {HTMLFormElement} form @param {number | null} most */
async function set(form, most) {
  byId('refusal').textContent = '';
  byId('done').textContent = '';
  const { what = '', unit = '' } = form.dataset;
  try {
    const taken = await ask('PUT', '/limits', { id: freshId(), what: /** @type {OwnLimit['what']} */ (what), most });
    show(await get('/limits'));
    byId('done').textContent = taken.from > taken.at ? say('limits-done-later', { from: time(taken.from) }) : say('limits-done', { limit: worded(unit, taken.most) });
    form.reset();
  } catch (fault) {
    byId('refusal').textContent = fault instanceof Refused ? fault.inWords() : say('limits-lost');
  }
}

for (const form of forms) {
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    const typed = String(new FormData(form).get('most') ?? '');
    const amount = readMoney(typed);
    const most = amount === null ? null : form.dataset.unit === 'money' ? amount : amount / 100;
    if (most === null || !Number.isInteger(most) || most <= 0) byId('refusal').textContent = say(`limits-not-${form.dataset.unit}`);
    else void set(form, most);
  });
  form.querySelector('[data-lift]')?.addEventListener('click', () => void set(form, null));
}

async function start() {
  try {
    show(await get('/limits'));
  } catch (fault) {
    byId('refusal').textContent = fault instanceof Refused ? fault.inWords() : say('limits-lost');
  }
}

void start();
