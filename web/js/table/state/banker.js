/** Who is on the other side of the bets. */

import { texts } from '../../text/text.js';
import { isPlayerBanked } from './scene.js';

/** @param {import('./scene.js').Scene} scene */
export function bankerName(scene) {
  const { view, user } = scene;
  const banker = view.round?.banker;
  if (!banker || banker.type === 'house') return texts.table.dealer(isPlayerBanked(scene));
  if (banker.player === user?.id) return texts.table.youBank;
  const name = view.seats.find((each) => each.player?.id === banker.player)?.player?.name;
  return texts.table.banks(texts.player(name ?? texts.table.seat(banker.seat)));
}
