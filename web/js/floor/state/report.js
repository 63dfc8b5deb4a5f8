/** The figures of a report. Amounts are in cents. */

import { texts } from '../../text/text.js';

/**
 * @typedef {import('../../protocol.gen.js').ReportRow} ReportRow
 * @typedef {import('../../protocol.gen.js').GroupBy} GroupBy
 * @typedef {import('../../protocol.gen.js').Report} Report
 * @typedef {import('../../protocol.gen.js').HoldBand} HoldBand
 * @typedef {'inside' | 'unusual' | 'outside'} Tone
 *
 * A row as a chart draws it.
 * @typedef {{name: string, hold: number, expected: number, deviation: number, low: number, high: number,
 *   tone: Tone, main: number, bonus: number}} Point
 */

const BONUS_WAGERS = ['trips', 'bad_beat'];
/** 95 of 100 results of a normal distribution lie within this many standard deviations. */
const DEVIATIONS_95 = 1.96;

/** All stakes of a row. @param {Pick<ReportRow, 'wagers'>} row */
export const stakesOf = ({ wagers }) => wagers.reduce((sum, { stake }) => sum + stake, 0);

/**
 * How far the hold is from theory: the first band holds 95%, the second 99%.
 * @param {HoldBand[]} bands
 * @returns {Tone}
 */
export const toneOf = ([usual, rare]) => (usual.inside ? 'inside' : rare.inside ? 'unusual' : 'outside');

/**
 * The name of a row.
 * @param {GroupBy} by
 * @param {string} of
 * @param {Map<number, string>} tables
 */
export function rowName(by, of, tables) {
  if (by === 'book') return texts.book(of);
  if (by === 'table') return tables.get(Number(of)) ?? of;
  return of;
}

/** @param {ReportRow} row @param {string} name @returns {Point} */
export function pointOf(row, name) {
  const { expected, deviation, bands } = row.theory;
  const [{ low, high }] = bands;
  const bonus = stakesOf({ wagers: row.wagers.filter(({ wager }) => BONUS_WAGERS.includes(wager)) });
  const main = stakesOf(row) - bonus;
  return { name, hold: row.hold, expected, deviation, low, high, tone: toneOf(bands), main, bonus };
}

/**
 * Adds the rows up from first to last. Rounds are independent, so that variances add up.
 * @param {Point[]} points
 * @returns {Point[]}
 */
export function runningTotals(points) {
  let [hold, expected, variance] = [0, 0, 0];
  return points.map((point) => {
    hold += point.hold;
    expected += point.expected;
    variance += point.deviation ** 2;
    const width = DEVIATIONS_95 * Math.sqrt(variance);
    return { ...point, hold, expected, low: expected - width, high: expected + width };
  });
}

/**
 * Round numbers that span a range.
 * @param {number} low
 * @param {number} high
 * @param {number} most roughly how many there may be
 */
export function ticks(low, high, most) {
  const raw = (high - low || 1) / most;
  const power = 10 ** Math.floor(Math.log10(raw));
  const step = ([1, 2, 5, 10].find((each) => each * power >= raw) ?? 10) * power;
  const first = Math.floor(low / step);
  const last = Math.ceil(high / step);
  return Array.from({ length: last - first + 1 }, (_, index) => (first + index) * step);
}

/** The report for a spreadsheet. @param {Report} report */
export function csvOf({ rows, total }) {
  const names = total.wagers.map(({ wager }) => wager);
  const head = [
    'of', 'rounds', 'void_rounds', 'hands', ...names.flatMap((name) => [`${name}_stake`, `${name}_hold`]),
    'hold', 'collection', 'expected', 'deviation', 'low_95', 'high_95', 'low_99', 'high_99',
  ];
  const line = (/** @type {ReportRow} */ row) => [
    row.of, row.rounds, row.void_rounds, row.hands, ...row.wagers.flatMap(({ stake, hold }) => [stake, hold]),
    row.hold, row.collection, row.theory.expected, row.theory.deviation,
    ...row.theory.bands.flatMap(({ low, high }) => [low, high]),
  ];
  return [head, ...rows.map(line), line(total)].map((cells) => `${cells.join()}\r\n`).join('');
}
