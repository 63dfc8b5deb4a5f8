/** The words of the floor and of auditors. */

import { dollars } from '../money.js';

/** @param {number} count @param {string} one @param {string} [more] */
const count = (count, one, more = `${one}s`) => `${count.toLocaleString('en-US')} ${count === 1 ? one : more}`;

export const floor = {
  title: 'Floor',
  lead: 'Tables, people, reports and every act, as it was written down.',
  notYours: 'This page is for the floor and for auditors.',
  howTo: 'Whoever has the one-time code of the first start enters it on the account page.',
  toAccount: 'To the account page',
  reading: 'You read as an auditor. Only the floor opens, closes and declares void.',
  tabs: { tables: 'Tables', open: 'Open a table', people: 'People', reports: 'Reports', audit: 'Audit log' },
  wait: 'Reading…',
  more: 'More',
  when: (/** @type {number} */ ms) =>
    new Date(ms).toLocaleString('en-US', { dateStyle: 'medium', timeStyle: 'medium' }),
  reason: 'Reason',
  reasonHint: 'It is written into the log, for everybody who audits.',

  tables: {
    empty: 'No table is open.',
    open: (/** @type {number} */ tables, /** @type {number} */ people) =>
      `${count(tables, 'open table')}, ${count(people, 'person', 'people')} seated`,
    showEmpty: 'Also tables for one where nobody sits',
    columns: { who: 'Who sits', round: 'Round', phase: 'Phase', banker: 'Banker' },
    number: (/** @type {number} */ table) => `Table ${table}`,
    nobody: 'Nobody',
    houseRun: 'house-run',
    seated: (/** @type {number} */ players, /** @type {number} */ places) => `${players} of ${places}`,
    watching: (/** @type {number} */ watchers) => `${watchers} watching`,
    none: 'none yet',
    house: 'House',
    noBanker: 'Nobody yet',
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
    lead: 'All wagers of this round go back, the bank’s too. This cannot be undone.',
    button: 'Declare it void',
    done: 'The round is void.',
  },
  close: {
    title: (/** @type {string} */ table) => `Close ${table}?`,
    lead: 'A hand whose bets are closed is played to its end; before that all wagers go back. '
      + 'A closed table stays closed.',
    button: 'Close the table',
    done: 'The table closes.',
  },
  cancel: 'Cancel',

  open: {
    lead: 'Only what the rule book permits can be opened.',
    name: 'Name', nameHint: 'what people call it, up to 60 characters',
    book: 'Rule book',
    places: 'Places', placesHint: (/** @type {number} */ min, /** @type {number} */ max) =>
      min === max ? `this rule book has ${count(max, 'place')}` : `${min} to ${max}`,
    pays: 'Pay table', paysHint: 'one approved Trips pay table',
    minimum: 'Least wager, $', maximum: 'Most on a wager, $',
    range: (/** @type {{min: number, max: number}} */ { min, max }) => `${dollars(min)} to ${dollars(max)}`,
    anyLimits: 'both or neither',
    order: 'The most is no less than the least.',
    bothLimits: 'Say both the least and the most, or neither.',
    schedule: 'Collection schedule', noSchedule: 'No collection',
    schedules: (/** @type {number} */ number) => `Schedule ${number}`,
    dealing: 'Dealing',
    dealings: /** @type {Record<string, string>} */ ({
      hand: 'By hand', shoe: 'From a shoe', shuffler: 'With a shuffler', ideal: 'Any order of cards alike',
    }),
    together: 'Bad Beat only together with Trips',
    pace: 'Pace', paces: { clock: 'By the clock, for everybody', solo: 'For one person, who says when to deal' },
    betting: 'To wager after the first wager, seconds',
    bank: 'To take the bank, seconds',
    decision: 'To decide, seconds',
    company: 'House-run players', companyHint: 'they give way to people',
    button: 'Open the table',
    done: (/** @type {number} */ table) => `Table ${table} is open.`,
    look: 'Watch it',
    preview: 'What this table pays',
    trips: 'Trips', pay: (/** @type {number} */ pays, /** @type {number} */ to) => `${pays} to ${to}`,
  },

  people: {
    find: 'Find', findHint: 'the beginning of a name, or a number',
    role: 'Role', roles: { all: 'Everybody', floor: 'Floor', auditor: 'Auditors' },
    is: /** @type {Record<string, string>} */ ({ player: 'player', auditor: 'auditor', floor: 'floor' }),
    none: 'Nobody is called so.',
    guest: 'guest', houseRun: 'house-run',
    number: (/** @type {number} */ id) => `No. ${id}`,
    since: (/** @type {string} */ when) => `since ${when}`,
    chips: 'Chips', joined: 'Joined', kind: 'Role',
    all: 'All people',
    gone: 'There is nobody with that number.',
    give: 'Give a role',
    notTheirs: 'A guest or a house-run player has no role: it takes a name and a password.',
    notYourself: 'Nobody gives a role to themselves.',
    giveButton: 'Give the role',
    given: (/** @type {string} */ name, /** @type {string} */ role) => `${name} is ${role} now.`,
    mayDo: 'Auditors read everything; the floor opens, closes, declares void and gives roles.',
    hands: 'Hands', noHands: 'No hand is finished yet.',
    jsonl: 'Export as JSON Lines', csv: 'as CSV',
  },
};
