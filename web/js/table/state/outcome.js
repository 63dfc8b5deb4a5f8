/** How a round ended for the user. */

import { dollars, signed } from '../../text/money.js';
import { texts } from '../../text/text.js';
import { banks, myHand } from './scene.js';

/**
 * @typedef {import('../../protocol.gen.js').HandView} HandView
 * @typedef {import('../../protocol.gen.js').RoundView} RoundView
 *
 * `isWin` is for chips that were won and paid in full; `sentences` are those of the settlement.
 * @typedef {{isWin: boolean, total: string, note: string, sentences: string[]}} Outcome
 */

/**
 * The result of the user's hand or bank, once it is shown.
 * @param {import('./scene.js').Scene} scene
 * @returns {Outcome | null}
 */
export function outcome(scene) {
  const round = scene.view.round;
  if (!round || !scene.shown.result) return null;
  const hand = myHand(scene);
  if (hand) return ofHand(round, hand);
  return banks(scene) ? ofBank(round) : null;
}

/**
 * @param {RoundView} round
 * @param {HandView} hand
 * @returns {Outcome}
 */
function ofHand(round, hand) {
  if (round.void_reason !== null) {
    const note = texts.result.reason(round.void_reason);
    return { isWin: false, total: hand.explanation.join(' '), note, sentences: [] };
  }
  const net = hand.net ?? 0;
  const isCovered = hand.wagers.every(({ outcome: how }) => how !== 'returned' && how !== 'partly_covered');
  return { isWin: net > 0 && isCovered, total: texts.result.total(net), note: '', sentences: hand.explanation };
}

/**
 * @param {RoundView} round
 * @returns {Outcome}
 */
function ofBank(round) {
  if (round.void_reason !== null) {
    return { isWin: false, total: texts.table.voided(round.void_reason), note: '', sentences: [] };
  }
  const [gain, fee] = [round.bank_net ?? 0, round.collection ?? 0];
  const note = fee ? texts.sheet.afterCollection(signed(gain), dollars(fee)) : '';
  return { isWin: gain > fee, total: texts.result.bank(gain - fee), note, sentences: [] };
}
