import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { inOtherSuits, weighted } from '../js/trainer/state/deal.js';
import { due, forget, recall, recordAnswer } from '../js/trainer/state/memory.js';

/** @type {any} */
const POINT = { street: 'flop', hole: ['Ac', 'Kd'], board: ['2c', '3d', '4h'] };
const OTHER = { ...POINT, hole: ['Qc', 'Jd'] };

/** @type {Map<string, string>} */
const items = new Map();
beforeEach(() => {
  items.clear();
  Object.assign(globalThis, {
    localStorage: {
      getItem: (/** @type {string} */ key) => items.get(key) ?? null,
      setItem: (/** @type {string} */ key, /** @type {string} */ value) => items.set(key, value),
    },
  });
});

/** Answers other points right. @param {any} memory @param {number} count */
const goOn = (memory, count) => {
  for (let time = 0; time < count; time += 1) recordAnswer(memory, OTHER, null, 0);
};

test('a missed point comes back after three, ten and thirty drills, and is then learned', () => {
  const memory = recall();
  recordAnswer(memory, POINT, null, 0.1);
  for (const pause of [3, 10, 30]) {
    goOn(memory, pause - 1);
    assert.equal(due(memory, null), null, `not before ${pause} drills`);
    goOn(memory, 1);
    const again = due(memory, null);
    assert.deepEqual(again?.hole, POINT.hole);
    recordAnswer(memory, POINT, again, 0);
  }
  assert.deepEqual(memory.missed, []);
});

test('a point that is missed again starts over and is more urgent', () => {
  const memory = recall();
  recordAnswer(memory, POINT, null, 0.1);
  goOn(memory, 3);
  recordAnswer(memory, POINT, due(memory, null), 0.2);
  assert.equal(memory.missed[0].step, 0);
  assert.ok(Math.abs(memory.missed[0].cost - 0.3) < 1e-9);
});

test('of several points that are due, the most expensive comes first, on the street that is practised', () => {
  const memory = recall();
  recordAnswer(memory, POINT, null, 0.1);
  recordAnswer(memory, { ...POINT, street: 'river' }, null, 0.5);
  goOn(memory, 3);
  assert.equal(due(memory, null)?.street, 'river');
  assert.equal(due(memory, 'flop')?.street, 'flop');
  assert.equal(due(memory, 'preflop'), null);
});

test('progress survives a reload, and can be forgotten', () => {
  const memory = recall();
  recordAnswer(memory, POINT, null, 0.1);
  assert.equal(recall().streets.flop.seen, 1);
  forget(memory);
  assert.equal(recall().count, 0);
});

test('a memory that makes no sense is an empty one', () => {
  for (const text of ['{', 'null', '{"count": 1}', '[]']) {
    items.set('uth.trainer', text);
    assert.equal(recall().count, 0, text);
  }
});

test('other suits keep the ranks and tell the same suits apart', () => {
  const { hole, board } = inOtherSuits(POINT);
  assert.deepEqual([...hole, ...board].map((card) => card[0]), ['A', 'K', '2', '3', '4']);
  assert.equal(hole[0][1], board[0][1]);
  assert.equal(new Set([hole[0][1], hole[1][1], board[2][1]]).size, 3);
});

test('what has no weight is not drawn', () => {
  for (let time = 0; time < 50; time += 1) assert.equal(weighted(['a', 'b'], (each) => (each === 'b' ? 1 : 0)), 'b');
});
