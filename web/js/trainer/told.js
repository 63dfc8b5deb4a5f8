/** What is told after an answer: what each choice is worth, and what beats it. */

import { cardRow } from '../card.js';
import { h } from '../dom.js';
import { words } from '../words.js';

/**
 * @typedef {import('../types.js').Advice} Advice
 */

const said = words.trainer;

/**
 * @param {Advice} advice
 * @param {string} chosen
 */
export function verdict(advice, chosen) {
  const [best, second] = advice.actions;
  const own = advice.actions.find((each) => each.action === chosen) ?? best;
  if (own.cost > 0) return said.wrong(words.action(chosen), words.action(best.action), said.cost(own.cost));
  const gap = Math.max(second?.cost ?? 0, 0);
  return gap > 0 ? said.right(words.action(chosen), gap) : said.equal(words.action(chosen));
}

/**
 * The values as bars on one scale, with nothing at its middle where some win and some lose.
 * @param {Advice} advice
 * @param {string} chosen
 */
export function bars(advice, chosen) {
  const values = advice.actions.map((each) => each.value);
  const low = Math.min(0, ...values);
  const high = Math.max(0, ...values);
  const span = high - low || 1;
  const row = (/** @type {import('../types.js').ActionValue} */ each) =>
    h(
      'tr',
      { 'data-action': each.action, class: each.action === chosen && 'chosen' },
      h('th', { scope: 'row' }, words.action(each.action)),
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
      h('td', { class: 'number', title: said.exactly(each.exact) }, signed(each.value)),
      h('td', { class: 'note' }, each.cost > 0 ? `−${said.cost(each.cost)}` : said.best),
    );
  const rows = advice.actions.map(row);
  return h('table', { class: 'trainer-values' }, h('caption', {}, said.values), h('tbody', {}, rows));
}

const signed = (/** @type {number} */ value) => `${value < 0 ? '−' : '+'}${Math.abs(value).toFixed(3)}`;

/**
 * The cards that beat the player, on the river.
 * @param {Advice} advice
 */
export function outs(advice) {
  const all = advice.dealer_hands;
  if (!all || !advice.outs) return null;
  const count = advice.outs.reduce((sum, group) => sum + group.count, 0);
  return h(
    'div',
    { class: 'trainer-outs' },
    h('p', {}, said.dealer(all.win, all.tie, all.win + all.tie + all.lose), ' ', said.outs(count)),
    advice.outs.map((group) =>
      h('p', { class: 'outs' }, h('span', {}, said.group(group.count, group.makes)),
        cardRow(group.cards.split(' '), 'tiny'))),
  );
}
