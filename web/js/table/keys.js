/** Everything at the table by keyboard. */

import { dialog } from '../dialog.js';
import { h } from '../dom.js';
import { words } from '../words.js';

/** Shows what the keys do. */
export function showKeys() {
  dialog(
    words.keys.title,
    h(
      'dl',
      { class: 'keys' },
      words.keys.rows
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
 * Listens until the returned function is called.
 * @param {import('./play.js').Play} play
 * @param {HTMLElement} controls
 */
export function listen(play, controls) {
  /** @type {Record<string, () => void>} */
  const acts = {
    a: () => play.add('ante'),
    t: () => play.add('trips'),
    b: () => play.add('bad_beat'),
    '[': () => play.pickNext(-1),
    ']': () => play.pickNext(1),
    '?': showKeys,
    h: () => play.coach.ask(),
  };
  const press = (/** @type {KeyboardEvent} */ event) => {
    const at = /** @type {HTMLElement} */ (event.target);
    if (event.ctrlKey || event.altKey || event.metaKey || document.querySelector('dialog[open]')) return;
    if (at.matches('input, select, textarea')) return;
    // A key that is held down decides once.
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
  // What was pressed with a pointer does not keep the keys for itself.
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
