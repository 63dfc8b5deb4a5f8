/** The names of players, each asked for once. */

import { audit } from '../../text/audit.js';
import { texts } from '../../text/text.js';

/** How many names one request may ask for. */
const MOST_PER_REQUEST = 200;

export class NameCache {
  /** @type {Map<number, string>} */
  #names = new Map();
  #engine;

  /** @param {Pick<import('../../engine/engine.js').Engine, 'people'>} engine */
  constructor(engine) {
    this.#engine = engine;
  }

  /** Loads the names that are not known yet. @param {Iterable<number>} players */
  async load(players) {
    const missing = [...new Set(players)].filter((player) => player > 0 && !this.#names.has(player));
    for (let at = 0; at < missing.length; at += MOST_PER_REQUEST) {
      const { people } = await this.#engine.people({ ids: missing.slice(at, at + MOST_PER_REQUEST).join() });
      for (const { id, name, bot } of people) this.#names.set(id, bot ? audit.bot(texts.player(name)) : name);
    }
  }

  /** The name of a player, or "Player 3" where it is not known. @param {number} player */
  nameOf(player) {
    return this.#names.get(player) ?? audit.player(player);
  }
}
