/** The texts of the laboratory. */

export const lab = {
  title: 'Laboratory',
  lead: 'Change any pay or rule and see the effect. Every number is exact, counted over all possible deals.',
  hands: ['Royal flush', 'Straight flush', 'Four of a kind', 'Full house', 'Flush', 'Straight', 'Three of a kind'],
  custom: 'Custom',
  changed: 'modified',

  game: (/** @type {number} */ index) => `Game ${'ABC'[index]}`,
  letter: (/** @type {number} */ index) => 'ABC'[index],
  edit: (/** @type {string} */ game) => `Edit and chart ${game}`,
  remove: (/** @type {string} */ game) => `Remove ${game}`,
  add: 'Add a game',
  addLead: 'Compare up to three games',
  share: 'Copy link',
  shared: 'Link copied. It contains the games, the bankroll and the bank.',
  notShared: 'The link is in the address bar.',
  save: 'Save as JSON',
  report: 'Download report',
  reporting: 'Writing the report…',
  tools: 'Share and save',
  reset: 'Reset to standard',
  busy: 'Counting…',
  misspelt: (/** @type {string} */ text) =>
    `${text ? `“${text}”` : 'An empty field'} is not a number. Use a form like 3, 3/2 or 1.5.`,
  noRaise: (/** @type {string} */ text) =>
    `${text ? `“${text}”` : 'An empty field'} is not a raise. Use a form like 3 or 1.5.`,

  edge: 'House edge',
  edgeOf: 'of an Ante',
  edgeOfAll: 'of an Ante, all wagers',
  risk: 'Element of risk',
  deviation: 'Standard deviation',
  deviationWithoutBadBeat: 'Standard deviation without Bad Beat',
  wager: 'Average wager',
  parts: 'House edge by wager',
  base: 'Ante, Blind, Play',
  antes: (/** @type {number} */ antes) => `${antes.toFixed(4)} Antes`,
  exactly: (/** @type {string} */ exact) => `Exactly ${exact}`,
  deals: (/** @type {string} */ deals) => `Counted over all ${deals} deals.`,

  paysOf: (/** @type {string} */ wager, /** @type {string} */ hand) => `${wager}: ${hand} pays to 1`,
  paytable: 'Trips pay table',
  raises: 'Play wager in Antes',
  preflop: 'Before the flop',
  flop: 'On the flop',
  river: 'On the river',
  qualify: 'The dealer qualifies with',
  qualifies: { pair: 'A pair', none: 'Any hand' },
  mix: 'Bonus wagers in Antes',
  mixHint: 'Best play takes all wagers into account.',

  wagers: 'Value by wager',
  wagersLead: 'Average result of each wager: per Ante for Ante, Blind and Play, per unit for bonus wagers.',
  wins: (/** @type {string} */ share) => `wins ${share}`,
  worth: 'Value',
  together: 'All wagers',
  round: 'Results',
  win: 'Won',
  push: 'Even',
  lose: 'Lost',
  actions: 'Actions of best play',

  chart: (/** @type {string} */ game) => `Before the flop: ${game}`,
  chartLead: 'Suited hands are above the diagonal. Point at a hand, or use the arrow keys.',
  differs: 'Outlined hands are played differently from Game A.',
  grid: 'Starting hands',
  action: (/** @type {string} */ name) =>
    name === 'fold' ? 'Fold' : `${Number.parseFloat(name) > 2 ? 'Raise' : 'Bet'} ${name.replace('x', '×')}`,
  raise: (/** @type {string} */ times) => `Raise ${times.replace('x', '×')}`,
  check: 'Check',
  combos: (/** @type {number} */ hands, /** @type {number} */ combos) =>
    `${hands} hands, ${((100 * combos) / 1326).toFixed(1)}%`,
  combosOf: (/** @type {number} */ combos) => `${combos} combinations`,
  cell: (/** @type {string} */ hand, /** @type {string} */ action, /** @type {string} */ value) =>
    `${hand}: ${action}, worth ${value} Antes`,
  kinds: { pair: 'pair', suited: 'suited', offsuit: 'offsuit' },

  distribution: (/** @type {string} */ game) => `Results of a round: ${game}`,
  distributionLead: 'Net result in Antes, and how often it occurs.',
  withoutBadBeat: 'Includes Trips if it is wagered, but not Bad Beat.',
  bar: (/** @type {string} */ net, /** @type {string} */ share) => `${net}: ${share}`,

  ruin: {
    title: 'Risk of ruin',
    of: (/** @type {string} */ game) => `Risk of ruin: ${game}`,
    lead: 'How likely you are to lose your bankroll with best play and the bonus wagers of this game.',
    bankroll: 'Bankroll in Antes',
    hands: 'Hands',
    whole: 'Hands must be a whole number, like 500.',
    chance: (/** @type {number} */ hands) => `risk of ruin within ${hands.toLocaleString('en')} hands`,
    says: (/** @type {string} */ chance) => `Risk of ruin ${chance}`,
    curve: (/** @type {string} */ chance, /** @type {number} */ hands) =>
      `The risk of ruin grows from zero to ${chance} after ${hands} hands`,
    antes: (/** @type {number} */ antes) => `${+antes.toFixed(1)} Antes`,
    between: (/** @type {number} */ low, /** @type {number} */ high) => `${+low.toFixed(1)} to ${+high.toFixed(1)}`,
    ahead: 'Ahead at the end',
    middle: 'Median bankroll at the end',
    range: '90% of final bankrolls',
    needed: 'Ruined below',
    how: 'You are ruined when your bankroll no longer covers the largest possible loss of a hand, because best play is '
      + 'then out of reach. The probability of every possible bankroll is followed hand by hand from the exact '
      + 'distribution, without sampling or a normal approximation.',
    doubt: (/** @type {number} */ doubt) =>
      `Very high bankrolls are cut off, which leaves out a probability of at most ${doubt.toExponential(1)}.`,
    withoutBadBeat: 'This figure does not include the Bad Beat wager.',
  },

  bank: {
    title: 'The player-dealer’s side',
    of: (/** @type {string} */ game) => `The player-dealer’s side: ${game}`,
    lead: 'What a bank that covers all bets wins from players who play best, and what each of the 24 printed '
      + 'collection schedules leaves of it. The players make the bonus wagers of this game.',
    players: 'Players', ante: 'Ante per player in dollars',
    whole: 'Players must be a whole number, and the Ante an amount like 10 or 2.50.',
    action: 'Action before the cards', gain: 'The bank wins', rate: 'Share of the action', cents: 'cents',
    aRound: (/** @type {string} */ amount) => `${amount} per round`,
    schedule: 'Schedule', fee: 'Fee', left: 'Left', covered: 'Covered from', where: 'Where the gain covers the fee',
    never: 'never',
    plot: (/** @type {string} */ least, /** @type {string} */ most) =>
      `The bars show total action from ${least} to ${most} on a logarithmic scale, green where the gain covers the `
      + 'fee. The line marks this table.',
  },

  information: {
    title: 'The value of seen cards',
    lead: 'Best play of the standard game by a player who sees more than they should before the first decision.',
    what: 'Seen', gain: 'Gain', value: 'Value', nothing: 'Nothing',
    scenario: (/** @type {string} */ name) => SCENARIOS[name] ?? name,
    neighbours: (/** @type {number} */ players) => `The hands of ${players} neighbors`,
    margin: (/** @type {string} */ margin) => `± ${margin}`,
    how: 'The value of the game and the gain from seeing cards, per Ante. Numbers with a fraction are exact; they were '
      + 'computed once, because that takes minutes. The hands of several neighbors are sampled, 40 sets each, with a '
      + '95% margin.',
  },
};

/** @type {Record<string, string>} */
const SCENARIOS = {
  'neighbour-hand': 'The hand of 1 neighbor',
  'flop-card': 'One flop card',
  'river-card': 'The turn or river card',
  'dealer-card': 'One dealer card',
  'dealer-and-flop-card': 'One dealer card and one flop card',
  'dealer-hand': 'Both dealer cards',
};
