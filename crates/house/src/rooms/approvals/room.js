// Approvals at a console: whoever approves gives their own name and PIN, is shown what would follow, and approves exactly that.

import { Refused, ask, get } from '../../web/api.js';
import { byId, element, number, say } from '../../web/say.js';
import { eventText } from '../../web/event_text.js';

/** @import { Schemas } from '../../web/types.js' */

const table = byId('approvals').dataset.table ?? '';
const form = /** @type {HTMLFormElement} */ (byId('pin-form'));

/** What is looked at, and who looks: kept until they approve or leave, and nowhere else. @type {{number: number, name: string, pin: string, effect: string} | null} */
let looking = null;

/** @param {unknown} fault */
const refused = (fault) => {
  byId('refusal').textContent = fault instanceof Refused ? fault.toText() : say('approvals-lost');
};

/** Forgets who looked, and what at. */
function leave() {
  looking = null;
  form.reset();
  byId('effects').replaceChildren();
  byId('follows').hidden = true;
  byId('chosen').hidden = true;
}

/** @param {Schemas['ProposalView']} proposal */
function choose(proposal) {
  leave();
  byId('refusal').textContent = '';
  byId('chosen').dataset.number = String(proposal.number);
  byId('chosen-name').textContent = say('approvals-proposed', { name: proposal.by, number: number(proposal.number), why: proposal.why });
  byId('chosen').hidden = false;
  /** @type {HTMLInputElement} */ (form.elements.namedItem('name')).focus();
}

async function show() {
  try {
    const { proposals } = await get(`/tables/${encodeURIComponent(table)}/proposals`);
    const open = proposals.filter((one) => one.standing === 'open');
    byId('none').hidden = open.length > 0;
    byId('waiting').replaceChildren(...open.map((one) => {
      const button = element('button', { type: 'button' }, say('approvals-choose'));
      button.addEventListener('click', () => choose(one));
      return element('li', {}, `${say('approvals-proposed', { name: one.by, number: number(one.number), why: one.why })} `, button);
    }));
  } catch (fault) {
    refused(fault);
  }
}

form.addEventListener('submit', async (event) => {
  event.preventDefault();
  const data = new FormData(form);
  const [name, pin] = [String(data.get('name') ?? ''), String(data.get('pin') ?? '')];
  const which = Number(byId('chosen').dataset.number);
  byId('refusal').textContent = '';
  try {
    const seen = await ask('POST', `/tables/${encodeURIComponent(table)}/proposals/${which}/look`, { name, pin });
    if (seen.refused) throw new Refused(409, seen.refused);
    if (!seen.follows) throw new Refused(403, { word: 'not-yours' });
    looking = { number: which, name, pin, effect: seen.follows.effect };
    byId('effects').replaceChildren(...seen.follows.events.map((one) => element('li', {}, one.clauses.length > 0 ? `${eventText(one)} (${one.clauses.join(', ')})` : eventText(one))));
    byId('follows').hidden = false;
  } catch (fault) {
    form.reset();
    refused(fault);
  }
});

byId('approve').addEventListener('click', async () => {
  if (!looking) return;
  const { number: which, name, pin, effect } = looking;
  leave();
  try {
    await ask('POST', `/tables/${encodeURIComponent(table)}/proposals/${which}/approve`, { effect, pin: { name, pin } });
    byId('said').textContent = say('approvals-done');
  } catch (fault) {
    refused(fault);
  }
  void show();
});

byId('leave').addEventListener('click', leave);
void show();
