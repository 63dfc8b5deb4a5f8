/** Deals points of hands that teach something. */

import { post } from '../api.js';

/**
 * @typedef {'preflop' | 'flop' | 'river'} Street
 * @typedef {{street: Street, hole: string[], board: string[]}} Point
 */

/** @type {Street[]} */
export const STREETS = ['preflop', 'flop', 'river'];

const DECK = [...'23456789TJQKA'].flatMap((rank) => [...'cdhs'].map((suit) => rank + suit));
/** How many cards of the board are out. */
const OUT = { preflop: 0, flop: 3, river: 5 };
/** So many points are dealt to choose one from: few hands of best play are still undecided on the river. */
const DEALT = { preflop: 12, flop: 16, river: 24 };
/** A gap of so many Antes makes a point about a third as likely as one without any. */
const CLOSE = 0.15;
/** What is far from close comes now and then as well: it must not be forgotten. */
const SELDOM = 0.02;

/** A whole number below that, every one as likely. @param {number} below */
export function chance(below) {
  const fair = 2 ** 32 - (2 ** 32 % below);
  const drawn = new Uint32Array(1);
  do crypto.getRandomValues(drawn);
  while (drawn[0] >= fair);
  return drawn[0] % below;
}

/** @param {Street} street @returns {Point} */
function dealt(street) {
  const deck = [...DECK];
  const card = () => deck.splice(chance(deck.length), 1)[0];
  const hole = [card(), card()];
  return { street, hole, board: Array.from({ length: OUT[street] }, card) };
}

/**
 * One of them, each as likely as its weight says.
 * @template T
 * @param {T[]} all
 * @param {(one: T) => number} weight
 */
export function weighted(all, weight) {
  const sum = all.reduce((before, one) => before + weight(one), 0);
  let left = (chance(2 ** 31) / 2 ** 31) * sum;
  return all.find((one) => (left -= weight(one)) < 0) ?? all[all.length - 1];
}

/**
 * A fresh point: many are dealt here, the card room says which of them best play gets to and how close they are, and
 * a close one is chosen.
 * @param {Street} street
 * @returns {Promise<Point>}
 */
export async function fresh(street) {
  const points = Array.from({ length: DEALT[street] }, () => dealt(street));
  /** @type {{reached: boolean, gap: number}[]} */
  const worth = await post('/api/drill', {
    points: points.map(({ hole, board }) => ({ hole: hole.join(' '), board: board.join(' ') })),
  });
  const all = points.map((point, index) => ({ point, ...worth[index] })).filter((each) => each.reached);
  if (!all.length) return fresh(street);
  return weighted(all, ({ gap }) => Math.exp(-gap / CLOSE) + SELDOM).point;
}

/**
 * The same point in other suits, so that it is decided again and not remembered.
 * @param {Point} point
 * @returns {Point}
 */
export function disguised({ street, hole, board }) {
  const suits = [...'cdhs'];
  /** @type {Record<string, string>} */
  const other = {};
  for (const suit of 'cdhs') other[suit] = suits.splice(chance(suits.length), 1)[0];
  const change = (/** @type {string} */ card) => card[0] + other[card[1]];
  return { street, hole: hole.map(change), board: board.map(change) };
}
