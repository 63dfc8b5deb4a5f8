/** The texts of the audit log. */

import { dollars } from './money.js';

/** @param {number} seat */
const at = (seat) => `seat ${seat}`;

/** @type {Record<string, string>} */
const ROLES = { player: 'a player', auditor: 'an auditor', floor: 'floor staff' };

/** @type {Record<string, string>} */
const DECISIONS = { check: 'checks', fold: 'folds' };

/**
 * A sentence for each kind of event. `who` gives the name of a player.
 * @type {Record<string, (event: any, who: (player: number) => string) => string>}
 */
const SENTENCES = {
  house_funded: ({ amount }) => `The house receives ${dollars(amount)} to bank with`,
  joined: ({ player, name, bot }) => (bot ? `${name} joins as a bot` : `${name} joins as number ${player}`),
  named: ({ player, name }) => `Guest ${player} takes the name ${name}`,
  granted: ({ player, amount }, who) => `The cashier gives ${dollars(amount)} to ${who(player)}`,
  role_given: ({ player, role }, who) => `${who(player)} becomes ${ROLES[role] ?? role}`,
  table_opened: ({ table, name }) => `Table ${table}, “${name}”, is opened`,
  round_voided: ({ table }) => `The round at table ${table} is voided`,
  table_closed: ({ table }) => `Table ${table} is told to close`,
  opened: ({ table, settings }) =>
    `Table ${table} is opened under the rule book ${settings.book} with pay table ${settings.pay_table}`,
  sat: ({ player, seat }, who) => `${who(player)} takes ${at(seat)}`,
  sat_out: ({ seat }) => `${at(seat)} sits out`,
  came_back: ({ seat }) => `${at(seat)} is back`,
  leaving: ({ seat }) => `${at(seat)} will leave after this hand`,
  left: ({ player, seat }, who) => `${who(player)} leaves ${at(seat)}`,
  bank_offered: ({ seat }) => `The bank is offered to ${at(seat)}`,
  offer_lapsed: () => 'The offer of the bank lapses',
  bank_declined: ({ seat, by }) => `${at(seat)} passes on the bank${by === 'table' ? ' (out of time)' : ''}`,
  bank_offered_again: () => 'The bank is offered again',
  bank_accepted: ({ player, wager }, who) => `${who(player)} banks with ${dollars(wager)}`,
  bank_withdrawn: ({ seat }) => `${at(seat)} gives up the bank`,
  round_opened: ({ number }) => `Round ${number + 1} opens: the shuffle is committed to, and bets are open`,
  wagered: ({ player, wagers }, who) =>
    `${who(player)} bets ${dollars(wagers.ante)} each on Ante and Blind`
    + (wagers.trips ? `, ${dollars(wagers.trips)} on Trips` : '')
    + (wagers.bad_beat ? `, ${dollars(wagers.bad_beat)} on Bad Beat` : ''),
  withdrawn: ({ seat }) => `${at(seat)} takes the bet back`,
  seed_added: ({ player }, who) => `${who(player)} adds a seed to the shuffle`,
  bets_closed: () => 'No more bets',
  dealt: () => 'The cards are dealt',
  decided: ({ seat, decision, by }) =>
    `${at(seat)} ${decision.type === 'raise' ? `bets ${decision.times}×` : DECISIONS[decision.type]}`
    + (by === 'table' ? ' (out of time)' : ''),
  turned: ({ stage }) => (stage === 'flop' ? 'The flop is turned over' : 'The turn and river are turned over'),
  settled: ({ moves }) => `The bets are settled: ${moves.length === 1 ? '1 transfer' : `${moves.length} transfers`}`,
  voided: () => 'The round is voided, and all wagers are returned',
  revealed: () => 'The seed of the shuffle is revealed',
  closing: () => 'The table is told to close',
  closed: () => 'The table is closed',
};

export const audit = {
  lead: 'Everything that was decided, newest first. Each entry is chained to all earlier ones by its hash.',
  log: 'Log',
  room: 'Card room',
  table: (/** @type {number} */ table, /** @type {string} */ name, /** @type {boolean} */ closed) =>
    `Table ${table}: ${name}${closed ? ' (closed)' : ''}`,
  acts: 'Only acts of the floor',
  columns: { seq: 'No.', when: 'When', who: 'Who', what: 'What', why: 'Why' },
  cardRoom: 'Card room',
  floor: (/** @type {string} */ name) => `${name} (floor)`,
  player: (/** @type {number} */ number) => `Player ${number}`,
  sentence: (/** @type {any} */ event, /** @type {(player: number) => string} */ who) => {
    const text = SENTENCES[event.type]?.(event, who) ?? String(event.type);
    return text.charAt(0).toUpperCase() + text.slice(1);
  },
  entry: 'Entry',
  hash: 'Hash',
  earlier: 'Earlier events',
  searched: (/** @type {number} */ seq) => `Searched back to event ${seq.toLocaleString('en-US')}.`,
  none: 'Nothing to show.',
  ends: (/** @type {number} */ seq) => `${seq.toLocaleString('en-US')} events, ending with the hash`,
  export: 'Export for uth verify',
  exportHint: (/** @type {string} */ file) => `uth verify ${file}`,
};
