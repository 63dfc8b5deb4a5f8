/** How likely a bankroll runs out, hand by hand. */

import { post } from '../api.js';
import { h, s } from '../dom.js';
import { words } from '../words.js';
import { question } from './game.js';
import { percent } from './figures.js';
import { stakeField, stakesSection } from './more.js';

/**
 * @typedef {{bankroll: import('../types.js').Exact, needed: import('../types.js').Exact, hands: number, ruin: number,
 *   doubt: number, ahead: number, left: Record<'5' | '50' | '95', number>, chances: [number, number][]}} Ruin
 */

const said = words.lab.ruin;
/** Narrow enough that letters keep their size. */
const WIDTH = matchMedia('(max-width: 760px)').matches ? 340 : 680;
const HEIGHT = 240;
const LEFT = 52;
const BELOW = 28;
const ABOVE = 12;

/**
 * @param {import('./more.js').Stakes} stakes
 * @param {() => void} changed
 */
export function ruinSection(stakes, changed) {
  const fields = (/** @type {() => void} */ edited) => [
    stakeField('lab-bankroll', said.bankroll, stakes, 'bankroll', edited),
    stakeField('lab-hands', said.hands, stakes, 'hands', edited),
  ];
  return stakesSection('lab-ruin', said, fields, changed, async (game) => {
    const hands = Number(stakes.hands);
    if (!Number.isInteger(hands) || hands < 1) throw new Error(said.whole);
    const body = { game: question(game), bankroll: stakes.bankroll, hands };
    const ruin = /** @type {Ruin} */ (await post('/api/ruin', body));
    return { shown: result(ruin, game.badBeatWager), told: said.says(percent(ruin.ruin, 2)) };
  });
}

/**
 * @param {Ruin} ruin
 * @param {string} badBeat
 */
function result(ruin, badBeat) {
  /** @type {[string, string][]} */
  const rows = [
    [said.ahead, percent(ruin.ahead, 2)],
    [said.middle, said.antes(ruin.left[50])],
    [said.range, said.between(ruin.left[5], ruin.left[95])],
    [said.needed, said.antes(ruin.needed.value)],
  ];
  return h(
    'div',
    {},
    h(
      'div',
      { class: 'lab-answer' },
      h('p', { class: 'lab-big' }, h('b', { id: 'lab-ruin-chance', 'data-value': ruin.ruin }, percent(ruin.ruin, 2)),
        ' ', said.chance(ruin.hands)),
      h('dl', {}, rows.map(([name, value]) => h('div', {}, h('dt', {}, name), h('dd', {}, value)))),
    ),
    curve(ruin),
    h('p', { class: 'quiet' }, said.how, ruin.doubt > 1e-9 && ` ${said.doubt(ruin.doubt)}`,
      Number.parseFloat(badBeat) > 0 && ` ${said.withoutBadBeat}`),
  );
}

/** A round number that is not below. @param {number} share */
const ceiling = (share) => [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5].find((each) => share <= each) ?? 1;

/** @param {Ruin} ruin */
function curve({ chances, hands, ruin }) {
  const most = ceiling(ruin);
  const x = (/** @type {number} */ hand) => LEFT + ((WIDTH - LEFT - 8) * hand) / hands;
  const y = (/** @type {number} */ share) => HEIGHT - BELOW - ((HEIGHT - ABOVE - BELOW) * share) / most;
  const line = chances.map(([hand, share]) => `${x(hand).toFixed(1)},${y(share).toFixed(1)}`).join(' ');
  const grid = [0, 0.5, 1].map((part) => [
    s('line', { x1: LEFT, x2: WIDTH - 8, y1: y(part * most), y2: y(part * most) }),
    s('text', { x: LEFT - 8, y: y(part * most) + 4, class: 'end' }, percent(part * most, most < 0.02 ? 2 : 0)),
  ]);
  const marks = [...new Set([0, Math.round(hands / 2), hands])].map((hand, index, all) =>
    s('text', { x: x(hand), y: HEIGHT - 8, class: index === all.length - 1 ? 'end' : index ? '' : 'start' },
      String(hand)));
  return s(
    'svg',
    { class: 'lab-curve', viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: 'img',
      'aria-label': said.curve(percent(ruin, 2), hands) },
    grid.flat(),
    s('polygon', { points: `${x(0)},${y(0)} ${line} ${x(hands)},${y(0)}` }),
    s('polyline', { points: line }),
    marks,
  );
}
