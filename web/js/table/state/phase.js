/** What the user can do at the table now: one phase for each form of the bar below the felt. */

import { banks, isPlayerBanked, myHand } from './scene.js';

/**
 * @typedef {import('./scene.js').Scene} Scene
 * @typedef {'watch' | 'closed' | 'busy' | 'away' | 'bet' | 'placed' | 'decide' | 'wait' | 'result' | 'offer' | 'bank'
 *   | 'no-bank'} Phase
 */

/** Stages in which bets are closed and the round is not over. */
const PLAYING = ['closed', 'preflop', 'flop', 'river'];

/**
 * @param {Scene} scene
 * @param {number} dismissed the round whose result the user has put away
 * @returns {Phase}
 */
export function phaseOf(scene, dismissed) {
  const { view, seat, busy } = scene;
  const round = view.round;
  if (view.status === 'closed') return 'closed';
  if (seat === null) return 'watch';
  const hand = myHand(scene);
  // A user who has just sat down sees a round that is not theirs, and waits for the next one.
  if (busy) return hand || banks(scene) || !round ? 'busy' : 'wait';
  if (view.bank.type === 'offered' && view.bank.seat === seat) return 'offer';
  if (round && PLAYING.includes(round.stage)) {
    if (hand?.awaited) return 'decide';
    return banks(scene) ? 'bank' : 'wait';
  }
  if (view.seats.find((each) => each.seat === seat)?.sits_out) return 'away';
  if (round?.stage === 'betting') {
    if (banks(scene)) return 'bank';
    return hand ? 'placed' : 'bet';
  }
  if (round && (hand || banks(scene)) && round.number !== dismissed) return 'result';
  return isPlayerBanked(scene) ? 'no-bank' : 'bet';
}

/** How long the deadline that is running was at its start. @param {Scene} scene */
export function fullTime_ms({ view, settings }) {
  const { mode } = settings;
  if (view.bank.type === 'offered') return mode.type === 'clock' ? mode.bank_ms : 0;
  if (view.round?.stage === 'betting') return mode.type === 'clock' ? mode.betting_ms : 0;
  return settings.decision_ms;
}
