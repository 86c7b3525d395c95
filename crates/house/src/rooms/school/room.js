// The school: asks questions, measures the time, shows what was right and why, and lets instructors set tests.

import { Refused, ask, freshId, get, send } from '../../web/api.js';
import { cardElement } from '../../web/cards.js';
import { byId, element, number, percent, readMoney, say, sayOr, seconds, time } from '../../web/say.js';

/** @import { Schemas } from '../../web/types.js' */

/** @typedef {Schemas['QuestionView']} Question */
/** @typedef {{book: string, kind: string, seed: number, questions: number, test?: number}} Exercise */

/** The seed of an exercise for which nobody chose one. */
const freshSeed = () => crypto.getRandomValues(new Uint32Array(1))[0];

/** @type {Exercise | null} */
let exercise = null;
/** @type {Question | null} */
let question = null;
let asked = 0;
let begun = 0;
let score = { answered: 0, right: 0, ms: 0 };
/** The id under which the answer to this question is sent, as often as that takes. */
let answerId = freshId();
/** @type {ReturnType<typeof setInterval> | undefined} */
let ticking;

/** The exercise that is dealt at the console, not asked. */
const WHOLE_COUPS = 'whole-coups';

/** Goes to a practice table. @param {Schemas['Begin']} what */
async function deal(what) {
  try {
    await ask('POST', '/school/coups', what);
    location.assign('/school/coups');
  } catch (fault) {
    tell(fault);
  }
}

/** Says what was refused, or that the line is down. @param {unknown} fault */
function tell(fault) {
  byId('refusal').textContent = fault instanceof Refused ? fault.toText() : say('school-lost');
}

/** @param {string} id @returns {HTMLFormElement | null} */
const form = (id) => /** @type {HTMLFormElement | null} */ (document.getElementById(id));

/** Begins an exercise at one of its questions. @param {Exercise} next @param {number} [from] */
async function begin(next, from = 1) {
  exercise = next;
  asked = from - 1;
  score = { answered: 0, right: 0, ms: 0 };
  byId('question').hidden = false;
  await goOn();
}

/** Shows the next question. */
async function goOn() {
  if (!exercise) return;
  byId('refusal').textContent = '';
  if (asked >= exercise.questions) return finish();
  try {
    const { book, kind, seed, test } = exercise;
    question = test === undefined
      ? await get(`/school/questions/${encodeURIComponent(book)}/${kind}/${seed}/${asked + 1}`)
      : await get(`/school/tests/${test}/next`);
  } catch (fault) {
    tell(fault);
    return;
  }
  asked = question.number;
  answerId = freshId();
  show(question);
  begun = performance.now();
  clearInterval(ticking);
  ticking = setInterval(() => { byId('clock').textContent = say('school-seconds', { seconds: seconds(performance.now() - begun) }); }, 100);
}

/** @param {Question} shown */
function show(shown) {
  byId('question-number').textContent = say('school-of', { number: shown.number, questions: exercise?.questions ?? 0 });
  byId('hands').replaceChildren(...hands(shown));
  byId('lying').replaceChildren(...lying(shown));
  byId('asked').textContent = shown.asked;
  byId('feedback').replaceChildren();
  byId('clock').textContent = say('school-seconds', { seconds: '0.0' });
  byId('answer').replaceChildren(...fields(shown));
  byId('question').scrollIntoView({ block: 'start' });
  const first = /** @type {HTMLElement | null} */ (byId('answer').querySelector('button, input, select'));
  byId('question-number').focus({ preventScroll: true });
  if (shown.form !== 'choice') first?.focus({ preventScroll: true });
}

/** @param {Question} shown */
function hands(shown) {
  if (!shown.player || !shown.banker) return [];
  /** @param {string} name @param {(string | null)[]} cards */
  const hand = (name, cards) => element('div', { class: `school-hand ${name}` },
    element('h3', {}, say(`school-${name}`)),
    element('ul', { class: 'cards' }, ...cards.map((card) => cardElement(card))));
  return [hand('player', shown.player), hand('banker', shown.banker)];
}

