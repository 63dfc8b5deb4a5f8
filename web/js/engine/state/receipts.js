/** The latest receipt of each table: what the engine has confirmed as durable, with the hash of its log. */

/**
 * @typedef {import('../../protocol.gen.js').Receipt} Receipt
 * @typedef {import('../../protocol.gen.js').LogPosition} LogPosition
 *
 * Where receipts outlive the page.
 * @typedef {{read: () => any, write: (value: unknown) => void}} Storage
 */

/** Tables that were played longer ago are forgotten. */
const MOST_TABLES = 50;

export class Receipts {
  /** The table played last comes last. @type {Map<number, Receipt>} */
  #latest;
  #storage;

  /** @param {Storage} storage */
  constructor(storage) {
    this.#storage = storage;
    this.#latest = new Map(storage.read() ?? []);
  }

  /** Keeps a receipt, unless a later one of its table is known. @param {Receipt} receipt */
  keep(receipt) {
    const { table } = receipt;
    if ((this.#latest.get(table)?.seq ?? 0) > receipt.seq) return;
    this.#latest.delete(table);
    this.#latest.set(table, receipt);
    for (const old of [...this.#latest.keys()].slice(0, -MOST_TABLES)) this.#latest.delete(old);
    this.#storage.write([...this.#latest]);
  }

  /**
   * The place in a table's log that its latest receipt confirms.
   * @param {number} table
   * @returns {LogPosition | null}
   */
  position(table) {
    const receipt = this.#latest.get(table);
    return receipt ? { seq: receipt.seq, hash: receipt.hash } : null;
  }
}
