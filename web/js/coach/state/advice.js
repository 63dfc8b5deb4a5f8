/** Exact advice about the game that is being played, asked for once per point of a hand, and the reason for it. */

import { largestWin } from '../../table/state/bank.js';
import { myHand } from '../../table/state/scene.js';
import { betOf } from '../../table/state/wagers.js';
import { texts } from '../../text/text.js';

/**
 * @typedef {import('../../protocol.gen.js').Advice} Advice
 * @typedef {import('../../table/state/scene.js').Scene} Scene
 *
 * A point of a hand. Without wagers the values are of an Ante alone.
 * @typedef {{hole: string[], board: string[], pay_table: import('../../protocol.gen.js').PayTable | null,
 *   wagers: import('../../table/state/bets.js').Bet | null, bank_may_be_short: boolean}} Question
 */

/**
 * The street of a board, by its number of cards.
 * @type {Record<number, import('../../table/state/legal.js').Street>}
 */
const STREETS = { 0: 'preflop', 3: 'flop', 5: 'river' };

/** @param {Question} question */
export const streetOf = ({ board }) => STREETS[board.length];

export class Advisor {
  /** @type {Map<string, Promise<Advice>>} */
  #cache = new Map();
  #engine;

  /** @param {Pick<import('../../engine/engine.js').Engine, 'advise'>} engine */
  constructor(engine) {
    this.#engine = engine;
  }

  /**
   * @param {Question} question
   * @returns {Promise<Advice>}
   */
  advise(question) {
    const key = JSON.stringify(question);
    const cached = this.#cache.get(key);
    if (cached) return cached;
    const answer = this.#engine.advise(question);
    this.#cache.set(key, answer);
    // A failure is asked for again the next time.
    answer.catch(() => this.#cache.delete(key));
    return answer;
  }
}

/**
 * The point at which the user's hand is: their cards, the pay table and the wagers that lie there.
 * @param {Scene} scene
 * @returns {Question | null}
 */
export function questionOf(scene) {
  const hand = myHand(scene);
  if (!hand?.hole) return null;
  return {
    hole: hand.hole,
    board: [...(scene.view.round?.board ?? [])],
    pay_table: scene.settings.pay_table,
    wagers: betOf(hand),
    bank_may_be_short: mayBeShort(scene),
  };
}

/** Whether less may be paid than the odds say: an aggregate has a limit, and so has a bank. @param {Scene} scene */
function mayBeShort({ view, settings }) {
  const banker = view.round?.banker;
  const isBankShort = banker?.type === 'player_dealer' && largestWin(view) > (banker.wager ?? 0);
  return isBankShort || settings.aggregate !== null;
}

/** Why the coach has nothing to say about a table, if that is so. @param {Scene} scene */
export function silence(scene) {
  const hand = myHand(scene);
  const ownPays = scene.settings.pay_table === null && hand && betOf(hand).trips > 0;
  return ownPays ? texts.coach.ownPays : null;
}

/**
 * Why the best action is the best.
 * @param {Pick<Advice, 'actions' | 'best' | 'dealer_hands'>} advice
 * @param {Question['wagers']} [wagers] that the values are of
 */
export function why({ actions, best, dealer_hands: dealer }, wagers) {
  const value = Object.fromEntries(actions.map((each) => [each.action, each.value]));
  if ('4x' in value) {
    // Both raises meet the same deals, so that their difference is what one more Ante on Play wins.
    const perAnte = value['4x'] - value['3x'];
    const gap = Math.abs(Math.max(value['4x'], value['3x']) - value.check);
    return best === 'check' ? texts.why.preflop.check(perAnte, gap) : texts.why.preflop.raise(perAnte, gap);
  }
  const gap = actions[1]?.cost ?? 0;
  if ('2x' in value) return best === 'check' ? texts.why.flop.check(gap) : texts.why.flop.raise(gap);
  const { win, tie, lose } = dealer ?? { win: 0, tie: 0, lose: 1 };
  const share = win / (win + tie + lose);
  const values = { bet: value['1x'], fold: value.fold };
  // A fold loses the Bad Beat, whatever the dealer holds; often that alone is the reason.
  if (wagers?.bad_beat) return texts.why.river.badBeat(values);
  return best === 'fold' ? texts.why.river.fold(values, share) : texts.why.river.bet(values, share);
}

/** How many cards beat the player from the dealer's hand. @param {Pick<Advice, 'outs'>} advice */
export const countOuts = ({ outs }) => outs?.reduce((sum, group) => sum + group.count, 0) ?? 0;
