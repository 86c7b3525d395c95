// The dealer's console. The house says what is due and what may be done about it; the console shows it in large words, takes
// cards by two keys or two touches, holds each until it is confirmed, and asks the table. It knows no rule.

import { amountIn, watchMoneyFields } from '../../web/amount.js';
import { Refused, act as actAt, ask, freshId, get, practise } from '../../web/api.js';
import { cardElement, cardName } from '../../web/cards.js';
import { chip } from '../../web/chips.js';
import { listed, piecesIn, putCounting } from '../../web/count_fields.js';
import { showClauses } from '../../web/clauses.js';
import { follow } from '../../web/feed.js';
import { listen } from '../../web/line.js';
import { byId, element, money, number, pays, readMoney, say, sayOr, wagerName } from '../../web/say.js';
import { eventText, matterText, plain, reportText } from '../../web/event_text.js';
import { layoutElement, trayElements } from './layout.js';
import { Hand, WagerKeys, inField, sameAgain, wagerLetters } from './wagers.js';

/** @import { Act, Fields, Schemas, StaffEvent, View } from '../../web/types.js' */
/** @import { Laid, Spot } from './wagers.js' */

/** @typedef {Extract<View, {view: 'dealer' | 'supervisor'}>} Desk a table as those see it who work at it */
/** @typedef {Schemas['Offer']} Offer */
/** @typedef {Schemas['OnDuty']} OnDuty */

const place = byId('desk');
const table = place.dataset.table ?? '';
const book = place.dataset.book ?? '';
const person = place.dataset.person ?? '';
/** A practice table of the school is nobody else's: it is asked, and nothing comes from it by itself. */
const practises = place.dataset.practice === 'true';
/** The table is looked at once. */
const look = () => (practises ? get('/school/coups/table') : get(`/tables/${encodeURIComponent(table)}`));
/** Sends acts to the table. @type {typeof actAt} */
const act = async (where, acts, about) => {
  if (!practises) return actAt(where, acts, about);
  try {
    const answer = await practise(acts, about?.patron);
    log(/** @type {StaffEvent[]} */ (answer.events));
    return answer;
  } finally {
    document.dispatchEvent(new Event('practised'));
  }
};
const input = (/** @type {string} */ id) => /** @type {HTMLInputElement} */ (byId(id));
const choice = (/** @type {string} */ id) => /** @type {HTMLSelectElement} */ (byId(id));

/** The table as the house told it last; nothing until it has. @type {Desk | null} */
let seen = null;
/** How far the house's clock is ahead of ours. */
let ahead = 0;
/** Those who wait until the view has come to an event. @type {{seq: number, done: () => void}[]} */
let waiting = [];
/** What is sent goes one after another: where a card goes is known when the one before it lies. */
let queue = Promise.resolve();

/** What is keyed and not confirmed: a rank without a suit, and whole cards. A figure may be the number of a box instead. */
const keyed = { rank: '', figure: '', cards: /** @type {string[]} */ ([]), timer: 0 };
/** Wagers as they are keyed, and the chips taken up to be laid by touch. */
const wagerKeys = new WagerKeys();
const hand = new Hand();
/** The wagers of the last coup, to be laid again. @type {Pick<Schemas['StakeOf'], 'patron' | 'box' | 'wager' | 'amount' | 'kind'>[]} */
let lastWagers = JSON.parse(sessionStorage.getItem(`desk-wagers-${table}`) ?? '[]');
let lastCoup = 0;

const RANKS = /** @type {Record<string, string>} */ ({ a: 'A', t: 'T', j: 'J', q: 'Q', k: 'K', 0: 'T', 1: 'A', '/': 'J', '*': 'Q', '-': 'K' });
const PAD_SUITS = /** @type {Record<string, string>} */ ({ 1: 'S', 2: 'H', 3: 'D', 4: 'C' });
const CUTTING = 'cutting-card';
/** Whoever plays several parts at a table goes by the first of these. */
const USUAL = ['dealer', 'manager', 'supervisor', 'surveillance', 'inspector'];

/** The table as the house told it last; asked only once it has. */
function view() {
  if (!seen) throw new Error('the table has not been told yet');
  return seen;
}

// ------------------------------------------------------------------------------------------------ asking the table

/** Waits until the view has come to an event. @param {number} seq */
async function reached(seq) {
  if (seen && seen.seq >= seq) return;
  if (!practises) {
    await new Promise((done) => {
      waiting.push({ seq, done: () => done(undefined) });
      setTimeout(done, 1500);
    });
  }
  if (view().seq < seq) shown(await look());
}

/**
 * Asks the table, and tells what came of it.
 * @param {Act[]} acts
 * @param {string | null} [patron]
 * @returns {Promise<boolean>} whether the table agreed
 */
async function send(acts, patron) {
  try {
    const wagers = acts.some((one) => ['place', 'change', 'move', 'withdraw'].includes(one.act));
    const answer = await act(table, acts, { patron: patron ?? undefined, coup: wagers ? view().state.coup : undefined });
    refusal(null);
    tell(/** @type {StaffEvent[]} */ (answer.events));
    await reached(answer.seq);
    return true;
  } catch (fault) {
    refusal(fault);
    return false;
  }
}

/** How many things are under way, and whether the last of them was refused. */
const underWay = { count: 0, refused: false };

/** One thing after another. @param {() => Promise<unknown>} job */
function afterwards(job) {
  underWay.count += 1;
  queue = queue.then(job).then((done) => { underWay.refused = done === false; }, (fault) => {
    underWay.refused = true;
    refusal(fault);
  }).then(() => { underWay.count -= 1; });
  return queue;
}

/** What a ruling or a result is worth saying aloud. @param {StaffEvent[]} events */
function tell(events) {
  const said = events.filter((event) => ['ruled', 'matter-opened', 'coup-decided', 'coup-voided', 'coup-reconstructed', 'window-opened', 'card-carried', 'wager-returned'].includes(event.fact));
  if (said.length > 0) byId('said').textContent = said.map(eventText).join('. ');
}

// ------------------------------------------------------------------------------------------------ refusals

/** Shows what is wrong where the dealer sees it, however far the page was scrolled. @param {...HTMLElement} said */
function showRefused(...said) {
  const here = byId('refused');
  here.hidden = false;
  here.replaceChildren(...said);
  here.scrollIntoView({ block: 'nearest' });
}

/** @param {unknown} fault nothing takes the last one away */
function refusal(fault) {
  if (!fault) {
    byId('refused').hidden = true;
    byId('refused').replaceChildren();
    return;
  }
  const message = fault instanceof Refused ? fault.toText() : say('lost');
  const clauses = fault instanceof Refused ? fault.clauses : [];
  showRefused(
    element('p', {}, element('strong', {}, message), ' ', cites(clauses)),
    element('button', { type: 'button', onclick: () => openHappened() }, say('desk-it-happened')));
}

