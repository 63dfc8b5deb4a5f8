/** Figures that follow from a game: the risk of ruin, the bank's side, and the value of information. */

import { bankSection } from './bank.js';
import { informationSection } from './information.js';
import { ruinSection } from './ruin.js';
import { h } from '../ui/dom.js';

/**
 * @typedef {import('./state/stakes.js').Stakes} Stakes
 *
 * A section that is shown for one game after the other.
 * @typedef {{element: HTMLElement, show: (name: string, game: import('./state/game.js').Game) => void}} More
 */

/**
 * @param {Stakes} stakes are changed in place
 * @param {() => void} changed
 * @returns {More}
 */
export function more(stakes, changed) {
  const parts = [ruinSection(stakes, changed), bankSection(stakes, changed), informationSection()];
  return {
    element: h('div', { class: 'lab-after' }, parts.map((part) => part.element)),
    show: (name, game) => parts.forEach((part) => part.show(name, game)),
  };
}
