/** The charts of a report: hold against theory, and turnover. */

import { dollars } from '../text/money.js';
import { reports as labels } from '../text/reports.js';
import { fill, h, s } from '../ui/dom.js';
import { runningTotals, ticks } from './state/report.js';

/** @typedef {import('./state/report.js').Point} Point */

/** Whole dollars, which is all that a chart can show. @param {number} cents */
const rough = (cents) => dollars(Math.round(cents / 100) * 100);

/**
 * Draws a chart as wide as its container, again when that changes.
 * @param {string} id
 * @param {(width: number) => SVGElement} picture
 */
function responsive(id, picture) {
  const at = h('div', { class: 'floor-chart', id });
  let drawn = 0;
  new ResizeObserver(() => {
    const width = Math.floor(at.clientWidth);
    if (!width || width === drawn) return;
    drawn = width;
    fill(at, picture(width));
  }).observe(at);
  return at;
}

const spoken = (/** @type {Point} */ { name, hold, expected, low, high }) =>
  labels.point(name, rough(hold), rough(expected), rough(low), rough(high));

/** @param {string} label @param {number} width @param {number} height @param {SVGElement[][]} parts */
const svg = (label, width, height, ...parts) =>
  s('svg', { viewBox: `0 0 ${width} ${height}`, width, height, role: 'img', 'aria-label': label }, ...parts);

/**
 * A line for each row: the band of theory, the expected hold, and the hold.
 * @param {Point[]} points
 */
export function holdChart(points) {
  return responsive('hold-chart', (width) => {
    const [row, above, below, side] = [46, 4, 26, 10];
    const marks = ticks(Math.min(0, ...points.flatMap(({ low, hold }) => [low, hold])),
      Math.max(0, ...points.flatMap(({ high, hold }) => [high, hold])), width / 110);
    const [from, to] = [marks[0], marks[marks.length - 1]];
    const x = (/** @type {number} */ cents) => side + ((cents - from) / (to - from)) * (width - 2 * side);
    const height = above + points.length * row + below;
    const grid = marks.map((mark) =>
      s('g', { class: mark === 0 ? 'zero' : 'grid' },
        s('line', { x1: x(mark), x2: x(mark), y1: above, y2: height - below + 4 }),
        s('text', { x: x(mark), y: height - 6, 'text-anchor': anchor(x(mark), width) }, rough(mark))));
    const lines = points.map((point, index) => {
      const y = above + index * row + 30;
      return s('g', { class: 'held', 'data-tone': point.tone },
        s('title', {}, spoken(point)),
        s('text', { class: 'name', x: side, y: y - 14 }, point.name),
        s('rect', { class: 'band', x: x(point.low), y: y - 8, width: Math.max(2, x(point.high) - x(point.low)),
          height: 16, rx: 4 }),
        s('line', { class: 'expected', x1: x(point.expected), x2: x(point.expected), y1: y - 8, y2: y + 8 }),
        s('circle', { cx: x(point.hold), cy: y, r: 5.5 }));
    });
    return svg(points.map(spoken).join('. '), width, height, grid, lines);
  });
}

/** Labels at the edges stay inside. @param {number} x @param {number} width */
const anchor = (x, width) => (x < 24 ? 'start' : x > width - 24 ? 'end' : 'middle');

/**
 * The running total of the hold, in its band.
 * @param {Point[]} points
 */
export function runningChart(points) {
  const sums = runningTotals(points);
  const all = [{ ...sums[0], name: '', hold: 0, expected: 0, low: 0, high: 0 }, ...sums];
  return responsive('running-chart', (width) => {
    const [height, above, below, left, right] = [260, 10, 28, 64, 10];
    const marks = ticks(Math.min(...all.flatMap(({ low, hold }) => [low, hold])),
      Math.max(...all.flatMap(({ high, hold }) => [high, hold])), 5);
    const [from, to] = [marks[0], marks[marks.length - 1]];
    const x = (/** @type {number} */ at) => left + (at / (all.length - 1)) * (width - left - right);
    const y = (/** @type {number} */ cents) => above + ((to - cents) / (to - from)) * (height - above - below);
    const line = (/** @type {(point: Point) => number} */ of) =>
      all.map((point, at) => `${x(at).toFixed(1)},${y(of(point)).toFixed(1)}`);
    const band = [...line(({ high }) => high), ...line(({ low }) => low).reverse()];
    const dots = all.slice(1).map((point, at) =>
      s('circle', { class: 'running', cx: x(at + 1), cy: y(point.hold), r: all.length > 60 ? 2 : 4 },
        s('title', {}, spoken(point))));
    return svg(spoken({ ...sums[sums.length - 1] }), width, height,
      levels(marks, y, left, width - right),
      names(all.map(({ name }) => name), x, width, height),
      [s('polygon', { class: 'band', points: band.join(' ') }),
        s('polyline', { class: 'expected', points: line((point) => point.expected).join(' ') }),
        s('polyline', { class: 'running', points: line((point) => point.hold).join(' ') })],
      dots);
  });
}

/**
 * The turnover of each day.
 * @param {Point[]} points
 */
export function turnoverChart(points) {
  return responsive('turnover-chart', (width) => {
    const [height, above, below, left] = [220, 10, 28, 64];
    const marks = ticks(0, Math.max(...points.map(({ main, bonus }) => main + bonus)), 4);
    const to = marks[marks.length - 1];
    const y = (/** @type {number} */ cents) => above + ((to - cents) / to) * (height - above - below);
    const each = (width - left) / points.length;
    const wide = Math.min(56, each * 0.7);
    const x = (/** @type {number} */ at) => left + (at + 0.5) * each;
    const bars = points.map(({ name, main, bonus }, at) => {
      const from = x(at) - wide / 2;
      return s('g', { class: 'turnover' },
        s('title', {}, labels.bar(name, rough(main + bonus))),
        s('rect', { class: 'main', x: from, width: wide, y: y(main), height: y(0) - y(main), rx: 2 }),
        s('rect', { class: 'bonus', x: from, width: wide, y: y(main + bonus), height: y(0) - y(bonus), rx: 2 }));
    });
    const label = points.map(({ name, main, bonus }) => labels.bar(name, rough(main + bonus))).join(', ');
    return svg(label, width, height, levels(marks, y, left, width), bars,
      names(points.map(({ name }) => name), x, width, height));
  });
}

/**
 * @param {number[]} marks
 * @param {(cents: number) => number} y
 * @param {number} left
 * @param {number} right
 */
const levels = (marks, y, left, right) =>
  marks.map((mark) =>
    s('g', { class: mark === 0 ? 'zero' : 'grid' },
      s('line', { x1: left, x2: right, y1: y(mark), y2: y(mark) }),
      s('text', { x: left - 8, y: y(mark) + 4, 'text-anchor': 'end' }, rough(mark))));

/**
 * As many names on the axis as there is room for.
 * @param {string[]} all
 * @param {(at: number) => number} x
 * @param {number} width
 * @param {number} height
 */
function names(all, x, width, height) {
  const every = Math.max(1, Math.ceil(all.length / Math.max(1, (width - 64) / 120)));
  return all.map((name, at) =>
    s('text', { class: 'name', x: x(at), y: height - 8, 'text-anchor': anchor(x(at), width - 16) },
      (all.length - 1 - at) % every ? '' : name));
}

/** The legend of a chart. @param {[string, string][]} marks */
export const legend = (marks) =>
  h('ul', { class: 'floor-legend' }, marks.map(([kind, label]) => h('li', {}, h('i', { 'data-kind': kind }), label)));
