/** Exact numbers as the engine writes them: "3/2", "-7", "0". Doubles would lose the last digits of a house edge. */

/** @typedef {{numerator: bigint, denominator: bigint}} Fraction */

/** @param {string} text @returns {Fraction} */
export function fraction(text) {
  const [numerator, denominator = '1'] = text.split('/');
  return { numerator: BigInt(numerator), denominator: BigInt(denominator) };
}

/** @param {...Fraction} terms @returns {Fraction} */
export const sum = (...terms) =>
  terms.reduce((one, other) => ({
    numerator: one.numerator * other.denominator + other.numerator * one.denominator,
    denominator: one.denominator * other.denominator,
  }));

/** @param {Fraction} dividend @param {Fraction} divisor positive @returns {Fraction} */
export const ratio = (dividend, divisor) => ({
  numerator: dividend.numerator * divisor.denominator,
  denominator: dividend.denominator * divisor.numerator,
});

/** @param {Fraction} one @returns {Fraction} */
export const negative = ({ numerator, denominator }) => ({ numerator: -numerator, denominator });

/** In lowest terms. @param {Fraction} one */
export function textOf({ numerator, denominator }) {
  const common = greatestCommonDivisor(numerator < 0n ? -numerator : numerator, denominator);
  return denominator === common ? `${numerator / common}` : `${numerator / common}/${denominator / common}`;
}

/**
 * The nearest double. The fraction is reduced first: its parts may be too large for a double.
 * @param {Fraction} one
 */
export function valueOf(one) {
  const [numerator, denominator = '1'] = textOf(one).split('/');
  return Number(numerator) / Number(denominator);
}

/** @param {bigint} one @param {bigint} other @returns {bigint} */
const greatestCommonDivisor = (one, other) => (other ? greatestCommonDivisor(other, one % other) : one);
