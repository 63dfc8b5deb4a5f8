/** Reports: what a chart draws, and what a spreadsheet gets. */

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { csvOf, hasPlayed, pointOf, stakesOf } from '../js/floor/state/report.js';

const band = (/** @type {number} */ deviations) => ({ deviations, low: -1, high: 9, inside: true });

/** @param {number} hands @param {number} hold @returns {import('../js/protocol.gen.js').HouseHold} */
const house = (hands, hold) => ({
  hands,
  wagers: [{ wager: 'ante', stake: 1000 * hands, hold }, { wager: 'trips', stake: 500 * hands, hold: 0 }],
  hold,
  theory: { expected: 4, deviation: 2.5, bands: [band(1.96), band(2.576)], parts: [] },
});

/** @param {number} action @returns {import('../js/protocol.gen.js').BankedPlay} */
const play = (action) =>
  ({ hands: action ? 1 : 0, action, result: -action, banked_rounds: 0, bank_gain: 0, fees: 0 });

/** @type {import('../js/protocol.gen.js').ReportRow} */
const row = {
  of: '7',
  rounds: 3,
  void_rounds: 1,
  house_banked: { people: house(2, 300), bots: house(1, -100) },
  player_banked: { people: play(2500), bots: play(0) },
};

test('a chart draws what people left the house, without bots and without the banks of players', () => {
  const point = pointOf(row, 'Seven');
  assert.deepEqual([point.hold, point.main, point.bonus], [300, 2000, 1000]);
  assert.equal(stakesOf(row.house_banked.bots), 1500);
});

test('a spreadsheet has people and bots in columns of their own', () => {
  const [head, line, total, end] = csvOf({ by: 'table', rows: [row], total: row }).split('\r\n');
  const cells = line.split(',');
  assert.equal(head.split(',').length, cells.length);
  const cell = (/** @type {string} */ name) => cells[head.split(',').indexOf(name)];
  assert.deepEqual(['house_people_hold', 'house_bots_hold', 'players_people_action', 'players_bots_fees'].map(cell),
    ['300', '-100', '2500', '0']);
  assert.deepEqual([total, end], [line, '']);
});

test('players who neither wagered nor banked are left out', () => {
  assert.equal(hasPlayed(row.player_banked.people), true);
  assert.equal(hasPlayed(row.player_banked.bots), false);
});