/** @param {Question} shown */
function lying(shown) {
  const parts = [];
  if (shown.wagers.length > 0) {
    parts.push(element('ul', { class: 'school-wagers', 'aria-label': say('school-wagers') }, ...shown.wagers.map((wager) => element('li', {}, wager))));
  }
  if (shown.chips.length > 0) parts.push(element('p', { class: 'small' }, say('school-chips', { chips: shown.chips.join(' · ') })));
  if (shown.method) parts.push(element('p', { class: 'small' }, say('school-method', { method: sayOr(`method-${shown.method}`, shown.method) })));
  return parts;
}

/** A field for an amount. @param {string} name @param {string} key */
const amountField = (name, key) => element('label', {}, element('span', {}, say(key)), element('input', { name, inputmode: 'decimal', autocomplete: 'off', size: 8 }));

/** What the answer is given with. @param {Question} shown */
function fields(shown) {
  const send = element('button', { class: 'gold', type: 'submit' }, say('school-answer'));
  switch (shown.form) {
    case 'choice':
      return [element('div', { class: 'school-options' }, ...shown.options.map((words, place) => {
        const letter = String.fromCharCode(97 + place);
        return element('button', { type: 'submit', name: 'given', value: letter },
          element('kbd', {}, letter), element('span', {}, words));
      }))];
    case 'number':
      return [element('div', { class: 'row' }, element('label', {}, element('span', {}, say('school-answer')),
        element('input', { name: 'given', type: 'number', min: shown.least, max: shown.most, required: true, inputmode: 'numeric' })), send)];
    case 'payment':
      return [element('div', { class: 'row' }, element('label', {}, element('span', {}, say('school-outcome')),
        element('select', { name: 'outcome' }, ...['wins', 'loses', 'stands'].map((word) => element('option', { value: word }, say(`school-outcome-${word}`))))),
      amountField('paid', 'school-paid'), amountField('owed', 'school-owed'), amountField('back', 'school-back'), send)];
    default:
      return [element('div', { class: 'row' }, amountField('paid', 'school-paid'), amountField('taken', 'school-taken'), send)];
  }
}

/** What was answered, as the school reads it. @param {Question} shown @param {FormData} data */
function given(shown, data) {
  const written = (/** @type {string} */ name) => String(data.get(name) ?? '').trim();
  // Amounts as everywhere in the house, `9,50` too; what is none, such as chips, is for the school to read.
  const of = (/** @type {string} */ name) => {
    const amount = readMoney(written(name));
    return amount === null ? written(name) : (amount / 100).toFixed(2);
  };
  if (shown.form === 'choice' || shown.form === 'number') return written('given');
  if (shown.form === 'payout') return `${of('paid') || '0'} take ${of('taken') || '0'}`;
  const main = { wins: of('paid') || '0', loses: 'lose', stands: 'stand' }[written('outcome')] ?? '';
  const rest = ['owed', 'back'].filter((name) => !['', '0.00'].includes(of(name))).map((name) => ` ${name} ${of(name)}`);
  return main + rest.join('');
}

form('answer')?.addEventListener('submit', async (event) => {
  event.preventDefault();
  if (!exercise || !question) return;
  const submitter = /** @type {HTMLButtonElement | null} */ (event.submitter);
  const data = new FormData(/** @type {HTMLFormElement} */ (event.currentTarget));
  if (submitter?.name) data.set(submitter.name, submitter.value);
  const ms = Math.round(performance.now() - begun);
  const { test, seed } = exercise;
  const { book, kind } = question;
  const answer = { id: answerId, test, book: test ? '' : book, kind: test ? '' : kind, seed: test ? 0 : seed, number: question.number, given: given(question, data), ms };
  try {
    const marked = await ask('POST', '/school/answers', answer);
    clearInterval(ticking);
    score = { answered: score.answered + 1, right: score.right + (marked.right ? 1 : 0), ms: score.ms + ms };
    if (test !== undefined) return goOn();
    feedback(marked, question.book);
  } catch (fault) {
    if (fault instanceof Refused) answerId = freshId();
    tell(fault);
  }
});

