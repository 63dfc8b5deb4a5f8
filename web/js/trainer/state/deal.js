/** Deals decisions that are worth practising. */

/**
 * @typedef {import('../../table/state/legal.js').Street} Street
 * @typedef {{street: Street, hole: string[], board: string[]}} Point
 */

/** @type {Street[]} */
export const STREETS = ['preflop', 'flop', 'river'];

const DECK = [...'23456789TJQKA'].flatMap((rank) => [...'cdhs'].map((suit) => rank + suit));
/** How many cards of the board are known. */
const BOARD = { preflop: 0, flop: 3, river: 5 };
/** How many points are dealt to choose one from. Few hands of best play are still undecided on the river. */
const CANDIDATES = { preflop: 12, flop: 16, river: 24 };
/** A gap of so many Antes makes a point 1/e as likely as one without a gap. */
const CLOSE_GAP = 0.15;
/** Easy decisions come up now and then, so that they are not forgotten. */
const EASY_WEIGHT = 0.02;

/** A random whole number below a bound, each as likely as the others. @param {number} bound */
export function randomBelow(bound) {
  // Numbers above the last multiple of the bound would favour the small results.
  const limit = 2 ** 32 - (2 ** 32 % bound);
  const drawn = new Uint32Array(1);
  do crypto.getRandomValues(drawn);
  while (drawn[0] >= limit);
  return drawn[0] % bound;
}

/** @param {Street} street @returns {Point} */
function randomPoint(street) {
  const deck = [...DECK];
  const card = () => deck.splice(randomBelow(deck.length), 1)[0];
  const hole = [card(), card()];
  return { street, hole, board: Array.from({ length: BOARD[street] }, card) };
}

/**
 * Draws one of several, with the given weights.
 * @template T
 * @param {T[]} all
 * @param {(one: T) => number} weight
 */
export function weighted(all, weight) {
  const sum = all.reduce((before, one) => before + weight(one), 0);
  let left = (randomBelow(2 ** 31) / 2 ** 31) * sum;
  return all.find((one) => (left -= weight(one)) < 0) ?? all[all.length - 1];
}

/**
 * Deals a new point. Many are dealt here; the engine says which of them best play reaches and how close they are; a
 * close one is drawn.
 * @param {Pick<import('../../engine/engine.js').Engine, 'rateDrills'>} engine
 * @param {Street} street
 * @returns {Promise<Point>}
 */
export async function deal(engine, street) {
  const points = Array.from({ length: CANDIDATES[street] }, () => randomPoint(street));
  const ratings = await engine.rateDrills(points);
  const reached = points.map((point, index) => ({ point, ...ratings[index] })).filter((each) => each.reached);
  if (!reached.length) return deal(engine, street);
  return weighted(reached, ({ gap }) => Math.exp(-gap / CLOSE_GAP) + EASY_WEIGHT).point;
}

/**
 * The same point in other suits, so that it has to be decided and not remembered.
 * @param {Point} point
 * @returns {Point}
 */
export function inOtherSuits({ street, hole, board }) {
  const suits = [...'cdhs'];
  /** @type {Record<string, string>} */
  const other = {};
  for (const suit of 'cdhs') other[suit] = suits.splice(randomBelow(suits.length), 1)[0];
  const change = (/** @type {string} */ card) => card[0] + other[card[1]];
  return { street, hole: hole.map(change), board: board.map(change) };
}
