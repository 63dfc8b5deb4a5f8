import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fraction, negative, ratio, sum, textOf, valueOf } from '../js/state/fraction.js';
import { headline, percent } from '../js/lab/state/headline.js';

test('fractions are read, and written in lowest terms', () => {
  for (const [text, written] of [['6/4', '3/2'], ['-7', '-7'], ['0', '0'], ['-4/2', '-2'], ['0/5', '0']]) {
    assert.equal(textOf(fraction(text)), written);
  }
});

test('sums and ratios are exact', () => {
  assert.equal(textOf(sum(fraction('1/3'), fraction('1/6'), fraction('1/2'))), '1');
  assert.equal(textOf(ratio(fraction('-1/3'), fraction('2/3'))), '-1/2');
  assert.equal(textOf(negative(fraction('-3/2'))), '3/2');
});

test('values of large fractions are the nearest doubles', () => {
  const large = `${10n ** 400n}/${2n * 10n ** 400n}`;
  assert.equal(valueOf(fraction(large)), 0.5);
});

test('the headline counts bonus wagers in', () => {
  const solution = /** @type {any} */ ({
    base: { average_wager_exact: '4' }, mix: { exact: '-1/10' }, game: { mix: { trips: '1', bad_beat: '0' } },
  });
  const { edge, risk, wager } = headline(solution);
  assert.deepEqual([edge.exact, risk.exact, wager.exact], ['1/10', '1/50', '5']);
});

test('percentages have a real minus and no negative zero', () => {
  assert.equal(percent(-0.02185), '−2.1850%');
  assert.equal(percent(-0.0000001), '0.0000%');
});
