// Where promotions are run and watched: every command that may be asked for now, what waits for a second person, winners with their
// clocks, claims, denials, disputes, and everything on record.

import { Refused, ask, freshId, get } from '../../web/api.js';
import { cites, command, followPromotion, houseClock, moment, until } from '../../web/promotion.js';
import { attempt } from '../../web/proof.js';
import { byId, element, money, number, say, sayOr } from '../../web/say.js';

/** @import { ClaimView, PromotionAct, PromotionView, Schemas } from '../../web/types.js' */

/** The promotion whose clocks times are told by. @type {{ clock: Schemas['ClockShift'][] }} */
let place = { clock: [] };
const when = (/** @type {number} */ ms) => moment(ms, place);

const room = byId('claims-room');
const { part, promotion = '', name = '' } = room.dataset;
const acts = room.dataset.acts === 'true';
const EVERY = 5000;
/** What takes two people is proposed. */
const TWO = ['ready-draw', 'pass-over', 'award', 'validate', 'cancel'];

/** @param {unknown} fault */
function refuse(fault) {
  byId('refusal').textContent = fault instanceof Refused ? fault.toText() : say('promotion-lost');
  byId('refusal').scrollIntoView({ block: 'center' });
}

/** @param {PromotionAct} act */
async function asks(act) {
  byId('refusal').textContent = '';
  const whole = /** @type {PromotionAct} */ (TWO.includes(act.act) ? { act: 'propose', what: act } : act);
  try {
    await attempt(() => command(promotion, whole));
  } catch (fault) {
    refuse(fault);
  }
}

/** @param {string} key @param {PromotionAct} act @param {Record<string, string | number>} [values] */
const button = (key, act, values) => (acts ? element('button', { type: 'button', onclick: () => void asks(act) },
  say(key, values), TWO.includes(act.act) ? element('span', { class: 'small' }, ` ${say('claims-two')}`) : null) : null);

/** A field of a small form: text, or one of some words, each with what it is called where that is no word of its own.
 * @typedef {{name: string, key: string, words?: string[], called?: (word: string) => string}} Field */

/** @param {string} word */
const called = (word) => sayOr(`claims-word-${word}`, word.replaceAll('-', ' '));

/**
 * A small form that asks for something with what was written in it.
 * @param {string} key @param {Field[]} fields @param {(written: Record<string, string>) => PromotionAct} made
 */
function form(key, fields, made) {
  if (!acts) return null;
  const field = (/** @type {Field} */ one) => element('label', {}, element('span', {}, say(one.key)),
    one.words ? element('select', { name: one.name }, ...one.words.map((word) => element('option', { value: word }, (one.called ?? called)(word))))
      : element('input', { name: one.name, required: true, maxlength: 500 }));
  const whole = /** @type {HTMLFormElement} */ (element('form', { class: 'row' }, ...fields.map(field), element('button', { type: 'submit' }, say(key))));
  whole.addEventListener('submit', (event) => {
    event.preventDefault();
    void asks(made(/** @type {Record<string, string>} */ (Object.fromEntries(new FormData(whole)))));
    whole.reset();
  });
  return whole;
}

const clock = houseClock(tick);

function tick() {
  for (const place of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll('[data-until]'))) {
    const left = Number(place.dataset.until) - clock.now();
    place.textContent = left > 0 ? until(left) : say('claims-over');
    place.classList.toggle('loss', left <= 0 && place.dataset.owed === 'true');
  }
}

/** @param {string} key @param {...(Node | string)} value */
const fact = (key, ...value) => element('div', {}, element('dt', {}, say(key)), element('dd', {}, ...value));

