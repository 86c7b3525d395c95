// A coup, stepped through event by event: cards, bets, clock, clauses, who acted.

import { Refused, get } from '../../web/api.js';
import { cardElement } from '../../web/cards.js';
import { showClauses } from '../../web/clauses.js';
import { byId, dueTold, element, howLong, methodName, money, number, say, wagerName } from '../../web/say.js';
import { eventText, roleText } from '../../web/event_text.js';
import { notesForm, showNotes } from './note.js';
import { inOrder } from './ranks.js';
import { when } from './time.js';

/** @import { Schemas } from '../../web/types.js' */

const root = byId('replay');
const table = root.dataset.table ?? '';
const coup = Number(root.dataset.coup);
const place = /** @type {HTMLInputElement} */ (byId('place'));
/** @type {Schemas['Replay'] | null} */
let replay = null;
let at = 0;

/** @param {string} book @param {Schemas['Frame']} frame */
function cited(book, frame) {
  return frame.clauses.length === 0 ? '' : element('button', { type: 'button', class: 'cite', onclick: () => showClauses(book, frame.clauses) }, frame.clauses.join(', '));
}

/** @param {'player' | 'banker'} side @param {Schemas['Board']} board */
function hand(side, board) {
  const { cards, count } = board[side];
  byId(`${side}-cards`).replaceChildren(...cards.map((card, index) => cardElement(card, { third: index === 2 })));
  byId(`${side}-count`).textContent = count === null || count === undefined ? '' : String(count);
}

/** @param {string} name @param {...(Node | string)} value */
const pair = (name, ...value) => [element('dt', {}, name), element('dd', {}, ...value)];

function show() {
  const frame = replay?.frames[at];
  if (!replay || !frame) return;
  place.value = String(at);
  place.setAttribute('aria-valuetext', say('watch-place', { place: number(at + 1), of: number(replay.frames.length) }));
  byId('frame').replaceChildren(
    element('p', { class: 'phase' }, eventText(frame)),
    element('p', {}, `${say('watch-place', { place: number(at + 1), of: number(replay.frames.length) })} · ${when(frame.at)} · ${frame.by.name} (${roleText(frame.by.role)})${frame.keyed_by ? ` · ${say('watch-keyed', { name: frame.keyed_by.name })}` : ''} `, cited(replay.book_id, frame)));
  hand('player', frame.board);
  hand('banker', frame.board);
  byId('frame-facts').replaceChildren(
    ...pair(say('watch-due'), dueTold(frame.board.due)),
    ...(typeof frame.clock !== 'number' ? [] : pair(say('watch-clock'), howLong(frame.clock))),
    ...pair(say('watch-record'), say('watch-event', { event: number(frame.seq) }), frame.holds ? ' ✓ ' : ` ✗ ${say('watch-altered')} `, element('code', { class: 'exact' }, frame.hash)),
    ...pair(say('watch-out'), `${number(frame.board.shoe.dealt)} / ${number(frame.board.shoe.of)}`));
  byId('stakes').replaceChildren(...frame.stakes.map((stake) => element('tr', {}, element('td', {}, stake.patron), element('td', {}, String(stake.box)),
    element('td', {}, wagerName({ id: stake.wager, name: stake.wager })), element('td', { class: 'figure' }, money(stake.amount)))));
  byId('people').replaceChildren(...frame.patrons.map((patron) => element('li', {}, `${patron.name}${patron.seat ? `, ${say('watch-seat', { seat: String(patron.seat) })}` : ''}: ${money(patron.chips)}`)),
    ...Object.entries(frame.staff).map(([name, roles]) => element('li', {}, `${name} (${/** @type {string[]} */ (roles).map(roleText).join(', ')})`)));
  const unseen = /** @type {Record<string, number>} */ (frame.unseen ?? {});
  const ranks = inOrder(Object.keys(unseen));
  byId('unseen').replaceChildren(!frame.unseen ? element('p', { class: 'small' }, say('watch-in-play'))
    : element('table', { class: 'odds' }, element('thead', {}, element('tr', {}, ...ranks.map((rank) => element('th', { class: 'figure', scope: 'col' }, rank)))),
      element('tbody', {}, element('tr', {}, ...ranks.map((rank) => element('td', { class: 'figure' }, String(unseen[rank])))))));
  for (const [index, line] of [...byId('events').children].entries()) {
    const button = line.querySelector('button');
    if (index === at) button?.setAttribute('aria-current', 'step');
    else button?.removeAttribute('aria-current');
  }
  for (const id of ['first', 'back']) /** @type {HTMLButtonElement} */ (byId(id)).disabled = at === 0;
  for (const id of ['on', 'last']) /** @type {HTMLButtonElement} */ (byId(id)).disabled = at === replay.frames.length - 1;
}

