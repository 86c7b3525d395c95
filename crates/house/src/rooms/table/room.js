// The player's table: shows what the house says of it, and turns taps and keys into wagers.
//
// The reader's wishes (what should lie on each box) and the house's truth (what does) are kept apart. Whenever they differ
// and betting is open, the difference is sent; what the house refuses is taken back from the wishes, with the reason.

import { Refused, act, get } from '../../web/api.js';
import { cardElement, cardName, coveredCard } from '../../web/cards.js';
import { chip, stack } from '../../web/chips.js';
import { showClauses } from '../../web/clauses.js';
import { follow } from '../../web/feed.js';
import { allRoads, statistics } from '../../web/roads.js';
import { byId, element, howLong, money, number, pays, say, sayOr, signed, wagerName } from '../../web/say.js';
import { shoeLine } from '../../web/shoe_line.js';

const root = byId('table');
const table = root.dataset.table ?? '';
const book = root.dataset.book ?? '';
const BUY_INS = [50000, 100000, 500000];
/** How many of the last results the line over the table shows. */
const RECENT = 16;
/** Taps that follow each other closely are one change. */
const GATHER = 220;
/** So long a hand may be bent up. */
const SQUEEZE = 8000;

/** @type {any} */
let view = null;
let lineStands = false;
/** The clock of the house minus ours. */
let ahead = 0;
/** @type {Map<string, number>} what the reader wants on each wager of their box */
let wishes = new Map();
/** @type {Map<string, number>[]} wishes before each change, for undo */
let before = [];
let chosenChip = 0;
let sending = false;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let sendSoon;
let wishesOf = -1;
/** How long the reader has for what the dealer asks. */
let askedFor = 1;
let shoeShown = '';
let roadsAfter = '';

// ---------------------------------------------------------------------------------------------------- what holds now

/** What really lies on the reader's box. */
function confirmed() {
  /** @type {Map<string, number>} */
  const lies = new Map();
  const seat = view?.you?.seat;
  if (!seat) return lies;
  for (const stake of view.state.stakes) {
    if (stake.seat === seat && stake.box === seat) lies.set(stake.wager, (lies.get(stake.wager) ?? 0) + stake.amount);
  }
  return lies;
}

function bettingOpen() {
  return view !== null && view.state.service === 'open' && view.state.betting?.open === true;
}

function mayBet() {
  return lineStands && bettingOpen() && Boolean(view.you?.seat);
}

/** @param {Map<string, number>} amounts */
function sum(amounts) {
  return [...amounts.values()].reduce((all, amount) => all + amount, 0);
}

/** @param {string} id */
function wager(id) {
  return view.table.wagers.find((/** @type {any} */ known) => known.id === id);
}

/** The reader's wagers of the last coup that was settled. */
function lastStakes() {
  const settled = view?.you?.settled ?? [];
  const last = Math.max(...settled.map((/** @type {any} */ one) => one.coup));
  /** @type {Map<string, number>} */
  const stakes = new Map();
  for (const one of settled) {
    if (one.coup === last) stakes.set(one.wager, (stakes.get(one.wager) ?? 0) + one.staked);
  }
  return stakes;
}

// ------------------------------------------------------------------------------------------------------ wishes

/** @param {Map<string, number>} wanted */
function wish(wanted) {
  before.push(wishes);
  wishes = new Map([...wanted].filter(([, amount]) => amount > 0));
  refuse('');
  showFelt();
  clearTimeout(sendSoon);
  sendSoon = setTimeout(send, GATHER);
}

/** @param {string} id @param {number} by */
function add(id, by) {
  if (!mayBet()) return lineStands && view?.you?.seat ? announce(say('betting-is-closed')) : refuse(say(lineStands ? 'sit-first' : 'lost'));
  const now = wishes.get(id) ?? 0;
  const wanted = new Map(wishes).set(id, Math.max(0, now + by));
  const spare = view.you.chips + sum(confirmed());
  if (sum(wanted) > spare) return refuse(say('not-enough-chips', { amount: money(spare) }));
  wish(wanted);
  const amount = wishes.get(id) ?? 0;
  const { least } = wager(id).limits;
  announce(amount > 0 && amount < least
    ? say('said-below-least', { wager: wagerName(wager(id)), amount: money(amount), least: money(least) })
    : say('said-wager', { wager: wagerName(wager(id)), amount: money(amount) }));
}

function undo() {
  const earlier = before.pop();
  if (!earlier || !mayBet()) return;
  wish(earlier);
  before.pop();
  showFelt();
  announce(say('said-undone', { amount: money(sum(wishes)) }));
}

function clear() {
  if (!mayBet() || wishes.size === 0) return;
  wish(new Map());
  announce(say('said-cleared'));
}

function repeat() {
  const stakes = lastStakes();
  if (!mayBet() || stakes.size === 0) return;
  const spare = view.you.chips + sum(confirmed());
  if (sum(stakes) > spare) return refuse(say('not-enough-chips', { amount: money(spare) }));
  wish(stakes);
  announce(say('said-repeated', { amount: money(sum(stakes)) }));
}

