// Cards as staff key them: read from what was typed, no page, no connection.

/** The ranks and suits of a card, as the API writes them. */
export const RANKS = [...'A23456789TJQK'];
export const SUITS = [...'SHDC'];

/**
 * The cards in a text such as `4h kd 10c`, in order; what is no card is left out and named.
 * @param {string} text
 */
export function readCards(text) {
  const words = text.trim().toUpperCase().split(/[\s,]+/).filter(Boolean).map((word) => word.replace(/^10/, 'T'));
  const isCard = (/** @type {string} */ word) => word.length === 2 && RANKS.includes(word[0]) && SUITS.includes(word[1]);
  return { cards: words.filter(isCard), wrong: words.filter((word) => !isCard(word)) };
}
