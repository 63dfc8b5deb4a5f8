/** The names behind the numbers, asked for once. */

import { get } from '../api.js';
import { audit } from '../words/audit.js';

/** @type {Map<number, string>} */
const known = new Map();
/** The most that are asked for at once. */
const AT_ONCE = 200;

/** Learns the names of those who are not known. @param {Iterable<number>} players */
export async function learn(players) {
  const missing = [...new Set(players)].filter((player) => player > 0 && !known.has(player));
  for (let at = 0; at < missing.length; at += AT_ONCE) {
    const { people } = await get(`/api/players?ids=${missing.slice(at, at + AT_ONCE).join()}`);
    for (const { id, name } of people) known.set(id, name);
  }
}

/** @param {number} player */
export const named = (player) => known.get(player) ?? audit.player(player);
