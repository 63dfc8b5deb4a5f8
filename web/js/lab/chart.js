/** Best play of the 169 starting hands, as a grid of thirteen rows and columns. */

import { texts } from '../text/text.js';
import { fill, h } from '../ui/dom.js';
import { exact } from './figures.js';
import { fraction, valueOf } from './state/fraction.js';
import { signedAntes } from './state/headline.js';

/**
 * @typedef {import('../protocol.gen.js').Solution} Solution
 * @typedef {import('../protocol.gen.js').StartingHand} StartingHand
 */

const labels = texts.lab;
const RANKS = [...'AKQJT98765432'];

/** The hand whose values are shown; it stays the same when the game is edited. */
let selected = 'AKs';

/**
 * @param {string} game
 * @param {Solution} solution
 * @param {Solution | null} other what to compare with
 */
export function chart(game, solution, other) {
  const starts = new Map(solution.preflop.map((start) => [start.hand, start]));
  const others = new Map(other?.preflop.map((start) => [start.hand, start]));
  const raises = raisesOf(solution.preflop[0]);
  const otherRaises = other ? raisesOf(other.preflop[0]) : [];
  const detail = h('div', { class: 'lab-hand', role: 'status' });
  const grid = h('div', { class: 'lab-grid', role: 'grid', 'aria-label': labels.grid });
  const look = (/** @type {StartingHand} */ start) => {
    selected = start.hand;
    for (const each of grid.querySelectorAll('[tabindex="0"]')) each.setAttribute('tabindex', '-1');
    grid.querySelector(`[data-hand="${start.hand}"]`)?.setAttribute('tabindex', '0');
    fill(detail, handValues(start, raises, others.get(start.hand)));
  };
  let differ = false;
  const cell = (/** @type {StartingHand} */ start) => {
    const before = others.get(start.hand);
    const differs = before !== undefined && tone(before.best, otherRaises) !== tone(start.best, raises);
    differ ||= differs;
    return h(
      'div',
      {
        role: 'gridcell',
        tabindex: -1,
        class: differs && 'differs',
        'data-hand': start.hand,
        'data-tone': tone(start.best, raises),
        'aria-label': labels.cell(start.hand, actionName(start.best), signedAntes(start[start.best].value)),
        onmouseenter: () => look(start),
        onfocus: () => look(start),
      },
      start.hand,
    );
  };
  for (const row of rows(starts)) grid.append(h('div', { role: 'row' }, row.map(cell)));
  grid.addEventListener('keydown', (event) => move(event, grid));
  look(starts.get(selected) ?? solution.preflop[0]);
  return h(
    'section',
    { class: 'lab-chart' },
    h('h2', {}, labels.chart(game)),
    h('p', { class: 'quiet' }, labels.chartLead, differ && ` ${labels.differs}`),
    h('div', { class: 'lab-chart-body' }, grid, h('div', {}, legend(solution, raises), detail)),
  );
}

/** @param {Map<string, StartingHand>} starts */
function rows(starts) {
  const name = (/** @type {number} */ row, /** @type {number} */ column) => {
    const high = RANKS[Math.min(row, column)];
    const low = RANKS[Math.max(row, column)];
    return high + low + (row < column ? 's' : row > column ? 'o' : '');
  };
  const at = (/** @type {number} */ row) =>
    RANKS.map((_, column) => starts.get(name(row, column))).filter((start) => start !== undefined);
  return RANKS.map((_, row) => at(row));
}

/** "4x" and "7/2x" as numbers. @param {string} raise */
const times = (raise) => valueOf(fraction(raise.slice(0, -1)));

/** The raises of a game, largest first. @param {StartingHand} start */
const raisesOf = (start) =>
  Object.keys(start)
    .filter((key) => key.endsWith('x'))
    .sort((one, other) => times(other) - times(one));

/** The first raise is gold, the next ones are green. @param {string} best @param {string[]} raises */
const tone = (best, raises) => (best === 'check' ? 'check' : raises.indexOf(best) === 0 ? 'most' : 'less');

const actionName = (/** @type {string} */ action) => (action === 'check' ? labels.check : labels.raise(action));

/**
 * @param {KeyboardEvent} event
 * @param {HTMLElement} grid
 */
function move(event, grid) {
  const by = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: 13, ArrowUp: -13, Home: -168, End: 168 }[event.key];
  if (!by) return;
  event.preventDefault();
  const cells = /** @type {HTMLElement[]} */ ([...grid.querySelectorAll('[role="gridcell"]')]);
  const at = cells.findIndex((each) => each === document.activeElement);
  if (Math.abs(by) === 168) return cells[by < 0 ? 0 : 168]?.focus();
  cells[at + by]?.focus();
}

/**
 * @param {Solution} solution
 * @param {string[]} raises
 */
function legend(solution, raises) {
  const row = (/** @type {string} */ action) => {
    const hands = solution.preflop.filter((start) => start.best === action);
    const combos = hands.reduce((sum, start) => sum + start.combos, 0);
    return h(
      'li',
      {},
      h('i', { 'data-tone': tone(action, raises) }),
      h('b', {}, actionName(action)),
      h('span', { class: 'quiet' }, labels.combos(hands.length, combos)),
    );
  };
  return h('ul', { class: 'lab-legend' }, [...raises, 'check'].map(row));
}

/**
 * The value of each action with a hand.
 * @param {StartingHand} start
 * @param {string[]} raises
 * @param {StartingHand | undefined} other
 */
function handValues(start, raises, other) {
  const kind = start.hand.endsWith('s') ? 'suited' : start.hand.endsWith('o') ? 'offsuit' : 'pair';
  const row = (/** @type {string} */ action) =>
    h(
      'tr',
      { class: action === start.best && 'best' },
      h('th', { scope: 'row' }, actionName(action)),
      h('td', {}, exact(signedAntes(start[action].value), start[action].exact)),
    );
  return [
    h('p', { class: 'lab-hand-name' }, start.hand.slice(0, 2), ' ', h('small', {}, labels.kinds[kind])),
    h('p', { class: 'quiet' }, labels.combosOf(start.combos)),
    h('table', {}, h('tbody', {}, [...raises, 'check'].map(row))),
    other && other.best !== start.best && h('p', {}, `${labels.game(0)}: ${actionName(other.best)}`),
  ];
}