/** Letters choose as well. */
document.addEventListener('keydown', (event) => {
  if (event.ctrlKey || event.altKey || event.metaKey || byId('question').hidden) return;
  if (event.target instanceof HTMLInputElement || event.target instanceof HTMLSelectElement) return;
  const button = byId('answer').querySelector(`button[value="${CSS.escape(event.key.toLowerCase())}"]`);
  if (button instanceof HTMLButtonElement && !button.disabled) button.click();
});

/** @param {Schemas['MarkedView']} marked @param {string} book */
function feedback(marked, book) {
  for (const field of byId('answer').querySelectorAll('button, input, select')) field.setAttribute('disabled', '');
  const last = asked >= (exercise?.questions ?? 0);
  const next = element('button', { class: 'gold', type: 'button', onclick: () => goOn() }, say(last ? 'school-finish' : 'school-go-on'));
  const word = element('b', { class: marked.right ? 'school-right' : 'school-wrong' }, say(marked.right ? 'school-right' : 'school-wrong'));
  byId('feedback').replaceChildren(
    element('p', {}, word, ' ', marked.right ? '' : marked.solution ?? ''),
    ...marked.why.filter((why) => why !== marked.solution).map((why) => element('p', {}, why)),
    ...(marked.clauses.length > 0 ? [element('h3', {}, say('school-clauses')), clauseList(book, marked.clauses)] : [element('p', { class: 'small' }, say('school-no-clause'))]),
    element('p', {}, next));
  next.focus();
}

/** @param {string} book @param {{clause: string, gist: string}[]} clauses */
const clauseList = (book, clauses) => element('dl', { class: 'school-clauses' }, ...clauses.flatMap(({ clause, gist }) => [
  element('dt', {}, clauseLink(book, clause)), element('dd', { lang: 'en' }, gist)]));

/** @param {string} book @param {string} clause */
const clauseLink = (book, clause) => element('a', { href: `/library/${book}#${encodeURIComponent(clause)}` }, clause);

/** The result of an exercise. */
async function finish() {
  clearInterval(ticking);
  const done = exercise;
  question = null;
  exercise = null;
  byId('hands').replaceChildren();
  byId('lying').replaceChildren();
  byId('answer').replaceChildren();
  byId('clock').textContent = '';
  byId('asked').textContent = '';
  byId('question-number').textContent = say('school-results');
  byId('feedback').replaceChildren();
  if (done?.test === undefined) {
    const each = seconds(score.answered > 0 ? score.ms / score.answered : 0);
    byId('feedback').replaceChildren(element('p', { class: 'school-score' }, say('school-result', { right: score.right, answered: score.answered, seconds: each })));
  }
  const school = await refresh();
  const sat = school?.tests.find((test) => test.number === done?.test);
  if (sat) byId('feedback').replaceChildren(element('p', { class: 'school-score' }, standing(sat)));
}

byId('stop').addEventListener('click', () => {
  const any = score.answered > 0 && exercise?.test === undefined;
  if (any) {
    finish();
    return;
  }
  clearInterval(ticking);
  exercise = null;
  byId('question').hidden = true;
  refresh();
});

form('practice')?.addEventListener('submit', (event) => {
  event.preventDefault();
  const data = new FormData(/** @type {HTMLFormElement} */ (event.currentTarget));
  const seed = String(data.get('seed') ?? '') === '' ? freshSeed() : Number(data.get('seed'));
  if (data.get('kind') === WHOLE_COUPS) {
    void deal({ book: String(data.get('book')), coups: Number(data.get('questions')), seed });
    return;
  }
  begin({ book: String(data.get('book')), kind: String(data.get('kind')), seed, questions: Number(data.get('questions')) });
});

/** How somebody stands in a test. @param {Schemas['TestView']} test */
function standing({ mine, questions }) {
  if (mine.passed === true) return say('school-done-passed', { right: mine.right ?? 0, questions });
  if (mine.passed === false) return say('school-done-failed', { right: mine.right ?? 0, questions });
  return mine.answered > 0 ? say('school-begun', { answered: mine.answered, questions }) : say('school-not-begun');
}