/** @param {number} to */
function go(to) {
  if (!replay) return;
  at = Math.min(Math.max(0, to), replay.frames.length - 1);
  show();
}

/** @param {string} id @param {number | null | undefined} coup */
function beside(id, coup) {
  const link = /** @type {HTMLAnchorElement} */ (byId(id));
  link.hidden = typeof coup !== 'number';
  link.href = `/watch/${encodeURIComponent(table)}/${coup ?? ''}`;
}

async function start() {
  try {
    replay = await get(`/watch/tables/${encodeURIComponent(table)}/coups/${coup}`);
  } catch (fault) {
    byId('refusal').textContent = fault instanceof Refused ? fault.toText() : say('lost');
    return;
  }
  const found = replay.coup;
  const result = found.void ? say('history-void') : found.winner ? say(`wins-${found.winner}`) : say('watch-under-way');
  byId('about').textContent = [replay.book, methodName(replay.method, replay.method), say('history-shoe', { shoe: number(found.shoe) }), when(found.from), result].join(' · ');
  byId('holds').textContent = replay.fault ?? (replay.holds ? say('watch-records-hold', { count: number(replay.frames.length) }) : say('watch-altered'));
  byId('holds').classList.toggle('holds', replay.holds && !replay.fault);
  byId('holds').classList.toggle('fails', !replay.holds || Boolean(replay.fault));
  beside('before', replay.beside[0]);
  beside('after', replay.beside[1]);
  place.max = String(replay.frames.length - 1);
  byId('events').replaceChildren(...replay.frames.map((frame, index) => element('li', {},
    element('button', { type: 'button', class: 'payment', onclick: () => go(index) },
      element('span', {}, eventText(frame)), element('small', { class: 'why' }, [when(frame.at), frame.by.name, ...(frame.clauses.length > 0 ? [frame.clauses.join(', ')] : [])].join(' · '))))));
  const first = replay.frames.findIndex((frame) => frame.fact === 'card-dealt');
  go(Math.max(0, first));
}

byId('first').addEventListener('click', () => go(0));
byId('back').addEventListener('click', () => go(at - 1));
byId('on').addEventListener('click', () => go(at + 1));
byId('last').addEventListener('click', () => go(Infinity));
place.addEventListener('input', () => go(Number(place.value)));
document.addEventListener('keydown', (event) => {
  const typing = event.target instanceof HTMLElement && event.target.matches('input, textarea, select');
  if (typing || event.ctrlKey || event.altKey || event.metaKey) return;
  if (event.key === 'ArrowRight') go(at + 1);
  else if (event.key === 'ArrowLeft') go(at - 1);
  else if (event.key === 'Home') go(0);
  else if (event.key === 'End') go(Infinity);
  else return;
  event.preventDefault();
});
notesForm(() => ({ table, coup, event: replay?.frames[at]?.seq }), `?table=${encodeURIComponent(table)}&coup=${coup}`);
void start();
showNotes(`?table=${encodeURIComponent(table)}&coup=${coup}`).catch(() => {});
