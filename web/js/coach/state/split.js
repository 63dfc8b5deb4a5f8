/**
 * Results, split into what made them: the game, luck, decisions, and what was not covered. Amounts are exact cents,
 * written as fractions, and the parts sum to the result.
 */

import { fraction, sum, textOf, valueOf } from '../../state/fraction.js';

/**
 * @typedef {import('../../protocol.gen.js').HandSplit} HandSplit
 * @typedef {import('../../protocol.gen.js').RoundSplit} RoundSplit
 * @typedef {import('../../protocol.gen.js').SplitSum} SplitSum
 * @typedef {typeof PARTS[number]} Part
 *
 * The parts of many hands together.
 * @typedef {{hands: number, parts: Record<Part, string>, result: number}} Split
 *
 * A part as it is shown; each decision of a single hand is one of its own.
 * @typedef {{part: Part, exact: string, decision?: {street: string, action: string}}} Entry
 *
 * A step of a waterfall in whole cents: it leads from one running total to the next.
 * @typedef {Entry & {cents: number, from: number, to: number}} Step
 *
 * @typedef {'game' | 'luck' | 'skill' | 'uncovered'} Group
 */

/** The parts of a result, in the order in which a waterfall shows them. */
export const PARTS = /** @type {const} */ ([
  'game', 'hole', 'flop', 'turn_and_river', 'dealer', 'decisions', 'uncovered',
]);

/** The parts in short: luck is what cards did, skill what decisions did. @type {Record<Group, Part[]>} */
const GROUPS = {
  game: ['game'],
  luck: ['hole', 'flop', 'turn_and_river', 'dealer'],
  skill: ['decisions'],
  uncovered: ['uncovered'],
};

/**
 * @param {(part: Part) => string} exact
 * @returns {Split['parts']}
 */
const partsOf = (exact) =>
  /** @type {Split['parts']} */ (Object.fromEntries(PARTS.map((part) => [part, exact(part)])));

/** The split of no hand at all. @returns {Split} */
export const nothing = () => ({ hands: 0, parts: partsOf(() => '0'), result: 0 });

/**
 * @param {Split} one
 * @param {Split} other
 * @returns {Split}
 */
export const add = (one, other) => ({
  hands: one.hands + other.hands,
  parts: partsOf((part) => total([one.parts[part], other.parts[part]])),
  result: one.result + other.result,
});

/** @param {string[]} exact */
const total = (exact) => textOf(sum(fraction('0'), ...exact.map(fraction)));

/** A sum as the engine sends it. @param {SplitSum} wire @returns {Split} */
export const splitOfSum = (wire) =>
  ({ hands: wire.hands, parts: partsOf((part) => wire[part].exact), result: Number(wire.result.exact) });

/** The hands of one player in a round. @param {RoundSplit} round @param {number} player @returns {Split} */
export const splitOfRound = ({ hands }, player) =>
  hands.filter((hand) => hand.player === player).map(splitOfHand).reduce(add, nothing());

/** @param {HandSplit} hand @returns {Split} */
const splitOfHand = (hand) => ({
  hands: 1,
  parts: partsOf((part) => total(entriesOfHand(hand).filter((each) => each.part === part).map(({ exact }) => exact))),
  result: Number(hand.result.cents.exact),
});

/** @param {HandSplit} hand @returns {Entry[]} */
export function entriesOfHand(hand) {
  /** @type {Entry[]} */
  const decisions = hand.decisions.map(({ street, action, cost }) => ({
    part: 'decisions',
    exact: cost.cents.exact,
    decision: { street, action },
  }));
  return PARTS.flatMap((part) => (part === 'decisions' ? decisions : { part, exact: hand[part].cents.exact }));
}

/** @param {Split} split @returns {Entry[]} */
export const entriesOf = ({ parts }) => PARTS.map((part) => ({ part, exact: parts[part] }));

/**
 * The parts in short, in whole cents that sum to the result.
 * @param {Split} split
 * @returns {Record<Group, number>}
 */
export function summary({ parts, result }) {
  const groups = /** @type {Group[]} */ (Object.keys(GROUPS));
  const cents = roundToTotal(groups.map((group) => total(GROUPS[group].map((part) => parts[part]))), result);
  return /** @type {Record<Group, number>} */ (Object.fromEntries(groups.map((group, at) => [group, cents[at]])));
}

/**
 * The steps from nothing to the result, in whole cents that sum to it. Parts that are exactly zero are left out, but
 * the game and decisions are not: a decision that cost nothing was a good one.
 * @param {Entry[]} entries
 * @param {number} result
 * @returns {Step[]}
 */
export function waterfall(entries, result) {
  const shown = entries.filter(({ part, exact }) => part === 'game' || part === 'decisions' || exact !== '0');
  const cents = roundToTotal(shown.map(({ exact }) => exact), result);
  let from = 0;
  return shown.map((entry, at) => {
    const step = { ...entry, cents: cents[at], from, to: from + cents[at] };
    from = step.to;
    return step;
  });
}

/**
 * Rounds numbers to whole ones that sum to a whole total: what rounding down leaves over goes to the largest
 * remainders.
 * @param {string[]} exact that sum to the total
 * @param {number} whole
 * @returns {number[]}
 */
function roundToTotal(exact, whole) {
  const floors = exact.map((text) => floor(fraction(text)));
  const remainders = exact.map((text, at) => valueOf(sum(fraction(text), { numerator: -floors[at], denominator: 1n })));
  const left = Number(BigInt(whole) - floors.reduce((before, each) => before + each, 0n));
  const order = exact.map((_, at) => at).sort((one, other) => remainders[other] - remainders[one] || one - other);
  const raised = new Set(order.slice(0, left));
  return floors.map((each, at) => Number(each) + (raised.has(at) ? 1 : 0));
}

/** @param {import('../../state/fraction.js').Fraction} one */
const floor = ({ numerator, denominator }) =>
  numerator < 0n ? -((-numerator + denominator - 1n) / denominator) : numerator / denominator;
