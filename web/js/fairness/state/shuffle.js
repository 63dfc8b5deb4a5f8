/** The shuffle of docs/FAIRNESS.md, repeated in this browser byte by byte. */

/**
 * @typedef {import('../../protocol.gen.js').RoundView} RoundView
 * @typedef {import('./witness.js').Witnessed} Witnessed
 * @typedef {{table: number, round: number, seed: string, player_seeds: {seat: number, seed: string}[]}} Proof
 *
 * Whether something agrees with what this browser saw or sent; unknown where it did neither.
 * @typedef {'true' | 'false' | 'unknown'} Check
 * @typedef {{seedMatches: boolean, commitment: Check, deck: string[], cardsMatch: boolean, cardsSeen: number,
 *   ownSeed: Check}} Verification
 */

const DOMAIN = 'uth/shuffle/1';
const SEED_BYTES = 32;
const CARDS = [...'23456789TJQKA'].flatMap((rank) => [...'cdhs'].map((suit) => rank + suit));

/** @param {string} hex */
const bytesOf = (hex) => Uint8Array.from(hex.match(/../g) ?? [], (pair) => parseInt(pair, 16));

/** @param {ArrayBuffer | Uint8Array} data */
const hexOf = (data) => [...new Uint8Array(data)].map((byte) => byte.toString(16).padStart(2, '0')).join('');

/** @returns {string} a random seed in hexadecimal */
export const freshSeed = () => hexOf(crypto.getRandomValues(new Uint8Array(SEED_BYTES)));

/** @param {string} seed */
export async function commitmentOf(seed) {
  return hexOf(await crypto.subtle.digest('SHA-256', bytesOf(seed)));
}

/**
 * The deck that follows from the seeds, first card first.
 * @param {Proof} proof
 */
export async function deckOf(proof) {
  const nextByte = await byteStream(proof);
  const cards = [...CARDS];
  for (let left = cards.length; left >= 2; left -= 1) {
    // Bytes that would make the first places likelier than the last are skipped.
    let byte = await nextByte();
    while (byte >= 256 - (256 % left)) byte = await nextByte();
    const place = byte % left;
    [cards[left - 1], cards[place]] = [cards[place], cards[left - 1]];
  }
  return cards;
}

/** HMAC-SHA-256 in counter mode, one byte at a time. @param {Proof} proof */
async function byteStream(proof) {
  const key = await hmac(bytesOf(proof.seed), messageOf(proof));
  let block = new Uint8Array();
  let counter = 0;
  let at = 0;
  return async () => {
    if (at === block.length) {
      const count = new Uint8Array(4);
      new DataView(count.buffer).setUint32(0, counter);
      [block, counter, at] = [await hmac(key, count), counter + 1, 0];
    }
    return block[at++];
  };
}

/** @param {Pick<Proof, 'table' | 'round' | 'player_seeds'>} proof */
function messageOf({ table, round, player_seeds }) {
  const seeds = [...player_seeds].sort((one, other) => one.seat - other.seat);
  const parts = seeds.flatMap(({ seat, seed }) => [seat, ...bytesOf(seed)]);
  const domain = new TextEncoder().encode(DOMAIN);
  return Uint8Array.from([...domain, ...bigEndian64(table), ...bigEndian64(round), seeds.length, ...parts]);
}

/** @param {number} value */
function bigEndian64(value) {
  const view = new DataView(new ArrayBuffer(8));
  view.setBigUint64(0, BigInt(value));
  return [...new Uint8Array(view.buffer)];
}

/**
 * @param {Uint8Array} key
 * @param {Uint8Array} message
 */
async function hmac(key, message) {
  const form = { name: 'HMAC', hash: 'SHA-256' };
  const imported = await crypto.subtle.importKey('raw', /** @type {BufferSource} */ (key), form, false, ['sign']);
  return new Uint8Array(await crypto.subtle.sign('HMAC', imported, /** @type {BufferSource} */ (message)));
}

/**
 * The place in the deck of each dealt card (RULES.md, R15).
 * @param {string} dealing
 * @param {number[]} seats
 */
export function placesOf(dealing, seats) {
  const count = seats.length;
  // First and second card of the first hand, the step from hand to hand, and the first card of the board.
  const [first, second, step, board] = {
    shoe: [0, count + 1, 1, 2 * count + 2],
    ideal: [5, 6, 2, 0],
  }[dealing] ?? [0, 1, 2, 2 * count + 2];
  const hole = (/** @type {number} */ hand) => [first + step * hand, second + step * hand];
  return {
    hole: (/** @type {number} */ seat) => hole(seats.indexOf(seat)),
    dealer: hole(count),
    board: [0, 1, 2, 3, 4].map((each) => board + each),
  };
}

/**
 * Verifies a finished round: its seed, its deck, and every card that was shown.
 * @param {number} table
 * @param {string} dealing
 * @param {RoundView} round
 * @param {Witnessed | null} seen
 * @returns {Promise<Verification>}
 */
export async function verify(table, dealing, round, seen) {
  const proof = { table, round: round.number, seed: round.revealed ?? '', player_seeds: round.seeds };
  const deck = await deckOf(proof);
  const shown = cardsOf(round, seen, placesOf(dealing, round.hands.map((hand) => hand.seat)));
  return {
    seedMatches: (await commitmentOf(proof.seed)) === round.commitment,
    commitment: checkCommitment(round, seen),
    deck,
    cardsMatch: [...shown.told, ...shown.seen].every(([card, place]) => deck[place] === card),
    cardsSeen: shown.told.length,
    ownSeed: checkOwnSeed(round, seen),
  };
}

/**
 * Cards with their places: those of the finished round, and those that were seen while it was played, which a card room
 * that cheats might tell differently afterwards.
 * @param {RoundView} round
 * @param {Witnessed | null} seen
 * @param {ReturnType<typeof placesOf>} places
 */
function cardsOf(round, seen, places) {
  /** @type {(cards: string[] | null | undefined, at: number[]) => [string, number][]} */
  const placed = (cards, at) => (cards ?? []).map((card, index) => [card, at[index]]);
  const hands = round.hands.flatMap((hand) => placed(hand.hole, places.hole(hand.seat)));
  return {
    told: [...placed(round.board, places.board), ...placed(round.dealer, places.dealer), ...hands],
    seen: [
      ...placed(seen?.board, places.board),
      ...(seen?.hole ? placed(seen.hole.cards, places.hole(seen.hole.seat)) : []),
    ],
  };
}

/**
 * @param {RoundView} round
 * @param {Witnessed | null} seen
 * @returns {Check}
 */
function checkCommitment(round, seen) {
  if (seen && seen.commitment !== round.commitment) return 'false';
  return seen?.beforeBets ? 'true' : 'unknown';
}

/**
 * @param {RoundView} round
 * @param {Witnessed | null} seen
 * @returns {Check}
 */
function checkOwnSeed(round, seen) {
  const own = seen?.seed;
  if (!own) return 'unknown';
  return round.seeds.some((each) => each.seat === own.seat && each.seed === own.seed) ? 'true' : 'false';
}
