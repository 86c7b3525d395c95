// The player's table: shows what the house says of it, and turns taps and keys into wagers.
//
// The reader's wishes (what should lie on each box) and the house's truth (what does) are kept apart. Whenever they differ
// and betting is open, the difference is sent; what the house refuses is taken back from the wishes, with the reason.

import { Refused, act, ask, get } from '../../web/api.js';
import { cardElement, cardName, coveredCard } from '../../web/cards.js';
import { chip, stack } from '../../web/chips.js';
import { showClauses } from '../../web/clauses.js';
import { follow } from '../../web/feed.js';
import { inOrder } from '../../web/in_order.js';
import { allRoads, statistics } from '../../web/roads.js';
import { byId, element, howLong, minutes, money, number, pays, percent, say, sayOr, signed, wagerName } from '../../web/say.js';
import { shoeLine } from '../../web/shoe_line.js';
import { isOn as soundIsOn, play, soundOf, turn as turnSound } from '../../web/sound.js';
import { clausesOf, gain, sumElements } from '../../web/sum.js';
import { read as readFavourites, withOne, without, written as writtenFavourites } from './favourites.js';
import { nearest } from './payable.js';
import { Wishes, doubled, limitsFor, sum } from './wishes.js';

/** @import { Act, Board, CoupView, Decided, Happened, PlayerEvent, Question, SettledView, StaffEvent, TableView, WagerView, You } from '../../web/types.js' */
/** @import { Amounts, Lost } from './wishes.js' */

const root = byId('table');
const table = root.dataset.table ?? '';
const book = root.dataset.book ?? '';
const BUY_INS = [50000, 100000, 500000];
/** Where one bets without a seat. */
const STANDING = 'standing';
/** How many of the last results the line over the table shows. */
const RECENT = 16;
/** Taps that follow each other closely are one change, in milliseconds; the first of them goes at once. */
const GATHER = 150;
/** How long the result of a hand that was bent up stays in view, in milliseconds. */
const RESULT_STAYS = 4000;
/** The number of a stake that the house has accepted and the feed has not told yet. */
const UNNUMBERED = -1;
/** Minutes between two reminders, where the reader has not chosen. */
const REMIND = 60;
/** How long a hand may be bent up, in milliseconds. */
const SQUEEZE = 8000;

/** The table as the house told it last; nothing until it has. @type {TableView | null} */
let seen = null;
let lineStands = false;
/** The clock of the house minus ours. */
let ahead = 0;
const wishes = new Wishes();
let chosenChip = 0;
/** The acts on their way, one after the other; nothing while there are none. @type {Promise<void> | null} */
let sending = null;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let sendSoon;
/** How long the reader has for what the dealer asks. */
let askedFor = 1;
/** The coup in which something was last refused or lost: it is said until the reader bets again, or that coup is long over. */
let refusedIn = 0;
/** The coup in which something was not bet, while that is still said: no tap after the end of betting takes it away. */
let lostIn = 0;
let shoeShown = '';
let roadsAfter = '';
/** The box on which the reader bets; nothing for their own. @type {number | null} */
let boxOn = null;
/** The box to which the reader turns once nothing is on its way to this one. @type {number | null} */
let turningTo = null;
/** The coup for whose cards the reader is ready. */
let readyFor = 0;

// ---------------------------------------------------------------------------------------------------- what holds now

/** The table as the house told it last; asked only once it has. */
function view() {
  if (!seen) throw new Error('the table has not been told yet');
  return seen;
}

/** The box on which the reader bets: their own seat's, or the one they have chosen. */
function box() {
  return boxOn ?? seen?.you?.seat ?? 1;
}

/** The reader's own stakes, in whatever boxes they lie. One that was accepted and not told yet has no number. */
function ownStakes() {
  const own = new Set(seen?.you?.stakes ?? []);
  return seen ? view().state.stakes.filter((stake) => stake.id === UNNUMBERED || own.has(stake.id)) : [];
}

/** What really lies on the reader's box. */
function confirmed() {
  /** @type {Amounts} */
  const lies = new Map();
  for (const stake of ownStakes()) {
    if (stake.box === box()) lies.set(stake.wager, (lies.get(stake.wager) ?? 0) + stake.amount);
  }
  return lies;
}

function bettingOpen() {
  return seen !== null && seen.state.service === 'open' && seen.state.betting.open;
}

/** Is betting open, and somebody there who deals? */
function takesBets() {
  return bettingOpen() && view().state.dealer && !view().state.betting.no_bet;
}

function mayBet() {
  return lineStands && bettingOpen() && plays();
}

/** The same; if not, it says why: nothing that is pressed goes without a word. */
function mayBetOrSay() {
  if (mayBet() && turningTo === null) return true;
  const why = mayBet() ? say('box-waits', { box: number(box()) }) : say(!lineStands ? 'lost' : plays() ? 'betting-is-closed' : 'sit-first');
  const place = byId('refusal');
  if (lostIn === 0 || lostIn !== seen?.state.coup) refuse(why);
  else if (!place.textContent?.includes(why)) place.append(' ', why);
  return false;
}

/** Does the reader play here, seated or standing? */
function plays() {
  const you = seen?.you;
  return Boolean(you?.present && (you.seat || view().table.standing));
}

/** What the reader could stake in all: chips in hand and on the box. */
function spare() {
  return (view().you?.chips ?? 0) + sum(confirmed());
}

/** What is bet on here, in the order of the cloth, each with the limits that hold for the reader. */
function wagers() {
  const { table: about, you } = view();
  return inOrder(about.wagers).map((one) => ({ ...one, limits: limitsFor(one, you ?? null) }));
}

/** @param {string} id */
function wager(id) {
  return wagers().find((known) => known.id === id) ?? null;
}

/** What a wager is called. @param {string} id */
function named(id) {
  return wagerName(wager(id) ?? { id, name: id });
}

/** The reader's wagers of the last coup that was settled. */
function lastStakes() {
  const settled = (seen?.you?.settled ?? []).filter((one) => one.box === box());
  const last = Math.max(...settled.map((one) => one.coup));
  /** @type {Amounts} */
  const stakes = new Map();
  for (const one of settled) {
    if (one.coup === last) stakes.set(one.wager, (stakes.get(one.wager) ?? 0) + one.staked);
  }
  return stakes;
}

// ------------------------------------------------------------------------------------------------------ wishes

/** @param {Amounts} wanted */
function wish(wanted) {
  wishes.want(wanted);
  refuse('');
  sendSoonest();
}

/** When something was last wished. */
let wishedAt = 0;

/** The first tap is sent at once; those that follow it closely are sent together, and none of them waits for those after it. */
function sendSoonest() {
  const closely = Date.now() - wishedAt < 2 * GATHER;
  wishedAt = Date.now();
  showFelt();
  sendSoon ??= setTimeout(() => void send(), closely ? GATHER : 0);
}

/** Wishes this if there are chips for it; whether there are. @param {Amounts} wanted */
function wishIfThereAreChips(wanted) {
  if (sum(wanted) > spare()) {
    refuse(say('not-enough-chips', { amount: money(spare()) }));
    return false;
  }
  wish(wanted);
  return true;
}

/** @param {string} id @param {number} by */
function add(id, by) {
  const one = seen ? wager(id) : null;
  if (!one) return;
  if (!mayBetOrSay()) return;
  const wanted = new Map(wishes.wanted).set(id, Math.max(0, (wishes.wanted.get(id) ?? 0) + by));
  if (!wishIfThereAreChips(wanted)) return;
  const amount = wishes.wanted.get(id) ?? 0;
  const { least } = one.limits;
  if (amount > 0 && amount < least) refuse(say('said-below-least', { wager: wagerName(one), amount: money(amount), least: money(least) }));
  else announce(say('said-wager', { wager: wagerName(one), amount: money(amount) }));
}

function undo() {
  if (!mayBetOrSay() || !wishes.undo()) return;
  refuse('');
  sendSoonest();
  announce(say('said-undone', { amount: money(sum(wishes.wanted)) }));
}

function clear() {
  if (!mayBetOrSay() || wishes.wanted.size === 0) return;
  wish(new Map());
  announce(say('said-cleared'));
}

function repeat() {
  const stakes = lastStakes();
  if (!mayBetOrSay() || stakes.size === 0) return;
  if (wishIfThereAreChips(stakes)) announce(say('said-repeated', { amount: money(sum(stakes)) }));
}

/** Twice what is wished; where nothing is, twice what was staked on the coup before. */
function double() {
  const stakes = doubled(wishes.wanted.size > 0 ? wishes.wanted : lastStakes());
  if (!mayBetOrSay() || stakes.size === 0) return;
  if (wishIfThereAreChips(stakes)) announce(say('said-doubled', { amount: money(sum(stakes)) }));
}