/** The clauses of something, to be opened. @param {string[]} clauses */
function cites(clauses) {
  if (clauses.length === 0) return element('span', {});
  return element('button', { type: 'button', class: 'cite', onclick: () => void showClauses(book, clauses) }, say('by-clause', { clauses: clauses.join(', ') }));
}

// ------------------------------------------------------------------------------------------------ words

/** @param {string} name */
function withSeat(name) {
  const patron = view().patrons.find((known) => known.name === name);
  return patron?.seat ? say('desk-at-seat', { patron: name, seat: number(patron.seat) }) : name;
}

/** @param {string} side */
const handName = (side) => say(`hand-${side}`);

/** What is due, in large words. @param {Schemas['DueInFull']} due */
function nextWords(due) {
  if (due.due === 'countdown') return say('next-countdown');
  if (due.due === 'lay-carried') {
    return due.card ? say('next-lay-carried', { card: cardName(due.card), hand: handName(due.to) }) : say('next-lay-unseen', { hand: handName(due.to) });
  }
  /** @type {Fields<typeof due>} */
  const { to, by, side, cards, words, step, matter } = due;
  const named = to === 'player' || to === 'banker' ? null : to;
  const patron = named ?? (typeof by === 'string' ? by : null);
  const key = (due.due === 'offer-cut' || due.due === 'cut' || due.due === 'expose' || due.due === 'offer-hand') && !patron ? `next-${due.due}-nobody` : `next-${due.due}`;
  return say(key, {
    patron: patron ? withSeat(patron) : '',
    hand: handName(side ?? to ?? 'player'),
    cards: number(cards ?? 0),
    words: callWords(words ?? ''),
    step: sayOr(`step-${step}`, plain(step ?? '')),
    role: sayOr(`role-${by}`, plain(String(by ?? ''))),
    matter: number(matter ?? 0),
  });
}

/** @param {string} words */
const callWords = (words) => sayOr(`call-${words}`, plain(words));

/** What an offer does, for its button. @param {Offer} offer */
function offerWords(offer) {
  /** @type {Fields<Act>} */
  const asked = offer.act;
  /** @type {Fields<Offer['asks']>} */
  const { count } = offer.asks;
  const wager = view().table.wagers.find((known) => known.id === asked.wager);
  let key = `offer-${asked.act}`;
  if (asked.act === 'deal-card' && asked.card) key = 'offer-lay-card';
  if (asked.act === 'refuse-hand' && view().desk.due.due === 'answer-role') key = 'offer-refuse-role';
  return say(key, {
    who: offer.for ? withSeat(offer.for) : sayOr(`role-${offer.by}`, plain(offer.by)),
    patron: withSeat(offer.for ?? asked.to ?? ''),
    other: withSeat(asked.other ?? ''),
    hand: handName(asked.side ?? asked.to ?? 'player'),
    cards: number(Array.isArray(asked.cards) ? count ?? 0 : Number(asked.cards ?? 0)),
    card: asked.card ? cardName(asked.card) : '',
    words: callWords(asked.words ?? ''),
    step: sayOr(`step-${asked.step}`, plain(asked.step ?? '')),
    style: sayOr(`burn-${asked.style}`, plain(asked.style ?? '')),
    wager: wager ? wagerName(wager) : asked.wager ?? '',
  });
}

// ------------------------------------------------------------------------------------------------ showing

/** @param {View} fresh */
function shown(fresh) {
  if (fresh.view !== 'dealer' && fresh.view !== 'supervisor') {
    byId('stranger').hidden = false;
    return;
  }
  seen = fresh;
  ahead = view().state.now - Date.now();
  place.dataset.seq = String(view().seq);
  waiting = waiting.filter(({ seq, done }) => (view().seq >= seq ? done() : true));
  remember();
  byId('work').hidden = false;
  showHead();
  showNext();
  showHand('player');
  showHand('banker');
  showPad();
  showPayments();
  showFloat();
  showPatrons();
  showMatters();
}

/** Keeps the wagers of a coup once it begins, for the next one. */
function remember() {
  if (view().state.phase !== 'dealing' || view().state.coup === lastCoup || view().desk.stakes.length === 0) return;
  lastCoup = view().state.coup;
  lastWagers = view().desk.stakes.map(({ patron, box, wager, amount, kind }) => ({ patron, box, wager, amount, kind }));
  sessionStorage.setItem(`desk-wagers-${table}`, JSON.stringify(lastWagers));
}

const onDuty = () => view().desk.duty.find((known) => known.name === person);

function showHead() {
  const duty = view().desk.duty.map(({ name, roles }) => {
    const usual = USUAL.find((role) => roles.includes(role)) ?? roles[0];
    return `${name} (${sayOr(`role-${usual}`, plain(usual))})`;
  });
  byId('duty').textContent = duty.length > 0 ? say('desk-duty', { names: duty.join(', ') }) : say('desk-nobody');
  byId('coup-number').textContent = say('coup-number', { coup: number(view().state.coup), shoe: number(view().state.shoe.number ?? 1) });
}

function showNext() {
  const { due, offers, stray } = view().desk;
  const mine = onDuty();
  const words = mine ? nextWords(due) : say('next-sign-on');
  const next = byId('next');
  if (next.textContent !== words) {
    next.textContent = words;
    byId('said').textContent = words;
  }
  byId('under').replaceChildren(mine ? cites(due.clauses) : '');
  byId('stray').hidden = !stray;
  if (stray) {
    const message = stray === CUTTING ? say('desk-cutting-card') : cardName(stray);
    byId('stray').replaceChildren(
      element('p', {}, say('desk-stray', { card: message })),
      element('button', { type: 'button', onclick: () => openHappened(stray === CUTTING ? '' : stray) }, say('desk-happened')));
  }
  showOffers(mine, offers);
  tick();
}

/** @param {OnDuty | undefined} mine @param {Offer[]} offers */
function showOffers(mine, offers) {
  const here = byId('offers');
  const focused = here.contains(document.activeElement) ? document.activeElement?.getAttribute('data-nth') : null;
  if (!mine) {
    here.replaceChildren(element('button', { type: 'button', class: 'gold do', 'data-nth': 0, onclick: signOn }, say('desk-sign-on'), ' ', element('kbd', {}, '↵')));
    return;
  }
  const lines = offers.map((offer, nth) => offerElement(mine, offer, nth));
  if (offers.length === 0 && view().desk.due.due === 'decide') {
    lines.push(element('p', {}, say('desk-waits-decision')));
  }
  here.replaceChildren(...lines);
  const to = focused === null ? null : here.querySelector(`[data-nth="${focused}"]`) ?? here.querySelector('button');
  if (to instanceof HTMLElement) to.focus();
  const asked = here.querySelector('input');
  if (asked && (document.activeElement === document.body || document.activeElement === null)) asked.focus();
}

