/** The wagers that a rule book offers. */

/**
 * @typedef {import('../../types.js').Book} Book
 * @typedef {import('../../types.js').WagerName} WagerName
 */

/** From left to right on the felt. @type {WagerName[]} */
const ORDER = ['bad_beat', 'trips', 'ante', 'blind', 'play'];

/** The wagers of a layout, from left to right. @param {Book} book */
export function wagersOf({ layout }) {
  // A layout lists what is printed in the betting areas; "Bad Beat" is the area of the wager `bad_beat`.
  const offered = new Set(layout.map((inscription) => inscription.toLowerCase().replaceAll(' ', '_')));
  return ORDER.filter((wager) => offered.has(wager));
}

/**
 * The amount on each wager of a hand, or of a bet that is being made.
 * @param {{ante: number, trips: number, bad_beat: number, play?: number | null}} bet
 * @returns {Record<WagerName, number>}
 */
export const amountsOf = ({ ante, trips, bad_beat, play }) => ({
  bad_beat,
  trips,
  ante,
  // The Blind always equals the Ante, and Play is a multiple of it.
  blind: ante,
  play: (play ?? 0) * ante,
});
