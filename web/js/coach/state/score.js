/** Luck against skill, for this browser session. All amounts are in cents. */

import { signal } from '../../state/signal.js';
import { stored } from '../../state/storage.js';
import { betOf } from '../../table/state/wagers.js';

/**
 * The result of all hands, what the game costs at best play, and what mistakes cost.
 * @typedef {{hands: number, result: number, game: number, mistakes: number}} Score
 *
 * A decision that was graded; `cost` is in Antes.
 * @typedef {{table: number, round: number, hole: string[], board: string[], action: string, ante: number,
 *   advice: import('../../protocol.gen.js').Advice, cost: number}} Graded
 * @typedef {{score: Score, mistakes: Graded[], counted: string[]}} Session
 */

/** What best play wins per Ante: the value of `uth solve`. */
const VALUE_OF_GAME = -50_643_648_973 / 2_317_817_502_000;
/** What the Bad Beat wins per unit when Ante, Blind and Play are played best: the value of `uth solve`. */
const VALUE_OF_BAD_BEAT = -1_344_774_213_883 / 6_953_452_506_000;
/** How many seven-card hands make each hand that Trips pays, best first. */
const SEVEN_CARD_HANDS = [4_324, 37_260, 224_848, 3_473_184, 4_047_644, 6_180_020, 6_461_620];
const ALL_SEVEN_CARD_HANDS = 133_784_560;

const MOST_MISTAKES = 100;
/** How many rounds are known to be counted. Nobody comes back to older ones. */
const MOST_COUNTED = 100;

const storage = stored(() => sessionStorage, 'uth.score');
/** @type {Session} */
const EMPTY = { score: { hands: 0, result: 0, game: 0, mistakes: 0 }, mistakes: [], counted: [] };

export const session = signal(/** @type {Session} */ ({ ...EMPTY, ...storage.read() }));

/** @param {Session} next */
function set(next) {
  session.set(next);
  storage.write(next);
}

/** Adds a decision to the mistakes, if it was one. @param {Graded} graded */
export function addDecision(graded) {
  if (graded.cost <= 0) return;
  const { score, mistakes, counted } = session.get();
  const cost = graded.cost * graded.ante;
  set({
    score: { ...score, mistakes: score.mistakes + cost },
    mistakes: [graded, ...mistakes].slice(0, MOST_MISTAKES),
    counted,
  });
}

/**
 * Removes the mistakes of a void round, which cost nothing.
 * @param {number} table
 * @param {number} round
 */
export function removeRound(table, round) {
  const { score, mistakes, counted } = session.get();
  const removed = mistakes.filter((each) => each.table === table && each.round === round);
  if (!removed.length) return;
  const cost = removed.reduce((sum, each) => sum + each.cost * each.ante, 0);
  set({
    score: { ...score, mistakes: score.mistakes - cost },
    mistakes: mistakes.filter((each) => !removed.includes(each)),
    counted,
  });
}

/**
 * Counts a finished hand, once, however often it is seen.
 * @param {number} table
 * @param {number} round
 * @param {import('../../protocol.gen.js').HandView} hand
 * @param {import('../../protocol.gen.js').PayRow[]} trips the pay table of the Trips wager
 */
export function countHand(table, round, hand, trips) {
  const { score, mistakes, counted } = session.get();
  const key = `${table}/${round}`;
  if (counted.includes(key)) return;
  const bet = betOf(hand);
  const game = bet.ante * VALUE_OF_GAME + bet.trips * valueOfTrips(trips) + bet.bad_beat * VALUE_OF_BAD_BEAT;
  set({
    score: { ...score, hands: score.hands + 1, result: score.result + (hand.net ?? 0), game: score.game + game },
    mistakes,
    counted: [key, ...counted].slice(0, MOST_COUNTED),
  });
}

/** What the Trips wager wins per unit. @param {import('../../protocol.gen.js').PayRow[]} rows */
export const valueOfTrips = (rows) =>
  rows.reduce((sum, row, at) => sum + (SEVEN_CARD_HANDS[at] / ALL_SEVEN_CARD_HANDS) * (row.pays / row.to + 1), -1);

/** What luck won: the result that neither the game nor mistakes explain. @param {Score} score */
export const luck = ({ result, game, mistakes }) => result - game + mistakes;
