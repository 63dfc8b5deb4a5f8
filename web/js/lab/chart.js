/** What best play does with the 169 starting hands: thirteen rows, thirteen columns. */

import { fill, h } from '../dom.js';
import { words } from '../words.js';
import { exact, signedAntes } from './figures.js';

/**
 * @typedef {import('../types.js').Solution} Solution
 * @typedef {import('../types.js').Start} Start
 */

const said = words.lab;
const RANKS = [...'AKQJT98765432'];

/** The hand that is looked at, also after an edit. */
let looked = 'AKs';

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
  const grid = h('div', { class: 'lab-grid', role: 'grid', 'aria-label': said.grid });
  const look = (/** @type {Start} */ start) => {
    looked = start.hand;
    for (const each of grid.querySelectorAll('[tabindex="0"]')) each.setAttribute('tabindex', '-1');
    grid.querySelector(`[data-hand="${start.hand}"]`)?.setAttribute('tabindex', '0');
    fill(detail, handValues(start, raises, others.get(start.hand)));
  };
  let differ = false;
  const cell = (/** @type {Start} */ start) => {
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
        'aria-label': said.cell(start.hand, actionName(start.best), signedAntes(start[start.best].value)),
        onmouseenter: () => look(start),
        onfocus: () => look(start),
      },
      start.hand,
    );
  };
  for (const row of rows(starts)) grid.append(h('div', { role: 'row' }, row.map(cell)));
  grid.addEventListener('keydown', (event) => move(event, grid));
  look(starts.get(looked) ?? solution.preflop[0]);
  return h(
    'section',
    { class: 'lab-chart' },
    h('h2', {}, said.chart(game)),
    h('p', { class: 'quiet' }, said.chartLead, differ && ` ${said.differs}`),
    h('div', { class: 'lab-chart-body' }, grid, h('div', {}, legend(solution, raises), detail)),
  );
}

/** @param {Map<string, Start>} starts */
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

/** "4x" and "7/2x" in numbers. @param {string} raise */
function times(raise) {
  const [above, below = '1'] = raise.slice(0, -1).split('/');
  return Number(above) / Number(below);
}

/** The raises that are possible, the largest first. @param {Start} start */
const raisesOf = (start) =>
  Object.keys(start)
    .filter((key) => key.endsWith('x'))
    .sort((one, other) => times(other) - times(one));

/** The first raise is gold, the next ones are green. @param {string} best @param {string[]} raises */
const tone = (best, raises) => (best === 'check' ? 'check' : raises.indexOf(best) === 0 ? 'most' : 'less');

const actionName = (/** @type {string} */ action) => (action === 'check' ? said.check : said.raise(action));

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
      h('span', { class: 'quiet' }, said.combos(hands.length, combos)),
    );
  };
  return h('ul', { class: 'lab-legend' }, [...raises, 'check'].map(row));
}

/**
 * What each action with a hand is worth.
 * @param {Start} start
 * @param {string[]} raises
 * @param {Start | undefined} other
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
    h('p', { class: 'lab-hand-name' }, start.hand.slice(0, 2), ' ', h('small', {}, said.kinds[kind])),
    h('p', { class: 'quiet' }, said.combosOf(start.combos)),
    h('table', {}, h('tbody', {}, [...raises, 'check'].map(row))),
    other && other.best !== start.best && h('p', {}, `${said.game(0)}: ${actionName(other.best)}`),
  ];
}
