/** The order in which the parts of a round are shown. */

/**
 * @typedef {import('../../protocol.gen.js').TableView} TableView
 * @typedef {import('./scene.js').Shown} Shown
 * @typedef {'holes' | 'flop' | 'river' | 'dealer' | 'result'} Step
 */

/**
 * @param {number} round
 * @returns {Shown}
 */
export const nothing = (round) => ({ round, holes: false, board: 0, dealer: false, result: false });

/**
 * Everything that a view has to show.
 * @param {TableView} view
 * @returns {Shown}
 */
export function everything(view) {
  const round = view.round;
  if (!round) return nothing(-1);
  // A round can be void before a card is dealt.
  const dealt = round.stage === 'void' ? round.board.length > 0 || round.hands.some((hand) => hand.hole) : true;
  return {
    round: round.number,
    holes: dealt && !['betting', 'closed'].includes(round.stage),
    board: round.board.length,
    dealer: round.dealer !== null,
    result: round.stage === 'settled' || round.stage === 'void',
  };
}

/**
 * The next step on the way to a goal, and what is shown after it; null when there is nothing left.
 * @param {Shown} shown
 * @param {Shown} goal
 * @returns {[Step, Shown] | null}
 */
export function nextStep(shown, goal) {
  /** @type {[boolean, Step, Partial<Shown>][]} */
  const steps = [
    [goal.holes && !shown.holes, 'holes', { holes: true }],
    [goal.board >= 3 && shown.board < 3, 'flop', { board: 3 }],
    [goal.board > shown.board, 'river', { board: goal.board }],
    [goal.dealer && !shown.dealer, 'dealer', { dealer: true }],
    [goal.result && !shown.result, 'result', { result: true }],
  ];
  const due = steps.find(([isDue]) => isDue);
  return due ? [due[1], { ...shown, ...due[2] }] : null;
}
