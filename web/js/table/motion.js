/** Cards and chips that travel. Durations scale with the speed that the user has chosen; at 0 nothing moves. */

import { motionFactor } from '../state/preferences.js';
import { sound } from '../ui/sound.js';

const DEAL_MS = 420;
const COLLECT_MS = 620;
const APPEAR_MS = 260;
const LAND = 'cubic-bezier(.2,.75,.25,1)';
const LEAVE = 'cubic-bezier(.5,0,.7,.4)';

/**
 * Moves an element in from where another one is.
 * @param {Element} element
 * @param {Element} from
 * @param {{delay_ms?: number, duration_ms?: number, spin_degrees?: number, scale?: number}} [how]
 */
export function comeFrom(element, from, { delay_ms = 0, duration_ms = DEAL_MS, spin_degrees = -18, scale = 0.7 } = {}) {
  const speed = motionFactor();
  if (!speed || !element.animate) return;
  const here = element.getBoundingClientRect();
  const there = from.getBoundingClientRect();
  const x = there.left + there.width / 2 - here.left - here.width / 2;
  const y = there.top + there.height / 2 - here.top - here.height / 2;
  const start = `translate(${x}px, ${y}px) rotate(${spin_degrees}deg) scale(${scale})`;
  element.animate(
    [
      { transform: start, opacity: 0 },
      { opacity: 1, offset: 0.25 },
      { transform: 'none', opacity: 1 },
    ],
    { duration: duration_ms * speed, delay: delay_ms * speed, easing: LAND, fill: 'backwards' },
  );
}

/**
 * Moves a copy of an element to another one, where it vanishes.
 * @param {Element} element
 * @param {Element} to
 * @param {number} delay_ms
 */
export function goTo(element, to, delay_ms) {
  const speed = motionFactor();
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
    duration: COLLECT_MS * speed,
    delay: delay_ms * speed,
    easing: LEAVE,
    fill: 'both',
  });
  travels.onfinish = () => copy.remove();
  setTimeout(sound.chip, delay_ms * speed);
}

/**
 * Fades an element in.
 * @param {Element} element
 * @param {number} [delay_ms]
 */
export function appear(element, delay_ms = 0) {
  const speed = motionFactor();
  if (!speed || !element.animate) return;
  element.animate(
    [
      { opacity: 0, transform: 'translateY(6px) scale(.92)' },
      { opacity: 1, transform: 'none' },
    ],
    { duration: APPEAR_MS * speed, delay: delay_ms * speed, easing: 'ease-out', fill: 'backwards' },
  );
}
