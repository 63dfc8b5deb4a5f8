/** The engine of this page and the account that uses it. Views import them here; state modules are given them. */

import { Account } from '../account/state/account.js';
import { CardRoom } from '../engine/card-room.js';

/** @type {import('../engine/engine.js').Engine} */
export const engine = new CardRoom();
export const account = new Account(engine);