/** @param {OnDuty} mine @param {Offer} offer @param {number} nth */
function offerElement(mine, offer, nth) {
  const { asks } = offer;
  if (asks.what === 'card' || asks.what === 'cards') {
    const count = asks.what === 'card' ? 1 : asks.count;
    const read = asks.what === 'cards' && view().desk.dealing.scanning;
    return element('p', { class: 'key-prompt' }, say(count === 1 ? 'desk-key-card' : 'desk-key-cards', { cards: number(count), what: offerWords(offer) }),
      read ? element('button', { type: 'button', onclick: () => perform(offer, {}) }, say('desk-as-scanned')) : null);
  }
  if (!offer.for && !mine.roles.includes(offer.by)) {
    return element('p', { class: 'not-mine' }, say('desk-not-mine', { role: sayOr(`role-${offer.by}`, plain(offer.by)), what: offerWords(offer) }));
  }
  if (offer.asks.what === 'number') return numberForm(offer, offer.asks, nth);
  const key = nth === 0 ? '↵' : choosesByFigure() ? String(nth + 1) : offer.act.act === 'draw-cutting-card' ? 'N' : '';
  return element('button', { type: 'button', class: nth === 0 ? 'gold do' : 'do', 'data-nth': nth, 'data-does': offer.act.act, onclick: () => perform(offer, {}) },
    offerWords(offer), ' ', key ? element('kbd', {}, key) : null);
}

/** @param {Offer} offer @param {Extract<Offer['asks'], {what: 'number'}>} asks @param {number} nth */
function numberForm(offer, { least, most, usual }, nth) {
  const id = `number-${nth}`;
  const form = element('form', { class: 'row number', autocomplete: 'off' },
    element('label', { for: id }, element('span', {}, say('desk-number', { what: offerWords(offer), least: number(least), most: number(most) })),
      element('input', { id, inputmode: 'numeric', pattern: '[0-9]+', value: usual, required: true, 'data-nth': nth })),
    element('button', { type: 'submit', class: nth === 0 ? 'gold' : '' }, offerWords(offer)));
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    const message = Number(input(id).value);
    perform(offer, offer.act.act === 'cut' ? { at: message } : { from_back: message });
  });
  return form;
}

/** @param {'player' | 'banker'} side */
function showHand(side) {
  const hand = view().state[side];
  byId(`cards-${side}`).replaceChildren(...hand.cards.map((/** @type {string | null} */ card, /** @type {number} */ nth) => cardElement(card, { third: nth === 2 })));
  byId(`count-${side}`).textContent = typeof hand.count === 'number' ? String(hand.count) : '';
  const { holder, offered, nominees } = view().desk[side];
  const designated = view().desk.designated;
  const message = [
    holder ? say('desk-holder', { patron: withSeat(holder) }) : offered ? say('desk-offered', { patron: withSeat(offered) }) : '',
    nominees.length > 0 ? say('desk-nominees', { names: nominees.map(withSeat).join(', ') }) : '',
    side === 'player' && designated.holder ? say('desk-designated', { patron: withSeat(designated.holder) }) : '',
    side === 'player' && designated.nobody ? say('desk-designated-nobody') : '',
  ];
  byId(`holder-${side}`).textContent = message.filter(Boolean).join(' · ');
  const { coup, decided } = view().state;
  const winner = decided?.coup === coup && hand.cards.length > 0 ? decided.winner : null;
  byId(`cards-${side}`).parentElement?.classList.toggle('winner', winner === side);
}

function showPayments() {
  const { payments, chips, pays: kinds } = view().desk;
  const { decided } = view().state;
  const listed = view().table.wagers_kept ? payments.map(paymentElement) : kinds.map(kindElement);
  byId('pay').hidden = listed.length === 0;
  byId('pay-result').textContent = decided ? say(`desk-result-${decided.winner}`, { player: number(decided.player), banker: number(decided.banker) }) : '';
  byId('payments').replaceChildren(...listed);
  byId('pay-short').hidden = !view().desk.tray_short;
  byId('pay-all').textContent = payments.length > 1 ? say('desk-pay-all', { paid: money(chips.paid), taken: money(chips.taken) }) : '';
}

/** The chips in the float, and fields in which chips are counted that change hands. */
function showFloat() {
  const { desk, table: about } = view();
  byId('float-chips').textContent = desk.tray ? listed(desk.tray) : say('desk-tray-unknown');
  const key = JSON.stringify(about.chips);
  for (const place of /** @type {NodeListOf<HTMLElement>} */ (byId('change-form').querySelectorAll('[data-pieces]'))) {
    if (place.dataset.key === key) continue;
    place.dataset.key = key;
    place.replaceChildren(/** @type {Node} */ (place.querySelector('legend')));
    putCounting(place, about.chips);
  }
}

byId('change-form').addEventListener('submit', (event) => {
  event.preventDefault();
  const form = /** @type {HTMLFormElement} */ (byId('change-form'));
  const [gives, gets] = ['gives', 'gets'].map((name) => piecesIn(/** @type {Element} */ (form.querySelector(`[data-pieces="${name}"]`))));
  if (!gives || !gets) return note(say('desk-not-a-count'));
  void afterwards(async () => { if (await send([{ act: 'change-chips', gives, gets }])) form.reset(); });
});

/** What a kind of wager pays by this result. @param {Schemas['WagerPays']} kind */
function kindElement({ wager: id, outcome, row }) {
  const wager = view().table.wagers.find((known) => known.id === id);
  const message = outcome === 'wins' ? say('desk-pays', { amount: pays(row.does) ?? row.does })
    : outcome === 'loses' ? say('desk-takes-all') : say('stands-off');
  return element('li', { class: outcome }, element('span', { class: 'pay-who' }, wager ? wagerName(wager) : id), element('strong', {}, message), cites(row.clauses));
}

/** @param {Schemas['Payment']} payment */
function paymentElement(payment) {
  const wager = view().table.wagers.find((known) => known.id === payment.wager);
  const lost = payment.staked - payment.returned;
  const message = payment.outcome === 'wins' ? say('desk-pays', { amount: money(payment.paid - payment.owed) })
    : payment.outcome === 'loses' ? say('desk-takes', { amount: money(lost) }) : say('stands-off');
  const pile = payment.chips.map(([worth, count]) =>
    element('span', { class: 'pay-chip' }, chip(worth), element('span', {}, `${number(count)} × ${money(worth)}`)));
  return element('li', { class: `${payment.outcome}${payment.done ? ' done' : ''}` },
    element('span', { class: 'pay-who' }, withSeat(payment.patron), element('small', {}, ` ${wager ? wagerName(wager) : payment.wager} ${money(payment.staked)}`)),
    element('strong', {}, message), element('span', { class: 'pay-chips' }, ...pile),
    payment.owed > 0 ? element('small', {}, say('desk-owed', { amount: money(payment.owed) })) : null,
    payment.returned > 0 ? element('small', {}, say('desk-returned', { amount: money(payment.returned) })) : null,
    payment.done ? element('small', {}, say('desk-paid')) : cites(payment.clauses));
}

