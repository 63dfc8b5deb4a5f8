/** The words of the trainer. */

const plain = (/** @type {number} */ value) => value.toFixed(3);

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
