/** Who did what in a log. */

/**
 * @typedef {{by?: number | null, command?: string | null, events: any[]}} LogContent
 * @typedef {import('../../protocol.gen.js').LogEntry & {content: LogContent}} ReadEntry
 */

const FLOOR_ACTS = ['role_given', 'round_voided', 'table_closed', 'closing'];

/** What players do to their own accounts. */
const OWN_ACTS = [
  'joined', 'named', 'day_begun', 'limit_set', 'excluded', 'token_created', 'token_revoked', 'second_factor_set',
  'recovery_codes_set', 'recovery_code_used', 'signed_in',
];

/** Whether the floor did it, and not a player, the clock or the first start. @param {any} event */
export function isFloorAct({ type, by, floor }) {
  if (FLOOR_ACTS.includes(type)) return true;
  if (type === 'voided') return String(by).startsWith('floor');
  return (type === 'table_opened' && Boolean(by)) || (type === 'opened' && Boolean(floor));
}

/** The players that an entry names. @param {LogContent} content @returns {number[]} */
export function peopleIn({ by, events }) {
  const numbers = events.flatMap((event) => [event.player, event.floor, numberOf(event.by)]);
  return [by, ...numbers].filter((number) => typeof number === 'number');
}

/** "player:3", "floor:3" and 3 are all 3; "table" is nobody. @param {unknown} by */
function numberOf(by) {
  if (typeof by === 'number') return by;
  const number = Number(String(by ?? '').split(':')[1]);
  return Number.isFinite(number) && number > 0 ? number : null;
}

/** The player who did it; null where it was the card room itself. @param {any} event @param {LogContent} content */
export function actor(event, content) {
  if (isFloorAct(event)) return event.floor || numberOf(event.by) || content.by || null;
  if (event.by === 'owner' || OWN_ACTS.includes(event.type)) return event.player;
  return numberOf(event.by) ?? (event.by === 'table' ? null : content.by) ?? null;
}
