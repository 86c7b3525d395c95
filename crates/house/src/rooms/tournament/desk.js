// The director's desk: the next duty with its clause and what would follow, what waits for a second person, every table at a glance, the
// money, and every other act of those who run the tournament.

import { watchMoneyFields } from '../../web/amount.js';
import { byId, element, money, number, say } from '../../web/say.js';
import { DESK, DUTIES, KEYED } from './acts.js';
import { actForm, wouldFollow } from './forms.js';
import { cite, command, doing, follow, now, put } from './live.js';
import { dutyText, eventList, fact, head, runClocks, section, sessionFacts, tableLine, whoseText } from './parts.js';

/** @import { Schemas } from '../../web/types.js' */
/** @import { ContestEvent, ContestView, TournamentAct } from './live.js' */
/** @typedef {Schemas['DutyView']} DutyView */

/** @type {ContestEvent[]} */
let events = [];

/** What can be done about a duty here. @param {ContestView} view @param {DutyView} duty */
function answerTo(view, duty) {
  const answer = element('div', { class: 'tour-answer', role: 'status' });
  if (duty.task === 'name-tables') return [tablesForm(view)];
  if (duty.task === 'take-entries') return [entryForm(view)];
  const form = DUTIES[duty.task];
  if (form) return [actForm(form, view, { title: '', gold: true, fixed: { ...(duty.table && ['decide-dispute', 'decide-count'].includes(duty.task) ? { table: duty.table } : {}), ...(duty.task === 'rule-absence' ? { name: duty.name } : {}) } })];
  if (duty.table && ['count', 'deal-coup', 'wager', 'examine-form', 'lay-form', 'take-seat'].includes(duty.task)) {
    return [element('p', {}, element('a', { class: 'button', href: `/tournaments/${view.id}/tables/${duty.table}` }, say('tour-at-console', { number: number(duty.table) })))];
  }
  const { act } = duty;
  if (!act) return [];
  const entrant = duty.task === 'buy-in' ? duty.whose : undefined;
  const asked = /** @type {TournamentAct} */ (duty.two ? { act: 'propose', what: act } : act);
  return [element('p', { class: 'row' },
    ['ballot', 'announce-form'].includes(act.act) ? null : element('button', { type: 'button', class: 'quiet', 'data-judge': true, 'data-key': `judge-${duty.task}-${duty.table}-${duty.name}`, onclick: () => void wouldFollow(answer, act, entrant) }, say('tour-what-follows')),
    element('button', { type: 'button', class: 'gold', 'data-act': act.act, 'data-key': `do-${duty.task}-${duty.table}-${duty.name}`, onclick: () => void doing(() => command(asked, entrant)) }, say(duty.two ? 'tour-propose' : 'tour-do'))), answer];
}

/** @param {ContestView} view @param {DutyView} duty @param {boolean} next */
function dutyCard(view, duty, next) {
  const inner = [element('p', { class: 'small' }, say('tour-whose', { whose: whoseText(duty) }), duty.two ? ` · ${say('tour-two')}` : '', ' ', cite(duty.clauses)), ...answerTo(view, duty)];
  return next
    ? element('article', { class: 'tour-next', 'data-task': duty.task }, element('h3', {}, dutyText(duty)), ...inner)
    : element('details', { 'data-task': duty.task }, element('summary', {}, dutyText(duty)), ...inner);
}

/** Names for the tables that the session needs. @param {ContestView} view */
function tablesForm(view) {
  const form = /** @type {HTMLFormElement} */ (element('form', { class: 'card-form', 'data-form': 'name-tables' },
    element('label', {}, element('span', {}, say('tour-tables-names')), element('input', { name: 'names', required: true, autocomplete: 'off', value: view.tables.map(({ name }) => name).join(', ') })),
    element('button', { type: 'submit', class: 'gold' }, say('tour-do'))));
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    const names = String(new FormData(form).get('names')).split(',').map((name) => name.trim()).filter(Boolean);
    void doing(() => command({ act: 'name-tables', tables: names.map((name) => ({ name })) }));
  });
  return form;
}

/** An application that somebody brings to the desk on paper. @param {ContestView} view */
function entryForm(view) {
  const form = /** @type {HTMLFormElement} */ (element('form', { class: 'card-form', 'data-form': 'enter' },
    element('p', { class: 'small' }, say('tour-desk-enter-lead', { fee: money(view.fee) })),
    element('label', {}, element('span', {}, say('tour-name')), element('input', { name: 'name', required: true, maxlength: 32, autocomplete: 'off' })),
    element('label', { class: 'check' }, element('input', { type: 'checkbox', name: 'form', required: true }), element('span', {}, say('tour-desk-enter-form'))),
    element('label', { class: 'check' }, element('input', { type: 'checkbox', name: 'paid', required: true }), element('span', {}, say('tour-desk-enter-paid', { fee: money(view.fee) }))),
    element('label', { class: 'check' }, element('input', { type: 'checkbox', name: 'copy' }), element('span', {}, say('tour-desk-enter-copy', { version: number(view.version) }))),
    element('button', { type: 'submit' }, say('tour-act-enter'))));
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    const filled = new FormData(form);
    const has_copy = filled.get('copy') !== null;
    void doing(async () => {
      await command({ act: 'enter', form: view.desk?.form ?? [], fee: view.fee, has_copy }, String(filled.get('name')));
      form.reset();
    });
  });
  return form;
}

