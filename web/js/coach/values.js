/** The value of each action as a table with bars, best first. */

import { antes, dollars } from '../text/money.js';
import { texts } from '../text/text.js';
import { cardRow } from '../ui/card.js';
import { h } from '../ui/dom.js';
import { countOuts, why } from './state/advice.js';

/** Bars are no longer than this much of an Ante would be, so that tiny values do not look large. */
const LEAST_SCALE = 0.5;

/** A cost in cents; less than a cent is still something. @param {number} cents */
export const costText = (cents) => (cents < 1 ? '< $0.01' : dollars(Math.round(cents)));

/**
 * @param {{advice: import('../protocol.gen.js').Advice, wagers: import('./state/advice.js').Question['wagers'],
 *   chosen?: string}} props
 */
export function valuesTable({ advice, wagers, chosen }) {
  const ante = wagers?.ante ?? 0;
  const scale = Math.max(...advice.actions.map((each) => Math.abs(each.value)), LEAST_SCALE);
  const rows = advice.actions.map((each) =>
    h(
      'tr',
      { class: each.action === chosen ? 'chosen' : '' },
      h('th', { scope: 'row' }, texts.action(each.action)),
      h('td', { class: 'number', title: each.exact }, antes(each.value)),
      h(
        'td',
        { class: 'bar' },
        h('span', {
          'data-tone': each.value < 0 ? 'bad' : 'good',
          vars: { '--part': Math.abs(each.value) / scale },
        }),
      ),
      h('td', { class: 'note' }, each.cost === 0 ? texts.coach.best : `−${costText(each.cost * ante)}`),
    ),
  );
  const dealer = advice.dealer_hands;
  return h(
    'div',
    {},
    h('table', {}, h('caption', {}, texts.coach.perAnte), h('tbody', {}, rows)),
    h('p', { class: 'quiet' }, why(advice, wagers)),
    advice.note && h('p', { class: 'quiet assumes' }, advice.note),
    dealer
      && h(
        'p',
        { class: 'quiet' },
        texts.coach.dealer(dealer.win, dealer.win + dealer.tie + dealer.lose),
        ' ',
        texts.coach.outs(countOuts(advice)),
      ),
    advice.outs && advice.outs.length > 0 && outsDetails(advice.outs),
  );
}

/** @param {NonNullable<import('../protocol.gen.js').Advice['outs']>} outs */
const outsDetails = (outs) =>
  h(
    'details',
    {},
    h('summary', {}, texts.coach.showOuts),
    outs.map((group) =>
      h(
        'p',
        { class: 'outs' },
        h('span', {}, `${group.count} · ${group.makes}`),
        cardRow(group.cards.split(' '), 'tiny'),
      ),
    ),
  );
