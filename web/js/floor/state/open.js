/** The request to open a table, from the values of its form. */

import { floor } from '../../text/floor.js';

/** @typedef {import('../../protocol.gen.js').RuleBook} RuleBook */
/** @typedef {import('../../protocol.gen.js').TableSettings} TableSettings */

const DEFAULT_SECONDS = 15;

/** Whether tables of the rule book take the Bad Beat wager. @param {RuleBook} book */
export const hasBadBeat = (book) => Object.values(book.pay_tables).some((pays) => pays.bad_beat);

/** @param {string | undefined} dollars */
const cents = (dollars) => (dollars ? Math.round(Number(dollars) * 100) : null);

/** @param {string | undefined} seconds */
const milliseconds = (seconds) => Math.round(Number(seconds ?? DEFAULT_SECONDS) * 1000);

/**
 * @param {RuleBook} book
 * @param {Record<string, string>} values
 * @returns {import('../../protocol.gen.js').OpenTableRequest}
 */
export function tableRequest(book, values) {
  const minimum = cents(values.minimum);
  const maximum = cents(values.maximum);
  if ((minimum === null) !== (maximum === null)) throw new Error(floor.open.bothLimits);
  if (minimum !== null && maximum !== null && maximum < minimum) throw new Error(floor.open.order);
  /** @type {import('../../protocol.gen.js').TableMode} */
  const clock = { type: 'clock', betting_ms: milliseconds(values.betting), bank_ms: milliseconds(values.bank) };
  return {
    name: values.name.trim(),
    bots: Number(values.bots ?? 0),
    settings: {
      book: /** @type {TableSettings['book']} */ (book.id),
      places: Number(values.places),
      pay_table: /** @type {TableSettings['pay_table']} */ (values.pay_table),
      minimum,
      maximum,
      chip: null,
      schedule: values.schedule ? Number(values.schedule) : null,
      dealing: /** @type {TableSettings['dealing']} */ (values.dealing),
      seat_order: null,
      aggregate: null,
      bad_beat_needs_trips: hasBadBeat(book) ? values.together === 'on' : null,
      mode: values.mode === 'solo' ? { type: 'solo' } : clock,
      decision_ms: milliseconds(values.decision),
    },
  };
}