/** The difference between wishes and truth, one act for each box; what is taken back goes before what is put down. */
function difference() {
  const lies = confirmed();
  const seat = view.you.seat;
  const acts = [];
  for (const { id, limits } of view.table.wagers) {
    const [wanted, is] = [wishes.get(id) ?? 0, lies.get(id) ?? 0];
    if (wanted === is || (wanted > 0 && wanted < limits.least)) continue;
    if (wanted === 0) acts.unshift({ act: 'withdraw', box: seat, wager: id });
    else if (is === 0) acts.push({ act: 'place', box: seat, wager: id, amount: wanted, kind: 'chips' });
    else acts.push({ act: 'change', box: seat, wager: id, amount: wanted });
  }
  return acts;
}

async function send() {
  sendSoon = undefined;
  if (sending) return;
  if (!mayBet()) return tooLate();
  sending = true;
  try {
    const coup = wishesOf;
    for (let acts = difference(); acts.length > 0 && mayBet() && coup === wishesOf; acts = difference()) await sendOne(acts[0]);
  } finally {
    sending = false;
    showFelt();
  }
}

/** What is wished can no longer be sent: the reader is told so, and sees what lies there. */
function tooLate() {
  const lies = confirmed();
  const lost = [...wishes].some(([id, amount]) => (lies.get(id) ?? 0) !== amount);
  wishes = lies;
  before = [];
  if (lost) refuse(say('not-accepted-in-time'));
  showFelt();
}

/** @param {any} one */
async function sendOne(one) {
  try {
    take(await act(table, [one], { coup: wishesOf }), one);
  } catch (fault) {
    const is = confirmed().get(one.wager) ?? 0;
    if (is > 0) wishes.set(one.wager, is);
    else wishes.delete(one.wager);
    before = [];
    if (fault instanceof Refused) refuse(fault.toText(), fault.clauses);
    else refuse(say('lost'));
  }
}

/**
 * The answer to a wager comes before the feed tells of it: until then it counts as told.
 * @param {any} answer @param {any} one
 */
function take(answer, one) {
  if (answer.seq <= view.seq) return;
  const [was, is] = [confirmed().get(one.wager) ?? 0, one.act === 'withdraw' ? 0 : one.amount];
  view.you = { ...view.you, chips: view.you.chips + was - is };
  const others = view.state.stakes.filter((/** @type {any} */ stake) =>
    !(stake.seat === view.you.seat && stake.box === one.box && stake.wager === one.wager));
  if (one.act !== 'withdraw') others.push({ id: -1, seat: view.you.seat, box: one.box, wager: one.wager, amount: one.amount, kind: 'chips' });
  view.state.stakes = others;
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
  place.replaceChildren(text);
  if (clauses.length > 0) place.append(' ', clauseButton(clauses));
}

/** @param {string[]} clauses */
function clauseButton(clauses) {
  return element('button', { type: 'button', class: 'cite', onclick: () => showClauses(book, clauses) },
    say('by-clause', { clauses: clauses.join(', ') }));
}

/** What happened, as sentences. @param {any[]} events */
function spoken(events) {
  const sentences = [];
  for (const event of events) {
    if (event.fact === 'betting-opened') sentences.push(say('said-open'));
    if (event.fact === 'betting-closed') sentences.push(say('said-closed'));
    if (event.fact === 'card-dealt' && event.card) {
      sentences.push(say('said-card', { card: cardName(event.card), side: say(`side-${event.to}`) }));
    }
    if (event.fact === 'exposed') {
      sentences.push(say('said-card', { card: event.cards.map(cardName).join(', '), side: say(`side-${event.side}`) }));
    }
    if (event.fact === 'coup-decided') sentences.push(resultTold(event));
    if (event.fact === 'coup-voided' || event.fact === 'coup-invalidated') sentences.push(say('said-void'));
  }
  if (events.some((event) => event.fact === 'all-settled')) sentences.push(settledTold());
  return sentences.filter(Boolean).join(' ');
}

/** @param {any} decided */
function resultTold(decided) {
  return say('said-result', { winner: say(`wins-${decided.winner}`), player: decided.player, banker: decided.banker });
}

/** What the last coup brought the reader, in one sentence. */
function settledTold() {
  const settled = lastSettled();
  if (settled.length === 0) return '';
  return say('said-settled', { amount: signed(settled.reduce((/** @type {number} */ all, /** @type {any} */ one) => all + gain(one), 0)) });
}

/** What a settled wager brought: what was paid, or minus what was taken. @param {any} one */
function gain(one) {
  if (one.outcome === 'loses') return -(one.staked - (one.returned ?? 0));
  return one.paid ?? 0;
}

// ------------------------------------------------------------------------------------------------------ showing

function show() {
  if (!view) return;
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
  const { state } = view;
  byId('coup-number').textContent = say('coup-number', { coup: number(state.coup), shoe: number(state.shoe?.number ?? 0) });
  const phase = byId('phase');
  const decided = decidedNow(state);
  phase.className = `phase is-${state.phase}${decided ? ` won-${decided.winner}` : ''}`;
  phase.textContent = phaseTold(state);
  root.dataset.phase = state.phase;
}

