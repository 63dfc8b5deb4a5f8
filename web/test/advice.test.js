import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Advisor, questionOf, silence, streetOf, why } from '../js/coach/state/advice.js';
import { OFFERS, SETTINGS, hand, laid, round, scene, view } from './scenes.js';

const dealt = (changes = {}) =>
  hand({ hole: ['Qd', '9d'], wagers: [laid('ante', 500), laid('blind', 500), laid('trips', 1_000)], ...changes });
const at = (changes = {}) =>
  scene({ view: view({ round: round({ stage: 'flop', board: ['2c', '3d', '4h'], hands: [dealt()] }) }), ...changes });

test('a question carries the pay table and the wagers that lie there', () => {
  assert.deepEqual(questionOf(at()), {
    hole: ['Qd', '9d'],
    board: ['2c', '3d', '4h'],
    pay_table: 'UTH-01',
    wagers: { ante: 500, trips: 1_000, bad_beat: 0 },
    bank_may_be_short: false,
  });
  assert.equal(streetOf(/** @type {any} */ (questionOf(at()))), 'flop');
});

/** The user's hand and another one, banked by a third player. @param {number} wager what the bank holds */
function banked(wager, other = {}) {
  const pays = { blind: [{ pays: 500, to: 1 }, { pays: 3, to: 2 }], trips: [{ pays: 50, to: 1 }] };
  const offers = OFFERS.map((offer) => ({ ...offer, pays: pays[/** @type {'blind'} */ (offer.wager)] ?? [] }));
  const hands = [
    dealt({ actions: [{ type: 'check' }, { type: 'raise', times: 2, amount: 1_000 }] }),
    hand({ seat: 2, player: 8, ...other }),
  ];
  const banker = { type: 'player_dealer', seat: 3, player: 9, wager };
  const board = ['2c', '3d', '4h'];
  return questionOf(at({ view: view({ offers, round: round({ stage: 'flop', board, hands, banker }) }) }));
}

test('a bank may be too short if it does not hold the largest wins of all hands', () => {
  // Ante, Play of 2×, Blind at 500 to 1, Trips at 50 to 1; the other hand has no Trips.
  const own = 500 + 1_000 + 250_000 + 50_000;
  const other = 500 + 1_000 + 250_000;
  assert.equal(banked(own + other)?.bank_may_be_short, false);
  assert.equal(banked(own + other - 1)?.bank_may_be_short, true);
});

test('a bank has nothing to hold for a hand that folded without Trips, and no raise for one that has raised', () => {
  const own = 500 + 1_000 + 250_000 + 50_000;
  assert.equal(banked(own, { play: 0 })?.bank_may_be_short, false);
  const raised = { play: 4, wagers: [laid('ante', 500), laid('blind', 500), laid('play', 2_000)] };
  assert.equal(banked(own + 500 + 250_000 + 2_000, raised)?.bank_may_be_short, false);
  assert.equal(banked(own + 500 + 250_000 + 1_999, raised)?.bank_may_be_short, true);
});

test('an aggregate may be too short', () => {
  const settings = { ...SETTINGS, aggregate: { blind: 500_000, trips: 500_000 } };
  assert.equal(questionOf(at({ settings }))?.bank_may_be_short, true);
});

test('there is no question without cards', () => assert.equal(questionOf(scene()), null));

test('the coach is silent, with a reason, where Trips has pays of its own', () => {
  const settings = { ...SETTINGS, pay_table: null };
  assert.match(silence(at({ settings })) ?? '', /pay table of its own/);
  assert.equal(silence(at()), null);
});

test('a point is asked for once, and another wager makes another point', async () => {
  /** @type {any[]} */
  const asked = [];
  const advisor = new Advisor({ advise: async (question) => (asked.push(question), /** @type {any} */ ({})) });
  const question = /** @type {any} */ (questionOf(at()));
  await Promise.all([advisor.advise(question), advisor.advise({ ...question })]);
  assert.equal(asked.length, 1);
  await advisor.advise({ ...question, wagers: { ante: 500, trips: 0, bad_beat: 0 } });
  assert.equal(asked.length, 2);
});

test('a failure is asked for again', async () => {
  let fails = true;
  const advisor = new Advisor({
    advise: async () => {
      if (fails) throw new Error('away');
      return /** @type {any} */ ({ best: '4x' });
    },
  });
  const question = /** @type {any} */ (questionOf(at()));
  await assert.rejects(advisor.advise(question));
  fails = false;
  assert.equal((await advisor.advise(question)).best, '4x');
});

test('what a fold loses is what the values say', () => {
  const river = (/** @type {number} */ bet, /** @type {number} */ fold) => /** @type {any} */ ({
    actions: [{ action: '1x', value: bet, cost: 0 }, { action: 'fold', value: fold, cost: bet - fold }],
    best: '1x', dealer_hands: { win: 900, tie: 0, lose: 90 },
  });
  assert.match(why(river(-1.5, -2)), /^Folding loses 2 Antes\./);
  assert.match(why(river(1.5, 1)), /^Folding wins 1 Ante\./);
  const wagers = { ante: 500, trips: 500, bad_beat: 500 };
  assert.match(why(river(6, -3), wagers), /gives up the Bad Beat/);
});
