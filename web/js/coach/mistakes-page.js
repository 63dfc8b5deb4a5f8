/** Luck, skill, and every mistake of this session. */

import { account } from '../app/context.js';
import { texts } from '../text/text.js';
import { cardRow } from '../ui/card.js';
import { fill, h } from '../ui/dom.js';
import { scorebook } from './context.js';
import { entriesOf } from './state/split.js';
import { costText, valuesTable } from './values.js';
import { Waterfall } from './waterfall.js';

const labels = texts.coach;

/** @returns {import('../app/main.js').Page} */
export function mistakesPage() {
  const session = new Waterfall();
  const none = h('p', { class: 'quiet' }, labels.none);
  const list = h('ol', { class: 'mistakes' });
  const element = h(
    'div',
    { class: 'page' },
    h('h1', {}, labels.page),
    h('p', { class: 'lead' }, labels.pageLead),
    session.element,
    none,
    h('h2', {}, labels.mistakes),
    list,
  );
  const stop = scorebook.session.on(({ total, mistakes }) => {
    session.element.hidden = total.hands === 0;
    none.hidden = total.hands > 0;
    session.update({ title: labels.sessionOf(total.hands), entries: entriesOf(total), result: total.result });
    fill(list, mistakes.length ? mistakes.map(mistakeRow) : h('li', { class: 'quiet' }, labels.noMistakes));
  });
  const player = account.user.get()?.id;
  if (player !== undefined) void scorebook.bookLeft(player);
  return { element, title: labels.page, leave: stop };
}

/** @param {import('./state/scorebook.js').Mistake} mistake */
function mistakeRow({ table, round, question, action, advice, cost }) {
  const { hole, board, wagers } = question;
  return h(
    'li',
    { class: 'mistake' },
    h(
      'div',
      { class: 'head' },
      cardRow(hole, 'tiny'),
      board.length > 0 && cardRow(board, 'tiny'),
      h('span', {}, `${labels.yours}: ${texts.action(action)}`),
      h('span', {}, `${labels.bestWas}: ${texts.action(advice.actions[0].action)}`),
      h('b', { 'data-tone': 'bad' }, `−${costText(cost * (wagers?.ante ?? 0))}`),
    ),
    h('a', { href: `#/replay/${table}/${round}` }, labels.replay),
    h('details', {}, h('summary', {}, labels.why), valuesTable({ advice, wagers, chosen: action })),
  );
}
