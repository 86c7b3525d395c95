// Money as people write and read it, in any language. Amounts are whole numbers of the smallest unit: 2550 is 25.50.

/** The most that a page takes: far beyond any table, and exact in JavaScript. */
const MOST = 1e15;

/** Marks that stand between thousands in some language and are never a decimal mark. */
const SPACES = /[\s'’٬]/;

/**
 * How a language writes and reads money.
 * @param {string} language such as `en` or `zh-CN`
 */
export function moneyIn(language) {
  const whole = new Intl.NumberFormat(language, { maximumFractionDigits: 0 });
  const broken = new Intl.NumberFormat(language, { minimumFractionDigits: 2, maximumFractionDigits: 2 });
  const marks = marksOf(language);

  /** An amount: 2500 is 25, 2550 is 25.50. @param {number} amount */
  const write = (amount) => (amount % 100 === 0 ? whole : broken).format(amount / 100);

  /** The same with its sign, for a gain or a loss. @param {number} amount */
  const signed = (amount) => (amount > 0 ? `+${write(amount)}` : amount < 0 ? `−${write(-amount)}` : write(0));

  /** What somebody typed, in the smallest unit; nothing if it is no amount, or could be two. @param {string} text */
  const read = (text) => parsed(text, marks);

  return { write, signed, read };
}

/** The marks of a language between thousands and before cents. @param {string} language */
function marksOf(language) {
  const parts = new Intl.NumberFormat(language, { useGrouping: true, minimumFractionDigits: 2 }).formatToParts(1234567.5);
  const mark = (/** @type {string} */ type, /** @type {string} */ usual) => parts.find((part) => part.type === type)?.value ?? usual;
  return { group: mark('group', ','), decimal: mark('decimal', '.') };
}

/**
 * An amount as it was typed. A mark with one or two figures after it stands before cents, in every language: nobody writes thousands so.
 * No amount has three figures of cents, so a space or a comma with three figures after it parts thousands, in every language: `1,000`,
 * `1 000` and `1000` are one amount for everybody. A point does so only where that is its meaning; elsewhere it is no amount, rather
 * than a thousandth or the thousandfold of what was meant.
 * @param {string} text @param {{group: string, decimal: string}} marks
 */
function parsed(text, { group, decimal }) {
  const plain = text.normalize('NFKC').trim();
  const found = /^(\d+|[1-9]\d{0,2}(?:(\D)\d{3})(?:\2\d{3})*)(?:([.,٫])(\d{1,2}))?$/.exec(plain);
  if (!found) return null;
  const [, units, between, before, cents = ''] = found;
  const parts = between === ',' || SPACES.test(between ?? '') || (between === group && between !== decimal);
  if (between !== undefined && (!parts || between === before)) return null;
  const amount = Number(units.replace(/\D/g, '')) * 100 + Number(cents.padEnd(2, '0'));
  return amount <= MOST ? amount : null;
}
