import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Scorebook, costOf } from '../js/coach/state/scorebook.js';
import { nothing } from '../js/coach/state/split.js';

const HAND = { player: 7, table: 4, round: 9 };
const BOARD = ['2c', '3d', '4h', '5s', '6c'];

/** @param {number} cards on the board @returns {any} */
const question = (cards) =>
  ({
    hole: ['Qd', '9d'], board: BOARD.slice(0, cards), pay_table: 'UTH-01', bank_may_be_short: false,
    wagers: { ante: 500, trips: 0, bad_beat: 0 },
  });

/** Advice in which an action costs so many Antes. @param {string} action @param {number} cost @returns {any} */
const advice = (action, cost) =>
  ({ actions: [{ action: 'best', cost: 0 }, { action, cost }], best: 'best', note: null });

/** Storage in memory, as a browser's: what is read is a copy. */
function storage() {
  let text = 'null';
  return { read: () => JSON.parse(text), write: (/** @type {unknown} */ value) => void (text = JSON.stringify(value)) };
}

/** A book whose splits are answered by the test. */
function opened({ session = storage(), hands = storage(), over = true, isVoid = false, advise = null } = {}) {
  /** @type {(() => void)[]} */
  const answers = [];
  const book = new Scorebook({
    session,
    hands,
    advise: advise ?? (() => Promise.reject(new Error('no advice'))),
    finished: async () => (over ? [{ ...HAND, void: isVoid }] : []),
    splitOf: () => new Promise((resolve) => answers.push(() => resolve({ ...nothing(), hands: 1, result: -500 }))),
  });
  /** Books a hand, and answers with its split. */
  const finish = async (hand = HAND) => {
    const booked = book.book(hand);
    for (const answer of answers.splice(0)) answer();
    return booked;
  };
  const hands_ = () => book.session.get().total.hands;
  return { book, finish, answers, hands: hands_, mistakes: () => book.session.get().mistakes };
}

/** @param {Scorebook} book @param {number} cards @param {string} action */
const decide = (book, cards, action) => book.decide(HAND, { question: question(cards), action, advice: null });

test('nothing is booked before the hand is over', async () => {
  const { book, finish, hands, mistakes } = opened();
  decide(book, 0, 'check');
  book.grade(HAND, question(0), advice('check', 0.2));
  assert.deepEqual([hands(), mistakes().length], [0, 0]);
  assert.equal(await finish(), true);
  assert.deepEqual([hands(), mistakes().length], [1, 1]);
  assert.equal(book.session.get().total.result, -500);
});

test('the advice before the flop may come after that on the flop', async () => {
  const { book, finish, mistakes } = opened();
  decide(book, 0, 'check');
  decide(book, 3, 'check');
  book.grade(HAND, question(3), advice('check', 0.3));
  book.grade(HAND, question(0), advice('check', 0.2));
  assert.deepEqual(book.review(HAND).map(costOf), [0.2, 0.3]);
  await finish();
  assert.deepEqual(mistakes().map(({ cost }) => cost), [0.3, 0.2]);
});

test('decisions are reviewed street by street, in whatever order they arrive', () => {
  const { book } = opened();
  decide(book, 5, 'fold');
  decide(book, 0, 'check');
  decide(book, 3, '2x');
  assert.deepEqual(book.review(HAND).map(({ action }) => action), ['check', '2x', 'fold']);
});

test('advice that comes after the hand is over still counts, once', async () => {
  const { book, finish, hands, mistakes } = opened();
  decide(book, 0, 'check');
  await finish();
  assert.equal(mistakes().length, 0);
  book.grade(HAND, question(0), advice('check', 0.2));
  book.grade(HAND, question(0), advice('check', 0.2));
  assert.deepEqual([hands(), mistakes().length], [1, 1]);
  assert.deepEqual(book.review(HAND).map(costOf), [0.2]);
});

test('a hand counts once, however often it is seen', async () => {
  const { book, finish, hands } = opened();
  book.begin(HAND);
  await finish();
  book.begin(HAND);
  assert.equal(await finish(), false);
  assert.equal(hands(), 1);
});

test('two calls at the same time book a hand once', async () => {
  const { book, answers, hands } = opened();
  book.begin(HAND);
  const both = [book.book(HAND), book.book(HAND)];
  for (const answer of answers) answer();
  assert.deepEqual(await Promise.all(both), [true, false]);
  assert.equal(hands(), 1);
});

test('a hand that was left counts once, when it is next asked for', async () => {
  const hands = storage();
  const left = opened({ hands, over: false });
  decide(left.book, 0, 'check');
  await left.book.bookLeft(7);
  assert.equal(left.hands(), 0, 'the hand is not over');

  const graded = Promise.resolve(advice('check', 0.2));
  const back = opened({ hands, advise: /** @type {any} */ (() => graded) });
  const done = back.book.bookLeft(7);
  await new Promise((resolve) => setImmediate(resolve));
  for (const answer of back.answers) answer();
  await done;
  await graded;
  assert.deepEqual([back.hands(), back.mistakes().length], [1, 1], 'ungraded decisions are graded then');
  await back.book.bookLeft(7);
  assert.equal(back.hands(), 1);
});

test('a hand that was left in a void round is dropped', async () => {
  const { book, answers, hands } = opened({ isVoid: true });
  decide(book, 0, 'check');
  await book.bookLeft(7);
  assert.deepEqual([answers.length, hands(), book.review(HAND).length], [0, 0, 0]);
});

test('the hands of another player are not asked for', async () => {
  const { book, hands, answers } = opened();
  book.begin(HAND);
  await book.bookLeft(8);
  assert.deepEqual([answers.length, hands()], [0, 0]);
});

test('a refused decision never happened', async () => {
  const { book, finish, mistakes } = opened();
  decide(book, 0, '4x');
  book.refuse(HAND, question(0));
  book.grade(HAND, question(0), advice('4x', 0.2));
  await finish();
  assert.deepEqual([book.review(HAND).length, mistakes().length], [0, 0]);
});

test('a void round is not booked', async () => {
  const { book, finish, hands } = opened();
  decide(book, 0, 'check');
  book.drop(HAND);
  assert.equal(await finish(), false);
  assert.equal(hands(), 0);
});

test('a round that this browser did not see being played is left out', async () => {
  const { finish, hands } = opened();
  assert.equal(await finish(), false);
  assert.equal(hands(), 0);
});
