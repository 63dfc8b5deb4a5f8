/** The account of this browser: a guest, a player with a name, or nobody yet. */

import { EngineError } from '../../engine/engine.js';
import { signal } from '../../state/signal.js';
import { stored } from '../../state/storage.js';

/** @typedef {import('../../protocol.gen.js').Me} AccountView */

/** Set once this browser has had an account. Without it, asking who is signed in could only fail. */
const visited = stored(() => localStorage, 'uth.visited');

export class Account {
  user = signal(/** @type {AccountView | null} */ (null));
  /** The balance as it is shown. */
  wallet = signal(/** @type {number | null} */ (null));

  /** @type {import('../../engine/engine.js').Engine} */
  #engine;
  #holdsWallet = false;
  /** @type {number | null} */
  #heldBalance = null;
  /** @type {Promise<void> | null} */
  #guest = null;

  /** @param {import('../../engine/engine.js').Engine} engine */
  constructor(engine) {
    this.#engine = engine;
    engine.onBalance((balance) => {
      if (this.#holdsWallet) this.#heldBalance = balance;
      else this.wallet.set(balance);
    });
  }

  /** Whether the user may see the floor's pages. */
  isStaff() {
    return (this.user.get()?.role ?? 'player') !== 'player';
  }

  /** Restores the account of an earlier visit, if its session is still valid. */
  async restore() {
    if (!visited.read()) return;
    try {
      const user = await this.#engine.account();
      this.user.set(user);
      this.wallet.set(user.balance);
      this.#engine.keepConnected(true);
    } catch (error) {
      if (!(error instanceof EngineError) || error.status !== 401) throw error;
    }
  }

  /** Takes over the account that the engine has answered with. @param {AccountView | null} user */
  become(user) {
    const before = this.user.get();
    visited.write(user ? 1 : null);
    this.user.set(user);
    this.wallet.set(user ? user.balance : null);
    if (!user) this.#engine.keepConnected(false);
    // The socket belongs to the session it was opened with, and cannot be closed while it is still being opened.
    if (user?.id !== before?.id || user?.name !== before?.name) this.#engine.reconnect();
    if (user) this.#engine.keepConnected(true);
  }

  /** Creates a guest where nobody is signed in. Calls at the same time share one guest. */
  async ensureGuest() {
    if (this.user.get()) return;
    this.#guest ??= this.#engine
      .createGuest()
      .then((user) => this.become(user))
      .finally(() => (this.#guest = null));
    await this.#guest;
  }

  /** Fills the wallet of a player who has nothing left to play with. */
  async takeChips() {
    const user = await this.#engine.takeChips();
    this.wallet.set(user.balance);
    this.user.set(user);
  }

  /** Keeps the balance as it is shown until the table has shown the result. @param {boolean} hold */
  holdWallet(hold) {
    this.#holdsWallet = hold;
    if (hold || this.#heldBalance === null) return;
    this.wallet.set(this.#heldBalance);
    this.#heldBalance = null;
  }
}