/** @param {Schemas['ContestProposal']} proposal */
function proposalCard(proposal) {
  const answer = element('div', { class: 'tour-answer', role: 'status' });
  const { act, ...what } = proposal.what;
  const details = Object.values(what).filter((value) => typeof value === 'string').join(', ');
  const decide = (/** @type {'approve' | 'reject'} */ word) => element('button', { type: 'button', class: word === 'approve' ? 'gold' : 'quiet', 'data-act': word, 'data-key': `${word}-${proposal.number}`, onclick: () => void doing(() => command({ act: word, proposal: proposal.number }), answer) }, say(`tour-${word}`));
  return element('article', { class: 'tour-next', 'data-proposal': proposal.number }, element('h3', {}, `${say(`tour-act-${act}`)}${details ? `: ${details}` : ''}`),
    element('p', { class: 'small' }, say('tour-proposed-by', { name: proposal.by })),
    element('p', { class: 'row' }, element('button', { type: 'button', class: 'quiet', onclick: () => void wouldFollow(answer, { act: 'approve', proposal: proposal.number }) }, say('tour-what-follows')), decide('reject'), decide('approve')), answer);
}

/** @param {Schemas['ContestSeat'][]} leaders @param {number} most */
function inFront(leaders, most) {
  const [leader, other] = leaders;
  return leader && !other ? say('tour-leads', { name: leader.name, stack: money(most) }) : say('tour-level-in-front', { count: number(leaders.length), stack: money(most) });
}

/** @param {ContestView} view @param {Schemas['ContestTable']} table */
function glance(view, table) {
  const still = table.seats.filter((seat) => !seat.out);
  const most = Math.max(...still.map((seat) => seat.stack));
  const leaders = still.filter((seat) => seat.stack === most);
  return element('article', { class: `panel tour-glance${table.disputed ? ' waits' : ''}` },
    element('h3', {}, element('a', { href: `/tournaments/${view.id}/tables/${table.number}` }, say('tour-table-named', { number: number(table.number), name: table.name }))),
    element('p', { class: 'state' }, tableLine(view, table)), view.begun ? sessionFacts(view, table) : null,
    leaders.length > 0 ? element('p', { class: 'small' }, inFront(leaders, most)) : null);
}

/** @param {NonNullable<ContestView['desk']>} desk */
function fund({ fund: held }) {
  const lines = /** @type {const} */ (['fees', 'commission', 'added', 'guarantee', 'buy_ins', 'refunded', 'paid', 'cash']);
  return element('dl', { class: 'facts' }, ...lines.map((line) => fact(`tour-fund-${line}`, money(held[line]))));
}

/** @param {ContestView} view */
function show(view) {
  head(view);
  const { desk } = view;
  if (!desk) return;
  const own = desk.duties.filter((duty) => duty.task !== 'approve');
  put('duties', [own, view.tables.length, view.entrants.length], () => [section('tour-next-duty',
    own.length === 0 ? element('p', {}, say('tour-no-duty')) : dutyCard(view, own[0], true), ...own.slice(1).map((duty) => dutyCard(view, duty, false)))]);
  put('proposals', desk.proposals, () => (desk.proposals.length === 0 ? [] : [section('tour-proposals', ...desk.proposals.map(proposalCard))]));
  put('glance', [view.tables, view.begun], () => (view.tables.length === 0 ? [] : [section('tour-tables', element('div', { class: 'tour-tables' }, ...view.tables.map((table) => glance(view, table))))]));
  put('fund', desk.fund, () => [section('tour-money', fund(desk))]);
  put('findings', desk.findings, () => (desk.findings.length === 0 ? [] : [section('tour-findings', element('ul', { class: 'tour-stages' }, ...desk.findings.map(([name, what]) => element('li', {}, `${name}: ${say(`tour-word-${what}`)}`))))]));
  put('acts', [view.entrants.map(({ name }) => name), view.tables.length], () => [
    ...Object.entries(DESK).map(([group, forms]) => element('details', { class: 'panel', id: `group-${group}` }, element('summary', {}, say(`tour-group-${group}`)), element('div', { class: 'tour-forms' }, ...forms.map((form) => actForm(form, view))))),
    element('details', { class: 'panel', id: 'group-keyed' }, element('summary', {}, say('tour-group-keyed')), element('div', { class: 'tour-forms' }, ...KEYED.map((form) => actForm(form, view, { keyed: true }))))]);
  const resting = view.break_until && view.break_until > now() ? view.break_until : null;
  put('resting', resting, () => (resting ? [element('p', { class: 'tour-turn' }, `${say('tour-break')} `, element('span', { 'data-until': resting }))] : []));
}

watchMoneyFields();
byId('body').append(...['resting', 'proposals', 'duties', 'fund', 'findings', 'glance', 'acts', 'events'].map((id) => element('div', { id, class: `part-${id}` })));
runClocks();
follow((view, fresh) => {
  show(view);
  events = [...fresh.toReversed(), ...events].slice(0, 40);
  put('events', events, () => (events.length === 0 ? [] : [section('tour-events', eventList(events))]));
});
