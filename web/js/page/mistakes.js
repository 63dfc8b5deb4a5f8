/** Luck, skill, and every mistake of this session. */

import { cardRow } from '../card.js';
import { fill, h } from '../dom.js';
import { dollars, signed } from '../money.js';
import { luck, score } from '../score.js';
import { table } from '../table/coach.js';
import { words } from '../words.js';

const said = words.coach;

/** @returns {import('../main.js').Page} */
export function mistakesPage() {
  const totals = h('dl', { class: 'totals' });
  const list = h('ol', { class: 'mistakes' });
  const element = h(
    'div',
    { class: 'page' },
    h('h1', {}, said.page),
    h('p', { class: 'lead' }, said.pageLead),
    totals,
    h('h2', {}, said.mistakes),
    list,
  );
  const stop = score.on(({ score: now, mistakes }) => {
    /** @type {[string, number][]} */
    const rows = [
      [said.result, now.result],
      [said.game, now.game],
      [said.luck, luck(now)],
      [said.skill, -now.mistakes],
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
      h('div', {}, h('dt', {}, said.session), h('dd', {}, said.hands(now.hands))),
    );
    fill(list, mistakes.length ? mistakes.map(row) : h('li', { class: 'quiet' }, said.noMistakes));
  });
  return { element, title: said.page, leave: stop };
}

/** @param {import('../types.js').Graded} graded */
function row(graded) {
  const cost = graded.cost * graded.ante;
  return h(
    'li',
    { class: 'mistake' },
    h(
      'div',
      { class: 'head' },
      cardRow(graded.hole, 'tiny'),
      graded.board.length > 0 && cardRow(graded.board, 'tiny'),
      h('span', {}, `${said.yours}: ${words.action(graded.action)}`),
      h('span', {}, `${said.bestWas}: ${words.action(graded.advice.best)}`),
      h('b', { 'data-tone': 'bad' }, cost < 1 ? '< $0.01' : `−${dollars(Math.round(cost))}`),
    ),
    h('a', { href: `#/replay/${graded.table}/${graded.round}` }, said.replay),
    h('details', {}, h('summary', {}, said.more), table(graded.advice, graded.ante, graded.action)),
  );
}
