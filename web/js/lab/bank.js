/** The player-dealer's side: what the bank earns, and what every collection schedule leaves of it. */

import { post } from '../api.js';
import { h, s } from '../dom.js';
import { dollars } from '../money.js';
import { words } from '../words.js';
import { exact, percent } from './figures.js';
import { question } from './game.js';
import { stakeField, stakesSection } from './more.js';

/**
 * @typedef {import('../types.js').Exact} Exact
 * @typedef {{from: number, to_below: number | null, fee: number, covered: 'whole' | 'from' | 'never',
 *   covered_from: Exact | null}} Bracket
 * @typedef {{schedule: number, covered_for_good_from: Exact | null, brackets: Bracket[], collection: number,
 *   left: Exact}} Schedule
 * @typedef {{action: number, gain: Exact, rate: Exact, value: Exact, players: number, schedules: Schedule[]}} Banked
 */

const said = words.lab.bank;
const WIDTH = 300;
const HEIGHT = 18;
/** Where the axis begins, in cents. */
const LEAST = 1_000;

/**
 * @param {import('./more.js').Stakes} stakes
 * @param {() => void} changed
 */
export function bankSection(stakes, changed) {
  const fields = (/** @type {() => void} */ edited) => [
    stakeField('lab-players', said.players, stakes, 'players', edited),
    stakeField('lab-ante', said.ante, stakes, 'ante', edited),
  ];
  return stakesSection('lab-bank', said, fields, changed, async (game) => {
    const ante = Math.round(Number(stakes.ante) * 100);
    const players = Number(stakes.players);
    if (!Number.isInteger(players) || !(ante > 0)) throw new Error(said.whole);
    return { shown: result(await post('/api/bank', { game: question(game), players, ante })), told: '' };
  });
}

/** Cents with their fractions, as dollars. @param {number} cents */
const money = (cents) => `${cents < 0 ? '−' : ''}$${(Math.abs(cents) / 100).toFixed(2)}`;

/** @param {Banked} banked */
function result(banked) {
  /** @type {[string, import('../dom.js').Child][]} */
  const rows = [
    [said.action, dollars(banked.action)],
    [said.gain, exact(said.aRound(money(banked.gain.value)), `${banked.gain.exact} ${said.cents}`)],
    [said.rate, exact(percent(banked.rate.value), banked.rate.exact)],
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
    h('dl', { class: 'lab-answer lab-row' }, rows.map(([name, value]) =>
      h('div', {}, h('dt', {}, name), h('dd', {}, value)))),
    h('p', { class: 'quiet' }, said.plot(dollars(LEAST), dollars(Math.round(most / 100) * 100))),
    h('div', { class: 'lab-schedules' }, h('table', {},
      h('thead', {}, h('tr', {}, [said.schedule, said.fee, said.left, said.covered, said.where].map((name) =>
        h('th', { scope: 'col' }, name)))),
      h('tbody', {}, banked.schedules.map((each) => row(each, banked.action, most))))),
  );
}

/**
 * @param {Schedule} schedule
 * @param {number} action
 * @param {number} most
 */
function row(schedule, action, most) {
  const from = schedule.covered_for_good_from;
  return h(
    'tr',
    { 'data-schedule': schedule.schedule },
    h('th', { scope: 'row' }, String(schedule.schedule)),
    h('td', {}, money(schedule.collection)),
    h('td', { 'data-tone': schedule.left.value > 0 ? 'good' : schedule.left.value < 0 ? 'bad' : '' },
      exact(money(schedule.left.value), `${schedule.left.exact} ${said.cents}`)),
    h('td', {}, from ? dollars(Math.ceil(from.value / 100) * 100) : said.never),
    h('td', { class: 'lab-strip' }, strip(schedule, action, most)),
  );
}

/**
 * Where the gain covers the fee, on a logarithmic axis of the table's action, and where this table is.
 * @param {Schedule} schedule
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
