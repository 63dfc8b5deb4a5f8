/** The figures of solved games: large, exact on demand, and side by side. */

import { texts } from '../text/text.js';
import { button, fill, h } from '../ui/dom.js';
import { edgeOf, headline, percent } from './state/headline.js';

/**
 * @typedef {import('../protocol.gen.js').Solution} Solution
 * @typedef {import('../protocol.gen.js').Exact} Exact
 * @typedef {[string, import('../ui/dom.js').Child]} Row
 * @typedef {{title: string, active: boolean, solution: Solution | null, failure: string | null, busy: boolean}} Shown
 */

const labels = texts.lab;

const signedPercent = (/** @type {number} */ share) => `${share > 0 ? '+' : ''}${percent(share)}`;

/** Whether a round is played with that bonus wager. @param {Solution} solution @param {'trips' | 'bad_beat'} name */
const wagered = ({ game }, name) => game.mix[name] !== '0';

/**
 * A number that shows its exact fraction when it is pointed at or pressed.
 * @param {string} shown
 * @param {string} exactly
 */
export function exact(shown, exactly) {
  return h(
    'button',
    {
      type: 'button',
      class: 'exact',
      'data-exact': `= ${exactly}`,
      'aria-label': `${shown}. ${labels.exactly(exactly)}`,
    },
    shown,
  );
}

/** A card for each game; pressing its name selects it. */
export class Cards {
  element = h('div', { class: 'lab-cards' });
  #acts;

  /** @param {{choose: (index: number) => void, remove: (index: number) => void, add: () => void}} acts */
  constructor(acts) {
    this.#acts = acts;
  }

  /** @param {{games: Shown[]}} props */
  update({ games }) {
    const edges = games.map(({ solution }) => (solution ? headline(solution).edge.value : Infinity));
    const least = Math.min(...edges);
    const differ = new Set(edges).size > 1;
    fill(
      this.element,
      games.map((game, index) => this.#card(game, index, games.length, differ && edges[index] === least)),
      games.length < 3
        && h('button', { type: 'button', class: 'lab-add', onclick: this.#acts.add }, h('b', {}, '+'), labels.add,
          h('small', {}, labels.addLead)),
    );
  }

  /**
   * @param {Shown} game
   * @param {number} index
   * @param {number} count
   * @param {boolean} isBest
   */
  #card(game, index, count, isBest) {
    const name = labels.game(index);
    const choose = {
      type: 'button',
      class: 'lab-name',
      'aria-pressed': String(game.active),
      title: labels.edit(name),
      onclick: () => this.#acts.choose(index),
    };
    const remove = () => this.#acts.remove(index);
    return h(
      'section',
      {
        class: 'lab-card',
        'aria-label': name,
        'aria-busy': game.busy && 'true',
        'data-active': game.active && count > 1,
      },
      h(
        'header',
        {},
        h('button', choose, h('i', {}, labels.letter(index)), game.title),
        count > 1 && button('×', remove, { class: 'close', 'aria-label': labels.remove(name) }),
      ),
      game.failure
        ? h('p', { class: 'lab-failure', role: 'alert' }, game.failure)
        : game.solution
          ? keyFigures(game.solution, isBest)
          : h('p', { class: 'quiet' }, labels.busy),
    );
  }
}

/**
 * @param {Solution} solution
 * @param {boolean} best
 */
function keyFigures(solution, best) {
  const { base, round } = solution;
  const { edge, risk, wager } = headline(solution);
  const mixed = wagered(solution, 'trips') || wagered(solution, 'bad_beat');
  const share = (/** @type {Exact} */ one) => exact(percent(one.value), one.exact);
  const bonus = (/** @type {'trips' | 'bad_beat'} */ name) => share(edgeOf(solution[name].exact));
  /** @type {Row[]} */
  const rows = [
    [labels.risk, share(risk)],
    [
      wagered(solution, 'bad_beat') ? labels.deviationWithoutBadBeat : labels.deviation,
      labels.antes(round.standard_deviation),
    ],
    [labels.wager, exact(labels.antes(wager.value), wager.exact)],
  ];
  /** @type {Row[]} */
  const parts = [
    [labels.base, share(edgeOf(base.exact))],
    [texts.wager('trips'), bonus('trips')],
    [texts.wager('bad_beat'), bonus('bad_beat')],
  ];
  const list = (/** @type {Row[]} */ all) =>
    h('dl', {}, all.map(([name, shown]) => h('div', {}, h('dt', {}, name), h('dd', {}, shown))));
  return h(
    'div',
    { class: 'lab-figures' },
    h('p', { class: 'lab-edge-name' }, labels.edge, ' ', h('span', {}, mixed ? labels.edgeOfAll : labels.edgeOf)),
    h('p', { class: 'lab-edge', 'data-tone': best && 'good' }, share(edge)),
    list(rows),
    h('p', { class: 'lab-parts' }, labels.parts),
    list(mixed ? parts : parts.slice(1)),
  );
}

/** All wagers of all games, side by side. */
export class Comparison {
  #table = h('table');

