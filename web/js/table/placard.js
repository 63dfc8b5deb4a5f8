/** The placard: what is posted at the table, in sight at every size. */

import { texts } from '../text/text.js';
import { button, fill, h } from '../ui/dom.js';

/** @typedef {import('./state/scene.js').Scene} Scene */

const labels = texts.posted;

export class Placard {
  #drawn = '';
  #showPays;

  /** @param {() => void} showPays shows the pay tables, where the felt has no room for them */
  constructor(showPays) {
    this.#showPays = showPays;
    this.element = h('div', { class: 'placard', role: 'group', 'aria-label': labels.title });
  }

  /** @param {{scene: Scene}} props */
  update({ scene }) {
    const { posted } = scene.view;
    const drawn = JSON.stringify(posted);
    if (drawn === this.#drawn) return;
    this.#drawn = drawn;
    const { minimum, maximum, pay_table, schedule, collection, notices } = posted;
    fill(
      this.element,
      minimum !== null && h('span', { class: 'limit' }, labels.minimum(minimum)),
      maximum !== null && h('span', { class: 'limit' }, labels.maximum(maximum)),
      button(labels.pays(pay_table), this.#showPays, { class: 'show-pays', title: labels.paysTitle(pay_table) }),
      collection
        && h(
          'span',
          { class: 'collection' },
          h('b', {}, labels.collection(schedule)),
          collection.map(({ table_action, fee }) => h('span', { class: 'fee' }, labels.fee(table_action, fee))),
        ),
      notices.map((notice) => h('span', { class: 'notice' }, notice)),
    );
  }
}
