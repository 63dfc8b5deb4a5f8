/** The figures of a report. Amounts are in cents. */

import { texts } from '../../text/text.js';

/**
 * @typedef {import('../../protocol.gen.js').BankedPlay} BankedPlay
 * @typedef {import('../../protocol.gen.js').HouseHold} HouseHold
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

/** All stakes. @param {Pick<HouseHold, 'wagers'>} hold */
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

/** What people left the house. @param {ReportRow} row @param {string} name @returns {Point} */
export function pointOf({ house_banked: { people } }, name) {
  const { expected, deviation, bands } = people.theory;
  const [{ low, high }] = bands;
  const bonus = stakesOf({ wagers: people.wagers.filter(({ wager }) => BONUS_WAGERS.includes(wager)) });
  const main = stakesOf(people) - bonus;
  return { name, hold: people.hold, expected, deviation, low, high, tone: toneOf(bands), main, bonus };
}

/** Whether players wagered or banked where players bank. @param {BankedPlay} play */
export const hasPlayed = ({ hands, banked_rounds: banked }) => hands + banked > 0;

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

/**
 * The columns of a hold, for a spreadsheet.
 * @param {string} prefix
 * @param {HouseHold} hold
 * @returns {[string, number][]}
 */
const holdColumns = (prefix, { hands, wagers, hold, theory }) => {
  const [usual, rare] = theory.bands;
  const columns = /** @type {[string, number][]} */ ([
    ['hands', hands],
    ...wagers.flatMap(({ wager, stake, hold: held }) => [[`${wager}_stake`, stake], [`${wager}_hold`, held]]),
    ['hold', hold], ['expected', theory.expected], ['deviation', theory.deviation],
    ['low_95', usual.low], ['high_95', usual.high], ['low_99', rare.low], ['high_99', rare.high],
  ]);
  return columns.map(([name, value]) => [`${prefix}_${name}`, value]);
};

/** @param {string} prefix @param {BankedPlay} play @returns {[string, number][]} */
const playColumns = (prefix, play) => Object.entries(play).map(([name, value]) => [`${prefix}_${name}`, value]);

/** @param {ReportRow} row @returns {[string, string | number][]} */
const columnsOf = ({ of, rounds, void_rounds: voids, house_banked: house, player_banked: players }) => [
  ['of', of], ['rounds', rounds], ['void_rounds', voids],
  ...holdColumns('house_people', house.people), ...holdColumns('house_bots', house.bots),
  ...playColumns('players_people', players.people), ...playColumns('players_bots', players.bots),
];

/** The report for a spreadsheet. @param {Report} report */
export function csvOf({ rows, total }) {
  const lines = [...rows, total].map((row) => columnsOf(row).map(([, value]) => value));
  const head = columnsOf(total).map(([name]) => name);
  return [head, ...lines].map((cells) => `${cells.join()}\r\n`).join('');
}
