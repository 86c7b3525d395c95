// How a payment comes about, in sentences, each with its own clauses: for the table and for one's own history.

import { sumOf } from '../rooms/table/why.js';
import { element, money, number, say } from './say.js';

/** @import { RowView, Schemas, SettledView } from './types.js' */

/** @typedef {{text: string, clauses: string[], assumed?: boolean}} SumLine a sentence with its clauses; whether its odds are the book's own assumption */

/**
 * Stake times odds, less commission, what was cut, rounded, is owed or stays.
 * @param {SettledView} one
 * @param {Pick<RowView, 'does'>[]} rows
 * @returns {SumLine[]}
 */
export function sumLines(one, rows) {
  const clauses = (/** @type {Schemas['SumCause'][]} */ ...causes) =>
    [...new Set(one.steps.filter((step) => causes.includes(step.cause)).flatMap((step) => step.clauses))];
  const line = (/** @type {string} */ text, /** @type {Schemas['SumCause'][]} */ ...causes) => {
    const cited = clauses(...causes);
    return { text, clauses: cited, assumed: causes.includes('row') && cited.length === 0 };
  };
  if (one.outcome === 'void') {
    return [{ text: say('sum-void', { amount: money(one.staked) }), clauses: one.steps.some((step) => step.cause === 'void') ? clauses('void') : one.clauses }];
  }
  const lines = [];
  for (const step of one.steps) {
    if (step.cause !== 'above-maximum' && step.cause !== 'above-area' && step.cause !== 'not-payable') continue;
    lines.push({ text: say(`sum-${step.cause}`, { live: money(one.live), staked: money(one.staked), back: money(step.amount) }), clauses: step.clauses });
  }
  if (lines.length === 0 && one.live < one.staked) lines.push(line(say('sum-part', { live: money(one.live), staked: money(one.staked), back: money(one.returned) })));
  const sum = sumOf(one, rows);
  if (sum) {
    const odds = `${number(sum.odds.wins)}\u00a0:\u00a0${number(sum.odds.stake)}`;
    const { percent } = sum.odds;
    lines.push(sum.commission > 0
      ? line(say('sum-less', { stake: money(sum.live), odds, gross: money(sum.gross), percent, commission: money(sum.commission), paid: money(sum.paid) }), 'row', 'commission')
      : line(say('sum', { stake: money(sum.live), odds, paid: money(sum.paid) }), 'row'));
    if (sum.rounded !== 0) lines.push(line(say(sum.rounded > 0 ? 'sum-rounded-up' : 'sum-rounded-down', { amount: money(Math.abs(sum.rounded)) }), 'rounded'));
  } else if (one.outcome !== 'wins') {
    lines.push(line(say(one.outcome === 'loses' ? 'sum-loses' : 'sum-stands-off', { amount: money(one.live) }), 'row'));
  }
  if (one.owed > 0) lines.push(line(say('sum-owed', { amount: money(one.owed) }), 'owed'));
  if (one.stays) lines.push(line(say('sum-stays'), 'stays'));
  return lines;
}

/** Those lines for a page. @param {SettledView} one @param {Pick<RowView, 'does'>[]} rows */
export function sumElements(one, rows) {
  const under = (/** @type {SumLine} */ { clauses, assumed }) => (clauses.length > 0 ? say('by-clause', { clauses: clauses.join(', ') }) : assumed ? say('sum-assumed') : '');
  return sumLines(one, rows).map((line) => element('small', { class: 'sum' }, line.text,
    under(line) !== '' && element('span', { class: 'sum-clauses' }, ` ${under(line)}`)));
}

/** Every clause that payments rest on, each once: of the result, and of each step of the sum. @param {SettledView[]} settled */
export function clausesOf(settled) {
  return [...new Set(settled.flatMap((one) => [...one.clauses, ...one.steps.flatMap((step) => step.clauses)]))];
}

/** What a settled wager brought: what was paid, or minus what was taken. @param {Pick<SettledView, 'outcome' | 'staked' | 'returned' | 'paid'>} one */
export function gain(one) {
  return one.outcome === 'loses' ? -(one.staked - (one.returned ?? 0)) : (one.paid ?? 0);
}