/** @param {PromotionView} seen @param {Schemas['PromotionDesk']} desk */
function facts(seen, desk) {
  const stage = seen.cancelled ? 'cancelled' : seen.postponed.length > 0 ? 'postponed' : seen.stage;
  const goal = seen.stage === 'open' ? seen.closes : seen.draws;
  const all = [
    fact('promotion-stage', element('span', { class: `state ${stage}` }, say(`promotion-stage-${stage}`))),
    ['open', 'closed'].includes(seen.stage) ? fact(seen.stage === 'open' ? 'promotion-closes-in' : 'promotion-draw-in', element('span', { 'data-until': goal, role: 'timer' })) : null,
    fact('promotion-draw-at', seen.draws_local),
    fact('promotion-tickets', number(seen.tickets)),
    fact('claims-scrutineer', desk.scrutineer ?? '–'),
    fact('claims-channels', desk.channels.length === 0 ? '–' : desk.channels.map((word) => sayOr(`claims-word-${word}`, word)).join(', ')),
  ];
  byId('facts').replaceChildren(...all.filter((one) => one !== null));
  byId('facts').setAttribute('aria-busy', 'false');
}

/** What may be done now. @param {PromotionView} seen @param {Schemas['PromotionDesk']} desk */
function next(seen, desk) {
  const before = ['draft', 'lodged'].includes(seen.stage);
  const all = [
    seen.stage === 'draft' ? button('claims-lodge', { act: 'lodge' }) : null,
    before ? form('claims-open-channel', [{ name: 'channel', key: 'claims-channel', words: desk.known_channels }], ({ channel }) => ({ act: 'open-channel', channel })) : null,
    before ? button('claims-open', { act: 'open' }) : null,
    before || ['open', 'closed'].includes(seen.stage) ? form('claims-nominate', [{ name: 'who', key: 'claims-who' }], ({ who }) => ({ act: 'nominate-scrutineer', name: who })) : null,
    before || seen.stage === 'open' ? form('claims-register', [{ name: 'what', key: 'claims-material' }], ({ what }) => ({ act: 'register-material', what, refers: true })) : null,
    seen.stage === 'closed' && !seen.ready ? button('claims-ready', { act: 'ready-draw' }) : null,
    seen.ready ? element('p', {}, say('claims-mix-waits'), ' ', element('a', { href: `/promotions/${promotion}/draw` }, say('promotion-draw'))) : null,
    seen.stage === 'drawn' && !seen.published ? button('claims-publish', { act: 'publish-results' }) : null,
  ].filter((one) => one !== null);
  byId('next').replaceChildren(...(all.length === 0 ? [element('p', { class: 'small' }, say('claims-nothing'))] : all));
}

/** What a proposal is about, in words. @param {PromotionAct} what */
function proposed(what) {
  const about = 'claim' in what ? say('claims-claim-number', { claim: Number(what.claim) }) : 'prize' in what ? say('claims-prize-number', { prize: Number(what.prize) }) : 'of' in what ? sayOr(`claims-word-${what.of}`, String(what.of)) : '';
  return `${sayOr(`claims-act-${what.act}`, what.act.replaceAll('-', ' '))} ${about}`;
}

/** @param {Schemas['PromotionDesk']} desk */
function proposals(desk) {
  const one = (/** @type {Schemas['PromotionProposal']} */ open) => element('li', {},
    element('p', {}, proposed(open.what), element('span', { class: 'small' }, ` ${say('claims-proposed-by', { name: open.by })}`)),
    element('p', { class: 'lobby-acts' },
      open.by === name ? null : button('claims-approve', { act: 'approve', proposal: open.number }),
      button('claims-reject', { act: 'reject', proposal: open.number })));
  byId('proposals').replaceChildren(desk.proposals.length === 0 ? element('p', { class: 'small' }, say('claims-nothing')) : element('ul', { class: 'notes' }, ...desk.proposals.map(one)));
}

