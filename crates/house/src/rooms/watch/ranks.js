// Ranks in their order, from the ace to the king.

const ORDER = 'A23456789TJQK';

/** @param {string[]} ranks */
export function inOrder(ranks) {
  return [...ranks].sort((one, other) => ORDER.indexOf(one) - ORDER.indexOf(other));
}
