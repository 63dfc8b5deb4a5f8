/** The texts of the rotation log. */

/** @typedef {import('../protocol.gen.js').RotationAct} RotationAct */

export const rotation = {
  lead: 'Who was offered the bank, who took it and for how long. A player banks at most two rounds in a row; then '
    + 'another player must bank one. Void rounds do not count.',
  from: 'From', to: 'To', table: 'Table', all: 'All tables', player: 'Player number',
  wait: 'Reading the logs…',
  none: 'The bank was not offered in this period.',
  json: 'Download JSON', lines: 'Download JSON Lines', csv: 'Download CSV',
  kept: (/** @type {number} */ rounds) =>
    (rounds === 1 ? 'One round was banked, within the rule.'
      : `${rounds.toLocaleString('en-US')} rounds were banked, all within the rule.`),
  broken: (/** @type {number} */ count) =>
    (count === 1 ? 'One round broke the rule.' : `${count.toLocaleString('en-US')} rounds broke the rule.`),
  violation: (
    /** @type {string} */ player, /** @type {number} */ round, /** @type {string} */ table,
    /** @type {string} */ when, /** @type {number} */ inARow,
  ) => `${player} banked round ${round} at ${table} on ${when}: the ${inARow}${ordinal(inARow)} in a row.`,
  players: 'By player and table', entries: 'Every offer and round, newest first',
  leftOut: (/** @type {number} */ count) =>
    `${count.toLocaleString('en-US')} earlier entries are not shown. The downloads have all of them.`,
  columns: {
    player: 'Player', table: 'Table', offered: 'Offers', accepted: 'Accepted', declined: 'Declined',
    timedOut: 'Timed out', withdrawn: 'Withdrawn', rounds: 'Rounds', voids: 'Void', inARow: 'Most in a row',
    minutes: 'Minutes', when: 'When', act: 'What', round: 'Round', bank: 'Bank',
  },
  acts: /** @type {Record<RotationAct, string>} */ ({
    offered: 'offered', accepted: 'accepted', declined: 'declined', timed_out: 'timed out', lapsed: 'offer lapsed',
    withdrawn: 'withdrawn', offered_again: 'offered to all seats again', banked: 'banked a round',
    voided: 'round declared void',
  }),
};

/** @param {number} number */
const ordinal = (number) =>
  (number % 100 > 10 && number % 100 < 14 ? 'th' : (['th', 'st', 'nd', 'rd'][number % 10] ?? 'th'));
