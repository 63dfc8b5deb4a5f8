/** What the coach knows, asked once for each point of a hand. */

import { post } from './api.js';
import { words } from './words.js';

/** @type {Map<string, Promise<import('./types.js').Advice>>} */
const known = new Map();

/**
 * @param {string[]} hole
 * @param {string[]} board
 * @returns {Promise<import('./types.js').Advice>}
 */
export function advice(hole, board) {
  const key = `${hole.join(' ')}|${board.join(' ')}`;
  const before = known.get(key);
  if (before) return before;
  const asked = post('/api/advise', { hole: hole.join(' '), board: board.join(' ') });
  known.set(key, asked);
  asked.catch(() => known.delete(key));
  return asked;
}

/**
 * Why the best choice is the best.
 * @param {import('./types.js').Advice} told
 */
export function why({ actions, best, dealer_hands: dealer }) {
  const said = words.why;
  const value = Object.fromEntries(actions.map((each) => [each.action, each.value]));
  if ('4x' in value) {
    // Both raises meet the same deals, so that their difference is what one more Ante in Play wins.
    const won = value['4x'] - value['3x'];
    const gap = Math.abs(Math.max(value['4x'], value['3x']) - value.check);
    return best === 'check' ? said.preflop.check(won, gap) : said.preflop.raise(won, gap);
  }
  const gap = actions[1]?.cost ?? 0;
  if ('2x' in value) return best === 'check' ? said.flop.check(gap) : said.flop.raise(gap);
  const { win, tie, lose } = dealer ?? { win: 0, tie: 0, lose: 1 };
  const share = win / (win + tie + lose);
  return best === 'fold' ? said.river.fold(value['1x'], share) : said.river.bet(value['1x'], share);
}
