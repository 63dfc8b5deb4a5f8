/** Luck, skill, and every mistake of this session. */

import { signed } from '../text/money.js';
import { texts } from '../text/text.js';
import { cardRow } from '../ui/card.js';
import { fill, h } from '../ui/dom.js';
import { luck, session } from './state/score.js';
import { costText, valuesTable } from './values.js';

const labels = texts.coach;

/** @returns {import('../app/main.js').Page} */
export function mistakesPage() {
  const totals = h('dl', { class: 'totals' });
  const list = h('ol', { class: 'mistakes' });
  const element = h(
    'div',
    { class: 'page' },
    h('h1', {}, labels.page),
    h('p', { class: 'lead' }, labels.pageLead),
    totals,
    h('h2', {}, labels.mistakes),
    list,
  );
  const stop = session.on(({ score, mistakes }) => {
    /** @type {[string, number][]} */
    const rows = [
      [labels.result, score.result],
      [labels.game, score.game],
      [labels.luck, luck(score)],
      [labels.skill, -score.mistakes],
    ];
    fill(
      totals,
      rows.map(([name, cents]) =>
        h(
          'div',
          {},
          h('dt', {}, name),
          h('dd', { 'data-tone': cents > 0 ? 'good' : cents < 0 ? 'bad' : '' }, signed(Math.round(cents))),
        ),
      ),
      h('div', {}, h('dt', {}, labels.session), h('dd', {}, labels.hands(score.hands))),
    );
    fill(list, mistakes.length ? mistakes.map(mistakeRow) : h('li', { class: 'quiet' }, labels.noMistakes));
  });
  return { element, title: labels.page, leave: stop };
}

/** @param {import('./state/score.js').Graded} graded */
function mistakeRow({ table, round, hole, board, action, ante, advice, cost }) {
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
      h('b', { 'data-tone': 'bad' }, `−${costText(cost * ante)}`),
    ),
    h('a', { href: `#/replay/${table}/${round}` }, labels.replay),
    h('details', {}, h('summary', {}, labels.why), valuesTable({ advice, ante, chosen: action })),
  );
}