/** A table with a heading row. @param {string} label @param {string[]} columns @param {(Node | string)[][]} rows */
const grid = (label, columns, rows) => element('div', { class: 'scroll', tabindex: 0, role: 'region', 'aria-label': label },
  element('table', { class: 'ledger-table' },
    element('thead', {}, element('tr', {}, ...columns.map((column) => element('th', { scope: 'col' }, column)))),
    element('tbody', {}, ...rows.map(([first, ...rest]) => element('tr', {}, element('th', { scope: 'row' }, first), ...rest.map((cell) => element('td', {}, cell)))))));

/** @param {Schemas['SchoolView']} school */
function showTests({ tests, instructs }) {
  if (tests.length === 0) {
    byId('test-list').replaceChildren(element('p', {}, say('school-no-tests')));
    return;
  }
  const columns = ['school-test-col', 'school-book', 'school-questions-col', 'school-pass-col', 'school-mine-col', 'school-results'].map((key) => say(key));
  const rows = tests.map((test) => {
    // Whoever has set a test knows its questions, and alone is told its seed.
    const isOwn = (test.seed ?? null) !== null;
    const go = isOwn || test.mine.next === null || test.mine.next === undefined ? '' : element('button', { type: 'button', 'data-test': test.number,
      onclick: () => test.kinds.includes(WHOLE_COUPS) ? deal({ test: test.number }) : begin({ book: test.book, kind: '', seed: 0, questions: test.questions, test: test.number }, test.mine.next ?? 1) },
    say(test.mine.answered > 0 ? 'school-sit-on' : 'school-sit'));
    const results = element('button', { type: 'button', class: 'quiet', 'data-results': test.number, onclick: () => showResults(test.number) }, say('school-results'));
    const mine = isOwn ? say('school-set-by-you') : element('span', {}, standing(test), ' ', go);
    return [test.name, test.book.toUpperCase(), number(test.questions), `${test.needed} / ${test.questions}`, mine, instructs ? results : ''];
  });
  const width = instructs ? 6 : 5;
  byId('test-list').replaceChildren(grid(say('school-tests'), columns.slice(0, width), rows.map((row) => row.slice(0, width))));
}

/** Tests that the reader has finished. @type {Set<number>} */
let finished = new Set();

/** @param {number} test */
async function showResults(test) {
  try {
    const { test: of, results } = await get(`/school/tests/${test}/results`);
    const rows = results.map((one) => [one.name, `${one.right} / ${one.answered}`, seconds(one.answered > 0 ? one.ms / one.answered : 0),
      standing({ ...of, mine: { answered: one.answered, right: one.right, passed: one.passed, next: null } })]);
    const isOwn = (of.seed ?? null) !== null;
    // Answers are for whoever set the test or has finished it: nobody reads them and then sits it.
    const mayRead = isOwn || finished.has(test);
    const columns = ['school-who-col', 'school-right-col', 'school-time-col', 'school-state-col'].map((key) => say(key));
    byId('results').replaceChildren(
      element('h3', {}, isOwn ? `${of.name} · ${say('school-seed')} ${of.seed}` : of.name),
      results.length > 0 ? grid(of.name, columns, rows) : element('p', {}, say('school-nobody-sat')),
      ...(mayRead ? [element('p', {}, element('a', { class: 'button', href: `/api/v1/school/tests/${test}/results.csv` }, say('school-csv')))] : []));
  } catch (fault) {
    tell(fault);
  }
}

/** @param {Schemas['ProgressView']} mine */
function showProgress({ skills, clauses }) {
  if (skills.length === 0) {
    byId('progress').replaceChildren(element('p', {}, say('school-mine-none')));
    return;
  }
  const right = (/** @type {{right: number, answered: number}} */ one) => `${one.right} / ${one.answered} (${percent(one.right, one.answered)})`;
  const bySkill = skills.map((one) => [say(`school-kind-${one.kind}`), right(one), seconds(one.ms / one.answered)]);
  const byClause = clauses.map((one) => [element('span', {}, one.book.toUpperCase(), ' ', clauseLink(one.book, one.clause)), right(one), element('span', { lang: 'en' }, one.gist)]);
  byId('progress').replaceChildren(
    element('h3', {}, say('school-by-skill')),
    grid(say('school-by-skill'), ['school-skill-col', 'school-right-col', 'school-time-col'].map((key) => say(key)), bySkill),
    ...(byClause.length > 0 ? [element('h3', {}, say('school-by-clause')),
      grid(say('school-by-clause'), ['school-clause-col', 'school-right-col', 'school-clauses'].map((key) => say(key)), byClause)] : []));
}

