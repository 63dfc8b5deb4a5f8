/** Chips. */

import { chipFor, chipsOf } from '../table/state/chips.js';
import { shortAmount } from '../text/money.js';
import { h } from './dom.js';

/** A pile is no higher than this; its label has the whole amount. */
const MOST_IN_PILE = 5;

/**
 * One chip with its value.
 * @param {number} cents
 * @param {string} [label]
 */
export function chip(cents, label = shortAmount(cents)) {
  return h('span', { class: `chip chip-${chipFor(cents)}`, 'aria-hidden': 'true' }, h('span', {}, label));
}

/**
 * A pile of chips with the amount on top.
 * @param {number} cents
 */
export function pile(cents) {
  const chips = chipsOf(cents, MOST_IN_PILE);
  const label = (/** @type {number} */ index) => (index === chips.length - 1 ? shortAmount(cents) : '');
  return h(
    'span',
    { class: 'pile', 'aria-hidden': 'true' },
    chips.map((value, index) => {
      const each = chip(value, label(index));
      each.style.setProperty('--at', String(index));
      return each;
    }),
  );
}
