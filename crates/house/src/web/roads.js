// The five roads, drawn from the data that docs/roads.md describes. Nothing is told by colour alone: results carry
// letters; the derived roads show regular as round or rising, irregular as square or falling.

import { drawing, element, number, percent, say } from './say.js';

/** @import { Roads, Schemas } from './types.js' */

const CELL = 20;
const ROWS = 6;

/**
 * @typedef {{column: number, row: number}} Square
 * @typedef {{columns?: number, only?: string[], big?: boolean}} Wish how many columns to show at least, and which roads
 */

/**
 * A board of squares with drawings in them; it shows the newest columns if there are more than fit.
 * @param {string} name
 * @param {string} message what it shows, in words
 * @param {{at: Square, draw: Node[]}[]} marks
 * @param {number} columns
 * @param {number} cell
 */
function board(name, message, marks, columns, cell = CELL) {
  const last = marks.reduce((most, mark) => Math.max(most, mark.at.column), 0);
  const shown = Math.max(columns, 1);
  const first = Math.max(0, last - shown + (last >= shown ? 1 : 0));
  const [width, height] = [shown * cell, ROWS * cell];
  const lines = [];
  for (let c = 0; c <= shown; c++) lines.push(`M${c * cell} 0V${height}`);
  for (let r = 0; r <= ROWS; r++) lines.push(`M0 ${r * cell}H${width}`);
  return drawing('svg', { class: `road ${name}`, viewBox: `-0.5 -0.5 ${width + 1} ${height + 1}`, role: 'img', 'aria-label': message },
    drawing('path', { class: 'grid', d: lines.join('') }),
    ...marks.filter((mark) => mark.at.column > first).map((mark) =>
      drawing('g', { transform: `translate(${(mark.at.column - first - 0.5) * cell} ${(mark.at.row - 0.5) * cell}) scale(${cell / CELL})` }, ...mark.draw)));
}

/** @param {{player_pair: boolean, banker_pair: boolean}} result */
function dots(result) {
  return [
    result.banker_pair && drawing('circle', { class: 'banker', cx: -6.6, cy: -6.6, r: 2.9 }),
    result.player_pair && drawing('circle', { class: 'player', cx: 6.6, cy: 6.6, r: 2.9 }),
  ].filter(Boolean).map((dot) => /** @type {Node} */ (dot));
}

/** @param {string} winner */
function letter(winner, size = 10.5) {
  return drawing('text', { 'text-anchor': 'middle', y: size * 0.36, 'font-size': size }, say(`letter-${winner}`));
}

/** @param {Roads} roads @param {number} columns */
function beadPlate(roads, columns) {
  const marks = roads.bead_plate.map((bead) => ({
    at: bead.at,
    draw: [drawing('circle', { class: `bead ${bead.winner}`, r: 8.6 }),
      drawing('g', { class: 'on-bead' }, letter(bead.winner)), ...dots(bead)],
  }));
  const recent = roads.bead_plate.slice(-12).map((bead) => say(`side-${bead.winner}`)).join(', ');
  return board('bead-plate', say('road-bead-intro', { recent: recent || '–' }), marks, columns);
}

/** @param {Roads} roads @param {number} columns @param {number} [cell] */
export function bigRoad(roads, columns, cell) {
  const marks = roads.big_road.cells.map((win) => ({
    at: win.at,
    draw: [
      drawing('circle', { class: `ring ${win.side}`, r: 7.9 }),
      drawing('g', { class: `ink ${win.side}` }, letter(win.side, 9.5)),
      ...(win.ties > 0 ? [drawing('path', { class: 'tie-stroke', d: 'M-8 8L8 -8' })] : []),
      ...(win.ties > 1 ? [drawing('text', { class: 'tie-count', x: 5, y: -3, 'font-size': 7.5 }, String(win.ties))] : []),
      ...dots(win),
    ],
  }));
  if (roads.big_road.cells.length === 0 && roads.big_road.ties_before_first > 0) {
    marks.push({ at: { column: 1, row: 1 }, draw: [drawing('path', { class: 'tie-stroke', d: 'M-8 8L8 -8' })] });
  }
  const columnsTold = roads.big_road.columns.slice(-6)
    .map((streak) => say('streak-intro', { side: say(`side-${streak.of}`), length: streak.length })).join(', ');
  return board('big-road', say('road-big-intro', { streaks: columnsTold || '–' }), marks, columns, cell);
}