/** What somebody got wrong; instructors choose whose. @param {string | null} name */
async function showWrong(name) {
  const { name: whose, trainees, wrong } = await get(name === null ? '/school/history' : `/school/history?name=${encodeURIComponent(name)}`);
  const rows = wrong.map((one) => [time(one.at), `${one.book.toUpperCase()} · ${say(`school-kind-${one.kind}`)}`,
    one.asked ?? say('school-wrong-test', { test: one.test ?? 0, number: one.number }), one.given, one.solution ?? '',
    element('span', {}, ...one.clauses.flatMap((clause, i) => [i > 0 ? ', ' : '', clauseLink(one.book, clause)]))]);
  const columns = ['school-date-col', 'school-skill-col', 'school-question-col', 'school-given-col', 'school-solution-col', 'school-clause-col'].map((key) => say(key));
  const choose = trainees.length > 0 && element('label', {}, element('span', {}, say('school-who-col')), element('select', {
    onchange: (/** @type {Event} */ event) => void showWrong(/** @type {HTMLSelectElement} */ (event.target).value).catch(tell),
  }, ...[...new Set([whose, ...trainees])].map((one) => element('option', { value: one, selected: one === whose }, one))));
  byId('wrong').replaceChildren(element('h3', {}, say('school-wrong-list')), ...(choose ? [choose] : []),
    rows.length > 0 ? grid(say('school-wrong-list'), columns, rows) : element('p', {}, say('school-wrong-none')));
}

/** Only what the chosen book teaches can be chosen. @param {Schemas['SchoolView']} school */
function limitKinds({ books }) {
  for (const id of ['practice', 'set-test']) {
    const fields = form(id)?.elements;
    const book = /** @type {HTMLSelectElement | null} */ (fields?.namedItem('book') ?? null);
    const kind = /** @type {HTMLSelectElement | null} */ (fields?.namedItem('kind') ?? null);
    if (!book || !kind) continue;
    const limit = () => {
      const taught = books.find((one) => one.id === book.value)?.kinds ?? [];
      for (const option of kind.options) option.disabled = option.value !== 'all' && !taught.includes(option.value);
      if (kind.selectedOptions[0]?.disabled) kind.value = 'all';
    };
    book.onchange = limit;
    limit();
  }
}

/** Shows the school as it is now. */
async function refresh() {
  try {
    const school = await get('/school');
    finished = new Set(school.tests.filter((test) => (test.mine.passed ?? null) !== null).map((test) => test.number));
    showTests(school);
    showProgress(school.mine);
    if (school.mine.skills.length > 0 || school.instructs) await showWrong(null);
    limitKinds(school);
    return school;
  } catch (fault) {
    tell(fault);
    return null;
  }
}

let testId = freshId();
form('set-test')?.addEventListener('submit', async (event) => {
  event.preventDefault();
  const set = /** @type {HTMLFormElement} */ (event.currentTarget);
  const data = new FormData(set);
  const kind = String(data.get('kind'));
  const seed = String(data.get('seed') ?? '') === '' ? freshSeed() : Number(data.get('seed'));
  const body = { id: testId, name: String(data.get('name')).trim(), book: String(data.get('book')), kinds: kind === 'all' ? [] : [kind], questions: Number(data.get('questions')), pass: Number(data.get('pass')), seed };
  try {
    await send('POST', '/school/tests', body);
    testId = freshId();
    set.reset();
    byId('refusal').textContent = '';
    await refresh();
  } catch (fault) {
    if (fault instanceof Refused) testId = freshId();
    tell(fault);
  }
});

refresh();
