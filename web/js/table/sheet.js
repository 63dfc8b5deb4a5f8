/** The banker's sheet on paper. */

import { dollars, signed } from '../text/money.js';
import { texts } from '../text/text.js';
import { h } from '../ui/dom.js';

/**
 * @typedef {import('./state/sheet.js').Sheet} Sheet
 * @typedef {import('./state/sheet.js').SheetSeat} SheetSeat
 */

const labels = texts.sheet;

/** @param {number} cents */
const amount = (cents) => h('td', { 'data-sign': Math.sign(cents) }, signed(cents));

/** @param {Sheet} sheet */
export function sheetTable(sheet) {
  const columns = [labels.wager, labels.stake, labels.result, labels.running];
  const isVoid = sheet.voidReason !== null;
  return h(
    'div',
    { class: 'bank-sheet' },
    h(
      'table',
      {},
      h('caption', {}, labels.limit(sheet.bank)),
      h(
        'thead',
        {},
        h(
          'tr',
          {},
          columns.map((name) => h('th', { scope: 'col' }, name)),
        ),
      ),
      sheet.seats.map(seatRows),
      isVoid && note(texts.table.voided(sheet.voidReason ?? '')),
      !isVoid && !sheet.seats.length && note(labels.none),
    ),
    h(
      'dl',
      {},
      total(labels.gain, sheet.gain),
      sheet.collection > 0 && total(labels.collection, -sheet.collection),
      total(labels.net, sheet.net),
    ),
  );
}

/** @param {string} name @param {number} cents */
const total = (name, cents) =>
  h('div', {}, h('dt', {}, name), h('dd', { 'data-sign': Math.sign(cents) }, signed(cents)));

/** @param {string} text */
const note = (text) => h('tbody', {}, h('tr', {}, h('td', { colspan: 4 }, text)));

/** @param {SheetSeat} seat */
function seatRows({ seat, player, lines }) {
  return h(
    'tbody',
    {},
    h('tr', { class: 'of-seat' }, h('th', { scope: 'rowgroup', colspan: 4 }, labels.seat(seat, player))),
    lines.map(({ wager, stake, result, running, tag }) =>
      h(
        'tr',
        {},
        h('th', { scope: 'row' }, texts.wager(wager), tag && h('span', { class: 'how' }, ` ${tag}`)),
        h('td', {}, dollars(stake)),
        amount(result),
        amount(running),
      ),
    ),
  );
}
