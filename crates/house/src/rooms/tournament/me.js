// An entrant's own page: entering, seat, stack, turn, wagers, pass cards, the sealed form, and what else an entrant may ask.

import { ask, freshId } from '../../web/api.js';
import { amountIn, watchMoneyFields } from '../../web/amount.js';
import { byId, element, money, number, say, wagerName } from '../../web/say.js';
import { actButton, cite, command, doing, follow, put, tournament } from './live.js';
import { attempt } from '../../web/proof.js';
import { dutyText, fact, head, marks, runClocks, section, sessionFacts, tableCard, tableLine } from './parts.js';
import { sealOf, toWager } from './standings.js';

/** @import { ContestView, TournamentAct } from './live.js' */
/** @typedef {{coup: number, wager: string | null, amount: number | null, salt: string, seal: string}} Sealed */

const me = byId('tournament').dataset.person ?? '';
const KEPT = `form/${tournament}`;

/** The form that this browser sealed last. @returns {Sealed | null} */
function kept() {
  try {
    return JSON.parse(sessionStorage.getItem(KEPT) ?? 'null');
  } catch {
    return null;
  }
}

/** @param {ContestView} view */
function own(view) {
  const place = view.you?.place;
  const table = place ? view.tables.find((one) => one.number === place[0]) : undefined;
  const seat = place ? table?.seats.find((one) => one.seat === place[1]) : undefined;
  return { table, seat };
}

// ---------------------------------------------------------------------------------------------- entering

/** @param {ContestView} view */
function entry(view) {
  const { you } = view;
  if (!you) return [element('p', {}, element('a', { class: 'button gold', href: `/sign-in?to=${encodeURIComponent(location.pathname)}` }, say('tour-sign-in')))];
  if (you.standing || you.reserve) return [];
  if (view.phase !== 'entries') return [element('p', {}, say('tour-not-open'))];
  const form = /** @type {HTMLFormElement} */ (element('form', { class: 'card-form', id: 'enter' },
    element('h2', {}, say('tour-enter-title')),
    element('p', {}, say('tour-enter-fee', { fee: money(view.fee) })),
    element('fieldset', {}, element('legend', {}, say('tour-enter-form')), ...you.form.map((field) => element('label', { class: 'check' }, element('input', { type: 'checkbox', name: 'field', value: field, required: true }), element('span', { lang: 'en' }, field)))),
    element('label', { class: 'check' }, element('input', { type: 'checkbox', name: 'copy', required: true }),
      element('span', {}, `${say('tour-enter-copy', { version: number(view.version) })} `, element('a', { href: `/tournaments/${view.id}/conditions` }, say('tour-door-conditions')))),
    view.terms.signature ? element('label', { class: 'check' }, element('input', { type: 'checkbox', name: 'agree', required: true }), element('span', {}, say('tour-enter-agree'))) : null,
    element('button', { class: 'gold', type: 'submit' }, say('tour-enter-do'))));
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    const fields = /** @type {NodeListOf<HTMLInputElement>} */ (form.querySelectorAll('[name=field]:checked'));
    const has_copy = /** @type {HTMLInputElement} */ (form.elements.namedItem('copy')).checked;
    void doing(async () => {
      // Agreement in writing comes before the entry.
      if (view.terms.signature) await command({ act: 'sign' });
      await command({ act: 'enter', form: [...fields].map((field) => field.value), fee: view.fee, has_copy });
    });
  });
  return [form];
}

// ---------------------------------------------------------------------------------------------- at the table

/** @param {ContestView} view */
function standing(view) {
  const { you } = view;
  const { table, seat } = own(view);
  if (!you?.standing) return you?.reserve ? [element('p', {}, say('tour-you-reserve'))] : [];
  const turn = seat !== undefined && table !== undefined && toWager(table) === seat.seat;
  const since = table?.coup?.turn_since;
  const deadline = turn && view.seconds && since ? since + view.seconds * 1000 : null;
  return [
    element('p', { class: 'tour-you' }, seat && table ? say('tour-you-seat', { table: number(table.number), seat: number(seat.seat) }) : say(`tour-standing-${you.standing}`)),
    seat && table ? element('p', { id: 'turn', class: `tour-turn${turn ? ' now' : ''}`, role: 'status' },
      turn ? say('tour-your-turn') : tableLine(view, table),
      deadline ? element('span', { class: 'mark', 'data-deadline': deadline }) : null) : null,
    seat && table ? element('dl', { class: 'facts' },
      fact('tour-stack', money(seat.stack)),
      view.terms.pass_cards > 0 ? fact('tour-passes-left', number(seat.passes)) : null,
      view.terms.undisclosed > 0 ? fact('tour-forms-left', number(seat.forms)) : null,
      fact('tour-marks', marks(table, seat).join(', '))) : null,
    seat && table && view.begun ? sessionFacts(view, table) : null,
    ...ended(view),
    seat?.absent && !seat.out && table ? element('p', { class: 'tour-duty' }, actButton(say('tour-you-back'), { act: 'take-seat', table: table.number, seat: seat.seat }, { gold: true, key: 'back' })) : null,
    ...own_duties(view),
  ];
}

