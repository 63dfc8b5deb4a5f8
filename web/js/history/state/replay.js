/** A finished hand as a series of frames. */

import { everything, nextStep, nothing } from '../../table/state/steps.js';
import { texts } from '../../text/text.js';

/**
 * @typedef {import('../../protocol.gen.js').TableView} TableView
 * @typedef {import('../../protocol.gen.js').RoundHistory} RoundHistory
 * @typedef {{view: TableView, shown: import('../../table/state/scene.js').Shown, caption: string}} Frame
 */

const labels = texts.history;

/**
 * The frames of a hand: one for each event that the players noticed, and one for each step that shows cards.
 * @param {RoundHistory} history
 * @param {number | undefined} user
 * @param {boolean} playerBanked
 * @returns {Frame[]}
 */
export function framesOf(history, user, playerBanked) {
  /** @type {Frame[]} */
  const frames = [];
  let shown = nothing(history.round);
  for (const { events, view } of history.steps) {
    if (view.round?.number !== history.round) continue;
    for (const event of events) {
      const caption = captionOf(event, history, view, user);
      if (caption) frames.push({ view: settledTurn(view, event), shown, caption });
    }
    for (let due = nextStep(shown, everything(view)); due; due = nextStep(shown, everything(view))) {
      shown = due[1];
      frames.push({ view, shown, caption: labels.step(due[0], playerBanked) });
    }
  }
  return frames.length ? frames : [{ view: history.steps[0].view, shown, caption: '' }];
}

/**
 * The view of a decision already awaits the next street; its frame must not.
 * @param {TableView} view
 * @param {any} event
 */
function settledTurn(view, event) {
  if (event.type !== 'decided' || !view.round) return view;
  const hands = view.round.hands.map((hand) => ({ ...hand, awaited: false }));
  return { ...view, round: { ...view.round, hands } };
}

/**
 * @param {any} event
 * @param {RoundHistory} history
 * @param {TableView} view
 * @param {number | undefined} user
 */
function captionOf(event, history, view, user) {
  const hand = view.round?.hands.find((each) => each.seat === event.seat);
  const name = history.players.find((each) => each.id === hand?.player)?.name ?? texts.table.seat(event.seat);
  const who = hand && hand.player === user ? texts.table.you : texts.player(name);
  switch (event.type) {
    case 'round_opened':
      return labels.opened;
    case 'wagered':
      return labels.wagered(who, event.wagers.ante, event.wagers.trips + event.wagers.bad_beat);
    case 'bets_closed':
      return labels.closed;
    case 'decided': {
      const { type, times } = event.decision;
      return labels.decided(who, texts.action(type === 'raise' ? `${times}x` : type), event.by === 'table');
    }
    default:
      return null;
  }
}