const FAVOURITES = `favourites/${book}`;

/** The bets that the reader keeps for tables of this book. */
function favourites() {
  return readFavourites(localStorage.getItem(FAVOURITES), view().table.wagers.map((one) => one.id));
}

/** @param {Amounts[]} all */
function keepFavourites(all) {
  localStorage.setItem(FAVOURITES, writtenFavourites(all));
  showFavourites();
}

/** A bet in words: 50 on Player, 5 on Tie. @param {Amounts} amounts */
function betTold(amounts) {
  return [...amounts].map(([id, amount]) => `${named(id)} ${money(amount)}`).join(' · ');
}

/** The kept bets, each to be laid with one tap, and what lies there now to be kept. */
function showFavourites() {
  const all = favourites();
  const now = mayBet() ? wishes.wanted : confirmed();
  const key = JSON.stringify([writtenFavourites(all), now.size > 0, mayBet()]);
  const place = byId('favourites');
  if (place.dataset.shown === key) return;
  place.dataset.shown = key;
  const lay = (/** @type {Amounts} */ bet) => () => {
    if (mayBetOrSay() && wishIfThereAreChips(bet)) announce(say('said-repeated', { amount: money(sum(bet)) }));
  };
  place.replaceChildren(...all.map((bet) => element('li', {},
    element('button', { type: 'button', class: 'quiet', 'aria-disabled': String(!mayBet()), onclick: lay(bet) }, betTold(bet)),
    element('button', { type: 'button', class: 'quiet', 'aria-label': say('favourite-forget', { bet: betTold(bet) }), onclick: () => keepFavourites(without(favourites(), bet)) }, '×'))),
  element('li', {}, element('button', {
    type: 'button', class: 'quiet', 'aria-disabled': String(now.size === 0),
    onclick: () => keepFavourites(withOne(favourites(), mayBet() ? wishes.wanted : confirmed())),
  }, say('favourite-keep'))));
}

/** What is still to be sent. */
function difference() {
  return view().you?.present ? wishes.difference(confirmed(), wagers(), box()) : [];
}

/** Sends what is wished; over once nothing is on its way any more, whoever sent it. */
async function send() {
  sendSoon = undefined;
  // What cannot be sent any more was told when betting closed, or when the line went.
  if (mayBet()) {
    sending ??= sendAll().finally(() => {
      sending = null;
      showFelt();
    });
  }
  await sending;
}

async function sendAll() {
  // Each act is for the coup that is on when it is sent: an answer that came late holds back nothing that was wished for the next.
  for (;;) {
    const { coup } = wishes;
    const [next] = mayBet() && coup !== null ? difference() : [];
    if (!next || coup === null) break;
    await sendOne(next, coup);
  }
}

/** @typedef {ReturnType<typeof difference>[number]} BetAct */

/** Sends an act, for this coup and no other. @param {BetAct} one @param {number} coup */
async function sendOne(one, coup) {
  wishes.sent(one.wager, 'amount' in one ? one.amount : 0);
  try {
    const answer = await act(table, [one], { coup });
    take(answer.seq, one, coup);
    if ('amount' in one) sayAbove(one.wager, one.amount);
  } catch (fault) {
    // Betting on that coup may be over meanwhile; wishes for the next are another matter.
    if (wishes.coup === coup) wishes.refused(one.wager, confirmed().get(one.wager) ?? 0);
    const amount = 'amount' in one ? one.amount : 0;
    if (fault instanceof Refused) refuse(say('not-bet', { wager: named(one.wager), amount: money(amount), why: fault.inWords(amountsOf(one.wager, amount)) }), fault.clauses);
    else refuse(say('bet-unknown', { wager: named(one.wager), amount: money(amount) }));
    lostIn = seen?.state.coup ?? 0;
  } finally {
    wishes.answered();
  }
}

/**
 * The answer to a wager comes before the feed tells of it: until then it counts as told.
 * @param {number} seq @param {BetAct} one @param {number} coup for which it was sent
 */
function take(seq, one, coup) {
  const { you, state } = view();
  const amount = one.act === 'withdraw' ? 0 : one.amount;
  if (coup === wishes.coup) wishes.took(one.wager, amount);
  if (seq <= view().seq || !you) return;
  const was = confirmed().get(one.wager) ?? 0;
  seen = { ...view(), you: { ...you, chips: you.chips + was - amount } };
  const own = new Set(ownStakes());
  state.stakes = state.stakes.filter((stake) => !(own.has(stake) && stake.box === one.box && stake.wager === one.wager));
  if (amount > 0) state.stakes.push({ id: UNNUMBERED, seat: you.seat, box: one.box, wager: one.wager, amount, kind: 'chips' });
}

/** What a refusal of a wager may have to name. @param {string} id @param {number} amount */
function amountsOf(id, amount) {
  const one = wager(id);
  const { chips, differential } = view().table;
  if (!one) return null;
  const mains = wagers().filter((other) => other.class === 'main').map(wagerName).join(' / ');
  // Which of them stand against each other is judged over all boxes.
  const beside = new Set([...ownStakes().map((stake) => stake.wager), id]);
  const together = wagers().filter((other) => other.class === 'main' && beside.has(other.id)).map(wagerName).join(' + ');
  const near = nearest(amount, one, chips).map(money).join(say('or-between'));
  const { least, most, unit } = one.limits;
  return { ...(differential ? { differential: money(differential) } : {}), wager: wagerName(one), amount: money(amount), least: money(least), most: money(most), unit: money(unit ?? 0), chips: money(spare()), mains, together, near: near || '–' };
}

/** A book may take more than the most and play for the most alone: that is said when it is placed, with the clause that says so. @param {string} id @param {number} amount */
function sayAbove(id, amount) {
  const one = wager(id);
  if (!one || amount <= one.limits.most) return;
  const { most } = one.limits;
  refuse(say('above-most', { wager: wagerName(one), amount: money(amount), most: money(most), back: money(amount - most) }), one.cut_to_most);
}

/**
 * Says what came back without a result: of a coup without effect, or a wager that staff gave back. Nothing goes without a word.
 * @param {(PlayerEvent | StaffEvent)[]} events @param {Board['stakes']} before what lay there before
 */
function sayReturned(events, before) {
  const own = events.filter((event) => 'you' in event && event.you);
  const undone = own.flatMap((event) => (event.fact === 'settlement-undone' && 'stake' in event ? [event.stake.amount] : []));
  const returned = own.flatMap((event) => (event.fact === 'wager-returned' ? before.filter((stake) => stake.id === event.id) : []));
  const amount = [...undone, ...returned.map((stake) => stake.amount)].reduce((all, one) => all + one, 0);
  if (amount === 0) return;
  const ended = events.find((event) => event.fact === 'coup-voided' || event.fact === 'coup-invalidated');
  const clauses = [...new Set((ended ? [ended] : own.filter((event) => event.fact === 'wager-returned' || event.fact === 'settlement-undone')).flatMap((event) => event.clauses))];
  if (ended && 'number' in ended) refuse(say('coup-void', { coup: number(ended.number), amount: money(amount) }), clauses);
  else if (returned.length > 0) refuse(returned.map((stake) => say('wager-came-back', { wager: named(stake.wager), amount: money(stake.amount) })).join(' '), clauses);
}

/** Says what was wished and is not bet, and why: nothing goes without a word. @param {Lost[]} lost */
function tellLost(lost) {
  if (lost.length === 0) return;
  const line = (/** @type {Lost} */ { wager: id, wanted, lies, why }) => say(`lost-${why}${lies > 0 ? '-stays' : ''}`, {
    wager: named(id), amount: money(wanted), lies: money(lies), least: money(wager(id)?.limits.least ?? 0),
  });
  refuse(lost.map(line).join(' '));
  lostIn = seen?.state.coup ?? 0;
}

// ------------------------------------------------------------------------------------------------------ telling

/** Tells those who listen. @param {string} text */
function announce(text) {
  byId('said').textContent = text;
}

/**
 * Says why not, with the clauses.
 * @param {string} text
 * @param {string[]} [clauses]
 */
function refuse(text, clauses = []) {
  const place = byId('refusal');
  refusedIn = seen?.state.coup ?? 0;
  lostIn = 0;
  place.replaceChildren(text);
  if (clauses.length > 0) place.append(' ', clauseButton(clauses));
}

/** Says why the house said no. @param {unknown} fault */
function refuseFor(fault) {
  if (fault instanceof Refused) refuse(fault.inWords(), fault.clauses);
  else refuse(say('lost'));
}

/** Shows clauses beside the table, which goes on. @param {string[]} clauses @param {Node[]} [lead] */
function citing(clauses, lead = []) {
  void showClauses(book, clauses, lead, { over: false });
}

