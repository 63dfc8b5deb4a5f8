/** Exact numbers, as the card room writes them: "3/2", "-7", "0". */

/** @typedef {{above: bigint, below: bigint}} Fraction */

/** @param {string} text @returns {Fraction} */
export function fraction(text) {
  const [above, below = '1'] = text.split('/');
  return { above: BigInt(above), below: BigInt(below) };
}

/** @param {...Fraction} all @returns {Fraction} */
export const sum = (...all) =>
  all.reduce((one, other) => ({
    above: one.above * other.below + other.above * one.below, below: one.below * other.below,
  }));

/** @param {Fraction} one @param {Fraction} other more than nothing @returns {Fraction} */
export const ratio = (one, other) => ({ above: one.above * other.below, below: one.below * other.above });

/** @param {Fraction} one @returns {Fraction} */
export const negative = ({ above, below }) => ({ above: -above, below });

/** In lowest terms. @param {Fraction} one */
export function text({ above, below }) {
  const common = divisor(above < 0n ? -above : above, below);
  return below === common ? `${above / common}` : `${above / common}/${below / common}`;
}

/** @param {Fraction} one */
export function value(one) {
  const [above, below = '1'] = text(one).split('/');
  return Number(above) / Number(below);
}

/** @param {bigint} one @param {bigint} other @returns {bigint} */
const divisor = (one, other) => (other ? divisor(other, one % other) : one);
