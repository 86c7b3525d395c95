// The shoes of a table: each can be checked here, all of them together with the chain of their seals, or a record kept as a file.

import { Refused, get } from '../../web/api.js';
import { byId, element, number, say } from '../../web/say.js';
import { shoeLine } from '../../web/shoe_line.js';
import { DoesNotHold, check } from './verify.js';

const chosen = /** @type {HTMLSelectElement} */ (byId('of-table'));

/** @import { ShoeSummary } from '../../web/types.js' */

/** @param {ShoeSummary} shoe */
function state(shoe) {
  if (!shoe.ended) return say('shoes-in-play');
  return shoe.ended === 'finished' ? say('shoes-finished') : say('shoes-abandoned', { reason: shoe.ended });
}

/** Every shoe of the chosen table, newest first. @returns {Promise<ShoeSummary[]>} */
async function shoesOfTable() {
  const shoes = [];
  let query = '';
  for (;;) {
    const answer = await get(`/tables/${encodeURIComponent(chosen.value)}/shoes?${query}`);
    shoes.push(...answer.shoes);
    if (typeof answer.before !== 'number') return shoes;
    query = `before=${answer.before}`;
  }
}

async function show() {
  byId('chain').textContent = '';
  try {
    const shoes = await shoesOfTable();
    const line = (/** @type {ShoeSummary} */ shoe) => {
      const made = shoeLine(chosen.value, shoe);
      made.append(' ', element('span', { class: 'small' }, state(shoe)), ' ',
        element('a', { href: `/api/v1/tables/${encodeURIComponent(chosen.value)}/shoes/${shoe.number}`, download: `${chosen.value}-shoe-${shoe.number}.jsonl` }, say('shoes-download')));
      return made;
    };
    byId('shoes').replaceChildren(shoes.length === 0 ? element('p', {}, say('shoes-none')) : element('ul', { class: 'shoes' }, ...shoes.map(line)));
    byId('refusal').textContent = '';
  } catch (fault) {
    byId('refusal').textContent = fault instanceof Refused ? fault.toText() : say('lost');
  }
}

/** Checks every finished shoe, and that they follow each other without a gap. */
async function all() {
  const place = byId('chain');
  place.className = 'verdict';
  place.textContent = say('verifying');
  try {
    const shoes = (await shoesOfTable()).reverse();
    let [due, previous, cards] = [1, '0'.repeat(64), 0];
    for (const shoe of shoes) {
      const found = await check(await get(`/tables/${encodeURIComponent(chosen.value)}/shoes/${shoe.number}`));
      if (found.number !== due || found.previous !== previous || found.seal !== shoe.seal) {
        place.classList.add('fails');
        place.textContent = say('shoes-chain-broken', { number: number(due) });
        return;
      }
      [due, previous, cards] = [due + 1, found.seal, cards + found.shown];
    }
    place.classList.add('holds');
    place.textContent = `${say('holds', { cards: number(cards) })}. ${say('shoes-chain')}`;
  } catch (fault) {
    place.classList.add('fails');
    place.textContent = fault instanceof DoesNotHold ? say('does-not-hold', { step: say(`step-${fault.step}`), line: fault.line ?? '–' }) : say('lost');
  }
}

byId('file').addEventListener('change', async (event) => {
  const file = /** @type {HTMLInputElement} */ (event.target).files?.[0];
  const place = byId('file-verdict');
  place.className = 'verdict';
  if (!file) return;
  try {
    const found = await check(await file.text());
    place.classList.add('holds');
    place.textContent = `${found.table}, ${say('shoe-number', { number: number(found.number) })}: ${say('holds', { cards: number(found.shown) })}`;
  } catch (fault) {
    place.classList.add('fails');
    place.textContent = say('does-not-hold', {
      step: say(`step-${fault instanceof DoesNotHold ? fault.step : 'order-of-lines'}`),
      line: fault instanceof DoesNotHold ? (fault.line ?? '–') : '–',
    });
  }
});

chosen.addEventListener('change', () => void show());
byId('all').addEventListener('click', () => void all());
void show();
