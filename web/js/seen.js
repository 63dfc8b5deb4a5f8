/** What this browser saw of rounds before their seeds were open: the card room is held to it. */

const KEY = 'uth.seen';
/** Of more rounds than this nothing is kept. */
const MOST = 100;

/**
 * @typedef {import('./types.js').Round} Round
 * @typedef {{promise: string, early: boolean, seed: {seat: number, seed: string} | null,
 *   hole: {seat: number, cards: string[]} | null, board: string[]}} Seen
 */

/** @type {Map<string, Seen>} */
const rounds = new Map(read());

/** @returns {[string, Seen][]} */
function read() {
  try {
    return JSON.parse(sessionStorage.getItem(KEY) ?? '[]');
  } catch {
    return [];
  }
}

/** @param {string} key @param {Seen} seen */
function keep(key, seen) {
  rounds.set(key, seen);
  for (const old of [...rounds.keys()].slice(0, -MOST)) rounds.delete(old);
  try {
    sessionStorage.setItem(KEY, JSON.stringify([...rounds]));
  } catch {
    // It counts as long as the page is open.
  }
}

/**
 * Looks at a round. What was seen first stands.
 * @param {number} table
 * @param {Round} round
 * @param {number | undefined} player
 */
export function see(table, round, player) {
  const key = `${table}/${round.number}`;
  const before = rounds.get(key);
  // Whoever comes when the seed is open has seen nothing of the promise.
  if (round.revealed && !before) return;
  const hand = round.hands.find((each) => each.player === player);
  const now = before ?? {
    promise: round.commitment, early: round.stage === 'betting', seed: null, hole: null, board: [],
  };
  const next = {
    ...now,
    hole: now.hole ?? (hand?.hole ? { seat: hand.seat, cards: hand.hole } : null),
    board: [...now.board, ...round.board.slice(now.board.length)],
  };
  if (JSON.stringify(next) !== JSON.stringify(before)) keep(key, next);
}

/**
 * This browser's own seed was taken.
 * @param {number} table
 * @param {number} round
 * @param {number} seat
 * @param {string} seed
 */
export function seeded(table, round, seat, seed) {
  const key = `${table}/${round}`;
  const seen = rounds.get(key);
  if (seen) keep(key, { ...seen, seed: { seat, seed } });
}

/**
 * @param {number} table
 * @param {number} round
 */
export const seenOf = (table, round) => rounds.get(`${table}/${round}`) ?? null;
