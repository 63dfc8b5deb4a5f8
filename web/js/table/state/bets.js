/** The bet that the user is putting together. Nothing here has been wagered yet. */

import { dollars } from '../../text/money.js';
import { texts } from '../../text/text.js';
import { amountsOf, totalOf } from './wagers.js';

/**
 * @typedef {import('../../protocol.gen.js').WagerOffer} WagerOffer
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

  /** What the table takes. @type {WagerOffer[]} */
  offers = [];

  /** The amount on each wager before the cards. */
  get amounts() {
    return amountsOf(this.bet, this.offers);
  }

  /** The chips it takes before the cards. */
  get total() {
    return totalOf(this.amounts);
  }

  /**
   * Adds a chip within the table's limits. A chip below the minimum counts as the minimum, so that one press makes a
   * legal bet.
   * @param {keyof Bet} wager
   * @param {number} chip
   * @returns {string | null} why nothing was added
   */
  add(wager, chip) {
    const legal = this.offers.find((offer) => offer.wager === wager)?.amount;
    if (legal?.type !== 'chosen') return texts.bets.notOffered;
    const { minimum, maximum } = legal;
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
    const { amounts } = this;
    if (!this.total) return texts.bets.needAnte;
    const unmet = this.offers.find(({ wager, requires }) => amounts[wager] && requires && !amounts[requires]);
    if (unmet?.requires) return texts.bets.requires(unmet.wager, unmet.requires);
    if (this.total > balance) return texts.bets.notEnoughChips(dollars(balance));
    return null;
  }

  /** @param {Bet} bet */
  #set(bet) {
    this.undoable.push(this.bet);
    this.bet = { ...bet };
  }
}
