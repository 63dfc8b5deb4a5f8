/** The texts of the coach. */

import { antes } from './money.js';

const plain = (/** @type {number} */ value) => value.toFixed(3);
/** "loses 2 Antes", "wins 1.500 Antes". @param {number} value */
const ends = (value) => {
  const amount = +Math.abs(value).toFixed(3);
  return `${value < 0 ? 'loses' : 'wins'} ${amount} ${amount === 1 ? 'Ante' : 'Antes'}`;
};
const percent = (/** @type {number} */ share) => `${(100 * share).toFixed(1)}%`;

/** @param {number} hands */
const handCount = (hands) => (hands === 1 ? '1 hand' : `${hands} hands`);

export const coach = {
  title: 'Coach',
  ask: 'Ask the coach',
  thinking: 'Counting every deal…',
  best: 'best',
  says: (/** @type {string} */ best, /** @type {number} */ value) =>
    `Coach: ${best} is best, worth ${antes(value)} Antes.`,
  perAnte: 'Exact value in Antes',
  /** @type {Record<string, string>} */
  when: { preflop: 'Before the flop', flop: 'On the flop', river: 'On the river' },
  /** @type {(when: string, action: string) => string} */
  right: (when, action) => `${when}: ${action} was best.`,
  /** @type {(when: string, action: string, best: string, cost: string) => string} */
  wrong: (when, action, best, cost) => `${when}: ${action} cost ${cost}. ${best} was best.`,
  outs: (/** @type {number} */ outs) => (outs === 1 ? '1 dealer out.' : `${outs} dealer outs.`),
  dealer: (/** @type {number} */ beat, /** @type {number} */ all) =>
    `${beat} of ${all} dealer hands beat you (${Math.round((100 * beat) / all)}%).`,
  failed: 'The coach is not available right now.',
  ownPays: 'The coach is silent: this table has a Trips pay table of its own.',
  review: 'Your decisions',
  grading: (/** @type {string} */ when, /** @type {string} */ action) => `${when}: ${action}. Counting every deal…`,
  session: 'This session',
  result: 'Result',
  game: 'House edge',
  luck: 'Luck',
  skill: 'Mistakes',
  uncovered: 'Not covered by the bank',
  hands: handCount,
  sessionOf: (/** @type {number} */ hands) => `This session, ${handCount(hands)}`,
  waterfall: {
    part: 'Part',
    amount: 'Amount',
    fractions: 'Exact fractions',
    exactly: (/** @type {string} */ cents) => `${cents} cents`,
    /** @type {Record<import('../coach/state/split.js').Part, string>} */
    parts: {
      game: 'House edge',
      hole: 'Luck of your cards',
      flop: 'Luck of the flop',
      turn_and_river: 'Luck of the turn and river',
      dealer: 'Luck of the dealer’s hand',
      decisions: 'Mistakes',
      uncovered: 'Not covered by the bank',
    },
    /** @type {(when: string, action: string) => string} */
    decision: (when, action) => `${when}: ${action}`,
  },
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
    /** @type {(values: {bet: number, fold: number}, share: number) => string} */
    bet: ({ bet, fold }, share) =>
      `Folding ${ends(fold)}. Betting is worth ${antes(bet)}, because ${percent(1 - share)} of all dealer hands do `
      + 'not beat you.',
    /** @type {(values: {bet: number, fold: number}, share: number) => string} */
    fold: ({ bet, fold }, share) =>
      `Folding ${ends(fold)}. Betting is worth ${antes(bet)}, because ${percent(share)} of all dealer hands beat you.`,
    badBeat: (/** @type {{bet: number, fold: number}} */ { bet, fold }) =>
      `Folding ${ends(fold)}: it gives up the Bad Beat too. Betting is worth ${antes(bet)}, because the Bad Beat `
      + 'stays in play.',
  },
};
