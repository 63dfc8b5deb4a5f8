/** Chips. */

import { h } from './dom.js';
import { short } from './money.js';

/** What chips there are, in cents. */
export const CHIPS = [100, 500, 2_500, 10_000, 50_000, 100_000];

/** @param {number} cents */
const colour = (cents) => CHIPS.findLast((chip) => chip <= cents) ?? CHIPS[0];

/**
 * One chip with its value.
 * @param {number} cents
 * @param {string} [label]
 */
export function chip(cents, label = short(cents)) {
  return h('span', { class: `chip chip-${colour(cents)}`, 'aria-hidden': 'true' }, h('span', {}, label));
}

/**
 * The chips that make up an amount, biggest first, so many at most.
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

/**
 * A pile of chips with the amount on top.
 * @param {number} cents
 */
export function pile(cents) {
  const chips = chipsOf(cents, 5);
  const label = (/** @type {number} */ index) => (index === chips.length - 1 ? short(cents) : '');
  return h(
    'span',
    { class: 'pile', 'aria-hidden': 'true', vars: { '--count': chips.length } },
    chips.map((value, index) => {
      const each = chip(value, label(index));
      each.style.setProperty('--at', String(index));
      return each;
    }),
  );
}