/** @param {string[]} clauses */
function clauseButton(clauses) {
  return element('button', { type: 'button', class: 'cite', onclick: () => citing(clauses) },
    say('by-clause', { clauses: clauses.join(', ') }));
}

/** A card that came, or cards that were turned; nothing for what else happened. @param {PlayerEvent | StaffEvent} event */
function cardsTold(event) {
  if (event.fact === 'card-dealt' && event.card) return say('said-card', { card: cardName(event.card), side: say(`side-${event.to}`) });
  if (event.fact === 'exposed') return say('said-card', { card: event.cards.map(cardName).join(', '), side: say(`side-${event.side}`) });
  return '';
}

/** What happened, as sentences. @param {(PlayerEvent | StaffEvent)[]} events @param {boolean} opened betting is open since */
function spoken(events, opened) {
  const sentences = [];
  for (const event of events) {
    if (event.fact === 'betting-closed') sentences.push(say('said-closed'));
    sentences.push(cardsTold(event));
    if (event.fact === 'coup-decided') sentences.push(resultTold(event));
    if (event.fact === 'coup-voided' || event.fact === 'coup-invalidated') sentences.push(say('said-void'));
  }
  if (events.some((event) => event.fact === 'all-settled')) sentences.push(settledTold());
  // Some books have betting opened by an act of its own, others with the end of the coup before: both are heard.
  if (opened) sentences.push(openTold());
  return sentences.filter(Boolean).join(' ');
}

/** What the dealer calls, as text. @param {PlayerEvent | StaffEvent} event */
function callOf(event) {
  const { player, banker } = view().state;
  if (event.fact === 'called') return say(`dealer-calls-${event.words}`, { player: number(player.count ?? 0), banker: number(banker.count ?? 0) });
  if (event.fact === 'natural-seen') return say('dealer-calls-natural', { player: number(event.player), banker: number(event.banker) });
  if (event.fact === 'hand-draws') return say('dealer-calls-draws', { side: say(`side-${event.side}`), total: number(event.total) });
  if (event.fact === 'hand-stands') return say('dealer-calls-stands', { side: say(`side-${event.side}`), total: number(event.total) });
  if (event.fact === 'coup-decided') return resultTold(event);
  if (event.fact === 'coup-voided' || event.fact === 'coup-invalidated') return say('said-void');
  return '';
}

/** Shows what the dealer called last; a screen reader hears the same by what happened. @param {(PlayerEvent | StaffEvent)[]} events */
function showCalls(events) {
  const calls = events.map(callOf).filter(Boolean);
  if (calls.length > 0) byId('calls').textContent = calls.join(' ');
  else if (events.some((event) => event.fact === 'coup-started')) byId('calls').textContent = '';
}

/** That betting has opened, and for how long. */
function openTold() {
  return view().state.betting.until ? say('said-open-for', { seconds: number(secondsLeft()) }) : say('said-open');
}

/** How many seconds are left to bet; none while no clock runs. */
function secondsLeft() {
  const { until } = view().state.betting;
  return until ? Math.max(0, Math.round((until - Date.now() - ahead) / 1000)) : 0;
}

/** What is heard of what happened, for whoever wants sounds. @param {(PlayerEvent | StaffEvent)[]} events @param {boolean} opened betting is open since */
function sounded(events, opened) {
  const sound = soundOf(events.map((event) => event.fact), { opened, won: lastSettled().some((one) => gain(one) > 0), squeezes: squeezed !== null });
  if (sound) play(sound);
}

/** @param {Pick<Decided, 'winner' | 'player' | 'banker'>} decided */
function resultTold(decided) {
  return say('said-result', { winner: say(`wins-${decided.winner}`), player: decided.player, banker: decided.banker });
}

/** What the last coup brought the reader, in one sentence. */
function settledTold() {
  const settled = lastSettled();
  if (settled.length === 0) return '';
  return say('said-settled', { amount: signed(settled.reduce((all, one) => all + gain(one), 0)) });
}

// ------------------------------------------------------------------------------------------------------ showing

function show() {
  if (!seen) return;
  // Whoever bends cards up sees nothing else happen until they are turned.
  if (squeezed && Date.now() < squeezed.until) {
    showSqueezed();
    return;
  }
  if (squeezed) squeezeEnds();
  else showAll();
}

function showAll() {
  showStatus();
  showHands();
  showQuestion();
  showFelt();
  showLimits();
  showSeating();
  showYours();
  showShoe();
  void showRoads();
}

function showStatus() {
  const { state } = shown();
  byId('coup-number').textContent = say('coup-number', { coup: number(state.coup), shoe: number(state.shoe?.number ?? 0) });
  const phase = byId('phase');
  const decided = decidedNow(state);
  phase.className = `phase is-${state.phase}${decided ? ` won-${decided.winner}` : ''}`;
  phase.textContent = phaseTold(state);
  root.dataset.phase = state.phase;
  void showNoDealer();
}

/** A table that waits for a person to deal says so, and shows where one is being dealt. */
async function showNoDealer() {
  const place = byId('no-dealer');
  const missing = !view().state.dealer && view().state.service === 'open';
  if (place.hidden !== missing) return;
  place.hidden = !missing;
  if (!missing) return;
  place.replaceChildren(say('no-dealer'));
  try {
    const { tables } = await get('/tables');
    const dealt = tables.filter((other) => other.cards === 'felt' && other.dealer && other.service === 'open');
    if (dealt.length > 0) place.append(' ', say('no-dealer-see'), ' ', ...dealt.flatMap((other, i) => [i > 0 ? ' · ' : '', element('a', { href: `/tables/${other.id}` }, other.name)]));
  } catch {
    // Without the lobby it still says that nobody deals.
  }
}

/** The result of the coup whose cards lie there; the one before stays up on the roads only. @param {Board} state */
function decidedNow(state) {
  return state.decided?.coup === state.coup ? state.decided : null;
}

/** @param {Board} state */
function phaseTold(state) {
  if (!lineStands) return say('phase-lost');
  if (state.service !== 'open') return sayOr(`service-${state.service}`, state.service);
  if (state.betting?.open && state.dealer) {
    if (state.betting.no_bet) return say('phase-no-bet');
    return say(state.betting.until ? 'phase-betting' : 'phase-waiting');
  }
  const decided = decidedNow(state);
  if (decided) return resultTold(decided);
  if (!state.dealer) return say('phase-no-dealer');
  if (state.phase === 'betting') return say('phase-closed');
  return sayOr(`phase-${state.phase}`, state.due?.words ?? '');
}

function showClock() {
  const asked = seen?.you?.asked?.until;
  const until = asked ?? (seen?.state.betting?.open ? view().state.betting.until : null);
  const clock = byId('clock');
  clock.hidden = !until || !lineStands;
  if (!until) return;
  const left = Math.max(0, until - (Date.now() + ahead));
  const seconds = Math.ceil(left / 1000);
  byId('clock-seconds').textContent = String(seconds);
  const whole = asked ? askedFor : (view().table.period_seconds ?? view().table.betting_seconds ?? 20) * 1000;
  byId('clock-left').setAttribute('stroke-dasharray', `${Math.min(100, (100 * left) / whole)} 100`);
  clock.classList.toggle('short', seconds <= 5);
  if (seconds === 5 && !asked && clock.dataset.announced !== String(until)) {
    clock.dataset.announced = String(until);
    announce(say('said-five-seconds'));
  }
}

function showHands() {
  const { state } = shown();
  for (const side of /** @type {const} */ (['player', 'banker'])) {
    const hand = state[side];
    showCards(byId(`cards-${side}`), hand.cards, side === 'player' ? 0 : 1);
    byId(`count-${side}`).textContent = hand.count === null || hand.count === undefined ? '' : String(hand.count);
    const place = byId(`hand-${side}`);
    const decided = decidedNow(state);
    const asked = view().you?.asked;
    place.classList.toggle('yours', asked?.for === 'expose' && asked.side === side);
    place.classList.toggle('winner', decided?.winner === side);
    place.classList.toggle('tied', decided?.winner === 'tie');
  }
}

/**
 * Puts cards down that are new, turns those that were face down, and clears the place for the next coup.
 * @param {HTMLElement} place @param {(string | null)[]} cards @param {number} turn
 */
function showCards(place, cards, turn) {
  const lying = /** @type {HTMLElement[]} */ ([...place.children]);
  const fits = lying.length <= cards.length && lying.every((laid, i) => laid.dataset.card === '' || laid.dataset.card === (cards[i] ?? ''));
  if (!fits) place.replaceChildren();
  let fresh = 0;
  cards.forEach((card, i) => {
    const laid = /** @type {HTMLElement | undefined} */ (place.children[i]);
    if (!laid) {
      const made = cardElement(card, { third: i === 2 });
      made.classList.add('fresh');
      made.style.setProperty('--wait', `${fresh++ * 2 * 260 + turn * 260}ms`);
      place.append(made);
      fromShoe(made);
    } else if (laid.dataset.card !== (card ?? '')) {
      const turned = cardElement(card, { third: i === 2 });
      turned.classList.add('turned');
      laid.replaceWith(turned);
    }
  });
}

