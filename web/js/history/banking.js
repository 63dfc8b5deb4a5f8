/** What the user earned by banking: each session, beside what theory expects of the wagers that lay there. */

import { engine } from '../app/context.js';
import { banking as labels } from '../text/banking.js';
import { fill, h } from '../ui/dom.js';
import { attempt } from '../ui/failed.js';

/**
 * @typedef {import('../protocol.gen.js').BankingReport} BankingReport
 * @typedef {import('../protocol.gen.js').BankingResult} BankingResult
 */

/** The report, which is asked for when it is opened: theory counts every deal of a game the first time. */
export function bankingSheet() {
  const body = h('div', { 'aria-live': 'polite' });
  const element = h('details', { class: 'splits', id: 'banking' }, h('summary', {}, labels.title), body);
  const load = async () => {
    fill(body, h('p', { class: 'quiet' }, labels.wait));
    fill(body, content(await engine.banking()));
  };
  element.addEventListener('toggle', () => !body.firstChild && attempt(body, load));
  return element;
}

/** @param {BankingReport} report */
function content({ sessions, total, assumptions, truncated }) {
  if (!sessions.length) return [h('p', { class: 'quiet' }, labels.none)];
  return [
    sessions.length > 1 && section(labels.all, total),
    ...sessions.map(({ name, from_ms, to_ms, result }) => section(labels.session(name, from_ms, to_ms), result)),
    total.theory && h('p', { class: 'quiet' }, assumptions.join(' ')),
    truncated && h('p', { class: 'quiet' }, labels.truncated),
  ];
}

/** @param {string} title @param {BankingResult} result */
function section(title, result) {
  const { rounds, void_rounds: voids, action, gain, fees, net, uncovered_wagers: uncovered, theory } = result;
  /** @type {[string, string, string][]} */
  const all = [
    [labels.rounds, labels.number(rounds), labels.voids(voids)],
    [labels.action, labels.dollars(action), labels.uncovered(uncovered)],
    [labels.gain, labels.signed(gain), theory ? labels.deviations(theory.deviations) : labels.before],
    [labels.fees, labels.dollars(fees), ''],
    [labels.net, labels.signed(net), labels.after],
  ];
  if (theory) {
    all.splice(3, 0,
      [labels.expected, labels.signed(Math.round(theory.expected)), labels.deviation(theory.deviation)]);
  }
  const cell = (/** @type {[string, string, string]} */ [name, value, note]) =>
    h('div', {}, h('dt', {}, name), h('dd', {}, value), h('dd', { class: 'note' }, note));
  return h('section', {}, h('h2', {}, title),
    h('dl', { class: 'totals', title: theory && labels.exact(theory.exact) }, all.map(cell)));
}
