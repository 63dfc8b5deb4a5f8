/**
 * What somebody gets wrong, kept in this browser, and when it comes back.
 *
 * A point that was missed returns after three drills, in other suits. Right, it returns after ten and then after
 * thirty, and is learned when it was right three times in a row; missed again, it starts anew. Of several that are due
 * the one whose mistakes have cost most comes first. Where streets are mixed, a street is drawn the more often the
 * more its latest answers have cost on average; each street is drawn sometimes.
 */

import { STREETS, weighted } from './deal.js';

/**
 * @typedef {import('./deal.js').Street} Street
 * @typedef {import('./deal.js').Point} Point
 * @typedef {Point & {due: number, step: number, cost: number}} Missed
 * @typedef {{seen: number, right: number, cost: number, latest: number}} Progress
 * @typedef {{count: number, streets: Record<Street, Progress>, missed: Missed[]}} Memory
 */

const KEY = 'uth.trainer';
/** After so many drills a point comes back: when it was missed, and after each time that it was right. */
const PAUSES = [3, 10, 30];
/** So many points are remembered; the cheapest is forgotten first. */
const MOST = 100;
/** How much of what a street costs is the last answer. */
const LATEST = 0.15;
/** In Antes: a street without any mistakes is drawn as if it cost so much. */
const FLOOR = 0.02;

/** @returns {Progress} */
const none = () => ({ seen: 0, right: 0, cost: 0, latest: 0 });

/** @returns {Memory} */
const empty = () => ({ count: 0, streets: { preflop: none(), flop: none(), river: none() }, missed: [] });

/** @returns {Memory} */
export function recalled() {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? 'null');
    if (Number.isInteger(kept.count) && Array.isArray(kept.missed) && STREETS.every((street) => kept.streets[street]))
      return kept;
  } catch {
    // Begin anew.
  }
  return empty();
}

/** @param {Memory} memory */
function keep(memory) {
  try {
    localStorage.setItem(KEY, JSON.stringify(memory));
  } catch {
    // It counts as long as the page is open.
  }
}

/** Forgets everything. @param {Memory} memory */
export function forget(memory) {
  Object.assign(memory, empty());
  keep(memory);
}

/**
 * The point that must come back now, if one must.
 * @param {Memory} memory
 * @param {Street | null} street
 */
export function due({ count, missed }, street) {
  const now = missed.filter((each) => each.due <= count && (!street || each.street === street));
  return now.sort((one, other) => other.cost - one.cost)[0] ?? null;
}

/** The street to practise, where all are. @param {Memory} memory @returns {Street} */
export const drawn = ({ streets }) => weighted(STREETS, (street) => streets[street].latest + FLOOR);

/**
 * An answer was given.
 * @param {Memory} memory
 * @param {Point} point
 * @param {Missed | null} again what came back, if it did
 * @param {number} cost in Antes
 */
export function answered(memory, point, again, cost) {
  const street = memory.streets[point.street];
  memory.count += 1;
  street.seen += 1;
  street.right += cost > 0 ? 0 : 1;
  street.cost += cost;
  street.latest += LATEST * (cost - street.latest);
  const rest = memory.missed.filter((each) => each !== again);
  const step = cost > 0 ? 0 : again ? again.step + 1 : PAUSES.length;
  if (step < PAUSES.length) {
    const { hole, board } = point;
    const due = memory.count + PAUSES[step];
    rest.push({ street: point.street, hole, board, due, step, cost: cost + (again?.cost ?? 0) });
  }
  memory.missed = rest.sort((one, other) => other.cost - one.cost).slice(0, MOST);
  keep(memory);
}
