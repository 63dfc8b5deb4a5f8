/** The texts of the reports. */

export const reports = {
  lead: 'What people wagered against the house, what the house held, and whether that is in line with exact theory. '
    + 'Tables at which players bank, and bots, are listed separately.',
  by: 'Group by', bys: { table: 'Tables', day: 'Days', month: 'Months', book: 'Rule books' },
  from: 'From', to: 'To', table: 'Table', all: 'All tables',
  wait: 'Adding up. The first report about a game counts every deal, which takes a while…',
  none: 'No rounds were finished in this period.',
  json: 'Download JSON', csv: 'Download CSV',
  totals: {
    wagered: 'Wagered', hold: 'Hold', expected: 'Expected', rounds: 'Rounds', fees: 'Fees', verdict: 'Verdict',
  },
  collected: 'paid by player-dealers',
  percent: (/** @type {string} */ share) => `${share} of wagers`,
  band: (/** @type {string} */ low, /** @type {string} */ high) => `${low} to ${high}`,
  voids: (/** @type {number} */ rounds) => (rounds ? `${rounds} void` : 'none void'),
  hands: (/** @type {number} */ hands) => (hands === 1 ? '1 hand' : `${hands.toLocaleString('en-US')} hands`),
  columns: {
    of: { table: 'Table', day: 'Day', month: 'Month', book: 'Rule book' },
    rounds: 'Rounds', hands: 'Hands', wagered: 'Wagered', hold: 'Hold', share: 'Hold %', expected: 'Expected',
    band: '95% band', verdict: 'Verdict', who: 'Players', action: 'Action', result: 'Won or lost',
    banked: 'Rounds banked', bankGain: 'Their banks won', fees: 'Fees',
  },
  who: { people: 'People', bots: 'Bots' },
  houseBanked: { people: 'House-banked, people', bots: 'House-banked, bots' },
  playerBanked: 'Player-banked',
  verdicts: { inside: 'as expected', unusual: 'unusual', outside: 'outside 99%' },
  verdictsTitle: {
    inside: 'within the 95% band',
    unusual: 'outside the 95% band, within the 99% band',
    outside: 'outside the 99% band: review the play',
  },
  note: 'Theory assumes best play of every hand. Players who make mistakes leave the house more, so a hold above the '
    + 'band is what mistakes look like.',
  wagers: 'By wager', wager: 'Wager', part: 'Part',
  parts: /** @type {Record<string, string>} */ ({
    ante_blind_play: 'Ante, Blind and Play', trips: 'Trips', bad_beat: 'Bad Beat',
  }),
  stake: 'Stakes',

  holdChart: 'Hold against theory', runningChart: 'Running hold against theory', turnoverChart: 'Turnover by day',
  holdLead: 'The bar is the 95% band of theory, the line in it the expected hold, and the dot the actual hold.',
  runningLead: 'Added up day by day: the line is the actual hold, in the 95% band of theory.',
  turnoverLead: 'All wagers of each day.',
  held: 'held', expected: 'expected', theory: '95% band',
  main: 'Ante, Blind and Play', bonus: 'Bonus wagers',
  point: (
    /** @type {string} */ of,
    /** @type {string} */ hold,
    /** @type {string} */ expected,
    /** @type {string} */ low,
    /** @type {string} */ high,
  ) => `${of}: held ${hold}, expected ${expected}, band ${low} to ${high}`,
  bar: (/** @type {string} */ of, /** @type {string} */ total) => `${of}: ${total}`,

  flows: 'From players to bankers',
  flowsLead: 'How much each player lost to each player-dealer, largest amounts first. '
    + 'Chips that keep moving the same way between the same two players deserve a look.',
  flowsNone: 'No player banked in this period.',
  banker: 'Banker', player: 'Player', toBanker: 'To the banker',
};
