/** The tables of a report. */

import { dollars, signed } from '../text/money.js';
import { reports as labels } from '../text/reports.js';
import { texts } from '../text/text.js';
import { h } from '../ui/dom.js';
import { hasPlayed, rowName, stakesOf, toneOf } from './state/report.js';

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
export function totals({ rounds, void_rounds: voids, house_banked: { people }, player_banked: players }) {
  const { bands, expected } = people.theory;
  const fees = players.people.fees + players.bots.fees;
  /** @type {[string, import('../ui/dom.js').Child, string][]} */
  const all = [
    [labels.totals.wagered, dollars(stakesOf(people)), labels.hands(people.hands)],
    [labels.totals.hold, dollars(people.hold), labels.percent(percent(people.hold, stakesOf(people)))],
    [labels.totals.expected, cents(expected), range(bands[0])],
    [labels.totals.verdict, verdict(bands), labels.verdictsTitle[toneOf(bands)]],
    [labels.totals.fees, dollars(fees), labels.collected],
    [labels.totals.rounds, rounds.toLocaleString('en-US'), labels.voids(voids)],
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

/**
 * What the house won, row by row.
 * @param {Report} report
 * @param {Map<number, string>} tables
 * @param {'people' | 'bots'} who
 */
export function holdSheet({ by, rows }, tables, who) {
  const { columns } = labels;
  const head = [columns.of[by], columns.hands, columns.wagered, columns.hold, columns.share, columns.expected,
    columns.band, columns.verdict];
  const body = rows.filter((row) => row.house_banked[who].hands > 0).map((row) => {
    const hold = row.house_banked[who];
    return [
      rowName(by, row.of, tables), hold.hands.toLocaleString('en-US'), dollars(stakesOf(hold)), dollars(hold.hold),
      percent(hold.hold, stakesOf(hold)), cents(hold.theory.expected), range(hold.theory.bands[0]),
      verdict(hold.theory.bands),
    ];
  });
  return body.length > 0 && sheet(head, body, labels.houseBanked[who], `report-house-${who}`);
}

/**
 * What players did where players bank, row by row, people and bots apart.
 * @param {Report} report
 * @param {Map<number, string>} tables
 */
export function bankedSheet({ by, rows }, tables) {
  const { columns } = labels;
  const head = [columns.of[by], columns.who, columns.hands, columns.action, columns.result, columns.banked,
    columns.bankGain, columns.fees];
  const number = (/** @type {number} */ value) => value.toLocaleString('en-US');
  const body = rows.flatMap((row) =>
    /** @type {const} */ (['people', 'bots']).map((who) => ({ who, play: row.player_banked[who] }))
      .filter(({ play }) => hasPlayed(play))
      .map(({ who, play }) => [
        rowName(by, row.of, tables), labels.who[who], number(play.hands), dollars(play.action), signed(play.result),
        number(play.banked_rounds), signed(play.bank_gain), dollars(play.fees),
      ]));
  return body.length > 0 && sheet(head, body, labels.playerBanked, 'report-player-banked');
}

/** @param {import('../protocol.gen.js').HouseHold} total */
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
