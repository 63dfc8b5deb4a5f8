/** One hand in a list of hands. */

import { dollars, signed } from '../text/money.js';
import { texts } from '../text/text.js';
import { h } from '../ui/dom.js';

const labels = texts.history;

/** @param {import('../protocol.gen.js').RoundSummary} played */
export function playedRow(played) {
  const { table, round, net, at_ms, book } = played;
  const when = new Date(at_ms).toLocaleString('en-US', { dateStyle: 'medium', timeStyle: 'short' });
  const note = played.void ? labels.voided : played.banked ? labels.banked : dollars(played.wagered);
  return h(
    'li',
    { class: 'played', 'data-table': table, 'data-round': round },
    h('span', { class: 'when' }, h('b', {}, texts.book(book)), h('span', { class: 'quiet' }, when)),
    h('span', { class: 'played-cards' }),
    h('span', { class: 'quiet made' }, note),
    h('span', { class: 'net', 'data-tone': net > 0 ? 'good' : net < 0 ? 'bad' : 'even' }, signed(net)),
    h('a', { class: 'button', href: `#/replay/${table}/${round}` }, labels.replay),
  );
}
