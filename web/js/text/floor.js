/** The texts of the floor and of auditors. */

import { dollars } from './money.js';

/** @param {number} count @param {string} one @param {string} [more] */
const count = (count, one, more = `${one}s`) => `${count.toLocaleString('en-US')} ${count === 1 ? one : more}`;

export const floor = {
  title: 'Floor',
  lead: 'Tables, people, reports, and a log of everything that was done.',
  notYours: 'This page is for floor staff and auditors.',
  howTo: 'If you have the one-time code that the card room printed at its first start, enter it on the account page.',
  toAccount: 'Go to the account page',
  reading: 'You have read access as an auditor. Only the floor can open and close tables and void rounds.',
  tabs: { tables: 'Tables', open: 'Open a table', people: 'People', reports: 'Reports', rotation: 'Rotation',
    voids: 'Voids', audit: 'Audit log' },
  wait: 'Loading…',
  more: 'More',
  when: (/** @type {number} */ ms) =>
    new Date(ms).toLocaleString('en-US', { dateStyle: 'medium', timeStyle: 'medium' }),
  reason: 'Reason',
  reasonHint: 'It is recorded in the audit log.',

  tables: {
    empty: 'No tables are open.',
    open: (/** @type {number} */ tables, /** @type {number} */ people) =>
      `${count(tables, 'open table')}, ${count(people, 'person', 'people')} seated`,
    showEmpty: 'Show empty solo tables',
    columns: { who: 'Players', round: 'Round', phase: 'Phase', banker: 'Banker' },
    number: (/** @type {number} */ table) => `Table ${table}`,
    nobody: 'None',
    seated: (/** @type {number} */ players, /** @type {number} */ places) => `${players} of ${places}`,
    watching: (/** @type {number} */ watchers) => `${watchers} watching`,
    none: 'none yet',
    house: 'House',
    noBanker: 'None yet',
    closing: 'closes after this hand',
    phases: /** @type {Record<string, string>} */ ({
      betting: 'Bets are open', closed: 'Bets are closed', preflop: 'Before the flop', flop: 'Flop', river: 'River',
      settled: 'Settled', void: 'Void',
    }),
    watch: 'Watch',
    void: 'Void round',
    close: 'Close',
    log: 'Log',
    of: (/** @type {string} */ act, /** @type {string} */ table) => `${act}: ${table}`,
  },

  void: {
    title: (/** @type {string} */ table, /** @type {number} */ round) => `Void round ${round} at ${table}?`,
    lead: 'All wagers of this round are returned, including the bank’s. This cannot be undone.',
    button: 'Void the round',
    done: 'The round is void.',
  },
  close: {
    title: (/** @type {string} */ table) => `Close ${table}?`,
    lead: 'If bets are closed, the hand is played to its end; otherwise all wagers are returned. '
      + 'A closed table cannot be opened again.',
    button: 'Close the table',
    done: 'The table is closing.',
  },
  cancel: 'Cancel',

  open: {
    lead: 'The form offers what the rule book permits, and asks for what it requires.',
    required: 'Required by this rule book', chooseOne: 'Choose one',
    name: 'Name', nameHint: 'Up to 60 characters',
    book: 'Rule book',
    places: 'Seats', placesHint: (/** @type {number} */ min, /** @type {number} */ max) =>
      min === max ? `This rule book has ${count(max, 'seat')}` : `${min} to ${max}`,
    pays: 'Pay table', paysHint: 'An approved Trips pay table',
    minimum: 'Minimum bet, $', maximum: 'Maximum bet, $',
    range: (/** @type {{min: number, max: number}} */ { min, max }) => `${dollars(min)} to ${dollars(max)}`,
    anyLimits: 'Set both limits or neither',
    highest: (/** @type {number} */ cents) => `At most ${dollars(cents)}`,
    authorised: (/** @type {import('../protocol.gen.js').AuthorisedLimit} */ { amount, maximum, source, since }) =>
      `At most ${dollars(maximum)}: no single bet may exceed ${dollars(amount)} (${source}, since ${since})`,
    order: 'The maximum bet cannot be below the minimum bet.',
    schedule: 'Collection schedule',
    schedules: (/** @type {number} */ number) => `Schedule ${number}`,
    dealing: 'Dealing',
    dealings: /** @type {Record<string, string>} */ ({
      hand: 'By hand', shoe: 'From a shoe', shuffler: 'With a shuffler', ideal: 'Ideal order',
    }),
    seatOrder: 'Order of settling',
    seatOrders: /** @type {Record<string, string>} */ ({
      right_to_left: 'Right to left', left_to_right: 'Left to right',
    }),
    aggregateBlind: 'Aggregate of the Blind, $', aggregateTrips: 'Aggregate of Trips, $',
    aggregate: (/** @type {number} */ times) => `Optional; at least ${times} times the maximum bet`,
    bothAggregates: 'Set the aggregates of both Blind and Trips, or neither.',
    together: 'Bad Beat requires Trips',
    mode: 'Mode', modes: { clock: 'Shared table, with a clock', solo: 'Solo table, dealt on request' },
    betting: 'Seconds to bet after the first bet',
    bank: 'Seconds to take the bank',
    decision: 'Seconds to decide',
    bots: 'Bots', botsHint: 'They make room for people',
    button: 'Open the table',
    done: (/** @type {number} */ table) => `Table ${table} is open.`,
    look: 'Watch it',
    preview: 'What this table pays',
    blind: 'Blind', trips: 'Trips',
    edge: (/** @type {import('../protocol.gen.js').PrintedEdge} */ { printed, actual }) =>
      `House edge as printed: ${printed}. True: ${actual}.`,
    pay: (/** @type {number} */ pays, /** @type {number} */ to) => `${pays} to ${to}`,
  },

  people: {
    find: 'Find', findHint: 'Start of a name, or a number',
    role: 'Role', roles: { all: 'Everyone', floor: 'Floor', auditor: 'Auditors' },
    is: /** @type {Record<string, string>} */ ({ player: 'player', auditor: 'auditor', floor: 'floor' }),
    none: 'No matching accounts.',
    guest: 'guest',
    number: (/** @type {number} */ id) => `No. ${id}`,
    since: (/** @type {string} */ when) => `since ${when}`,
    chips: 'Chips', joined: 'Joined', kind: 'Role',
    all: 'All people',
    gone: 'There is no account with this number.',
    give: 'Assign a role',
    notTheirs: 'Guests and bots cannot have a role. A role requires a name and a password.',
    notYourself: 'You cannot assign a role to yourself.',
    giveButton: 'Assign role',
    given: (/** @type {string} */ name, /** @type {string} */ role) => `${name} is now ${ROLES[role] ?? role}.`,
    mayDo: 'Auditors can read everything. The floor can also open and close tables, void rounds and assign roles.',
    hands: 'Hands', noHands: 'No finished hands yet.',
    jsonl: 'Export as JSON Lines', csv: 'Export as CSV',
  },
};

/** @type {Record<string, string>} */
const ROLES = { player: 'a player', auditor: 'an auditor', floor: 'floor staff' };