/** The result of the coup whose cards lie there; the one before stays up on the roads only. @param {any} state */
function decidedNow(state) {
  return state.decided?.coup === state.coup ? state.decided : null;
}

/** @param {any} state */
function phaseTold(state) {
  if (!lineStands) return say('phase-lost');
  if (state.service !== 'open') return sayOr(`service-${state.service}`, state.service);
  if (state.betting?.open) {
    if (state.betting.no_bet) return say('phase-no-bet');
    return say(state.betting.until ? 'phase-betting' : 'phase-waiting');
  }
  const decided = decidedNow(state);
  if (decided) return resultTold(decided);
  if (state.phase === 'betting') return say('phase-closed');
  return sayOr(`phase-${state.phase}`, state.due?.words ?? '');
}

function showClock() {
  const asked = view?.you?.asked?.until;
  const until = asked ?? (view?.state.betting?.open ? view.state.betting.until : null);
  const clock = byId('clock');
  clock.hidden = !until || !lineStands;
  if (!until) return;
  const left = Math.max(0, until - (Date.now() + ahead));
  const seconds = Math.ceil(left / 1000);
  byId('clock-seconds').textContent = String(seconds);
  const whole = asked ? askedFor : (view.table.period_seconds ?? view.table.betting_seconds ?? 20) * 1000;
  byId('clock-left').setAttribute('stroke-dasharray', `${Math.min(100, (100 * left) / whole)} 100`);
  clock.classList.toggle('short', seconds <= 5);
  if (seconds === 5 && !asked && clock.dataset.announced !== String(until)) {
    clock.dataset.announced = String(until);
    announce(say('said-five-seconds'));
  }
}

function showHands() {
  const { state } = view;
  /** @type {[string, any][]} */
  const hands = [['player', state.player], ['banker', state.banker]];
  for (const [side, hand] of hands) {
    showCards(byId(`cards-${side}`), hand.cards ?? [], side === 'player' ? 0 : 1);
    byId(`count-${side}`).textContent = hand.count === null || hand.count === undefined ? '' : String(hand.count);
    const place = byId(`hand-${side}`);
    const decided = decidedNow(state);
    place.classList.toggle('yours', view.you?.asked?.for === 'expose' && view.you.asked.side === side);
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
    } else if (laid.dataset.card !== (card ?? '')) {
      const turned = cardElement(card, { third: i === 2 });
      turned.classList.add('turned');
      laid.replaceWith(turned);
    }
  });
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
  for (const one of view.table.wagers) {
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
  // Player, Tie, Banker, as on every cloth.
  for (const on of ['player', 'tie', 'banker']) {
    for (const one of view.table.wagers) {
      const box = boxes.get(one.id);
      if (box && one.class === 'main' && one.backs === on) main.append(box);
    }
  }
  for (const group of groups.values()) group.classList.add(group.children.length > 3 ? 'of-more' : `of-${group.children.length}`);
  felt.append(element('div', { class: 'sides' }, ...groups.values()), main);
}

/** All that a wager pays, in figures. @param {any} one @returns {string[]} */
function paysOf(one) {
  return [...new Set(one.rows.map((/** @type {any} */ row) => pays(row.does)).filter(Boolean))].map(String);
}

/** The most that a wager pays. @param {any} one */
function paysMost(one) {
  const ratio = (/** @type {string} */ does) => {
    const [, to, of] = /^pays ([\d.]+) to ([\d.]+)/.exec(does) ?? [];
    return to ? Number(to) / Number(of) : 0;
  };
  const best = one.rows.reduce((/** @type {any} */ most, /** @type {any} */ row) => ratio(row.does) > ratio(most.does) ? row : most, one.rows[0]);
  return pays(best.does) ?? '';
}

/** @param {any} one */
function makeBox(one) {
  return element('button', {
    type: 'button', class: `box ${one.backs ?? 'plain'}`, 'data-wager': one.id,
    onclick: () => tapped(one.id),
    oncontextmenu: (/** @type {Event} */ event) => {
      event.preventDefault();
      add(one.id, -chosenChip);
    },
  },
  element('span', { class: 'box-name' }, wagerName(one)),
  element('span', { class: 'box-pays' }, paysMost(one) + (paysOf(one).length > 1 ? '…' : '')),
  element('span', { class: 'unseen box-told' }),
  element('span', { class: 'box-others', 'aria-hidden': 'true' }),
  element('span', { class: 'box-stake', 'aria-hidden': 'true' }),
  element('span', { class: 'box-result', 'aria-hidden': 'true' }));
}

/** A tap on a box puts a chip there; once the coup is settled it asks why. @param {string} id */
function tapped(id) {
  const why = lastSettled().filter((/** @type {any} */ one) => one.wager === id);
  if (resultsShown().has(id)) showWhy(why);
  else add(id, chosenChip);
}

