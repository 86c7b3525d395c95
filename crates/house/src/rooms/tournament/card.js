// A tournament in a list, in the lobby and in the room of tournaments alike.

import { element } from '../../web/say.js';

/** @import { Schemas } from '../../web/types.js' */

/**
 * @param {Schemas['ContestEntry']} contest
 * @param {{money: (amount: number) => string, number: (n: number) => string, say: (key: string, values?: Record<string, string | number>) => string}} words
 */
export function contestCard(contest, { money, number, say }) {
  const fact = (/** @type {string} */ key, /** @type {string} */ text) => element('div', {}, element('dt', {}, say(key)), element('dd', {}, text));
  return element('li', { class: 'lobby-table', 'data-tournament': contest.id },
    element('header', {},
      element('div', {}, element('h2', {}, contest.name), element('p', { class: 'small', lang: 'en' }, contest.book_name)),
      element('p', { class: `state ${contest.phase}` }, say(`tour-phase-${contest.phase}`))),
    element('dl', { class: 'facts' },
      fact('tour-fee', money(contest.fee)),
      fact('tour-entered', say('tour-entered-of', { entered: number(contest.entered), most: number(contest.most) })),
      fact('tour-pool', money(contest.pool))),
    element('p', { class: 'lobby-acts' },
      element('a', { class: 'button gold', href: `/tournaments/${contest.id}` }, say('tour-go'), element('span', { class: 'unseen' }, `: ${contest.name}`)),
      element('a', { href: `/tournaments/${contest.id}/screen` }, say('tour-door-screen'), element('span', { class: 'unseen' }, `: ${contest.name}`))));
}
