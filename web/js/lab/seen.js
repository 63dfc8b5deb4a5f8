/** What it is worth to see cards before the first decision. */

import { getOnce } from '../api.js';
import { fill, h } from '../dom.js';
import { words } from '../words.js';
import { exact, percent } from './figures.js';
import { failed, whenSeen } from './more.js';

/**
 * @typedef {import('../types.js').Exact} Exact
 * @typedef {{base: Exact, scenarios: {scenario: string, value: Exact, gain: Exact}[],
 *   neighbours: {players: number, value: number, gain: number, gain_95: [number, number]}[]}} Seen
 */

const said = words.lab.seen;

export function seenSection() {
  const at = h('div', { class: 'lab-result' });
  const element = h('section', { class: 'lab-seen', id: 'lab-seen' },
    h('h2', {}, said.title), h('p', { class: 'quiet' }, said.lead), at);
  const stale = whenSeen(element, () => {
    getOnce('/api/information').then(
      (seen) => fill(at, table(seen)),
      (failure) => fill(at, failed(failure)),
    );
  });
  let asked = false;
  return {
    element,
    show: () => {
      if (!asked) stale();
      asked = true;
    },
  };
}

const signed = (/** @type {number} */ share, digits = 4) => `${share > 0 ? '+' : ''}${percent(share, digits)}`;

/** @param {Seen} seen */
function table({ base, scenarios, neighbours }) {
  const most = Math.max(...scenarios.map((each) => each.gain.value));
  const bar = (/** @type {number} */ gain) =>
    h('td', { class: 'lab-gain' }, h('span', { vars: { '--part': gain / most } }));
  const sampled = neighbours.map(({ players, value, gain, gain_95: [low, high] }) => ({
    gain,
    row: h('tr', { 'data-scenario': `neighbours-${players}` },
      h('th', { scope: 'row' }, said.neighbours(players)), bar(gain),
      h('td', {}, signed(gain, 2), h('small', {}, said.margin(percent((high - low) / 2, 2)))),
      h('td', {}, signed(value, 2))),
  }));
  const exactly = scenarios.map(({ scenario, value, gain }) => ({
    gain: gain.value,
    row: h('tr', { 'data-scenario': scenario }, h('th', { scope: 'row' }, said.scenario(scenario)), bar(gain.value),
      h('td', {}, exact(signed(gain.value), gain.exact)), h('td', {}, exact(signed(value.value), value.exact))),
  }));
  const rows = [...exactly, ...sampled].sort((one, other) => one.gain - other.gain).map((each) => each.row);
  return h(
    'div',
    {},
    h('table', {},
      h('thead', {}, h('tr', {}, h('th', { scope: 'col' }, said.what), h('td'), h('th', { scope: 'col' }, said.gain),
        h('th', { scope: 'col' }, said.value))),
      h('tbody', {}, h('tr', {}, h('th', { scope: 'row' }, said.nothing), bar(0), h('td', {}, '–'),
        h('td', {}, exact(signed(base.value), base.exact))), rows)),
    h('p', { class: 'quiet' }, said.how),
  );
}
