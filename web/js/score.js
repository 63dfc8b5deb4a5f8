/** Luck against skill, for this browser session. */

import { signal } from './signal.js';

/**
 * All in cents: what was won or lost on Ante, Blind, Play and bonus wagers, what the game itself costs at best play,
 * and what mistakes cost.
 * @typedef {{hands: number, result: number, game: number, mistakes: number}} Score
 * @typedef {import('./types.js').Graded} Graded
 */

/** What best play wins of an Ante: the value of `uth solve`. */
const VALUE_OF_GAME = -50_643_648_973 / 2_317_817_502_000;
/** How many of all 133,784,560 seven-card hands are what Trips pays on, best first. */
const SEVENS = [4_324, 37_260, 224_848, 3_473_184, 4_047_644, 6_180_020, 6_461_620];
const ALL_SEVENS = 133_784_560;
/** What the Bad Beat wins of itself when Ante, Blind and Play are played best: the value of `uth solve`. */
const VALUE_OF_BAD_BEAT = -1_344_774_213_883 / 6_953_452_506_000;

const KEY = 'uth.score';

/** How many rounds are known to be counted; nobody comes back to older ones. */
const MOST = 100;

/** @returns {{score: Score, mistakes: Graded[], counted: string[]}} */
function read() {
  const none = { score: { hands: 0, result: 0, game: 0, mistakes: 0 }, mistakes: [], counted: [] };
  try {
    return { ...none, ...JSON.parse(sessionStorage.getItem(KEY) ?? '{}') };
  } catch {
    return none;
  }
}

export const score = signal(read());

/** @param {ReturnType<typeof read>} next */
function set(next) {
  score.set(next);
  try {
    sessionStorage.setItem(KEY, JSON.stringify(next));
  } catch {
    // It counts as long as the page is open.
  }
}

/** A decision was graded. @param {Graded} graded */
export function grade(graded) {
  const { score: now, mistakes, counted } = score.get();
  if (graded.cost <= 0) return;
  const cost = graded.cost * graded.ante;
  set({ score: { ...now, mistakes: now.mistakes + cost }, mistakes: [graded, ...mistakes].slice(0, 100), counted });
}

/**
 * A round is void: what was decided in it cost nothing.
 * @param {number} table
 * @param {number} round
 */
export function strike(table, round) {
  const { score: now, mistakes, counted } = score.get();
  const struck = mistakes.filter((each) => each.table === table && each.round === round);
  if (!struck.length) return;
  const cost = struck.reduce((sum, each) => sum + each.cost * each.ante, 0);
  set({
    score: { ...now, mistakes: now.mistakes - cost },
    mistakes: mistakes.filter((each) => !struck.includes(each)),
    counted,
  });
}

/**
 * A hand is over. It counts once, however often it is looked at.
 * @param {number} table
 * @param {number} round
 * @param {import('./types.js').Hand} hand
 * @param {import('./types.js').PayRow[]} trips
 */
export function count(table, round, hand, trips) {
  const { score: now, mistakes, counted } = score.get();
  const over = `${table}/${round}`;
  if (counted.includes(over)) return;
  const tripsValue = trips.reduce((sum, row, at) => sum + (SEVENS[at] / ALL_SEVENS) * (row.pays / row.to + 1), -1);
  const game = hand.ante * VALUE_OF_GAME + hand.trips * tripsValue + hand.bad_beat * VALUE_OF_BAD_BEAT;
  set({
    score: { ...now, hands: now.hands + 1, result: now.result + (hand.net ?? 0), game: now.game + game },
    mistakes,
    counted: [over, ...counted].slice(0, MOST),
  });
}

/** What luck did: the rest. @param {Score} of */
export const luck = (of) => of.result - of.game + of.mistakes;
