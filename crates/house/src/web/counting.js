// Chips counted by what each is worth: how many stand in the fields of a form, and what they come to.

/**
 * How many chips of each worth, from what was written in fields; nothing if something written there is no number of chips.
 * @param {Record<string, string>} written by worth
 * @returns {Record<string, number> | null}
 */
export function counted(written) {
  /** @type {Record<string, number>} */
  const pieces = {};
  for (const [worth, text] of Object.entries(written)) {
    const plain = text.normalize('NFKC').replace(/[\s,'’]/g, '');
    if (plain === '') continue;
    if (!/^\d{1,8}$/.test(plain)) return null;
    if (Number(plain) > 0) pieces[worth] = Number(plain);
  }
  return pieces;
}

/** What chips come to, in the smallest unit. @param {Record<string, number>} pieces */
export const worthOf = (pieces) => Object.entries(pieces).reduce((sum, [worth, count]) => sum + Number(worth) * count, 0);

/**
 * The fewest chips that make an amount, of those that are there; nothing if they cannot.
 * @param {number} amount
 * @param {Record<string, number>} there how many of each worth
 * @returns {Record<string, number> | null}
 */
export function fewest(amount, there) {
  const worths = Object.keys(there).map(Number).filter((worth) => worth > 0).sort((one, other) => other - one);
  /** @param {number} left @param {number} from @returns {Record<string, number> | null} */
  const make = (left, from) => {
    if (left === 0) return {};
    if (from === worths.length) return null;
    const worth = worths[from];
    const most = Math.min(Math.floor(left / worth), there[String(worth)] ?? 0);
    // A few less of a large chip may be what lets the smaller ones come out even.
    for (let count = most; count >= Math.max(0, most - 20); count -= 1) {
      const rest = make(left - count * worth, from + 1);
      if (rest) return count > 0 ? { [String(worth)]: count, ...rest } : rest;
    }
    return null;
  };
  return amount < 0 ? null : make(amount, 0);
}
