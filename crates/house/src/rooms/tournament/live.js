// A tournament, live, and what is asked of it.

import { Refused, ask, freshId } from '../../web/api.js';
import { showClauses } from '../../web/clauses.js';
import { followTopic } from '../../web/feed.js';
import { attempt } from '../../web/proof.js';
import { byId, element, has, language, money, say, sayOr, time } from '../../web/say.js';

/** @import { Schemas } from '../../web/types.js' */
/** @typedef {Schemas['ContestView']} ContestView */
/** @typedef {Schemas['ContestEvent']} ContestEvent */
/** @typedef {Schemas['TournamentAct']} TournamentAct */

const place = byId('tournament').dataset;
/** The tournament of this page. */
export const tournament = place.tournament ?? '';
/** Its book. */
export const book = place.book ?? '';
const path = /** @type {const} */ (`/tournaments/${encodeURIComponent(tournament)}`);

let ahead = 0;
/** The time by the clock of the house. */
export const now = () => Date.now() + ahead;

/**
 * Follows the tournament until the page goes. A feed that breaks off begins anew with the whole view.
 * @param {(view: ContestView, events: ContestEvent[]) => void} show
 * @param {(on: boolean) => void} [line] whether the connection stands
 */
export function follow(show, line = showLine) {
  followTopic(`tournament/${tournament}`, path, (heard) => {
    line(heard !== null && heard.event !== 'refused');
    if (heard?.event !== 'view' && heard?.event !== 'happened') return;
    const message = JSON.parse(heard.data);
    const view = /** @type {ContestView} */ (heard.event === 'view' ? message : message.view);
    ahead = view.now - Date.now();
    show(view, heard.event === 'view' ? [] : message.events);
  });
}

/** @param {boolean} on */
function showLine(on) {
  byId('lost').hidden = on;
  if (!on) byId('lost').textContent = say('tour-lost');
}

/**
 * Asks something of the tournament, once: the same id goes with every attempt.
 * @param {TournamentAct} act
 * @param {string} [entrant] for whom staff key it
 */
export function command(act, entrant) {
  const id = freshId();
  return attempt(async () => {
    const once = () => ask('POST', `${path}/commands`, { id, act, for: entrant });
    try {
      return await once();
    } catch (fault) {
      if (fault instanceof Refused) throw fault;
      return once();
    }
  });
}

/** What would follow. @param {TournamentAct} act @param {string} [entrant] */
export const judge = (act, entrant) => ask('POST', `${path}/judge`, { act, for: entrant });

/** A button that shows clauses; nothing where there are none. @param {string[]} clauses */
export function cite(clauses) {
  if (clauses.length === 0) return null;
  const shown = clauses.length > 3 ? `${clauses.slice(0, 3).join(', ')} …` : clauses.join(', ');
  return element('button', { type: 'button', class: 'cite', onclick: () => void showClauses(book, clauses) }, shown);
}

/** Says why the house said no, with its clauses. @param {unknown} fault @param {HTMLElement} where */
export function refused(fault, where = byId('refusal')) {
  if (!(fault instanceof Refused)) {
    where.replaceChildren(say('tour-lost'));
    return;
  }
  where.replaceChildren(`${fault.toText()} `, ...[cite(fault.clauses)].filter((one) => one !== null));
}

/**
 * Does something and says how it went.
 * @param {() => Promise<unknown>} what
 * @param {HTMLElement} [where]
 */
export async function doing(what, where = byId('refusal')) {
  where.replaceChildren();
  try {
    await what();
    byId('said').textContent = say('tour-done');
    return true;
  } catch (fault) {
    refused(fault, where);
    if (where.id === 'refusal') where.scrollIntoView({ block: 'nearest' });
    return false;
  }
}

/** What under these names is an amount, a moment, a word of the house's, or a wager. */
const AMOUNTS = ['fee', 'commission', 'refund', 'amount', 'each', 'fee_back', 'least', 'most', 'to', 'counts_as', 'stack', 'pool', 'money', 'by_house', 'fees', 'worth'];
const WORDS = ['why', 'finding'];

/** @param {string} name @param {string} value @param {string} fact */
function told(name, value, fact) {
  const moment = name === 'until' || (name === 'to' && fact === 'start-moved');
  if (moment) return time(Number(value));
  if (AMOUNTS.includes(name)) return /^-?\d+$/.test(value) ? money(Number(value)) : value;
  if (WORDS.includes(name)) return sayOr(`tour-word-${value}`, value);
  if (name === 'act') return sayOr(`tour-act-${value}`, value);
  return name === 'wager' ? sayOr(`wager-${value}`, value) : value;
}

/** What happened, in the language of the page: the house's English, or what another language says of it. @param {ContestEvent} event */
export function eventTold(event) {
  const values = event.values ?? {};
  const key = values.as ? `tour-event-${event.fact}-${values.as}` : `tour-event-${event.fact}`;
  if (language === 'en' || !has(key)) return element('span', { lang: 'en' }, event.message);
  const all = Object.fromEntries(Object.entries(values).map(([name, value]) => [name, told(name, value, event.fact)]));
  return element('span', {}, say(key, all));
}

/** What would happen, as a list. @param {ContestEvent[]} events */
export function follows(events) {
  const line = (/** @type {ContestEvent} */ event) => element('li', {}, eventTold(event), ' ', cite(event.clauses));
  return element('ul', { class: 'tour-follows' }, ...events.map(line));
}

/** A button that does one act. @param {string} text @param {TournamentAct} act @param {{entrant?: string, gold?: boolean, key?: string}} [how] */
export function actButton(text, act, { entrant, gold = false, key } = {}) {
  return element('button', { type: 'button', class: gold ? 'gold' : '', 'data-act': act.act, 'data-key': key, onclick: () => void doing(() => command(act, entrant)) }, text);
}

/**
 * Draws a part anew if what it shows has changed; whoever has the focus inside, or is writing there, keeps it.
 * @param {string} id @param {unknown} key @param {() => (Node | string | null | undefined | false)[]} draw
 */
export function put(id, key, draw) {
  const where = byId(id);
  const text = JSON.stringify(key) ?? '';
  if (where.dataset.shown === text) return;
  where.dataset.shown = text;
  const at = document.activeElement;
  const kept = at && where.contains(at) ? at.getAttribute('data-key') : null;
  where.replaceChildren(...draw().filter((child) => child !== null && child !== undefined && child !== false));
  if (kept) /** @type {HTMLElement | null} */ (where.querySelector(`[data-key="${CSS.escape(kept)}"]`))?.focus();
}
