// Forms made from the data of acts.js: fields, what would follow, and doing it or proposing it to a second person.

import { readMoney, say, element } from '../../web/say.js';
import { actOf, takesTwo } from './acts.js';
import { command, doing, follows, judge, refused } from './live.js';

/** @import { ActForm, Field } from './acts.js' */
/** @import { ContestView, TournamentAct } from './live.js' */

/** @param {Field} field @param {ContestView} view */
function input(field, view) {
  const about = { name: field.name, required: !field.optional && field.kind !== 'check' };
  const choose = (/** @type {[string, string][]} */ options) => element('select', about, ...options.map(([value, text]) => element('option', { value }, text)));
  switch (field.kind) {
    case 'check': return element('input', { ...about, type: 'checkbox' });
    case 'entrant': return choose(view.entrants.map(({ name }) => [name, name]));
    case 'table': return choose(view.tables.map(({ number }) => [String(number), say('tour-table', { number })]));
    case 'choice': return choose((field.of ?? []).map((word) => [word, say(`tour-word-${word || 'unset'}`)]));
    case 'money': return element('input', { ...about, 'data-kind': 'money', inputmode: 'decimal', autocomplete: 'off' });
    case 'number': return element('input', { ...about, type: 'number', min: 0 });
    case 'time': return element('input', { ...about, type: 'datetime-local' });
    default: return element('input', { ...about, maxlength: 200, autocomplete: 'off' });
  }
}

/** @param {Field} field @param {ContestView} view */
function labelled(field, view) {
  const text = element('span', {}, say(`tour-field-${field.name}`));
  return field.kind === 'check' ? element('label', { class: 'check' }, input(field, view), text) : element('label', {}, text, input(field, view));
}

/**
 * A form for an act. What stands in `fixed` is not asked for.
 * @param {ActForm} form
 * @param {ContestView} view
 * @param {{fixed?: Record<string, unknown>, title?: string, keyed?: boolean, gold?: boolean}} [how] `keyed`: for the entrant it names
 */
export function actForm(form, view, { fixed = {}, title, keyed = false, gold = false } = {}) {
  const answer = element('div', { class: 'tour-answer', role: 'status' });
  const made = /** @type {HTMLFormElement} */ (element('form', { class: 'card-form', 'data-form': form.act },
    title === '' ? null : element('h3', {}, title ?? say(`tour-act-${form.act}`)),
    ...form.fields.map((field) => labelled(field, view))));
  const read = () => {
    const filled = (/** @type {Field} */ { name }) => {
      const field = /** @type {HTMLInputElement} */ (made.elements.namedItem(name));
      return { text: field.value, checked: field.checked };
    };
    const act = { ...actOf(form, filled, readMoney), ...fixed };
    const entrant = keyed ? String(act.name) : undefined;
    if (keyed) delete act.name;
    return { act: /** @type {TournamentAct} */ (/** @type {unknown} */ (act)), entrant, two: takesTwo(form, act) };
  };
  const judges = form.act !== 'ballot';
  made.append(element('p', { class: 'row' },
    judges ? element('button', { type: 'button', class: 'quiet', 'data-judge': true, onclick: () => void look(made, answer, read) }, say('tour-what-follows')) : null,
    element('button', { type: 'submit', class: gold ? 'gold' : '' }, say(form.two ? 'tour-propose' : 'tour-do'))), answer);
  made.addEventListener('submit', (event) => {
    event.preventDefault();
    const { act, entrant, two } = read();
    const asked = two ? { act: /** @type {const} */ ('propose'), what: act } : act;
    void doing(async () => {
      await command(asked, entrant);
      answer.replaceChildren(say(two ? 'tour-proposed' : 'tour-done'));
    }, answer);
  });
  return made;
}

/** @param {HTMLFormElement} form @param {HTMLElement} answer @param {() => {act: TournamentAct, entrant?: string}} read */
async function look(form, answer, read) {
  if (!form.reportValidity()) return;
  const { act, entrant } = read();
  await wouldFollow(answer, act, entrant);
}

/** Shows what would follow from an act. @param {HTMLElement} answer @param {TournamentAct} act @param {string} [entrant] */
export async function wouldFollow(answer, act, entrant) {
  try {
    const { events } = await judge(act, entrant);
    answer.replaceChildren(element('p', {}, say('tour-would-follow')), follows(events));
  } catch (fault) {
    refused(fault, answer);
  }
}
