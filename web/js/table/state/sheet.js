/** The banker's sheet: what each wager of a round did to the bank, in the order in which they settled. */

import { tagOf } from './tag.js';

/**
 * @typedef {import('../../protocol.gen.js').TableView} TableView
 * @typedef {import('../../protocol.gen.js').Wager} Wager
 *
 * A wager as the bank sees it: `result` is what the bank won or lost by it, `running` its result so far. `tag` says how
 * the wager ended where that is not plain from the amount.
 * @typedef {{wager: Wager, stake: number, result: number, running: number, tag: string}} SheetLine
 * @typedef {{seat: number, player: string, lines: SheetLine[]}} SheetSeat
 * @typedef {{round: number, bank: number, seats: SheetSeat[], gain: number, collection: number, net: number,
 *   voidReason: string | null}} Sheet
 */

/**
 * Makes the sheet of a round that a player banked and that is over; null for every other round. Wagers of one seat that
 * settle one after the other stand together, so that a seat may appear twice: where folded hands are collected first.
 * @param {TableView} view
 * @returns {Sheet | null}
 */
export function sheetOf({ round, seats }) {
  if (!round || round.banker.type !== 'player_dealer' || !['settled', 'void'].includes(round.stage)) return null;
  const settled = round.hands.flatMap(({ seat, player, wagers }) =>
    wagers.filter(({ order }) => order !== null).map((line) => ({ seat, player, line })),
  );
  settled.sort((one, other) => (one.line.order ?? 0) - (other.line.order ?? 0));
  /** @type {SheetSeat[]} */
  const sheetSeats = [];
  for (const { seat, player, line } of settled) {
    if (sheetSeats.at(-1)?.seat !== seat) {
      const name = seats.find((each) => each.player?.id === player)?.player?.name ?? '';
      sheetSeats.push({ seat, player: name, lines: [] });
    }
    const isPlain = line.outcome === 'win' || line.outcome === 'lose';
    sheetSeats.at(-1)?.lines.push({
      wager: line.wager,
      stake: line.stake,
      result: 0 - (line.net ?? 0),
      running: line.bank ?? 0,
      tag: isPlain ? '' : tagOf(line).text,
    });
  }
  const isVoid = round.void_reason !== null;
  const gain = round.bank_net ?? 0;
  // A void round gives the collection back.
  const collection = isVoid ? 0 : (round.collection ?? 0);
  return {
    round: round.number,
    bank: round.banker.wager ?? 0,
    seats: sheetSeats,
    gain,
    collection,
    net: gain - collection,
    voidReason: round.void_reason,
  };
}
