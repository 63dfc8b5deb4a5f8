/** Verifies the shuffle of one round in this browser. */

import { engine } from '../app/context.js';
import { cardRow } from '../ui/card.js';
import { dialog } from '../ui/dialog.js';
import { fill, h } from '../ui/dom.js';
import { texts } from '../text/text.js';
import { verify } from './state/shuffle.js';
import { witnessed } from './state/witness.js';

/**
 * @typedef {import('../protocol.gen.js').RoundView} RoundView
 * @typedef {{table: number, dealing: string, round: RoundView, seat: number | null}} Subject
 */

const labels = texts.proof;
const MARKS = { true: '✓', false: '✗', unknown: '?' };

/** @param {Subject} subject */
export function showProof(subject) {
  const body = h('div', { class: 'proof', 'aria-live': 'polite' }, h('p', {}, labels.busy));
  dialog(labels.title, body);
  if (subject.round.revealed) void check(body, subject);
  else fill(body, h('p', {}, labels.early));
}

/**
 * @param {HTMLElement} body
 * @param {Subject} subject
 */
async function check(body, { table, dealing, round, seat }) {
  const seen = witnessed(table, round.number);
  const found = await verify(table, dealing, round, seen);
  const hasSeed = seen?.seed || round.seeds.some((each) => each.seat === seat);
  const { steps } = labels;
  const failed = !found.seedMatches || !found.cardsMatch || [found.commitment, found.ownSeed].includes('false');
  const tone = failed ? 'bad' : found.commitment === 'true' ? 'good' : 'unknown';
  fill(
    body,
    h('p', { class: `verdict ${tone}` }, labels[tone]),
    h(
      'ul',
      { class: 'steps' },
      step(found.seedMatches ? 'true' : 'false', steps.seed),
      step(found.commitment, steps.commitment[found.commitment]),
      found.cardsMatch ? step('true', steps.cards(found.cardsSeen)) : step('false', steps.otherCards),
      hasSeed && step(found.ownSeed, steps.ownSeed[found.ownSeed]),
    ),
    h(
      'dl',
      {},
      row(labels.commitment, round.commitment),
      row(labels.seed, round.revealed ?? ''),
      round.seeds.flatMap((each) => row(labels.playerSeed(each.seat), each.seed)),
    ),
    h('h3', {}, labels.deck),
    h('div', { class: 'deck' }, cardRow(found.deck, 'tiny')),
    h(
      'a',
      {
        class: 'button',
        href: engine.files.history(table, round.number),
        download: `hand-${table}-${round.number}.json`,
        title: labels.exportTitle,
      },
      labels.export,
    ),
  );
}

/** @param {string} name @param {string} value */
const row = (name, value) => [h('dt', {}, name), h('dd', {}, h('code', {}, value))];

/**
 * @param {import('./state/shuffle.js').Check} result
 * @param {string} text
 */
const step = (result, text) =>
  h('li', { class: result }, h('span', { 'aria-hidden': 'true' }, MARKS[result]), ' ', text);
