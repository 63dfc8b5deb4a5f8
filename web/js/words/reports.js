/** The words of the reports. */

export const reports = {
  lead: 'What was wagered, what the banks held of it, and whether that is where exact theory expects it.',
  by: 'Rows', bys: { table: 'Tables', day: 'Days', month: 'Months', book: 'Rule books' },
  from: 'From', to: 'To', table: 'Table', all: 'All tables',
  wait: 'Adding up. The first time, every deal of the game is counted…',
  none: 'No round was finished in this time.',
  json: 'Download JSON', csv: 'Download CSV',
  totals: { wagered: 'Wagered', hold: 'Hold', expected: 'Expected', rounds: 'Rounds', collection: 'Collection',
    verdict: 'Verdict' },
  collected: 'paid by player/dealers',
  percent: (/** @type {string} */ share) => `${share} of wagers`,
  band: (/** @type {string} */ low, /** @type {string} */ high) => `${low} to ${high}`,
  voids: (/** @type {number} */ rounds) => (rounds ? `${rounds} void` : 'none void'),
  hands: (/** @type {number} */ hands) => (hands === 1 ? '1 hand' : `${hands.toLocaleString('en-US')} hands`),
  columns: {
    of: { table: 'Table', day: 'Day', month: 'Month', book: 'Rule book' },
    rounds: 'Rounds', wagered: 'Wagered', hold: 'Hold', share: 'Hold %', expected: 'Expected',
    band: '95% band', verdict: 'Verdict', collection: 'Collection',
  },
  verdicts: { inside: 'as expected', unusual: '1 in 20', outside: 'beyond 99%' },
  verdictsTitle: {
    inside: 'where 19 results of 20 lie',
    unusual: 'beyond 19 results of 20, within 99 of 100',
    outside: 'beyond 99 results of 100: look at the play',
  },
  note: 'Theory is for best play of every hand. Whoever plays worse leaves the banks more, so a hold above the band '
    + 'is what mistakes look like.',
  wagers: 'Wager by wager', wager: 'Wager', part: 'Part',
  parts: /** @type {Record<string, string>} */ ({
    ante_blind_play: 'Ante, Blind and Play', trips: 'Trips', bad_beat: 'Bad Beat',
  }),
  stake: 'Stakes',

  holdChart: 'Hold beside theory', runningChart: 'Hold so far, beside theory', turnoverChart: 'Turnover by day',
  holdLead: 'The bar is the 95% band of theory, the line in it what is expected, the dot what was held.',
  runningLead: 'Added up day by day: the line is what was held, the band where theory has it 19 times of 20.',
  turnoverLead: 'What lay on all wagers of a day.',
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
  flowsLead: 'Who lost how much to whom where players bank, the largest first. '
    + 'Chips that go one way again and again between the same two deserve a look.',
  flowsNone: 'No player banked in this time.',
  banker: 'Banker', player: 'Player', toBanker: 'To the banker',
};
