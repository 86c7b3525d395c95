// Whether a ticket is in the list that is drawn from, worked out here and not by the house: docs/promotions.md is the specification.

/** @import { Schemas } from './types.js' */

const text = new TextEncoder();

/** @param {...Uint8Array} parts */
async function sha256(...parts) {
  const all = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return new Uint8Array(await crypto.subtle.digest('SHA-256', all));
}

/** @param {string} hex */
const bytes = (hex) => Uint8Array.from(hex.match(/../g) ?? [], (pair) => parseInt(pair, 16));
/** @param {Uint8Array} all */
const hex = (all) => Array.from(all, (byte) => byte.toString(16).padStart(2, '0')).join('');

/** How a ticket was earned, as its text has it. @param {Schemas['TicketEarned']} earned */
const how = (earned) => (earned.by === 'wager' ? `wager at ${earned.table} in coup ${earned.coup}` : earned.by);

/**
 * Does the proof lead from the ticket to this root?
 * @param {Schemas['TicketProof']} proof
 * @param {string} root the published one
 */
export async function isInTheDraw(proof, root) {
  const { promotion, ticket, salt, place, count, path } = proof;
  const lines = ['croupier-ticket-1', `promotion ${promotion}`, `ticket ${ticket.number}`, `holder ${ticket.holder}`, `earned ${how(ticket.earned)}`, `at ${ticket.at}`];
  const hash = hex(await sha256(text.encode('croupier-ticket-1'), bytes(salt), text.encode(`${lines.join('\n')}\n`)));
  let node = await sha256(Uint8Array.of(0), text.encode(`ticket ${ticket.number} ${hash}`));
  let [at, last] = [place, count - 1];
  if (at < 0 || at > last) return false;
  for (const beside of path.map(bytes)) {
    if (last === 0) return false;
    if (at % 2 === 1 || at === last) {
      node = await sha256(Uint8Array.of(1), beside, node);
      // A last node without a neighbour goes up unchanged.
      while (at % 2 === 0 && at !== 0) [at, last] = [at / 2, Math.floor(last / 2)];
    } else {
      node = await sha256(Uint8Array.of(1), node, beside);
    }
    [at, last] = [Math.floor(at / 2), Math.floor(last / 2)];
  }
  return last === 0 && hex(node) === root;
}
