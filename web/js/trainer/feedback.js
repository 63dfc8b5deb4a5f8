/** The feedback on an answer: the value of each action, and the cards that beat the player. */

import { countOuts } from '../coach/state/advice.js';
import { antes } from '../text/money.js';
import { texts } from '../text/text.js';
import { cardRow } from '../ui/card.js';
import { h } from '../ui/dom.js';

/** @typedef {import('../protocol.gen.js').Advice} Advice */

const labels = texts.trainer;

/**
 * @param {Advice} advice
 * @param {string} chosen
 */
export function verdict(advice, chosen) {
  const [best, second] = advice.actions;
  const own = advice.actions.find((each) => each.action === chosen) ?? best;
  if (own.cost > 0) return labels.wrong(texts.action(chosen), texts.action(best.action), labels.cost(own.cost));
  const gap = Math.max(second?.cost ?? 0, 0);
  return gap > 0 ? labels.right(texts.action(chosen), gap) : labels.equal(texts.action(chosen));
}

/**
 * The values as bars on one scale, which has its zero inside where some actions win and some lose.
 * @param {Advice} advice
 * @param {string} chosen
 */
export function bars(advice, chosen) {
  const values = advice.actions.map((each) => each.value);
  const low = Math.min(0, ...values);
  const high = Math.max(0, ...values);
  const span = high - low || 1;
  const row = (/** @type {import('../protocol.gen.js').ActionValue} */ each) =>
    h(
      'tr',
      { 'data-action': each.action, class: each.action === chosen && 'chosen' },
      h('th', { scope: 'row' }, texts.action(each.action)),
      h(
        'td',
        { class: 'trainer-bar' },
        h('span', {
          'data-tone': each.value < 0 ? 'bad' : 'good',
          vars: {
            '--from': (Math.min(each.value, 0) - low) / span,
            '--part': Math.abs(each.value) / span,
            '--zero': -low / span,
          },
        }),
      ),
      h('td', { class: 'number', title: labels.exactly(each.exact) }, antes(each.value)),
      h('td', { class: 'note' }, each.cost > 0 ? `−${labels.cost(each.cost)}` : labels.best),
    );
  const rows = advice.actions.map(row);
  return h('table', { class: 'trainer-values' }, h('caption', {}, labels.values), h('tbody', {}, rows));
}

/**
 * The cards with which the dealer beats the player on the river.
 * @param {Advice} advice
 */
export function outs(advice) {
  const all = advice.dealer_hands;
  if (!all || !advice.outs) return null;
  return h(
    'div',
    { class: 'trainer-outs' },
    h('p', {}, labels.dealer(all.win, all.tie, all.win + all.tie + all.lose), ' ', labels.outs(countOuts(advice))),
    advice.outs.map((group) =>
      h('p', { class: 'outs' }, h('span', {}, labels.group(group.count, group.makes)),
        cardRow(group.cards.split(' '), 'tiny'))),
  );
}
