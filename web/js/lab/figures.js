/** Numbers of a solved game: large, exact to the last digit for whoever points at them, and side by side. */

import { button, fill, h } from '../dom.js';
import { words } from '../words.js';
import { fraction, negative, ratio, sum, text, value } from './fraction.js';

/**
 * @typedef {import('../types.js').Solution} Solution
 * @typedef {import('../types.js').Exact} Exact
 * @typedef {[string, import('../dom.js').Child]} Row
 * @typedef {{title: string, active: boolean, solution: Solution | null, failure: string | null, busy: boolean}} Shown
 */

const said = words.lab;

export const percent = (/** @type {number} */ share, digits = 4) =>
  `${(100 * share).toFixed(digits)}%`.replace(/^-(?=0\.?0*%$)/, '').replace('-', '−');
const signedPercent = (/** @type {number} */ share) => `${share > 0 ? '+' : ''}${percent(share)}`;
export const signedAntes = (/** @type {number} */ antes) =>
  `${antes > 0 ? '+' : ''}${antes.toFixed(4)}`.replace('-', '−');

/** What the house wins is what the player loses. @param {string} exactly */
const edgeOf = (exactly) => known(negative(fraction(exactly)));

/** @param {import('./fraction.js').Fraction} one @returns {Exact} */
const known = (one) => ({ value: value(one), exact: text(one) });

/** Whether a round is played with that bonus wager. @param {Solution} solution @param {'trips' | 'bad_beat'} name */
const wagered = ({ game }, name) => game.mix[name] !== '0';

/**
 * The game as it is wagered: with the bonus wagers of the mix, if there are any.
 * @param {Solution} solution
 */
export function headline({ base, mix, game }) {
  const [trips, badBeat] = [fraction(game.mix.trips), fraction(game.mix.bad_beat)];
  const wager = sum(fraction(base.average_wager_exact), trips, badBeat);
  const edge = negative(fraction(mix.exact));
  return { edge: known(edge), risk: known(ratio(edge, wager)), wager: known(wager) };
}

/**
 * A number that tells the fraction it is.
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
      'aria-label': `${shown}. ${said.exactly(exactly)}`,
    },
    shown,
  );
}

/**
 * A card for each game; pressing one chooses it.
 * @param {HTMLElement} at
 * @param {Shown[]} games
 * @param {{choose: (index: number) => void, remove: (index: number) => void, add: () => void}} acts
 */
export function cards(at, games, acts) {
  const edges = games.map(({ solution }) => (solution ? headline(solution).edge.value : Infinity));
  const least = Math.min(...edges);
  const card = (/** @type {Shown} */ game, /** @type {number} */ index) =>
    h(
      'section',
      {
        class: 'lab-card',
        'aria-label': said.game(index),
        'aria-busy': game.busy && 'true',
        'data-active': game.active && games.length > 1,
      },
      h(
        'header',
        {},
        h(
          'button',
          { type: 'button', class: 'lab-name', 'aria-pressed': String(game.active), title: said.edit(said.game(index)),
            onclick: () => acts.choose(index) },
          h('i', {}, said.letter(index)),
          game.title,
        ),
        games.length > 1
          && button('×', () => acts.remove(index), { class: 'close', 'aria-label': said.remove(said.game(index)) }),
      ),
      game.failure
        ? h('p', { class: 'lab-failure', role: 'alert' }, game.failure)
        : game.solution
          ? keyFigures(game.solution, games.length > 1 && edges[index] === least && new Set(edges).size > 1)
          : h('p', { class: 'quiet' }, said.busy),
    );
  fill(
    at,
    games.map(card),
    games.length < 3
      && h('button', { type: 'button', class: 'lab-add', onclick: acts.add }, h('b', {}, '+'), said.add,
        h('small', {}, said.addLead)),
  );
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
    [said.risk, share(risk)],
    [wagered(solution, 'bad_beat') ? said.deviationWithoutBadBeat : said.deviation, said.antes(round.sd)],
    [said.wager, exact(said.antes(wager.value), wager.exact)],
  ];
  /** @type {Row[]} */
  const parts = [
    [said.base, share(edgeOf(base.exact))],
    [words.wager('trips'), bonus('trips')],
    [words.wager('bad_beat'), bonus('bad_beat')],
  ];
  const list = (/** @type {Row[]} */ all) =>
    h('dl', {}, all.map(([name, shown]) => h('div', {}, h('dt', {}, name), h('dd', {}, shown))));
  return h(
    'div',
    { class: 'lab-figures' },
    h('p', { class: 'lab-edge-name' }, said.edge, ' ', h('span', {}, mixed ? said.edgeOfAll : said.edgeOf)),
    h('p', { class: 'lab-edge', 'data-tone': best && 'good' }, share(edge)),
    list(rows),
    h('p', { class: 'lab-parts' }, said.parts),
    list(mixed ? parts : parts.slice(1)),
  );
}

/**
 * All wagers of all games, side by side.
 * @param {Shown[]} games
 */
export function comparison(games) {
  const solved = games.map(({ solution }) => solution);
  /** @type {(name: string, cell: (solution: Solution) => import('../dom.js').Child[]) => HTMLElement} */
  const row = (name, cell) =>
    h('tr', {}, h('th', { scope: 'row' }, name), solved.map((each) => h('td', {}, each && cell(each))));
  const base = (/** @type {'ante' | 'blind' | 'play'} */ name) =>
    row(words.wager(name), ({ wagers }) => [exact(signedPercent(wagers[name].value), wagers[name].exact)]);
  const bonus = (/** @type {'trips' | 'bad_beat'} */ name) =>
    row(words.wager(name), (solution) => [
      exact(signedPercent(solution[name].value), solution[name].exact),
      h('small', {}, said.wins(percent(solution[name].hit, 2))),
    ]);
  const share = (/** @type {'win' | 'push' | 'lose'} */ name) =>
    row(said[name], ({ round }) => [percent(round[name], 2)]);
  const mixed = solved.some((each) => each && each.mix.exact !== each.base.exact);
  const actions = [...new Set(solved.flatMap((each) => Object.keys(each?.base.actions ?? {})))];
  const times = (/** @type {string} */ name) => Number.parseFloat(name) || 0;
  actions.sort((one, other) => times(other) - times(one));
  const action = (/** @type {string} */ name) =>
    row(said.action(name), ({ base: { actions: own, actions_exact: exactly } }) => [
      name in own ? exact(percent(own[name], 2), exactly[name]) : '–',
    ]);
  const heading = (/** @type {string} */ text) =>
    h('tr', { class: 'lab-heading' }, h('th', { scope: 'rowgroup', colspan: games.length + 1 }, text));
  return h(
    'section',
    { class: 'lab-wagers' },
    h('h2', {}, said.wagers),
    h('p', { class: 'quiet' }, said.wagersLead),
    h(
      'table',
      { 'data-games': games.length },
      games.length > 1
        && h('thead', {}, h('tr', {}, h('td'),
          games.map((game, index) => h('th', { scope: 'col' }, `${said.letter(index)} `, h('small', {}, game.title))))),
      h('tbody', {}, heading(said.worth), base('ante'), base('blind'), base('play'), bonus('trips'), bonus('bad_beat'),
        mixed && row(said.together, ({ mix }) => [exact(signedPercent(mix.value), mix.exact)])),
      h('tbody', {}, heading(said.round), share('win'), share('push'), share('lose')),
      h('tbody', {}, heading(said.actions), actions.map(action)),
    ),
  );
}
