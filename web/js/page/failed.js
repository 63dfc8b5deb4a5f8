/** What did not come, and another try. */

import { button, fill, h } from '../dom.js';
import { words } from '../words.js';

/**
 * @param {unknown} failure
 * @param {() => void} again
 */
export function failed(failure, again) {
  return h(
    'div',
    { class: 'wrong', role: 'alert' },
    h('p', {}, failure instanceof Error ? failure.message : words.wrong),
    button(words.retry, again),
  );
}

/**
 * Tries it; what failed is told in that place, with another try.
 * @param {HTMLElement} at
 * @param {() => Promise<void>} act
 */
export function attempt(at, act) {
  fill(at);
  act().catch((failure) => fill(at, failed(failure, () => attempt(at, act))));
}