function showPatrons() {
  const { patrons, desk, table: about } = view();
  byId('patrons-panel').hidden = !about.wagers_kept;
  byId('not-kept').hidden = about.wagers_kept;
  showLayout();
  byId('patrons').replaceChildren(...patrons.map((patron) => {
    const stakes = desk.stakes.filter((stake) => stake.patron === patron.name);
    return element('li', {},
      element('strong', {}, withSeat(patron.name)), ' ', element('span', {}, say('desk-has', { chips: money(patron.chips) })),
      patron.owed > 0 ? element('span', {}, ` · ${say('desk-owed', { amount: money(patron.owed) })}`) : null,
      element('ul', {}, ...stakes.map(stakeElement)));
  }));
  const names = patrons.map((patron) => [patron.name, withSeat(patron.name)]);
  options('wager-patron', names);
  options('for-name', names);
  options('passed-to', names);
  options('wrong-patron', names);
  for (const id of ['wager-on', 'wrong-on']) options(id, about.wagers.map((wager) => [wager.id, wagerName(wager)]));
  const taken = new Set(patrons.map((patron) => patron.seat));
  const free = Array.from({ length: about.seats }, (_, nth) => nth + 1).filter((seat) => !taken.has(seat));
  options('coming-seat', [...free.map((seat) => [String(seat), number(seat)]), ['', say('desk-stands')]]);
  const box = input('wager-box');
  if (box.value === '') chooseBox();
  input('again').disabled = lastWagers.length === 0;
}

/** Wagers are keyed at this table, and may be now. */
const betting = () => seen !== null && seen.table.wagers_kept && seen.state.phase === 'betting';
const letters = () => wagerLetters(view().table.wagers.map((wager) => wager.id));

function showLayout() {
  const { patrons, desk, table: about } = view();
  const here = byId('layout');
  const focused = here.contains(document.activeElement) ? document.activeElement : null;
  const spot = focused instanceof HTMLElement ? focused.dataset : null;
  here.replaceChildren(layoutElement({ about, patrons, stakes: desk.stakes, letters: letters(), keyed: wagerKeys.spot, tapped: (place) => void tapped(place) }));
  const tray = byId('tray-chips');
  const key = JSON.stringify(about.chips);
  if (tray.dataset.key !== key) {
    tray.dataset.key = key;
    tray.replaceChildren(...trayElements(about.chips, takeUp));
  }
  byId('in-hand').textContent = wagerKeys.written !== null ? say('desk-in-hand', { amount: wagerKeys.written || '…' })
    : say('desk-in-hand', { amount: money(hand.amount) });
  const again = spot?.box ? here.querySelector(`[data-box="${spot.box}"][data-wager="${spot.wager}"]`) : null;
  if (again instanceof HTMLElement) again.focus();
}

/** @param {Schemas['StakeOf']} stake */
function stakeElement(stake) {
  const wager = view().table.wagers.find((known) => known.id === stake.wager);
  const name = wager ? wagerName(wager) : stake.wager;
  const back = () => afterwards(() => send([{ act: 'withdraw', box: stake.box, wager: stake.wager }], stake.patron));
  return element('li', {}, `${name} ${money(stake.amount)} `, element('small', {}, say('desk-in-box', { box: number(stake.box) })), ' ',
    element('button', { type: 'button', class: 'quiet small-button', onclick: back, 'aria-label': say('desk-take-back-of', { patron: stake.patron, wager: name }) }, say('desk-take-back')));
}

/**
 * Fills a choice, if it has changed, and keeps what was chosen.
 * @param {string} id
 * @param {string[][]} all
 */
function options(id, all) {
  const here = choice(id);
  const key = JSON.stringify(all);
  if (here.dataset.key === key) return;
  // An empty choice has the value of the one that stands for nothing, which nobody has chosen.
  const before = here.options.length > 0 ? here.value : null;
  here.dataset.key = key;
  here.replaceChildren(...all.map(([value, message]) => element('option', { value }, message)));
  if (all.some(([value]) => value === before)) here.value = before ?? '';
}

function showMatters() {
  byId('matters').replaceChildren(...view().matters.map((matter) =>
    element('p', { class: 'matter' }, matterText(matter))));
  byId('calls').replaceChildren(...view().desk.calls.map((call) =>
    element('p', { class: 'matter' }, say('desk-called', { why: call.why || say('desk-no-reason') }), ' ',
      view().view === 'supervisor' ? element('button', { type: 'button', onclick: () => void comeTo(call.number) }, say('desk-come')) : null)));
}

/** The number of events that stand in the list. */
const LISTED = 40;

/** Events as the list has them, the newest first. @param {StaffEvent[]} events */
const lines = (events) => events.map((event) => element('li', {},
  element('span', {}, eventText(event)), ' ', event.clauses.length > 0 ? cites(event.clauses) : null,
  element('small', {}, event.keyed_by ? ` ${event.by.name} · ${event.keyed_by.name}` : ` ${event.by.name}`))).reverse();

/** @param {StaffEvent[]} events */
function log(events) {
  const here = byId('log');
  here.prepend(...lines(events));
  while (here.children.length > LISTED) here.lastElementChild?.remove();
}

/** The number of events that are asked for to find as many that are told here: some are for others. */
const ASKED = 4 * LISTED;

/** What happened before this console was opened, for whoever takes it over. @param {number} until the last event that it has not heard itself */
async function lookBack(until) {
  const stop = new AbortController();
  await listen(`/api/v1/tables/${encodeURIComponent(table)}/feed?last=${ASKED}`, stop, ({ event, data }) => {
    if (event === 'open') return;
    stop.abort();
    if (event !== 'happened') return;
    const before = /** @type {StaffEvent[]} */ (JSON.parse(data).events).filter(({ seq }) => seq <= until);
    byId('log').append(...lines(before).slice(0, Math.max(0, LISTED - byId('log').children.length)));
  }).catch(() => {});
}

/** The clock, where one runs. */
function tick() {
  const due = seen?.desk.due;
  const until = due?.due === 'countdown' ? due.until : null;
  const left = typeof until !== 'number' ? null : Math.max(0, Math.ceil((until - (Date.now() + ahead)) / 1000));
  byId('clock-seconds').textContent = left === null ? '' : number(left);
}
setInterval(tick, 250);

// ------------------------------------------------------------------------------------------------ doing

/** @param {Offer} offer @param {object} keyedWith what was keyed with it */
function perform(offer, keyedWith) {
  unkey();
  return afterwards(() => send([/** @type {Act} */ ({ ...offer.act, ...keyedWith })], offer.for));
}

function signOn() {
  return afterwards(() => send([{ act: 'sign-on' }]));
}

/** The offer that takes cards now, if one does. */
const takesCards = () => seen?.desk.offers.find((offer) => offer.asks.what === 'card' || offer.asks.what === 'cards');
const wanted = () => {
  const offer = takesCards();
  /** @type {Fields<Offer['asks']> | undefined} */
  const asks = offer?.asks;
  return offer ? asks?.count ?? 1 : 0;
};