/** A card comes from where the shoe is drawn. @param {HTMLElement} card */
function fromShoe(card) {
  const [from, to] = [byId('shoe-drawn').getBoundingClientRect(), card.getBoundingClientRect()];
  card.style.setProperty('--from-x', `${Math.round(from.left - to.left)}px`);
  card.style.setProperty('--from-y', `${Math.round(from.top - to.top)}px`);
}

/** @type {Map<string, HTMLElement>} */
const boxes = new Map();

function makeFelt() {
  const felt = byId('felt');
  felt.replaceChildren();
  boxes.clear();
  const main = element('div', { class: 'boxes main' });
  /** @type {Map<string, HTMLElement>} */
  const groups = new Map();
  for (const one of wagers()) {
    const box = makeBox(one);
    boxes.set(one.id, box);
    if (one.option === null || one.option === undefined) {
      main.append(box);
    } else {
      const group = groups.get(one.option) ?? element('div', { class: 'boxes side', role: 'group', 'aria-label': sayOr(`option-${one.option}`, one.option) });
      groups.set(one.option, group);
      group.append(box);
    }
  }
  for (const group of groups.values()) group.classList.add(group.children.length > 3 ? 'of-more' : `of-${group.children.length}`);
  felt.append(element('div', { class: 'sides' }, ...groups.values()), main);
}

/** All that a wager pays, in figures. @param {WagerView} one @returns {string[]} */
function paysOf(one) {
  return [...new Set(one.rows.map((row) => pays(row.does)).filter(Boolean))].map(String);
}

/** The most that a wager pays. @param {WagerView} one */
function paysMost(one) {
  const ratio = (/** @type {string} */ does) => {
    const [, to, of] = /^pays ([\d.]+) to ([\d.]+)/.exec(does) ?? [];
    return to ? Number(to) / Number(of) : 0;
  };
  const best = one.rows.reduce((most, row) => ratio(row.does) > ratio(most.does) ? row : most, one.rows[0]);
  return pays(best.does) ?? '';
}

/** @param {WagerView} one */
function makeBox(one) {
  return element('button', {
    type: 'button', class: `box ${one.backs ?? 'neither'}`, 'data-wager': one.id,
    onclick: () => tapped(one.id),
    oncontextmenu: (/** @type {Event} */ event) => {
      event.preventDefault();
      add(one.id, -chosenChip);
    },
  },
  element('span', { class: 'box-name' }, wagerName(one)),
  element('span', { class: 'box-pays' }, paysMost(one) + (paysOf(one).length > 1 ? '…' : '')),
  element('span', { class: 'unseen box-message' }),
  element('span', { class: 'box-others', 'aria-hidden': 'true' }),
  element('span', { class: 'box-stake', 'aria-hidden': 'true' }),
  element('span', { class: 'box-result', 'aria-hidden': 'true' }));
}

/** A tap on a box puts a chip there; once the coup is settled it asks why. @param {string} id */
function tapped(id) {
  const why = lastSettled().filter((one) => one.wager === id);
  // Once betting is open again a tap is a bet, even if the result before is still in view.
  if (!mayBet() && resultsShown().has(id)) showWhy(why);
  else {
    if (mayBet()) play('chip');
    add(id, chosenChip);
  }
}

/** The payments of a coup and the clauses they rest on. @param {SettledView[]} settled */
function showWhy(settled) {
  if (settled.length === 0) return;
  // The sum names what is owed and every clause, each once.
  const line = (/** @type {SettledView} */ one) => element('li', {}, ...broughtTold(one), ...sumElements(one, wager(one.wager)?.rows ?? []));
  citing(clausesOf(settled), [element('ul', { class: 'why-paid' }, ...settled.map(line))]);
}

/** A bar as long as a share. @param {number} share */
function bar(share) {
  const made = element('i', { 'aria-hidden': 'true' });
  made.style.setProperty('--share', String(share));
  return made;
}

/**
 * Who else bets on what: how many others have chips on a wager, and its share of all chips on wagers of its kind. No names, no seats.
 * @param {WagerView} one @returns {{others: number, share: number} | null}
 */
function sharesOf(one) {
  const own = new Set(ownStakes());
  const kin = new Set(view().table.wagers.filter((other) => (other.option ?? null) === (one.option ?? null)).map((other) => other.id));
  const stakes = view().state.stakes.filter((stake) => kin.has(stake.wager));
  const on = stakes.filter((stake) => stake.wager === one.id);
  const others = on.filter((stake) => !own.has(stake)).length;
  const sumOf = (/** @type {typeof stakes} */ some) => some.reduce((all, stake) => all + stake.amount, 0);
  return others > 0 ? { others, share: sumOf(on) / sumOf(stakes) } : null;
}

function showFelt() {
  if (!seen) return;
  if (boxes.size === 0) makeFelt();
  const lies = confirmed();
  const settled = resultsShown();
  const open = mayBet();
  byId('felt').classList.toggle('closed', !open);
  for (const one of wagers()) {
    const place = /** @type {HTMLElement} */ (boxes.get(one.id));
    const [wanted, is] = [open ? (wishes.wanted.get(one.id) ?? 0) : (lies.get(one.id) ?? 0), lies.get(one.id) ?? 0];
    const result = settled.get(one.id);
    const shown = wanted || (result?.staked ?? 0);
    place.setAttribute('aria-disabled', String(!open));
    place.classList.toggle('pending', wanted !== is);
    place.classList.toggle('short', wanted > 0 && wanted < one.limits.least);
    place.classList.remove('wins', 'loses', 'stands', 'void');
    if (result) place.classList.add(result.kind);
    const stakePlace = /** @type {HTMLElement} */ (place.querySelector('.box-stake'));
    const won = result?.kind === 'wins' && result.gain > 0 ? result.gain : 0;
    if (stakePlace.dataset.shown !== `${shown}/${won}`) {
      stakePlace.dataset.shown = `${shown}/${won}`;
      stakePlace.replaceChildren(...(shown > 0 ? [stack(shown, view().table.chips), element('b', {}, money(shown))] : []));
      if (won) stakePlace.append(element('span', { class: 'paid' }, stack(won, view().table.chips)));
    }
    const shares = sharesOf(one);
    const beside = /** @type {HTMLElement} */ (place.querySelector('.box-others'));
    const key = shares ? `${shares.others}/${percent(shares.share, 1)}` : '';
    if (beside.dataset.shown !== key) {
      beside.dataset.shown = key;
      beside.replaceChildren(...(shares ? [bar(shares.share), `${percent(shares.share, 1)} · ${number(shares.others)}`] : []));
    }
    const mark = /** @type {HTMLElement} */ (place.querySelector('.box-result'));
    mark.textContent = result ? (result.kind === 'stands' ? say('stands-off-short') : result.kind === 'void' ? say('void-short') : signed(result.gain)) : '';
    const message = /** @type {HTMLElement} */ (place.querySelector('.box-message'));
    message.textContent = boxTold(one, wanted, is, result, shares);
  }
  const { you } = view();
  byId('balance').textContent = you ? money(you.chips + sum(lies) - (open ? sum(wishes.wanted) : sum(lies))) : '';
  const elsewhere = ownStakes().reduce((all, stake) => all + (stake.box === box() ? 0 : stake.amount), 0);
  byId('staked').textContent = money(elsewhere + (open ? sum(wishes.wanted) : sum(lies)));
  const last = lastStakes();
  byId('undo').setAttribute('aria-disabled', String(!open || !wishes.undoable));
  byId('clear').setAttribute('aria-disabled', String(!open || wishes.wanted.size === 0));
  byId('repeat').setAttribute('aria-disabled', String(!open || last.size === 0));
  byId('double').setAttribute('aria-disabled', String(!open || (wishes.wanted.size === 0 && last.size === 0)));
  const owed = you?.owed ?? 0;
  byId('owed-of').hidden = owed === 0;
  byId('owed').textContent = money(owed);
  showWon();
  showReady();
  showBoxes();
  showBroke();
  showFavourites();
}

/** What the coup brought the reader in all boxes, to be tapped for the reasons. */
function showWon() {
  const place = byId('won');
  const settled = shown().state.betting.open ? [] : lastSettled();
  place.hidden = settled.length === 0;
  if (place.hidden) return;
  const brought = settled.reduce((all, one) => all + gain(one), 0);
  place.className = `won ${brought > 0 ? 'gain' : brought < 0 ? 'loss' : ''}`;
  const text = say('you-brought', { amount: signed(brought) });
  if (place.dataset.shown === text) return;
  place.dataset.shown = text;
  place.replaceChildren(element('b', {}, text), ' ', element('span', {}, say('why')));
}

