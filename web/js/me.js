/** Who is at this browser. */

import { get, post, Failure } from './api.js';
import { link } from './socket.js';
import { signal } from './signal.js';

/** @typedef {import('./types.js').Me} Me */

/** Nobody, until somebody plays or signs in. */
export const me = signal(/** @type {Me | null} */ (null));

/** What the wallet shows. */
export const wallet = signal(/** @type {number | null} */ (null));

let held = false;
/** @type {number | null} */
let waiting = null;

/** The wallet shows a result no sooner than the table does.
 * @param {boolean} hold
 */
export function holdWallet(hold) {
  held = hold;
  if (!hold && waiting !== null) {
    wallet.set(waiting);
    waiting = null;
  }
}

/** @param {number} balance */
export function heardBalance(balance) {
  if (held) waiting = balance;
  else wallet.set(balance);
}

/** @param {Me | null} who */
export function become(who) {
  const changed = who?.id !== me.get()?.id || who?.name !== me.get()?.name;
  me.set(who);
  if (who) localStorage.setItem(KNOWN, '1');
  else localStorage.removeItem(KNOWN);
  wallet.set(who ? who.balance : null);
  if (changed) link.restart();
}

/** Whether this browser has ever been somebody; asking for nobody would be a failure. */
const KNOWN = 'uth.known';

/** Asks the card room who this is. */
export async function whoAmI() {
  if (!localStorage.getItem(KNOWN)) return;
  try {
    me.set(await get('/api/me'));
    wallet.set(me.get()?.balance ?? null);
  } catch (failure) {
    if (!(failure instanceof Failure) || failure.status !== 401) throw failure;
  }
}

/** @type {Promise<void> | null} */
let coming = null;

/** A guest, if this is nobody yet: one, however often it is asked for. */
export async function beSomebody() {
  if (me.get()) return;
  coming ??= post('/api/guest')
    .then(become)
    .finally(() => (coming = null));
  await coming;
}

link.onWallet = heardBalance;