  constructor() {
    const lead = h('p', { class: 'quiet' }, labels.wagersLead);
    this.element = h('section', { class: 'lab-wagers' }, h('h2', {}, labels.wagers), lead, this.#table);
  }

  /** @param {{games: Shown[]}} props */
  update({ games }) {
    const solved = games.map(({ solution }) => solution);
    const heading = (/** @type {string} */ text) =>
      h('tr', { class: 'lab-heading' }, h('th', { scope: 'rowgroup', colspan: games.length + 1 }, text));
    this.#table.dataset.games = String(games.length);
    fill(
      this.#table,
      games.length > 1 && columnNames(games),
      h('tbody', {}, heading(labels.worth), worthRows(solved)),
      h('tbody', {}, heading(labels.round), roundRows(solved)),
      h('tbody', {}, heading(labels.actions), actionRows(solved)),
    );
  }
}

/** @param {Shown[]} games */
const columnNames = (games) =>
  h('thead', {}, h('tr', {}, h('td'),
    games.map((game, index) => h('th', { scope: 'col' }, `${labels.letter(index)} `, h('small', {}, game.title)))));

/**
 * @param {(Solution | null)[]} solved
 * @param {string} name
 * @param {(solution: Solution) => import('../ui/dom.js').Child[]} cell
 */
const row = (solved, name, cell) =>
  h('tr', {}, h('th', { scope: 'row' }, name), solved.map((each) => h('td', {}, each && cell(each))));

/** @param {(Solution | null)[]} solved */
function worthRows(solved) {
  const base = (/** @type {'ante' | 'blind' | 'play'} */ name) =>
    row(solved, texts.wager(name), ({ wagers }) => [exact(signedPercent(wagers[name].value), wagers[name].exact)]);
  const bonus = (/** @type {'trips' | 'bad_beat'} */ name) =>
    row(solved, texts.wager(name), (solution) => [
      exact(signedPercent(solution[name].value), solution[name].exact),
      h('small', {}, labels.wins(percent(solution[name].hit, 2))),
    ]);
  const mixed = solved.some((each) => each && each.mix.exact !== each.base.exact);
  return [
    base('ante'),
    base('blind'),
    base('play'),
    bonus('trips'),
    bonus('bad_beat'),
    mixed && row(solved, labels.together, ({ mix }) => [exact(signedPercent(mix.value), mix.exact)]),
  ];
}

/** @param {(Solution | null)[]} solved */
function roundRows(solved) {
  const share = (/** @type {'win' | 'push' | 'lose'} */ name) =>
    row(solved, labels[name], ({ round }) => [percent(round[name], 2)]);
  return [share('win'), share('push'), share('lose')];
}

/** @param {(Solution | null)[]} solved */
function actionRows(solved) {
  const times = (/** @type {string} */ name) => Number.parseFloat(name) || 0;
  const names = [...new Set(solved.flatMap((each) => Object.keys(each?.base.actions ?? {})))];
  names.sort((one, other) => times(other) - times(one));
  return names.map((name) =>
    row(solved, labels.action(name), ({ base: { actions, actions_exact: exactly } }) => [
      name in actions ? exact(percent(actions[name], 2), exactly[name]) : '–',
    ]),
  );
}
