/** What a player who banks a round pays to the card room. */

/**
 * The fees by total action, lowest bracket first; empty where nothing is collected.
 * @param {Pick<import('./scene.js').Scene, 'settings' | 'book'>} table
 * @returns {{from: number, fee: number}[]}
 */
export function collectionFees({ settings: { schedule }, book }) {
  if (Array.isArray(schedule)) return schedule.map(([from, fee]) => ({ from, fee }));
  const printed = book.collection_schedules.find((each) => schedule && each.schedule === schedule);
  return printed?.brackets.map(({ from, player_dealer_collection: fee }) => ({ from, fee })) ?? [];
}
