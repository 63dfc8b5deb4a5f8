/** The shuffle, done again in this browser: docs/FAIRNESS.md, byte by byte. */

/**
 * @typedef {{table: number, round: number, commitment: string, seed: string,
 *   player_seeds: {seat: number, seed: string}[], deck: string}} Proof
 * @typedef {{commitment: boolean, deck: string[], cards: boolean, seen: number}} Verdict
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
 * @param {Pick<Proof, 'table' | 'round' | 'player_seeds' | 'seed'>} proof
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
 * @returns {Promise<Verdict>}
 */
export async function verify(table, dealing, round) {
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
  return {
    commitment: (await commitment(proof.seed)) === round.commitment,
    deck: cards,
    cards: seen.every(([card, place]) => cards[place] === card),
    seen: seen.length,
  };
}

/**
 * A hand for other programs to check.
 * @param {number} table
 * @param {import('./types.js').Round} round
 * @param {string[]} cards
 * @returns {Proof}
 */
export function proofOf(table, round, cards) {
  return {
    table,
    round: round.number,
    commitment: round.commitment,
    seed: round.revealed ?? '',
    player_seeds: round.seeds,
    deck: cards.join(' '),
  };
}
