// Where promotions are run and watched: every command that may be asked for now, what waits for a second person, winners with their
// clocks, claims, denials, disputes, and everything on record.

import { Refused, ask, freshId, get } from '../../web/api.js';
import { cites, command, eventText, followPromotion, houseClock, moment, ownWords, until } from '../../web/promotion.js';
import { attempt } from '../../web/proof.js';
import { byId, element, money, number, readMoney, say, sayOr } from '../../web/say.js';

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

/** @param {PromotionAct} act @param {string} [patron] for whom it is keyed */
async function asks(act, patron) {
  byId('refusal').textContent = '';
  const whole = /** @type {PromotionAct} */ (TWO.includes(act.act) ? { act: 'propose', what: act } : act);
  try {
    await attempt(() => command(promotion, whole, patron));
  } catch (fault) {
    refuse(fault);
  }
}

/** @param {string} key @param {PromotionAct} act @param {Record<string, string | number>} [values] @param {string} [patron] */
const button = (key, act, values, patron) => (acts ? element('button', { type: 'button', onclick: () => void asks(act, patron) },
  say(key, values), TWO.includes(act.act) ? element('span', { class: 'small' }, ` ${say('claims-two')}`) : null) : null);

/** A field of a small form: text, or one of some words, each with what it is called where that is no word of its own.
 * @typedef {{name: string, key: string, words?: string[], called?: (word: string) => string}} Field */

/** @param {string} word */
const called = (word) => sayOr(`claims-word-${word}`, word.replaceAll('-', ' '));

/**
 * A small form that asks for something with what was written in it.
 * @param {string} key @param {Field[]} fields @param {(written: Record<string, string>) => PromotionAct} made
 * @param {(written: Record<string, string>) => string | undefined} [patron] for whom it is keyed
 */
