/** The shuffle, done again in this browser: docs/FAIRNESS.md, byte by byte. */

/**
 * @typedef {{table: number, round: number, seed: string, player_seeds: {seat: number, seed: string}[]}} Proof
 * @typedef {{commitment: boolean, promise: Told, deck: string[], cards: boolean, seen: number, own: Told}} Verdict
 *
 * Whether something is what this browser saw or sent; unknown, where it did neither.
 * @typedef {'true' | 'false' | 'unknown'} Told
 */

/** @param {string} hex */
export function bytes(hex) {
  return Uint8Array.from(hex.match(/../g) ?? [], (pair) => parseInt(pair, 16));
}

/** @param {ArrayBuffer | Uint8Array} data */
export function hex(data) {
  return [...new Uint8Array(data)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** A seed of one's own: 32 bytes.
 * @returns {string}
 */
export const freshSeed = () => hex(crypto.getRandomValues(new Uint8Array(32)));

/**
 * @param {Uint8Array} key
 * @param {Uint8Array} message
 */
async function hmac(key, message) {
  const form = { name: 'HMAC', hash: 'SHA-256' };
  const imported = await crypto.subtle.importKey('raw', /** @type {BufferSource} */ (key), form, false, ['sign']);
  return new Uint8Array(await crypto.subtle.sign('HMAC', imported, /** @type {BufferSource} */ (message)));
}

/** @param {number} value */
function eight(value) {
  const view = new DataView(new ArrayBuffer(8));
  view.setBigUint64(0, BigInt(value));
  return [...new Uint8Array(view.buffer)];
}

/** @param {Pick<Proof, 'table' | 'round' | 'player_seeds'>} proof */
function message(proof) {
  const seeds = [...proof.player_seeds].sort((one, other) => one.seat - other.seat);
  const parts = seeds.flatMap(({ seat, seed }) => [seat, seed.length / 2, ...bytes(seed)]);
  const opening = new TextEncoder().encode('uth/shuffle/1');
  return Uint8Array.from([...opening, ...eight(proof.table), ...eight(proof.round), seeds.length, ...parts]);
}

/** @param {string} seed */
export async function commitment(seed) {
  return hex(await crypto.subtle.digest('SHA-256', bytes(seed)));
}

/**
 * The deck that follows from the seeds, first card first.
 * @param {Proof} proof
 */
export async function deck(proof) {
  const key = await hmac(bytes(proof.seed), message(proof));
  let block = new Uint8Array();
  let counter = 0;
  let at = 0;
  const next = async () => {
    if (at === block.length) {
      const count = new Uint8Array(4);
      new DataView(count.buffer).setUint32(0, counter);
      [block, counter, at] = [await hmac(key, count), counter + 1, 0];
    }
    return block[at++];
  };
  const cards = [...'23456789TJQKA'].flatMap((rank) => [...'cdhs'].map((suit) => rank + suit));
  for (let left = 52; left >= 2; left -= 1) {
    let byte = await next();
    while (byte >= 256 - (256 % left)) byte = await next();
    const place = byte % left;
    [cards[left - 1], cards[place]] = [cards[place], cards[left - 1]];
  }
  return cards;
}

/**
 * Where each place's cards lie in the deck (RULES.md, R15).
 * @param {string} dealing
 * @param {number[]} seats
 */
export function places(dealing, seats) {
  const count = seats.length;
  const [one, other, step, board] = {
    shoe: [0, count + 1, 1, 2 * count + 2],
    ideal: [5, 6, 2, 0],
  }[dealing] ?? [0, 1, 2, 2 * count + 2];
  const hole = (/** @type {number} */ place) => [one + step * place, other + step * place];
  return {
    hole: (/** @type {number} */ seat) => hole(seats.indexOf(seat)),
    dealer: hole(count),
    board: [0, 1, 2, 3, 4].map((each) => board + each),
  };
}

/**
 * Checks a round: the promise, the deck, and every card that was seen.
 * @param {number} table
 * @param {string} dealing
 * @param {import('./types.js').Round} round
 * @param {import('./seen.js').Seen | null} kept what this browser saw before the end
 * @returns {Promise<Verdict>}
 */
export async function verify(table, dealing, round, kept) {
  const proof = { table, round: round.number, seed: round.revealed ?? '', player_seeds: round.seeds };
  const cards = await deck(proof);
  const at = places(
    dealing,
    round.hands.map((hand) => hand.seat),
  );
  /** @type {[string, number][]} */
  const seen = round.board.map((card, index) => [card, at.board[index]]);
  round.dealer?.forEach((card, index) => seen.push([card, at.dealer[index]]));
  for (const hand of round.hands) {
    hand.hole?.forEach((card, index) => seen.push([card, at.hole(hand.seat)[index]]));
  }
  const count = seen.length;
  // Cards that are told at the end may be others than those that were shown before.
  kept?.board.forEach((card, index) => seen.push([card, at.board[index]]));
  kept?.hole?.cards.forEach((card, index) => seen.push([card, at.hole(kept.hole?.seat ?? 0)[index]]));
  return {
    commitment: (await commitment(proof.seed)) === round.commitment,
    promise: promiseOf(round, kept),
    deck: cards,
    cards: seen.every(([card, place]) => cards[place] === card),
    seen: count,
    own: ownSeed(round, kept),
  };
}

/**
 * Whether the promise is the one that this browser saw before the bets.
 * @param {import('./types.js').Round} round
 * @param {import('./seen.js').Seen | null} kept
 * @returns {Told}
 */
function promiseOf(round, kept) {
  if (kept && kept.promise !== round.commitment) return 'false';
  return kept?.early ? 'true' : 'unknown';
}

/**
 * Whether the seed that this browser sent is in the shuffle.
 * @param {import('./types.js').Round} round
 * @param {import('./seen.js').Seen | null} kept
 * @returns {Told}
 */
function ownSeed(round, kept) {
  const own = kept?.seed;
  if (!own) return 'unknown';
  return round.seeds.some((each) => each.seat === own.seat && each.seed === own.seed) ? 'true' : 'false';
}
