import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isRunning, ownTables } from '../js/lobby/state/own-tables.js';

/** @returns {any} */
const entry = (/** @type {number} */ table, /** @type {string | null} */ stage, /** @type {number[]} */ ...players) =>
  ({ table, stage, players: players.map((id) => ({ id })) });

test('a player is offered the tables where they sit, those with a running hand first', () => {
  const tables = [entry(1, null, 7), entry(2, 'flop', 8), entry(3, 'settled', 7), entry(4, 'river', 7, 8)];
  assert.deepEqual(ownTables(tables, 7).map(({ table }) => table), [4, 3, 1]);
  assert.deepEqual(ownTables(tables, undefined), []);
});

test('a hand runs from the last bets to the last decision', () => {
  const stages = ['betting', 'closed', 'preflop', 'flop', 'river', 'settled', 'void', null];
  const running = stages.filter((stage) => isRunning(entry(1, stage)));
  assert.deepEqual(running, ['closed', 'preflop', 'flop', 'river']);
});
