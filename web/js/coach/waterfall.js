/** A result as a waterfall: from nothing over each of its parts to what was won or lost. */

import { signed } from '../text/money.js';
import { texts } from '../text/text.js';
import { fill, h } from '../ui/dom.js';
import { waterfall } from './state/split.js';

const labels = texts.coach.waterfall;

/** The table is the text, and the bars in it are the picture; so both always say the same. */
export class Waterfall {
  #caption = h('caption');
  #body = h('tbody');
  #fractions = h('dl');

  constructor() {
    const column = (/** @type {string} */ name, /** @type {any} */ props) => h('th', { scope: 'col', ...props }, name);
    this.element = h(
      'div',
      { class: 'waterfall' },
      h(
        'table',
        {},
        this.#caption,
        h('thead', {}, h('tr', {}, column(labels.part, {}), column(labels.amount, { class: 'number' }), h('td'))),
        this.#body,
      ),
      h('details', {}, h('summary', {}, labels.fractions), this.#fractions),
    );
  }

  /** @param {{title: string, entries: import('./state/split.js').Entry[], result: number}} props */
  update({ title, entries, result }) {
    const steps = waterfall(entries, result);
    const totals = [0, result, ...steps.map(({ to }) => to)];
    const [least, most] = [Math.min(...totals), Math.max(...totals)];
    const place = (/** @type {number} */ cents) => (most === least ? 0 : (cents - least) / (most - least));
    const bar = (/** @type {number} */ from, /** @type {number} */ to, /** @type {number} */ cents) =>
      h(
        'td',
        { class: 'fall', 'aria-hidden': 'true', vars: { '--zero': place(0) } },
        h('span', {
          'data-tone': toneOf(cents),
          vars: { '--from': Math.min(place(from), place(to)), '--size': Math.abs(place(to) - place(from)) },
        }),
      );
    const amount = (/** @type {number} */ cents) =>
      h('td', { class: 'number', 'data-tone': toneOf(cents) }, signed(cents));
    const name = (/** @type {typeof steps[number]} */ { part, decision }) =>
      decision ? nameOf(decision) : labels.parts[part];
    fill(
      this.#fractions,
      steps.flatMap((step) => [h('dt', {}, name(step)), h('dd', {}, labels.exactly(step.exact))]),
    );
    this.#caption.textContent = title;
    fill(
      this.#body,
      steps.map((step) =>
        h(
          'tr',
          { 'data-part': step.part },
          h('th', { scope: 'row' }, name(step)),
          amount(step.cents),
          bar(step.from, step.to, step.cents),
        ),
      ),
      h(
        'tr',
        { class: 'sum', 'data-part': 'result' },
        h('th', { scope: 'row' }, texts.coach.result),
        amount(result),
        bar(0, result, result),
      ),
    );
  }
}

/** @param {{street: string, action: string}} decision */
const nameOf = ({ street, action }) => labels.decision(texts.coach.when[street], texts.action(action));

/** @param {number} cents */
const toneOf = (cents) => (cents > 0 ? 'good' : cents < 0 ? 'bad' : '');