/** The payments of a coup and the clauses they rest on. @param {any[]} settled */
function showWhy(settled) {
  if (settled.length === 0) return;
  const line = (/** @type {any} */ one) => element('li', {}, ...paymentTold(one));
  void showClauses(book, [...new Set(settled.flatMap((one) => one.clauses))], [element('ul', { class: 'why-paid' }, ...settled.map(line))]);
}

/** The seats of others with chips on a wager. @param {string} id @returns {number[]} */
function othersOn(id) {
  const seats = view.state.stakes.filter((/** @type {any} */ stake) => stake.wager === id && stake.seat && stake.seat !== view.you?.seat)
    .map((/** @type {any} */ stake) => stake.seat);
  return [...new Set(/** @type {number[]} */ (seats))].sort((a, b) => a - b);
}

function showFelt() {
  if (!view) return;
  if (boxes.size === 0) makeFelt();
  const lies = confirmed();
  const settled = resultsShown();
  const open = mayBet();
  byId('felt').classList.toggle('closed', !open);
  for (const one of view.table.wagers) {
    const box = /** @type {HTMLElement} */ (boxes.get(one.id));
    const [wanted, is] = [open ? (wishes.get(one.id) ?? 0) : (lies.get(one.id) ?? 0), lies.get(one.id) ?? 0];
    const result = settled.get(one.id);
    const shown = wanted || (result?.staked ?? 0);
    box.setAttribute('aria-disabled', String(!open));
    box.classList.toggle('pending', wanted !== is);
    box.classList.toggle('short', wanted > 0 && wanted < one.limits.least);
    box.classList.remove('wins', 'loses', 'stands');
    if (result) box.classList.add(result.kind);
    const place = /** @type {HTMLElement} */ (box.querySelector('.box-stake'));
    const won = result?.kind === 'wins' && result.gain > 0 ? result.gain : 0;
    if (place.dataset.shown !== `${shown}/${won}`) {
      place.dataset.shown = `${shown}/${won}`;
      place.replaceChildren(...(shown > 0 ? [stack(shown, view.table.chips), element('b', {}, money(shown))] : []));
      if (won) place.append(element('span', { class: 'paid' }, stack(won, view.table.chips)));
    }
    const others = othersOn(one.id);
    const beside = /** @type {HTMLElement} */ (box.querySelector('.box-others'));
    if (beside.dataset.shown !== others.join()) {
      beside.dataset.shown = others.join();
      beside.replaceChildren(...others.map((seat) => element('i', {}, String(seat))));
    }
    const mark = /** @type {HTMLElement} */ (box.querySelector('.box-result'));
    mark.textContent = result ? (result.kind === 'stands' ? say('stands-off-short') : signed(result.gain)) : '';
    const message = /** @type {HTMLElement} */ (box.querySelector('.box-told'));
    message.textContent = boxTold(one, wanted, is, result, others);
  }
  byId('balance').textContent = view.you ? money(view.you.chips + sum(lies) - (open ? sum(wishes) : sum(lies))) : '';
  byId('staked').textContent = money(open ? sum(wishes) : sum(lies));
  const last = view.you ? lastStakes() : new Map();
  byId('undo').setAttribute('aria-disabled', String(!open || before.length === 0));
  byId('clear').setAttribute('aria-disabled', String(!open || wishes.size === 0));
  byId('repeat').setAttribute('aria-disabled', String(!open || last.size === 0));
  showWon(settled);
  showBroke();
}

/** What the coup brought the reader, to be tapped for the reasons. @param {Map<string, {gain: number}>} settled */
function showWon(settled) {
  const place = byId('won');
  place.hidden = settled.size === 0;
  if (place.hidden) return;
  const brought = [...settled.values()].reduce((all, one) => all + one.gain, 0);
  place.className = `won ${brought > 0 ? 'gain' : brought < 0 ? 'loss' : ''}`;
  const text = say('you-brought', { amount: signed(brought) });
  if (place.dataset.shown === text) return;
  place.dataset.shown = text;
  place.replaceChildren(element('b', {}, text), ' ', element('span', {}, say('why')));
}

/** Whoever has too little for any wager may buy more. */
function showBroke() {
  const you = view.you;
  const least = Math.min(...view.table.wagers.map((/** @type {any} */ one) => one.limits.least));
  const amount = you ? Math.min(BUY_INS[1], you.may_buy) : 0;
  const place = byId('buy-more');
  place.hidden = !you?.seat || amount <= 0 || you.chips + you.staked + sum(confirmed()) >= least;
  if (!place.hidden) place.textContent = say('buy-amount', { amount: money(amount) });
}

/**
 * @param {any} one @param {number} wanted @param {number} is @param {{kind: string, gain: number} | undefined} result
 * @param {number[]} others
 */
function boxTold(one, wanted, is, result, others) {
  const parts = ['', say('box-pays', { pays: paysOf(one).join(', ') }), say('box-limits', { least: money(one.limits.least), most: money(one.limits.most) })];
  if (others.length > 0) parts.push(say('box-others', { seats: others.join(', ') }));
  if (wanted > 0) parts.push(say(wanted === is ? 'box-stake' : 'box-pending', { amount: money(wanted) }));
  if (result) parts.push(say(`box-${result.kind}`, { amount: signed(result.gain) }));
  return parts.join(', ');
}

