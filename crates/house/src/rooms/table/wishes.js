// What a player wishes on each wager, beside what the house says really lies there. Knows no page and no line: it says which acts make
// the one into the other, and which wishes came to nothing, so that none goes without a word.

/** @import { Act, WagerView, You } from '../../web/types.js' */

/** @typedef {Map<string, number>} Amounts how much on each wager, by its id */
/** @typedef {{wager: string, wanted: number, lies: number, why: 'late' | 'below-least' | 'line'}} Lost a wish that came to nothing */

/** How many steps can be undone. */
const STEPS = 50;

/** @param {Amounts} amounts */
export function sum(amounts) {
  return [...amounts.values()].reduce((all, amount) => all + amount, 0);
}

/** Twice as much of everything. @param {Amounts} amounts @returns {Amounts} */
export function doubled(amounts) {
  return new Map([...amounts].map(([wager, amount]) => [wager, 2 * amount]));
}

/**
 * The limits of a wager as they hold for one patron: those of the table, or on main wagers what was kept or given to that patron.
 * @param {Pick<WagerView, 'class' | 'limits'>} wager @param {Pick<You, 'main_limits'> | null} you
 */
export function limitsFor(wager, you) {
  return wager.class === 'main' && you?.main_limits ? you.main_limits : wager.limits;
}

/** Only what is bet on. @param {Amounts} amounts @returns {Amounts} */
function some(amounts) {
  return new Map([...amounts].filter(([, amount]) => amount > 0));
}

/** The wishes for one coup. */
export class Wishes {
  /** @type {Amounts} */
  wanted = new Map();
  /** The coup they are meant for; nothing while betting is closed. @type {number | null} */
  coup = null;
  /** Wishes before each change. @type {Amounts[]} */
  #earlier = [];
  /** What lay there in that coup, as far as it was told. @type {Amounts} */
  #lay = new Map();
  /** The wager whose act is on its way, what it asks for, and the coup for which it was sent. @type {{wager: string, amount: number, coup: number | null} | null} */
  #sent = null;

  /** Wishes something else from now on. @param {Amounts} amounts */
  want(amounts) {
    this.#earlier = [...this.#earlier, this.wanted].slice(-STEPS);
    this.wanted = some(amounts);
  }

  /** Is there a step to undo? */
  get undoable() {
    return this.#earlier.length > 0;
  }

  /** Goes back to the wishes before the last change; whether there were any. */
  undo() {
    const earlier = this.#earlier.pop();
    if (earlier) this.wanted = earlier;
    return earlier !== undefined;
  }

  /**
   * The acts that make what lies there into what is wished; what is taken back goes before what is put down, and what is still less than
   * the least is kept back.
   * @param {Amounts} lies @param {Pick<WagerView, 'id' | 'limits'>[]} wagers @param {number} box
   * @returns {Extract<Act, {act: 'place' | 'change' | 'withdraw'}>[]}
   */
  difference(lies, wagers, box) {
    /** @type {Extract<Act, {act: 'place' | 'change' | 'withdraw'}>[]} */
    const acts = [];
    for (const { id, limits } of wagers) {
      const [wanted, is] = [this.wanted.get(id) ?? 0, lies.get(id) ?? 0];
      if (wanted === is || (wanted > 0 && wanted < limits.least)) continue;
      if (wanted === 0) acts.unshift({ act: 'withdraw', box, wager: id });
      else if (is === 0) acts.push({ act: 'place', box, wager: id, amount: wanted, kind: 'chips' });
      else acts.push({ act: 'change', box, wager: id, amount: wanted });
    }
    return acts;
  }

  /** An act that asks for this amount is on its way: until its answer has come nobody knows what becomes of it. @param {string} wager @param {number} amount */
  sent(wager, amount) {
    this.#sent = { wager, amount, coup: this.coup };
  }

  /** The answer has come. */
  answered() {
    this.#sent = null;
  }

