// Promotions for everybody: which there are, the terms of one with their clauses and clock, and one's own tickets with their proofs.

import { watchMoneyFields } from '../../web/amount.js';
import { Refused, get } from '../../web/api.js';
import { cites, command, earned, followPromotion, houseClock, moment, ownWords, short, termTold, until } from '../../web/promotion.js';
import { byId, element, money, number, readMoney, say, sayOr } from '../../web/say.js';
import { isInTheDraw } from '../../web/ticket_proof.js';

/** @import { ClaimView, PromotionAct, PromotionView, Schemas } from '../../web/types.js' */

/** The promotion whose clocks times are told by. @type {{ clock: Schemas['ClockShift'][] }} */
let place = { clock: [] };
const when = (/** @type {number} */ ms) => moment(ms, place);

const room = byId('promotion-room');
const { part, promotion = '', name = '' } = room.dataset;
const EVERY = 5000;
/** Whatever was drawn so long ago stands among the earlier ones. */
const DAY = 24 * 60 * 60 * 1000;

/** @param {string} key @param {...(Node | string)} value */
const fact = (key, ...value) => element('div', {}, element('dt', {}, say(key)), element('dd', {}, ...value));

/** @param {Schemas['PromotionEntry']} entry @param {number} now */
function card(entry, now) {
  const open = entry.stage === 'open';
  return element('li', { class: 'lobby-table', 'data-promotion': entry.id },
    element('header', {},
      element('h2', { lang: 'en' }, entry.name),
      element('p', { class: `state ${entry.stage}` }, sayOr(`promotion-stage-${entry.stage}`, entry.stage))),
    element('dl', { class: 'facts' },
      fact('promotion-tickets', number(entry.tickets)),
      fact('promotion-prizes', number(entry.prizes)),
      open ? fact('promotion-closes-in', until(entry.closes - now)) : fact('promotion-draw-at', moment(entry.draws, entry))),
    element('p', { class: 'lobby-acts' },
      element('a', { class: 'button gold', href: `/promotions/${entry.id}` }, say('promotion-read'), element('span', { class: 'unseen' }, `: ${entry.name}`)),
      element('a', { href: `/promotions/${entry.id}/mine` }, say('promotion-mine')),
      element('a', { href: `/promotions/${entry.id}/draw` }, say('promotion-draw'))));
}

async function list() {
  try {
    const { now, promotions } = await get('/promotions');
    byId('lost').textContent = promotions.length === 0 ? say('promotion-none') : '';
    const place = byId('promotions');
    const at = [...place.querySelectorAll('a')].findIndex((link) => link === document.activeElement);
    const shown = promotions.filter((one) => one.stage !== 'draft' && one.stage !== 'lodged');
    const over = (/** @type {Schemas['PromotionEntry']} */ one) => ['drawn', 'ended'].includes(one.stage) && one.draws < now - DAY;
    place.replaceChildren(...shown.filter((one) => !over(one)).map((one) => card(one, now)));
    const earlier = byId('earlier');
    earlier.replaceChildren(...shown.filter(over).map((one) => card(one, now)));
    /** @type {HTMLElement} */ (earlier.parentElement).hidden = earlier.childElementCount === 0;
    if (at >= 0) place.querySelectorAll('a')[at]?.focus();
    place.setAttribute('aria-busy', 'false');
  } catch {
    byId('lost').textContent = say('promotion-lost');
  }
}

/** @type {PromotionView | null} */
let view = null;
const clock = houseClock(tick);

function tick() {
  const left = document.getElementById('left');
  if (!view || !left) return;
  const goal = view.stage === 'open' ? view.closes : view.draws;
  const wait = goal - clock.now();
  left.textContent = wait > 0 ? until(wait) : say(view.ready ? 'promotion-mixed-next' : 'promotion-due-now');
}

