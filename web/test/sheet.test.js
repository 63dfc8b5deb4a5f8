import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sheetOf } from '../js/table/state/sheet.js';
import { hand, laid, round, seat, view } from './scenes.js';

const BANKER = { type: 'player_dealer', seat: 2, player: 8, wager: 10_000 };
const SEATS = [
  seat(),
  seat({ seat: 2, player: { id: 8, name: 'Ben' } }),
  seat({ seat: 3, player: { id: 9, name: 'Cleo' } }),
];

/** @returns {any} */
const line = (/** @type {string} */ wager, /** @type {number} */ stake, /** @type {string} */ outcome,
  /** @type {number} */ net, /** @type {number} */ order, /** @type {number} */ bank) =>
  ({ ...laid(wager, stake), outcome, net, order, bank });

/** @returns {any} */
const over = (changes = {}) => view({ seats: SEATS, round: round({ stage: 'settled', banker: BANKER, ...changes }) });

/** Cleo has folded, and her Trips is paid at her turn; Ann, at her turn before, has won. */
const HANDS = [
  hand({ wagers: [
    line('ante', 500, 'win', 500, 3, 500), line('blind', 500, 'push', 0, 5, -1_500),
    line('play', 2_000, 'win', 2_000, 4, -1_500),
  ] }),
  hand({ seat: 3, player: 9, wagers: [
    line('ante', 500, 'lose', -500, 1, 500), line('blind', 500, 'lose', -500, 2, 1_000),
    { ...line('trips', 500, 'partly_covered', 1_000, 6, -2_500), odds: { pays: 3, to: 1 } },
  ] }),
];

test('wagers stand in the order of settlement, seat by seat, with the running result', () => {
  const sheet = sheetOf(over({ hands: HANDS, bank_net: -2_500, collection: 200 }));
  const seats = sheet?.seats.map((each) => [each.seat, each.player, each.lines.map(({ wager }) => wager).join(' ')]);
  assert.deepEqual(seats, [
    [3, 'Cleo', 'ante blind'],
    [1, 'Ann', 'ante play blind'],
    [3, 'Cleo', 'trips'],
  ]);
  const running = sheet?.seats.flatMap(({ lines }) => lines.map((each) => [each.result, each.running]));
  assert.deepEqual(running, [[500, 500], [500, 1_000], [-500, 500], [-2_000, -1_500], [0, -1_500], [-1_000, -2_500]]);
});

test('the sheet ends with the result, the collection and the net', () => {
  const sheet = sheetOf(over({ hands: HANDS, bank_net: -2_500, collection: 200 }));
  assert.deepEqual(
    [sheet?.bank, sheet?.gain, sheet?.collection, sheet?.net],
    [10_000, -2_500, 200, -2_700],
  );
});

test('only what the amounts do not say is said beside a wager', () => {
  const tags = sheetOf(over({ hands: HANDS }))?.seats.flatMap(({ lines }) => lines.map(({ tag }) => tag));
  assert.deepEqual(tags, ['', '', '', '', 'Push', '$10 of 15']);
});

test('a void round costs nothing', () => {
  const sheet = sheetOf(over({ stage: 'void', void_reason: 'the shuffler jammed', bank_net: 0, collection: 200 }));
  assert.deepEqual([sheet?.collection, sheet?.net, sheet?.voidReason], [0, 0, 'the shuffler jammed']);
});

test('there is no sheet while the round runs, and none where the house banks', () => {
  assert.equal(sheetOf(over({ stage: 'river' })), null);
  assert.equal(sheetOf(over({ banker: { type: 'house' } })), null);
  assert.equal(sheetOf(view()), null);
});
