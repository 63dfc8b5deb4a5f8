/** The advisor and the scorebook of this page. Views import them here; state modules are given what they need. */

import { engine } from '../app/context.js';
import { stored } from '../state/storage.js';
import { Advisor } from './state/advice.js';
import { Scorebook } from './state/scorebook.js';
import { splitOfRound } from './state/split.js';

export const advisor = new Advisor(engine);

export const scorebook = new Scorebook({
  splitOf: async ({ table, round, player }) => splitOfRound(await engine.split(table, round), player),
  advise: (question) => advisor.advise(question),
  session: stored(() => sessionStorage, 'uth.score'),
  hands: stored(() => localStorage, 'uth.hands'),
});