/** @param {PromotionView} seen @param {Schemas['PromotionDesk']} desk */
function winners(seen, desk) {
  const one = (/** @type {Schemas['WinnerView']} */ winner) => {
    const prize = seen.prizes[winner.prize - 1];
    const owed = winner.sought_until !== null && winner.sought_until !== undefined && !prize.awarded && !winner.attempts.some((tried) => tried.counts);
    return element('li', { class: winner.overdue ? 'overdue' : '' },
      element('p', {}, element('b', {}, winner.holder), ` · ${say('claims-prize-number', { prize: winner.prize })} · `, element('span', { lang: 'en' }, prize.what), ` · ${money(prize.value)}`),
      winner.sought_until ? element('p', {}, say('claims-sought', { until: when(winner.sought_until) }), ' ', owed ? element('b', { 'data-until': winner.sought_until, 'data-owed': 'true' }) : winner.attempts.some((attempt) => attempt.counts) ? element('span', { class: 'gain' }, say('claims-effort')) : null) : null,
      element('ul', { class: 'small' }, ...winner.attempts.map((tried) => element('li', {}, `${when(tried.at)} · ${sayOr(`claims-word-${tried.channel}`, tried.channel)} · ${say(tried.reached ? 'claims-reached' : 'claims-not-reached')}`))),
      prize.awarded ? element('p', { class: 'gain' }, say('claims-awarded')) : element('div', {},
        form('claims-notify', [{ name: 'channel', key: 'claims-channel', words: desk.winner_channels }, { name: 'reached', key: 'claims-was-reached', words: ['no', 'yes'] }],
          ({ channel, reached }) => ({ act: 'notify', prize: winner.prize, channel, reached: reached === 'yes' })),
        winner.presence_needed && winner.present !== true && winner.present !== false ? element('p', { class: 'lobby-acts' },
          button('claims-present', { act: 'find-present', prize: winner.prize, present: true }),
          button('claims-absent', { act: 'find-present', prize: winner.prize, present: false })) : null,
        winner.present === true ? element('p', { class: 'gain' }, say('claims-is-present')) : winner.present === false ? element('p', { class: 'loss' }, say('claims-is-absent')) : null,
        form('claims-pass', [{ name: 'why', key: 'claims-why', words: ['not-eligible', 'not-present', 'lapsed'] }],
          ({ why }) => /** @type {PromotionAct} */ ({ act: 'pass-over', prize: winner.prize, why })),
        prize.cash_instead || prize.sort === 'cash' ? null : button('claims-grant-cash', { act: 'grant-cash', prize: winner.prize })));
  };
  byId('winners').replaceChildren(desk.winners.length === 0 ? element('p', { class: 'small' }, say('claims-nothing')) : element('ul', { class: 'notes' }, ...desk.winners.map(one)));
}

/** @param {Schemas['PromotionDesk']} desk @param {ClaimView} claim */
function claim(desk, claim) {
  const nr = claim.number;
  const open = claim.standing === 'made';
  const ways = desk.payments.filter((way) => way !== 'combination');
  const pays = open && claim.payment_by === 'operator' && claim.parts.length === 0;
  return element('li', {},
    element('p', {}, element('b', {}, claim.by), ` · ${say('claims-claim-number', { claim: nr })} · ${say('claims-prize-number', { prize: claim.prize })} · ${when(claim.at)}`),
    element('p', {}, say(`claims-standing-${claim.standing}`), claim.reason ? `: ${claim.reason}` : ''),
    claim.cash ? element('p', {}, say('claims-cash', { amount: money(claim.cash) }), ' ', say(`claims-paid-by-${claim.payment_by ?? 'operator'}`)) : null,
    element('ul', { class: 'small' }, ...claim.parts.map((paid) => element('li', {}, `${money(paid.amount)} · ${sayOr(`promotion-way-${paid.way}`, paid.way)} · ${paid.payee}`))),
    open && claim.eligible === null ? element('p', { class: 'lobby-acts' },
      button('claims-eligible', { act: 'find-eligible', claim: nr, eligible: true }),
      button('claims-not-eligible', { act: 'find-eligible', claim: nr, eligible: false })) : null,
    claim.eligible === true ? element('p', { class: 'gain' }, say('claims-meets')) : claim.eligible === false ? element('p', { class: 'loss' }, say('claims-meets-not')) : null,
    pays ? form('claims-pay', [{ name: 'way', key: 'claims-way', words: ways }],
      ({ way }) => /** @type {PromotionAct} */ ({ act: 'choose-payment', claim: nr, parts: [{ way, amount: claim.cash ?? 0, payee: claim.by }] })) : null,
    open ? button('claims-award', { act: 'award', claim: nr }) : null,
    open ? form('claims-deny', [{ name: 'ground', key: 'claims-ground', words: ['not-eligible', 'not-the-winner', 'reservation', 'other'] }, { name: 'reason', key: 'claims-reason' }],
      ({ ground, reason }) => /** @type {PromotionAct} */ ({ act: 'deny', claim: nr, ground, reason })) : null,
    claim.standing === 'denied' && !claim.claimants ? form('claims-close', [{ name: 'who', key: 'claims-name' }, { name: 'address', key: 'claims-address' }],
      ({ who, address }) => ({ act: 'close-denial', claim: nr, claimants: [{ name: who, address }] })) : null,
    ...(claim.claimants ?? []).map((one) => element('p', { class: 'small' }, say('claims-kept', { name: one.name, address: one.address }))));
}