/** @param {PromotionView} seen */
function facts(seen) {
  const stage = seen.cancelled ? 'cancelled' : seen.postponed.length > 0 ? 'postponed' : seen.stage;
  const waits = ['open', 'closed'].includes(seen.stage) && !seen.cancelled;
  const all = [
    fact('promotion-stage', element('span', { class: `state ${stage}` }, say(`promotion-stage-${stage}`))),
    waits ? fact(seen.stage === 'open' ? 'promotion-closes-in' : 'promotion-draw-in', element('span', { id: 'left', role: 'timer' }, '')) : null,
    fact('promotion-closes', seen.closes_local),
    fact('promotion-draw-at', seen.draws_local),
    fact('promotion-where', element('span', { lang: 'en' }, seen.place)),
    fact('promotion-tickets', number(seen.tickets)),
  ];
  byId('facts').replaceChildren(...all.filter((one) => one !== null));
  byId('facts').setAttribute('aria-busy', 'false');
  tick();
}

/** How a prize stands, in words. @param {Schemas['PromotionPrize']} prize */
function standing(prize) {
  if (prize.lapsed) return say('promotion-prize-lapsed');
  if (prize.ticket === null || prize.ticket === undefined) return say('promotion-prize-waits');
  return say(prize.awarded ? 'promotion-prize-awarded' : 'promotion-prize-ticket', { ticket: prize.ticket });
}

/** What an item of the terms is about. @param {string} item */
function itemTold(item) {
  const details = /^prize-(\d+)-details$/.exec(item);
  return details ? say('promotion-item-prize-details', { prize: details[1] }) : sayOr(`promotion-item-${item}`, item.replaceAll('-', ' '));
}

/** @param {PromotionView} seen */
function terms(seen) {
  byId('prizes').replaceChildren(...seen.prizes.map((prize) => element('li', {},
    element('b', { lang: 'en' }, prize.what), ` · ${money(prize.value)}`,
    prize.cash_instead ? element('span', { class: 'small' }, ` ${say('promotion-cash-instead')}`) : null,
    element('p', {}, standing(prize)),
    ...prize.passed.map((one) => element('p', { class: 'small' }, say('promotion-passed', { ticket: one.ticket, why: sayOr(`promotion-why-${one.why}`, one.why) }))))));
  byId('terms').replaceChildren(...seen.lines.map((line) => element('div', {},
    element('dt', {}, itemTold(line.item), ' ', cites(seen.book, line.clauses)),
    element('dd', {}, ...termTold(line)))));
  byId('version').replaceChildren(say('promotion-version', { version: seen.version }), ' ', short(seen.terms));
  const sealed = [
    seen.seal ? fact('promotion-seal', short(seen.seal.seal)) : fact('promotion-seal', say('promotion-not-yet')),
    fact('promotion-root', seen.root ? short(seen.root) : say('promotion-not-yet')),
    fact('promotion-mix', seen.draw ? element('q', {}, seen.draw.mix) : say('promotion-not-yet')),
    seen.draw ? fact('promotion-seed', short(seen.draw.seed)) : null,
    seen.draw ? fact('promotion-order', seen.draw.order.slice(0, 20).join(' ')) : null,
  ];
  byId('sealed').replaceChildren(...sealed.filter((one) => one !== null));
}

/** @param {PromotionAct} act */
async function asks(act) {
  byId('refusal').textContent = '';
  try {
    await command(promotion, act);
  } catch (fault) {
    byId('refusal').textContent = fault instanceof Refused ? fault.toText() : say('promotion-lost');
    byId('refusal').scrollIntoView({ block: 'center' });
  }
}

/** @param {string} key @param {PromotionAct} act @param {string} [kind] */
const button = (key, act, kind = 'gold') => element('button', { type: 'button', class: kind, onclick: () => void asks(act) }, say(key));

/** The proofs that were asked for and what came of them, by number of ticket. @type {Map<number, boolean>} */
const checked = new Map();

async function check() {
  if (!view?.root) return;
  const { root } = view;
  try {
    for (const proof of await get(`/promotions/${encodeURIComponent(promotion)}/tickets`)) checked.set(proof.ticket.number, await isInTheDraw(proof, root));
    if (view) mine(view);
  } catch {
    byId('refusal').textContent = say('promotion-lost');
  }
}

