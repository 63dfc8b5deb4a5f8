import assert from 'node:assert/strict';
import { test } from 'node:test';
import { everything, nextStep, nothing } from '../js/table/state/steps.js';
import { hand, round, view } from './scenes.js';

const BOARD = ['2c', '3d', '4h', '5s', '6c'];

/** @param {any} goal */
function stepsTo(goal) {
  const names = [];
  let shown = nothing(goal.round);
  for (let due = nextStep(shown, goal); due; due = nextStep(shown, goal)) {
    names.push(due[0]);
    shown = due[1];
  }
  assert.deepEqual(shown, goal);
  return names;
}

test('a settled round is shown in the order of the game', () => {
  const settled = view({ round: round({ stage: 'settled', board: BOARD, dealer: ['Ac', 'Ad'] }) });
  assert.deepEqual(stepsTo(everything(settled)), ['holes', 'flop', 'river', 'dealer', 'result']);
});

test('nothing is dealt while bets are open', () => {
  assert.deepEqual(stepsTo(everything(view({ round: round() }))), []);
});

test('a round that was voided before the deal shows only its end', () => {
  assert.deepEqual(stepsTo(everything(view({ round: round({ stage: 'void' }) }))), ['result']);
});

test('a round that was voided after the deal shows its cards', () => {
  const voided = view({ round: round({ stage: 'void', hands: [hand({ hole: ['Ac', 'Ad'] })] }) });
  assert.deepEqual(stepsTo(everything(voided)), ['holes', 'result']);
});

test('a table without a round shows nothing', () => assert.deepEqual(everything(view()), nothing(-1)));
