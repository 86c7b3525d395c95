// The layout as it is drawn on the console: a column for each box that somebody sits at, a row for each wager, chips to take up and to lay.

import { chip, stack } from '../../web/chips.js';
import { element, money, number, say, wagerName } from '../../web/say.js';

/** @import { About, Schemas } from '../../web/types.js' */
/** @import { Spot } from './wagers.js' */

/**
 * The layout with what lies on it.
 * @param {object} of
 * @param {About} of.about
 * @param {Schemas['PatronView'][]} of.patrons
 * @param {Schemas['StakeOf'][]} of.stakes
 * @param {Map<string, string>} of.letters wagers by their letters
 * @param {Spot | null} of.keyed the place that is being keyed
 * @param {(spot: Spot) => void} of.tapped
 */
export function layoutElement({ about, patrons, stakes, letters, keyed, tapped }) {
  const seated = patrons.filter((patron) => typeof patron.seat === 'number').sort((one, other) => (one.seat ?? 0) - (other.seat ?? 0));
  const letterOf = (/** @type {string} */ wager) => [...letters].find(([, id]) => id === wager)?.[0]?.toUpperCase() ?? '';
  const heads = seated.map((patron) => element('th', { scope: 'col' },
    element('span', { class: 'seat-number' }, number(patron.seat ?? 0)), element('span', { class: 'seat-name' }, patron.name), element('small', {}, money(patron.chips))));
  const rows = about.wagers.map((wager) => element('tr', { class: `wagers-${wager.class}` },
    element('th', { scope: 'row' }, element('span', {}, wagerName(wager)), ' ', element('kbd', {}, letterOf(wager.id))),
    ...seated.map((patron) => element('td', {}, spotElement({ box: patron.seat ?? 0, wager: wager.id })))));
  return element('table', { class: 'layout' }, element('thead', {}, element('tr', {}, element('td', {}), ...heads)), element('tbody', {}, ...rows));

  /** @param {Spot} spot */
  function spotElement(spot) {
    const lying = stakes.filter((stake) => stake.box === spot.box && stake.wager === spot.wager);
    const amount = lying.reduce((sum, stake) => sum + stake.amount, 0);
    const wager = about.wagers.find((known) => known.id === spot.wager);
    const name = wager ? wagerName(wager) : spot.wager;
    const chosen = keyed?.box === spot.box && keyed.wager === spot.wager;
    return element('button', {
      type: 'button', class: chosen ? 'spot chosen' : 'spot', 'data-box': spot.box, 'data-wager': spot.wager, onclick: () => tapped(spot),
      'aria-label': say('desk-spot', { box: number(spot.box), wager: name, amount: amount > 0 ? money(amount) : say('desk-spot-empty') }),
    }, ...(amount > 0 ? [stack(amount, about.chips), element('span', { class: 'spot-amount' }, money(amount))] : []));
  }
}

/**
 * The chips to take up, counted from the smallest.
 * @param {number[]} chips
 * @param {(worth: number) => void} taken
 */
export function trayElements(chips, taken) {
  return chips.map((worth, nth) => {
    // What is drawn on it is for the eye; its name is a sentence.
    const drawn = chip(worth);
    drawn.setAttribute('aria-hidden', 'true');
    const name = element('span', { class: 'unseen' }, say('desk-chip', { amount: money(worth) }));
    const key = nth < 9 ? element('kbd', { 'aria-hidden': 'true' }, String(nth + 1)) : null;
    return element('button', { type: 'button', class: 'tray-chip', 'data-worth': worth, onclick: () => taken(worth) }, name, drawn, key);
  });
}
