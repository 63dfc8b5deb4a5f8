/** The player-dealer's side: what the bank wins, and what each collection schedule leaves of it. */

import { engine } from '../app/context.js';
import { dollars } from '../text/money.js';
import { texts } from '../text/text.js';
import { h, s } from '../ui/dom.js';
import { exact } from './figures.js';
import { StakesSection, figureList } from './section.js';
import { question } from './state/game.js';
import { percent } from './state/headline.js';

/**
 * @typedef {import('../protocol.gen.js').BankResult} BankResult
 * @typedef {import('../protocol.gen.js').BankSchedule} BankSchedule
 */

const labels = texts.lab.bank;
const WIDTH = 300;
const HEIGHT = 18;
/** Where the axis begins, in cents. */
const LEAST = 1_000;

export class BankSection extends StakesSection {
  /** @param {import('./section.js').Staked} staked */
  constructor(staked) {
    super({ ...staked, id: 'lab-bank', labels, fields: ['players', 'ante'], answer });
  }
}

/**
 * @param {import('./state/game.js').Game} game
 * @param {import('./state/stakes.js').Stakes} stakes
 */
async function answer(game, stakes) {
  const ante = Math.round(Number(stakes.ante) * 100);
  const players = Number(stakes.players);
  if (!Number.isInteger(players) || !(ante > 0)) throw new Error(labels.whole);
  return { shown: result(await engine.bankValue({ game: question(game), players, ante })), announced: '' };
}

/** An exact amount in cents, as dollars. @param {number} cents */
const money = (cents) => `${cents < 0 ? '−' : ''}$${(Math.abs(cents) / 100).toFixed(2)}`;

/** @param {BankResult} banked */
function result(banked) {
  /** @type {[string, import('../ui/dom.js').Child][]} */
  const rows = [
    [labels.action, dollars(banked.action)],
    [labels.gain, exact(labels.aRound(money(banked.gain.value)), `${banked.gain.exact} ${labels.cents}`)],
    [labels.rate, exact(percent(banked.rate.value), banked.rate.exact)],
  ];
  const most = Math.max(
    banked.action * 1.2,
    ...banked.schedules.map((each) => (each.covered_for_good_from?.value ?? 0) * 1.1),
    ...banked.schedules.flatMap((each) => each.brackets.map((bracket) => bracket.from * 1.2)),
    10_000,
  );
  return h(
    'div',
    {},
    figureList(rows, 'lab-answer lab-row'),
    h('p', { class: 'quiet' }, labels.plot(dollars(LEAST), dollars(Math.round(most / 100) * 100))),
    h('div', { class: 'lab-schedules' }, h('table', {},
      h('thead', {}, h('tr', {}, [labels.schedule, labels.fee, labels.left, labels.covered, labels.where].map((name) =>
        h('th', { scope: 'col' }, name)))),
      h('tbody', {}, banked.schedules.map((each) => row(each, banked.action, most))))),
  );
}

/**
 * @param {BankSchedule} schedule
 * @param {number} action
 * @param {number} most
 */
function row(schedule, action, most) {
  const from = schedule.covered_for_good_from;
  const left = schedule.left ?? { exact: '0', value: 0 };
  return h(
    'tr',
    { 'data-schedule': schedule.schedule },
    h('th', { scope: 'row' }, String(schedule.schedule)),
    h('td', {}, money(schedule.collection ?? 0)),
    h('td', { 'data-tone': left.value > 0 ? 'good' : left.value < 0 ? 'bad' : '' },
      exact(money(left.value), `${left.exact} ${labels.cents}`)),
    h('td', {}, from ? dollars(Math.ceil(from.value / 100) * 100) : labels.never),
    h('td', { class: 'lab-strip' }, strip(schedule, action, most)),
  );
}

/**
 * Where the gain covers the fee, on a logarithmic axis of the total action, and where this table is.
 * @param {BankSchedule} schedule
 * @param {number} action
 * @param {number} most
 */
function strip({ brackets }, action, most) {
  const x = (/** @type {number} */ cents) =>
    (WIDTH * Math.log(Math.min(Math.max(cents, LEAST), most) / LEAST)) / Math.log(most / LEAST);
  const covered = brackets.flatMap(({ from, to_below: to, covered_from: begins, covered: how }) => {
    if (how === 'never') return [];
    const start = x(begins?.value ?? from);
    return [s('rect', { x: start, y: 3, width: Math.max(0, x(to ?? most) - start), height: HEIGHT - 6 })];
  });
  return s(
    'svg',
    { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, preserveAspectRatio: 'none', 'aria-hidden': 'true' },
    s('rect', { class: 'whole', x: 0, y: 3, width: WIDTH, height: HEIGHT - 6 }),
    covered,
    s('line', { x1: x(action), x2: x(action), y1: 0, y2: HEIGHT }),
  );
}
