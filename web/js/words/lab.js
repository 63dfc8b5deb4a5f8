/** The words of the laboratory. */

export const lab = {
  title: 'Laboratory',
  lead: 'Change any pay or rule and see what it does. Every number counts all deals there are, exactly.',
  hands: ['Royal flush', 'Straight flush', 'Four of a kind', 'Full house', 'Flush', 'Straight', 'Three of a kind'],
  own: 'Own',
  changed: 'changed',

  game: (/** @type {number} */ index) => `Game ${'ABC'[index]}`,
  letter: (/** @type {number} */ index) => 'ABC'[index],
  edit: (/** @type {string} */ game) => `Edit and chart ${game}`,
  remove: (/** @type {string} */ game) => `Remove ${game}`,
  add: 'Compare another',
  addLead: 'Up to three games side by side',
  share: 'Copy link',
  shared: 'The link is copied: games, bankroll and bank.',
  notShared: 'The link is in the address bar.',
  save: 'Save as JSON',
  report: 'Download report',
  reporting: 'Writing the report…',
  tools: 'Share and keep',
  reset: 'Back to standard',
  busy: 'Counting…',
  misspelt: (/** @type {string} */ text) =>
    `${text ? `“${text}”` : 'An empty field'} is no number: write it like 3, 3/2 or 1.5.`,
  noRaise: (/** @type {string} */ text) =>
    `${text ? `“${text}”` : 'An empty field'} is no raise: write it like 3 or 1.5.`,

  edge: 'House edge',
  edgeOf: 'of an Ante',
  edgeOfAll: 'of an Ante, all wagers',
  risk: 'Element of risk',
  deviation: 'Standard deviation',
  deviationWithoutBadBeat: 'Deviation without Bad Beat',
  wager: 'Average wager',
  parts: 'Edge by wager',
  base: 'Ante, Blind, Play',
  antes: (/** @type {number} */ antes) => `${antes.toFixed(4)} Antes`,
  exactly: (/** @type {string} */ exact) => `Exactly ${exact}`,
  deals: (/** @type {string} */ deals) => `Counted over all ${deals} deals.`,
  says: (/** @type {string} */ game, /** @type {string} */ edge) => `${game}: house edge ${edge}`,

  pays: 'Pays to 1',
  paysOf: (/** @type {string} */ wager, /** @type {string} */ hand) => `${wager}: ${hand} pays to 1`,
  paytable: 'Trips pay table',
  raises: 'Play wager in Antes',
  preflop: 'Before the flop',
  flop: 'On the flop',
  river: 'On the river',
  qualify: 'The dealer qualifies with',
  qualifies: { pair: 'A pair', none: 'Any hand' },
  mix: 'Bonus wagers in Antes',
  mixHint: 'Best play is for all wagers together.',

  wagers: 'Wager by wager',
  wagersLead: 'What each wager wins or loses on average: of an Ante, and the bonus wagers of themselves.',
  wins: (/** @type {string} */ share) => `wins ${share}`,
  worth: 'What each is worth',
  together: 'All together',
  round: 'How rounds end',
  win: 'Won',
  push: 'Even',
  lose: 'Lost',
  actions: 'What best play does',

  chart: (/** @type {string} */ game) => `Before the flop: ${game}`,
  chartLead: 'Suited hands are above the diagonal. Point at a hand, or move with the arrow keys.',
  differs: 'Ringed hands are played differently from Game A.',
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

  distribution: (/** @type {string} */ game) => `What a round brings: ${game}`,
  distributionLead: 'Net result in Antes, and how often it comes.',
  withoutBadBeat: 'Trips is counted in where it is wagered, Bad Beat is not.',
  bar: (/** @type {string} */ net, /** @type {string} */ share) => `${net}: ${share}`,

  ruin: {
    title: 'Chance of ruin',
    of: (/** @type {string} */ game) => `Chance of ruin: ${game}`,
    lead: 'How likely a bankroll does not last, with best play of every hand and the bonus wagers of this game.',
    bankroll: 'Bankroll in Antes',
    hands: 'Hands',
    whole: 'Hands are a whole number, like 500.',
    chance: (/** @type {number} */ hands) => `chance of ruin within ${hands.toLocaleString('en')} hands`,
    says: (/** @type {string} */ chance) => `Chance of ruin ${chance}`,
    curve: (/** @type {string} */ chance, /** @type {number} */ hands) =>
      `The chance of ruin grows from nothing to ${chance} after ${hands} hands`,
    antes: (/** @type {number} */ antes) => `${+antes.toFixed(1)} Antes`,
    between: (/** @type {number} */ low, /** @type {number} */ high) => `${+low.toFixed(1)} to ${+high.toFixed(1)}`,
    ahead: 'Ahead at the end',
    middle: 'Left, median',
    range: 'Left, 9 of 10 times',
    needed: 'Ruined with less than',
    how: 'Whoever has less than a hand can lose at most cannot go on with best play and is counted as ruined. The '
      + 'chance of every possible bankroll is followed hand by hand from the exact distribution: no sampling, no '
      + 'normal curve.',
    doubt: (/** @type {number} */ doubt) =>
      `Very high bankrolls are not followed: at most ${doubt.toExponential(1)} is missing.`,
    withoutBadBeat: 'The Bad Beat wager is left out of this figure.',
  },

  bank: {
    title: 'The player-dealer’s side',
    of: (/** @type {string} */ game) => `The player-dealer’s side: ${game}`,
    lead: 'What a bank that covers everything wins of best players, and what each of the 24 printed collection '
      + 'schedules takes from it. The players have the bonus wagers of this game.',
    players: 'Players', ante: 'Ante of each in dollars',
    whole: 'Players are a whole number, and the Ante is an amount like 10 or 2.50.',
    action: 'Action before the cards', gain: 'The bank wins', rate: 'Of the action', cents: 'cents',
    aRound: (/** @type {string} */ amount) => `${amount} a round`,
    schedule: 'Schedule', fee: 'Fee', left: 'Left', covered: 'Covered from', where: 'Where the gain covers the fee',
    never: 'never',
    plot: (/** @type {string} */ least, /** @type {string} */ most) =>
      `Bars: table action from ${least} to ${most} on a logarithmic scale, green where the gain covers the fee; the `
      + 'line is this table.',
  },

  seen: {
    title: 'What seen cards are worth',
    lead: 'Best play of the standard game by somebody who sees more than they should before the first decision.',
    what: 'Seen', gain: 'Gain', value: 'Value', nothing: 'Nothing else',
    scenario: (/** @type {string} */ name) => SCENARIOS[name] ?? name,
    neighbours: (/** @type {number} */ players) => `The hands of ${players} neighbours`,
    margin: (/** @type {string} */ margin) => `± ${margin}`,
    how: 'The value of the game and what seeing gains, of an Ante. Exact where they tell a fraction, and computed once '
      + 'because that takes minutes. Hands of several neighbours are sampled, 40 sets each; the margin holds 19 times '
      + 'in 20.',
  },
};

/** @type {Record<string, string>} */
const SCENARIOS = {
  'neighbour-hand': 'The hand of 1 neighbour',
  'flop-card': 'One flop card',
  'river-card': 'Turn or river card',
  'dealer-card': 'One dealer card',
  'dealer-and-flop-card': 'One dealer card, one flop card',
  'dealer-hand': 'Both dealer cards',
};
