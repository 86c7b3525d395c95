// Who stands where, worked out from the view alone: no page, no connection.

/** @import { Schemas } from '../../web/types.js' */
/** @typedef {Schemas['ContestView']} ContestView */
/** @typedef {{rank: number | null, name: string, stack: number | null, table: number | null, seat: number | null, state: string}} Line */

/**
 * Everybody who has entered, the best first. While a session is on the chips decide; level players share a rank. Who is out stands
 * below, and has a rank only in official places.
 * @param {Pick<ContestView, 'places' | 'tables' | 'entrants' | 'begun'>} view
 * @returns {Line[]}
 */
export function standings({ places, tables, entrants, begun }) {
  if (places.length > 0) {
    return places.map(({ place, name, stack }) => ({ rank: place, name, stack, table: null, seat: null, state: 'placed' }));
  }
  const seated = tables.flatMap((table) => table.seats.map((seat) => ({ ...seat, table: table.number })));
  const playing = seated.filter((seat) => !seat.out).sort((a, b) => b.stack - a.stack || a.table - b.table || a.seat - b.seat);
  const rank = (/** @type {number} */ stack) => (begun ? 1 + playing.filter((other) => other.stack > stack).length : null);
  const lines = playing.map(({ name, stack, table, seat, absent, resting }) => (
    { rank: rank(stack), name, stack: begun ? stack : null, table, seat, state: absent ? 'absent' : resting ? 'resting' : 'in' }));
  const there = new Set(playing.map(({ name }) => name));
  const rest = entrants.filter(({ name }) => !there.has(name));
  const order = ['in', 'out', 'forfeited', 'disqualified', 'withdrawn'];
  rest.sort((a, b) => order.indexOf(a.standing) - order.indexOf(b.standing));
  // A player who is out of this session but not of the tournament is shown as out of it.
  const out = new Set(seated.filter((seat) => seat.out).map(({ name }) => name));
  return [...lines, ...rest.map(({ name, standing }) => (
    { rank: null, name, stack: null, table: null, seat: null, state: standing === 'in' && out.has(name) ? 'out' : standing }))];
}

/**
 * The seat that is to wager now: whose turn it is, or the next in order once that player has wagered, passed or handed in a form.
 * @param {Schemas['ContestTable']} table
 */
export function toWager({ coup }) {
  if (!coup || coup.called || coup.dealt || typeof coup.turn !== 'number') return null;
  const { turn } = coup;
  const served = coup.passes.includes(turn) || [...coup.bets, ...coup.forms].some(({ seat }) => seat === turn);
  return served ? (coup.turns[coup.turns.indexOf(turn) + 1] ?? null) : turn;
}

/**
 * Where a session stands in its length, and which limits are in force at a table and come next.
 * @param {Pick<ContestView, 'terms' | 'stages' | 'stage'>} view
 * @param {Schemas['ContestTable']} table
 * @param {number} now
 */
export function level({ terms, stages, stage }, table, now) {
  const [length, unit] = stages[stage]?.length ?? [0, 'coups'];
  const coup = table.coup?.number ?? table.coups + 1;
  const begun = table.until && unit === 'minutes' ? table.until - length * 60_000 : null;
  const minute = begun === null ? 0 : Math.floor((now - begun) / 60_000);
  const reached = (/** @type {Schemas['LevelView']} */ { from: [number, of] }) => number <= (of === 'coup' ? coup : minute);
  const at = Math.max(0, terms.levels.findLastIndex(reached));
  const next = terms.levels[at + 1] ?? null;
  const [least, most] = table.limits ?? [terms.levels[at]?.least ?? 0, terms.levels[at]?.most ?? 0];
  return { number: at + 1, of: terms.levels.length, least, most, next, coup, coups: unit === 'coups' ? length : null };
}

/** A part of a list, so many at a time; after the last it begins again. @template T @param {T[]} all @param {number} size @param {number} turn */
export function part(all, size, turn) {
  const parts = Math.max(1, Math.ceil(all.length / size));
  const at = turn % parts;
  return { shown: all.slice(at * size, (at + 1) * size), at: at + 1, parts };
}

/**
 * What a place wins: as awarded, or as it would be of the pool so far.
 * @param {Pick<ContestView, 'prizes' | 'terms'>} view
 * @returns {{place: number, name: string | null, money: number, share: number | null, goods: string[], paid: boolean}[]}
 */
export function prizes({ prizes: awarded, terms }) {
  if (awarded.length > 0) return awarded.map((prize) => ({ ...prize, share: null }));
  return terms.shares.map(({ place, share, money, goods }) => ({ place, name: null, money, share, goods, paid: false }));
}

/**
 * The SHA-256 by which a form is sealed, over the text that docs/tournaments.md describes.
 * @param {{tournament: string, coup: number, entrant: string, wager: string | null, amount: number | null, salt: string}} form
 */
export async function sealOf({ tournament, coup, entrant, wager, amount, salt }) {
  const text = new TextEncoder().encode(`croupier-form-1\n${tournament}\n${coup}\n${entrant}\n${wager ?? '-'}\n${amount ?? '-'}\n`);
  const bytes = Uint8Array.from(salt.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
  const whole = new Uint8Array(text.length + bytes.length);
  whole.set(text);
  whole.set(bytes, text.length);
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', whole));
  return Array.from(hash, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
