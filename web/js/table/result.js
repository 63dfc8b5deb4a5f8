/** How a round ended, in words. */

import { clauses } from '../api.js';
import { explain } from '../dialog.js';
import { h } from '../dom.js';
import { dollars, signed } from '../money.js';
import { words } from '../words.js';
import { banks, myHand } from './phase.js';

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
  if (yours === theirs) return kicker(round, hand) ?? words.result.against(upper(yours), lower(theirs));
  return words.result.against(upper(yours), lower(theirs));
}

/**
 * The card that decides between two hands of one name. The five come in the order in which they decide.
 * @param {Round} round
 * @param {Hand} hand
 */
function kicker(round, hand) {
  const ranks = (/** @type {string[] | undefined} */ best) => (best ?? []).map((card) => card[0]);
  const [yours, theirs] = [ranks(hand.hand?.best), ranks(round.dealer_hand?.best)];
  const at = yours.findIndex((rank, index) => rank !== theirs[index]);
  if (at < 0) return null;
  return words.result.kicker(upper(hand.hand?.name ?? ''), yours[at], theirs[at], hand.verdict === 'win');
}

/**
 * How it ended for whoever played or banked, and why.
 * @param {import('../types.js').Scene} scene
 * @returns {{net: number, total: string, why: string} | null}
 */
export function outcome(scene) {
  const round = scene.view.round;
  const hand = myHand(scene);
  if (!round || !scene.shown.result || !(hand || banks(scene))) return null;
  if (hand) return { net: hand.net ?? 0, total: words.result.total(hand.net ?? 0), why: reason(round, hand) };
  const net = round.bank_net ?? 0;
  return { net, total: words.result.bank(net), why: round.void_reason ? words.table.voided(round.void_reason) : '' };
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
