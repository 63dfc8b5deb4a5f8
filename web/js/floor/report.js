/** A report in words and numbers. */

import { h } from '../dom.js';
import { dollars } from '../money.js';
import { words } from '../words.js';
import { reports as said } from '../words/reports.js';

/**
 * @typedef {{deviations: number, low: number, high: number, inside: boolean}} Band
 * @typedef {{part: string, wagered: number, hold: number, expected: number, bands: Band[]}} TheoryPart
 * @typedef {{of: string, rounds: number, void_rounds: number, hands: number,
 *   wagers: {wager: string, stake: number, hold: number}[], hold: number, collection: number,
 *   theory: {expected: number, deviation: number, bands: Band[], parts: TheoryPart[]}}} Row
 * @typedef {'table' | 'day' | 'month' | 'book'} By
 * @typedef {{by: By, rows: Row[], total: Row}} Report
 */

const stakes = (/** @type {Row} */ { wagers }) => wagers.reduce((sum, { stake }) => sum + stake, 0);
const percent = (/** @type {number} */ part, /** @type {number} */ whole) =>
  whole ? `${((100 * part) / whole).toFixed(2).replace('-', '−')}%` : '–';
const cents = (/** @type {number} */ value) => dollars(Math.round(value));
/** A band is no sharper than whole dollars. @param {Band} band */
const range = ({ low, high }) => said.band(cents(Math.round(low / 100) * 100), cents(Math.round(high / 100) * 100));

/** @param {Band[]} bands @returns {import('./charts.js').Tone} */
export const tone = ([usual, rare]) => (usual.inside ? 'inside' : rare.inside ? 'unusual' : 'outside');

/** @param {Band[]} bands */
const verdict = (bands) =>
  h('span', { class: 'verdict', 'data-tone': tone(bands), title: said.verdictsTitle[tone(bands)] },
    said.verdicts[tone(bands)]);

/**
 * What a row is about.
 * @param {By} by
 * @param {string} of
 * @param {Map<number, string>} tables
 */
export function rowName(by, of, tables) {
  if (by === 'book') return words.book(of);
  if (by === 'table') return tables.get(Number(of)) ?? of;
  return of;
}

/** @param {Row} row @param {string} name @returns {import('./charts.js').Point} */
export function point(row, name) {
  const [{ low, high }] = row.theory.bands;
  const bonus = row.wagers.filter(({ wager }) => wager === 'trips' || wager === 'bad_beat');
  const bonuses = bonus.reduce((sum, { stake }) => sum + stake, 0);
  return {
    name, hold: row.hold, expected: row.theory.expected, deviation: row.theory.deviation, low, high,
    tone: tone(row.theory.bands), main: stakes(row) - bonuses, bonus: bonuses,
  };
}

/** @param {Row} total */
export function totals(total) {
  const [band] = total.theory.bands;
  /** @type {[string, import('../dom.js').Child, string][]} */
  const all = [
    [said.totals.wagered, dollars(stakes(total)), said.hands(total.hands)],
    [said.totals.hold, dollars(total.hold), said.percent(percent(total.hold, stakes(total)))],
    [said.totals.expected, cents(total.theory.expected), range(band)],
    [said.totals.verdict, verdict(total.theory.bands), said.verdictsTitle[tone(total.theory.bands)]],
    [said.totals.rounds, total.rounds.toLocaleString('en-US'), said.voids(total.void_rounds)],
    [said.totals.collection, dollars(total.collection), said.collected],
  ];
  return h(
    'dl',
    { class: 'totals floor-totals' },
    all.map(([name, value, note]) =>
      h('div', {}, h('dt', {}, name), h('dd', {}, value), h('dd', { class: 'note' }, note))),
  );
}

/**
 * Cells with the names of their columns, for narrow windows, where a table would no longer be one without its roles.
 * @param {string[]} head
 * @param {import('../dom.js').Child[][]} body
 * @param {string} caption
 * @param {string} id
 */
export function sheet(head, body, caption, id) {
  const cell = (/** @type {import('../dom.js').Child} */ value, /** @type {number} */ at) =>
    at === 0
      ? h('th', { scope: 'row', role: 'rowheader' }, value)
      : h('td', { 'data-label': head[at], role: 'cell' }, value);
  return h(
    'table',
    { class: 'sheet', id, role: 'table' },
    h('caption', {}, caption),
    h('thead', { role: 'rowgroup' }, headRow(head)),
    h('tbody', { role: 'rowgroup' }, body.map((cells) => h('tr', { role: 'row' }, cells.map(cell)))),
  );
}

/** @param {string[]} names */
export const headRow = (names) =>
  h('tr', { role: 'row' }, names.map((name) => h('th', { scope: 'col', role: 'columnheader' }, name)));

/** @param {Report} report @param {Map<number, string>} tables */
export function rowsSheet({ by, rows }, tables) {
  const { columns } = said;
  const head = [columns.of[by], columns.rounds, columns.wagered, columns.hold, columns.share, columns.expected,
    columns.band, columns.verdict, columns.collection];
  const body = rows.map((row) => [
    rowName(by, row.of, tables), row.rounds.toLocaleString('en-US'), dollars(stakes(row)), dollars(row.hold),
    percent(row.hold, stakes(row)), cents(row.theory.expected), range(row.theory.bands[0]),
    verdict(row.theory.bands), dollars(row.collection),
  ]);
  return sheet(head, body, said.bys[by], 'report-rows');
}

/** @param {Row} total */
export function wagerSheet(total) {
  const { columns } = said;
  const each = total.wagers.filter(({ stake }) => stake > 0).map(({ wager, stake, hold }) => [
    words.wager(wager), dollars(stake), dollars(hold), percent(hold, stake),
  ]);
  const parts = total.theory.parts.filter(({ wagered }) => wagered > 0).map((part) => [
    said.parts[part.part] ?? part.part, dollars(part.hold), cents(part.expected), range(part.bands[0]),
    verdict(part.bands),
  ]);
  return h(
    'div',
    { class: 'floor-two' },
    sheet([said.wager, said.stake, columns.hold, columns.share], each, said.wagers, 'report-wagers'),
    sheet([said.part, columns.hold, columns.expected, columns.band, columns.verdict], parts, said.holdChart,
      'report-parts'),
  );
}

/** The same for a spreadsheet, in cents. @param {Report} report */
export function csv({ rows, total }) {
  const names = total.wagers.map(({ wager }) => wager);
  const head = ['of', 'rounds', 'void_rounds', 'hands', ...names.flatMap((name) => [`${name}_stake`, `${name}_hold`]),
    'hold', 'collection', 'expected', 'deviation', 'low_95', 'high_95', 'low_99', 'high_99'];
  const line = (/** @type {Row} */ row) => [
    row.of, row.rounds, row.void_rounds, row.hands, ...row.wagers.flatMap(({ stake, hold }) => [stake, hold]),
    row.hold, row.collection, row.theory.expected, row.theory.deviation,
    ...row.theory.bands.flatMap(({ low, high }) => [low, high]),
  ];
  return [head, ...rows.map(line), line(total)].map((cells) => `${cells.join()}\r\n`).join('');
}
