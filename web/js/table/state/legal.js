/**
 * What the rules allow now, derived from the view and the rule book. This is the only module of the page that restates
 * a rule; a list of legal actions in the view replaces the bodies of these functions.
 */

import { banks, isPlayerBanked, myHand } from './scene.js';

/**
 * @typedef {import('./scene.js').Scene} Scene
 * @typedef {'preflop' | 'flop' | 'river'} Street
 * @typedef {{type: 'check'} | {type: 'fold'} | {type: 'raise', times: number}} Decision
 * @typedef {Decision & {amount: number}} LegalAction
 */

/** The decisions of each street, the largest raise first. @type {Record<Street, Decision[]>} */
const DECISIONS = {
  preflop: [{ type: 'raise', times: 4 }, { type: 'raise', times: 3 }, { type: 'check' }],
  flop: [{ type: 'raise', times: 2 }, { type: 'check' }],
  river: [{ type: 'raise', times: 1 }, { type: 'fold' }],
};

/** @param {Street} street */
export const decisionsOn = (street) => DECISIONS[street];

/** The name of a decision as advice uses it: "4x", "check", "fold". @param {Decision} decision */
export const actionName = (decision) => (decision.type === 'raise' ? `${decision.times}x` : decision.type);

/** What the user can decide now, with the chips each decision takes. @param {Scene} scene @returns {LegalAction[]} */
export function legalActions(scene) {
  const hand = myHand(scene);
  const stage = scene.view.round?.stage;
  if (!hand?.awaited || (stage !== 'preflop' && stage !== 'flop' && stage !== 'river')) return [];
  return DECISIONS[stage].map((decision) => ({
    ...decision,
    amount: decision.type === 'raise' ? decision.times * hand.ante : 0,
  }));
}

/** Whether the table takes bets now, including while the last result is still shown. @param {Scene} scene */
export function canBet(scene) {
  const stage = scene.view.round?.stage;
  if (scene.view.standing !== 'open') return false;
  if (isPlayerBanked(scene)) return stage === 'betting' && !banks(scene);
  return !stage || ['betting', 'settled', 'void'].includes(stage);
}

/**
 * The smallest and largest amount on one wager.
 * @param {Pick<import('../../types.js').Settings, 'minimum' | 'maximum' | 'chip'>} settings
 */
export const betLimits = ({ minimum, maximum, chip }) => ({ minimum: minimum ?? chip, maximum: maximum ?? Infinity });