/** Where this entrant ended in the sessions that are over. @param {ContestView} view */
function ended(view) {
  return view.results.flatMap((tables, stage) => tables.flat().filter(({ name }) => name === me).map(({ place, stack }) => (
    element('p', {}, say('tour-you-ended', { stage: view.stages[stage]?.name ?? '', place: number(place), stack: money(stack) })))));
}

/** What is to be done now by this entrant, with its clause. @param {ContestView} view */
function own_duties(view) {
  const duties = view.you?.duties ?? [];
  return duties.map((duty) => element('p', { class: 'tour-duty', 'data-task': duty.task },
    duty.act ? actButton(dutyText({ ...duty, name: null }), duty.act, { gold: true, key: `duty-${duty.task}` }) : element('b', {}, dutyText({ ...duty, name: null })), ' ', cite(duty.clauses)));
}

/** Wager and amount, as a person fills them in. @param {ContestView} view @param {string} name */
function wagerFields(view, name) {
  return [
    element('fieldset', { class: 'tour-choice' }, element('legend', {}, say('tour-wager-on')),
      ...view.terms.wagers.map((wager) => element('label', { class: 'check' }, element('input', { type: 'radio', name: `${name}-wager`, value: wager.id, required: true }), element('span', {}, wagerName(wager))))),
    element('label', {}, element('span', {}, say('tour-amount')), element('input', { name: 'amount', 'data-kind': 'money', inputmode: 'decimal', autocomplete: 'off', required: true })),
  ];
}

/** @param {HTMLFormElement} form @param {string} name */
function filled(form, name) {
  const wager = /** @type {HTMLInputElement | null} */ (form.querySelector(`[name="${name}-wager"]:checked`))?.value ?? null;
  const amount = amountIn(/** @type {HTMLInputElement} */ (form.elements.namedItem('amount'))) ?? null;
  return { wager, amount };
}

/** Chips that add to the amount at a tap. @param {ContestView} view @param {HTMLFormElement} form */
function chipRow(view, form) {
  const field = /** @type {HTMLInputElement} */ (form.elements.namedItem('amount'));
  const set = (/** @type {number} */ amount) => { field.value = money(amount); field.dispatchEvent(new Event('input', { bubbles: true })); };
  return element('p', { class: 'row tour-chips' },
    ...view.terms.chips.map((chip) => element('button', { type: 'button', onclick: () => set((amountIn(field) ?? 0) + chip) }, `+${money(chip)}`)),
    element('button', { type: 'button', class: 'quiet', onclick: () => { field.value = ''; } }, say('tour-clear')));
}

/** @param {ContestView} view */
function wagering(view) {
  const { table, seat } = own(view);
  const coup = table?.coup;
  if (!table || !seat || !coup || coup.dealt || seat.out || seat.resting) return [];
  const form = /** @type {HTMLFormElement} */ (element('form', { class: 'card-form', id: 'wager' }, element('h2', {}, say('tour-wager-title')), ...wagerFields(view, 'open')));
  form.append(chipRow(view, form), element('button', { class: 'gold', type: 'submit' }, say('tour-wager-do')));
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    const { wager, amount } = filled(form, 'open');
    if (wager === null || amount === null) return;
    void doing(() => command({ act: 'wager', wager, amount, chips: 'tournament', seat: null, coup: coup.number }));
  });
  const mine = coup.bets.filter((bet) => bet.seat === seat.seat);
  return [form,
    mine.length > 0 ? section('tour-your-wagers', element('ul', { class: 'tour-stages' }, ...mine.map((bet) => element('li', {},
      `${wagerName(view.terms.wagers.find((one) => one.id === bet.wager) ?? { id: bet.wager, name: bet.wager })} ${money(bet.amount)} `,
      actButton(say('tour-take-back'), { act: 'take-back', wager: bet.wager, coup: coup.number }, { key: `back-${bet.wager}` }))))) : null,
    seat.passes > 0 ? element('p', {}, actButton(say('tour-pass'), { act: 'lay-pass', approved: true, coup: coup.number }, { key: 'pass' })) : null,
    seat.forms > 0 && !coup.called ? sealing(view, coup.number) : null];
}

