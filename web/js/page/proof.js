/** One hand's shuffle, checked in this browser. */

import { cardRow } from '../card.js';
import { dialog } from '../dialog.js';
import { fill, h } from '../dom.js';
import { verify } from '../fairness.js';
import { seenOf } from '../seen.js';
import { words } from '../words.js';

const said = words.proof.steps;

/**
 * @typedef {import('../types.js').Round} Round
 * @typedef {import('../types.js').Settings} Settings
 */

/**
 * @param {number} table
 * @param {Settings} settings
 * @param {Round} round
 * @param {number | null} seat
 */
export function showProof(table, settings, round, seat) {
  const body = h('div', { class: 'proof', 'aria-live': 'polite' }, h('p', {}, words.proof.busy));
  dialog(words.proof.title, body);
  if (!round.revealed) return fill(body, h('p', {}, words.proof.early));
  void check(body, table, settings, round, seat);
}

/**
 * @param {HTMLElement} body
 * @param {number} table
 * @param {Settings} settings
 * @param {Round} round
 * @param {number | null} seat
 */
async function check(body, table, settings, round, seat) {
  const kept = seenOf(table, round.number);
  const verdict = await verify(table, settings.dealing, round, kept);
  const mine = kept?.seed || round.seeds.some((each) => each.seat === seat);
  const steps = [
    step(verdict.commitment ? 'true' : 'false', said.commitment),
    step(verdict.promise, said.promise[verdict.promise]),
    verdict.cards ? step('true', said.cards(verdict.seen)) : step('false', said.others),
    mine && step(verdict.own, said.yours[verdict.own]),
  ];
  const wrong = !verdict.commitment || !verdict.cards || [verdict.promise, verdict.own].includes('false');
  const tone = wrong ? 'bad' : verdict.promise === 'true' ? 'good' : 'unknown';
  const row = (/** @type {string} */ name, /** @type {string} */ value) => [
    h('dt', {}, name),
    h('dd', {}, h('code', {}, value)),
  ];
  fill(
    body,
    h('p', { class: `verdict ${tone}` }, words.proof[tone]),
    h('ul', { class: 'steps' }, steps),
    h(
      'dl',
      {},
      row(words.proof.commitment, round.commitment),
      row(words.proof.seed, round.revealed ?? ''),
      round.seeds.map((each) => row(words.proof.playerSeed(each.seat), each.seed)).flat(),
    ),
    h('h3', {}, words.proof.deck),
    h('div', { class: 'deck' }, cardRow(verdict.deck, 'tiny')),
    h(
      'a',
      {
        class: 'button',
        href: `/api/tables/${table}/rounds/${round.number}`,
        download: `hand-${table}-${round.number}.json`,
        title: words.proof.exportTitle,
      },
      words.proof.export,
    ),
  );
}

const MARKS = { true: '✓', false: '✗', unknown: '?' };

/**
 * @param {import('../fairness.js').Told} told
 * @param {string} text
 */
const step = (told, text) =>
  h('li', { class: told }, h('span', { 'aria-hidden': 'true' }, MARKS[told]), ' ', text);

/**
 * @param {string} name
 * @param {string} text
 * @param {string} [type]
 */
export function download(name, text, type = 'application/json') {
  const address = URL.createObjectURL(new Blob([text], { type }));
  h('a', { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 1_000);
}
