import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { commitmentOf, deckOf, placesOf, verify } from '../js/fairness/state/shuffle.js';
import { hand, round } from './scenes.js';

/** The test vectors of docs/FAIRNESS.md: a line for each value. */
const document = readFileSync(new URL('../../docs/FAIRNESS.md', import.meta.url), 'utf8');
const blocks = [...document.matchAll(/```(?:text)?\ntable (\d+), round (\d+)\n([\s\S]*?)```/g)];
const vectors = blocks.map(([, table, number, body]) => {
  const value = (/** @type {string} */ name) => body.match(new RegExp(`^${name} +(.*)$`, 'm'))?.[1] ?? '';
  const seeds = [...body.matchAll(/^player (\d+) *(\w*)$/gm)].map(([, seat, seed]) => ({ seat: Number(seat), seed }));
  // Numbers of a test vector may be too large for a double.
  const numbers = { table: BigInt(table), round: BigInt(number) };
  const proof = /** @type {any} */ ({ ...numbers, seed: value('seed'), player_seeds: seeds });
  return { proof, commitment: value('commitment'), deck: value('deck').split(' ') };
});

test('docs/FAIRNESS.md has test vectors', () => assert.ok(vectors.length >= 3, String(vectors.length)));

for (const { proof, commitment, deck } of vectors) {
  test(`table ${proof.table}, round ${proof.round} is shuffled as documented`, async () => {
    assert.equal(await commitmentOf(proof.seed), commitment);
    assert.deepEqual(await deckOf(proof), deck);
  });
}

test('cards are dealt to the places of each dealing', () => {
  const byHand = placesOf('hand', [2, 5]);
  assert.deepEqual([byHand.hole(2), byHand.hole(5), byHand.dealer], [[0, 1], [2, 3], [4, 5]]);
  assert.deepEqual(byHand.board, [6, 7, 8, 9, 10]);
  const shoe = placesOf('shoe', [2, 5]);
  assert.deepEqual([shoe.hole(2), shoe.hole(5), shoe.dealer], [[0, 3], [1, 4], [2, 5]]);
});

/** A finished round as an honest card room tells it. */
async function honestRound() {
  const revealed = '11'.repeat(32);
  const seeds = [{ seat: 1, seed: '22'.repeat(32) }];
  const deck = await deckOf({ table: 9, round: 3, seed: revealed, player_seeds: seeds });
  return round({
    stage: 'settled', revealed, seeds, commitment: await commitmentOf(revealed), board: deck.slice(4, 9),
    dealer: deck.slice(2, 4), hands: [hand({ hole: deck.slice(0, 2) })],
  });
}

/** @param {any} told @returns {any} */
const seenOf = (told) => ({
  commitment: told.commitment, beforeBets: true, seed: told.seeds[0], hole: { seat: 1, cards: told.hands[0].hole },
  board: told.board,
});

test('an honest round verifies', async () => {
  const told = await honestRound();
  const found = await verify(9, 'hand', told, seenOf(told));
  assert.deepEqual(
    [found.seedMatches, found.commitment, found.cardsMatch, found.cardsSeen, found.ownSeed],
    [true, 'true', true, 9, 'true'],
  );
});

test('what this browser did not see is unknown', async () => {
  const found = await verify(9, 'hand', await honestRound(), null);
  assert.deepEqual([found.commitment, found.cardsMatch, found.ownSeed], ['unknown', true, 'unknown']);
});

test('another commitment, other cards and a missing seed are found', async () => {
  const told = await honestRound();
  const seen = seenOf(told);
  const other = await verify(9, 'hand', { ...told, commitment: '00' }, seen);
  assert.deepEqual([other.seedMatches, other.commitment], [false, 'false']);
  const swapped = await verify(9, 'hand', { ...told, dealer: [...told.dealer].reverse() }, seen);
  assert.equal(swapped.cardsMatch, false);
  const without = await verify(9, 'hand', { ...told, seeds: [] }, seen);
  assert.deepEqual([without.ownSeed, without.cardsMatch], ['false', false]);
});
