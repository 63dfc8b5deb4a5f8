/** Best play of the 169 starting hands, as a grid of thirteen rows and columns. */

import { texts } from '../text/text.js';
import { fill, h } from '../ui/dom.js';
import { exact } from './figures.js';
import { fraction, valueOf } from '../state/fraction.js';
import { signedAntes } from './state/headline.js';

/**
 * @typedef {import('../protocol.gen.js').Solution} Solution
 * @typedef {import('../protocol.gen.js').StartingHand} StartingHand
 */

const labels = texts.lab;
const RANKS = [...'AKQJT98765432'];

export class Chart {
  /** The hand whose values are shown; it stays the same when the game is edited. */
  #selected = 'AKs';
  /** @type {Solution | null} */
  #solution = null;
  /** What the solution is compared with. @type {Solution | null} */
  #other = null;
  #title = h('h2');
  #lead = h('p', { class: 'quiet' });
  #grid = h('div', { class: 'lab-grid', role: 'grid', 'aria-label': labels.grid });
  #legend = h('div');
  #hand = h('div', { class: 'lab-hand', role: 'status' });

  constructor() {
    this.#grid.addEventListener('keydown', (event) => move(event, this.#grid));
    this.element = h(
      'section',
      { class: 'lab-chart' },
      this.#title,
      this.#lead,
      h('div', { class: 'lab-chart-body' }, this.#grid, h('div', {}, this.#legend, this.#hand)),
    );
  }

  /** @param {{name: string, solution: Solution, other: Solution | null}} props */
  update({ name, solution, other }) {
    this.#solution = solution;
    this.#other = other;
    const starts = new Map(solution.preflop.map((start) => [start.hand, start]));
    const before = new Map(other?.preflop.map((start) => [start.hand, start]));
    const differing = differences(solution, before);
    this.#title.textContent = labels.chart(name);
    fill(this.#lead, labels.chartLead, differing.size > 0 && ` ${labels.differs}`);
    const cell = (/** @type {StartingHand} */ start) => this.#cell(start, solution, differing.has(start.hand));
    fill(
      this.#grid,
      rows(starts).map((row) => h('div', { role: 'row' }, row.map(cell))),
    );
    fill(this.#legend, legend(solution, raisesOf(solution.preflop[0])));
    this.#select(starts.get(this.#selected) ?? solution.preflop[0]);
  }

  /**
   * @param {StartingHand} start
   * @param {Solution} solution
   * @param {boolean} differs
   */
  #cell(start, solution, differs) {
    return h(
      'div',
      {
        role: 'gridcell',
        tabindex: -1,
        class: differs && 'differs',
        'data-hand': start.hand,
        'data-tone': tone(start.best, raisesOf(solution.preflop[0])),
        'aria-label': labels.cell(start.hand, actionName(start.best), signedAntes(start[start.best].value)),
        onmouseenter: () => this.#select(start),
        onfocus: () => this.#select(start),
      },
      start.hand,
    );
  }

  /** Shows the values of a hand. @param {StartingHand} start */
  #select(start) {
    if (!this.#solution) return;
    this.#selected = start.hand;
    for (const each of this.#grid.querySelectorAll('[tabindex="0"]')) each.setAttribute('tabindex', '-1');
    this.#grid.querySelector(`[data-hand="${start.hand}"]`)?.setAttribute('tabindex', '0');
    const other = this.#other?.preflop.find((each) => each.hand === start.hand);
    fill(this.#hand, handValues(start, raisesOf(this.#solution.preflop[0]), other));
  }
}

/**
 * The hands that are played differently.
 * @param {Solution} solution
 * @param {Map<string, StartingHand>} before
 */
function differences(solution, before) {
  const raises = raisesOf(solution.preflop[0]);
  const differs = (/** @type {StartingHand} */ { hand, best }) => {
    const other = before.get(hand);
    return other !== undefined && tone(other.best, raisesOf(other)) !== tone(best, raises);
  };
  return new Set(solution.preflop.filter(differs).map(({ hand }) => hand));
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
