/** One finished hand, step by step, on the felt where it was played. */

import { account, engine } from '../app/context.js';
import { entriesOfHand } from '../coach/state/split.js';
import { Waterfall } from '../coach/waterfall.js';
import { showProof } from '../fairness/proof-dialog.js';
import { explainLine } from '../table/explain-line.js';
import { Felt } from '../table/felt.js';
import { sheetTable } from '../table/sheet.js';
import { banks, isPlayerBanked } from '../table/state/scene.js';
import { sheetOf } from '../table/state/sheet.js';
import { texts } from '../text/text.js';
import { dialog } from '../ui/dialog.js';
import { button, fill, h, say } from '../ui/dom.js';
import { attempt } from '../ui/failed.js';
import { framesOf } from './state/replay.js';

const labels = texts.history;

/** @typedef {import('../protocol.gen.js').RoundHistory} RoundHistory */

/**
 * @param {string[]} parts
 * @returns {import('../app/main.js').Page}
 */
export function replayPage([table, round]) {
  const element = h('div', { class: 'room replaying' });
  let stop = () => {};
  let hasLeft = false;
  attempt(element, async () => {
    const history = await engine.history(table, round);
    const book = (await engine.books()).find((each) => each.id === history.settings.book);
    if (!book) throw new Error(`${labels.gone}: ${history.settings.book}`);
    if (hasLeft) return;
    const replay = new Replay(history, book);
    const split = h('section', { class: 'splits', hidden: true });
    fill(element, replay.element, split);
    if (replay.seat !== null) void showSplit(split, table, round);
    stop = listenToArrows(
      () => replay.go(-1),
      () => replay.go(1),
    );
  });
  const leave = () => {
    hasLeft = true;
    stop();
  };
  return { element, title: labels.replay, wide: true, leave };
}

/**
 * Shows below the felt what made the result of each of the user's hands. A round that cannot be split is shown without.
 * @param {HTMLElement} at
 * @param {string} table
 * @param {string} round
 */
async function showSplit(at, table, round) {
  const split = await engine.split(table, round).catch(() => null);
  const user = account.user.get()?.id;
  const hands = split?.hands.filter((hand) => hand.player === user && !hand.void) ?? [];
  at.hidden = hands.length === 0;
  for (const hand of hands) {
    const waterfall = new Waterfall();
    const title = hands.length > 1 ? `${labels.split} · ${texts.table.seat(hand.seat)}` : labels.split;
    waterfall.update({ title, entries: entriesOfHand(hand), result: Number(hand.result.cents.exact) });
    at.append(waterfall.element);
  }
}

class Replay {
  /**
   * @param {RoundHistory} history
   * @param {import('../protocol.gen.js').RuleBook} book
   */
  constructor(history, book) {
    this.history = history;
    this.book = book;
    this.frames = framesOf(history, account.user.get()?.id, isPlayerBanked({ book }));
    this.at = 0;
    this.seat = seatOf(this.frames.at(-1)?.view.round ?? null, account.user.get()?.id);
    this.felt = new Felt(this.scene(), { press: (wager, circle) => this.press(wager, circle), sit() {} });
    this.caption = h('p', { class: 'message', 'aria-live': 'polite' });
    this.count = h('p', { class: 'detail' });
    this.previous = button(`← ${labels.previous}`, () => this.go(-1));
    this.next = button(`${labels.next} →`, () => this.go(1), { class: 'primary' });
    this.element = this.column();
    this.go(0);
  }

  column() {
    const { history } = this;
    const top = h(
      'div',
      { class: 'table-menu' },
      h('h1', { class: 'table-name' }, `${history.name} · ${labels.hand(history.round)}`),
      h('a', { class: 'button quiet-button', href: '#/history' }, labels.back),
    );
    const bar = h(
      'div',
      { class: 'controls' },
      h('div', { class: 'status' }, h('div', {}, this.caption, this.count)),
      h(
        'div',
        { class: 'tools' },
        button(texts.proof.button, () => this.proof(), { class: 'quiet-button' }),
        this.banked() && button(texts.sheet.open, () => this.sheet(), { class: 'quiet-button' }),
      ),
      h('div', { class: 'actions' }, this.previous, this.next),
    );
    const place = h('div', { class: 'place' }, this.felt.element);
    return h('div', { class: 'main-column' }, top, place, h('div', { class: 'foot' }, bar));
  }

  /** @returns {import('../table/state/scene.js').Scene} */
  scene() {
    const { view, shown } = this.frames[this.at];
    const { settings, name } = this.history;
    const { book, seat } = this;
    const user = account.user.get();
    // Nobody can sit down in the past.
    return { view: { ...view, status: 'closed' }, shown, settings, name, book, user, seat, busy: false };
  }

  /** @param {number} by */
  go(by) {
    const last = this.frames.length - 1;
    this.at = Math.max(0, Math.min(last, this.at + by));
    this.felt.update({ scene: this.scene(), draft: null });
    say(this.caption, this.frames[this.at].caption);
    say(this.count, labels.at(this.at + 1, last + 1));
    this.previous.disabled = this.at === 0;
    this.next.disabled = this.at === last;
  }

  /**
   * @param {import('../protocol.gen.js').Wager} wager
   * @param {HTMLElement} circle
   */
  press(wager, circle) {
    const { view, shown } = this.frames[this.at];
    const hand = view.round?.hands.find((each) => each.seat === this.seat);
    const line = hand?.wagers.find((each) => each.wager === wager && each.outcome);
    if (hand && line && shown.result) void explainLine(circle, hand, line);
  }

  /** Whether the user banked the round. */
  banked() {
    const view = this.frames.at(-1)?.view;
    return view ? banks({ ...this.scene(), view }) : false;
  }

  sheet() {
    const view = this.frames.at(-1)?.view;
    const sheet = view && sheetOf(view);
    if (sheet) dialog(texts.sheet.title, sheetTable(sheet));
  }

  proof() {
    const last = this.frames.at(-1)?.view.round;
    const { table, settings } = this.history;
    if (last) showProof({ table, dealing: settings.dealing ?? '', round: last, seat: this.seat });
  }
}

/**
 * Where a user played or banked a round.
 * @param {import('../protocol.gen.js').RoundView | null} round
 * @param {number | undefined} user
 */
function seatOf(round, user) {
  const { banker, hands = [] } = round ?? {};
  const bank = banker?.type === 'player_dealer' && banker.player === user ? banker : null;
  return (hands.find((hand) => hand.player === user) ?? bank)?.seat ?? null;
}

/**
 * @param {() => void} back
 * @param {() => void} forward
 */
function listenToArrows(back, forward) {
  const press = (/** @type {KeyboardEvent} */ event) => {
    if (event.key === 'ArrowLeft') back();
    if (event.key === 'ArrowRight') forward();
  };
  addEventListener('keydown', press);
  return () => removeEventListener('keydown', press);
}
