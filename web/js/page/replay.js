/** One hand, move by move, on the felt where it was played. */

import { books, get } from '../api.js';
import { button, fill, h, say } from '../dom.js';
import { me } from '../me.js';
import { explainLine } from '../table/result.js';
import { Felt } from '../table/scene.js';
import { everything, nextStep, nothing } from '../table/steps.js';
import { words } from '../words.js';
import { attempt } from './failed.js';
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
  let left = false;
  attempt(element, async () => {
    const history = await get(`/api/tables/${table}/rounds/${round}`);
    const book = (await books()).find((each) => each.id === history.settings.book);
    if (!book) throw new Error(`${said.gone}: ${history.settings.book}`);
    if (left) return;
    const replay = new Replay(history, book);
    fill(element, replay.element);
    stop = listen(
      () => replay.go(-1),
      () => replay.go(1),
    );
  });
  const leave = () => {
    left = true;
    stop();
  };
  return { element, title: said.replay, wide: true, leave };
}

class Replay {
  /**
   * @param {History} history
   * @param {import('../types.js').Book} book
   */
  constructor(history, book) {
    this.history = history;
    this.book = book;
    this.frames = framesOf(history);
    this.at = 0;
    const hands = this.frames.at(-1)?.view.round?.hands;
    this.seat = hands?.find((hand) => hand.player === me.get()?.id)?.seat ?? null;
    this.felt = new Felt(this.scene(), { press: (wager, circle) => this.press(wager, circle), sit() {} });
    this.caption = h('p', { class: 'message', 'aria-live': 'polite' });
    this.count = h('p', { class: 'detail' });
    this.previous = button(`← ${said.previous}`, () => this.go(-1));
    this.next = button(`${said.next} →`, () => this.go(1), { class: 'primary' });
    this.element = this.column();
    this.go(0);
  }

  column() {
    const { history } = this;
    const top = h(
      'div',
      { class: 'table-menu' },
      h('h1', { class: 'table-name' }, `${history.name} · ${said.hand(history.round)}`),
      h('a', { class: 'button quiet-button', href: '#/history' }, said.back),
    );
    const bar = h(
      'div',
      { class: 'controls' },
      h('div', { class: 'said' }, h('div', {}, this.caption, this.count)),
      h(
        'div',
        { class: 'tools' },
        button(words.proof.button, () => this.proof(), { class: 'quiet-button' }),
      ),
      h('div', { class: 'actions' }, this.previous, this.next),
    );
    const place = h('div', { class: 'place' }, this.felt.element);
    return h('div', { class: 'main-column' }, top, place, h('div', { class: 'foot' }, bar));
  }

  /** @returns {import('../types.js').Scene} */
  scene() {
    const { view, shown } = this.frames[this.at];
    const { settings, name } = this.history;
    const { book, seat } = this;
    return { view: { ...view, standing: 'closed' }, shown, settings, name, book, me: me.get(), seat, busy: false };
  }

  /** @param {number} by */
  go(by) {
    const last = this.frames.length - 1;
    this.at = Math.max(0, Math.min(last, this.at + by));
    this.felt.update(this.scene(), null);
    say(this.caption, this.frames[this.at].caption);
    say(this.count, said.at(this.at + 1, last + 1));
    this.previous.disabled = this.at === 0;
    this.next.disabled = this.at === last;
  }

  /**
   * @param {import('../types.js').WagerName} wager
   * @param {HTMLElement} circle
   */
  press(wager, circle) {
    const { view, shown } = this.frames[this.at];
    const hand = view.round?.hands.find((each) => each.seat === this.seat);
    const line = hand?.wagers.find((each) => each.wager === wager);
    if (line && shown.result) void explainLine(circle, line);
  }

  proof() {
    const last = this.frames.at(-1)?.view.round;
    if (last) showProof(this.history.table, this.history.settings, last, this.seat);
  }
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
