import assert from 'node:assert/strict';
import { test } from 'node:test';
import { witnessed } from '../js/fairness/state/witness.js';
import { Play } from '../js/table/state/play.js';
import { SETTINGS, round, view } from './scenes.js';

const COMMITMENT = 'c0'.repeat(32);

/** Lets promises run. */
const turn = () => new Promise((resolve) => setImmediate(resolve));

/** A play at a solo table between two rounds, and what it sends. */
async function seated() {
  /** @type {{type: string, seed?: string, ante?: number}[]} */
  const sent = [];
  /** @type {((result: object) => void)[]} */
  const answers = [];
  /** @type {(update: object) => void} */
  let push = () => {};
  const engine = {
    watch: (/** @type {number} */ _, /** @type {typeof push} */ onUpdate) => {
      push = onUpdate;
      return () => {};
    },
    books: async () => [{ id: 'house', bank: 'house' }],
    command: (/** @type {number} */ _, /** @type {any} */ command) => {
      sent.push(command);
      return new Promise((resolve) => answers.push(resolve));
    },
  };
  const account = { user: { get: () => ({ id: 7 }) }, wallet: { get: () => 100_000 }, holdWallet: () => {} };
  const observer = new Proxy({}, { get: () => () => {} });
  const environment = { motionFactor: () => 0, isHidden: () => true };
  const play = new Play(/** @type {any} */ ({ engine, account, table: 1, observer, environment }));
  /** @param {object} changes */
  const see = async (changes) => {
    push({ seq: 10, name: 'Table 1', settings: SETTINGS, events: [], view: view(changes) });
    await turn();
  };
  /** @param {object} result */
  const answer = async (result) => {
    answers.shift()?.(result);
    await turn();
  };
  await see({ next_round: { number: 4, commitment: COMMITMENT } });
  return { play, sent, see, answer };
}

test('nothing is wagered before the seed of this browser is accepted', async () => {
  const { play, sent, see, answer } = await seated();
  play.bets.prepare({ ante: 700, trips: 0, bad_beat: 0 });
  void play.deal();
  await turn();
  assert.deepEqual(sent.map((command) => command.type), ['add_seed']);
  assert.match(sent[0].seed ?? '', /^[0-9a-f]{64}$/);
  await see({ round: round({ number: 4, commitment: COMMITMENT, seeds: [{ seat: 1, seed: sent[0].seed }] }) });
  assert.equal(sent.length, 1);
  await answer({ done: true });
  assert.deepEqual(sent.map((command) => command.type), ['add_seed', 'wager']);
  assert.equal(sent[1].ante, 700, 'the round that the seed has opened does not change the bet');
  await answer({ done: true });
  assert.deepEqual(sent.map((command) => command.type), ['add_seed', 'wager', 'no_more_bets']);
  const seen = witnessed(1, 4);
  assert.deepEqual([seen?.commitment, seen?.beforeBets, seen?.seed?.seed], [COMMITMENT, true, sent[0].seed]);
});

test('a seed that is refused stops the bet, and one that counts is not sent again', async () => {
  const { play, sent, see, answer } = await seated();
  void play.deal();
  await turn();
  await answer({ done: false, code: 'unavailable', reason: 'the card room is stopping' });
  assert.deepEqual(sent.map((command) => command.type), ['add_seed']);
  await see({ round: round({ number: 4, commitment: COMMITMENT, seeds: [{ seat: 1, seed: '00' }] }) });
  void play.deal();
  await turn();
  assert.deepEqual(sent.map((command) => command.type), ['add_seed', 'wager']);
});
