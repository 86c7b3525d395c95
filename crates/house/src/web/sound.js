// Short sounds made by the browser itself. Off until the reader wants them; the wish is remembered.

/** @typedef {'chip' | 'card' | 'open' | 'close' | 'win'} Sound */

/** Each sound as notes: pitch in hertz, when it begins and how long it lasts in seconds, and how loud. @type {Record<Sound, [number, number, number, number][]>} */
const NOTES = {
  chip: [[1900, 0, 0.05, 0.15], [2500, 0.03, 0.05, 0.1]],
  card: [[320, 0, 0.06, 0.2]],
  open: [[660, 0, 0.12, 0.12], [880, 0.12, 0.16, 0.12]],
  close: [[520, 0, 0.14, 0.12], [390, 0.14, 0.2, 0.12]],
  win: [[660, 0, 0.12, 0.14], [830, 0.12, 0.12, 0.14], [990, 0.24, 0.24, 0.14]],
};

/** @type {AudioContext | null} */
let context = null;

/** Are sounds wanted? */
export const isOn = () => localStorage.getItem('sound') === 'on';

/** Wants sounds, or no longer. @param {boolean} on */
export function turn(on) {
  localStorage.setItem('sound', on ? 'on' : 'off');
}

/**
 * The sound of what happened: some books open betting by an act of its own, others with the end of the coup before. Whoever bends cards up
 * hears no result before it is seen.
 * @param {string[]} facts @param {{opened: boolean, won: boolean, squeezes: boolean}} now
 * @returns {Sound | null}
 */
export function soundOf(facts, { opened, won, squeezes }) {
  if (squeezes) return null;
  if (facts.includes('all-settled') && won) return 'win';
  if (opened || facts.includes('betting-opened')) return 'open';
  if (facts.includes('card-dealt') || facts.includes('exposed')) return 'card';
  return facts.includes('betting-closed') ? 'close' : null;
}

/** @param {Sound} sound */
export function play(sound) {
  if (!isOn() || typeof AudioContext === 'undefined') return;
  context ??= new AudioContext();
  const { currentTime } = context;
  for (const [pitch, begins, lasts, loud] of NOTES[sound]) {
    const [tone, gain] = [context.createOscillator(), context.createGain()];
    tone.frequency.value = pitch;
    gain.gain.setValueAtTime(loud, currentTime + begins);
    gain.gain.exponentialRampToValueAtTime(0.001, currentTime + begins + lasts);
    tone.connect(gain).connect(context.destination);
    tone.start(currentTime + begins);
    tone.stop(currentTime + begins + lasts);
  }
}
