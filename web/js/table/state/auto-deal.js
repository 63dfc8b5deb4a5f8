/** Tables at which the first hand is dealt without asking. */

/** @type {Set<number>} */
const tables = new Set();

/** @param {number} table */
export function dealAtOnce(table) {
  tables.add(table);
}

/** Whether the first hand is to be dealt at this table; true once. @param {number} table */
export const takesFirstHand = (table) => tables.delete(table);
