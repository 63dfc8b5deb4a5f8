/** The rounds that this browser session has seen to the end, with how they went. */

import { signal } from './signal.js';

/**
 * @typedef {import('./types.js').Round} Round
 * @typedef {{table: number, name: string, settings: import('./types.js').Settings, seat: number, at_ms: number,
 *   round: Round, decisions: {stage: string, action: string, by: string}[]}} Kept
 */

const KEY = 'uth.rounds';
const MOST = 200;

/** @returns {Kept[]} */
function read() {
  try {
    return JSON.parse(sessionStorage.getItem(KEY) ?? '[]');
  } catch {
    return [];
  }
}

/** Newest first. */
export const rounds = signal(read());

/** Decisions of rounds that are not over. @type {Map<string, Kept['decisions']>} */
const decided = new Map();

/**
 * Keeps a round of one's own once it is over.
 * @param {import('./socket.js').Told} told
 * @param {number | null} player
 */
export function keep(told, player) {
  const round = told.view.round;
  const hand = round?.hands.find((each) => each.player === player);
  if (!round || !hand) return;
  const key = `${told.view.table}/${round.number}`;
  const decisions = decided.get(key) ?? [];
  decided.set(key, decisions);
  let stage = stageBefore(told.events, round.stage);
  for (const event of told.events) {
    if (event.type === 'turned') stage = event.stage;
    if (event.type !== 'decided' || event.seat !== hand.seat) continue;
    const { action, times } = event.decision;
    decisions.push({ stage, action: action === 'raise' ? `${times}x` : action, by: event.by });
  }
  if (!round.revealed || rounds.get().some((each) => `${each.table}/${each.round.number}` === key)) return;
  decided.delete(key);
  const kept = {
    table: told.view.table,
    name: told.name,
    settings: told.settings,
    seat: hand.seat,
    at_ms: Date.now(),
    round,
    decisions,
  };
  rounds.set([kept, ...rounds.get()].slice(0, MOST));
  try {
    sessionStorage.setItem(KEY, JSON.stringify(rounds.get()));
  } catch {
    // The list lives as long as the page.
  }
}

/**
 * The street on which events began: the one before the first that was turned.
 * @param {any[]} events
 * @param {string} now
 */
function stageBefore(events, now) {
  const turned = events.find((event) => event.type === 'turned')?.stage;
  if (turned === 'flop') return 'preflop';
  if (turned === 'river') return 'flop';
  return now === 'settled' ? 'river' : now;
}
