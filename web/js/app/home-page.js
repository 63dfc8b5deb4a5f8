/** The start page. */

import { BackToTable } from '../lobby/back-to-table.js';
import { playNow } from '../lobby/play-now.js';
import { texts } from '../text/text.js';
import { cardRow } from '../ui/card.js';
import { button, h } from '../ui/dom.js';
import { account, engine } from './context.js';

/** @returns {import('./main.js').Page} */
export function homePage() {
  const press = async () => {
    play.disabled = true;
    play.textContent = texts.home.wait;
    await playNow();
    play.disabled = false;
    play.textContent = texts.home.play;
  };
  const play = button(texts.home.play, () => void press(), { class: 'primary big', id: 'play' });
  const back = new BackToTable();
  if (account.user.get()) engine.tables().then((tables) => back.update({ tables }), () => {});
  const element = h(
    'div',
    { class: 'home' },
    h(
      'section',
      { class: 'hero' },
      h('div', { class: 'fan', 'aria-hidden': 'true' }, cardRow(['As', 'Kh', 'Qd', 'Jc', 'Ts'], 'large')),
      h('p', { class: 'over' }, texts.tagline),
      h('h1', {}, texts.home.title),
      h('p', { class: 'lead' }, texts.home.lead),
      back.element,
      h('div', { class: 'row' }, play, h('a', { class: 'button big', href: '#/lobby' }, texts.home.lobby)),
    ),
    h(
      'section',
      { class: 'points' },
      texts.home.points.map(([name, text]) => h('div', {}, h('h2', {}, name), h('p', {}, text))),
    ),
  );
  return { element, title: texts.tagline };
}
