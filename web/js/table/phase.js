/** What somebody at the table can do now. */

/**
 * @typedef {import('../types.js').Scene} Scene
 * @typedef {'watch' | 'closed' | 'busy' | 'away' | 'bet' | 'placed' | 'decide' | 'wait' | 'result' | 'offer' | 'bank'
 *   | 'no-bank'} Phase
 */

/** The hand of whoever sat here before is not one's own. @param {Scene} scene */
export const myHand = ({ view, seat, me }) =>
  view.round?.hands.find((hand) => hand.seat === seat && hand.player === me?.id) ?? null;

/** @param {Scene} scene */
export const isPlayerBanked = ({ book }) => book.bank !== 'house';

/**
 * @param {Scene} scene
 * @param {number} dismissed the round whose result was put away
 * @returns {Phase}
 */
export function phase(scene, dismissed) {
  const { view, seat, busy } = scene;
  const round = view.round;
  if (view.standing === 'closed') return 'closed';
  if (seat === null) return 'watch';
  if (busy) return 'busy';
  const hand = myHand(scene);
  const chair = view.seats.find((each) => each.seat === seat);
  if (view.bank.type === 'offered' && view.bank.seat === seat) return 'offer';
  if (round && ['closed', 'preflop', 'flop', 'river'].includes(round.stage)) {
    if (hand?.awaited) return 'decide';
    return banks(scene) ? 'bank' : 'wait';
  }
  if (chair?.sits_out) return 'away';
  if (round?.stage === 'betting') {
    if (banks(scene)) return 'bank';
    return hand ? 'placed' : 'bet';
  }
  if (round && (hand || banks(scene)) && round.number !== dismissed) return 'result';
  return isPlayerBanked(scene) ? 'no-bank' : 'bet';
}

/** Whether somebody banks the round that is shown. @param {Scene} scene */
export function banks({ view, seat, me }) {
  const banker = view.round?.banker;
  return banker?.type === 'player_dealer' && banker.seat === seat && banker.player === me?.id;
}

/** Whether one can bet right now, also while the last result is still shown. @param {Scene} scene */
export function canBet(scene) {
  const stage = scene.view.round?.stage;
  if (scene.view.standing !== 'open') return false;
  if (isPlayerBanked(scene)) return stage === 'betting' && !banks(scene);
  return !stage || ['betting', 'settled', 'void'].includes(stage);
}

/** How long the table's present deadline was at first. @param {Scene} scene */
export function wholeTime({ view, settings }) {
  const pace = settings.pace;
  const stage = view.round?.stage;
  if (view.bank.type === 'offered') return pace.type === 'clock' ? pace.bank_ms : 0;
  if (stage === 'betting') return pace.type === 'clock' ? pace.betting_ms : 0;
  return settings.decision_ms;
}
