/** What the coach says, and why. */

import { antes } from '../money.js';

const plain = (/** @type {number} */ value) => value.toFixed(3);
const percent = (/** @type {number} */ share) => `${(100 * share).toFixed(1)}%`;

export const coach = {
  title: 'Coach',
  ask: 'Ask the coach',
  thinking: 'Counting every card…',
  best: 'best',
  says: (/** @type {string} */ best, /** @type {number} */ value) =>
    `Coach: ${best} is best, worth ${antes(value)} Antes.`,
  perAnte: 'Value in Antes, exactly',
  /** When it was decided, by the number of cards on the board. @type {Record<number, string>} */
  then: { 0: 'Before the flop', 3: 'On the flop', 5: 'On the river' },
  /** @type {(then: string, action: string) => string} */
  right: (then, action) => `${then}: ${action} was best.`,
  /** @type {(then: string, action: string, best: string, cost: string) => string} */
  wrong: (then, action, best, cost) => `${then}: ${action} cost ${cost}, ${best} was best.`,
  outs: (/** @type {number} */ outs) => `${outs} cards beat you from the dealer’s hand by themselves.`,
  dealer: (/** @type {number} */ beat, /** @type {number} */ all) =>
    `${beat} of ${all} dealer hands beat you (${Math.round((100 * beat) / all)}%).`,
  failed: 'The coach does not answer.',
  session: 'This session',
  result: 'Result',
  game: 'The game itself',
  luck: 'Luck',
  skill: 'Mistakes',
  hands: (/** @type {number} */ hands) => (hands === 1 ? '1 hand' : `${hands} hands`),
  none: 'Play a hand with the coach on, and it is counted here.',
  page: 'Coach',
  pageLead: 'What you would have won with perfect play is luck and the game; the rest is up to you.',
  mistakes: 'Your mistakes',
  noMistakes: 'None so far.',
  more: 'Why',
  modes: { off: 'Off', request: 'On request', always: 'Always' },
  yours: 'You', bestWas: 'Best', replay: 'Replay',
};

export const why = {
  preflop: {
    /** What an Ante of Play wins, and what waiting would cost. @type {(won: number, gap: number) => string} */
    raise: (won, gap) =>
      `Every Ante in Play wins ${antes(won)} on average: you win more often than the dealer. `
      + `Waiting would only let you bet half of it later, which is worth ${plain(gap)} less.`,
    /** @type {(won: number, gap: number) => string} */
    check: (won, gap) =>
      won > 0
        ? `Every Ante in Play would win ${antes(won)} on average, but seeing the flop first, with the right to fold `
          + `later, is worth ${plain(gap)} more than that.`
        : `Every Ante in Play would lose ${plain(-won)} on average: the dealer wins more often than you. `
          + 'Checking costs nothing, and the flop may change it.',
  },
  flop: {
    raise: (/** @type {number} */ gap) =>
      'Waiting lets you bet only 1×. The second Ante in Play wins more than a fold on the river could save, '
      + `by ${plain(gap)}.`,
    check: (/** @type {number} */ gap) =>
      `A check keeps the right to fold on the river. That saves ${plain(gap)} more than the bigger bet would win.`,
  },
  river: {
    /** @type {(value: number, share: number) => string} */
    bet: (value, share) =>
      `A fold always loses 2 Antes. The bet is worth ${antes(value)}, because ${percent(1 - share)} of all dealer `
      + 'hands do not beat you.',
    /** @type {(value: number, share: number) => string} */
    fold: (value, share) =>
      `A fold loses 2 Antes. The bet would lose ${plain(-value)}, because ${percent(share)} of all dealer hands `
      + 'beat you.',
  },
};
