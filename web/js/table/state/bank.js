/** Amounts to bank a round with, and what they have to cover. */

import { betLimits } from './limits.js';

/**
 * @typedef {import('../../protocol.gen.js').TableView} TableView
 * @typedef {import('../../protocol.gen.js').HandView} HandView
 * @typedef {import('../../protocol.gen.js').WagerView} WagerView
 */

/** Kept back for the player's own bets in rounds that another player banks. */
const RESERVE = 5_000;
const STEP = 1_000;
const DEFAULT_MAXIMUM = 10_000;

/**
 * Sensible amounts that the balance covers, smallest first; empty where there is not enough.
 * @param {import('../../protocol.gen.js').TableSettings} settings
 * @param {number} balance
 */
export function bankAmounts(settings, balance) {
  const { maximum } = betLimits(settings);
  const unit = Number.isFinite(maximum) ? maximum : DEFAULT_MAXIMUM;
  const affordable = Math.floor((balance - RESERVE) / STEP) * STEP;
  const amounts = [unit, unit * 2, unit * 5].filter((each) => each <= affordable);
  return amounts.length ? amounts : affordable > 0 ? [affordable] : [];
}

/**
 * The most that all hands of a round can win together, in cents. A bank that holds as much covers every wager,
 * whichever hand is settled first.
 * @param {Pick<TableView, 'round' | 'offers'>} view
 */
export function largestWin({ round, offers }) {
  const hands = round?.hands ?? [];
  // All hands are on one street: a view tells the user's own raises, and the others have no larger ones.
  const times = Math.max(0, ...hands.flatMap(raisesOf));
  const mostPaid = (/** @type {WagerView} */ { wager, stake }) => {
    const pays = offers.find((offer) => offer.wager === wager)?.pays ?? [];
    return pays.length ? stake * Math.max(...pays.map((row) => row.pays / row.to)) : stake;
  };
  return hands.reduce((sum, { wagers, play }) => {
    // After a fold only Trips can win.
    const open = play === 0 ? wagers.filter(({ wager }) => wager === 'trips') : wagers;
    const ante = wagers.find(({ wager }) => wager === 'ante')?.stake ?? 0;
    return sum + open.reduce((most, wager) => most + mostPaid(wager), 0) + (play === null ? ante * times : 0);
  }, 0);
}

/** The multiples that a hand may still raise. @param {HandView} hand */
const raisesOf = ({ actions }) => actions.flatMap((each) => (each.type === 'raise' ? [each.times] : []));
