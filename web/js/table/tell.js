/** What is turned over and how it ends, for those who listen. */

import { announce } from '../announce.js';
import { sound } from '../sound.js';
import { words } from '../words.js';
import { myHand } from './phase.js';
import { reason } from './result.js';

/**
 * @param {import('../types.js').Scene} scene
 * @param {string} step
 */
export function tell(scene, step) {
  const round = scene.view.round;
  if (!round) return;
  const hand = myHand(scene);
  if (step === 'holes' && hand?.hole) announce(words.say.holes(hand.hole));
  if (step === 'flop') announce(words.say.flop(round.board.slice(0, 3)));
  if (step === 'river') announce(words.say.river(round.board.slice(3)));
  if (step === 'dealer' && round.dealer) announce(words.say.dealer(round.dealer, round.dealer_hand?.name ?? ''));
  if (step !== 'result') return sound.card();
  if (!hand) return;
  const lines = hand.wagers.map((line) => words.result.line(line)).join('. ');
  announce(`${words.result.total(hand.net ?? 0)}. ${reason(round, hand)}. ${lines}.`);
  if ((hand.net ?? 0) > 0) sound.win();
}
