/** What somebody likes, kept in this browser. */

import { signal } from './signal.js';

const KEY = 'uth.likes';

/**
 * @typedef {{speed: 'normal' | 'fast' | 'off', sound: boolean, fourColours: boolean,
 *   coach: 'off' | 'request' | 'always',
 *   guided: boolean, chip: number}} Likes
 */

/** @type {Likes} */
const FIRST = { speed: 'normal', sound: false, fourColours: false, coach: 'request', guided: false, chip: 500 };

/** @returns {Likes} */
function read() {
  try {
    return { ...FIRST, ...JSON.parse(localStorage.getItem(KEY) ?? '{}') };
  } catch {
    return { ...FIRST };
  }
}

export const likes = signal(read());

/** @param {Partial<Likes>} change */
export function like(change) {
  const next = { ...likes.get(), ...change };
  try {
    localStorage.setItem(KEY, JSON.stringify(next));
  } catch {
    // A browser that keeps nothing still plays.
  }
  likes.set(next);
}

const still = matchMedia('(prefers-reduced-motion: reduce)');

/** How long motion takes, as a part of its usual time. */
export function pace() {
  if (still.matches) return 0;
  return { normal: 1, fast: 0.4, off: 0 }[likes.get().speed];
}
