/** Exact advice, asked for once per hand and board, and the reason for it. */

import { texts } from '../../text/text.js';

/** @typedef {import('../../protocol.gen.js').Advice} Advice */

export class Advisor {
  /** @type {Map<string, Promise<Advice>>} */
  #cache = new Map();
  #engine;

  /** @param {Pick<import('../../engine/engine.js').Engine, 'advise'>} engine */
  constructor(engine) {
    this.#engine = engine;
  }

  /**
   * @param {string[]} hole
   * @param {string[]} board
   * @returns {Promise<Advice>}
   */
  advise(hole, board) {
    const key = `${hole.join(' ')}|${board.join(' ')}`;
    const cached = this.#cache.get(key);
    if (cached) return cached;
    const answer = this.#engine.advise(hole, board);
    this.#cache.set(key, answer);
    // A failure is asked for again the next time.
    answer.catch(() => this.#cache.delete(key));
    return answer;
  }
}

/**
 * Why the best action is the best.
 * @param {Pick<Advice, 'actions' | 'best' | 'dealer_hands'>} advice
 */
export function why({ actions, best, dealer_hands: dealer }) {
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
  return best === 'fold' ? texts.why.river.fold(value['1x'], share) : texts.why.river.bet(value['1x'], share);
}

/** How many cards beat the player from the dealer's hand. @param {Pick<Advice, 'outs'>} advice */
export const countOuts = ({ outs }) => outs?.reduce((sum, group) => sum + group.count, 0) ?? 0;
