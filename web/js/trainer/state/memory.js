/**
 * Spaced repetition: what the user gets wrong, kept in this browser, and when it comes back.
 *
 * A missed point returns after three drills, in other suits. Answered right, it returns after ten and then after thirty
 * drills, and is learned after three right answers in a row; missed again, it starts over. Of several that are due, the
 * one whose mistakes have cost most comes first. Where streets are mixed, a street is drawn more often the more its
 * latest answers have cost on average; no street disappears.
 */

import { stored } from '../../state/storage.js';
import { STREETS, weighted } from './deal.js';

/**
 * @typedef {import('../../table/state/legal.js').Street} Street
 * @typedef {import('./deal.js').Point} Point
 * @typedef {Point & {due: number, step: number, cost: number}} Missed
 * @typedef {{seen: number, right: number, cost: number, latest: number}} Progress
 * @typedef {{count: number, streets: Record<Street, Progress>, missed: Missed[]}} Memory
 */

const storage = stored(() => localStorage, 'uth.trainer');
/** After how many drills a point comes back: when it was missed, and after each right answer. */
const PAUSES = [3, 10, 30];
/** How many points are remembered; the cheapest is forgotten first. */
const MOST_MISSED = 100;
/** The weight of the last answer in the moving average of a street's cost. */
const LATEST_WEIGHT = 0.15;
/** In Antes: a street without mistakes is drawn as if it cost this much. */
const LEAST_COST = 0.02;

/** @returns {Progress} */
const none = () => ({ seen: 0, right: 0, cost: 0, latest: 0 });

/** @returns {Memory} */
const empty = () => ({ count: 0, streets: { preflop: none(), flop: none(), river: none() }, missed: [] });

/** The memory of earlier visits; empty if there is none that makes sense. @returns {Memory} */
export function recall() {
  const kept = storage.read();
  const isMemory =
    Number.isInteger(kept?.count) && Array.isArray(kept.missed) && STREETS.every((street) => kept.streets?.[street]);
  return isMemory ? kept : empty();
}

/** Forgets everything. @param {Memory} memory */
export function forget(memory) {
  Object.assign(memory, empty());
  storage.write(memory);
}

/**
 * The missed point to ask again now, if one is due.
 * @param {Memory} memory
 * @param {Street | null} street
 */
export function due({ count, missed }, street) {
  const now = missed.filter((each) => each.due <= count && (!street || each.street === street));
  return now.sort((one, other) => other.cost - one.cost)[0] ?? null;
}

/** Draws the street to practise where all are mixed. @param {Memory} memory @returns {Street} */
export const drawStreet = ({ streets }) => weighted(STREETS, (street) => streets[street].latest + LEAST_COST);

/**
 * Records an answer.
 * @param {Memory} memory
 * @param {Point} point
 * @param {Missed | null} again the missed point that was asked again, if it was one
 * @param {number} cost in Antes
 */
export function recordAnswer(memory, point, again, cost) {
  const street = memory.streets[point.street];
  memory.count += 1;
  street.seen += 1;
  street.right += cost > 0 ? 0 : 1;
  street.cost += cost;
  street.latest += LATEST_WEIGHT * (cost - street.latest);
  const rest = memory.missed.filter((each) => each !== again);
  const step = cost > 0 ? 0 : again ? again.step + 1 : PAUSES.length;
  if (step < PAUSES.length) {
    const { hole, board } = point;
    const due = memory.count + PAUSES[step];
    rest.push({ street: point.street, hole, board, due, step, cost: cost + (again?.cost ?? 0) });
  }
  memory.missed = rest.sort((one, other) => other.cost - one.cost).slice(0, MOST_MISSED);
  storage.write(memory);
}
