/** What the player has chosen in the settings, kept in this browser. */

import { signal } from './signal.js';
import { stored } from './storage.js';

/**
 * @typedef {{speed: 'normal' | 'fast' | 'off', sound: boolean, fourColours: boolean,
 *   coach: 'off' | 'request' | 'always', guided: boolean, chip: number}} Preferences
 */

const storage = stored(() => localStorage, 'uth.preferences');

/** @type {Preferences} */
const DEFAULTS = { speed: 'normal', sound: false, fourColours: false, coach: 'request', guided: false, chip: 500 };

export const preferences = signal(/** @type {Preferences} */ ({ ...DEFAULTS, ...storage.read() }));

/** @param {Partial<Preferences>} change */
export function setPreferences(change) {
  const next = { ...preferences.get(), ...change };
  storage.write(next);
  preferences.set(next);
}

/** The duration of motion as a factor of its usual duration; 0 is no motion at all. */
export function motionFactor() {
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) return 0;
  return { normal: 1, fast: 0.4, off: 0 }[preferences.get().speed];
}