/** @param {PromotionView} seen @param {Schemas['OwnPromotion']} you */
function tickets(seen, you) {
  const verdict = (/** @type {Schemas['OwnTicket']} */ ticket) => {
    if (ticket.taken_back) return element('span', { class: 'loss' }, say('promotion-taken-back'));
    const found = checked.get(ticket.number);
    if (found === undefined) return null;
    return element('span', { class: found ? 'gain' : 'loss' }, say(found ? 'promotion-proved' : 'promotion-not-proved'));
  };
  const rows = you.tickets.map((ticket) => element('tr', {},
    element('th', { scope: 'row' }, number(ticket.number)),
    element('td', {}, earned(ticket.earned)),
    element('td', {}, when(ticket.at)),
    element('td', {}, verdict(ticket))));
  return element('section', { class: 'panel', 'aria-labelledby': 'tickets-name' },
    element('h2', { id: 'tickets-name' }, say('promotion-my-tickets', { number: you.tickets.filter((one) => !one.taken_back).length })),
    you.may_enter ? button('promotion-enter', { act: 'enter' }) : null,
    rows.length === 0 ? element('p', {}, say('promotion-no-ticket')) : element('div', { class: 'scroll', tabindex: 0, role: 'group', 'aria-labelledby': 'tickets-name' },
      element('table', { class: 'tickets' },
        element('thead', {}, element('tr', {}, ...['number', 'earned', 'at', 'proof'].map((key) => element('th', { scope: 'col' }, say(`promotion-ticket-${key}`))))),
        element('tbody', {}, ...rows))),
    rows.length === 0 ? null : seen.root
      ? element('p', { class: 'lobby-acts' },
        element('button', { type: 'button', onclick: () => void check() }, say('promotion-prove')),
        element('a', { href: `/api/v1/promotions/${promotion}/tickets`, download: `${promotion}-tickets.json` }, say('promotion-proof-file')))
      : element('p', { class: 'small' }, say('promotion-proof-later')));
}

/** @param {PromotionView} seen @param {Schemas['OwnPromotion']} you @param {number} won */
function prizeWon(seen, you, won) {
  const prize = seen.prizes[won - 1];
  const claims = you.claims.filter((claim) => claim.prize === won && claim.standing !== 'denied');
  return element('section', { class: 'panel prize-won', 'aria-label': say('promotion-won-label', { prize: won }) },
    element('h2', {}, say('promotion-won', { ticket: prize.ticket ?? 0 })),
    element('p', { class: 'prize-won-what', lang: 'en' }, prize.what, ` · ${money(prize.value)}`),
    prize.claim_until ? element('p', {}, say('promotion-claim-until', { until: when(prize.claim_until) })) : null,
    prize.awarded || claims.length > 0 ? null : element('p', { class: 'lobby-acts' }, ...you.claim_by.map((how) => element('button', {
      type: 'button', class: 'gold', onclick: () => void asks({ act: 'claim', prize: won, how }),
    }, say('promotion-claim', { how: ownWords(how) })))),
    ...claims.map((claim) => ownClaim(you, claim)));
}

/** @param {Schemas['OwnPromotion']} you @param {ClaimView} claim */
function ownClaim(you, claim) {
  const lines = [
    element('p', {}, say(`promotion-claim-${claim.standing}`, { claim: claim.number })),
    claim.may_take_cash ? button('promotion-take-cash', { act: 'choose-cash', claim: claim.number }, '') : null,
    claim.parts.length > 0 ? element('ul', {}, ...claim.parts.map((paid) => element('li', {}, `${money(paid.amount)} · ${sayOr(`promotion-way-${paid.way}`, paid.way)}`))) : null,
    claim.standing === 'made' && claim.payment_by === 'winner' && claim.parts.length === 0 ? payment(you, claim) : null,
    claim.standing === 'made' && claim.payment_by === 'operator' && claim.parts.length === 0 ? element('p', { class: 'small' }, say('promotion-paid-by-house')) : null,
  ];
  return element('div', { class: 'own-claim' }, ...lines);
}

