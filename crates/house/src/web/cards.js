// Playing cards as the page shows them: the drawing comes from cards.svg beside this file, the name is read aloud.

import { drawing, element, say } from './say.js';

/** Where the drawings of all cards are. */
const SPRITE = new URL('./cards.svg', import.meta.url).pathname;

/**
 * What a card is called.
 * @param {string | null} card two letters such as TH, or nothing for one that lies face down
 */
export function cardName(card) {
  if (!card) return say('card-face-down');
  return say('card-name', { rank: say(`rank-${card[0]}`), suit: say(`suit-${card[1]}`) });
}

/**
 * A card of a hand.
 * @param {string | null} card
 * @param {{third?: boolean}} [how]
 */
export function cardElement(card, how = {}) {
  const face = drawn(card ?? 'back', 'face');
  return element('li', { class: `card${how.third ? ' third' : ''}${card ? '' : ' down'}`, 'data-card': card ?? '' },
    face, element('span', { class: 'unseen' }, cardName(card)));
}

/**
 * A card that is being bent up: its face under its back, with a thumb on the corner that would tell at once what it is.
 * @param {string | null} card
 * @param {{third?: boolean}} [how]
 */
export function coveredCard(card, how = {}) {
  const made = cardElement(card, how);
  made.classList.add('covered');
  made.append(drawn('back', 'cover'), element('span', { class: 'thumb' }));
  return made;
}

/** @param {string} name @param {string} kind */
function drawn(name, kind) {
  return drawing('svg', { viewBox: '0 0 100 140', 'aria-hidden': 'true', class: kind }, drawing('use', { href: `${SPRITE}#${name}` }));
}
