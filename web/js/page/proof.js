/** One hand's shuffle, checked in this browser. */

import { cardRow } from '../card.js';
import { dialog } from '../dialog.js';
import { button, fill, h } from '../dom.js';
import { proofOf, verify } from '../fairness.js';
import { words } from '../words.js';

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
  const verdict = await verify(table, settings.dealing, round);
  const mine = round.seeds.some((each) => each.seat === seat);
  const good = verdict.commitment && verdict.cards;
  const step = (/** @type {boolean} */ isTrue, /** @type {string} */ text) =>
    h(
      'li',
      { class: isTrue ? 'true' : 'false' },
      h('span', { 'aria-hidden': 'true' }, isTrue ? '✓' : '✗'),
      ' ',
      text,
    );
  const row = (/** @type {string} */ name, /** @type {string} */ value) => [
    h('dt', {}, name),
    h('dd', {}, h('code', {}, value)),
  ];
  fill(
    body,
    h('p', { class: `verdict ${good ? 'good' : 'bad'}` }, good ? words.proof.good : words.proof.bad),
    h(
      'ul',
      { class: 'steps' },
      step(verdict.commitment, words.proof.steps.commitment),
      step(verdict.cards, words.proof.steps.cards(verdict.seen)),
      mine && step(true, words.proof.steps.yours),
    ),
    h(
      'dl',
      {},
      row(words.proof.commitment, round.commitment),
      row(words.proof.seed, round.revealed ?? ''),
      round.seeds.map((each) => row(words.proof.playerSeed(each.seat), each.seed)).flat(),
    ),
    h('h3', {}, words.proof.deck),
    h('div', { class: 'deck' }, cardRow(verdict.deck, 'tiny')),
    button(words.proof.export, () => save(table, round, verdict.deck), { title: words.proof.exportTitle }),
  );
}

/**
 * @param {number} table
 * @param {Round} round
 * @param {string[]} deck
 */
function save(table, round, deck) {
  download(`hand-${table}-${round.number}.json`, JSON.stringify(proofOf(table, round, deck), null, 2));
}

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
