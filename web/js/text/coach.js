/** The texts of the coach. */

import { antes } from './money.js';

const plain = (/** @type {number} */ value) => value.toFixed(3);
const percent = (/** @type {number} */ share) => `${(100 * share).toFixed(1)}%`;

export const coach = {
  title: 'Coach',
  ask: 'Ask the coach',
  thinking: 'Counting every deal…',
  best: 'best',
  says: (/** @type {string} */ best, /** @type {number} */ value) =>
    `Coach: ${best} is best, worth ${antes(value)} Antes.`,
  perAnte: 'Exact value in Antes',
  /** By the number of cards on the board. @type {Record<number, string>} */
  when: { 0: 'Before the flop', 3: 'On the flop', 5: 'On the river' },
  /** @type {(when: string, action: string) => string} */
  right: (when, action) => `${when}: ${action} was best.`,
  /** @type {(when: string, action: string, best: string, cost: string) => string} */
  wrong: (when, action, best, cost) => `${when}: ${action} cost ${cost}. ${best} was best.`,
  outs: (/** @type {number} */ outs) => (outs === 1 ? '1 dealer out.' : `${outs} dealer outs.`),
  dealer: (/** @type {number} */ beat, /** @type {number} */ all) =>
    `${beat} of ${all} dealer hands beat you (${Math.round((100 * beat) / all)}%).`,
  failed: 'The coach is not available right now.',
  session: 'This session',
  result: 'Result',
  game: 'House edge',
  luck: 'Luck',
  skill: 'Mistakes',
  hands: (/** @type {number} */ hands) => (hands === 1 ? '1 hand' : `${hands} hands`),
  none: 'Play a hand with the coach on to see luck and skill here.',
  page: 'Coach',
  pageLead: 'Your result has three parts: the house edge, luck, and your mistakes. Only the last part is up to you.',
  mistakes: 'Your mistakes',
  noMistakes: 'None so far.',
  why: 'Why',
  showOuts: 'Show the outs',
  modes: { off: 'Off', request: 'On request', always: 'Always' },
  yours: 'You', bestWas: 'Best', replay: 'Replay',
};

export const why = {
  preflop: {
    /** What an Ante on Play wins, and what waiting would cost. @type {(won: number, gap: number) => string} */
    raise: (won, gap) =>
      `Each Ante on Play wins ${plain(won)} on average, because you win more often than the dealer. `
      + `If you wait, you can only bet half as much later, which is worth ${plain(gap)} less.`,
    /** @type {(won: number, gap: number) => string} */
    check: (won, gap) =>
      won > 0
        ? `Each Ante on Play would win ${plain(won)} on average, but seeing the flop first and keeping the option to `
          + `fold is worth ${plain(gap)} more.`
        : `Each Ante on Play would lose ${plain(-won)} on average, because the dealer wins more often than you. `
          + 'Checking is free, and the flop may help.',
  },
  flop: {
    raise: (/** @type {number} */ gap) =>
      'If you wait, you can only bet 1×. The second Ante on Play wins more than a fold on the river could save: '
      + `${plain(gap)} more.`,
    check: (/** @type {number} */ gap) =>
      `Checking keeps the option to fold on the river. That is worth ${plain(gap)} more than the larger bet.`,
  },
  river: {
    /** @type {(value: number, share: number) => string} */
    bet: (value, share) =>
      `Folding always loses 2 Antes. Betting is worth ${antes(value)}, because ${percent(1 - share)} of all dealer `
      + 'hands do not beat you.',
    /** @type {(value: number, share: number) => string} */
    fold: (value, share) =>
      `Folding loses 2 Antes. Betting would lose ${plain(-value)}, because ${percent(share)} of all dealer hands `
      + 'beat you.',
  },
};
