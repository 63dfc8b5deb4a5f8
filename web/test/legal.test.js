import assert from 'node:assert/strict';
import { test } from 'node:test';
import { actionName, amountOf, canBet, legalActions } from '../js/table/state/legal.js';
import { betLimits } from '../js/table/state/limits.js';
import { amountsOf, betOf, stakesOf, totalOf, wagersOf } from '../js/table/state/wagers.js';
import { OFFERS, hand, laid, round, scene, seat, view } from './scenes.js';

const ACTIONS = [
  { type: 'check' },
  { type: 'raise', times: 3, amount: 1_500 },
  { type: 'raise', times: 4, amount: 2_000 },
];

test('the actions are those of the view, the largest raise first', () => {
  const deciding = scene({ view: view({ round: round({ stage: 'preflop', hands: [hand({ actions: ACTIONS })] }) }) });
  const actions = legalActions(deciding).map((action) => [actionName(action), amountOf(action)]);
  assert.deepEqual(actions, [['4x', 2_000], ['3x', 1_500], ['check', 0]]);
});

test('a user without a hand has no actions', () => {
  const others = round({ stage: 'flop', hands: [hand({ player: 8, actions: ACTIONS })] });
  assert.deepEqual(legalActions(scene({ view: view({ round: others }) })), []);
});

test('the user bets where the view says so', () => {
  assert.equal(canBet(scene()), true);
  assert.equal(canBet(scene({ view: view({ seats: [seat({ may_wager: false })] }) })), false);
  assert.equal(canBet(scene({ seat: null })), false);
});

test('limits that a table does not set are one chip and nothing', () => {
  assert.deepEqual(betLimits({ minimum: null, maximum: null, chip: 100 }), { minimum: 100, maximum: Infinity });
});

test('wagers come from the offers, from left to right', () => {
  assert.deepEqual(wagersOf(OFFERS), ['bad_beat', 'trips', 'ante', 'blind', 'play']);
  assert.deepEqual(wagersOf(OFFERS.slice(0, 2)), ['ante', 'blind']);
});

test('a bet puts on each wager what its offer says', () => {
  const amounts = amountsOf({ ante: 500, trips: 100, bad_beat: 0 }, OFFERS);
  assert.deepEqual(amounts, { ante: 500, blind: 500, trips: 100, bad_beat: 0, play: 0 });
  assert.equal(totalOf(amounts), 1_100);
});

test('the bet of a hand is what lies on its wagers', () => {
  const played = hand({ wagers: [laid('ante', 500), laid('blind', 500), laid('trips', 200), laid('play', 2_000)] });
  assert.deepEqual(stakesOf(played), { ante: 500, blind: 500, trips: 200, play: 2_000 });
  assert.deepEqual(betOf(played), { ante: 500, trips: 200, bad_beat: 0 });
});