/** The winner chooses how cash is paid: in one way, or parted over two. @param {Schemas['OwnPromotion']} you @param {ClaimView} claim */
function payment(you, claim) {
  const ways = you.payments.filter((way) => way !== 'combination');
  const amount = claim.cash ?? 0;
  const input = (/** @type {string} */ way, /** @type {number} */ usual) => element('label', {},
    element('span', {}, sayOr(`promotion-way-${way}`, way)),
    element('input', { name: way, 'data-kind': 'money', inputmode: 'decimal', required: true, value: usual === 0 ? '0' : String(usual / 100) }));
  const form = element('form', { class: 'row prize-payment' }, ...ways.map((way, nth) => input(way, nth === 0 ? amount : 0)),
    element('button', { type: 'submit', class: 'gold' }, say('promotion-pay-so')));
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    const written = new FormData(/** @type {HTMLFormElement} */ (form));
    const parts = ways.map((way) => ({ way, amount: readMoney(String(written.get(way) ?? '')) ?? 0, payee: name })).filter((paid) => paid.amount > 0);
    void asks(/** @type {PromotionAct} */ ({ act: 'choose-payment', claim: claim.number, parts }));
  });
  return element('div', {}, element('p', {}, say('promotion-choose-payment', { amount: money(amount) })), form);
}

/** @param {Schemas['OwnPromotion']} you */
function disputes(you) {
  const form = element('form', { class: 'row' },
    element('label', { class: 'wide' }, element('span', {}, say('promotion-dispute-about')), element('input', { name: 'about', required: true, maxlength: 500 })),
    element('button', { type: 'submit' }, say('promotion-dispute')));
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void asks({ act: 'dispute', about: String(new FormData(/** @type {HTMLFormElement} */ (form)).get('about')) });
  });
  return element('section', { class: 'panel', 'aria-labelledby': 'disputes-name' },
    element('h2', { id: 'disputes-name' }, say('promotion-disputes')),
    ...you.disputes.map((one) => element('div', { class: 'own-claim' },
      element('p', {}, one.about),
      element('p', {}, one.decision ? say('promotion-decided', { decision: one.decision }) : say('promotion-undecided')),
      one.decision && !one.contested ? button('promotion-contest', { act: 'contest', dispute: one.number }, '') : null)),
    form,
    you.notices.length === 0 ? null : element('h3', {}, say('promotion-notices')),
    element('ul', { class: 'notes' }, ...you.notices.map((notice) => element('li', {}, element('p', {}, say(`promotion-notice-${notice.what}`), ' ', element('span', { lang: 'en' }, notice.text)), element('p', { class: 'small' }, when(notice.at))))));
}

/** @param {PromotionView} seen */
function mine(seen) {
  const { you } = seen;
  if (!you) return;
  // Whoever writes something is not disturbed.
  if (byId('mine').querySelector('input:focus')) return;
  const denied = you.claims.filter((claim) => claim.standing === 'denied');
  byId('mine').replaceChildren(
    ...you.won.map((won) => prizeWon(seen, you, won)),
    tickets(seen, you),
    ...denied.map((claim) => element('section', { class: 'panel', 'aria-label': say('promotion-claim-denied', { claim: claim.number }) },
      element('h2', {}, say('promotion-claim-denied', { claim: claim.number })), element('p', { lang: 'en' }, claim.reason ?? ''))),
    disputes(you));
}

/** @param {PromotionView} seen */
function show(seen) {
  view = seen;
  clock.set(seen.now);
  place = seen;
  facts(seen);
  if (part === 'terms') terms(seen);
  else mine(seen);
}

watchMoneyFields();
if (part === 'list') {
  void list();
  setInterval(() => {
    if (document.visibilityState === 'visible') void list();
  }, EVERY);
} else {
  followPromotion(promotion, show, (on) => { byId('lost').textContent = on ? '' : say('promotion-lost'); });
}
