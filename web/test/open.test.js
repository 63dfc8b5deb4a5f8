/** What the floor's form asks for, and what it sends. */

import assert from 'node:assert/strict';
import test from 'node:test';

import { highestMaximum, isRequired, tableRequest } from '../js/floor/state/open.js';

/** @returns {any} */
const book = (changes = {}) => ({
  id: 'california-bad-beat', required: ['minimum', 'maximum', 'schedule'], pay_tables: { 'UTH-04': { bad_beat: [] } },
  limits: { minimum: { min: 100, max: 100_000 }, maximum: { min: 10_000, max: 1_000_000 } }, authorised_limit: null,
  ...changes,
});

const FILLED = {
  name: ' Table ', places: '6', pay_table: 'UTH-04', minimum: '10', maximum: '100', schedule: '7', dealing: 'shuffler',
  together: 'on', betting: '12', bank: '15', decision: '30', bots: '2',
};

test('a table is asked for as the form says', () => {
  const { name, bots, settings } = tableRequest(book(), FILLED);
  assert.deepEqual([name, bots], ['Table', 2]);
  assert.deepEqual([settings.minimum, settings.maximum, settings.schedule], [1_000, 10_000, 7]);
  assert.deepEqual([settings.seat_order, settings.aggregate], [null, null]);
});

test('what is left empty is null, and the card room says what is missing', () => {
  const { settings } = tableRequest(book(), { ...FILLED, pay_table: '', minimum: '', schedule: '' });
  assert.deepEqual([settings.pay_table, settings.minimum, settings.schedule], [null, null, null]);
});

test('the order of settling and the aggregate are stated where the rule book has them', () => {
  const chosen = { seat_order: 'left_to_right', aggregate_blind: '50000', aggregate_trips: '5000' };
  const { settings } = tableRequest(book({ id: 'washington' }), { ...FILLED, ...chosen });
  assert.equal(settings.seat_order, 'left_to_right');
  assert.deepEqual(settings.aggregate, { blind: 5_000_000, trips: 500_000 });
  assert.throws(() => tableRequest(book(), { ...FILLED, ...chosen, aggregate_trips: '' }), /both Blind and Trips/);
});

test('a maximum below the minimum is not sent', () => {
  assert.throws(() => tableRequest(book(), { ...FILLED, maximum: '5' }), /below the minimum/);
});

test('the highest maximum is the lower one of the rule book and the state', () => {
  assert.equal(highestMaximum(book()), 1_000_000);
  assert.equal(highestMaximum(book({ limits: null })), null);
  assert.equal(highestMaximum(book({ limits: null, authorised_limit: { maximum: 10_000 } })), 10_000);
});

test('only what the rule book lists is required', () => {
  assert.equal(isRequired(book(), 'schedule'), true);
  assert.equal(isRequired(book(), 'pay_table'), false);
});