/** Whoever has bet may say that they are ready; once all are, the cards come. */
function showReady() {
  const place = /** @type {HTMLButtonElement} */ (byId('ready'));
  const { betting, coup } = view().state;
  const readiness = betting.ready ?? null;
  place.hidden = !readiness || !mayBet() || ownStakes().length === 0;
  if (place.hidden || !readiness) return;
  const said = readyFor === coup;
  place.setAttribute('aria-disabled', String(said));
  const key = said ? 'ready-said' : readiness.of > 1 ? 'ready' : 'ready-alone';
  const text = say(key, { ready: number(readiness.ready), of: number(readiness.of) });
  const name = /** @type {HTMLElement} */ (place.querySelector('span'));
  if (name.textContent !== text) name.textContent = text;
}

async function ready() {
  const { coup } = view().state;
  if (readyFor === coup || !mayBet()) return;
  // What was tapped goes first: whoever bets again is not ready.
  clearTimeout(sendSoon);
  await send();
  readyFor = coup;
  try {
    await ask('POST', `/tables/${encodeURIComponent(table)}/ready`, { coup });
    announce(say('said-ready'));
  } catch (fault) {
    readyFor = 0;
    refuseFor(fault);
  }
  showReady();
}

/** The boxes of the layout, to bet on another than one's own; where nobody plays there is nothing to choose. */
function showBoxes() {
  const place = byId('boxes');
  const { seats } = view().table;
  const own = view().you?.seat ?? null;
  place.hidden = !plays() || seats < 2;
  if (place.hidden) return;
  const staked = new Set(ownStakes().map((stake) => stake.box));
  const key = JSON.stringify([box(), own, [...staked]]);
  if (place.dataset.shown === key) return;
  place.dataset.shown = key;
  const name = (/** @type {number} */ seat) => [say('box-number', { box: number(seat) }), seat === own ? say('box-own') : '', staked.has(seat) ? say('box-staked') : ''].filter(Boolean).join(', ');
  place.replaceChildren(place.firstElementChild ?? '', ...Array.from({ length: seats }, (_, i) => i + 1).map((seat) =>
    element('label', { class: [seat === own ? 'own' : '', staked.has(seat) ? 'staked' : ''].join(' ') },
      element('input', { type: 'radio', name: 'box', value: seat, checked: seat === box(), 'aria-label': name(seat), onchange: () => void turnTo(seat) }),
      element('span', {}, String(seat)))));
}

/** Bets on another box from now on. What is on its way to this one goes first. @param {number} seat */
async function turnTo(seat) {
  clearTimeout(sendSoon);
  turningTo = seat;
  await send();
  if (turningTo !== seat) return;
  turningTo = null;
  const from = confirmed();
  boxOn = seat === view().you?.seat ? null : seat;
  const lost = wishes.turn(from, confirmed(), wagers());
  showFelt();
  announce(say('box-number', { box: number(seat) }));
  tellLost(lost);
}

/** Whoever has too little for any wager may buy more. */
function showBroke() {
  const you = view().you;
  const least = Math.min(...wagers().map((one) => one.limits.least));
  const amount = you ? Math.min(BUY_INS[1], you.may_buy) : 0;
  const place = byId('buy-more');
  place.hidden = !plays() || !you || amount <= 0 || you.chips + you.staked + sum(confirmed()) >= least;
  if (!place.hidden) place.textContent = say('buy-amount', { amount: money(amount) });
}

/**
 * @param {WagerView} one @param {number} wanted @param {number} is @param {{kind: string, gain: number} | undefined} result
 * @param {{others: number, share: number} | null} shares
 */
function boxTold(one, wanted, is, result, shares) {
  const parts = ['', say('box-pays', { pays: paysOf(one).join(', ') }), say('box-limits', { least: money(one.limits.least), most: money(one.limits.most) })];
  if (shares) parts.push(say('box-others', { share: percent(shares.share, 1), others: number(shares.others) }));
  if (wanted > 0) parts.push(say(wanted === is ? 'box-stake' : 'box-pending', { amount: money(wanted) }));
  if (result) parts.push(say(`box-${result.kind}`, { amount: signed(result.gain) }));
  return parts.join(', ');
}

/** The reader's settled wagers of the coup whose cards lie there. @returns {SettledView[]} */
function lastSettled() {
  return lastSettledOf(shown());
}

/** The same of a table as it stood. @param {TableView} at @returns {SettledView[]} */
function lastSettledOf({ state, you }) {
  return (you?.settled ?? []).filter((one) => one.coup === state.coup);
}

/** What became of the wagers of this coup, while its cards lie there. */
function resultsShown() {
  /** @type {Map<string, {kind: string, gain: number, staked: number}>} */
  const results = new Map();
  if (shown().state.betting.open) return results;
  for (const one of lastSettled().filter((settled) => settled.box === box())) {
    const kind = one.outcome === 'stands-off' ? 'stands' : one.outcome;
    results.set(one.wager, { kind, gain: gain(one), staked: one.staked });
  }
  return results;
}

function makeChips() {
  const place = byId('chips');
  const most = Math.max(...view().table.wagers.map((one) => one.limits.most));
  const smallest = Math.min(...view().table.wagers.map((one) => one.limits.least));
  // The smallest chips are there to pay with; nobody bets ten of them.
  const worths = view().table.chips.filter((/** @type {number} */ worth) => worth <= most && worth * 10 >= smallest);
  const kept = Number(sessionStorage.getItem('chip'));
  const least = view().state.limits?.least ?? worths[0];
  chosenChip = worths.includes(kept) ? kept : (worths.find((/** @type {number} */ worth) => worth >= least) ?? worths[0]);
  place.replaceChildren(place.firstElementChild ?? '', ...worths.map((/** @type {number} */ worth) =>
    element('label', { class: 'chip-choice' },
      element('input', { type: 'radio', name: 'chip', value: worth, checked: worth === chosenChip, 'aria-label': money(worth), onchange: () => choose(worth) }),
      chip(worth))));
}

/** @param {number} worth */
function choose(worth) {
  chosenChip = worth;
  sessionStorage.setItem('chip', String(worth));
  for (const input of byId('chips').querySelectorAll('input')) input.checked = Number(input.value) === worth;
}

// ------------------------------------------------------------------------------------------------------ what is asked

/** Something that the dealer asks of the reader: a cut, whether they take a hand or a role, to turn cards. */
function showQuestion() {
  const place = byId('question');
  const asked = view().you?.asked ?? null;
  const key = JSON.stringify(asked);
  if (place.dataset.asked === key) return;
  place.dataset.asked = key;
  place.hidden = asked === null;
  place.replaceChildren();
  if (!asked) return;
  askedFor = Math.max(1, (asked.until ?? 0) - (Date.now() + ahead));
  const answer = (/** @type {Act} */ one) => async () => {
    // Answered once; what is asked next comes with the feed.
    if (!squeezed) for (const control of place.querySelectorAll('button, input')) /** @type {HTMLButtonElement} */ (control).disabled = true;
    try {
      await act(table, [one], { shoe: 'shoe' in asked ? asked.shoe : undefined });
    } catch (fault) {
      for (const control of place.querySelectorAll('button, input')) /** @type {HTMLButtonElement} */ (control).disabled = false;
      refuseFor(fault);
    }
  };
  const button = (/** @type {string} */ text, /** @type {() => void} */ does, gold = false) =>
    element('button', { type: 'button', class: gold ? 'gold' : 'quiet', onclick: does }, text);
  const hand = 'side' in asked && (asked.side === 'player' || asked.side === 'banker') ? asked.side : null;
  const side = hand ? say(`side-${hand}`) : '';
  place.append(element('p', {}, sayOr(`asked-${asked.for}`, asked.for).replace('{side}', side)));
  announce(sayOr(`asked-${asked.for}`, asked.for).replace('{side}', side));
  if (asked.for === 'cut') place.append(...cutting(asked, answer, button));
  if (asked.for === 'take-hand') place.append(button(say('answer-take-hand'), answer({ act: 'take-hand' }), true), button(say('answer-decline'), answer({ act: 'refuse-hand' })));
  if (asked.for === 'expose' && hand) place.append(...squeeze(hand, answer({ act: 'expose', side: hand }), button));
  if (asked.for === 'take-role') place.append(button(say('answer-take-role'), answer({ act: 'take-role' }), true), button(say('answer-decline'), answer({ act: 'pass-role' })));
}

