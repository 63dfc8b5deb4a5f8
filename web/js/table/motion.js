/** Cards and chips that travel. */

import { pace } from '../prefs.js';
import { sound } from '../sound.js';

/**
 * Lets an element come from where another one is.
 * @param {Element} element
 * @param {Element} from
 * @param {{delay?: number, ms?: number, spin?: number, scale?: number}} [how]
 */
export function comeFrom(element, from, { delay = 0, ms = 420, spin = -18, scale = 0.7 } = {}) {
  const speed = pace();
  if (!speed || !element.animate) return;
  const here = element.getBoundingClientRect();
  const there = from.getBoundingClientRect();
  const x = there.left + there.width / 2 - here.left - here.width / 2;
  const y = there.top + there.height / 2 - here.top - here.height / 2;
  const start = `translate(${x}px, ${y}px) rotate(${spin}deg) scale(${scale})`;
  element.animate(
    [
      { transform: start, opacity: 0 },
      { opacity: 1, offset: 0.25 },
      { transform: 'none', opacity: 1 },
    ],
    { duration: ms * speed, delay: delay * speed, easing: 'cubic-bezier(.2,.75,.25,1)', fill: 'backwards' },
  );
}

/**
 * Lets a copy of an element travel to another one and vanish there.
 * @param {Element} element
 * @param {Element} to
 * @param {number} delay
 */
export function goTo(element, to, delay) {
  const speed = pace();
  if (!speed || !element.animate) return;
  const here = element.getBoundingClientRect();
  const there = to.getBoundingClientRect();
  const copy = /** @type {HTMLElement} */ (element.cloneNode(true));
  copy.classList.add('traveller');
  copy.style.setProperty('left', `${here.left}px`);
  copy.style.setProperty('top', `${here.top}px`);
  document.body.append(copy);
  const x = there.left + there.width / 2 - here.left - here.width / 2;
  const y = there.top + there.height / 2 - here.top - here.height / 2;
  const way = [
    { transform: 'none', opacity: 1 },
    { transform: `translate(${x}px, ${y}px) scale(.6)`, opacity: 0 },
  ];
  const travels = copy.animate(way, {
    duration: 620 * speed,
    delay: delay * speed,
    easing: 'cubic-bezier(.5,0,.7,.4)',
    fill: 'both',
  });
  travels.onfinish = () => copy.remove();
  setTimeout(sound.chip, delay * speed);
}

/**
 * Lets an element appear.
 * @param {Element} element
 * @param {number} [delay]
 */
export function appear(element, delay = 0) {
  const speed = pace();
  if (!speed || !element.animate) return;
  element.animate(
    [
      { opacity: 0, transform: 'translateY(6px) scale(.92)' },
      { opacity: 1, transform: 'none' },
    ],
    { duration: 260 * speed, delay: delay * speed, easing: 'ease-out', fill: 'backwards' },
  );
}
