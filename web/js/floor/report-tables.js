/** The tables of a report. */

import { dollars } from '../text/money.js';
import { reports as labels } from '../text/reports.js';
import { texts } from '../text/text.js';
import { h } from '../ui/dom.js';
import { rowName, stakesOf, toneOf } from './state/report.js';

/**
 * @typedef {import('../protocol.gen.js').HoldBand} HoldBand
 * @typedef {import('../protocol.gen.js').ReportRow} ReportRow
 * @typedef {import('../protocol.gen.js').Report} Report
 */

const percent = (/** @type {number} */ part, /** @type {number} */ whole) =>
  whole ? `${((100 * part) / whole).toFixed(2).replace('-', '−')}%` : '–';
const cents = (/** @type {number} */ value) => dollars(Math.round(value));
/** A band in whole dollars; cents would suggest a precision that it does not have. @param {HoldBand} band */
const range = ({ low, high }) => labels.band(cents(Math.round(low / 100) * 100), cents(Math.round(high / 100) * 100));

/** @param {HoldBand[]} bands */
const verdict = (bands) =>
  h('span', { class: 'verdict', 'data-tone': toneOf(bands), title: labels.verdictsTitle[toneOf(bands)] },
    labels.verdicts[toneOf(bands)]);

/** @param {ReportRow} total */
export function totals(total) {
  const [band] = total.theory.bands;
  /** @type {[string, import('../ui/dom.js').Child, string][]} */
  const all = [
    [labels.totals.wagered, dollars(stakesOf(total)), labels.hands(total.hands)],
    [labels.totals.hold, dollars(total.hold), labels.percent(percent(total.hold, stakesOf(total)))],
    [labels.totals.expected, cents(total.theory.expected), range(band)],
    [labels.totals.verdict, verdict(total.theory.bands), labels.verdictsTitle[toneOf(total.theory.bands)]],
    [labels.totals.rounds, total.rounds.toLocaleString('en-US'), labels.voids(total.void_rounds)],
    [labels.totals.collection, dollars(total.collection), labels.collected],
  ];
  return h(
    'dl',
    { class: 'totals floor-totals' },
    all.map(([name, value, note]) =>
      h('div', {}, h('dt', {}, name), h('dd', {}, value), h('dd', { class: 'note' }, note))),
  );
}

/**
 * A table whose cells carry the names of their columns: narrow screens show each row as a list. The roles keep it a
 * table for screen readers.
 * @param {string[]} head
 * @param {import('../ui/dom.js').Child[][]} body
 * @param {string} caption
 * @param {string} id
 */
export function sheet(head, body, caption, id) {
  const cell = (/** @type {import('../ui/dom.js').Child} */ value, /** @type {number} */ at) =>
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
  const { columns } = labels;
  const head = [columns.of[by], columns.rounds, columns.wagered, columns.hold, columns.share, columns.expected,
    columns.band, columns.verdict, columns.collection];
  const body = rows.map((row) => [
    rowName(by, row.of, tables), row.rounds.toLocaleString('en-US'), dollars(stakesOf(row)), dollars(row.hold),
    percent(row.hold, stakesOf(row)), cents(row.theory.expected), range(row.theory.bands[0]),
    verdict(row.theory.bands), dollars(row.collection),
  ]);
  return sheet(head, body, labels.bys[by], 'report-rows');
}

/** @param {ReportRow} total */
export function wagerSheet(total) {
  const { columns } = labels;
  const each = total.wagers.filter(({ stake }) => stake > 0).map(({ wager, stake, hold }) => [
    texts.wager(wager), dollars(stake), dollars(hold), percent(hold, stake),
  ]);
  const parts = total.theory.parts.filter(({ wagered }) => wagered > 0).map((part) => [
    labels.parts[part.part] ?? part.part, dollars(part.hold), cents(part.expected), range(part.bands[0]),
    verdict(part.bands),
  ]);
  return h(
    'div',
    { class: 'floor-two' },
    sheet([labels.wager, labels.stake, columns.hold, columns.share], each, labels.wagers, 'report-wagers'),
    sheet([labels.part, columns.hold, columns.expected, columns.band, columns.verdict], parts, labels.holdChart,
      'report-parts'),
  );
}