/** @param {Schemas['PromotionDesk']} desk */
function claims(desk) {
  byId('claims').replaceChildren(desk.claims.length === 0 ? element('p', { class: 'small' }, say('claims-nothing')) : element('ul', { class: 'notes' }, ...desk.claims.map((one) => claim(desk, one))));
}

/** How a dispute is decided: in words, and with which denied claim of whoever disputes is open again. @param {Schemas['PromotionDesk']} desk @param {Schemas['PromotionDispute']} dispute */
function decide(desk, dispute) {
  const denied = desk.claims.filter((one) => one.by === dispute.by && one.standing === 'denied').map((one) => String(one.number));
  const name = (/** @type {string} */ word) => (word === '' ? say('claims-reopens-none') : say('claims-claim-number', { claim: Number(word) }));
  const fields = [{ name: 'decision', key: 'claims-decision' }, ...(denied.length === 0 ? [] : [{ name: 'reopens', key: 'claims-reopens', words: ['', ...denied], called: name }])];
  return form('claims-decide', fields,
    ({ decision, reopens }) => ({ act: 'decide-dispute', dispute: dispute.number, decision, ...(reopens ? { reopens: Number(reopens) } : {}) }));
}

/** @param {Schemas['PromotionDesk']} desk */
function disputes(desk) {
  const one = (/** @type {Schemas['PromotionDispute']} */ dispute) => element('li', {},
    element('p', {}, element('b', {}, dispute.by), ` · ${dispute.about}`),
    dispute.decision ? element('p', {}, dispute.decision, dispute.contested ? element('span', { class: 'loss' }, ` ${say('claims-contested')}`) : null)
      : decide(desk, dispute));
  byId('disputes').replaceChildren(desk.disputes.length === 0 ? element('p', { class: 'small' }, say('claims-nothing')) : element('ul', { class: 'notes' }, ...desk.disputes.map(one)));
}

/** @param {PromotionView} seen @param {Schemas['PromotionDesk']} desk */
function integrity(seen, desk) {
  const of = [{ name: 'of', key: 'claims-of', words: ['draw', 'promotion'] }];
  const all = [
    ...desk.compromised.map((one) => element('p', { class: 'loss' }, say('claims-compromised', { of: sayOr(`claims-word-${one}`, one) }))),
    ...seen.postponed.map((one) => element('p', {}, say('claims-postponed', { of: sayOr(`claims-word-${one}`, one) }))),
    form('claims-find', [...of, { name: 'why', key: 'claims-why' }], (written) => /** @type {PromotionAct} */ ({ act: 'find-compromised', ...written })),
    desk.compromised.length > 0 ? form('claims-postpone', of, (written) => /** @type {PromotionAct} */ ({ act: 'postpone', ...written })) : null,
    seen.postponed.length > 0 ? form('claims-validate', [...of, { name: 'how', key: 'claims-how' }], (written) => /** @type {PromotionAct} */ ({ act: 'validate', ...written })) : null,
    desk.compromised.includes('draw') && !seen.cancelled ? button('claims-cancel', { act: 'cancel', of: 'draw' }) : null,
  ].filter((one) => one !== null);
  byId('integrity').replaceChildren(...(all.length === 0 ? [element('p', { class: 'small' }, say('claims-nothing'))] : all));
}

