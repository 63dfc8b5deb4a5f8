/** From anywhere to a solo table, in one click. */

import { account, engine } from '../app/context.js';
import { preferences } from '../state/preferences.js';
import { dealAtOnce } from '../table/state/auto-deal.js';
import { texts } from '../text/text.js';
import { toast } from '../ui/announce.js';

/** @type {Promise<void> | null} */
let seating = null;

/** Seats the user at a solo table, as a new guest if need be. A second click in the meantime changes nothing. */
export function playNow() {
  seating ??= seat().finally(() => (seating = null));
  return seating;
}

async function seat() {
  try {
    await account.ensureGuest();
    const { table } = await engine.openSoloTable();
    // New visitors see cards before they have to understand bets.
    if (!preferences.get().guided) dealAtOnce(table);
    location.hash = `#/table/${table}`;
  } catch (error) {
    toast(error instanceof Error ? error.message : texts.errors.unknown);
  }
}
