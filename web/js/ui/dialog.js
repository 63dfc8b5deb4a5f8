/** Dialogs, and explanations next to the element they explain. */

import { button, h } from './dom.js';
import { texts } from '../text/text.js';

/**
 * Opens a modal dialog; the browser keeps the focus inside.
 * @param {string} title
 * @param {...(import('./dom.js').Child | import('./dom.js').Child[])} content
 */
export function dialog(title, ...content) {
  const close = button('×', () => box.close(), { class: 'close', 'aria-label': texts.close });
  const box = h(
    'dialog',
    { class: 'dialog', 'aria-label': title },
    h('header', {}, h('h2', {}, title), close),
    h('div', { class: 'content' }, ...content),
  );
  box.addEventListener('close', () => box.remove());
  box.addEventListener('click', (event) => {
    if (event.target === box) box.close();
  });
  document.body.append(box);
  box.showModal();
  return box;
}

/** @type {HTMLElement | null} */
let open = null;

/**
 * Explains an element next to it, until something else is pressed. A second press takes the explanation away.
 * @param {Element} beside
 * @param {...(import('./dom.js').Child | import('./dom.js').Child[])} content
 */
export function explain(beside, ...content) {
  const again = open?.dataset.for === beside.id && beside.id !== '';
  dismiss();
  if (again) return;
  const box = h('div', { class: 'explanation', role: 'status', tabindex: -1, 'data-for': beside.id }, ...content);
  document.body.append(box);
  open = box;
  const at = beside.getBoundingClientRect();
  const size = box.getBoundingClientRect();
  const left = Math.max(8, Math.min(innerWidth - size.width - 8, at.left + at.width / 2 - size.width / 2));
  const above = at.top - size.height - 10;
  box.style.setProperty('left', `${left + scrollX}px`);
  box.style.setProperty('top', `${(above > 8 ? above : at.bottom + 10) + scrollY}px`);
  // The press that opened it must not close it again.
  setTimeout(() => addEventListener('pointerdown', dismissOutside), 0);
}

/** @param {PointerEvent} event */
function dismissOutside(event) {
  if (open && !open.contains(/** @type {Node} */ (event.target))) dismiss();
}

/** Removes the explanation. */
export function dismiss() {
  removeEventListener('pointerdown', dismissOutside);
  open?.remove();
  open = null;
}

addEventListener('keydown', (event) => {
  if (event.key === 'Escape') dismiss();
});
