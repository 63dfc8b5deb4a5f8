import assert from 'node:assert/strict';
import { test } from 'node:test';
import { actionName, betLimits, canBet, legalActions } from '../js/table/state/legal.js';
import { amountsOf, wagersOf } from '../js/table/state/wagers.js';
import { hand, round, scene, view } from './scenes.js';

const deciding = (/** @type {string} */ stage) =>
  scene({ view: view({ round: round({ stage, hands: [hand({ awaited: true })] }) }) });

/** @type {[string, [string, number][]][]} */
const ACTIONS = [
  ['preflop', [['4x', 2_000], ['3x', 1_500], ['check', 0]]],
  ['flop', [['2x', 1_000], ['check', 0]]],
  ['river', [['1x', 500], ['fold', 0]]],
  ['settled', []],
];

for (const [stage, expected] of ACTIONS) {
  test(`the actions of the stage ${stage} have their amounts`, () => {
    const actions = legalActions(deciding(stage)).map((action) => [actionName(action), action.amount]);
    assert.deepEqual(actions, expected);
  });
}

test('a hand that is not awaited has no actions', () => {
  const waiting = scene({ view: view({ round: round({ stage: 'flop', hands: [hand()] }) }) });
  assert.deepEqual(legalActions(waiting), []);
});

test('a house table takes bets between rounds, a player-banked table only in an open round', () => {
  const settled = view({ round: round({ stage: 'settled' }) });
  assert.equal(canBet(scene({ view: settled })), true);
  assert.equal(canBet(scene({ view: settled, book: { bank: 'player', layout: [] } })), false);
  assert.equal(canBet(scene({ view: view({ round: round({ stage: 'flop' }) }) })), false);
  assert.equal(canBet(scene({ view: view({ standing: 'closing' }) })), false);
});

test('limits that a table does not set are one chip and nothing', () => {
  assert.deepEqual(betLimits({ minimum: null, maximum: null, chip: 100 }), { minimum: 100, maximum: Infinity });
});

test('wagers come from the layout of the rule book, from left to right', () => {
  const book = /** @type {any} */ ({ layout: ['Ante', 'Blind', 'Play', 'Trips', 'Bad Beat'] });
  assert.deepEqual(wagersOf(book), ['bad_beat', 'trips', 'ante', 'blind', 'play']);
});

test('the Blind equals the Ante, and Play is a multiple of it', () => {
  const amounts = { bad_beat: 0, trips: 100, ante: 500, blind: 500, play: 2_000 };
  assert.deepEqual(amountsOf({ ante: 500, trips: 100, bad_beat: 0, play: 4 }), amounts);
});
