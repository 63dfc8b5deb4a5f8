/** The texts of the report on void rounds. */

/** @typedef {import('../protocol.gen.js').VoidedBy} VoidedBy */

export const voids = {
  lead: 'Who declared rounds void, and what each player would have won had they been settled. A hand that was not '
    + 'decided counts as folded; beside it stands what one more raise on the river would have brought.',
  from: 'From', to: 'To', table: 'Table', all: 'All tables', person: 'Number of the person',
  wait: 'Reading the logs…',
  none: 'No round was declared void in this period.',
  json: 'Download JSON', lines: 'Download JSON Lines', csv: 'Download CSV',
  people: 'By person, who saved one player most first', rounds: 'Every void, newest first',
  leftOut: (/** @type {number} */ count) =>
    `${count.toLocaleString('en-US')} earlier voids are not shown. The downloads have all of them.`,
  columns: {
    person: 'Declared by', voids: 'Voids', dealt: 'After the deal', player: 'Player', rounds: 'Rounds',
    net: 'Would have won', raised: 'With a raise', device: 'Same device', when: 'When', table: 'Table', round: 'Round',
    stage: 'Street', reason: 'Reason', hands: 'Players',
  },
  stages: /** @type {Record<import('../protocol.gen.js').Stage, string>} */ ({
    betting: 'bets open', closed: 'bets closed', preflop: 'preflop', flop: 'flop', river: 'river', settled: 'settled',
    void: 'void',
  }),
  theTable: 'The table itself',
  by: /** @type {Record<VoidedBy, string>} */ ({ floor: 'floor', banker: 'bank stood down', table: 'table' }),
  yes: 'yes', no: 'no', undealt: 'not dealt', undecided: 'not decided', banked: 'bank',
};