  /** Is an act on this wager on its way, for the coup that is on? An answer that never came for another coup says nothing of this one. @param {string} [wager] */
  #isSent(wager = this.#sent?.wager) {
    return this.#sent !== null && this.#sent.wager === wager && this.#sent.coup === this.coup;
  }

  /** The house took an act: it lies there before the feed says so. @param {string} wager @param {number} amount */
  took(wager, amount) {
    this.#lay = some(new Map(this.#lay).set(wager, amount));
  }

  /** The house refused an act: what lies there is wished again. @param {string} wager @param {number} lies */
  refused(wager, lies) {
    this.wanted = some(new Map(this.wanted).set(wager, lies));
    this.#earlier = [];
  }

  /**
   * Takes in how the table stands. Wishes are for one coup: when betting on it ends, or another coup is on, what did not get there is
   * given back as lost, and the wishes are what lies there.
   * @param {{open: boolean, coup: number, lies: Amounts, settled: {coup: number, wager: string, staked: number}[], waiting: boolean,
   *   wagers: Pick<WagerView, 'id' | 'limits'>[]}} now `waiting` while taps are being gathered
   * @returns {Lost[]}
   */
  follow({ open, coup, lies, settled, waiting, wagers }) {
    if (open && coup === this.coup) {
      this.#lay = lies;
      if (!waiting && !this.#isSent()) this.wanted = new Map([...lies, ...this.#short(wagers)]);
      return [];
    }
    const paid = settled.filter((one) => one.coup === this.coup).map((one) => /** @type {const} */ ([one.wager, one.staked]));
    const lay = new Map([...this.#lay, ...paid, ...(coup === this.coup ? lies : [])]);
    const lost = this.coup === null ? [] : this.#lost('late', lay, wagers);
    this.#begin(open ? coup : null, lies);
    return lost;
  }

  /**
   * The line is gone: what had not got there will not, and is given back.
   * @param {Amounts} lies @param {Pick<WagerView, 'id' | 'limits'>[]} wagers
   */
  cut(lies, wagers) {
    const lost = this.#lost('line', lies, wagers);
    this.#begin(this.coup, lies);
    return lost;
  }

  /**
   * Turns from one box to another, on which this lies; to be asked once nothing is left to be sent. What was too little to be is given back.
   * @param {Amounts} from @param {Amounts} to @param {Pick<WagerView, 'id' | 'limits'>[]} wagers
   */
  turn(from, to, wagers) {
    const lost = this.#lost('late', from, wagers);
    this.#begin(this.coup, to);
    return lost;
  }

  /** @param {number | null} coup @param {Amounts} lies */
  #begin(coup, lies) {
    this.coup = coup;
    this.wanted = some(lies);
    this.#lay = lies;
    this.#earlier = [];
  }

  /** What is wished and still too little to be sent. @param {Pick<WagerView, 'id' | 'limits'>[]} wagers */
  #short(wagers) {
    return [...this.wanted].filter(([id, amount]) => amount < (wagers.find((wager) => wager.id === id)?.limits.least ?? 0));
  }

  /**
   * What was wished and lay there neither before nor now: a stake that was taken and then cut down by the book is not lost. Of what is on
   * its way the answer tells, and until then it counts as lying there; what was wished after it had been sent never left.
   * @param {'late' | 'line'} why @param {Amounts} now @param {Pick<WagerView, 'id' | 'limits'>[]} wagers @returns {Lost[]}
   */
  #lost(why, now, wagers) {
    const short = new Set(this.#short(wagers).map(([id]) => id));
    const ids = [...new Set([...this.wanted.keys(), ...now.keys(), ...(this.#sent && this.#isSent() ? [this.#sent.wager] : [])])];
    const lying = (/** @type {string} */ id) => (this.#sent && this.#isSent(id) ? this.#sent.amount : (now.get(id) ?? 0));
    return ids.map((wager) => ({ wager, wanted: this.wanted.get(wager) ?? 0, lies: lying(wager), why: short.has(wager) ? /** @type {const} */ ('below-least') : why }))
      .filter(({ wager, wanted, lies }) => wanted !== lies && (this.#isSent(wager) || wanted !== (this.#lay.get(wager) ?? 0)));
  }
}
