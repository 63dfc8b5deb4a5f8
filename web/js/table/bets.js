/** The bets that somebody is about to make. Nothing here is money yet. */

import { dollars } from '../money.js';
import { words } from '../words.js';

/**
 * @typedef {import('../types.js').Settings} Settings
 * @typedef {{ante: number, trips: number, bad_beat: number}} Bet
 */

export const NO_BET = Object.freeze({ ante: 0, trips: 0, bad_beat: 0 });

export class Bets {
  constructor() {
    /** @type {Bet} */
    this.bet = { ...NO_BET };
    /** @type {Bet[]} */
    this.before = [];
    /** What was bet last. @type {Bet | null} */
    this.last = null;
  }

  /** What it takes before the cards: the Blind is as high as the Ante. */
  get total() {
    return 2 * this.bet.ante + this.bet.trips + this.bet.bad_beat;
  }

  /** @param {Bet} bet */
  set(bet) {
    this.before.push(this.bet);
    this.bet = { ...bet };
  }

  /**
   * Adds a chip, as far as the table takes it. A first chip is at least the least; what is taken is said.
   * @param {keyof Bet} on
   * @param {number} chip
   * @param {Settings} settings
   * @returns {string | null} why not all of it was taken
   */
  add(on, chip, settings) {
    const least = settings.minimum ?? settings.chip;
    const most = settings.maximum ?? Infinity;
    if (on === 'bad_beat' && settings.bad_beat_needs_trips && !this.bet.trips) return words.bets.needTrips;
    const wanted = Math.max(this.bet[on] + chip, least);
    const taken = Math.min(wanted, most);
    if (taken === this.bet[on]) return words.bets.atMost(most);
    this.set({ ...this.bet, [on]: taken });
    return null;
  }

  undo() {
    this.bet = this.before.pop() ?? { ...NO_BET };
  }

  clear() {
    if (this.total) this.set(NO_BET);
  }

  rebet() {
    if (this.last) this.set(this.last);
  }

  /** The bet was made. */
  made() {
    this.last = { ...this.bet };
    this.before = [];
  }

  /** A new round: this lies ready. @param {Bet} bet */
  ready(bet) {
    this.bet = { ...bet };
    this.before = [];
  }

  /**
   * Why it cannot be made, if it cannot.
   * @param {Settings} settings
   * @param {number} wallet
   */
  problem(settings, wallet) {
    if (!this.bet.ante) return words.bets.needAnte;
    if (this.total > wallet) return `${words.bets.noChips}: ${dollars(wallet)}`;
    return null;
  }
}
