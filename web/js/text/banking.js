/** The texts of a player's banking report. */

import { dollars, signed } from './money.js';

const when = (/** @type {number} */ ms) =>
  new Date(ms).toLocaleString('en-US', { dateStyle: 'medium', timeStyle: 'short' });
const number = (/** @type {number} */ value) => value.toLocaleString('en-US');

export const banking = {
  title: 'Banking',
  wait: 'Reading your banked rounds…',
  none: 'You have not banked a round yet.',
  all: 'All sessions together',
  session: (/** @type {string} */ table, /** @type {number} */ from, /** @type {number} */ to) =>
    `${table}, ${when(from)} to ${when(to)}`,
  rounds: 'Rounds banked', action: 'Action', gain: 'Gain', fees: 'Fees', net: 'Net', expected: 'Expected gain',
  voids: (/** @type {number} */ rounds) => (rounds ? `${number(rounds)} void` : 'none void'),
  uncovered: (/** @type {number} */ wagers) =>
    (wagers === 0 ? 'all wagers covered' : `${number(wagers)} ${wagers === 1 ? 'wager' : 'wagers'} not covered`),
  deviation: (/** @type {number} */ cents) => `standard deviation ${dollars(Math.round(cents))}`,
  deviations: (/** @type {number | null} */ count) =>
    (count === null ? ''
      : `${Math.abs(count).toFixed(1)} standard deviations ${count < 0 ? 'below' : 'above'} expected`),
  exact: (/** @type {string} */ fraction) => `exactly ${fraction} cents`,
  before: 'before fees', after: 'after fees',
  truncated: 'Only the latest 500 banked rounds are counted.',
  signed,
  dollars,
  number,
};