/** @param {Schemas['PromotionDesk']} desk */
function notices(desk) {
  byId('notices').replaceChildren(element('ul', { class: 'notes' }, ...desk.notices.map((notice) => element('li', {},
    element('p', { lang: 'en' }, notice.text),
    element('p', { class: 'small' }, `${when(notice.at)} · ${sayOr(`claims-word-${notice.to}`, notice.to)}${notice.person ? ` · ${notice.person}` : ''}`)))));
}

/** @param {PromotionView} seen */
async function record(seen) {
  const { events, faults } = await get(`/promotions/${encodeURIComponent(promotion)}/evidence`);
  byId('verdict').textContent = faults.length === 0 ? say('claims-holds') : faults.join(' · ');
  byId('verdict').className = `verdict ${faults.length === 0 ? 'gain' : 'loss'}`;
  byId('record').replaceChildren(
    element('thead', {}, element('tr', {}, ...['at', 'by', 'what', 'clauses'].map((key) => element('th', { scope: 'col' }, say(`claims-record-${key}`))))),
    element('tbody', {}, ...events.toReversed().map((event) => element('tr', {},
      element('td', { class: 'small' }, when(event.at)), element('td', { 'data-label': say('claims-record-by') }, event.by ?? ''), element('td', { lang: 'en' }, event.message), element('td', {}, cites(seen.book, event.clauses))))));
}

/** @param {PromotionView} seen */
function show(seen) {
  clock.set(seen.now);
  place = seen;
  const { desk } = seen;
  if (!desk) return;
  facts(seen, desk);
  // Whoever writes something is not disturbed; what is new comes with the next change.
  if (!room.querySelector('.claims-grid :is(input, select):focus')) {
    next(seen, desk);
    proposals(desk);
    winners(seen, desk);
    claims(desk);
    disputes(desk);
    integrity(seen, desk);
  }
  notices(desk);
  record(seen).catch(() => { byId('lost').textContent = say('promotion-lost'); });
  tick();
}

async function list() {
  try {
    const { promotions } = await get('/promotions');
    byId('lost').textContent = promotions.length === 0 ? say('promotion-none') : '';
    byId('promotions').replaceChildren(...promotions.map((entry) => element('li', { class: 'lobby-table' },
      element('header', {}, element('h2', { lang: 'en' }, entry.name), element('p', { class: `state ${entry.stage}` }, say(`promotion-stage-${entry.stage}`))),
      element('dl', { class: 'facts' }, fact('promotion-tickets', number(entry.tickets)), fact('promotion-draw-at', moment(entry.draws, entry))),
      element('p', { class: 'lobby-acts' }, element('a', { class: 'button gold', href: `${acts ? '/desk' : '/watch'}/promotions/${entry.id}` }, say('claims-go'), element('span', { class: 'unseen' }, `: ${entry.name}`))))));
    byId('promotions').setAttribute('aria-busy', 'false');
  } catch {
    byId('lost').textContent = say('promotion-lost');
  }
}

if (part === 'list') {
  void list();
  setInterval(() => {
    if (document.visibilityState === 'visible' && !byId('promotions').contains(document.activeElement)) void list();
  }, EVERY);
  document.getElementById('begin')?.addEventListener('submit', async (event) => {
    event.preventDefault();
    byId('refusal').textContent = '';
    const terms = String(new FormData(/** @type {HTMLFormElement} */ (event.target)).get('terms'));
    try {
      const begun = await ask('POST', '/promotions', { id: freshId(), terms });
      location.assign(`/desk/promotions/${begun.id}`);
    } catch (fault) {
      refuse(fault);
    }
  });
} else {
  followPromotion(promotion, show, (on) => { byId('lost').textContent = on ? '' : say('promotion-lost'); });
}
