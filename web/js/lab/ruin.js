/** The risk of ruin, hand by hand. */

import { engine } from '../app/context.js';
import { texts } from '../text/text.js';
import { h, s } from '../ui/dom.js';
import { StakesSection, figureList } from './section.js';
import { question } from './state/game.js';
import { percent } from './state/headline.js';

/** @typedef {import('../protocol.gen.js').RuinResult} RuinResult */

const labels = texts.lab.ruin;
/** Narrow enough that letters keep their size. */
const WIDTH = matchMedia('(max-width: 760px)').matches ? 340 : 680;
const HEIGHT = 240;
const LEFT = 52;
const BELOW = 28;
const ABOVE = 12;

export class RuinSection extends StakesSection {
  /** @param {import('./section.js').Staked} staked */
  constructor(staked) {
    super({ ...staked, id: 'lab-ruin', labels, fields: ['bankroll', 'hands'], answer });
  }
}

/**
 * @param {import('./state/game.js').Game} game
 * @param {import('./state/stakes.js').Stakes} stakes
 */
async function answer(game, stakes) {
  const hands = Number(stakes.hands);
  if (!Number.isInteger(hands) || hands < 1) throw new Error(labels.whole);
  const ruin = await engine.ruin({ game: question(game), bankroll: stakes.bankroll, hands });
  return { shown: result(ruin, game.badBeatWager), announced: labels.says(percent(ruin.ruin ?? 0, 2)) };
}

/**
 * @param {RuinResult} ruin
 * @param {string} badBeat
 */
function result(ruin, badBeat) {
  /** @type {[string, string][]} */
  const rows = [
    [labels.ahead, percent(ruin.ahead, 2)],
    [labels.middle, labels.antes(ruin.left[50])],
    [labels.range, labels.between(ruin.left[5], ruin.left[95])],
    [labels.needed, labels.antes(ruin.needed.value)],
  ];
  return h(
    'div',
    {},
    h(
      'div',
      { class: 'lab-answer' },
      h('p', { class: 'lab-big' },
        h('b', { id: 'lab-ruin-chance', 'data-value': ruin.ruin }, percent(ruin.ruin ?? 0, 2)),
        ' ', labels.chance(ruin.hands ?? 0)),
      figureList(rows),
    ),
    curve(ruin),
    h('p', { class: 'quiet' }, labels.how, ruin.doubt > 1e-9 && ` ${labels.doubt(ruin.doubt)}`,
      Number.parseFloat(badBeat) > 0 && ` ${labels.withoutBadBeat}`),
  );
}

/** The top of the scale: the next round number. @param {number} share */
const ceiling = (share) => [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5].find((each) => share <= each) ?? 1;

/** @param {RuinResult} ruin */
function curve({ chances, ...asked }) {
  const [hands, ruin] = [asked.hands ?? 0, asked.ruin ?? 0];
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
      'aria-label': labels.curve(percent(ruin, 2), hands) },
    grid.flat(),
    s('polygon', { points: `${x(0)},${y(0)} ${line} ${x(hands)},${y(0)}` }),
    s('polyline', { points: line }),
    marks,
  );
}
