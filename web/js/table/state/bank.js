/** Amounts to bank a round with. */

import { betLimits } from './limits.js';

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
