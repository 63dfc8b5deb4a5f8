/** The value of seeing cards before the first decision. */

import { engine } from '../app/context.js';
import { texts } from '../text/text.js';
import { fill, h } from '../ui/dom.js';
import { exact } from './figures.js';
import { failure, whenInView } from './section.js';
import { percent } from './state/headline.js';

const labels = texts.lab.information;

/** The figures are of the standard game, so that they are asked for once, whatever game is edited. */
export class InformationSection {
  #isAsked = false;
  #result = h('div', { class: 'lab-result' });
  #markStale;

  constructor() {
    this.element = h(
      'section',
      { class: 'lab-information', id: 'lab-information' },
      h('h2', {}, labels.title),
      h('p', { class: 'quiet' }, labels.lead),
      this.#result,
    );
    this.#markStale = whenInView(this.element, () => void this.#ask());
  }

  /** @param {import('./section.js').Subject} _subject */
  update(_subject) {
    if (!this.#isAsked) this.#markStale();
    this.#isAsked = true;
  }

  async #ask() {
    const shown = await engine.information().then(table, failure);
    fill(this.#result, shown);
  }
}

const signed = (/** @type {number} */ share, digits = 4) => `${share > 0 ? '+' : ''}${percent(share, digits)}`;

/** @param {import('../protocol.gen.js').Information} information */
function table({ base, scenarios, neighbours }) {
  const most = Math.max(...scenarios.map((each) => each.gain.value));
  const bar = (/** @type {number} */ gain) =>
    h('td', { class: 'lab-gain' }, h('span', { vars: { '--part': gain / most } }));
  const sampled = neighbours.map(({ players, value, gain, gain_95: [low, high] }) => ({
    gain,
    row: h('tr', { 'data-scenario': `neighbours-${players}` },
      h('th', { scope: 'row' }, labels.neighbours(players)), bar(gain),
      h('td', {}, signed(gain, 2), h('small', {}, labels.margin(percent((high - low) / 2, 2)))),
      h('td', {}, signed(value, 2))),
  }));
  const exactly = scenarios.map(({ scenario, value, gain }) => ({
    gain: gain.value,
    row: h('tr', { 'data-scenario': scenario }, h('th', { scope: 'row' }, labels.scenario(scenario)), bar(gain.value),
      h('td', {}, exact(signed(gain.value), gain.exact)), h('td', {}, exact(signed(value.value), value.exact))),
  }));
  const rows = [...exactly, ...sampled].sort((one, other) => one.gain - other.gain).map((each) => each.row);
  return h(
    'div',
    {},
    h('table', {},
      h('thead', {}, h('tr', {}, h('th', { scope: 'col' }, labels.what), h('td'),
        h('th', { scope: 'col' }, labels.gain),
        h('th', { scope: 'col' }, labels.value))),
      h('tbody', {}, h('tr', {}, h('th', { scope: 'row' }, labels.nothing), bar(0), h('td', {}, '–'),
        h('td', {}, exact(signed(base.value), base.exact))), rows)),
    h('p', { class: 'quiet' }, labels.how),
  );
}
