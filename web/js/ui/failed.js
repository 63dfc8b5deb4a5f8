/** Failures, shown where the content would be, with a button to try again. */

import { button, fill, h } from './dom.js';
import { texts } from '../text/text.js';

/**
 * @param {unknown} failure
 * @param {() => void} again
 */
export function failed(failure, again) {
  return h(
    'div',
    { class: 'wrong', role: 'alert' },
    h('p', {}, failure instanceof Error ? failure.message : texts.errors.unknown),
    button(texts.errors.retry, again),
  );
}

/**
 * Runs something that fills the page; a failure is shown in its place.
 * @param {HTMLElement} at
 * @param {() => Promise<void>} act
 */
export function attempt(at, act) {
  fill(at);
  act().catch((failure) => fill(at, failed(failure, () => attempt(at, act))));
}
