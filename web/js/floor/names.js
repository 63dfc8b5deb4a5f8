/** The names that the floor's pages share. */

import { engine } from '../app/context.js';
import { NameCache } from './state/names.js';

export const names = new NameCache(engine);
