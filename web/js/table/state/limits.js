/** The limits of a table as its settings tell them. */

/**
 * The smallest and largest amount on one wager, for people to read. What a wager takes is in the view's offers.
 * @param {Pick<import('../../protocol.gen.js').TableSettings, 'minimum' | 'maximum' | 'chip'>} settings
 */
export const betLimits = ({ minimum, maximum, chip }) => ({
  minimum: minimum ?? chip ?? 0,
  maximum: maximum ?? Infinity,
});
