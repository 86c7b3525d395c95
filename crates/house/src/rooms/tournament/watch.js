// A tournament for those who watch: money, decisions of two people, findings, draws, sealed forms, and everything that happened with its clauses,
// by whose hand.

import { get } from '../../web/api.js';
import { byId, element, money, number, say } from '../../web/say.js';
import { follow, put, tournament } from './live.js';
import { dutyText, eventList, fact, head, prizesTable, runClocks, section, standingsTable, tableCard, whoseText } from './parts.js';

/** @import { ContestEvent, ContestView } from './live.js' */

/** What happened, the newest first, as far as it was asked for. @type {ContestEvent[]} */
let events = [];
/** What to ask for next. @type {number | null | undefined} */
let before;

async function older() {
  const page = await get(`/tournaments/${encodeURIComponent(tournament)}/events?limit=100${typeof before === 'number' ? `&before=${before}` : ''}`);
  before = page.before ?? null;
  const known = new Set(events.map(({ seq }) => seq));
  events = [...events, ...page.events.filter(({ seq }) => !known.has(seq))].sort((a, b) => b.seq - a.seq);
  showEvents();
}

function showEvents() {
  put('events', [events.length, events[0]?.seq, before], () => [section('tour-events', eventList(events),
    typeof before === 'number' ? element('p', {}, element('button', { type: 'button', 'data-key': 'older', onclick: () => void older() }, say('tour-events-older'))) : null)]);
}

/** @param {ContestView} view */
function show(view) {
  head(view);
  const { desk } = view;
  if (!desk) return;
  const lines = /** @type {const} */ (['fees', 'commission', 'added', 'guarantee', 'buy_ins', 'refunded', 'paid', 'cash']);
  put('fund', desk.fund, () => [section('tour-money', element('dl', { class: 'facts' }, ...lines.map((line) => fact(`tour-fund-${line}`, money(desk.fund[line])))))]);
  put('open', [desk.duties, desk.proposals], () => (desk.duties.length + desk.proposals.length === 0 ? [] : [section('tour-open', element('ul', { class: 'tour-stages' },
    ...desk.proposals.map((proposal) => element('li', {}, `${say(`tour-act-${proposal.what.act}`)}: ${say('tour-proposed-by', { name: proposal.by })}`)),
    ...desk.duties.map((duty) => element('li', {}, `${dutyText(duty)} (${whoseText(duty)})`))))]));
  put('findings', desk.findings, () => (desk.findings.length === 0 ? [] : [section('tour-findings', element('ul', { class: 'tour-stages' }, ...desk.findings.map(([name, what]) => element('li', {}, `${name}: ${say(`tour-word-${what}`)}`))))]));
  put('evidence', view.id, () => [section('tour-evidence', element('p', {}, say('tour-evidence-lead')), element('p', {}, element('a', { class: 'button', href: `/api/v1/tournaments/${view.id}/evidence` }, say('tour-evidence-take'))))]);
  put('draws', [view.draws, view.next_draw], () => [section('tour-draws', element('p', {}, say('tour-draws-lead')),
    element('ul', { class: 'tour-stages' }, ...Array.from({ length: view.draws }, (_, i) => element('li', {}, element('a', { href: `/api/v1/tournaments/${view.id}/draws/${i + 1}` }, say('tour-draw', { number: number(i + 1) })))),
      view.next_draw ? element('li', {}, say('tour-draw-sealed', { number: number(view.next_draw.number) }), ' ', element('code', { class: 'exact' }, view.next_draw.seal)) : null))]);
  const forms = view.tables.flatMap((table) => (table.coup?.forms ?? []).map((form) => ({ table: table.number, ...form })));
  put('forms', forms, () => (forms.length === 0 ? [] : [section('tour-forms-in-play', element('ul', { class: 'tour-stages' }, ...forms.map((form) => element('li', {},
    `${say('tour-place', { table: number(form.table), seat: number(form.seat) })}: ${say(form.opened ? 'tour-form-opened' : form.examined ? 'tour-form-examined' : 'tour-form-handed-in')} `, element('code', { class: 'exact' }, form.seal)))))]));
  put('standings', [view.places, view.tables, view.entrants], () => [section('tour-standings', standingsTable(view))]);
  put('prizes', [view.prizes, view.terms.shares], () => [section('tour-prizes', prizesTable(view))]);
  put('tables', [view.tables, view.begun], () => (view.tables.length === 0 ? [] : [section('tour-tables', element('div', { class: 'tour-tables' }, ...view.tables.map((table) => tableCard(view, table))))]));
}

const part = (/** @type {string} */ id) => element('div', { id, class: `part-${id}` });
byId('body').append(element('div', { class: 'tour-aside' }, ...['fund', 'open', 'findings', 'evidence', 'draws', 'forms', 'prizes'].map(part)), ...['standings', 'tables', 'events'].map(part));
runClocks();
let asked = false;
follow((view, fresh) => {
  show(view);
  events = [...fresh.toReversed(), ...events];
  if (!asked) {
    asked = true;
    older().catch(() => { asked = false; });
  } else showEvents();
});
