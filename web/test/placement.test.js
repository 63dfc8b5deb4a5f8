import assert from 'node:assert/strict';
import { test } from 'node:test';
import { placeBeside } from '../js/table/state/placement.js';

/** @param {number} left @param {number} top @param {number} width @param {number} height */
const box = (left, top, width, height) => ({ left, top, right: left + width, bottom: top + height });
const WINDOW = box(0, 0, 1_000, 800);
const NOTE = { width: 200, height: 100 };

/** @param {{left: number, top: number} | null} place @param {import('../js/table/state/placement.js').Box} other */
function covers(place, other) {
  if (!place) return false;
  const note = box(place.left, place.top, NOTE.width, NOTE.height);
  return note.left < other.right && other.left < note.right && note.top < other.bottom && other.top < note.bottom;
}

test('a note stands beside its target and does not cover it', () => {
  const target = box(400, 400, 100, 100);
  const place = placeBeside(NOTE, target, [], WINDOW);
  assert.ok(place);
  assert.equal(covers(place, target), false);
  const far = Math.max(place.left - 500, 400 - (place.left + 200), place.top - 500, 400 - (place.top + 100));
  assert.ok(far <= 20, `${far} pixels away`);
});

test('a note keeps clear of cards and bets', () => {
  const target = box(400, 400, 100, 100);
  const cards = [box(510, 300, 490, 300), box(0, 300, 390, 300), box(300, 0, 400, 390)];
  const place = placeBeside(NOTE, target, cards, WINDOW);
  assert.ok(place && place.top > 500, JSON.stringify(place));
  for (const card of cards) assert.equal(covers(place, card), false);
});

test('a note stays within its bounds', () => {
  const place = placeBeside(NOTE, box(950, 750, 50, 50), [], WINDOW);
  assert.ok(place && place.left + 200 <= 1_000 && place.top + 100 <= 800);
});

test('there may be no place at all', () => {
  assert.equal(placeBeside(NOTE, box(0, 0, 10, 10), [box(0, 0, 1_000, 800)], WINDOW), null);
  assert.equal(placeBeside(NOTE, box(0, 0, 10, 10), [], box(0, 0, 150, 800)), null);
});