/** Does the first of what may be done, or confirms what waits. */
function confirm() {
  if (keyed.cards.length > 0) {
    void confirmCards();
    return;
  }
  // A rank waits for its suit: nothing else is meant by it.
  if (keyed.rank !== '') return;
  // Whoever is faster than the answers means what is due then, unless what is under way is refused.
  const waits = underWay.count > 0;
  void afterwards(async () => (waits && underWay.refused ? false : doFirst()));
}

/** Does the first of what may be done; whether the table agreed. */
async function doFirst() {
  if (seen && !onDuty()) return send([{ act: 'sign-on' }]);
  const first = seen?.desk.offers[0];
  if (first && first.asks.what === 'nothing' && (first.for || onDuty()?.roles.includes(first.by))) return send([first.act], first.for);
  return true;
}

/** Sends the cards that wait; where they go is asked when their turn has come. */
function confirmCards() {
  const cards = keyed.cards;
  unkey();
  return afterwards(async () => {
    if (cards[0] === CUTTING) return send([{ act: 'draw-cutting-card' }]);
    const offer = takesCards();
    if (!offer) {
      notDue(cards[0]);
      return false;
    }
    const message = offer.asks.what === 'card' ? { card: cards[0] } : { cards };
    return send([/** @type {Act} */ ({ ...offer.act, ...message })], offer.for);
  });
}

/** A card came and none is due: the table says what is, and staff say what happened. @param {string} card */
function notDue(card) {
  const { due } = view().desk;
  showRefused(
    element('p', {}, element('strong', {}, say('desk-not-due', { card: cardName(card), due: nextWords(due) })), ' ', cites(due.clauses)),
    element('button', { type: 'button', class: 'gold', onclick: () => openHappened(card) }, say('desk-it-happened')));
}

// ------------------------------------------------------------------------------------------------ keying cards

function unkey() {
  clearTimeout(keyed.timer);
  keyed.rank = '';
  keyed.figure = '';
  keyed.cards = [];
  showPad();
}

/** @param {string} rank @param {string} [figure] the figure that was keyed for it, which may be a box */
function keyRank(rank, figure = '') {
  // A whole card waits: the next one confirms it.
  if (keyed.rank === '' && keyed.cards.length > 0 && keyed.cards.length >= Math.max(1, wanted())) void confirmCards();
  clearTimeout(keyed.timer);
  keyed.rank = rank;
  keyed.figure = figure;
  showPad();
}

/** @param {string} suit */
function keySuit(suit) {
  if (keyed.rank === '') return;
  keyed.cards = [...keyed.cards.filter((card) => card !== CUTTING), keyed.rank + suit];
  keyed.rank = '';
  hold();
  showPad();
}

function keyCuttingCard() {
  clearTimeout(keyed.timer);
  keyed.rank = '';
  keyed.cards = [CUTTING];
  showPad();
}

/** What waits is sent after a while, if the dealer wishes so. */
function hold() {
  clearTimeout(keyed.timer);
  const ms = Number(choice('hold').value);
  if (ms > 0 && keyed.cards.length >= wanted() && wanted() > 0) keyed.timer = setTimeout(() => void confirmCards(), ms);
}

function undo() {
  clearTimeout(keyed.timer);
  if (keyed.rank !== '') keyed.rank = '';
  else keyed.cards = keyed.cards.slice(0, -1);
  showPad();
}

function showPad() {
  const waits = keyed.rank !== '' || keyed.cards.length > 0;
  byId('keyed').hidden = !waits;
  const cards = keyed.cards.filter((card) => card !== CUTTING);
  byId('keyed-cards').replaceChildren(...cards.map((card) => cardElement(card)));
  const missing = Math.max(0, wanted() - cards.length);
  byId('keyed-intro').textContent = keyed.cards[0] === CUTTING ? say('desk-cutting-card')
    : keyed.rank !== '' ? say('desk-and-suit', { rank: say(`rank-${keyed.rank}`) })
      : missing > 0 && waits ? say('desk-more-cards', { cards: number(missing) }) : waits ? say('desk-waits') : '';
  const whole = keyed.rank === '' && keyed.cards.length > 0 && (keyed.cards[0] === CUTTING || missing === 0);
  input('confirm').disabled = !whole;
  for (const button of document.querySelectorAll('[data-rank]')) {
    button.setAttribute('aria-pressed', String(button.getAttribute('data-rank') === keyed.rank));
  }
  byId('pad').classList.toggle('due', wanted() > 0);
}

/** @param {KeyboardEvent} event */
function pressed(event) {
  if (!seen || event.ctrlKey || event.altKey || event.metaKey || event.repeat || !input('keys-on').checked) return;
  const target = /** @type {HTMLElement} */ (event.target);
  if (document.querySelector('dialog[open]')) return;
  const field = target.closest('input, select, textarea');
  if (field && !leavesField(/** @type {HTMLInputElement} */ (field), event)) return;
  const enter = event.key === 'Enter' || event.key === '+';
  if (enter && target.closest('button, summary, a') && keyed.cards.length === 0 && wagerKeys.idle) return;
  if (keyFor(event.key, enter)) event.preventDefault();
}

/** Whether a key pressed in a field is none of the field's: no list and no field for figures swallows a card. @param {HTMLInputElement} field @param {KeyboardEvent} event */
function leavesField(field, event) {
  const waits = keyed.rank !== '' || keyed.cards.length > 0;
  if (waits && field.tagName === 'SELECT' && ['Enter', 'Backspace'].includes(event.key)) return true;
  const means = inField({ name: field.tagName, type: field.type, figures: ['numeric', 'decimal'].includes(field.inputMode), value: field.value }, event.key);
  if (means.what === 'text') return false;
  if (means.what === 'card') {
    field.blur();
    if (means.rank !== '') {
      field.value = field.defaultValue;
      keyRank(RANKS[means.rank] ?? (means.rank === '10' ? 'T' : means.rank));
    }
  }
  return true;
}

/** Does what a key means; whether it means anything. @param {string} key @param {boolean} enter */
function keyFor(key, enter) {
  const small = key.toLowerCase();
  const suit = 'shdc'.includes(small) && small.length === 1 ? small.toUpperCase() : PAD_SUITS[key];
  const wager = keyed.figure !== '' && betting() ? letters().get(small) : undefined;
  if (betting() && keyWager(enter ? 'Enter' : key)) return true;
  if (enter) confirm();
  else if (wager) beginWager({ box: Number(keyed.figure), wager });
  else if (keyed.rank === 'A' && key === '0') keyRank('T');
  else if (keyed.rank !== '' && suit) keySuit(suit);
  else if (key === 'Backspace' || small === 'u' || (key === '.' && (keyed.rank !== '' || keyed.cards.length > 0))) undo();
  else if (small === 'n' || (key === '.' && takesCards())) keyCuttingCard();
  else if (small === 'w') openHappened();
  else if (small === 'v') openDialog('call');
  else if (small === 'm') openPutRight();
  else if (small === 'p' && view().table.wagers_kept) byId('wager-patron').focus();
  else if (small === 'r' && betting()) void again();
  else if (small === 'g' && view().table.wagers_kept) openComing();
  else if (/^[1-9]$/.test(key) && choosesByFigure()) choose(Number(key) - 1);
  else if (/^[2-9]$/.test(key)) keyRank(key, key);
  else if (RANKS[small]) keyRank(RANKS[small], key === '1' ? key : '');
  else return false;
  return true;
}