/** The reader's settled wagers of the coup whose cards lie there. @returns {any[]} */
function lastSettled() {
  return (view.you?.settled ?? []).filter((/** @type {any} */ one) => one.coup === view.state.coup);
}

/** What became of the wagers of this coup, while its cards lie there. */
function resultsShown() {
  /** @type {Map<string, {kind: string, gain: number, staked: number}>} */
  const results = new Map();
  if (view.state.betting?.open) return results;
  for (const one of lastSettled()) {
    const kind = one.outcome === 'wins' ? 'wins' : one.outcome === 'loses' ? 'loses' : 'stands';
    results.set(one.wager, { kind, gain: gain(one), staked: one.staked });
  }
  return results;
}

function makeChips() {
  const place = byId('chips');
  const most = Math.max(...view.table.wagers.map((/** @type {any} */ one) => one.limits.most));
  const smallest = Math.min(...view.table.wagers.map((/** @type {any} */ one) => one.limits.least));
  // The smallest chips are there to pay with; nobody bets ten of them.
  const worths = view.table.chips.filter((/** @type {number} */ worth) => worth <= most && worth * 10 >= smallest);
  const kept = Number(sessionStorage.getItem('chip'));
  const least = view.state.limits?.least ?? worths[0];
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
  const asked = view.you?.asked ?? null;
  const key = JSON.stringify(asked);
  if (place.dataset.asked === key) return;
  place.dataset.asked = key;
  place.hidden = asked === null;
  place.replaceChildren();
  if (!asked) return;
  askedFor = Math.max(1, (asked.until ?? 0) - (Date.now() + ahead));
  const answer = (/** @type {object} */ one) => async () => {
    // Answered once; what is asked next comes with the feed.
    if (!squeezed) for (const control of place.querySelectorAll('button, input')) /** @type {HTMLButtonElement} */ (control).disabled = true;
    try {
      await act(table, [one], { shoe: asked.shoe });
    } catch (fault) {
      for (const control of place.querySelectorAll('button, input')) /** @type {HTMLButtonElement} */ (control).disabled = false;
      refuse(fault instanceof Refused ? fault.toText() : say('lost'), fault instanceof Refused ? fault.clauses : []);
    }
  };
  const button = (/** @type {string} */ text, /** @type {() => void} */ does, gold = false) =>
    element('button', { type: 'button', class: gold ? 'gold' : 'quiet', onclick: does }, text);
  const side = asked.side ? say(`side-${asked.side}`) : '';
  place.append(element('p', {}, sayOr(`asked-${asked.for}`, asked.for).replace('{side}', side)));
  announce(sayOr(`asked-${asked.for}`, asked.for).replace('{side}', side));
  if (asked.for === 'cut') place.append(...cutting(asked, answer, button));
  if (asked.for === 'take-hand') place.append(button(say('answer-take-hand'), answer({ act: 'take-hand' }), true), button(say('answer-decline'), answer({ act: 'refuse-hand' })));
  if (asked.for === 'expose') place.append(...squeeze(asked, answer({ act: 'expose', side: asked.side }), button));
  if (asked.for === 'take-role') place.append(button(say('answer-take-role'), answer({ act: 'take-role' }), true), button(say('answer-decline'), answer({ act: 'pass-role' })));
}

/**
 * Where to cut: anywhere, without knowing anything.
 * @param {any} asked @param {(one: object) => () => Promise<void>} answer @param {(text: string, does: () => void, gold?: boolean) => HTMLElement} button
 */
function cutting(asked, answer, button) {
  const [least, most] = [asked.least ?? 1, asked.most ?? 415];
  const where = /** @type {HTMLInputElement} */ (element('input', { type: 'range', class: 'cut', min: least, max: most, value: Math.round((least + most) / 2), 'aria-label': say('cut-where') }));
  return [where, button(say('answer-cut'), () => answer({ act: 'cut', at: Number(where.value) })(), true), button(say('answer-decline'), answer({ act: 'refuse-cut' }))];
}

/** The hand that the reader bends up, which of its cards lay face down, and until when the table waits for it here. */
/** @type {{side: string, down: boolean[], until: number} | null} */
let squeezed = null;

/**
 * The squeeze: the cards are bent up by a slider, with finger, mouse or keys. Bending them up shows them to the house and to
 * everybody; here their faces come from below as far as the reader has bent them. A button turns them at once.
 * @param {any} asked @param {() => Promise<void>} expose @param {(text: string, does: () => void, gold?: boolean) => HTMLElement} button
 */
