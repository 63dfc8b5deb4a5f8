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

/** Whether a table of the rule book must state this setting. @param {RuleBook} book @param {string} setting */
export const isRequired = (book, setting) => book.required.includes(setting);

/**
 * The highest maximum of a table, in cents, if the rule book or the state sets one.
 * @param {RuleBook} book
 */
export function highestMaximum({ limits, authorised_limit: authorised }) {
  const highest = [limits?.maximum.max, authorised?.maximum].filter((cents) => cents !== undefined);
  return highest.length > 0 ? Math.min(...highest) : null;
}

/**
 * What is left empty is sent as null: the card room knows what a rule book requires, and says what is missing.
 * @param {RuleBook} book
 * @param {Record<string, string>} values
 * @returns {import('../../protocol.gen.js').OpenTableRequest}
 */
export function tableRequest(book, values) {
  const minimum = cents(values.minimum);
  const maximum = cents(values.maximum);
  if (minimum !== null && maximum !== null && maximum < minimum) throw new Error(floor.open.order);
  const [blind, trips] = [cents(values.aggregate_blind), cents(values.aggregate_trips)];
  if ((blind === null) !== (trips === null)) throw new Error(floor.open.bothAggregates);
  /** @type {import('../../protocol.gen.js').TableMode} */
  const clock = { type: 'clock', betting_ms: milliseconds(values.betting), bank_ms: milliseconds(values.bank) };
  return {
    name: values.name.trim(),
    bots: Number(values.bots ?? 0),
    settings: {
      book: /** @type {TableSettings['book']} */ (book.id),
      places: Number(values.places),
      pay_table: /** @type {TableSettings['pay_table']} */ (values.pay_table || null),
      minimum,
      maximum,
      chip: null,
      schedule: values.schedule ? Number(values.schedule) : null,
      dealing: /** @type {TableSettings['dealing']} */ (values.dealing),
      seat_order: /** @type {TableSettings['seat_order']} */ (values.seat_order ?? null),
      aggregate: blind !== null && trips !== null ? { blind, trips } : null,
      bad_beat_needs_trips: hasBadBeat(book) ? values.together === 'on' : null,
      mode: values.mode === 'solo' ? { type: 'solo' } : clock,
      decision_ms: milliseconds(values.decision),
    },
  };
}
