import assert from 'node:assert/strict';
import { test } from 'node:test';
import { outcome } from '../js/table/state/outcome.js';
import { paidRow } from '../js/table/state/paid-row.js';
import { sentenceOf } from '../js/table/state/sentences.js';
import { tagOf } from '../js/table/state/tag.js';
import { hand, laid, round, scene, view } from './scenes.js';

/** @returns {any} */
const settled = (/** @type {string} */ wager, /** @type {number} */ stake, changes = {}) =>
  ({ ...laid(wager, stake), clause: 'HB.10', order: 1, bank: 0, ...changes });

/** @type {[string, any, string, string][]} */
const TAGS = [
  ['a win', settled('ante', 500, { outcome: 'win', net: 500 }), '+$5', 'good'],
  ['a loss', settled('ante', 500, { outcome: 'lose', net: -500 }), '−$5', 'bad'],
  ['a push', settled('ante', 500, { outcome: 'push', net: 0 }), 'Push', 'even'],
  ['a wager that is not covered', settled('ante', 500, { outcome: 'returned', net: 0 }), 'Returned', 'even'],
  ['a win that is partly covered',
    settled('trips', 2_500, { outcome: 'partly_covered', net: 4_000, odds: { pays: 7, to: 1 } }),
    '$40 of 175', 'even'],
  ['a loss that is partly covered',
    settled('play', 2_000, { outcome: 'partly_covered', net: -500 }), '−$5 of 20', 'even'],
];

for (const [what, line, text, tone] of TAGS) {
  test(`${what} is tagged ${text}`, () => assert.deepEqual(tagOf(line), { text, tone }));
}

const PAYS = [['straight', 5, 1], ['flush', 5, 1], ['three of a kind', 3, 1]].map(([name, pays, to]) => ({
  hand: String(name), pays: Number(pays), to: Number(to),
}));

test('a wager lights the row whose odds it was paid', () => {
  assert.equal(paidRow(PAYS, { odds: { pays: 3, to: 1 } }, []), 2);
});

test('of two rows with the same odds the one of the hand that met is lit', () => {
  assert.equal(paidRow(PAYS, { odds: { pays: 5, to: 1 } }, ['flush', undefined]), 1);
});

test('a wager that did not win lights no row', () => {
  assert.equal(paidRow(PAYS, { odds: null }, ['flush']), -1);
  assert.equal(paidRow(PAYS, undefined, ['flush']), -1);
});

const ANTE = settled('ante', 500, { outcome: 'win', net: 500, order: 8 });
const PLAY = settled('play', 2_000, { outcome: 'win', net: 2_000, order: 7 });

test('a wager has the sentence of its place in the order of settlement', () => {
  const explanation = ['The first is Play.', 'Then the Ante.'];
  assert.equal(sentenceOf({ wagers: [ANTE, PLAY], explanation }, PLAY), 'The first is Play.');
  assert.equal(sentenceOf({ wagers: [ANTE, PLAY], explanation }, ANTE), 'Then the Ante.');
});

test('all wagers of a void round share its sentence', () => {
  const explanation = ['Void: every wager returned.'];
  assert.equal(sentenceOf({ wagers: [PLAY, ANTE], explanation }, ANTE), explanation[0]);
});

const SHOWN = { round: 3, holes: true, board: 5, dealer: true, result: true };
/** @returns {any} */
const ended = (/** @type {any} */ changes) =>
  scene({ shown: SHOWN, view: view({ round: round({ stage: 'settled', ...changes }) }) });

test('a result is told with the sentences of the settlement', () => {
  const explanation = ['One.', 'Two.'];
  const end = outcome(ended({ hands: [hand({ wagers: [ANTE, PLAY], net: 2_500, explanation })] }));
  assert.deepEqual(end, { isWin: true, total: 'You win $25', note: '', sentences: explanation });
});

test('chips from a bank that ran out are no win to cheer', () => {
  const short = settled('play', 2_000, { outcome: 'partly_covered', net: 500, odds: { pays: 1, to: 1 } });
  assert.equal(outcome(ended({ hands: [hand({ wagers: [ANTE, short], net: 1_000 })] }))?.isWin, false);
});

test('a void round says so and nothing about breaking even', () => {
  const hands = [hand({ net: 0, explanation: ['Void: every wager returned.'] })];
  const end = outcome(ended({ stage: 'void', void_reason: 'the shuffler jammed', hands }));
  const total = 'Void: every wager returned.';
  assert.deepEqual(end, { isWin: false, total, note: 'Reason: the shuffler jammed', sentences: [] });
});

test('a banker hears what is left after the collection', () => {
  const banker = { type: 'player_dealer', seat: 1, player: 7, wager: 20_000 };
  const end = outcome(ended({ banker, bank_net: 1_000, collection: 200 }));
  assert.deepEqual(end, { isWin: true, total: 'Your bank: +$8', note: '+$10, less a collection of $2', sentences: [] });
});

test('there is no result before it is shown', () => {
  const unseen = { ...ended({ hands: [hand()] }), shown: { ...SHOWN, result: false } };
  assert.equal(outcome(unseen), null);
});
