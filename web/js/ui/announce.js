/** Announcements for screen readers, and short messages for everybody. */

/** More lines than this are history. */
const MOST_LINES = 5;
const TOAST_MS = 4_500;

/** @param {string} text */
export function announce(text) {
  const line = document.createElement('p');
  line.textContent = text;
  const at = document.getElementById('announcements');
  if (!at) return;
  at.append(line);
  while (at.children.length > MOST_LINES) at.firstElementChild?.remove();
}

/**
 * Shows a short message, which screen readers announce too.
 * @param {string} text
 */
export function toast(text) {
  const at = document.getElementById('toasts');
  if (!at) return;
  const line = document.createElement('p');
  line.className = 'toast';
  line.textContent = text;
  at.replaceChildren(line);
  setTimeout(() => line.remove(), TOAST_MS);
}

/** Takes messages away that belong to a page which is left. */
export function clearToasts() {
  document.getElementById('toasts')?.replaceChildren();
}
