/** How a round ended, and why. */

import { texts } from '../../text/text.js';
import { banks, isPlayerBanked, myHand } from './scene.js';

/**
 * @typedef {import('../../protocol.gen.js').RoundView} RoundView
 * @typedef {import('../../protocol.gen.js').HandView} HandView
 * @typedef {import('./scene.js').Scene} Scene
 */

/**
 * The result of the user's hand or bank, once it is shown.
 * @param {Scene} scene
 * @returns {{net: number, total: string, why: string} | null}
 */
export function outcome(scene) {
  const round = scene.view.round;
  const hand = myHand(scene);
  if (!round || !scene.shown.result || !(hand || banks(scene))) return null;
  if (hand) {
    const net = hand.net ?? 0;
    return { net, total: texts.result.total(net), why: reason(round, hand, isPlayerBanked(scene)) };
  }
  const net = round.bank_net ?? 0;
  return { net, total: texts.result.bank(net), why: round.void_reason ? texts.table.voided(round.void_reason) : '' };
}

/**
 * What decided a hand: "Two pair, against the dealer's pair".
 * @param {RoundView} round
 * @param {HandView} hand
 * @param {boolean} playerBanked
 */
function reason(round, hand, playerBanked) {
  if (round.void_reason) return texts.table.voided(round.void_reason);
  if (hand.result === 'fold') return texts.result.folded;
  const [yours, theirs] = [hand.hand?.name, round.dealer_hand?.name];
  if (!yours || !theirs) return '';
  if (hand.result === 'push') return texts.result.ties(lowerFirst(yours));
  const dealer = texts.result.dealerOf(playerBanked);
  const decider = yours === theirs ? kicker(round, hand, dealer) : null;
  return decider ?? texts.result.against(upperFirst(yours), dealer, lowerFirst(theirs));
}

/**
 * The card that decides between two hands of the same name.
 * @param {RoundView} round
 * @param {HandView} hand
 * @param {string} dealer
 */
function kicker(round, hand, dealer) {
  // `best` lists the five cards in the order in which they decide.
  const ranks = (/** @type {string[] | undefined} */ best) => (best ?? []).map((card) => card[0]);
  const [yours, theirs] = [ranks(hand.hand?.best), ranks(round.dealer_hand?.best)];
  const at = yours.findIndex((rank, index) => rank !== theirs[index]);
  if (at < 0) return null;
  const name = upperFirst(hand.hand?.name ?? '');
  return texts.result.kicker(name, dealer, yours[at], theirs[at], hand.result === 'win');
}

/** @param {string} text */
const lowerFirst = (text) => text.charAt(0).toLowerCase() + text.slice(1);

/** @param {string} text */
const upperFirst = (text) => text.charAt(0).toUpperCase() + text.slice(1);
