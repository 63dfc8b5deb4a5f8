/** Amounts as text. */

/**
 * "$5", "$7.50", "−$1,200".
 * @param {number} cents
 */
export function dollars(cents) {
  const whole = Math.abs(cents) % 100 === 0;
  const digits = whole ? 0 : 2;
  const text = (Math.abs(cents) / 100).toLocaleString('en-US', {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
  return `${cents < 0 ? '−' : ''}$${text}`;
}

/**
 * With a sign: "+$5", "−$5", "$0".
 * @param {number} cents
 */
export function signed(cents) {
  return cents > 0 ? `+${dollars(cents)}` : dollars(cents);
}

/**
 * Short, for a chip: "5", "7.5", "1.2k".
 * @param {number} cents
 */
export function shortAmount(cents) {
  const value = cents / 100;
  if (value >= 10_000) return `${+(value / 1000).toFixed(1)}k`;
  return String(+value.toFixed(2));
}

/**
 * A value in Antes, with its sign: "+0.583", "−0.004".
 * @param {number} value
 */
export function antes(value) {
  const text = Math.abs(value).toFixed(3);
  return `${value < 0 ? '−' : '+'}${text}`;
}
