// The draw on a big screen: how long until it, the text from outside that holds it, then prize by prize.

import { Refused } from '../../web/api.js';
import { command, followPromotion, houseClock, short, until } from '../../web/promotion.js';
import { byId, element, money, number, say, sayOr } from '../../web/say.js';

/** @import { PromotionView } from '../../web/types.js' */

const { promotion = '' } = byId('draw-room').dataset;
const ROLLS = 14;
const ROLL = 90;
const calm = matchMedia('(prefers-reduced-motion: reduce)').matches;

/** @type {PromotionView | null} */
let view = null;
/** The number of prizes whose ticket everybody has been shown. */
let shown = 0;
let rolling = false;
const clock = houseClock(tick);

/** @param {PromotionView} seen */
function phase(seen) {
  if (seen.cancelled) return 'cancelled';
  if (seen.postponed.length > 0) return 'postponed';
  if (seen.draw) return 'drawn';
  if (seen.ready) return seen.overseen ? 'ready-overseen' : 'ready';
  if (seen.stage === 'open') return 'open';
  return clock.now() < seen.draws ? 'closed' : 'due';
}

function tick() {
  if (!view) return;
  const now = phase(view);
  byId('phase').textContent = say(`draw-phase-${now}`);
  const goal = now === 'open' ? view.closes : now === 'closed' ? view.draws : null;
  byId('clock').textContent = goal === null ? '' : until(goal - clock.now());
}

/** @param {string} key @param {...(Node | string)} value */
const fact = (key, ...value) => element('div', {}, element('dt', {}, say(key)), element('dd', {}, ...value));

/** @param {PromotionView} seen */
function facts(seen) {
  const all = [
    fact('promotion-tickets', number(seen.tickets)),
    seen.seal ? fact('promotion-seal', short(seen.seal.seal)) : null,
    seen.root ? fact('promotion-root', short(seen.root)) : null,
    seen.draw ? fact('promotion-mix', element('q', {}, seen.draw.mix)) : null,
    seen.draw ? fact('promotion-seed', short(seen.draw.seed)) : null,
    seen.draw ? fact('promotion-order', seen.draw.order.slice(0, 12).join(' ')) : null,
  ];
  byId('facts').replaceChildren(...all.filter((one) => one !== null));
}

/** @param {PromotionView} seen */
function prizes(seen) {
  byId('prizes').replaceChildren(...seen.prizes.map((prize, nth) => {
    const known = seen.draw !== null && seen.draw !== undefined && nth < shown;
    const ticket = prize.lapsed && prize.ticket === null ? say('draw-nobody') : prize.ticket === null || prize.ticket === undefined ? '–' : number(prize.ticket);
    return element('li', { class: known ? 'known' : '' },
      element('div', {}, element('b', { lang: 'en' }, prize.what), element('span', {}, money(prize.value))),
      element('p', { class: 'big-ticket', 'data-prize': prize.number }, known ? ticket : '–'),
      ...(known ? prize.passed : []).map((one) => element('p', { class: 'small' }, say('promotion-passed', { ticket: one.ticket, why: sayOr(`promotion-why-${one.why}`, one.why) }))));
  }));
}

/** Lets the numbers of the order roll by until the prize's own comes to rest. @param {PromotionView} seen */
async function roll(seen) {
  if (rolling) return;
  rolling = true;
  const order = seen.draw?.order ?? [];
  while (shown < seen.prizes.length) {
    const place = document.querySelector(`[data-prize="${shown + 1}"]`);
    for (let nth = 0; nth < (calm ? 0 : ROLLS) && place && order.length > 1; nth += 1) {
      place.textContent = number(order[(nth * 7) % order.length]);
      await new Promise((done) => setTimeout(done, ROLL));
    }
    shown += 1;
    prizes(view ?? seen);
  }
  rolling = false;
}

/** @param {PromotionView} seen */
function show(seen) {
  const first = view === null;
  view = seen;
  clock.set(seen.now);
  byId('place').textContent = `${seen.draws_local} · ${seen.place}`;
  // Whoever comes later sees what everybody has seen.
  if (first && seen.draw) shown = seen.prizes.length;
  facts(seen);
  if (!rolling) prizes(seen);
  if (seen.draw) void roll(seen);
  byId('mix').hidden = !seen.may_mix;
  tick();
}

byId('mix').addEventListener('submit', async (event) => {
  event.preventDefault();
  byId('refusal').textContent = '';
  const text = String(new FormData(/** @type {HTMLFormElement} */ (byId('mix'))).get('text'));
  try {
    await command(promotion, { act: 'mix', text });
  } catch (fault) {
    byId('refusal').textContent = fault instanceof Refused ? fault.toText() : say('promotion-lost');
  }
});
byId('full').addEventListener('click', () => void document.documentElement.requestFullscreen?.());
followPromotion(promotion, show, (on) => { byId('lost').textContent = on ? '' : say('promotion-lost'); });
