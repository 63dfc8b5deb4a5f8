/** The bet that the user is putting together. Nothing here has been wagered yet. */

import { dollars } from '../../text/money.js';
import { texts } from '../../text/text.js';
import { betLimits } from './legal.js';

/**
 * @typedef {import('../../types.js').Settings} Settings
 * @typedef {{ante: number, trips: number, bad_beat: number}} Bet
 */

export const NO_BET = Object.freeze({ ante: 0, trips: 0, bad_beat: 0 });

export class Bets {
  /** @type {Bet} */
  bet = { ...NO_BET };
  /** What undo goes back to, latest last. @type {Bet[]} */
  undoable = [];
  /** The last bet that was placed. @type {Bet | null} */
  last = null;

  /** The chips it takes before the cards: the Blind equals the Ante. */
  get total() {
    return 2 * this.bet.ante + this.bet.trips + this.bet.bad_beat;
  }

  /**
   * Adds a chip within the table's limits. A chip below the minimum counts as the minimum, so that one press makes a
   * legal bet.
   * @param {keyof Bet} wager
   * @param {number} chip
   * @param {Settings} settings
   * @returns {string | null} why nothing was added
   */
  add(wager, chip, settings) {
    const { minimum, maximum } = betLimits(settings);
    if (wager === 'bad_beat' && settings.bad_beat_needs_trips && !this.bet.trips) return texts.bets.needTrips;
    const amount = Math.min(Math.max(this.bet[wager] + chip, minimum), maximum);
    if (amount === this.bet[wager]) return texts.bets.maximum(maximum);
    this.#set({ ...this.bet, [wager]: amount });
    return null;
  }

  undo() {
    this.bet = this.undoable.pop() ?? { ...NO_BET };
  }

  clear() {
    if (this.total) this.#set(NO_BET);
  }

  rebet() {
    if (this.last) this.#set(this.last);
  }

  /** The bet was accepted. */
  placed() {
    this.last = { ...this.bet };
    this.undoable = [];
  }

  /** Starts a new round with this bet prepared. @param {Bet} bet */
  prepare(bet) {
    this.bet = { ...bet };
    this.undoable = [];
  }

  /** Why the bet cannot be placed, if it cannot. @param {number} balance */
  problem(balance) {
    if (!this.bet.ante) return texts.bets.needAnte;
    if (this.total > balance) return texts.bets.notEnoughChips(dollars(balance));
    return null;
  }

  /** @param {Bet} bet */
  #set(bet) {
    this.undoable.push(this.bet);
    this.bet = { ...bet };
  }
}
