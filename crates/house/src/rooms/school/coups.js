// Whole coups at the console: what lies on the felt of the practice table, the time, the errors, and the result. The console beside it is the
// one of every table.

import '../dealer/room.js';
import { Refused, ask, get } from '../../web/api.js';
import { cardElement } from '../../web/cards.js';
import { byId, element, language, number, say, sayOr, seconds } from '../../web/say.js';

/** @import { Schemas } from '../../web/types.js' */

/** @typedef {Schemas['LessonView']} Lesson */

/** When the coup under way began, by the clock of this page. */
let begun = performance.now();
let over = false;

/** What was wrong. @param {Schemas['SlipView']} slip @param {string} book */
function slipLine(slip, book) {
  const why = slip.word ? (language === 'en' && slip.message ? slip.message : sayOr(`refused-${slip.word}`, say('refused-unknown'))) : '';
  return element('li', {}, slip.words, why ? ` ${why}` : '', ' ', ...slip.clauses.flatMap((clause, i) => [
    i > 0 ? ', ' : '', element('a', { href: `/library/${book}#${encodeURIComponent(clause)}`, target: '_blank' }, clause)]));
}

/** @param {Lesson} lesson */
function show(lesson) {
  over = lesson.over;
  begun = performance.now() - lesson.ms;
  byId('lesson-number').textContent = over ? say('school-results') : say('school-coup-of', { number: number(lesson.number), coups: number(lesson.of) });
  byId('work').classList.toggle('over', over);
  byId('lesson-laid').replaceChildren(...lesson.laid.map((laid) => element('li', { class: laid.late ? 'late' : '' }, laid.words)));
  byId('lesson-cards').replaceChildren(...lesson.cards.map((card) => cardElement(card)));
  byId('lesson-comes').hidden = lesson.cards.length === 0;
  byId('lesson-nothing').hidden = over || lesson.laid.length > 0 || lesson.cards.length > 0 || Boolean(lesson.happened);
  const happened = byId('lesson-happened');
  const text = lesson.happened ?? '';
  if (happened.textContent !== text) happened.textContent = text;
  happened.hidden = text === '';
  showErrors(lesson);
}

/** @param {Lesson} lesson */
function showErrors(lesson) {
  const dealt = lesson.dealt.reduce((all, coup) => all + (coup.errors ?? 0), 0) + lesson.slips.length;
  byId('lesson-errors').textContent = lesson.in_test && !lesson.over ? '' : say('school-errors', { errors: number(dealt) });
  byId('lesson-slips').replaceChildren(...lesson.slips.map((slip) => slipLine(slip, lesson.book)));
  const right = lesson.dealt.filter((coup) => coup.errors === 0).length;
  const ms = lesson.dealt.reduce((all, coup) => all + coup.ms, 0);
  byId('lesson-result').replaceChildren(...(lesson.dealt.length === 0 || (lesson.in_test && !lesson.over) ? [] : [
    element('p', { class: 'school-score' }, say('school-coups-result', {
      right: number(right), dealt: number(lesson.dealt.length), errors: number(dealt), seconds: seconds(ms / lesson.dealt.length) })),
    element('ol', { class: 'lesson-coups' }, ...lesson.dealt.map((coup) => element('li', {},
      say('school-coup-line', { number: number(coup.number), errors: number(coup.errors ?? 0), seconds: seconds(coup.ms) }),
      coup.slips.length > 0 ? element('ul', {}, ...coup.slips.map((slip) => slipLine(slip, lesson.book))) : null)))]));
}

async function refresh() {
  try {
    show(await get('/school/coups'));
  } catch (fault) {
    if (fault instanceof Refused && fault.status === 404) location.assign('/school');
  }
}

/** Deals the same number of coups of another seed. */
byId('lesson-again').addEventListener('click', async () => {
  const { book, of } = await get('/school/coups');
  show(await ask('POST', '/school/coups', { book, coups: of, seed: crypto.getRandomValues(new Uint32Array(1))[0] }));
  document.dispatchEvent(new Event('begun'));
});

document.addEventListener('practised', () => void refresh());
setInterval(() => {
  byId('lesson-clock').textContent = over ? '' : say('school-seconds', { seconds: seconds(performance.now() - begun) });
}, 100);
void refresh();
