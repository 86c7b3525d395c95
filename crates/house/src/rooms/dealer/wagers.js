// How wagers are keyed: a box, a wager and a chip are three keys. A card begins with a figure too, but no wager has the letter of a
// suit, so the second key tells them apart and no card is ever taken for a wager.

/** Letters that mean something else behind a figure: the suits, and taking back. */
const KEPT = 'shdcu';
const LETTERS = 'abcdefghijklmnopqrstuvwxyz';

/**
 * The letter of each wager: the first of its id that is free, or else of the alphabet.
 * @param {string[]} ids in the order of the layout
 * @returns {Map<string, string>} wagers by letter
 */
export function wagerLetters(ids) {
  /** @type {Map<string, string>} */
  const letters = new Map();
  for (const id of ids) {
    const free = [...id.toLowerCase(), ...LETTERS].find((letter) => LETTERS.includes(letter) && !KEPT.includes(letter) && !letters.has(letter));
    if (free) letters.set(free, id);
  }
  return letters;
}

/** @typedef {{box: number, wager: string}} Spot a wager's place in a box */
/** @typedef {{spot: Spot, amount: number, more: boolean}} Laid what is to lie there, or comes on top of what lies */

/** Wagers as they are keyed. Chips count from the smallest. */
export class WagerKeys {
  /** The place whose amount is keyed now. @type {Spot | null} */
  spot = null;
  /** What is being written out, figure by figure. @type {string | null} */
  written = null;
  /** What was laid last, and the chip it was laid with. @type {{spot: Spot, chip: number} | null} */
  last = null;
  /** Whether the next figure says how many of that chip lie there. */
  counts = false;

  /** Nothing is keyed halfway. */
  get idle() {
    return this.spot === null && !this.counts;
  }

  /** Forgets what is keyed halfway. */
  clear() {
    this.spot = null;
    this.written = null;
    this.counts = false;
  }

  /** A box and a wager were keyed. @param {Spot} spot */
  begin(spot) {
    this.clear();
    this.spot = spot;
  }

  /**
   * Takes the next key, if it belongs to a wager.
   * @param {string} key
   * @param {{chips: number[], hand: number, read: (text: string) => number | null}} by the chips of the table, the amount in hand, and how amounts are read
   * @returns {{taken: boolean, laid: Laid | null}}
   */
  take(key, { chips, hand, read }) {
    if (this.counts) return this.takeCount(key);
    if (this.spot === null) {
      const counts = key.toLowerCase() === 'x' && this.last !== null;
      this.counts = counts;
      return { taken: counts, laid: null };
    }
    if (this.written !== null) return this.takeFigure(key, read);
    if (key === '=') {
      this.written = '';
      return { taken: true, laid: null };
    }
    if (key === 'Enter' || key === ' ') return this.lay(hand);
    const worth = /^[1-9]$/.test(key) ? chips[Number(key) - 1] : undefined;
    if (worth !== undefined) return this.lay(worth);
    // Whatever else is keyed is no wager: the place is let go, and the key means what it means.
    this.clear();
    return { taken: false, laid: null };
  }

  /** @param {string} key @returns {{taken: boolean, laid: Laid | null}} */
  takeCount(key) {
    this.counts = false;
    if (!/^[1-9]$/.test(key) || this.last === null) return { taken: false, laid: null };
    const { spot, chip } = this.last;
    return { taken: true, laid: { spot, amount: chip * Number(key), more: false } };
  }

  /** @param {string} key @param {(text: string) => number | null} read @returns {{taken: boolean, laid: Laid | null}} */
  takeFigure(key, read) {
    const written = this.written ?? '';
    if (key === 'Enter') {
      const amount = read(written);
      if (amount === null) return { taken: true, laid: null };
      return this.lay(amount);
    }
    if (key === 'Backspace') this.written = written.slice(0, -1);
    else if (/^[0-9., ]$/.test(key)) this.written = written + key;
    else {
      this.clear();
      return { taken: false, laid: null };
    }
    return { taken: true, laid: null };
  }

  /** @param {number} amount @returns {{taken: boolean, laid: Laid | null}} */
  lay(amount) {
    const spot = this.spot;
    this.clear();
    if (spot === null || amount <= 0) return { taken: true, laid: null };
    this.last = { spot, chip: amount };
    return { taken: true, laid: { spot, amount, more: false } };
  }
}

/** The amount in hand, put together chip by chip. Once it was laid the next chip begins another. */
export class Hand {
  amount = 0;
  used = false;

  /** @param {number} worth */
  add(worth) {
    this.amount = this.used ? worth : this.amount + worth;
    this.used = false;
  }

  /** @param {number} amount */
  set(amount) {
    this.amount = amount;
    this.used = true;
  }

  empty() {
    this.amount = 0;
    this.used = false;
  }
}

/** @typedef {{patron: string, box: number, wager: string, amount: number, kind?: string}} Stake */

/**
 * What lay there in the coup before and does not lie there now, by patron, for those who are still here.
 * @param {Stake[]} before
 * @param {Stake[]} lying
 * @param {string[]} here
 * @returns {[string, Stake[]][]}
 */
export function sameAgain(before, lying, here) {
  const lies = (/** @type {Stake} */ { patron, box, wager }) => lying.some((stake) => stake.patron === patron && stake.box === box && stake.wager === wager);
  /** @type {Map<string, Stake[]>} */
  const by = new Map();
  for (const stake of before) {
    if (!here.includes(stake.patron) || lies(stake)) continue;
    by.set(stake.patron, [...(by.get(stake.patron) ?? []), stake]);
  }
  return [...by];
}

/**
 * What a key means in a field: `text` is the field's own, `card` begins or ends a card and is never the field's.
 * A field for figures takes no letters, so a rank or a suit keyed there is a card.
 * @param {{name: string, type: string, figures: boolean, value: string}} field
 * @param {string} key
 * @returns {{what: 'text' | 'key'} | {what: 'card', rank: string}}
 */
export function inField({ name, type, figures, value }, key) {
  const small = key.toLowerCase();
  const one = key.length === 1;
  if (name === 'SELECT' || type === 'checkbox' || type === 'radio') return { what: one && key !== ' ' ? 'key' : 'text' };
  if (!figures || !one) return { what: 'text' };
  if ('atjqk'.includes(small)) return { what: 'card', rank: '' };
  if ('shdc'.includes(small) && /^([2-9]|10|1)$/.test(value.trim())) return { what: 'card', rank: value.trim() };
  return { what: 'text' };
}