/**
 * Where to cut: anywhere, without knowing anything.
 * @param {Extract<Question, {for: 'cut'}>} asked @param {(one: Act) => () => Promise<void>} answer @param {(text: string, does: () => void, gold?: boolean) => HTMLElement} button
 */
function cutting(asked, answer, button) {
  const [least, most] = [asked.least ?? 1, asked.most ?? 415];
  const where = /** @type {HTMLInputElement} */ (element('input', { type: 'range', class: 'cut', min: least, max: most, value: Math.round((least + most) / 2), 'aria-label': say('cut-where') }));
  return [where, button(say('answer-cut'), () => answer({ act: 'cut', at: Number(where.value) })(), true), button(say('answer-decline'), answer({ act: 'refuse-cut' }))];
}

/**
 * The hand that the reader bends up, which of its cards lay face down, and until when the table waits for it here.
 * `end` is the table at the end of that coup, once it is decided; `cards` are the cards that came meanwhile, for whoever hears them.
 * @type {{side: 'player' | 'banker', coup: number, down: boolean[], until: number, end: TableView | null, cards: string[]} | null}
 */
let squeezed = null;

/**
 * The squeeze: the cards are bent up by a slider, with finger, mouse or keys. Bending them up shows them to the house and to
 * everybody; here their faces come from below as far as the reader has bent them. A button turns them at once.
 * @param {'player' | 'banker'} side @param {() => Promise<void>} expose @param {(text: string, does: () => void, gold?: boolean) => HTMLElement} button
 */
function squeeze(side, expose, button) {
  const hand = byId(`hand-${side}`);
  hand.style.setProperty('--peel', '0');
  const slider = /** @type {HTMLInputElement} */ (element('input', {
    type: 'range', class: 'squeeze', min: 0, max: 100, step: 2, value: 0, 'aria-label': say('squeeze-label'),
    oninput: () => {
      hand.style.setProperty('--peel', String(Number(slider.value) / 100));
      if (!squeezed) {
        const { state } = view();
        squeezed = { side, coup: state.coup, down: state[side].cards.map((card) => card === null), until: Date.now() + SQUEEZE, end: null, cards: [] };
        owedResult = state.coup;
        void expose();
      }
      if (slider.value === '100') squeezeEnds();
    },
  }));
  return [slider, button(say('answer-expose'), () => {
    if (squeezed) squeezeEnds();
    else void expose();
  }, true)];
}

/** Whatever was bent up is turned, and the page goes on with what happened meanwhile. */
function squeezeEnds() {
  const end = squeezed?.end ?? null;
  const cards = squeezed?.cards ?? [];
  squeezed = null;
  if (end) hold(end, cards);
  else {
    keepEnd();
    if (cards.length > 0) announce(cards.join(' '));
  }
  for (const cover of document.querySelectorAll('.cover, .thumb')) cover.remove();
  for (const card of document.querySelectorAll('.covered')) card.classList.remove('covered');
  show();
}

/**
 * The end of a coup whose cards were bent up: it is shown for a while, whatever has come meanwhile, so that its result is always seen.
 * @type {{end: TableView, until: number} | null}
 */
let held = null;
/** The coup whose cards the reader has bent up and whose result they have not seen yet. @type {number | null} */
let owedResult = null;

/** Shows the end of a coup whose cards were bent up, and says it. @param {TableView} end @param {string[]} [cards] those that came while they were */
function hold(end, cards = []) {
  owedResult = null;
  held = { end, until: Date.now() + RESULT_STAYS };
  if (lastSettledOf(end).some((one) => gain(one) > 0)) play('win');
  const said = end.state.decided ? resultTold(end.state.decided) : say('said-void');
  announce([...cards, said, settledTold(), takesBets() ? openTold() : ''].filter(Boolean).join(' '));
}

/** The end of a coup that was over before the line was back: the house is asked for it, and asked again until it answers. @param {number} coup */
async function holdPast(coup) {
  try {
    const past = await get(`/tables/${encodeURIComponent(table)}/coups/${coup}`);
    hold(endOf(past));
    show();
  } catch (fault) {
    if (!(fault instanceof Refused)) owedResult = coup;
  }
}

/** The table as it stood at the end of a coup. @param {CoupView} past @returns {TableView} */
function endOf(past) {
  const now = view();
  const hand = (/** @type {'player' | 'banker'} */ side) => ({ ...now.state[side], cards: past[side], count: past.decided?.[side] ?? null });
  const state = {
    ...now.state, coup: past.number, phase: /** @type {const} */ ('settled'), betting: { ...now.state.betting, open: false, until: null },
    player: hand('player'), banker: hand('banker'), decided: past.decided ?? null,
  };
  return { ...now, state, you: now.you ? { ...now.you, settled: past.yours } : now.you };
}

/** The table as the page shows it: as it is, or for a while the end of the coup before. */
function shown() {
  const now = view();
  return held && Date.now() < held.until && now.state.coup !== held.end.state.coup ? held.end : now;
}

/** Keeps the end of the coup whose cards are being bent up, or fetches it where it was missed. */
function keepEnd() {
  const now = view();
  if (squeezed && now.state.coup === squeezed.coup && now.state.decided?.coup === squeezed.coup) squeezed.end = now;
  if (held && now.state.coup === held.end.state.coup) held.end = now;
  if (squeezed || owedResult === null) return;
  // A line that was gone at the end of the coup told nothing of it.
  const coup = owedResult;
  if (now.state.coup !== coup) {
    owedResult = null;
    void holdPast(coup);
  } else if (now.state.decided?.coup === coup) owedResult = null;
}

/** Shows the hand that is being bent up: its faces, covered as far as they are not. */
function showSqueezed() {
  if (!squeezed) return;
  const cards = view().state[squeezed.side].cards;
  const place = byId(`cards-${squeezed.side}`);
  if (squeezed.down.some((down, i) => down && !cards[i]) || place.querySelector('.cover')) return;
  const down = squeezed.down;
  const shown = cards.slice(0, down.length).map((card, i) =>
    (down[i] ? coveredCard : cardElement)(card, { third: i === 2 }));
  place.replaceChildren(...shown);
}

// ------------------------------------------------------------------------------------------------------ sitting down

function showSeating() {
  const signedIn = root.dataset.signedIn === 'true' && view().view === 'player';
  const seated = plays();
  byId('tray').hidden = !seated;
  root.classList.toggle('seated', seated);
  root.classList.toggle('stands', seated && !view().you?.seat);
  const place = byId('seating');
  place.hidden = !signedIn || seated;
  if (place.hidden) {
    carried = 0;
    chipsBefore = null;
    return;
  }
  if (!place.firstElementChild) makeSeating(place);
  const taken = new Set(view().state.seats.map((one) => one.seat));
  const seats = /** @type {HTMLInputElement[]} */ ([...place.querySelectorAll('input[name=seat]')]);
  for (const seat of seats) seat.disabled = taken.has(Number(seat.value));
  const free = seats.filter((seat) => !seat.disabled && seat.value !== STANDING);
  const standing = seats.find((seat) => seat.value === STANDING);
  if (free.length === 0 && standing) standing.checked = true;
  if (!seats.some((seat) => seat.checked && !seat.disabled) && free[0]) free[0].checked = true;
  byId('full-table').hidden = free.length > 0;
  /** @type {HTMLButtonElement} */ (place.querySelector('button')).disabled = free.length === 0 && !standing;
  showBuyIns();
}

/** The form in which one takes a seat; it stays the same while others come and go. @param {HTMLElement} place */
function makeSeating(place) {
  const seats = Array.from({ length: view().table.seats }, (_, i) => i + 1);
  const form = /** @type {HTMLFormElement} */ (element('form', {
    onsubmit: (/** @type {Event} */ event) => {
      event.preventDefault();
      const data = new FormData(form);
      const seat = String(data.get('seat'));
      void sit(seat === STANDING ? null : Number(seat), Number(data.get('buy-in') ?? 0));
    },
  },
  element('fieldset', { class: 'choices seats' }, element('legend', {}, say('choose-seat')),
    ...seats.map((seat) => choice('seat', String(seat), String(seat), false)),
    ...(view().table.standing ? [choice('seat', STANDING, say('stand'), false)] : [])),
  element('div', { id: 'buy-ins' }),
  element('button', { class: 'gold', type: 'submit' }, say('sit-down'))));
  place.replaceChildren(element('p', { id: 'full-table', hidden: true }, say('no-free-seat')), form);
}

/** Chips that one carries along from elsewhere, as the house last said. */
let carried = 0;
/** How many chips one had here when the form was shown last. @type {number | null} */
let chipsBefore = null;

/** What one carries is asked once there is nothing of it here: on coming, and after leaving. */
async function askCarried() {
  try {
    carried = (await get('/chips')).carried;
    showBuyIns();
  } catch {
    // Whoever is not told may buy in all the same; what they carry comes along.
  }
}

