/**
 * A table as it is presented: what the engine has sent, how much of it has been shown, and who is looking.
 *
 * @typedef {{round: number, holes: boolean, board: number, dealer: boolean, result: boolean}} Shown
 * @typedef {{view: import('../../protocol.gen.js').TableView, shown: Shown,
 *   settings: import('../../protocol.gen.js').TableSettings,
 *   name: string, book: import('../../protocol.gen.js').RuleBook, user: import('../../protocol.gen.js').Me | null,
 *   seat: number | null, busy: boolean}} Scene
 */

/** The user's hand in this round. The hand of an earlier player in the same seat is not theirs. @param {Scene} scene */
export const myHand = ({ view, seat, user }) =>
  view.round?.hands.find((hand) => hand.seat === seat && hand.player === user?.id) ?? null;

/** Whether players bank at this table instead of the house. @param {{book: {bank: string}}} scene */
export const isPlayerBanked = ({ book }) => book.bank !== 'house';

/** Whether the user banks the round that is shown. @param {Scene} scene */
export function banks({ view, seat, user }) {
  const banker = view.round?.banker;
  return banker?.type === 'player_dealer' && banker.seat === seat && banker.player === user?.id;
}

/** Whether the table is for one player, who says when to deal. @param {Scene} scene */
export const isSolo = ({ settings }) => settings.mode.type === 'solo';
