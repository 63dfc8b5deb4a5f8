/** How a round ended, in words. */

import { clauses } from '../api.js';
import { explain } from '../dialog.js';
import { h } from '../dom.js';
import { dollars, signed } from '../money.js';
import { words } from '../words.js';

/**
 * @typedef {import('../types.js').Round} Round
 * @typedef {import('../types.js').Hand} Hand
 * @typedef {import('../types.js').Line} Line
 */

/** @param {string} text */
const lower = (text) => text.charAt(0).toLowerCase() + text.slice(1);

/** @param {string} text */
const upper = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/**
 * What decided it: "Two pair against the dealer's pair".
 * @param {Round} round
 * @param {Hand} hand
 */
export function reason(round, hand) {
  if (round.void_reason) return words.table.voided(round.void_reason);
  const [yours, theirs] = [hand.hand?.name, round.dealer_hand?.name];
  if (hand.verdict === 'fold') return words.result.folded;
  if (!yours || !theirs) return '';
  if (hand.verdict === 'push') return words.result.ties(lower(yours));
  return words.result.against(upper(yours), lower(theirs));
}

/**
 * Explains how a wager ended, beside it.
 * @param {Element} beside
 * @param {Line} line
 */
export async function explainLine(beside, line) {
  const all = await clauses().catch(() => []);
  const clause = all.find((each) => each.id === line.clause);
  const row = (/** @type {string} */ name, /** @type {string} */ value) => [h('dt', {}, name), h('dd', {}, value)];
  explain(
    beside,
    h('h3', {}, words.result.line(line)),
    h(
      'dl',
      {},
      row(words.result.stake, dollars(line.stake)),
      row(words.result.outcome, line.net ? signed(line.net) : words.result.push),
    ),
    h('p', { class: 'clause' }, h('b', {}, line.clause), ' ', clause?.text ?? ''),
    h('p', { class: 'quiet' }, words.result.order(line.step)),
  );
}