function form(key, fields, made, patron) {
  if (!acts) return null;
  const field = (/** @type {Field} */ one) => element('label', {}, element('span', {}, say(one.key)),
    one.words ? element('select', { name: one.name }, ...one.words.map((word) => element('option', { value: word }, (one.called ?? called)(word))))
      : element('input', { name: one.name, required: true, maxlength: 500 }));
  const whole = /** @type {HTMLFormElement} */ (element('form', { class: 'row' }, ...fields.map(field), element('button', { type: 'submit' }, say(key))));
  whole.addEventListener('submit', (event) => {
    event.preventDefault();
    const written = /** @type {Record<string, string>} */ (Object.fromEntries(new FormData(whole)));
    void asks(made(written), patron?.(written));
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
    desk.approvals.length === 0 ? null : fact('claims-approved', desk.approvals.join(', ')),
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
    before || seen.stage === 'open' ? form('claims-register', [{ name: 'what', key: 'claims-material' }, { name: 'refers', key: 'claims-refers', words: ['no', 'yes'] }], ({ what, refers }) => ({ act: 'register-material', what, refers: refers === 'yes' })) : null,
    form('claims-prescribe', [{ name: 'item', key: 'claims-prescribed' }], ({ item }) => ({ act: 'prescribe', item })),
    seen.stage === 'closed' && !seen.ready ? button('claims-ready', { act: 'ready-draw' }) : null,
    seen.ready ? element('p', {}, say('claims-mix-waits'), ' ', element('a', { href: `/promotions/${promotion}/draw` }, say('promotion-draw'))) : null,
    seen.stage === 'drawn' && !seen.published ? button('claims-publish', { act: 'publish-results' }) : null,
  ].filter((one) => one !== null);
  byId('next').replaceChildren(...(all.length === 0 ? [element('p', { class: 'small' }, say('claims-nothing'))] : all));
}

/** What a proposal is about, in words: what would happen, to whom, and why or how, so that whoever approves it knows. @param {Schemas['PromotionDesk']} desk @param {PromotionAct} what */
function proposed(desk, what) {
  const about = 'claim' in what ? say('claims-claim-number', { claim: Number(what.claim) }) : 'prize' in what ? say('claims-prize-number', { prize: Number(what.prize) }) : 'of' in what ? sayOr(`claims-word-${what.of}`, String(what.of)) : '';
  const whose = 'claim' in what ? desk.claims.find((one) => one.number === what.claim)?.by : 'prize' in what ? desk.winners.find((one) => one.prize === what.prize)?.holder : undefined;
  const why = 'why' in what ? called(String(what.why)) : 'how' in what ? String(what.how) : undefined;
  return [`${sayOr(`claims-act-${what.act}`, what.act.replaceAll('-', ' '))} ${about}`, whose, why].filter((one) => one).join(' · ');
}

/** @param {Schemas['PromotionDesk']} desk */
function proposals(desk) {
  const one = (/** @type {Schemas['PromotionProposal']} */ open) => element('li', {},
    element('p', {}, proposed(desk, open.what), element('span', { class: 'small' }, ` ${say('claims-proposed-by', { name: open.by })}`)),
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

/** What is keyed for whoever comes to the desk and has no page of their own. @param {PromotionView} seen @param {Schemas['PromotionDesk']} desk */
function keyed(seen, desk) {
  const who = { name: 'who', key: 'claims-who' };
  const whose = (/** @type {Record<string, string>} */ written) => written.who;
  const prizes = seen.prizes.map((prize) => String(prize.number));
  const prize = { name: 'prize', key: 'claims-keyed-prize', words: prizes, called: (/** @type {string} */ word) => say('claims-prize-number', { prize: word }) };
  const how = { name: 'how', key: 'claims-keyed-how', words: desk.claim_by, called: ownWords };
  const all = [
    seen.stage === 'open' ? form('claims-keyed-enter', [who], () => ({ act: 'enter' }), whose) : null,
    seen.stage === 'drawn' ? form('claims-keyed-claim', [who, prize, how], (written) => ({ act: 'claim', prize: Number(written.prize), how: written.how }), whose) : null,
    form('claims-keyed-dispute', [who, { name: 'about', key: 'claims-keyed-about' }], ({ about }) => ({ act: 'dispute', about }), whose),
    seen.root ? form('claims-keyed-proofs', [who], (written) => ({ act: 'give-proofs', holder: written.who })) : null,
    ...desk.proofs_given.map((holder) => element('p', {}, element('a', {
      href: `/api/v1/promotions/${promotion}/tickets?for=${encodeURIComponent(holder)}`, download: `${promotion}-${holder}-tickets.json`,
    }, say('claims-keyed-file', { name: holder })))),
  ].filter((one) => one !== null);
  byId('keyed').replaceChildren(element('p', { class: 'small' }, say('claims-keyed-lead')), ...all);
}

/** How a winner who is at the desk wants the cash: so much in each way. @param {Schemas['PromotionDesk']} desk @param {ClaimView} claim */
function chosen(desk, claim) {
  const ways = desk.payments.filter((way) => way !== 'combination');
  const fields = ways.map((way) => ({ name: way, key: `promotion-way-${way}` }));
  const part = (/** @type {Record<string, string>} */ written, /** @type {string} */ way) => ({ way, amount: readMoney(written[way]) ?? 0, payee: claim.by });
  return form('claims-keyed-pay', fields, (written) => /** @type {PromotionAct} */ ({
    act: 'choose-payment', claim: claim.number, parts: ways.map((way) => part(written, way)).filter((paid) => paid.amount > 0),
  }), () => claim.by);
}

/** Closes a denied claim with the name and address of everybody who claimed. @param {number} nr */
function closing(nr) {
  if (!acts) return null;
  const field = (/** @type {string} */ name, /** @type {string} */ key) => element('label', {}, element('span', {}, say(key)), element('input', { name, required: true, maxlength: 500 }));
  const claimant = () => element('div', { class: 'row claimant' }, field('who', 'claims-name'), field('address', 'claims-address'));
  const another = element('button', { type: 'button', onclick: () => {
    const added = claimant();
    another.before(added);
    added.querySelector('input')?.focus();
  } }, say('claims-another'));
  const whole = /** @type {HTMLFormElement} */ (element('form', { class: 'closing' }, claimant(), another, ' ', element('button', { type: 'submit' }, say('claims-close'))));
  whole.addEventListener('submit', (event) => {
    event.preventDefault();
    const written = new FormData(whole);
    const addresses = written.getAll('address').map(String);
    void asks({ act: 'close-denial', claim: nr, claimants: written.getAll('who').map((who, nth) => ({ name: String(who), address: addresses[nth] })) });
  });
  return whole;
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
    open && claim.may_take_cash ? button('claims-keyed-cash', { act: 'choose-cash', claim: nr }, {}, claim.by) : null,
    open && claim.payment_by === 'winner' && claim.parts.length === 0 ? chosen(desk, claim) : null,
    open ? button('claims-award', { act: 'award', claim: nr }) : null,
    open ? form('claims-deny', [{ name: 'ground', key: 'claims-ground', words: ['not-eligible', 'not-the-winner', 'reservation', 'other'] }, { name: 'reason', key: 'claims-reason' }],
      ({ ground, reason }) => /** @type {PromotionAct} */ ({ act: 'deny', claim: nr, ground, reason })) : null,
    claim.standing === 'denied' && !claim.claimants ? closing(nr) : null,
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
      : decide(desk, dispute),
    dispute.decision && !dispute.contested ? button('claims-keyed-contest', { act: 'contest', dispute: dispute.number }, {}, dispute.by) : null);
  byId('disputes').replaceChildren(desk.disputes.length === 0 ? element('p', { class: 'small' }, say('claims-nothing')) : element('ul', { class: 'notes' }, ...desk.disputes.map(one)));
}

/** @param {PromotionView} seen @param {Schemas['PromotionDesk']} desk */
function integrity(seen, desk) {
  const of = (/** @type {string[]} */ words) => ({ name: 'of', key: 'claims-of', words });
  const both = ['draw', 'promotion'];
  // Whichever of the two was found compromised, either may be postponed and the draw cancelled, until a prize is handed over.
  const found = desk.compromised.length > 0 && !seen.cancelled;
  const goesOn = both.filter((one) => !seen.postponed.includes(one));
  const all = [
    ...desk.compromised.map((one) => element('p', { class: 'loss' }, say('claims-compromised', { of: sayOr(`claims-word-${one}`, one) }))),
    ...seen.postponed.map((one) => element('p', {}, say('claims-postponed', { of: sayOr(`claims-word-${one}`, one) }))),
    ['lodged', 'open', 'closed', 'drawn'].includes(seen.stage) ? form('claims-find', [of(both), { name: 'why', key: 'claims-why' }], (written) => /** @type {PromotionAct} */ ({ act: 'find-compromised', ...written })) : null,
    found && goesOn.length > 0 ? form('claims-postpone', [of(goesOn)], (written) => /** @type {PromotionAct} */ ({ act: 'postpone', ...written })) : null,
    seen.postponed.length > 0 && !seen.cancelled ? form('claims-validate', [of(seen.postponed), { name: 'how', key: 'claims-how' }], (written) => /** @type {PromotionAct} */ ({ act: 'validate', ...written })) : null,
    found && !seen.prizes.some((prize) => prize.awarded) ? button('claims-cancel', { act: 'cancel', of: 'draw' }) : null,
  ].filter((one) => one !== null);
  byId('integrity').replaceChildren(...(all.length === 0 ? [element('p', { class: 'small' }, say('claims-nothing'))] : all));
}

/** @param {Schemas['PromotionDesk']} desk */
function notices(desk) {
  byId('notices').replaceChildren(element('ul', { class: 'notes' }, ...desk.notices.map((notice) => element('li', {},
    element('p', {}, say(`promotion-notice-${notice.what}`), ' ', element('span', { lang: 'en' }, notice.text)),
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
      element('td', { class: 'small' }, when(event.at)), element('td', { 'data-label': say('claims-record-by') }, event.keyed_by ? say(event.by ? 'claims-keyed-by' : 'claims-keyed-only', { by: event.keyed_by, name: event.by ?? '' }) : event.by ?? ''), element('td', {}, eventText(event, place)), element('td', {}, cites(seen.book, event.clauses))))));
}

/** @param {PromotionView} seen */
function show(seen) {
  clock.set(seen.now);
  place = seen;
  const { desk } = seen;
  if (!desk) return;
  facts(seen, desk);
  changing(seen);
  // Whoever writes something is not disturbed; what is new comes with the next change.
  if (!room.querySelector('.claims-grid :is(input, select):focus')) {
    next(seen, desk);
    proposals(desk);
    winners(seen, desk);
    claims(desk);
    disputes(desk);
    integrity(seen, desk);
    if (acts) keyed(seen, desk);
  }
  notices(desk);
  record(seen).catch(() => { byId('lost').textContent = say('promotion-lost'); });
  tick();
}

/** The terms may be written anew until the start, and with approval afterwards. @param {PromotionView} seen */
function changing(seen) {
  if (!acts) return;
  const before = ['draft', 'lodged'].includes(seen.stage);
  byId('change').hidden = seen.stage === 'ended';
  byId('change-why').textContent = say(before ? 'claims-change-before' : 'claims-change-after');
  byId('approval').hidden = before;
  const approval = /** @type {HTMLInputElement} */ (byId('approval').querySelector('input'));
  approval.disabled = before;
}

function changed() {
  const change = /** @type {HTMLDetailsElement} */ (byId('change'));
  const form = /** @type {HTMLFormElement} */ (byId('change-terms'));
  const text = /** @type {HTMLTextAreaElement} */ (form.elements.namedItem('terms'));
  change.addEventListener('toggle', async () => {
    if (!change.open || text.value !== '') return;
    const answer = await fetch(`/api/v1/promotions/${encodeURIComponent(promotion)}/terms`);
    if (answer.ok) text.value = await answer.text();
  });
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    const approval = new FormData(form).get('approval');
    void asks(approval === null ? { act: 'set-terms', text: text.value } : { act: 'amend', text: text.value, approval: String(approval) });
  });
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
  if (acts) changed();
  followPromotion(promotion, show, (on) => { byId('lost').textContent = on ? '' : say('promotion-lost'); });
}
