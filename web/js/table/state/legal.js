/** What the view says is legal now. The engine knows the rules; the page restates none of them. */

import { myHand } from './scene.js';

/**
 * @typedef {import('./scene.js').Scene} Scene
 * @typedef {import('../../protocol.gen.js').LegalAction} LegalAction
 * @typedef {'preflop' | 'flop' | 'river'} Street
 */

/** The chips that a decision takes. @param {LegalAction} action */
export const amountOf = (action) => (action.type === 'raise' ? action.amount : 0);

/** The name of a decision as advice uses it: "4x", "check", "fold". @param {LegalAction} action */
export const actionName = (action) => (action.type === 'raise' ? `${action.times}x` : action.type);

/** What the user can decide now, the largest raise first. @param {Scene} scene */
export const legalActions = (scene) =>
  [...(myHand(scene)?.actions ?? [])].sort((one, other) => amountOf(other) - amountOf(one));

/** Whether the user can bet now, including while the last result is still shown. @param {Scene} scene */
export const canBet = ({ view, seat }) => view.seats.some((each) => each.seat === seat && each.may_wager);
