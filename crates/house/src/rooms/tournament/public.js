// The public page of a tournament: standings, tables, prizes, what was declared, the draws, and what happened.

import { get } from '../../web/api.js';
import { byId, element, money, number, say } from '../../web/say.js';
import { follow, put, tournament } from './live.js';
import { eventList, fact, head, placesList, prizesTable, runClocks, section, standingsTable, tableCard } from './parts.js';

/** @import { ContestEvent, ContestView } from './live.js' */

/** What happened last, the newest first. @type {ContestEvent[]} */
let events = [];
const MOST = 30;
/** Staff do not play. */
const mayEnter = ['player', undefined].includes(byId('tournament').dataset.role);

/** @param {ContestView} view */
function declared(view) {
  const { terms } = view;
  const when = terms.start === null || terms.start === undefined ? say('tour-when-full') : new Date(terms.start).toLocaleString(document.documentElement.lang, { year: 'numeric', month: 'long', day: 'numeric', hour: '2-digit', minute: '2-digit', timeZoneName: 'short' });
  const length = (/** @type {ContestView['stages'][number]} */ stage) => say(`tour-length-${stage.length[1]}`, { number: number(stage.length[0]) });
  const stages = view.stages.map((stage, i) => element('li', { class: i === view.stage && view.phase === 'playing' ? 'now' : '' },
    [`${stage.name}: ${length(stage)}`, stage.opening ? say('tour-opening', { chips: money(stage.opening) }) : '', stage.advance ? say('tour-advance', { number: number(stage.advance) }) : ''].filter(Boolean).join(' · ')));
  return element('div', {},
    element('dl', { class: 'facts' },
      fact('tour-start', when), fact('tour-fee', money(view.fee)), fact('tour-entered', say('tour-entered-of', { entered: number(view.entered), most: number(view.most) })),
      fact('tour-pool', money(view.pool)), fact('tour-officials', view.officials.join(', ')),
      terms.guarantee ? fact('tour-guarantee', money(terms.guarantee)) : null,
      view.seconds ? fact('tour-seconds', number(view.seconds)) : null),
    element('h3', {}, say('tour-stages')), element('ol', { class: 'tour-stages' }, ...stages),
    element('h3', {}, say('tour-levels')),
    element('ul', { class: 'tour-stages' }, ...terms.levels.map((level) => element('li', {}, say(`tour-level-${level.from[1]}`, { number: number(level.from[0]), least: money(level.least), most: money(level.most) })))),
    element('p', {}, [terms.order && say('tour-has-order'), terms.pass_cards > 0 && say('tour-has-passes', { number: number(terms.pass_cards) }), terms.undisclosed > 0 && say('tour-has-forms', { number: number(terms.undisclosed) })].filter(Boolean).join(' ')),
    element('p', { class: 'small' }, element('span', { lang: 'en' }, `${terms.how} ${terms.eligible}`)),
    element('p', {}, element('a', { href: `/tournaments/${view.id}/conditions` }, say('tour-door-conditions')), ' ', element('code', {}, `${say('tour-version', { number: number(view.version) })} ${view.conditions.slice(0, 16)}`)));
}

/** Draws that are over, each with its record, and the one that is being prepared. @param {ContestView} view */
function draws(view) {
  const over = Array.from({ length: view.draws }, (_, i) => element('li', {}, element('a', { href: `/api/v1/tournaments/${view.id}/draws/${i + 1}` }, say('tour-draw', { number: number(i + 1) }))));
  const next = view.next_draw;
  return element('div', {}, element('p', {}, say('tour-draws-lead')),
    element('ul', { class: 'tour-stages' }, ...over, next ? element('li', {}, `${say('tour-draw-sealed', { number: number(next.number) })} `, element('code', {}, next.seal.slice(0, 32)), next.root ? element('span', {}, ` ${say('tour-draw-listed')} `, element('code', {}, next.root.slice(0, 32))) : null) : null));
}

/** @param {ContestView} view */
function results(view) {
  const played = [...view.results.map((tables, stage) => ({ title: view.stages[stage]?.name ?? '', tables })),
    ...view.rounds.filter(({ tables }) => tables.length > 0).map(({ place, tables }) => ({ title: say('tour-further-for', { place: number(place) }), tables }))];
  return played.flatMap(({ title, tables }) => [element('h3', {}, title),
    element('div', { class: 'tour-tables' }, ...tables.map((places, i) => element('div', {}, element('p', { class: 'small' }, say('tour-table', { number: number(i + 1) })), placesList(places))))]);
}

/** @param {ContestView} view */
function show(view) {
  head(view);
  // Whoever has entered, or waits for a place, is not asked to enter again.
  const entered = Boolean(view.you?.reserve) || ['in', 'out'].includes(view.you?.standing ?? '');
  put('enter', [view.phase, mayEnter, entered], () => (view.phase === 'entries' && mayEnter && !entered ? [element('p', {}, element('a', { class: 'button gold', href: `/tournaments/${view.id}/me` }, say('tour-enter-title')))] : []));
  put('standings', [view.places, view.tables, view.entrants], () => [section('tour-standings', standingsTable(view), view.reserves.length > 0 ? element('p', { class: 'small' }, say('tour-reserves', { names: view.reserves.join(', ') })) : null)]);
  put('prizes', [view.prizes, view.terms.shares], () => [section('tour-prizes', prizesTable(view), element('p', { class: 'small', lang: 'en' }, view.terms.paid))]);
  put('tables', view.tables, () => (view.tables.length === 0 ? [] : [section('tour-tables', element('div', { class: 'tour-tables' }, ...view.tables.map((table) => tableCard(view, table))))]));
  put('results', [view.results, view.rounds], () => (view.results.length === 0 ? [] : [section('tour-results', ...results(view))]));
  put('declared', [view.terms, view.stage, view.entered, view.officials, view.seconds], () => [section('tour-declared', declared(view))]);
  put('draws', [view.draws, view.next_draw], () => (view.draws === 0 && !view.next_draw ? [] : [section('tour-draws', draws(view))]));
}

function showEvents() {
  put('events', events, () => (events.length === 0 ? [] : [section('tour-events', eventList(events))]));
}

const part = (/** @type {string} */ id) => element('div', { id, class: `part-${id}` });
byId('body').append(part('enter'), part('standings'), element('div', { class: 'tour-aside' }, ...['prizes', 'declared', 'draws'].map(part)), ...['tables', 'results', 'events'].map(part));
runClocks();
let asked = false;
follow((view, fresh) => {
  show(view);
  events = [...fresh.toReversed(), ...events].slice(0, MOST);
  if (!asked) {
    asked = true;
    void get(`/tournaments/${encodeURIComponent(tournament)}/events?limit=${MOST}`).then((page) => {
      const known = new Set(events.map(({ seq }) => seq));
      events = [...events, ...page.events.filter(({ seq }) => !known.has(seq))].slice(0, MOST);
      showEvents();
    }).catch(() => { asked = false; });
  }
  showEvents();
});
