import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  add, entriesOf, entriesOfHand, nothing, splitOfRound, splitOfSum, summary, waterfall,
} from '../js/coach/state/split.js';
import { fraction, sum, textOf } from '../js/state/fraction.js';

/** @param {string} exact */
const part = (exact) => ({ antes: { exact: '0', value: 0 }, cents: { exact, value: 0 } });

/** A hand of seat 1 that lost $5: the parts sum to -500. @returns {any} */
const hand = (changes = {}) => ({
  seat: 1, player: 7, wagers: { ante: 500, trips: 0, bad_beat: 0 }, void: false,
  game: part('-32/3'), hole: part('1000/3'), flop: part('-100/3'), turn_and_river: part('0'), dealer: part('-763'),
  decisions: [
    { street: 'preflop', action: 'check', cost: part('-79/3') },
    { street: 'flop', action: '2x', cost: part('0') },
  ],
  uncovered: part('0'), result: part('-500'), ...changes,
});

/** @param {any[]} hands @returns {any} */
const roundOf = (...hands) => ({ table: 4, round: 9, at_ms: 0, hands });

test('the parts of a hand sum to its result', () => {
  const entries = entriesOfHand(hand());
  assert.equal(textOf(sum(...entries.map(({ exact }) => fraction(exact)))), '-500');
});

test('each decision of a hand is a step of its own, and a good one is not left out', () => {
  const steps = waterfall(entriesOfHand(hand()), -500);
  assert.deepEqual(
    steps.map(({ part: name, decision, cents }) => [name, decision?.action ?? '', cents]),
    [
      ['game', '', -11], ['hole', '', 333], ['flop', '', -33], ['dealer', '', -763], ['decisions', 'check', -26],
      ['decisions', '2x', 0],
    ],
  );
});

test('steps lead from nothing to the result without a gap', () => {
  const steps = waterfall(entriesOfHand(hand()), -500);
  let total = 0;
  for (const { from, to, cents } of steps) {
    assert.equal(from, total);
    assert.equal(to, from + cents);
    total = to;
  }
  assert.equal(total, -500);
});

test('cents that rounding leaves over go to the largest remainders', () => {
  const thirds = { hands: 1, parts: { ...nothing().parts, game: '-1/3', hole: '2/3', flop: '2/3' }, result: 1 };
  assert.deepEqual(waterfall(entriesOf(thirds), 1).map(({ cents }) => cents), [0, 1, 0, 0]);
  assert.equal(Object.values(summary(thirds)).reduce((before, cents) => before + cents, 0), 1);
});

test('the hands of a player in a round are added, the others left out', () => {
  const both = splitOfRound(roundOf(hand(), hand({ seat: 2 }), hand({ seat: 3, player: 8 })), 7);
  assert.equal(both.hands, 2);
  assert.equal(both.result, -1_000);
  assert.equal(both.parts.decisions, '-158/3');
});

test('a sum of the engine and a sum of its hands are the same', () => {
  const exact = (/** @type {string} */ text) => ({ exact: text, value: 0 });
  const wire = /** @type {any} */ ({
    hands: 1, game: exact('-32/3'), hole: exact('1000/3'), flop: exact('-100/3'), turn_and_river: exact('0'),
    dealer: exact('-763'), decisions: exact('-79/3'), uncovered: exact('0'), result: exact('-500'),
  });
  assert.deepEqual(splitOfSum(wire), splitOfRound(roundOf(hand()), 7));
  assert.deepEqual(add(nothing(), splitOfSum(wire)), splitOfSum(wire));
});

test('the summary sums to the result', () => {
  assert.deepEqual(summary(splitOfRound(roundOf(hand()), 7)), { game: -11, luck: -463, skill: -26, uncovered: 0 });
});
