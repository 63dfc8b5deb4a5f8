/** What is read out by screen readers. */

const region = () => document.getElementById('announcements');

/** @param {string} text */
export function announce(text) {
  const line = document.createElement('p');
  line.textContent = text;
  const at = region();
  if (!at) return;
  at.append(line);
  while (at.children.length > 5) at.firstElementChild?.remove();
}

/** A short message that everybody sees and hears.
 * @param {string} text
 */
export function toast(text) {
  const at = document.getElementById('toasts');
  if (!at) return;
  const line = document.createElement('p');
  line.className = 'toast';
  line.textContent = text;
  at.replaceChildren(line);
  setTimeout(() => line.remove(), 4_500);
}