function squeeze(asked, expose, button) {
  const hand = byId(`hand-${asked.side}`);
  hand.style.setProperty('--peel', '0');
  const slider = /** @type {HTMLInputElement} */ (element('input', {
    type: 'range', class: 'squeeze', min: 0, max: 100, step: 2, value: 0, 'aria-label': say('squeeze-label'),
    oninput: () => {
      hand.style.setProperty('--peel', String(Number(slider.value) / 100));
      if (!squeezed) {
        squeezed = { side: asked.side, down: view.state[asked.side].cards.map((/** @type {any} */ card) => card === null), until: Date.now() + SQUEEZE };
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
  squeezed = null;
  for (const cover of document.querySelectorAll('.cover, .thumb')) cover.remove();
  for (const card of document.querySelectorAll('.covered')) card.classList.remove('covered');
  show();
}

/** Shows the hand that is being bent up: its faces, covered as far as they are not. */
function showSqueezed() {
  if (!squeezed) return;
  const cards = view.state[squeezed.side].cards;
  const place = byId(`cards-${squeezed.side}`);
  if (squeezed.down.some((down, i) => down && !cards[i]) || place.querySelector('.cover')) return;
  const down = squeezed.down;
  const shown = cards.slice(0, down.length).map((/** @type {any} */ card, /** @type {number} */ i) =>
    (down[i] ? coveredCard : cardElement)(card, { third: i === 2 }));
  place.replaceChildren(...shown);
}

// ------------------------------------------------------------------------------------------------------ sitting down

function showSeating() {
  const signedIn = root.dataset.signedIn === 'true' && view.view === 'player';
  const seated = Boolean(view.you?.seat);
  byId('tray').hidden = !seated;
  root.classList.toggle('seated', seated);
  const place = byId('seating');
  place.hidden = !signedIn || seated;
  if (place.hidden) return;
  if (!place.firstElementChild) makeSeating(place);
  const taken = new Set(view.state.seats.map((/** @type {any} */ one) => one.seat));
  const seats = /** @type {HTMLInputElement[]} */ ([...place.querySelectorAll('input[name=seat]')]);
  for (const seat of seats) seat.disabled = taken.has(Number(seat.value));
  const free = seats.filter((seat) => !seat.disabled);
  if (!free.some((seat) => seat.checked) && free[0]) free[0].checked = true;
  byId('full-table').hidden = free.length > 0;
  /** @type {HTMLButtonElement} */ (place.querySelector('button')).disabled = free.length === 0;
  showBuyIns();
}

/** The form in which one takes a seat; it stays the same while others come and go. @param {HTMLElement} place */
function makeSeating(place) {
  const seats = Array.from({ length: view.table.seats }, (_, i) => i + 1);
  const form = /** @type {HTMLFormElement} */ (element('form', {
    onsubmit: (/** @type {Event} */ event) => {
      event.preventDefault();
      const data = new FormData(form);
      void sit(Number(data.get('seat')), Number(data.get('buy-in') ?? 0));
    },
  },
  element('fieldset', { class: 'choices seats' }, element('legend', {}, say('choose-seat')),
    ...seats.map((seat) => choice('seat', String(seat), String(seat), false))),
  element('div', { id: 'buy-ins' }),
  element('button', { class: 'gold', type: 'submit' }, say('sit-down'))));
  place.replaceChildren(element('p', { id: 'full-table', hidden: true }, say('no-free-seat')), form);
}

/** For how much one may buy in, or what one has here already. */
function showBuyIns() {
  const chips = view.you?.chips ?? 0;
  const most = view.you?.may_buy ?? view.table.players_buy_in ?? 0;
  const place = byId('buy-ins');
  const key = `${chips}/${most}`;
  if (place.dataset.shown === key) return;
  place.dataset.shown = key;
  const buyIns = BUY_INS.filter((amount) => amount <= most);
  if (chips > 0) place.replaceChildren(element('p', {}, say('chips-here', { amount: money(chips) })));
  else if (buyIns.length === 0) place.replaceChildren(element('p', {}, say('staff-sell')));
  else {
    place.replaceChildren(element('fieldset', { class: 'choices' }, element('legend', {}, say('choose-buy-in')),
      ...buyIns.map((amount, i) => choice('buy-in', String(amount), money(amount), i === Math.min(1, buyIns.length - 1)))));
  }
}

/** @param {string} name @param {string} value @param {string} text @param {boolean} checked */
function choice(name, value, text, checked) {
  return element('label', {}, element('input', { type: 'radio', name, value, checked }), element('span', {}, text));
}

/** @param {number} seat @param {number} cash */
async function sit(seat, cash) {
  const acts = [];
  if (!view.you?.present) acts.push({ act: 'arrive' });
  if (cash > 0) acts.push({ act: 'buy-in', cash });
  acts.push({ act: 'take-seat', seat });
  try {
    await act(table, acts);
    refuse('');
    byId('felt').focus({ preventScroll: true });
  } catch (fault) {
    refuse(fault instanceof Refused ? fault.toText() : say('lost'), fault instanceof Refused ? fault.clauses : []);
  }
}

/** @param {number} cash */
async function buy(cash) {
  try {
    await act(table, [{ act: 'buy-in', cash }]);
    refuse('');
    announce(say('said-bought', { amount: money(cash) }));
  } catch (fault) {
    refuse(fault instanceof Refused ? fault.toText() : say('lost'), fault instanceof Refused ? fault.clauses : []);
  }
}

async function leave() {
  try {
    await act(table, [{ act: 'leave' }]);
    location.assign('/');
  } catch (fault) {
    refuse(fault instanceof Refused ? fault.toText() : say('lost'), fault instanceof Refused ? fault.clauses : []);
  }
}

// ------------------------------------------------------------------------------------------------------ the rail

function showYours() {
  const you = view.you;
  byId('yours').hidden = !you;
  if (!you) return;
  byId('brought').textContent = money(you.brought);
  for (const net of [byId('net'), byId('net-now')]) {
    net.textContent = signed(you.net);
    net.className = you.net > 0 ? 'gain' : you.net < 0 ? 'loss' : '';
  }
  showBuying(you);
  if (!you.settled?.length) return;
  const last = Math.max(...you.settled.map((/** @type {any} */ one) => one.coup));
  const list = you.settled.filter((/** @type {any} */ one) => one.coup === last);
  const key = JSON.stringify(list);
  const place = byId('payments');
  if (place.dataset.shown === key) return;
  place.dataset.shown = key;
  place.replaceChildren(element('p', { class: 'small' }, say('payments-of', { coup: number(last) })),
    element('ul', { class: 'payments' }, ...list.map(payment)));
}

/** Chips to buy while one plays. @param {any} you */
function showBuying(you) {
  const amounts = you.seat ? BUY_INS.filter((amount) => amount <= you.may_buy) : [];
  const place = byId('buy');
  if (place.dataset.shown === amounts.join()) return;
  place.dataset.shown = amounts.join();
  place.replaceChildren(...amounts.map((amount) =>
    element('button', { type: 'button', class: 'quiet', onclick: () => void buy(amount) }, say('buy-amount', { amount: money(amount) }))));
}

/** One payment; a tap shows the clauses it rests on. @param {any} one */
function payment(one) {
  return element('li', {}, element('button', { type: 'button', class: 'payment', onclick: () => showWhy([one]) }, ...paymentTold(one)));
}

/** A wager and what became of it. @param {any} one */
function paymentTold(one) {
  const name = wagerName(wager(one.wager) ?? { id: one.wager, name: one.wager });
  return [element('span', {}, name, element('small', {}, ` ${say('staked-on', { amount: money(one.staked) })}`)),
    element('b', { class: gain(one) > 0 ? 'gain' : gain(one) < 0 ? 'loss' : '' }, one.outcome === 'wins' || one.outcome === 'loses' ? signed(gain(one)) : say('stands-off')),
    element('small', { class: 'why' }, one.owed > 0 ? `${say('still-owed', { amount: money(one.owed) })} · ` : '', say('by-clause', { clauses: one.clauses.join(', ') }))];
}

function showTime() {
  if (!view?.you?.since) return;
  for (const id of ['time-here', 'time-now']) byId(id).textContent = howLong(Date.now() + ahead - view.you.since);
}

async function showRoads() {
  const key = `${view.state.shoe?.number}/${view.state.decided?.coup}`;
  if (roadsAfter === key) return;
  roadsAfter = key;
  try {
    const { roads } = await get(`/tables/${encodeURIComponent(table)}/roads`);
    const wide = matchMedia('(min-width: 1200px)').matches;
    byId('roads').replaceChildren(allRoads(roads, wide ? { big: 20, bead: 20, eye: 20, half: 10 } : { big: 18, bead: 18, eye: 18, half: 9 }));
    byId('recent').replaceChildren(...roads.bead_plate.slice(-RECENT).reverse().map((/** @type {any} */ bead) =>
      element('li', { class: bead.winner }, say(`letter-${bead.winner}`))));
    byId('roads').dataset.coups = String(roads.counts.total);
    byId('statistics').replaceChildren(statistics(roads.counts));
  } catch {
    roadsAfter = '';
  }
}

function showShoe() {
  const { shoe } = view.state;
  const key = JSON.stringify(shoe ?? null);
  const place = byId('shoe');
  if (place.dataset.shown !== key) {
    place.dataset.shown = key;
    place.replaceChildren(...(shoe?.number ? [
      element('p', {}, say('shoe-number', { number: number(shoe.number) }), ' · ', say('shoe-dealt', { dealt: number(shoe.dealt), of: number(shoe.of) })),
      element('progress', { max: shoe.of, value: shoe.dealt, 'aria-label': say('shoe-dealt', { dealt: number(shoe.dealt), of: number(shoe.of) }) }),
      element('p', { class: 'small' }, say('seal-told')),
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
    const past = answer.shoes.filter((/** @type {any} */ shoe) => shoe.ended).slice(0, 3);
    byId('past-shoes').replaceChildren(...(past.length === 0 ? [] : [
      element('h3', {}, say('past-shoes')),
      element('ul', { class: 'shoes' }, ...past.map((/** @type {any} */ shoe) => shoeLine(table, shoe)))]));
  } catch {
    shoeShown = '';
  }
}

/** The limits of the main and of the side wagers in one line, and one's own. */
function showLimits() {
  const range = (/** @type {string} */ key, /** @type {{least: number, most: number}} */ limits) =>
    say(key, { least: money(limits.least), most: money(limits.most) });
  const parts = ['main', 'side'].flatMap((kind) => {
    const of = view.table.wagers.filter((/** @type {any} */ one) => (one.option ? 'side' : 'main') === kind).map((/** @type {any} */ one) => one.limits);
    if (of.length === 0) return [];
    const least = Math.min(...of.map((/** @type {any} */ one) => one.least));
    return [range(`limits-${kind}`, { least, most: Math.max(...of.map((/** @type {any} */ one) => one.most)) })];
  });
  if (view.you?.limits) parts.push(range('limits-yours', view.you.limits));
  const text = parts.join(' · ');
  const place = byId('limits-line');
  if (place.dataset.shown === text) return;
  place.dataset.shown = text;
  place.replaceChildren(element('span', {}, text), ' ', element('a', { href: '#rules-name' }, say('limits-all')));
}

function showRules() {
  const line = (/** @type {any} */ one) => element('tr', {},
    element('th', { scope: 'row' }, wagerName(one)),
    element('td', {}, ...one.rows.filter((/** @type {any} */ row) => pays(row.does)).map((/** @type {any} */ row) =>
      element('button', { type: 'button', class: 'cite', onclick: () => showClauses(book, row.clauses) },
        pays(row.does), row.name ? element('small', { lang: 'en' }, ` ${row.name}`) : null,
        element('span', { class: 'unseen' }, ` ${say('by-clause', { clauses: row.clauses.join(', ') })}`)))),
    element('td', {}, `${money(one.limits.least)}–${money(one.limits.most)}`));
  byId('rules').replaceChildren(element('div', { class: 'scroll', tabindex: 0, role: 'group', 'aria-labelledby': 'rules-name' },
    element('table', { class: 'rules' },
      element('thead', {}, element('tr', {}, ...['col-wager', 'col-pays', 'col-limits'].map((key) => element('th', { scope: 'col' }, say(key))))),
      element('tbody', {}, ...view.table.wagers.map(line)))));
}

// ------------------------------------------------------------------------------------------------------ the feed

/** @param {any} fresh */
function welcome(fresh) {
  const first = view === null;
  view = fresh;
  ahead = view.state.now - Date.now();
  if (first) {
    makeChips();
    showRules();
  }
  keepWishes();
  show();
  if (first) announce(phaseTold(view.state));
}

/** @param {any} message */
function happened(message) {
  if (!view) return;
  view.seq = message.seq;
  view.state = message.state;
  if (message.you !== undefined) view.you = message.you;
  ahead = view.state.now - Date.now();
  keepWishes();
  show();
  const sentences = squeezed ? '' : spoken(message.events ?? []);
  if (sentences) announce(sentences);
}

/** A new coup starts with what lies there; when betting closes, what was not accepted is no longer wished. */
function keepWishes() {
  const open = bettingOpen();
  if (!open || wishesOf !== view.state.coup) {
    const lies = confirmed();
    const lost = !open && wishesOf === view.state.coup && [...wishes].some(([id, amount]) => (lies.get(id) ?? 0) !== amount);
    if (lost && !sending) refuse(say('not-accepted-in-time'));
    else if (!open && (wishesOf !== -1 || decidedNow(view.state))) refuse('');
    wishes = lies;
    before = [];
    wishesOf = open ? view.state.coup : -1;
    if (open) refuse('');
  } else if (!sending && sendSoon === undefined) {
    // What is still too little to be sent stays a wish.
    const short = [...wishes].filter(([id, amount]) => amount < wager(id).limits.least);
    wishes = new Map([...confirmed(), ...short]);
  }
}

/** @param {boolean} on */
function line(on) {
  if (on === lineStands) return;
  lineStands = on;
  const place = byId('lost');
  place.hidden = on;
  place.textContent = on ? '' : say('lost');
  root.classList.toggle('is-lost', !on);
  if (!on && view) {
    wishes = confirmed();
    before = [];
  }
  if (on && view) announce(say('line-again'));
  if (view) showStatus();
  showFelt();
  showClock();
}

// ------------------------------------------------------------------------------------------------------ keys and taps

byId('undo').addEventListener('click', undo);
byId('clear').addEventListener('click', clear);
byId('repeat').addEventListener('click', repeat);
byId('leave').addEventListener('click', () => void leave());
byId('won').addEventListener('click', () => showWhy(lastSettled()));
byId('buy-more').addEventListener('click', () => void buy(Math.min(BUY_INS[1], view.you.may_buy)));

// Keys work while the focus is on the felt or the tray, and nowhere else.
for (const place of [byId('felt'), byId('tray')]) {
  place.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || !view) return;
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
    else return;
    event.preventDefault();
  });
}

setInterval(() => {
  if (squeezed && Date.now() >= squeezed.until) squeezeEnds();
  showClock();
  showTime();
}, 250);

void follow(table, { view: welcome, happened, line });