/** For how much one may buy in, or what one has here or brings along already. */
function showBuyIns() {
  const chips = view().you?.chips ?? 0;
  const most = view().you?.may_buy ?? view().table.players_buy_in ?? 0;
  const place = byId('buy-ins');
  if (chips === 0 && chipsBefore !== 0) void askCarried();
  chipsBefore = chips;
  const key = `${chips}/${most}/${carried}`;
  if (place.dataset.shown === key) return;
  place.dataset.shown = key;
  if (chips > 0) {
    place.replaceChildren(element('p', {}, say('chips-here', { amount: money(chips) })));
    return;
  }
  const brings = carried > 0 ? [element('p', {}, say('chips-carried', { amount: money(carried) }))] : [];
  const amounts = BUY_INS.filter((amount) => amount <= most);
  const usual = Math.min(1, amounts.length - 1);
  const buyIns = amounts.map((amount, i) => choice('buy-in', String(amount), money(amount), carried === 0 && i === usual));
  if (carried > 0) buyIns.unshift(choice('buy-in', '0', say('buy-no-more'), true));
  if (amounts.length === 0) place.replaceChildren(...brings, element('p', {}, say('staff-sell')));
  else {
    place.replaceChildren(...brings,
      element('fieldset', { class: 'choices' }, element('legend', {}, say('choose-buy-in')), ...buyIns));
  }
}

/** @param {string} name @param {string} value @param {string} text @param {boolean} checked */
function choice(name, value, text, checked) {
  return element('label', {}, element('input', { type: 'radio', name, value, checked }), element('span', {}, text));
}

/** Takes a seat, or stands. @param {number | null} seat @param {number} cash */
async function sit(seat, cash) {
  /** @type {Act[]} */
  const acts = [];
  if (!view().you?.present) acts.push({ act: 'arrive' });
  if (cash > 0) acts.push({ act: 'buy-in', cash });
  if (seat !== null) acts.push({ act: 'take-seat', seat });
  boxOn = null;
  try {
    await act(table, acts);
    refuse('');
    byId('felt').focus({ preventScroll: true });
  } catch (fault) {
    refuseFor(fault);
  }
}

/** @param {number} cash */
async function buy(cash) {
  try {
    await act(table, [{ act: 'buy-in', cash }]);
    refuse('');
    announce(say('said-bought', { amount: money(cash) }));
  } catch (fault) {
    refuseFor(fault);
  }
}

async function leave() {
  try {
    await act(table, [{ act: 'leave' }]);
    location.assign('/');
  } catch (fault) {
    refuseFor(fault);
  }
}

// ------------------------------------------------------------------------------------------------------ the rail

function showYours() {
  const you = view().you;
  byId('yours').hidden = !you;
  if (!you) return;
  byId('brought').textContent = money(you.brought);
  for (const net of [byId('net'), byId('net-now')]) {
    net.textContent = signed(you.net);
    net.className = you.net > 0 ? 'gain' : you.net < 0 ? 'loss' : '';
  }
  showBuying(you);
  if (!you.settled?.length) return;
  const last = Math.max(...you.settled.map((one) => one.coup));
  const list = you.settled.filter((one) => one.coup === last);
  const key = JSON.stringify(list);
  const place = byId('payments');
  if (place.dataset.shown === key) return;
  place.dataset.shown = key;
  place.replaceChildren(element('p', { class: 'small' }, say('payments-of', { coup: number(last) })),
    element('ul', { class: 'payments' }, ...list.map(payment)));
}

/** Chips to buy while one plays. @param {You} you */
function showBuying(you) {
  const amounts = you.present ? BUY_INS.filter((amount) => amount <= you.may_buy) : [];
  const place = byId('buy');
  if (place.dataset.shown === amounts.join()) return;
  place.dataset.shown = amounts.join();
  place.replaceChildren(...amounts.map((amount) =>
    element('button', { type: 'button', class: 'quiet', onclick: () => void buy(amount) }, say('buy-amount', { amount: money(amount) }))));
}

/** One payment; a tap shows the clauses it rests on. @param {SettledView} one */
function payment(one) {
  return element('li', {}, element('button', { type: 'button', class: 'payment', onclick: () => showWhy([one]) }, ...paymentTold(one)));
}

/** A wager and what it brought. @param {SettledView} one */
function broughtTold(one) {
  const name = wagerName(wager(one.wager) ?? { id: one.wager, name: one.wager });
  return [element('span', {}, name, element('small', {}, ` ${say('staked-on', { amount: money(one.staked) })}`)),
    element('b', { class: gain(one) > 0 ? 'gain' : gain(one) < 0 ? 'loss' : '' }, one.outcome === 'wins' || one.outcome === 'loses' ? signed(gain(one)) : say(one.outcome === 'void' ? 'void-returned' : 'stands-off'))];
}

/** A wager, what became of it, and by which clauses. @param {SettledView} one */
function paymentTold(one) {
  return [...broughtTold(one),
    element('small', { class: 'why' }, [one.owed > 0 ? say('still-owed', { amount: money(one.owed) }) : '', one.clauses.length > 0 ? say('by-clause', { clauses: one.clauses.join(', ') }) : ''].filter(Boolean).join(' · '))];
}

function showTime() {
  const since = seen?.you?.since;
  if (!since) return;
  for (const id of ['time-here', 'time-now']) byId(id).textContent = howLong(Date.now() + ahead - since);
}

async function showRoads() {
  const { state } = view();
  // Who won is on the roads with the result; how often each box won is counted when the coup is over.
  const key = `${state.shoe?.number}/${state.decided?.coup}/${state.coup}`;
  if (roadsAfter === key) return;
  roadsAfter = key;
  try {
    const { roads, boxes: won } = await get(`/tables/${encodeURIComponent(table)}/roads`);
    showHits(won);
    const wide = matchMedia('(min-width: 1200px)').matches;
    byId('roads').replaceChildren(allRoads(roads, wide ? { big: 20, bead: 20, eye: 20, half: 10 } : { big: 18, bead: 18, eye: 18, half: 9 }));
    byId('recent').replaceChildren(...roads.bead_plate.slice(-RECENT).reverse().map((bead) =>
      element('li', { class: bead.winner }, say(`letter-${bead.winner}`))));
    byId('roads').dataset.coups = String(roads.counts.total);
    byId('statistics').replaceChildren(statistics(roads.counts));
  } catch {
    roadsAfter = '';
  }
}

/** How often each box won in this shoe. @param {{coups: number, won: Record<string, number>}} hits */
function showHits({ coups, won }) {
  byId('hits').replaceChildren(...(coups === 0 ? [] : [
    element('h3', {}, say('hits', { coups: number(coups) })),
    element('ul', { class: 'hits' }, ...wagers().map((one) => {
      const times = won[one.id] ?? 0;
      return element('li', {}, element('span', {}, wagerName(one)), bar(times / coups),
        element('b', {}, number(times)), element('small', {}, percent(times, coups)));
    }))]));
}

function showShoe() {
  const { shoe } = view().state;
  const key = JSON.stringify(shoe ?? null);
  const place = byId('shoe');
  if (place.dataset.shown !== key) {
    place.dataset.shown = key;
    place.replaceChildren(...(shoe?.number ? [
      element('p', {}, say('shoe-number', { number: number(shoe.number) }), ' · ', say('shoe-dealt', { dealt: number(shoe.dealt), of: number(shoe.of) })),
      element('progress', { max: shoe.of, value: shoe.dealt, 'aria-label': say('shoe-dealt', { dealt: number(shoe.dealt), of: number(shoe.of) }) }),
      element('p', { class: 'small' }, say('seal-intro')),
      element('code', { class: 'seal' }, shoe.seal ?? ''),
    ] : [element('p', {}, say('no-shoe'))]));
  }
  const number_ = String(shoe?.number ?? '');
  if (shoeShown !== number_) {
    shoeShown = number_;
    void showPastShoes();
  }
}

async function showPastShoes() {
  try {
    const answer = await get(`/tables/${encodeURIComponent(table)}/shoes`);
    const past = answer.shoes.filter((shoe) => shoe.ended).slice(0, 3);
    byId('past-shoes').replaceChildren(...(past.length === 0 ? [] : [
      element('h3', {}, say('past-shoes')),
      element('ul', { class: 'shoes' }, ...past.map((shoe) => shoeLine(table, shoe)))]));
  } catch {
    shoeShown = '';
  }
}

