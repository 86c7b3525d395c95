// Chips, drawn: a colour and a pattern of spots for each worth, and its figure, so that colour is never alone.

import { drawing, money } from './say.js';

/** Colours by worth: [from this amount on, body, spots, figure]. */
const COLOURS = /** @type {[number, string, string, string][]} */ ([
  [500000, '#6b3a1e', '#f3d9a4', '#fff7e3'],
  [100000, '#c9920e', '#3a2a05', '#1d1503'],
  [50000, '#5b2a86', '#f0dff9', '#ffffff'],
  [10000, '#1b1b1e', '#e4c878', '#f6e3ac'],
  [2500, '#12703f', '#f4ecd2', '#ffffff'],
  [500, '#b3162c', '#ffe9d8', '#ffffff'],
  [100, '#e9e4d6', '#1f4fa8', '#132036'],
  [0, '#7c8a93', '#f4f1e6', '#10181d'],
]);

/**
 * A short figure that fits on a chip: 50000 (of the smallest unit) is 500, 100000 is 1k, 50 is ½, 25 is ¼.
 * @param {number} worth
 */
function figure(worth) {
  if (worth === 50) return '½';
  if (worth === 25) return '¼';
  if (worth >= 100000 && worth % 10000 === 0) return `${worth / 100000}k`;
  return worth % 100 === 0 ? String(worth / 100) : money(worth);
}

/**
 * The drawing of a chip.
 * @param {number} worth
 */
export function chip(worth) {
  const [, body, spots, ink] = COLOURS.find(([from]) => worth >= from) ?? COLOURS[COLOURS.length - 1];
  const label = figure(worth);
  const size = label.length > 3 ? 24 : label.length > 2 ? 30 : 36;
  return drawing('svg', { viewBox: '0 0 100 100', class: 'chip', 'aria-hidden': 'true' },
    drawing('circle', { cx: 50, cy: 50, r: 48, fill: body }),
    drawing('circle', { cx: 50, cy: 50, r: 43, fill: 'none', stroke: spots, 'stroke-width': 10, 'stroke-dasharray': '15 18.77', 'stroke-dashoffset': 7.5 }),
    drawing('circle', { cx: 50, cy: 50, r: 36, fill: body }),
    drawing('circle', { cx: 50, cy: 50, r: 33.5, fill: 'none', stroke: spots, 'stroke-width': 1.6, 'stroke-dasharray': '2.4 3.2' }),
    drawing('circle', { cx: 50, cy: 50, r: 47.2, fill: 'none', stroke: '#000', 'stroke-opacity': 0.35, 'stroke-width': 1.6 }),
    drawing('text', { x: 50, y: 50 + size * 0.36, 'text-anchor': 'middle', 'font-size': size, fill: ink }, label));
}

/**
 * The fewest chips that make an amount, largest first.
 * @param {number} amount
 * @param {number[]} worths
 */
export function fewest(amount, worths) {
  const made = [];
  for (const worth of [...worths].sort((a, b) => b - a)) {
    while (amount >= worth && made.length < 40) {
      made.push(worth);
      amount -= worth;
    }
  }
  return made;
}

/**
 * A little stack for an amount: at most five chips are drawn.
 * @param {number} amount
 * @param {number[]} worths
 */
export function stack(amount, worths) {
  const chips = fewest(amount, worths).slice(0, 5).reverse();
  const pile = document.createElement('span');
  pile.className = 'pile';
  pile.setAttribute('aria-hidden', 'true');
  pile.append(...chips.map(chip));
  return pile;
}
