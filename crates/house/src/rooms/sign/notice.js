// What a notice of a table says, in the reader's language: the house writes its signs in a few fixed forms. What is in none of them, a change
// that was announced or the name of somebody, stays as it was written.

/** @typedef {(key: string, values?: Record<string, string>) => string} Say */

/** Forms of the house's signs, and the message of each with what goes into it. @type {[RegExp, string, string | null][]} */
const FORMS = [
  [/^any amount in chips$/, 'says-any-amount', null],
  [/^multiples of (.+)$/, 'says-multiples', 'unit'],
  [/^(\d+) seconds$/, 'says-seconds', 'seconds'],
  [/^differential (.+)$/, 'says-differential', 'most'],
  [/^at most (.+) on an area$/, 'says-area-most', 'most'],
  [/^clock$/, 'says-clock', null],
  [/^a copy of the rules$/, 'says-rules', null],
  [/^no-bet coup$/, 'says-no-bet', null],
];

/**
 * A notice in words. Parts are put together by `; ` or `, `; a part may begin with the option that it is about.
 * @param {string} text
 * @param {{say: Say, method: (id: string) => string | null, option: (id: string) => string | null}} words
 */
export function noticeText(text, { say, method, option }) {
  const part = (/** @type {string} */ one) => {
    for (const [form, key, name] of FORMS) {
      const found = form.exec(one);
      if (found) return say(key, name ? { [name]: found[1] } : {});
    }
    return null;
  };
  const whole = (/** @type {string} */ one) => {
    const [, id, rest] = /^([\w-]+): (.+)$/.exec(one) ?? [];
    const named = id === undefined ? null : option(id);
    if (named !== null && rest !== undefined) return `${named}: ${part(rest) ?? rest}`;
    const [, restricted] = /^([\w-]+) only with a main wager$/.exec(one) ?? [];
    const confined = restricted === undefined ? null : option(restricted);
    if (confined !== null) return `${confined}: ${say('says-only-with-main')}`;
    return part(one) ?? method(one) ?? one;
  };
  return text.split('; ').map((piece) => piece.split(', ').map(whole).join(', ')).join('; ');
}