/** The shape of a mark of a derived road. @param {string} road @param {string} colour */
function derivedMark(road, colour) {
  const red = colour === 'red';
  if (road === 'cockroach_pig') return drawing('path', { class: `stroke ${colour}`, d: red ? 'M-6 6L6 -6' : 'M-6 -6L6 6' });
  const kind = road === 'small_road' ? 'solid' : 'hollow';
  return red
    ? drawing('circle', { class: `${kind} ${colour}`, r: 6.2 })
    : drawing('path', { class: `${kind} ${colour}`, d: 'M0 -7.2L7.2 0L0 7.2L-7.2 0Z' });
}

/** @typedef {'big_eye_boy' | 'small_road' | 'cockroach_pig'} DerivedName */

/** @param {Roads} roads @param {DerivedName} road @param {number} columns */
function derived(roads, road, columns) {
  const marks = roads[road].marks.map((mark) => ({ at: mark.at, draw: [derivedMark(road, mark.colour)] }));
  const recent = roads[road].marks.slice(-8).map((mark) => say(`mark-${mark.colour}`)).join(', ');
  return board(road.replace('_', '-'), say('road-derived-intro', { name: say(`road-${road}`), recent: recent || '–' }), marks, columns);
}

/** What each derived road would get next. @param {Roads} roads */
function ifNext(roads) {
  const line = (/** @type {'player' | 'banker'} */ side) => element('span', { class: `would-come ${side}` },
    element('b', {}, say(`side-${side}`)),
    ...(/** @type {DerivedName[]} */ (['big_eye_boy', 'small_road', 'cockroach_pig'])).map((road) => {
      const colour = roads.next[side][road];
      return drawing('svg', { viewBox: '-10 -10 20 20', role: 'img', 'aria-label': `${say(`road-${road}`)}: ${colour ? say(`mark-${colour}`) : say('mark-none')}` },
        colour ? derivedMark(road, colour) : drawing('path', { class: 'none', d: 'M-4 0H4' }));
    }));
  return element('p', { class: 'if-next' }, element('span', {}, say('if-next')), line('player'), line('banker'));
}

/**
 * All five roads.
 * @param {Roads} roads
 * @param {{big?: number, bead?: number, eye?: number, half?: number}} columns how many columns each shows
 */
export function allRoads(roads, columns = {}) {
  const titled = (/** @type {string} */ key, /** @type {Node} */ drawn) =>
    element('figure', { class: `road-box ${key}` }, element('figcaption', {}, say(`road-${key}`)), drawn);
  return element('div', { class: 'roads' },
    titled('bead_plate', beadPlate(roads, columns.bead ?? 12)),
    titled('big_road', bigRoad(roads, columns.big ?? 18)),
    titled('big_eye_boy', derived(roads, 'big_eye_boy', columns.eye ?? 18)),
    titled('small_road', derived(roads, 'small_road', columns.half ?? 9)),
    titled('cockroach_pig', derived(roads, 'cockroach_pig', columns.half ?? 9)),
    ifNext(roads));
}

/** How the shoe went so far. @param {Schemas['Counts']} counts */
export function statistics(counts) {
  const share = (/** @type {'player' | 'banker' | 'tie'} */ side) => {
    const n = counts.winners[side];
    return element('div', { class: `share ${side}` }, element('dt', {}, say(`side-${side}`)),
      element('dd', {}, element('b', {}, number(n)), ` ${percent(n, counts.total)}`));
  };
  const line = (/** @type {string} */ key, /** @type {number} */ n) =>
    element('div', {}, element('dt', {}, say(key)), element('dd', {}, number(n)));
  return element('dl', { class: 'counts' },
    share('player'), share('tie'), share('banker'),
    line('count-coups', counts.total), line('count-player-pairs', counts.pairs.player), line('count-banker-pairs', counts.pairs.banker),
    line('count-naturals', counts.naturals.player + counts.naturals.banker + counts.naturals.tie),
    line('count-longest-player', counts.longest_streak.player), line('count-longest-banker', counts.longest_streak.banker));
}
