/** The row of a pay table that a wager was paid by. */

/**
 * Returns the place of the row, or -1 for a wager that was not paid by the table.
 * @param {import('../../protocol.gen.js').PayRow[]} pays
 * @param {Pick<import('../../protocol.gen.js').WagerView, 'odds'> | undefined} line
 * @param {(string | undefined)[]} kinds the kinds of the hands that met
 */
export function paidRow(pays, line, kinds) {
  const odds = line?.odds;
  if (!odds) return -1;
  const isPaid = (/** @type {import('../../protocol.gen.js').PayRow} */ row) =>
    row.pays === odds.pays && row.to === odds.to;
  // A table of its own may pay two kinds of hands alike.
  const exact = pays.findIndex((row) => isPaid(row) && kinds.includes(row.hand));
  return exact >= 0 ? exact : pays.findIndex(isPaid);
}
