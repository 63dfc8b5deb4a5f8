/** What is turned over and how it ends, for those who listen. */

import { announce } from '../announce.js';
import { sound } from '../sound.js';
import { words } from '../words.js';
import { fees } from './bank.js';
import { bankerOf } from './dealer.js';
import { canBet, myHand } from './phase.js';
import { outcome } from './result.js';

/**
 * What one can do now, and could not before.
 * @param {import('../types.js').Scene} scene
 * @param {import('./phase.js').Phase} phase
 */
export function announceTurn(scene, phase) {
  const banker = scene.view.round?.banker;
  const solo = scene.settings.pace.type === 'solo';
  const brackets = fees(scene);
  if (phase === 'offer') {
    announce(`${words.bank.offered}. ${brackets.length ? words.bank.collection(brackets) : ''}`);
  }
  if (phase === 'bank' && scene.view.round?.stage === 'betting') announce(`${words.bets.youBank}.`);
  if (phase === 'bet' && !solo && canBet(scene)) {
    announce(words.say.open(banker?.type === 'player_dealer' ? bankerOf(scene) : ''));
  }
  if (phase === 'decide') announce(words.say.turn);
  if (phase === 'decide' || phase === 'offer') sound.turn();
}

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
  const end = outcome(scene);
  if (!end) return;
  const lines = hand?.wagers.map((line) => words.result.line(line)) ?? [];
  announce([end.total, end.why, ...lines].filter(Boolean).map((line) => `${line}.`).join(' '));
  if (end.net > 0) sound.win();
}
