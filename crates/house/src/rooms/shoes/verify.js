// Checks the public record of a shoe as docs/sealed-shoe.md defines it, in the reader's own browser: nothing is asked of the
// house but what it published. SHA-256 is the browser's; ChaCha20, shuffle and tree are written out here.

const ALGORITHM = 'croupier-shoe-1';
const RANKS = 'A23456789TJQK';
const SUITS = 'SHDC';
const text = new TextEncoder();

/** What does not hold: which step, and at which line of the record. */
export class DoesNotHold extends Error {
  /**
   * @param {string} step
   * @param {number} [line]
   */
  constructor(step, line) {
    super(step);
    this.step = step;
    this.line = line;
  }
}

/** The steps of a check, in their order. */
export const STEPS = ['order-of-lines', 'seal', 'openings', 'seed', 'cards'];

/** Can this browser check a shoe here? Only on a secure or local address does it lend its SHA-256. */
export function canCheck() {
  return globalThis.crypto?.subtle !== undefined;
}

/** @param {...Uint8Array} parts */
function joined(...parts) {
  const all = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

/** @param {...Uint8Array} parts */
async function sha256(...parts) {
  return new Uint8Array(await crypto.subtle.digest('SHA-256', /** @type {BufferSource} */ (joined(...parts))));
}

/** @param {Uint8Array} bytes */
function hex(bytes) {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** @param {unknown} written */
function bytes(written) {
  if (typeof written !== 'string' || !/^([0-9a-f]{2})*$/.test(written)) throw new DoesNotHold('order-of-lines');
  return Uint8Array.from(written.match(/../g) ?? [], (pair) => parseInt(pair, 16));
}

/**
 * The ChaCha20 key stream of RFC 8439, counter from 0.
 * @param {Uint8Array} key
 * @param {string} nonce twelve letters
 * @param {number} length
 */
function stream(key, nonce, length) {
  const words = (/** @type {Uint8Array} */ from) => {
    const view = new DataView(from.buffer, from.byteOffset, from.length);
    return Array.from({ length: from.length / 4 }, (_, i) => view.getUint32(4 * i, true));
  };
  const fixed = words(text.encode('expand 32-byte k'));
  const [keyed, nonced] = [words(key), words(text.encode(nonce))];
  const out = new Uint8Array(Math.ceil(length / 64) * 64);
  const view = new DataView(out.buffer);
  for (let block = 0; block * 64 < length; block++) {
    const start = [...fixed, ...keyed, block, ...nonced];
    const s = Uint32Array.from(start);
    const turn = (/** @type {number} */ w, /** @type {number} */ n) => (w << n) | (w >>> (32 - n));
    const quarter = (/** @type {number} */ a, /** @type {number} */ b, /** @type {number} */ c, /** @type {number} */ d) => {
      s[a] += s[b]; s[d] = turn(s[d] ^ s[a], 16);
      s[c] += s[d]; s[b] = turn(s[b] ^ s[c], 12);
      s[a] += s[b]; s[d] = turn(s[d] ^ s[a], 8);
      s[c] += s[d]; s[b] = turn(s[b] ^ s[c], 7);
    };
    for (let round = 0; round < 10; round++) {
      quarter(0, 4, 8, 12); quarter(1, 5, 9, 13); quarter(2, 6, 10, 14); quarter(3, 7, 11, 15);
      quarter(0, 5, 10, 15); quarter(1, 6, 11, 12); quarter(2, 7, 8, 13); quarter(3, 4, 9, 14);
    }
    s.forEach((word, i) => view.setUint32(64 * block + 4 * i, word + start[i], true));
  }
  return out;
}

/**
 * The cards in the order that a seed gives.
 * @param {Uint8Array} seed
 * @param {number} decks
 */
function orderOf(seed, decks) {
  const deck = [...RANKS].flatMap((rank) => [...SUITS].map((suit) => rank + suit));
  const cards = Array.from({ length: decks }, () => deck).flat();
  let drawn = stream(seed, 'shoe 1 order', 4096);
  let at = 0;
  const below = (/** @type {number} */ m) => {
    for (;;) {
      if (at + 2 > drawn.length) drawn = stream(seed, 'shoe 1 order', drawn.length * 2);
      const w = drawn[at] | (drawn[at + 1] << 8);
      at += 2;
      if (w < 65536 - (65536 % m)) return w % m;
    }
  };
  for (let i = cards.length - 1; i > 0; i--) {
    const j = below(i + 1);
    [cards[i], cards[j]] = [cards[j], cards[i]];
  }
  return cards;
}

/** @param {number} position @param {string} card @param {Uint8Array} salt */
function leafOf(position, card, salt) {
  const place = Uint8Array.of(position >> 8, position & 255);
  return sha256(Uint8Array.of(0), text.encode(ALGORITHM), place, text.encode(card), salt);
}

/** @param {Uint8Array} left @param {Uint8Array} right */
function above(left, right) {
  return sha256(Uint8Array.of(1), left, right);
}

/**
 * The root over hashes of leaves, RFC 6962 section 2.1.
 * @param {Uint8Array[]} leaves
 * @returns {Promise<Uint8Array>}
 */
async function rootOf(leaves) {
  if (leaves.length === 1) return leaves[0];
  let split = 1;
  while (split * 2 < leaves.length) split *= 2;
  const [left, right] = await Promise.all([rootOf(leaves.slice(0, split)), rootOf(leaves.slice(split))]);
  return above(left, right);
}

/**
 * Where a path leads from a leaf, RFC 6962 section 2.1.1; nothing if it has the wrong length.
 * @param {Uint8Array} leaf
 * @param {number} position
 * @param {number} size
 * @param {Uint8Array[]} path
 */
async function leadsTo(leaf, position, size, path) {
  let [hash, index, last] = [leaf, position, size - 1];
  for (const beside of path) {
    if (last === 0) return null;
    if (index % 2 === 1 || index === last) {
      hash = await above(beside, hash);
      while (index % 2 === 0 && index !== 0) {
        index = Math.floor(index / 2);
        last = Math.floor(last / 2);
      }
    } else {
      hash = await above(hash, beside);
    }
    index = Math.floor(index / 2);
    last = Math.floor(last / 2);
  }
  return last === 0 ? hash : null;
}

/**
 * The lines of a record, in the order that is due.
 * @param {string} record
 */
function read(record) {
  const lines = record.split('\n').filter((line) => line.trim() !== '').map((line, i) => {
    try {
      return JSON.parse(line);
    } catch {
      throw new DoesNotHold('order-of-lines', i + 1);
    }
  });
  const sealed = lines[0]?.sealed;
  if (!sealed?.of || sealed.of.algorithm !== ALGORITHM) throw new DoesNotHold('order-of-lines', 1);
  const revealed = lines[lines.length - 1]?.revealed;
  const middle = lines.slice(1, revealed ? -1 : undefined);
  if (middle.length > 0 && typeof middle[0].cut?.at !== 'number') throw new DoesNotHold('order-of-lines', 2);
  const out = middle.slice(1);
  out.forEach((line, drawn) => {
    if ((line.card ?? line.unseen)?.drawn !== drawn) throw new DoesNotHold('order-of-lines', drawn + 3);
  });
  return { sealed, revealed, cut: middle[0]?.cut.at ?? 0, out };
}

/**
 * Checks a record. A shoe in play can be checked as far as it goes: it has no reveal yet.
 * @param {string} record lines of JSON
 * @param {(step: string) => void} [passed] called after each step that holds
 * @returns {Promise<{table: string, number: number, seal: string, previous: string, shown: number, finished: boolean, because: string | undefined}>}
 */
export async function check(record, passed = () => {}) {
  const { sealed, revealed, cut, out } = read(record);
  const of = sealed.of;
  const size = of.decks * 52;
  passed('order-of-lines');

  const lines = [`${ALGORITHM} seal`, `book ${of.book}`, `table ${of.table}`, `number ${of.number}`, `decks ${of.decks}`,
    `previous ${of.previous}`, `seed-hash ${of.seed_hash}`, `root ${of.root}`];
  if (hex(await sha256(text.encode(lines.map((line) => `${line}\n`).join('')))) !== sealed.seal) throw new DoesNotHold('seal', 1);
  passed('seal');

  for (const [drawn, line] of out.entries()) {
    if (!line.card) continue;
    const { position, card, salt, path } = line.card;
    const leaf = await leafOf(position, card, bytes(salt));
    const root = await leadsTo(leaf, position, size, path.map(bytes));
    if (position !== (drawn + cut) % size || root === null || hex(root) !== of.root) throw new DoesNotHold('openings', drawn + 3);
  }
  passed('openings');

  if (revealed) {
    const seed = bytes(revealed.seed);
    if (hex(await sha256(text.encode(`${ALGORITHM} seed`), seed)) !== of.seed_hash) throw new DoesNotHold('seed', out.length + 3);
    const order = orderOf(seed, of.decks);
    const salts = stream(seed, 'shoe 1 salts', 32 * size);
    const leaves = await Promise.all(order.map((card, k) => leafOf(k, card, salts.slice(32 * k, 32 * k + 32))));
    if (hex(await rootOf(leaves)) !== of.root) throw new DoesNotHold('seed', out.length + 3);
    passed('seed');
    out.forEach((line, drawn) => {
      if (line.card && order[(drawn + cut) % size] !== line.card.card) throw new DoesNotHold('cards', drawn + 3);
    });
    passed('cards');
  }
  return {
    table: of.table, number: of.number, seal: sealed.seal, previous: of.previous,
    shown: out.filter((line) => line.card).length, finished: revealed !== undefined, because: revealed?.because,
  };
}
