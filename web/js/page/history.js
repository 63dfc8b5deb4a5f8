/** The hands that were played. */

import { cardRow } from '../card.js';
import { button, fill, h } from '../dom.js';
import { signed } from '../money.js';
import { rounds } from '../rounds.js';
import { words } from '../words.js';
import { download, showProof } from './proof.js';

const said = words.history;

/** @returns {import('../main.js').Page} */
export function historyPage() {
  const list = h('ol', { class: 'hands' });
  const all = button(said.exportAll, () =>
    download(
      'hands.jsonl',
      rounds
        .get()
        .map((each) => JSON.stringify(each))
        .join('\n'),
    ),
  );
  const element = h(
    'div',
    { class: 'page' },
    h('h1', {}, said.title),
    h('p', { class: 'lead' }, said.lead),
    all,
    list,
  );
  const stop = rounds.on((kept) => {
    all.hidden = !kept.length;
    fill(list, kept.length ? kept.map(row) : h('li', { class: 'quiet' }, said.none));
  });
  return { element, title: said.title, leave: stop };
}

/** @param {import('../rounds.js').Kept} kept */
function row(kept) {
  const { round, seat, name, table, settings } = kept;
  const hand = round.hands.find((each) => each.seat === seat);
  const net = hand?.net ?? 0;
  return h(
    'li',
    { class: 'played' },
    h('span', { class: 'when' }, h('b', {}, name), h('span', { class: 'quiet' }, said.hand(round.number))),
    h('span', { class: 'played-cards' }, hand?.hole && cardRow(hand.hole, 'tiny'), cardRow(round.board, 'tiny')),
    h('span', { class: 'quiet made' }, hand?.hand?.name ?? (hand?.play === 0 ? words.table.folded : '')),
    h('span', { class: 'net', 'data-tone': net > 0 ? 'good' : net < 0 ? 'bad' : 'even' }, signed(net)),
    h(
      'span',
      { class: 'row' },
      h('a', { class: 'button', href: `#/replay/${table}/${round.number}` }, said.replay),
      button(words.proof.button, () => showProof(table, settings, round, seat)),
    ),
  );
}
