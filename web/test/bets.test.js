import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bankAmounts } from '../js/table/state/bank.js';
import { Bets } from '../js/table/state/bets.js';
import { chipsOf } from '../js/table/state/chips.js';
import { OFFERS, SETTINGS } from './scenes.js';

const settings = /** @type {any} */ (SETTINGS);

/** Bets at a table that takes these wagers. */
function betsAt(offers = OFFERS) {
  const bets = new Bets();
  bets.offers = offers;
  return bets;
}

test('a chip below the minimum bets the minimum', () => {
  const bets = betsAt();
  assert.equal(bets.add('ante', 100), null);
  assert.deepEqual(bets.bet, { ante: 500, trips: 0, bad_beat: 0 });
  assert.equal(bets.total, 1_000, 'the Blind equals the Ante');
});

test('a bet stops at the maximum and says so', () => {
  const bets = betsAt();
  assert.equal(bets.add('ante', 50_000), null);
  assert.equal(bets.bet.ante, 10_000);
  assert.equal(bets.add('ante', 100), 'The maximum bet is $100');
});

test('a wager that requires another one waits for it', () => {
  const bets = betsAt();
  assert.equal(bets.add('bad_beat', 500), null);
  assert.equal(bets.problem(100_000), 'Bad Beat requires a bet on Trips');
  bets.add('trips', 500);
  assert.equal(bets.problem(100_000), 'Trips requires a bet on Ante');
  bets.add('ante', 500);
  assert.equal(bets.problem(100_000), null);
});

test('a wager that the table does not offer is not taken', () => {
  const bets = betsAt(OFFERS.filter(({ wager }) => wager !== 'bad_beat'));
  assert.equal(bets.add('bad_beat', 500), 'This table does not take that bet');
  assert.equal(bets.total, 0);
});

test('undo goes back step by step, and clear can be undone', () => {
  const bets = betsAt();
  bets.add('ante', 500);
  bets.add('trips', 500);
  bets.clear();
  assert.equal(bets.total, 0);
  bets.undo();
  assert.equal(bets.bet.trips, 500);
  bets.undo();
  bets.undo();
  bets.undo();
  assert.equal(bets.total, 0);
});

test('the last placed bet can be repeated', () => {
  const bets = betsAt();
  bets.add('ante', 500);
  bets.placed();
  bets.prepare({ ante: 0, trips: 0, bad_beat: 0 });
  bets.rebet();
  assert.equal(bets.bet.ante, 500);
});

test('a bet needs an Ante and enough chips', () => {
  const bets = betsAt();
  assert.equal(bets.problem(100_000), 'Place an Ante first');
  bets.add('ante', 500);
  assert.equal(bets.problem(900), 'Not enough chips: you have $9');
  assert.equal(bets.problem(1_000), null);
});

test('a pile has the largest chips first, and no more than fit', () => {
  assert.deepEqual(chipsOf(13_600, 5), [10_000, 2_500, 500, 500, 100]);
  assert.deepEqual(chipsOf(1_000_000, 3), [100_000, 100_000, 100_000]);
});

test('amounts to bank with leave something for bets of the player', () => {
  assert.deepEqual(bankAmounts(settings, 100_000), [10_000, 20_000, 50_000]);
  assert.deepEqual(bankAmounts(settings, 12_000), [7_000]);
  assert.deepEqual(bankAmounts(settings, 5_000), []);
});