/** Whether a figure chooses between what may be done: not where it may begin a card or a wager. */
function choosesByFigure() {
  const { due, offers } = view().desk;
  const wagers = betting() && ['wagers', 'countdown', 'call', 'first-card', 'lay-carried'].includes(due.due);
  return !takesCards() && !wagers && offers.length > 1;
}

/** A key that goes on with a wager. @param {string} key @returns {boolean} whether it does */
function keyWager(key) {
  if (keyed.rank !== '' || keyed.cards.length > 0) return false;
  const before = wagerKeys.idle;
  const { taken, laid } = wagerKeys.take(key, { chips: view().table.chips, hand: hand.amount, read: readMoney });
  if (laid) void lay(laid);
  if (taken || before !== wagerKeys.idle) showLayout();
  return taken;
}

/** @param {Spot} spot */
function beginWager(spot) {
  unkey();
  wagerKeys.begin(spot);
  showLayout();
}

/** @param {number} nth */
function choose(nth) {
  const button = byId('offers').querySelector(`button[data-nth="${nth}"]`);
  if (button instanceof HTMLButtonElement) button.click();
}

document.addEventListener('keydown', pressed);
// A button that was tapped lets go of the keys, or ↵ would tap it again; one that was reached by keys keeps them.
document.addEventListener('click', (event) => {
  const button = event.target instanceof Element ? event.target.closest('button') : null;
  if (event.detail > 0 && button && button === document.activeElement && !button.closest('dialog')) button.blur();
});
byId('pad').addEventListener('click', (event) => {
  const button = /** @type {HTMLElement} */ (event.target).closest('button');
  if (button?.dataset.rank) keyRank(button.dataset.rank);
  if (button?.dataset.suit) keySuit(button.dataset.suit);
  if (button && 'cutting' in button.dataset) keyCuttingCard();
});
byId('confirm').addEventListener('click', confirm);
byId('undo').addEventListener('click', undo);

// ------------------------------------------------------------------------------------------------ what happened?

/** @param {string} [card] the card it is about, if that is known */
function openHappened(card = '') {
  if (!seen) return;
  byId('possible').replaceChildren(...view().possible.map((possible, nth) =>
    element('label', { class: 'choice' },
      element('input', { type: 'radio', name: 'possible', value: nth, 'data-asks': possible.asks, required: true }),
      element('span', {}, reportText(possible.report, possible.words), possible.ruled ? null : element('small', {}, ` ${say('desk-not-ruled')}`)))));
  input('given-card').value = card;
  for (const id of ['given-order', 'given-coup', 'given-reason']) input(id).value = '';
  byId('happened-refusal').textContent = '';
  asks('');
  openDialog('happened');
}

/** @param {string} id */
function openDialog(id) {
  /** @type {HTMLDialogElement} */ (byId(id)).showModal();
}

/** Shows what must still be told. @param {string} what */
function asks(what) {
  byId('ask-card').hidden = what !== 'card' && what !== 'card-if-seen';
  byId('ask-if-seen').hidden = what !== 'card-if-seen';
  for (const other of ['order', 'coup', 'reason']) byId(`ask-${other}`).hidden = what !== other;
}

byId('possible').addEventListener('change', () => {
  const chosen = chosenPossible();
  asks(chosen?.asks ?? '');
  if (chosen?.asks === 'coup') input('given-coup').value = 'coup' in chosen.report ? String(chosen.report.coup) : '';
});

function chosenPossible() {
  const chosen = /** @type {HTMLInputElement | null} */ (document.querySelector('input[name=possible]:checked'));
  return chosen ? view().possible[Number(chosen.value)] : null;
}

/** A card as people write it: 10h is TH. @param {string} text */
function written(text) {
  const plainText = text.trim().toUpperCase().replace(/^10/, 'T');
  return plainText === '' || plainText === '?' ? null : plainText;
}

/** The report with what was told. @param {Schemas['Possible']} possible @returns {object} */
function reported({ report, asks: what }) {
  if (what === 'card' || what === 'card-if-seen') return { ...report, card: written(input('given-card').value) };
  if (what === 'order') return { ...report, cards: input('given-order').value.trim().split(/[\s,]+/).filter(Boolean).map(written) };
  if (what === 'coup') return { ...report, coup: Number(input('given-coup').value) };
  if (what === 'reason') return { ...report, why: input('given-reason').value };
  return report;
}

byId('happened-form').addEventListener('submit', (event) => {
  event.preventDefault();
  const possible = chosenPossible();
  if (!possible) return;
  unkey();
  void afterwards(async () => {
    try {
      await report(reported(possible), reportText(possible.report, possible.words));
      close('happened');
    } catch (fault) {
      byId('happened-refusal').textContent = fault instanceof Refused ? `${fault.toText()} ${fault.clauses.join(', ')}` : say('lost');
    }
  });
});

/**
 * Reports what happened. Where one word is not enough, it goes to the pit for somebody else to approve.
 * @param {object} what
 * @param {string} words
 */
async function report(what, words) {
  const asked = { act: /** @type {const} */ ('report'), report: /** @type {Schemas['Report']} */ (what) };
  try {
    const answer = await act(table, [asked]);
    refusal(null);
    tell(/** @type {StaffEvent[]} */ (answer.events));
    await reached(answer.seq);
  } catch (fault) {
    if (!(fault instanceof Refused) || fault.word !== 'needs-two') throw fault;
    await ask('POST', `/tables/${encodeURIComponent(table)}/proposals`, { id: freshId(), act: asked, why: words });
    refusal(null);
    byId('said').textContent = say('desk-proposed');
    note(say('desk-proposed'));
  }
}

/** Something to read in one line. @param {string} message @param {string[]} [clauses] */
function note(message, clauses = []) {
  showRefused(element('p', {}, element('strong', {}, message), ' ', cites(clauses)));
}

// ------------------------------------------------------------------------------------------------ putting the record right

/** The coup that is on, or else the last. */
const thisCoup = () => (view().state.phase === 'dealing' ? view().state.coup : Math.max(1, view().state.coup - 1));

