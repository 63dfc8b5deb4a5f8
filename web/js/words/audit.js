/** What is written in the logs, in words. */

import { dollars } from '../money.js';

/** @param {number} seat */
const at = (seat) => `seat ${seat}`;

/** @type {Record<string, string>} */
const ROLES = { player: 'a player', auditor: 'an auditor', floor: 'floor' };

/**
 * A sentence for each kind of event. `who` says the name behind a number.
 * @type {Record<string, (event: any, who: (player: number) => string) => string>}
 */
const SENTENCES = {
  house_funded: ({ amount }) => `The house has ${dollars(amount)} to bank with`,
  joined: ({ player, name, house_run }) =>
    house_run ? `${name} joins, run by the house` : `${name} joins as number ${player}`,
  named: ({ player, name }) => `Guest ${player} takes the name ${name}`,
  granted: ({ player, amount }, who) => `The cashier gives ${dollars(amount)} to ${who(player)}`,
  role_given: ({ player, role }, who) => `${who(player)} is ${ROLES[role] ?? role} from now on`,
  table_opened: ({ table, name }) => `Table ${table}, “${name}”, is opened`,
  round_voided: ({ table }) => `The round at table ${table} is declared void`,
  table_closed: ({ table }) => `Table ${table} is to close`,
  opened: ({ table, settings }) => `Table ${table} is opened by the rules of ${settings.book}, ${settings.pay_table}`,
  sat: ({ player, seat }, who) => `${who(player)} takes ${at(seat)}`,
  sat_out: ({ seat }) => `${at(seat)} sits out`,
  came_back: ({ seat }) => `${at(seat)} comes back`,
  leaving: ({ seat }) => `${at(seat)} leaves after this hand`,
  left: ({ player, seat }, who) => `${who(player)} leaves ${at(seat)}`,
  bank_offered: ({ seat }) => `The bank is offered to ${at(seat)}`,
  offer_lapsed: () => 'The offer of the bank lapses',
  bank_declined: ({ seat, by }) => `${at(seat)} passes the bank${by === 'table' ? ': time is up' : ''}`,
  bank_offered_again: () => 'The bank is offered again',
  bank_accepted: ({ player, wager }, who) => `${who(player)} banks with ${dollars(wager)}`,
  bank_withdrawn: ({ seat }) => `${at(seat)} gives the bank back`,
  round_opened: ({ number }) => `Round ${number + 1}: the shuffle is promised, and bets are open`,
  wagered: ({ player, wagers }, who) =>
    `${who(player)} wagers: Ante and Blind ${dollars(wagers.ante)} each`
    + (wagers.trips ? `, Trips ${dollars(wagers.trips)}` : '')
    + (wagers.bad_beat ? `, Bad Beat ${dollars(wagers.bad_beat)}` : ''),
  withdrawn: ({ seat }) => `${at(seat)} takes the wager back`,
  seed_added: ({ player }, who) => `${who(player)} adds a seed to the shuffle`,
  bets_closed: () => 'No more bets',
  dealt: () => 'The cards are dealt',
  decided: ({ seat, decision, by }) =>
    `${at(seat)} ${decision.action === 'raise' ? `plays ${decision.times}×` : `${decision.action}s`}`
    + (by === 'table' ? ': time is up' : ''),
  turned: ({ stage }) => (stage === 'flop' ? 'The flop is turned over' : 'Turn and river are turned over'),
  settled: ({ moves }) => `The wagers are settled: ${moves.length === 1 ? '1 transfer' : `${moves.length} transfers`}`,
  voided: () => 'The round is declared void, and all wagers go back',
  revealed: () => 'The seed of the shuffle is opened',
  closing: () => 'The table is to close',
  closed: () => 'The table is closed',
};

export const audit = {
  lead: 'Everything that was decided, newest first, each entry chained to all before by its hash.',
  log: 'Log',
  room: 'The card room’s own',
  table: (/** @type {number} */ table, /** @type {string} */ name, /** @type {boolean} */ closed) =>
    `Table ${table}: ${name}${closed ? ' (closed)' : ''}`,
  acts: 'Acts of the floor only',
  columns: { seq: 'No.', when: 'When', who: 'Who', what: 'What', why: 'Why' },
  cardRoom: 'Card room',
  floor: (/** @type {string} */ name) => `${name} (floor)`,
  player: (/** @type {number} */ number) => `Player ${number}`,
  told: (/** @type {any} */ event, /** @type {(player: number) => string} */ who) => {
    const text = SENTENCES[event.type]?.(event, who) ?? String(event.type);
    return text.charAt(0).toUpperCase() + text.slice(1);
  },
  entry: 'Entry',
  hash: 'Hash',
  earlier: 'Earlier events',
  searched: (/** @type {number} */ seq) => `Searched back to event ${seq.toLocaleString('en-US')}.`,
  none: 'Nothing of this kind is written here.',
  ends: (/** @type {number} */ seq) => `${seq.toLocaleString('en-US')} events, ending with the hash`,
  export: 'Export for uth verify',
  exportHint: (/** @type {string} */ file) => `uth verify ${file}`,
};
