/** One hand, move by move, on the felt where it was played. */

import { books, get } from '../api.js';
import { button, fill, h, say } from '../dom.js';
import { me } from '../me.js';
import { explainLine } from '../table/result.js';
import { Felt } from '../table/scene.js';
import { everything, nextStep, nothing } from '../table/steps.js';
import { words } from '../words.js';
import { showProof } from './proof.js';

const said = words.history;

/**
 * @typedef {import('../types.js').View} View
 * @typedef {import('../types.js').Shown} Shown
 * @typedef {{view: View, shown: Shown, caption: string}} Frame
 * @typedef {{table: number, round: number, name: string, settings: import('../types.js').Settings,
 *   players: import('../types.js').Player[], steps: {events: any[], view: View}[]}} History
 */

/**
 * @param {string[]} parts
 * @returns {import('../main.js').Page}
 */
export function replayPage([table, round]) {
  const element = h('div', { class: 'room replaying' });
  let stop = () => {};
  void get(`/api/tables/${table}/rounds/${round}`)
    .then(async (history) => {
      stop = await draw(element, history);
    })
    .catch((failure) => fill(element, h('p', { class: 'wrong' }, `${said.gone}: ${failure.message}`)));
  return { element, title: said.replay, wide: true, leave: () => stop() };
}

/**
 * @param {HTMLElement} element
 * @param {History} history
 */
async function draw(element, history) {
  const book = (await books()).find((each) => each.id === history.settings.book);
  if (!book) throw new Error(history.settings.book);
  const frames = framesOf(history);
  const who = me.get();
  const seat = frames.at(-1)?.view.round?.hands.find((hand) => hand.player === who?.id)?.seat ?? null;
  const scene = (/** @type {Frame} */ { view, shown }) => ({
    view: { ...view, standing: 'closed' },
    shown,
    settings: history.settings,
    name: history.name,
    book,
    me: who,
    seat,
    busy: false,
  });
  let at = 0;
  const felt = new Felt(scene(frames[0]), {
    press(wager, circle) {
      const { view, shown } = frames[at];
      const line = view.round?.hands
        .find((hand) => hand.seat === seat)
        ?.wagers.find((each) => each.wager === wager);
      if (line && shown.result) void explainLine(circle, line);
    },
    sit() {},
  });
  const caption = h('p', { class: 'message', 'aria-live': 'polite' });
  const count = h('p', { class: 'detail' });
  const go = (/** @type {number} */ to) => {
    at = Math.max(0, Math.min(frames.length - 1, to));
    felt.update(scene(frames[at]), null);
    say(caption, frames[at].caption);
    say(count, said.at(at + 1, frames.length));
    previous.disabled = at === 0;
    next.disabled = at === frames.length - 1;
  };
  const previous = button(`← ${said.previous}`, () => go(at - 1));
  const next = button(`${said.next} →`, () => go(at + 1), { class: 'primary' });
  const proof = () => {
    const last = frames.at(-1)?.view.round;
    if (last) showProof(history.table, history.settings, last, seat);
  };
  const top = h(
    'div',
    { class: 'table-menu' },
    h('h1', { class: 'table-name' }, `${history.name} · ${said.hand(history.round)}`),
    h('a', { class: 'button quiet-button', href: '#/history' }, said.back),
  );
  const bar = h(
    'div',
    { class: 'controls' },
    h('div', { class: 'said' }, h('div', {}, caption, count)),
    h('div', { class: 'tools' }, button(words.proof.button, proof, { class: 'quiet-button' })),
    h('div', { class: 'actions' }, previous, next),
  );
  const column = h('div', { class: 'main-column' }, top, h('div', { class: 'place' }, felt.element));
  column.append(h('div', { class: 'foot' }, bar));
  fill(element, column);
  go(0);
  return listen(
    () => go(at - 1),
    () => go(at + 1),
  );
}

/**
 * @param {() => void} back
 * @param {() => void} forward
 */
function listen(back, forward) {
  const press = (/** @type {KeyboardEvent} */ event) => {
    if (event.key === 'ArrowLeft') back();
    if (event.key === 'ArrowRight') forward();
  };
  addEventListener('keydown', press);
  return () => removeEventListener('keydown', press);
}

/** What is worth a look of its own. @param {History} history @returns {Frame[]} */
function framesOf(history) {
  /** @type {Frame[]} */
  const frames = [];
  let shown = nothing(history.round);
  for (const { events, view } of history.steps) {
    if (view.round?.number !== history.round) continue;
    for (const event of events) {
      const caption = captionOf(event, history, view);
      if (caption) frames.push({ view: before(view, event), shown, caption });
    }
    for (let due = nextStep(shown, everything(view)); due; due = nextStep(shown, everything(view))) {
      shown = due[1];
      frames.push({ view, shown, caption: said.steps[due[0]] });
    }
  }
  return frames.length ? frames : [{ view: history.steps[0].view, shown, caption: '' }];
}

/** Nobody is thinking any more. @param {View} view @param {any} event */
function before(view, event) {
  if (event.type !== 'decided' || !view.round) return view;
  return {
    ...view,
    round: { ...view.round, hands: view.round.hands.map((hand) => ({ ...hand, awaited: false })) },
  };
}

/**
 * @param {any} event
 * @param {History} history
 * @param {View} view
 */
function captionOf(event, history, view) {
  const hand = view.round?.hands.find((each) => each.seat === event.seat);
  const name = history.players.find((each) => each.id === hand?.player)?.name ?? words.table.seat(event.seat);
  const who = hand?.player === me.get()?.id ? words.table.you : words.player(name);
  switch (event.type) {
    case 'round_opened':
      return said.opened;
    case 'wagered':
      return said.wagered(who, event.wagers.ante, event.wagers.trips + event.wagers.bad_beat);
    case 'bets_closed':
      return said.closed;
    case 'decided': {
      const { action, times } = event.decision;
      return said.decided(who, words.action(action === 'raise' ? `${times}x` : action), event.by === 'table');
    }
    default:
      return null;
  }
}
