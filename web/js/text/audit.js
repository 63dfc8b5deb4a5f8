/** The texts of the audit log. */

import { dollars } from './money.js';

/** @param {number} seat */
const at = (seat) => `seat ${seat}`;

/** @type {Record<string, string>} */
const ROLES = { player: 'a player', auditor: 'an auditor', floor: 'floor staff' };

/** @type {Record<string, string>} */
const DECISIONS = { check: 'checks', fold: 'folds' };

/** Why the cashier gives chips. @type {Record<string, string>} */
const GRANTS = {
  starting: ', who is new here',
  daily: ' for a new day',
  stack: ', who has nothing left to play with',
  bot: ', a bot',
};

/** "2031-04-05 14:30 UTC". @param {number} ms */
const minute = (ms) => `${new Date(ms).toISOString().slice(0, 16).replace('T', ' ')} UTC`;

/**
 * A sentence for each kind of event. `who` gives the name of a player.
 * @type {Record<string, (event: any, who: (player: number) => string) => string>}
 */
const SENTENCES = {
  house_funded: ({ amount }) => `The house receives ${dollars(amount)} to bank with`,
  joined: ({ player, name, bot }) => (bot ? `${name} joins as a bot` : `${name} joins as number ${player}`),
  named: ({ player, name }) => `Guest ${player} takes the name ${name} and a password`,
  password_set: ({ player }, who) => `${who(player)} has a new password`,
  day_begun: ({ player, wallet, on_tables: onTables }, who) =>
    `A new day begins for ${who(player)}, who has ${dollars(wallet)}`
    + (onTables ? ` and ${dollars(onTables)} on tables` : ''),
  granted: ({ player, amount, why }, who) =>
    `The cashier gives ${dollars(amount)} to ${who(player)}${GRANTS[why.type] ?? ''}`,
  floor_code_issued: () => 'A one-time code for the first floor is printed',
  role_given: ({ player, role }, who) => `${who(player)} becomes ${ROLES[role] ?? role}`,
  limit_set: ({ player, daily_loss: limit }, who) =>
    `${who(player)} ${limit === null ? 'lifts the daily loss limit' : `limits losses to ${dollars(limit)} a day`}`,
  excluded: ({ player, until_ms: until }, who) => `${who(player)} is excluded from playing until ${minute(until)}`,
  token_created: ({ player, id, name, scopes, expires_ms: expires }, who) =>
    `${who(player)} creates token ${id}, “${name}” (${scopes.join(', ')}), which ends on ${minute(expires)}`,
  token_revoked: ({ player, id }, who) => `${who(player)} revokes token ${id}`,
  second_factor_set: ({ player }, who) => `${who(player)} signs in with a second factor from now on`,
  second_factor_removed: ({ player }, who) => `The second factor of ${who(player)} is removed`,
  recovery_codes_set: ({ player, codes }, who) => `${who(player)} gets ${codes.length} recovery codes`,
  recovery_code_used: ({ player }, who) => `${who(player)} uses a recovery code`,
  signed_in: ({ player }, who) => `${who(player)} signs in`,
  sign_in_failed: ({ player }, who) => `An attempt to sign in as ${who(player)} fails`,
  locked_out: ({ player, until_ms: until }, who) => `Sign-in as ${who(player)} is locked until ${minute(until)}`,
  unlocked: ({ player }, who) => `Sign-in as ${who(player)} is unlocked`,
  signed_out_everywhere: ({ player }, who) => `All sessions and tokens of ${who(player)} end`,
  table_opened: ({ table, name }) => `Table ${table}, “${name}”, is opened`,
  round_voided: ({ table }) => `The round at table ${table} is voided`,
  table_closed: ({ table }) => `Table ${table} is told to close`,
  started: ({ node, version }) => `Node ${node} starts with version ${version}`,
  stopped: ({ node }) => `Node ${node} stops`,
  clock_jumped: ({ node, by_ms: by }) =>
    `The clock of node ${node} is set ${by < 0 ? 'back' : 'forward'} by `
    + `${Math.abs(by / 1000).toLocaleString('en-US')} s`,
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
  operator: 'Operator',
  floor: (/** @type {string} */ name) => `${name} (floor)`,
  bot: (/** @type {string} */ name) => `${name} (bot)`,
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
