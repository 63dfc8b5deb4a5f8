/** The main figures of a solved game. */

import { fraction, negative, ratio, sum, textOf, valueOf } from '../../state/fraction.js';

/**
 * @typedef {import('../../protocol.gen.js').Solution} Solution
 * @typedef {import('../../protocol.gen.js').Exact} Exact
 */

/** @param {number} share @param {number} [digits] */
export const percent = (share, digits = 4) =>
  // Rounding can leave "-0.0000%", whose sign means nothing.
  `${(100 * share).toFixed(digits)}%`.replace(/^-(?=0\.?0*%$)/, '').replace('-', '−');

/** @param {number} antes */
export const signedAntes = (antes) => `${antes > 0 ? '+' : ''}${antes.toFixed(4)}`.replace('-', '−');

/** The house edge is what the player loses. @param {string} playerValue */
export const edgeOf = (playerValue) => exactly(negative(fraction(playerValue)));

/** @param {import('../../state/fraction.js').Fraction} one @returns {Exact} */
const exactly = (one) => ({ value: valueOf(one), exact: textOf(one) });

/**
 * House edge, element of risk and average wager of a round, including the bonus wagers of the mix.
 * @param {Pick<Solution, 'mix' | 'game'> & {base: Pick<Solution['base'], 'average_wager_exact'>}} solution
 */
export function headline({ base, mix, game }) {
  const [trips, badBeat] = [fraction(game.mix.trips), fraction(game.mix.bad_beat)];
  const wager = sum(fraction(base.average_wager_exact), trips, badBeat);
  const edge = negative(fraction(mix.exact));
  return { edge: exactly(edge), risk: exactly(ratio(edge, wager)), wager: exactly(wager) };
}