/** The limits of the main and of the side wagers in one line, and one's own. */
function showLimits() {
  const range = (/** @type {string} */ key, /** @type {{least: number, most: number}} */ limits) =>
    say(key, { least: money(limits.least), most: money(limits.most) });
  const parts = ['main', 'side'].flatMap((kind) => {
    const of = view().table.wagers.filter((one) => (one.option ? 'side' : 'main') === kind).map((one) => one.limits);
    if (of.length === 0) return [];
    const least = Math.min(...of.map((one) => one.least));
    return [range(`limits-${kind}`, { least, most: Math.max(...of.map((one) => one.most)) })];
  });
  const own = view().you?.limits;
  if (own) parts.push(range('limits-yours', own));
  const text = parts.join(' · ');
  const place = byId('limits-line');
  if (place.dataset.shown === text) return;
  place.dataset.shown = text;
  place.replaceChildren(element('span', {}, text), ' ', element('a', { href: '#rules-name' }, say('limits-all')));
}

function showRules() {
  const line = (/** @type {WagerView} */ one) => element('tr', {},
    element('th', { scope: 'row' }, wagerName(one)),
    element('td', {}, ...one.rows.filter((row) => pays(row.does)).map((row) =>
      element('button', { type: 'button', class: 'cite', onclick: () => citing(row.clauses) },
        pays(row.does), row.name ? element('small', { lang: 'en' }, ` ${row.name}`) : null,
        element('span', { class: 'unseen' }, ` ${say('by-clause', { clauses: '' }).trim()} `, element('span', { lang: 'en' }, row.clauses.join(', ')))))),
    element('td', {}, `${money(one.limits.least)}–${money(one.limits.most)}`));
  byId('rules').replaceChildren(element('div', { class: 'scroll', tabindex: 0, role: 'group', 'aria-labelledby': 'rules-name' },
    element('table', { class: 'rules' },
      element('thead', {}, element('tr', {}, ...['col-wager', 'col-pays', 'col-limits'].map((key) => element('th', { scope: 'col' }, say(key))))),
      element('tbody', {}, ...inOrder(view().table.wagers).map(line)))));
}

// ------------------------------------------------------------------------------------------------------ the feed

/** @param {TableView} fresh */
function welcome(fresh) {
  const first = seen === null;
  seen = fresh;
  ahead = fresh.state.now - Date.now();
  if (first) {
    makeChips();
    showRules();
  }
  keepEnd();
  keepWishes();
  show();
  if (first) announce(phaseTold(fresh.state));
}

/** @param {Happened<PlayerEvent | StaffEvent>} message */
function happened(message) {
  if (!seen) return;
  const wasOpen = takesBets();
  const ran = Boolean(seen.state.betting.until);
  const lay = seen.state.stakes;
  seen = { ...seen, seq: message.seq, state: message.state, you: message.you ?? seen.you };
  ahead = message.state.now - Date.now();
  keepEnd();
  keepWishes();
  show();
  root.dataset.shownAt = String(message.state.now);
  if (!squeezed) showCalls(message.events);
  const opened = !wasOpen && takesBets();
  sayReturned(message.events, lay);
  // Whoever bends cards up hears nothing else meanwhile, and all of it afterwards.
  if (squeezed) squeezed.cards.push(...message.events.map(cardsTold).filter(Boolean));
  const sentences = squeezed ? '' : spoken(message.events, opened);
  // Where the clock starts with the first wager, how long it runs is told then.
  const started = !squeezed && !opened && !ran && takesBets() ? secondsLeft() : 0;
  const told = [sentences, started > 5 ? say('said-clock', { seconds: number(started) }) : ''].filter(Boolean).join(' ');
  if (told) announce(told);
  sounded(message.events, opened);
}

/** A new coup starts with what lies there; what was not accepted when betting closed is told. */
function keepWishes() {
  const { state, you } = view();
  const waiting = sending !== null || sendSoon !== undefined;
  if (state.coup > refusedIn + 1) refuse('');
  tellLost(wishes.follow({ open: bettingOpen(), coup: state.coup, lies: confirmed(), settled: (you?.settled ?? []).filter((one) => one.box === box()), waiting, wagers: wagers() }));
}

/** @param {boolean} on */
function line(on) {
  if (on === lineStands) return;
  lineStands = on;
  const place = byId('lost');
  place.hidden = on;
  place.textContent = on ? '' : say('lost');
  root.classList.toggle('is-lost', !on);
  if (!on && seen) tellLost(wishes.cut(confirmed(), wagers()));
  if (on && seen) announce(say('line-again'));
  if (seen) showStatus();
  showFelt();
  showClock();
}

// ------------------------------------------------------------------------------------------------------ reminders

/** What the house last said of the reader's time and money, and when. @type {{minutes: number, every: number, at: number} | null} */
let played = null;
const REMINDED = 'reminded';

/** Asks how long the reader has played today, and how often they want to be told. */
async function askPlayed() {
  if (root.dataset.signedIn !== 'true' || view().view !== 'player') return null;
  const { limits, used } = await get('/limits');
  const every = limits.find((one) => one.what === 'reminder')?.most ?? REMIND;
  played = { minutes: used.minutes, every, at: Date.now() };
  return used;
}

/** Now and then the reader is told how long they have played and what it has brought. It never covers the clock, and stays until it is read. */
async function remind() {
  if (!seen || !plays()) return;
  try {
    if (!played) {
      await askPlayed();
      return;
    }
    const sofar = played.minutes + (Date.now() - played.at) / 60_000;
    const due = Math.floor(sofar / played.every);
    if (due < 1 || due <= Number(sessionStorage.getItem(REMINDED) ?? 0)) return;
    const used = await askPlayed();
    if (!used || Math.floor(used.minutes / played.every) < due) return;
    sessionStorage.setItem(REMINDED, String(due));
    const text = say('reminder', { minutes: minutes(used.minutes), net: signed(used.net) });
    byId('reminder-text').textContent = text;
    byId('reminder').hidden = false;
    announce(text);
  } catch {
    played = null;
  }
}

setInterval(() => void remind(), 15_000);
byId('reminder-read').addEventListener('click', () => {
  byId('reminder').hidden = true;
});

// ------------------------------------------------------------------------------------------------------ keys and taps

byId('undo').addEventListener('click', undo);
byId('clear').addEventListener('click', clear);
byId('repeat').addEventListener('click', repeat);
byId('double').addEventListener('click', double);
byId('open-boxes').addEventListener('click', () => {
  const open = root.classList.toggle('boxes-open');
  byId('open-boxes').setAttribute('aria-expanded', String(open));
});
byId('ready').addEventListener('click', () => void ready());
byId('leave').addEventListener('click', () => void leave());
byId('won').addEventListener('click', () => showWhy(lastSettled()));
byId('buy-more').addEventListener('click', () => void buy(Math.min(BUY_INS[1], seen?.you?.may_buy ?? 0)));

// Keys work while the focus is on the felt or the tray, and nowhere else.
for (const place of [byId('felt'), byId('tray')]) {
  place.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || !seen) return;
    const box = /** @type {HTMLElement} */ (event.target).closest('[data-wager]');
    const worths = [...byId('chips').querySelectorAll('input')].map((input) => Number(input.value));
    if (/^[1-9]$/.test(event.key) && worths[Number(event.key) - 1]) {
      choose(worths[Number(event.key) - 1]);
      announce(say('said-chip', { amount: money(chosenChip) }));
    } else if (event.key === 'Backspace' || event.key === 'Delete') {
      if (box) add(/** @type {HTMLElement} */ (box).dataset.wager ?? '', -chosenChip);
    } else if (event.key === 'u' || event.key === 'U') undo();
    else if (event.key === 'c' || event.key === 'C') clear();
    else if (event.key === 'r' || event.key === 'R') repeat();
    else if (event.key === 'd' || event.key === 'D') double();
    else if (event.key === 'g' || event.key === 'G') void ready();
    else return;
    event.preventDefault();
  });
}

// Help with the keys is one key away, wherever the focus is.
document.addEventListener('keydown', (event) => {
  if (event.key !== '?' || /** @type {HTMLElement} */ (event.target).closest('input:not([type=radio]):not([type=range]), select, textarea')) return;
  event.preventDefault();
  openKeys();
});
byId('open-keys').addEventListener('click', openKeys);

function openKeys() {
  const dialog = /** @type {HTMLDialogElement} */ (byId('keys'));
  if (!document.querySelector('dialog[open]')) dialog.showModal();
}

byId('sound').addEventListener('click', () => {
  turnSound(!soundIsOn());
  showSound();
  play('chip');
});

function showSound() {
  byId('sound').setAttribute('aria-pressed', String(soundIsOn()));
}
showSound();

setInterval(() => {
  if (held && Date.now() >= held.until) {
    held = null;
    if (seen) showAll();
  }
  if (squeezed && Date.now() >= squeezed.until) squeezeEnds();
  showClock();
  showTime();
}, 250);

// Whoever wants to hear the table hears it behind other pages too.
follow(table, { view: welcome, happened, line }, () => !soundIsOn());
