/** Tables for tests: the smallest views that the state modules accept. */

/**
 * A wager that is not settled.
 * @param {string} wager
 * @param {number} stake
 * @returns {any}
 */
export const laid = (wager, stake) =>
  ({ wager, stake, outcome: null, net: null, odds: null, clause: null, order: null, bank: null });

/** What a table with limits of $5 and $100 takes. @type {any[]} */
export const OFFERS = [
  ['ante', { type: 'chosen', minimum: 500, maximum: 10_000, step: 100 }, null],
  ['blind', { type: 'equal_to_ante' }, 'ante'],
  ['trips', { type: 'chosen', minimum: 500, maximum: 10_000, step: 100 }, 'ante'],
  ['bad_beat', { type: 'chosen', minimum: 500, maximum: 10_000, step: 100 }, 'trips'],
  ['play', { type: 'raised' }, 'ante'],
].map(([wager, amount, requires]) => ({ wager, amount, requires, pays: [] }));

/** @returns {any} */
export function hand(changes = {}) {
  return {
    seat: 1, player: 7, wagers: [laid('ante', 500), laid('blind', 500)], play: null, awaited: false, actions: [],
    hole: null, hand: null, result: null, net: null, explanation: [], ...changes,
  };
}

/** @returns {any} */
export function round(changes = {}) {
  return {
    number: 3, deck: 'red', stage: 'betting', banker: { type: 'house' }, commitment: 'c0', seeds: [], revealed: null,
    collection: null, hands: [], board: [], dealer: null, dealer_hand: null, bank_net: null, void_reason: null,
    ...changes,
  };
}

/** @returns {any} */
export const seat = (changes = {}) =>
  ({
    seat: 1, player: { id: 7, name: 'Ann', bot: false }, sits_out: false, leaves: false, away: false, may_wager: true,
    ...changes,
  });

/** What a table with these limits posts. */
export const POSTED = {
  inscription: null, minimum: 500, maximum: 10_000, pay_table: 'UTH-01', schedule: null, collection: null, notices: [],
};

/** @returns {any} */
export function view(changes = {}) {
  return {
    table: 1, seq: 10, status: 'open', offers: OFFERS, posted: POSTED, button: null,
    bank: { type: 'nobody' }, awaits: 'players', until_ms: null, round: null,
    next_round: null,
    seats: [seat()], ...changes,
  };
}

export const SETTINGS = {
  book: 'house', places: 1, pay_table: 'UTH-01', minimum: 500, maximum: 10_000, chip: 100, dealing: 'hand',
  schedule: null, seat_order: 'right_to_left', bad_beat_needs_trips: true, aggregate: null, mode: { type: 'solo' },
  decision_ms: 30_000,
};

/** @returns {any} */
export function scene(changes = {}) {
  return {
    view: view(), shown: { round: -1, holes: false, board: 0, dealer: false, result: false }, settings: SETTINGS,
    name: 'Table 1', book: { bank: 'house' }, user: { id: 7 }, seat: 1,
    busy: false, ...changes,
  };
}
