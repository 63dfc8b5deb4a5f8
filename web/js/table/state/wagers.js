/** The wagers of a layout, and the amounts on them. */

/**
 * @typedef {import('../../protocol.gen.js').Wager} Wager
 * @typedef {import('../../protocol.gen.js').WagerOffer} WagerOffer
 * @typedef {import('../../protocol.gen.js').HandView} HandView
 * @typedef {Partial<Record<Wager, number>>} Amounts
 */

/** From left to right on the felt. @type {Wager[]} */
const ORDER = ['bad_beat', 'trips', 'ante', 'blind', 'play'];

/** The wagers that are offered, from left to right. @param {WagerOffer[]} offers */
export const wagersOf = (offers) => ORDER.filter((wager) => offers.some((offer) => offer.wager === wager));

/**
 * The amounts that a bet puts on each wager before the cards.
 * @param {import('./bets.js').Bet} bet
 * @param {WagerOffer[]} offers
 * @returns {Amounts}
 */
export function amountsOf(bet, offers) {
  const on = (/** @type {WagerOffer} */ { wager, amount }) => {
    if (amount.type === 'equal_to_ante') return bet.ante;
    return amount.type === 'chosen' ? (/** @type {Amounts} */ (bet)[wager] ?? 0) : 0;
  };
  return Object.fromEntries(offers.map((offer) => [offer.wager, on(offer)]));
}

/** The amounts that lie on each wager of a hand. @param {Pick<HandView, 'wagers'>} hand @returns {Amounts} */
export const stakesOf = ({ wagers }) => Object.fromEntries(wagers.map(({ wager, stake }) => [wager, stake]));

/** The bet that a hand was dealt with. @param {Pick<HandView, 'wagers'>} hand @returns {import('./bets.js').Bet} */
export function betOf(hand) {
  const { ante = 0, trips = 0, bad_beat = 0 } = stakesOf(hand);
  return { ante, trips, bad_beat };
}

/** @param {Amounts} amounts */
export const totalOf = (amounts) => Object.values(amounts).reduce((sum, amount) => sum + amount, 0);
