/**
 * What this browser saw of a round before its seed was revealed. A proof compares the finished round with it: a card
 * room that changes its story later is caught.
 */

import { stored } from '../../state/storage.js';

/**
 * @typedef {import('../../protocol.gen.js').RoundView} RoundView
 * @typedef {{commitment: string, beforeBets: boolean, seed: {seat: number, seed: string} | null,
 *   hole: {seat: number, cards: string[]} | null, board: string[]}} Witnessed
 */

/** Older rounds are forgotten. */
const MOST_ROUNDS = 100;

// Of the session only: another tab has seen other things.
const storage = stored(() => sessionStorage, 'uth.witnessed');
/** @type {Map<string, Witnessed>} */
const rounds = new Map(storage.read() ?? []);

/** @param {number} table @param {number} round */
const keyOf = (table, round) => `${table}/${round}`;

/** @param {string} key @param {Witnessed} seen */
function keep(key, seen) {
  rounds.set(key, seen);
  for (const old of [...rounds.keys()].slice(0, -MOST_ROUNDS)) rounds.delete(old);
  storage.write([...rounds]);
}

/**
 * Records what a round shows now. What was recorded first is never replaced.
 * @param {number} table
 * @param {RoundView} round
 * @param {number | undefined} player
 */
export function witness(table, round, player) {
  const key = keyOf(table, round.number);
  const before = rounds.get(key);
  // A round first seen after its seed was revealed proves nothing about its commitment.
  if (round.revealed && !before) return;
  const hand = round.hands.find((each) => each.player === player);
  const first = before ?? {
    commitment: round.commitment,
    beforeBets: round.stage === 'betting',
    seed: null,
    hole: null,
    board: [],
  };
  const next = {
    ...first,
    hole: first.hole ?? (hand?.hole ? { seat: hand.seat, cards: hand.hole } : null),
    board: [...first.board, ...round.board.slice(first.board.length)],
  };
  if (JSON.stringify(next) !== JSON.stringify(before)) keep(key, next);
}

/**
 * Records what the card room has committed to for the round that opens next.
 * @param {number} table
 * @param {import('../../protocol.gen.js').NextRound} next
 */
export function witnessNext(table, { number, commitment }) {
  const key = keyOf(table, number);
  if (!rounds.has(key)) keep(key, { commitment, beforeBets: true, seed: null, hole: null, board: [] });
}

/**
 * Records the seed that this browser contributed, once it was accepted.
 * @param {number} table
 * @param {number} round
 * @param {number} seat
 * @param {string} seed
 */
export function recordSeed(table, round, seat, seed) {
  const seen = rounds.get(keyOf(table, round));
  if (seen) keep(keyOf(table, round), { ...seen, seed: { seat, seed } });
}

/**
 * @param {number} table
 * @param {number} round
 */
export const witnessed = (table, round) => rounds.get(keyOf(table, round)) ?? null;
