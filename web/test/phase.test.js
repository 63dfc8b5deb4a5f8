import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fullTime_ms, phaseOf } from '../js/table/state/phase.js';
import { SETTINGS, hand, round, scene, view } from './scenes.js';

const PLAYER_BANKED = { bank: 'player/dealer' };
const BANKER = { type: 'player_dealer', seat: 1, player: 7, wager: 1_000 };

/** @type {[string, any, string][]} */
const PHASES = [
  ['a closed table', { view: view({ status: 'closed' }) }, 'closed'],
  ['a user without a seat', { seat: null }, 'watch'],
  ['steps that are still being shown', { busy: true }, 'busy'],
  ['steps of a round that the user is not part of',
    { busy: true, view: view({ round: round({ stage: 'flop', hands: [hand({ player: 8 })] }) }) }, 'wait'],
  ['a house table before the first round', {}, 'bet'],
  ['open bets', { view: view({ round: round() }) }, 'bet'],
  ['a bet that is placed', { view: view({ round: round({ hands: [hand()] }) }) }, 'placed'],
  ['a decision', { view: view({ round: round({ stage: 'flop', hands: [hand({ awaited: true })] }) }) }, 'decide'],
  ['a decision of somebody else', { view: view({ round: round({ stage: 'flop', hands: [hand()] }) }) }, 'wait'],
  ['a result', { view: view({ round: round({ stage: 'settled', hands: [hand()] }) }) }, 'result'],
  ['a result of an earlier player in this seat',
    { view: view({ round: round({ stage: 'settled', hands: [hand({ player: 8 })] }) }) }, 'bet'],
  ['a player who sits out', { view: view({ seats: [{ seat: 1, player: { id: 7 }, sits_out: true }] }) }, 'away'],
  ['an offer of the bank', { view: view({ bank: { type: 'offered', seat: 1 } }), book: PLAYER_BANKED }, 'offer'],
  ['a bank of the user', { view: view({ round: round({ banker: BANKER }) }), book: PLAYER_BANKED }, 'bank'],
  ['a table that nobody banks', { book: PLAYER_BANKED }, 'no-bank'],
];

for (const [what, changes, phase] of PHASES) {
  test(`${what} is the phase ${phase}`, () => assert.equal(phaseOf(scene(changes), -1), phase));
}

test('a result that was put away makes room for a bet', () => {
  const settled = scene({ view: view({ round: round({ stage: 'settled', hands: [hand()] }) }) });
  assert.equal(phaseOf(settled, 3), 'bet');
});

test('the full time is that of the deadline which is running', () => {
  const settings = { ...SETTINGS, mode: { type: 'clock', betting_ms: 12_000, bank_ms: 15_000 } };
  assert.equal(fullTime_ms(scene({ settings, view: view({ round: round() }) })), 12_000);
  assert.equal(fullTime_ms(scene({ settings, view: view({ bank: { type: 'offered', seat: 1 } }) })), 15_000);
  assert.equal(fullTime_ms(scene({ settings, view: view({ round: round({ stage: 'river' }) }) })), 30_000);
});
