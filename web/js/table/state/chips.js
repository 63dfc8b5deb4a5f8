/** The chips that a card room has. */

/** Denominations in cents, smallest first. */
export const CHIPS = [100, 500, 2_500, 10_000, 50_000, 100_000];

/** The largest chip that fits into an amount. @param {number} cents */
export const chipFor = (cents) => CHIPS.findLast((chip) => chip <= cents) ?? CHIPS[0];

/**
 * The chips that make up an amount, largest first, so many at most.
 * @param {number} cents
 * @param {number} most
 */
export function chipsOf(cents, most) {
  const chips = [];
  let left = cents;
  for (const value of [...CHIPS].reverse()) {
    while (left >= value && chips.length < most) {
      chips.push(value);
      left -= value;
    }
  }
  return chips;
}
