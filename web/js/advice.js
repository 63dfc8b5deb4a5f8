/** What the coach knows, asked once for each point of a hand. */

import { post } from './api.js';

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
