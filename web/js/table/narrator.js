/** What happens at the table, for users who listen: announcements and sounds. */

import { texts } from '../text/text.js';
import { announce } from '../ui/announce.js';
import { sound } from '../ui/sound.js';
import { bankerName } from './state/banker.js';
import { canBet } from './state/legal.js';
import { outcome } from './state/outcome.js';
import { isPlayerBanked, isSolo, myHand } from './state/scene.js';

/** @typedef {import('./state/scene.js').Scene} Scene */

/**
 * Announces what the user can do now and could not before.
 * @param {Scene} scene
 * @param {import('./state/phase.js').Phase} phase
 */
export function announcePhase(scene, phase) {
  const { round, posted } = scene.view;
  if (phase === 'offer') announce(`${texts.bank.offered} ${texts.bank.terms(posted.collection)}`);
  if (phase === 'bank' && round?.stage === 'betting') announce(`${texts.bets.youBank}.`);
  if (phase === 'bet' && !isSolo(scene) && canBet(scene)) {
    announce(texts.say.open(round?.banker.type === 'player_dealer' ? bankerName(scene) : ''));
  }
  if (phase === 'decide') announce(texts.say.turn);
  if (phase === 'decide' || phase === 'offer') sound.turn();
}

/**
 * Announces what a step has shown.
 * @param {Scene} scene
 * @param {string} step
 */
export function announceStep(scene, step) {
  const round = scene.view.round;
  if (!round) return;
  const hand = myHand(scene);
  if (step === 'holes' && hand?.hole) announce(texts.say.holes(hand.hole));
  if (step === 'flop') announce(texts.say.flop(round.board.slice(0, 3)));
  if (step === 'river') announce(texts.say.river(round.board.slice(3)));
  if (step === 'dealer' && round.dealer) {
    announce(texts.say.dealer(isPlayerBanked(scene), round.dealer, round.dealer_hand?.name ?? ''));
  }
  if (step !== 'result') return sound.card();
  const end = outcome(scene);
  if (!end) return;
  announce([end.total, end.note, ...end.sentences].filter(Boolean).map(texts.sentence).join(' '));
  if (end.isWin) sound.win();
}
