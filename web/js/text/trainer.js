/** The texts of the trainer. */

const plain = (/** @type {number} */ value) => value.toFixed(3);

export const trainer = {
  title: 'Trainer',
  lead: 'Practice close decisions, graded to the last fraction of an Ante. What you miss comes back.',
  streets: { preflop: 'Before the flop', flop: 'Flop', river: 'River' },
  short: { all: 'Mixed', preflop: 'Preflop', flop: 'Flop', river: 'River' },
  choose: 'What to practice',
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
  keys: 'Keys: 4, 3, 2 or 1 to raise or bet, 0 to check or fold, Enter for the next hand.',
  right: (/** @type {string} */ action, /** @type {number} */ gap) =>
    `Right. ${action} is best by ${plain(gap)} Antes.`,
  equal: (/** @type {string} */ action) => `Right. No action is better than ${action}.`,
  wrong: (/** @type {string} */ action, /** @type {string} */ best, /** @type {string} */ cost) =>
    `${action} costs ${cost} Antes. ${best} is best.`,
  /** A small cost is not shown as none. @param {number} cost */
  cost: (cost) => (cost > 0 && cost < 0.0005 ? 'less than 0.001' : plain(cost)),
  values: 'Value of each action in Antes',
  best: 'best',
  exactly: (/** @type {string} */ exact) => `Exactly ${exact} Antes`,
  why: 'Why',
  dealer: (/** @type {number} */ win, /** @type {number} */ tie, /** @type {number} */ all) =>
    `${win} of ${all} dealer hands beat you, ${tie} tie.`,
  outs: (/** @type {number} */ outs) =>
    outs === 0
      ? 'No dealer outs: the dealer needs two cards to beat you.'
      : `${outs} dealer ${outs === 1 ? 'out' : 'outs'}. With up to 20 dealer outs, a bet is usually right.`,
  group: (/** @type {number} */ count, /** @type {string} */ makes) => `${count} × ${makes}`,
  session: 'This session',
  drills: 'Hands',
  rightShare: 'Right',
  total: 'Cost',
  totalOf: (/** @type {number} */ cost) => `${cost > 0 ? '−' : ''}${plain(cost)}`,
  streak: 'Streak',
  progress: 'Your progress',
  progressOf: (/** @type {number} */ right, /** @type {number} */ seen) =>
    seen ? `${right} of ${seen} right` : 'not yet',
  average: (/** @type {number} */ cost) => `${plain(cost)} Antes per decision`,
  waiting: (/** @type {number} */ points) =>
    points === 0
      ? 'Nothing to repeat.'
      : points === 1 ? '1 missed hand will come back.' : `${points} missed hands will come back.`,
  forget: 'Reset my progress',
  forgotten: 'Your progress has been reset.',
  say: (/** @type {string} */ hole, /** @type {string} */ board, /** @type {string} */ choices) =>
    `Your hand: ${hole}.${board ? ` Board: ${board}.` : ''} ${choices}?`,
};
