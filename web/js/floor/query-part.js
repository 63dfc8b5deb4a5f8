/** A part of the floor's pages that shows what a query answers, and asks again whenever the query changes. */

import { texts } from '../text/text.js';
import { fill, h } from '../ui/dom.js';

/**
 * @template Query
 * @param {Query} asked changed by the controls
 * @param {{
 *   id: string,
 *   labels: {lead: string, wait: string},
 *   address: (asked: Query) => string,
 *   controls: (asked: Query, show: () => void) => HTMLElement,
 *   content: (asked: Query) => Promise<import('../ui/dom.js').Child[]>,
 * }} parts
 */
export function queryPart(asked, { id, labels, address, controls, content }) {
  const body = h('div', { id, 'aria-live': 'polite' });
  // An answer that comes after a later question, or after the page was left, is dropped.
  let turn = 0;
  const show = async () => {
    const mine = (turn += 1);
    history.replaceState(null, '', address(asked));
    fill(body, h('p', { class: 'quiet' }, labels.wait));
    try {
      const parts = await content(asked);
      if (mine === turn) fill(body, parts);
    } catch (failure) {
      const why = failure instanceof Error ? failure.message : texts.errors.unknown;
      if (mine === turn) fill(body, h('p', { class: 'wrong', role: 'alert' }, why));
    }
  };
  void show();
  const element = h('section', {}, h('p', { class: 'quiet' }, labels.lead), controls(asked, () => void show()), body);
  return { element, leave: () => (turn += 1) };
}
