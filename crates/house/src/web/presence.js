// Is somebody there? What a page asks by itself keeps no session awake.

/** For how long after a touch or a key whatever a page asks is taken as asked by somebody, in milliseconds. */
export const THERE = 10_000;

let last = -Infinity;

/** Was somebody seen a moment ago? @param {number} [now] */
export const isAttended = (now = performance.now()) => now - last <= THERE;

/** Somebody is seen. What a script does to a page is nobody. @param {{isTrusted: boolean}} event @param {number} [now] */
export function sees(event, now = performance.now()) {
  if (event.isTrusted) last = now;
}

for (const sign of ['pointerdown', 'keydown', 'click']) {
  globalThis.addEventListener?.(sign, (event) => sees(event), { capture: true, passive: true });
}
