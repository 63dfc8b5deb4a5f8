/** Tables for tests: the smallest views that the state modules accept. */

/** @returns {any} */
export function hand(changes = {}) {
  return {
    seat: 1, player: 7, ante: 500, trips: 0, bad_beat: 0, play: null, awaited: false, hole: null, hand: null,
    verdict: null, net: null, wagers: [], ...changes,
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
export function view(changes = {}) {
  return {
    table: 1, seq: 10, standing: 'open', button: null, bank: { type: 'nobody' }, awaits: '', until_ms: null,
    round: null,
    seats: [{ seat: 1, player: { id: 7, name: 'Ann', house_run: false }, sits_out: false, leaves: false }], ...changes,
  };
}

export const SETTINGS = {
  book: 'house', places: 1, pay_table: 'UTH-01', minimum: 500, maximum: 10_000, chip: 100, dealing: 'hand',
  schedule: null, bad_beat_needs_trips: true, pace: { type: 'solo' }, decision_ms: 30_000,
};

/** @returns {any} */
export function scene(changes = {}) {
  return {
    view: view(), shown: { round: -1, holes: false, board: 0, dealer: false, result: false }, settings: SETTINGS,
    name: 'Table 1', book: { bank: 'house', layout: ['Trips', 'Ante', 'Blind', 'Play'] }, user: { id: 7 }, seat: 1,
    busy: false, ...changes,
  };
}