byId('put-right').addEventListener('toggle', () => {
  for (const id of ['miskeyed-coup', 'wrong-coup']) if (seen && input(id).value === '') input(id).value = String(thisCoup());
});
/** Opens the form for a card on record that is not the one on the felt. @param {string} [card] @param {string} [side] */
function openPutRight(card = '', side = '') {
  if (!seen) return;
  /** @type {HTMLDetailsElement} */ (byId('put-right')).open = true;
  input('miskeyed-keyed').value = card;
  choice('miskeyed-hand').value = side;
  input('miskeyed-coup').value = String(thisCoup());
  byId(card ? 'miskeyed-was' : 'miskeyed-keyed').focus();
}
for (const side of ['player', 'banker']) {
  byId(`cards-${side}`).addEventListener('click', ({ target }) => {
    const card = target instanceof Element ? target.closest('[data-card]')?.getAttribute('data-card') : null;
    if (card) openPutRight(card, side);
  });
}
byId('miskeyed-form').addEventListener('submit', (event) => {
  event.preventDefault();
  const hand = choice('miskeyed-hand').value;
  const what = { what: 'miskeyed', coup: Number(input('miskeyed-coup').value), keyed: written(input('miskeyed-keyed').value), was: written(input('miskeyed-was').value), ...(hand ? { hand } : {}) };
  void afterwards(async () => {
    await report(what, say('desk-miskeyed'));
    for (const id of ['miskeyed-keyed', 'miskeyed-was', 'miskeyed-coup']) {
      input(id).value = '';
      input(id).blur();
    }
  });
});
byId('wrong-wager-form').addEventListener('submit', (event) => {
  event.preventDefault();
  const how = choice('wrong-how').value;
  const amount = amountIn(input('wrong-amount')) ?? 0;
  const of = { coup: Number(input('wrong-coup').value), patron: choice('wrong-patron').value, box: Number(input('wrong-box').value), wager: choice('wrong-on').value };
  const what = how === 'was' ? { what: 'wager-miskeyed', ...of, keyed: amountIn(input('wrong-keyed')) ?? 0, was: amount }
    : { what: 'wrongly-paid', ...of, moved: { [how]: amount } };
  void afterwards(async () => {
    await report(what, say('desk-wrong-wager'));
    for (const id of ['wrong-keyed', 'wrong-amount', 'wrong-coup']) {
      input(id).value = '';
      input(id).blur();
    }
  });
});
byId('exposed-form').addEventListener('submit', (event) => {
  event.preventDefault();
  void afterwards(() => report({ what: 'exposed', hand: choice('exposed-hand').value, card: written(input('exposed-card').value) }, say('desk-exposed')));
});
byId('passed-form').addEventListener('submit', (event) => {
  event.preventDefault();
  void afterwards(() => report({ what: 'passed-to', to: choice('passed-to').value }, say('desk-passed')));
});
byId('method-form').addEventListener('submit', (event) => {
  event.preventDefault();
  const coup = input('settled-coup').value;
  void afterwards(() => report({ what: 'settled-by', method: input('settled-method').value.trim(), ...(coup ? { coup: Number(coup) } : {}) }, say('desk-settled-by')));
});
for (const button of document.querySelectorAll('[data-report]')) {
  button.addEventListener('click', () => void afterwards(() => report({ what: button.getAttribute('data-report') }, button.textContent ?? '')));
}

/** @param {string} id */
function close(id) {
  /** @type {HTMLDialogElement} */ (byId(id)).close();
}

for (const button of document.querySelectorAll('dialog [data-close]')) {
  button.addEventListener('click', () => button.closest('dialog')?.close());
}
byId('open-happened').addEventListener('click', () => openHappened());

// ------------------------------------------------------------------------------------------------ calls and duty

byId('open-call').addEventListener('click', () => openDialog('call'));
byId('call-form').addEventListener('submit', (event) => {
  event.preventDefault();
  const body = { id: freshId(), why: input('call-why').value.trim() };
  ask('POST', `/tables/${encodeURIComponent(table)}/calls`, body).then(() => {
    input('call-why').value = '';
    close('call');
  }, (fault) => {
    byId('call-refusal').textContent = fault instanceof Refused ? fault.toText() : say('lost');
  });
});

/** @param {number} call */
function comeTo(call) {
  return afterwards(() => ask('POST', `/tables/${encodeURIComponent(table)}/calls/${call}/answer`, { id: freshId() }));
}

// Whoever is relieved signs off and out; the next dealer signs in here and goes on.
byId('hand-over').addEventListener('click', () => void afterwards(async () => {
  if (onDuty() && !(await send([{ act: 'sign-off' }]))) return;
  await ask('DELETE', '/session');
  location.assign(`/sign-in?to=${encodeURIComponent(location.pathname)}`);
}));

for (const button of document.querySelectorAll('.other [data-act]')) {
  button.addEventListener('click', () => void afterwards(() => send([/** @type {Act} */ ({ act: button.getAttribute('data-act') })])));
}

// ------------------------------------------------------------------------------------------------ patrons

function chooseBox() {
  const patron = view().patrons.find((known) => known.name === choice('wager-patron').value);
  input('wager-box').value = String(patron?.seat ?? 1);
}
byId('wager-patron').addEventListener('change', chooseBox);

/** @param {number} worth */
function takeUp(worth) {
  hand.add(worth);
  taking(false);
  showLayout();
}

/** Whether a touch takes a wager back instead of laying one. @param {boolean} on */
function taking(on) {
  byId('take-tool').setAttribute('aria-pressed', String(on));
}
byId('take-tool').addEventListener('click', () => taking(byId('take-tool').getAttribute('aria-pressed') !== 'true'));
byId('empty-hand').addEventListener('click', () => {
  hand.empty();
  showLayout();
});

/** A place on the layout was touched: what is in hand is laid on top, or what lies there is taken back. @param {Spot} spot */
async function tapped(spot) {
  const patron = patronAt(spot.box);
  if (byId('take-tool').getAttribute('aria-pressed') === 'true') {
    if (patron) await afterwards(() => send([{ act: 'withdraw', ...spot }], patron));
    return;
  }
  if (hand.amount === 0) {
    note(say('desk-take-up-first'));
    return;
  }
  await lay({ spot, amount: hand.amount, more: true });
}

/** Who sits at a box. @param {number} box */
const patronAt = (box) => view().patrons.find((known) => known.seat === box)?.name;

/** Lays a wager, or changes the one that lies there. What the table does not take is told in one line. @param {Laid} laid */
function lay({ spot, amount, more }) {
  hand.set(more ? hand.amount : amount);
  return afterwards(async () => {
    const patron = patronAt(spot.box);
    if (!patron) {
      note(say('desk-nobody-at', { box: number(spot.box) }));
      return;
    }
    const lying = view().desk.stakes.find((stake) => stake.patron === patron && stake.box === spot.box && stake.wager === spot.wager);
    const whole = (more ? lying?.amount ?? 0 : 0) + amount;
    /** @type {Act} */
    const asked = lying ? { act: 'change', ...spot, amount: whole } : { act: 'place', ...spot, amount: whole, kind: 'chips' };
    const not = await askWagers([asked], patron);
    if (not) note(not.why, not.clauses);
  });
}

