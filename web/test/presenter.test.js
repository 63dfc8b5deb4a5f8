import assert from 'node:assert/strict';
import { mock, test } from 'node:test';
import { Presenter } from '../js/table/state/presenter.js';
import { round, view } from './scenes.js';

const BOARD = ['2c', '3d', '4h', '5s', '6c'];
const betting = (number = 3) => view({ round: round({ number }) });
const settled = (number = 3) =>
  view({ round: round({ number, stage: 'settled', board: BOARD, dealer: ['Ac', 'Ad'], revealed: 'aa' }) });

/**
 * A presenter, and the steps and rounds that it has drawn.
 * @param {{factor?: number, hidden?: boolean}} [environment]
 */
function presenter({ factor = 1, hidden = false } = {}) {
  /** @type {(string | null)[]} */
  const steps = [];
  /** @type {{round: number, busy: boolean}} */
  const last = { round: -1, busy: false };
  const shows = new Presenter(
    (drawn, shown, step, busy) => {
      if (step) steps.push(step);
      Object.assign(last, { round: shown.round, busy });
    },
    { motionFactor: () => factor, isHidden: () => hidden },
  );
  return { shows, steps, last };
}

/** Lets promises and mocked timers run. @param {number} ms */
async function pass(ms) {
  for (let left = ms; left > 0; left -= 100) {
    mock.timers.tick(100);
    await new Promise((resolve) => setImmediate(resolve));
  }
}

test('the first view is shown as it is', () => {
  const { shows, steps, last } = presenter();
  shows.push(settled());
  assert.deepEqual(steps, []);
  assert.deepEqual(last, { round: 3, busy: false });
});

test('one message that settles a round is shown step by step', async () => {
  mock.timers.enable({ apis: ['setTimeout'] });
  const { shows, steps, last } = presenter();
  shows.push(betting());
  shows.push(settled());
  assert.deepEqual(steps, ['holes']);
  assert.equal(last.busy, true);
  await pass(1_000);
  assert.deepEqual(steps, ['holes', 'flop']);
  await pass(4_000);
  assert.deepEqual(steps, ['holes', 'flop', 'river', 'dealer', 'result']);
  assert.equal(last.busy, false);
  mock.timers.reset();
});

test('skipping shows the next step at once', async () => {
  mock.timers.enable({ apis: ['setTimeout'] });
  const { shows, steps } = presenter();
  shows.push(betting());
  shows.push(settled());
  shows.skip();
  await new Promise((resolve) => setImmediate(resolve));
  assert.deepEqual(steps, ['holes', 'flop']);
  mock.timers.reset();
});

test('without motion everything is shown in one turn of the event loop', async () => {
  const { shows, steps } = presenter({ factor: 0 });
  shows.push(betting());
  shows.push(settled());
  await new Promise((resolve) => setImmediate(resolve));
  assert.deepEqual(steps, ['holes', 'flop', 'river', 'dealer', 'result']);
});

test('a page in the background jumps to the present', () => {
  const { shows, steps, last } = presenter({ hidden: true });
  shows.push(betting());
  shows.push(settled());
  assert.deepEqual(steps, []);
  assert.deepEqual(last, { round: 3, busy: false });
});

test('a presenter that is far behind jumps to the present', () => {
  mock.timers.enable({ apis: ['setTimeout'] });
  const { shows, last } = presenter();
  for (const number of [1, 2, 3, 4]) shows.push(settled(number));
  assert.equal(last.round, 4);
  mock.timers.reset();
});
