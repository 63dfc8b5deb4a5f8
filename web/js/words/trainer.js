/** The words of the trainer. */

const antes = (/** @type {number} */ value) => `${value < 0 ? '−' : '+'}${Math.abs(value).toFixed(3)}`;
const plain = (/** @type {number} */ value) => value.toFixed(3);
const percent = (/** @type {number} */ share) => `${(100 * share).toFixed(1)}%`;

export const trainer = {
  nav: 'Trainer',
  title: 'Trainer',
  lead: 'Close decisions, graded to the last fraction of an Ante. What you miss comes back.',
  streets: { preflop: 'Before the flop', flop: 'Flop', river: 'River' },
  short: { all: 'Mixed', preflop: 'Preflop', flop: 'Flop', river: 'River' },
  choose: 'What to practise',
  before: {
    preflop: 'Your first two cards. Raise now, or see the flop.',
    flop: 'You checked before the flop. Bet now, or see the last two cards.',
    river: 'You checked twice. Bet, or fold and lose Ante and Blind.',
  },
  again: 'You missed this one before',
  hole: 'Your hand',
  board: 'Board',
  decide: 'What do you do?',
  busy: 'Dealing…',
  next: 'Next',
  retry: 'Try again',
  keys: 'Keys: 4, 3, 2, 1 raise or bet so much, 0 checks or folds, Enter goes on.',
  right: (/** @type {string} */ action, /** @type {number} */ gap) =>
    `Right. ${action} is best by ${plain(gap)} Antes.`,
  equal: (/** @type {string} */ action) => `Right. ${action} is as good as anything.`,
  wrong: (/** @type {string} */ action, /** @type {string} */ best, /** @type {string} */ cost) =>
    `${action} costs ${cost} Antes. ${best} is best.`,
  /** Never nothing where it is something. @param {number} cost */
  cost: (cost) => (cost > 0 && cost < 0.0005 ? 'less than 0.001' : plain(cost)),
  values: 'What each choice is worth, in Antes',
  best: 'best',
  exactly: (/** @type {string} */ exact) => `Exactly ${exact} Antes`,
  why: 'Why',
  whyPreflop: {
    /** What an Ante of Play wins on average. @type {(won: number, gap: number) => string} */
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
  whyFlop: {
    raise: (/** @type {number} */ gap) =>
      'Waiting lets you bet only 1×. The second Ante in Play wins more than a fold on the river could save, '
      + `by ${plain(gap)}.`,
    check: (/** @type {number} */ gap) =>
      `A check keeps the right to fold on the river. That saves ${plain(gap)} more than the bigger bet would win.`,
  },
  whyRiver: {
    /** @type {(value: number, share: number) => string} */
    bet: (value, share) =>
      `A fold always loses 2 Antes. The bet is worth ${antes(value)}, because ${percent(1 - share)} of all dealer `
      + 'hands do not beat you.',
    /** @type {(value: number, share: number) => string} */
    fold: (value, share) =>
      `A fold loses 2 Antes. The bet would lose ${plain(-value)}, because ${percent(share)} of all dealer hands `
      + 'beat you.',
  },
  dealer: (/** @type {number} */ win, /** @type {number} */ tie, /** @type {number} */ all) =>
    `${win} of ${all} dealer hands beat you, ${tie} tie.`,
  outs: (/** @type {number} */ outs) =>
    outs === 0
      ? 'No single card beats you: the dealer needs two.'
      : `${outs} ${outs === 1 ? 'card beats' : 'cards beat'} you from the dealer’s hand, with the board alone. `
        + 'Up to 20 such outs a bet is usually right.',
  group: (/** @type {number} */ count, /** @type {string} */ makes) => `${count} × ${makes}`,
  session: 'This session',
  drills: 'Drills',
  rightShare: 'Right',
  total: 'Cost',
  totalOf: (/** @type {number} */ cost) => `${cost > 0 ? '−' : ''}${plain(cost)}`,
  streak: 'In a row',
  progress: 'Your progress',
  progressOf: (/** @type {number} */ right, /** @type {number} */ seen) =>
    seen ? `${right} of ${seen} right` : 'not yet',
  average: (/** @type {number} */ cost) => `${plain(cost)} Antes a decision`,
  waiting: (/** @type {number} */ points) =>
    points === 0
      ? 'Nothing waits to come back.'
      : points === 1 ? '1 missed point will come back.' : `${points} missed points will come back.`,
  forget: 'Forget my progress',
  forgotten: 'The trainer begins anew.',
  say: (/** @type {string} */ hole, /** @type {string} */ board, /** @type {string} */ choices) =>
    `Your hand: ${hole}.${board ? ` Board: ${board}.` : ''} ${choices}?`,
};