/** A form that nobody can read before it is announced: what the log gets of it is its hash. @param {ContestView} view @param {number} coup */
function sealing(view, coup) {
  const form = /** @type {HTMLFormElement} */ (element('form', { class: 'card-form', id: 'seal' }, element('h2', {}, say('tour-seal-title')), element('p', { class: 'small' }, say('tour-seal-lead')), ...wagerFields(view, 'sealed')));
  form.append(chipRow(view, form), element('button', { type: 'submit' }, say('tour-seal-do')));
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    const { wager, amount } = filled(form, 'sealed');
    const salt = Array.from(crypto.getRandomValues(new Uint8Array(32)), (byte) => byte.toString(16).padStart(2, '0')).join('');
    void doing(async () => {
      const seal = await sealOf({ tournament, coup, entrant: me, wager, amount, salt });
      // Kept before it is sent, so that a lost answer does not lose the salt.
      sessionStorage.setItem(KEPT, JSON.stringify({ coup, wager, amount, salt, seal }));
      await attempt(() => ask('POST', `/tournaments/${encodeURIComponent(tournament)}/forms`, { id: freshId(), coup, wager, amount, salt }));
    });
  });
  return form;
}

/** What was sealed, with its hash: the one in the record must be the one that this browser worked out. @param {ContestView} view */
function sealed(view) {
  const { table, seat } = own(view);
  const form = table?.coup?.forms.find((one) => one.seat === seat?.seat);
  if (!form || !table?.coup) return [];
  const mine = kept();
  const is = mine && mine.seal === form.seal;
  return [section('tour-sealed-title',
    element('p', {}, element('code', { class: 'exact' }, form.seal)),
    element('p', { class: is ? 'gain' : 'loss', id: 'sealed-as' }, say(is ? 'tour-sealed-same' : 'tour-sealed-unknown')),
    element('p', {}, say(form.opened ? 'tour-form-opened' : form.examined ? 'tour-form-examined' : 'tour-form-handed-in')))];
}

// ---------------------------------------------------------------------------------------------- whatever else an entrant may ask

/** @param {ContestView} view */
function more(view) {
  const { you } = view;
  if (!you?.standing) return [];
  const { table } = own(view);
  /** @type {[string, TournamentAct, boolean][]} */
  const acts = [
    ['tour-act-withdraw', { act: 'withdraw' }, ['entries', 'closed'].includes(view.phase) && you.standing === 'in'],
    ['tour-act-buy-back', { act: 'buy-back', fee: view.terms.buy_back ?? 0 }, typeof view.terms.buy_back === 'number' && you.standing === 'out'],
    ['tour-act-agree-early-end', { act: 'agree-early-end' }, view.begun && table !== undefined && !table.ended],
  ];
  const dispute = /** @type {HTMLFormElement} */ (element('form', { class: 'row', id: 'dispute' },
    element('label', {}, element('span', {}, say('tour-dispute-about')), element('input', { name: 'about', required: true, maxlength: 200 })), element('button', { type: 'submit' }, say('tour-act-dispute'))));
  dispute.addEventListener('submit', (event) => {
    event.preventDefault();
    void doing(() => command({ act: 'dispute', about: String(new FormData(dispute).get('about')) }));
  });
  return [element('details', { class: 'panel' }, element('summary', {}, say('tour-more')),
    element('p', { class: 'row' }, ...acts.filter(([, , offered]) => offered).map(([key, act]) => actButton(say(key), act, { key }))), view.begun ? dispute : null)];
}

/** @param {ContestView} view */
function show(view) {
  head(view);
  const { table, seat } = own(view);
  const coup = table?.coup;
  put('standing', [view.you, table, view.begun, view.seconds, view.results], () => standing(view));
  put('entry', [view.you?.standing, view.you?.reserve, view.phase, view.terms.signature], () => entry(view));
  put('wagering', [coup?.number, coup?.called, coup?.dealt, coup?.bets.filter((bet) => bet.seat === seat?.seat), seat?.out, seat?.resting, seat?.passes, seat?.forms], () => wagering(view));
  put('sealed', [coup?.forms, seat?.seat], () => sealed(view));
  put('table', [table, view.begun], () => (table ? [tableCard(view, table, 'h2')] : []));
  put('more', [view.you?.standing, view.phase, view.begun, view.terms, table?.ended], () => more(view));
  const prize = view.prizes.find((one) => one.name === me);
  put('prize', prize, () => (prize ? [element('p', { class: 'tour-you' }, say('tour-you-won', { place: number(prize.place), prize: [money(prize.money), ...prize.goods].join(' + ') }))] : []));
}

watchMoneyFields();
byId('body').append(...['prize', 'standing', 'entry', 'wagering', 'sealed', 'table', 'more'].map((id) => element('div', { id, class: `part-${id}` })));
runClocks();
follow(show);
