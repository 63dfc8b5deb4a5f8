/** Receipts: what the engine has confirmed as durable, signed by the card room. */

/**
 * @typedef {import('../../protocol.gen.js').Receipt} Receipt
 *
 * Where receipts outlive the page.
 * @typedef {{read: () => any, write: (value: unknown) => void}} Storage
 */

/** Tables that were played longer ago are forgotten, and so are receipts that were put aside before others. */
const MOST_TABLES = 50;

export class Receipts {
  /** The latest by card room and table; the table played last comes last. @type {Map<string, Receipt>} */
  #latest;
  /** Those that a card room no longer honours. They are proof, and are never presented again. @type {Receipt[]} */
  #aside;
  #storage;
  /** The key that signs receipts here. Another card room at the same address has other tables of the same numbers. */
  #room = '';

  /** @param {Storage} storage */
  constructor(storage) {
    this.#storage = storage;
    const { latest = [], aside = [] } = storage.read() ?? {};
    this.#latest = new Map(latest);
    this.#aside = aside;
  }

  /** Says which card room this is, by the key with which it signs. @param {string} public_key */
  setRoom(public_key) {
    this.#room = public_key;
  }

  /** Keeps a receipt, unless a later one of its table is known. @param {Receipt} receipt */
  keep(receipt) {
    const id = this.#id(receipt.table);
    if ((this.#latest.get(id)?.seq ?? 0) > receipt.seq) return;
    this.#latest.delete(id);
    this.#latest.set(id, receipt);
    this.#store();
  }

  /** The latest receipt of a table. @param {number} table @returns {Receipt | null} */
  latest(table) {
    return this.#latest.get(this.#id(table)) ?? null;
  }

  /** Puts the receipt of a table aside, because the user starts over there. @param {number} table */
  setAside(table) {
    const receipt = this.latest(table);
    if (!receipt) return;
    this.#latest.delete(this.#id(table));
    this.#aside.push(receipt);
    this.#store();
  }

  /** @param {number} table */
  #id(table) {
    return `${this.#room}/${table}`;
  }

  #store() {
    for (const old of [...this.#latest.keys()].slice(0, -MOST_TABLES)) this.#latest.delete(old);
    this.#aside = this.#aside.slice(-MOST_TABLES);
    this.#storage.write({ latest: [...this.#latest], aside: this.#aside });
  }
}