/** Asks for wagers of one patron; why not, in one line, if the table does not take them. @param {Act[]} acts @param {string} patron */
async function askWagers(acts, patron) {
  try {
    const answer = await act(table, acts, { patron, coup: view().state.coup });
    refusal(null);
    await reached(answer.seq);
    return null;
  } catch (fault) {
    if (!(fault instanceof Refused)) throw fault;
    return { why: whyNot(fault, acts, patron), clauses: fault.clauses };
  }
}

/** @param {Refused} fault @param {Act[]} acts @param {string} patron */
function whyNot(fault, acts, patron) {
  /** @type {Fields<Act>} */
  const { wager: id, amount = 0 } = acts[0];
  const wager = view().table.wagers.find((known) => known.id === id);
  const name = wager ? wagerName(wager) : id ?? '';
  const has = view().patrons.find((known) => known.name === patron)?.chips ?? 0;
  const limits = wager?.limits;
  const known = ['above-maximum', 'below-minimum'].includes(fault.word) && limits ? { wager: name, least: money(limits.least), most: money(limits.most) } : null;
  const why = fault.word === 'not-enough-chips' ? say('desk-has', { chips: money(has) }) : known ? fault.inWords(known) : fault.toText();
  return say('desk-not-laid', { patron: withSeat(patron), wager: name, amount: money(Number(amount)), why });
}

byId('wager-form').addEventListener('submit', (event) => {
  event.preventDefault();
  const patron = choice('wager-patron').value;
  const placed = {
    box: Number(input('wager-box').value),
    wager: choice('wager-on').value,
    amount: amountIn(input('wager-amount')) ?? 0,
    kind: choice('wager-kind').value === 'chips' ? /** @type {const} */ ('chips') : /** @type {const} */ ('promotional-tokens'),
  };
  const lies = view().desk.stakes.some((stake) => stake.patron === patron && stake.box === placed.box && stake.wager === placed.wager);
  const { kind, ...changed } = placed;
  /** @type {Act} */
  const asked = lies ? { ...changed, act: 'change' } : { ...placed, act: 'place' };
  void afterwards(async () => {
    const not = await askWagers([asked], patron);
    if (not) {
      note(not.why, not.clauses);
      input('wager-amount').select();
      return;
    }
    // The next key may be a card: no field keeps the focus.
    input('wager-amount').value = '';
    input('wager-amount').blur();
  });
});

/** The wagers of the coup before, for everybody who has not bet yet. One that is not taken does not hold up the others. */
function again() {
  return afterwards(async () => {
    const here = view().patrons.map((patron) => patron.name);
    /** @type {string[]} */
    const not = [];
    for (const [patron, stakes] of sameAgain(lastWagers, view().desk.stakes, here)) {
      const refused = await askWagers(stakes.map(({ box, wager, amount, kind }) => /** @type {Act} */ ({ act: 'place', box, wager, amount, kind })), patron);
      if (refused) not.push(refused.why);
    }
    if (not.length > 0) note(not.join(' '));
  });
}
byId('again').addEventListener('click', () => void again());

/** Opens the form for a patron who comes. */
function openComing() {
  /** @type {HTMLDetailsElement} */ (byId('coming')).open = true;
  byId('coming-name').focus();
}

byId('coming-form').addEventListener('submit', (event) => {
  event.preventDefault();
  const cash = amountIn(input('coming-cash')) ?? 0;
  const brings = amountIn(input('coming-chips')) ?? 0;
  const seat = choice('coming-seat').value;
  // Whoever gives no name is called by a number that nobody else has.
  const name = input('coming-name').value.trim() || `#${Date.now().toString(36).slice(-6)}`;
  /** @type {Act[]} */
  const acts = [{ act: 'arrive' }];
  if (cash > 0) acts.push({ act: 'buy-in', cash });
  if (seat) acts.push({ act: 'take-seat', seat: Number(seat) });
  void afterwards(async () => {
    if (!(await send(acts, name))) return;
    if (brings > 0) await send([{ act: 'bring-chips', chips: brings }], name);
    for (const id of ['coming-name', 'coming-cash', 'coming-chips']) input(id).value = '';
    input('wager-box').value = '';
    chooseBox();
    // The next key may be a card; `G` opens the form for the next patron.
    for (const id of ['coming-name', 'coming-cash', 'coming-chips', 'coming-seat']) byId(id).blur();
  });
});

/** What else is keyed for a patron. @param {string} does @param {string} message @returns {object} */
function forPatron(does, message) {
  if (does.startsWith('agree-')) return { act: 'agree', to: does.slice('agree-'.length) };
  if (does === 'buy-in') return { act: does, cash: amountIn({ value: message }) ?? 0 };
  if (does === 'bring-chips') return { act: does, chips: amountIn({ value: message }) ?? 0 };
  if (does === 'swap-voucher') return { act: does, number: message.trim() };
  if (does === 'take-seat') return { act: does, seat: Number(message) };
  if (does === 'nominate') return { act: does, nominees: message.split(',').map((name) => name.trim()).filter(Boolean) };
  if (does === 'open-dispute') return { act: does, about: message };
  if (does === 'claim-order') return { act: 'report', report: { what: 'claimed', coup: thisCoup(), cards: message.split(/[\s,]+/).filter(Boolean).map(written) } };
  return { act: does };
}

byId('for-form').addEventListener('submit', (event) => {
  event.preventDefault();
  void afterwards(async () => {
    if (await send([/** @type {Act} */ (forPatron(choice('for-act').value, input('for-intro').value.trim()))], choice('for-name').value)) input('for-intro').value = '';
  });
});

// ------------------------------------------------------------------------------------------------ wishes, and the line

/** Wishes of this console stay with it. @param {string} id @param {'value' | 'checked'} field */
function keeps(id, field) {
  const here = input(id);
  const kept = localStorage.getItem(`desk-${id}`);
  if (kept !== null && field === 'checked') here.checked = kept === 'true';
  else if (kept !== null) here.value = kept;
  here.addEventListener('change', () => localStorage.setItem(`desk-${id}`, String(here[field])));
}
watchMoneyFields();
keeps('hold', 'value');
keeps('keys-on', 'checked');

if (practises) {
  for (const id of ['open-call', 'hand-over', 'coming', 'float-chips', 'change-chips']) byId(id).hidden = true;
  document.addEventListener('begun', () => void look().then(shown, refusal));
  void look().then(shown, refusal);
} else {
  let opened = false;
  follow(table, {
    view: (view) => {
      shown(view);
      if (!opened && seen) void lookBack(view.seq);
      opened = true;
    },
    happened: (message) => {
      log(/** @type {StaffEvent[]} */ (message.events));
      if (message.view) shown(message.view);
    },
    line: (on) => {
      const lost = byId('lost');
      if (!on) lost.textContent = say('desk-lost');
      lost.hidden = on;
    },
  });
}
