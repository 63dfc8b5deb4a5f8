/** The keyboard at the table. */

import { dialog } from '../ui/dialog.js';
import { h } from '../ui/dom.js';
import { texts } from '../text/text.js';

/** Lists the keys. */
export function showKeys() {
  dialog(
    texts.keys.title,
    h(
      'dl',
      { class: 'keys' },
      texts.keys.rows
        .map(([keys, does]) => [
          h(
            'dt',
            {},
            keys.split(' ').map((key) => h('kbd', {}, key)),
          ),
          h('dd', {}, does),
        ])
        .flat(),
    ),
  );
}

/**
 * Listens until the returned function is called. A key that a button of the bar claims presses that button.
 * @param {{play: import('./state/play.js').Play, controls: HTMLElement, askCoach: () => void}} props
 */
export function listenToKeys({ play, controls, askCoach }) {
  /** @type {Record<string, () => void>} */
  const acts = {
    a: () => play.add('ante'),
    t: () => play.add('trips'),
    b: () => play.add('bad_beat'),
    '[': () => play.pickNextChip(-1),
    ']': () => play.pickNextChip(1),
    '?': showKeys,
    h: askCoach,
  };
  const press = (/** @type {KeyboardEvent} */ event) => {
    const at = /** @type {HTMLElement} */ (event.target);
    if (event.ctrlKey || event.altKey || event.metaKey || document.querySelector('dialog[open]')) return;
    if (at.matches('input, select, textarea')) return;
    // A key that is held down repeats; it must not decide twice.
    if (event.repeat) return at.matches('button') && event.key === 'Enter' ? event.preventDefault() : undefined;
    if (event.key === 'Enter' && at.matches('button, a, summary')) return;
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    const pressed = /** @type {HTMLButtonElement | null} */ (
      controls.querySelector(`[aria-keyshortcuts="${CSS.escape(key)}"]`)
    );
    if (pressed && !pressed.disabled) pressed.click();
    else if (acts[key]) acts[key]();
    else return;
    event.preventDefault();
  };
  // A button pressed with a pointer keeps the focus, and would take the next Enter for itself.
  const release = (/** @type {MouseEvent} */ event) => {
    const at = /** @type {Element} */ (event.target).closest('.room button');
    if (event.detail > 0 && at instanceof HTMLElement) at.blur();
  };
  addEventListener('keydown', press);
  addEventListener('click', release);
  return () => {
    removeEventListener('keydown', press);
    removeEventListener('click', release);
  };
}
