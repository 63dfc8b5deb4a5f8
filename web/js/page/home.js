/** The first thing that anybody sees. */

import { toast } from '../announce.js';
import { post } from '../api.js';
import { cardRow } from '../card.js';
import { h } from '../dom.js';
import { beSomebody } from '../me.js';
import { likes } from '../prefs.js';
import { words } from '../words.js';
import { dealAtOnce } from './table.js';

/** @type {Promise<void> | null} */
let seating = null;

/** Makes somebody a guest if need be, and seats them at a table of their own. A second click changes nothing. */
export function playNow() {
  seating ??= seat().finally(() => (seating = null));
  return seating;
}

async function seat() {
  try {
    await beSomebody();
    const { table } = await post('/api/solo');
    if (!likes.get().guided) dealAtOnce(table);
    location.hash = `#/table/${table}`;
  } catch (failure) {
    toast(failure instanceof Error ? failure.message : words.wrong);
  }
}

/** @returns {import('../main.js').Page} */
export function homePage() {
  const play = h(
    'button',
    {
      type: 'button',
      class: 'primary big',
      id: 'play',
      onclick: async () => {
        play.disabled = true;
        play.textContent = words.home.wait;
        await playNow();
        play.disabled = false;
        play.textContent = words.home.play;
      },
    },
    words.home.play,
  );
  const element = h(
    'div',
    { class: 'home' },
    h(
      'section',
      { class: 'hero' },
      h('div', { class: 'fan', 'aria-hidden': 'true' }, cardRow(['As', 'Kh', 'Qd', 'Jc', 'Ts'], 'large')),
      h('p', { class: 'over' }, words.tagline),
      h('h1', {}, words.home.title),
      h('p', { class: 'lead' }, words.home.lead),
      h('div', { class: 'row' }, play, h('a', { class: 'button big', href: '#/lobby' }, words.home.lobby)),
    ),
    h(
      'section',
      { class: 'points' },
      words.home.points.map(([name, text]) => h('div', {}, h('h2', {}, name), h('p', {}, text))),
    ),
  );
  return { element, title: words.tagline };
}
