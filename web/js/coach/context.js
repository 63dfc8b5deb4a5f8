/** The advisor and the scorebook of this page. Views import them here; state modules are given what they need. */

import { engine } from '../app/context.js';
import { EngineError } from '../engine/engine.js';
import { stored } from '../state/storage.js';
import { Advisor } from './state/advice.js';
import { Scorebook } from './state/scorebook.js';
import { splitOfRound } from './state/split.js';

/** A busy engine is asked again after this long, so many times. */
const PAUSE_MS = 3_000;
const MOST_TRIES = 10;

/**
 * Asks until the engine has time: exact values take long where many ask for them at once.
 * @template T
 * @param {() => Promise<T>} ask
 * @returns {Promise<T>}
 */
async function patiently(ask, tries = MOST_TRIES) {
  try {
    return await ask();
  } catch (error) {
    const isBusy = error instanceof EngineError && error.status === 503;
    if (!isBusy || tries <= 1) throw error;
  }
  await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  return patiently(ask, tries - 1);
}

export const advisor = new Advisor({ advise: (question) => patiently(() => engine.advise(question)) });

export const scorebook = new Scorebook({
  splitOf: async ({ table, round, player }) =>
    splitOfRound(await patiently(() => engine.split(table, round)), player),
  advise: (question) => advisor.advise(question),
  session: stored(() => sessionStorage, 'uth.score'),
  hands: stored(() => localStorage, 'uth.hands'),
});
