/** The felt: the dealer's side, the other seats, the user's own spot, and the pay tables beside its circles. */

import { texts } from '../text/text.js';
import { fill, h, say } from '../ui/dom.js';
import { Dealer } from './dealer.js';
import { payTables } from './pays.js';
import { Pod } from './pod.js';
import { sheetTable } from './sheet.js';
import { Spot } from './spot.js';
import { banks, myHand } from './state/scene.js';
import { sheetOf } from './state/sheet.js';
import { nothing } from './state/steps.js';
import { stakesOf, totalOf } from './state/wagers.js';

/**
 * @typedef {import('./state/scene.js').Scene} Scene
 * @typedef {import('../protocol.gen.js').Wager} Wager
 * @typedef {{press: (wager: Wager, element: HTMLElement) => void, sit: (seat: number) => void}} Hooks
 */

/** As many seats stand beside the board; with more, they reach down beside the user's own cards. */
const MOST_BESIDE_BOARD = 3;
/** On a narrow screen as many seats stand in one row. */
const MOST_IN_ROW = 3;

export class Felt {
  /** Whose best five are highlighted: a seat's, the dealer's, or the user's own. @type {number | 'dealer' | null} */
  #highlighted = null;
  /** The seats that are shown, once they are arranged. @type {string | null} */
  #arranged = null;
  #drawnSheet = '';
  /** @type {Scene} */
  #scene;

  /**
   * @param {Scene} scene
   * @param {Hooks} hooks
   */
  constructor(scene, hooks) {
    const { offers, seats } = scene.view;
    this.#scene = scene;
    this.dealer = new Dealer(() => this.#toggleHighlight('dealer'));
    this.spot = new Spot(offers, hooks.press);
    this.pods = seats.map(
      ({ seat }) => new Pod(seat, offers, hooks.sit, (each) => this.#toggleHighlight(each)),
    );
    this.left = h('div', { class: 'side left' });
    this.right = h('div', { class: 'side right' });
    this.note = h('p', { class: 'watching' });
    this.sheet = h('div', { class: 'sheet-on-felt', tabindex: 0, role: 'region', 'aria-label': texts.sheet.title });
    this.pays = payTables(offers);
    this.element = h('div', { class: 'rail', 'data-book': scene.book.id }, this.#cloth());
  }

  /** Bonus wagers lie left of the Ante, and so do their pay tables. */
  #cloth() {
    const tables = (/** @type {boolean} */ isBlind) =>
      h(
        'div',
        { class: `felt-pays ${isBlind ? 'at-right' : 'at-left'}` },
        this.pays.filter(({ wager }) => (wager === 'blind') === isBlind).map(({ element }) => element),
      );
    const near = h('div', { class: 'near' }, tables(false), this.spot.mine, this.note, this.sheet, tables(true));
    return h('div', { class: 'felt' }, this.dealer.element, this.left, this.right, this.spot.circles, near);
  }

  /** @param {{scene: Scene, draft: import('./state/bets.js').Bet | null}} props */
  update({ scene, draft }) {
    if (scene.shown.round !== this.#scene.shown.round) this.#highlighted = null;
    // A bet that is being made has put the last round away: its cards are gone.
    if (draft && ['settled', 'void'].includes(scene.view.round?.stage ?? '')) {
      scene = { ...scene, shown: nothing(scene.shown.round) };
    }
    this.#scene = scene;
    this.#arrange(scene);
    this.dealer.update({ scene });
    const { shoe, plaque } = this.dealer;
    // Narrow screens have no tray; chips then come from the dealer's plaque.
    const tray = this.dealer.tray.offsetParent ? this.dealer.tray : plaque;
    for (const pod of this.pods) if (pod.seat !== scene.seat) pod.update({ scene, shoe });
    const isPlaying = scene.seat !== null && !banks(scene);
    this.spot.circles.hidden = !isPlaying;
    this.spot.mine.hidden = !isPlaying;
    if (isPlaying) this.spot.update({ scene, draft, shoe, tray });
    for (const table of this.pays) table.update({ scene, isOver: scene.shown.result });
    this.#drawSheet(scene);
    this.note.hidden = isPlaying || !this.sheet.hidden;
    say(this.note, noteOf(scene));
    this.#highlight(draft !== null);
  }

  /** Arranges the seats around the table: clockwise, with the user's own in front. @param {Scene} scene */
  #arrange({ seat, view }) {
    const places = view.seats.length;
    const first = seat ?? Math.ceil(places / 2) + 1;
    // A free seat is only shown to users who can take it.
    const canSit = seat === null && view.status === 'open';
    const isShown = (/** @type {Pod} */ pod) =>
      pod.seat !== seat && (canSit || view.seats.some((each) => each.seat === pod.seat && each.player));
    const turn = (/** @type {Pod} */ pod) => (pod.seat - first + places) % places;
    const others = this.pods.filter(isShown).sort((one, other) => turn(one) - turn(other));
    const key = others.map((pod) => pod.seat).join();
    if (key === this.#arranged) return;
    this.#arranged = key;
    const half = Math.ceil(others.length / 2);
    const elements = others.map((pod) => pod.element);
    // Clockwise from the user's own seat is up the left side, then down the right.
    fill(this.left, elements.slice(0, half).reverse());
    fill(this.right, elements.slice(half));
    const { classList, style } = this.element;
    classList.toggle('alone', others.length === 0);
    classList.toggle('crowded', half > MOST_BESIDE_BOARD);
    const rows = Math.ceil(others.length / MOST_IN_ROW);
    classList.toggle('in-rows', rows > 1);
    style.setProperty('--columns', String(Math.ceil(others.length / Math.max(rows, 1)) || 1));
  }

  /** Lays the sheet where the banker's own bets would lie. @param {Scene} scene */
  #drawSheet(scene) {
    const sheet = banks(scene) && scene.shown.result ? sheetOf(scene.view) : null;
    const drawn = JSON.stringify(sheet);
    this.sheet.hidden = sheet === null;
    if (drawn === this.#drawnSheet) return;
    this.#drawnSheet = drawn;
    fill(this.sheet, sheet && sheetTable(sheet));
  }

  /** @param {number | 'dealer'} whose */
  #toggleHighlight(whose) {
    this.#highlighted = this.#highlighted === whose ? null : whose;
    this.#highlight(false);
  }

  /** @param {boolean} isOff */
  #highlight(isOff) {
    const whose = this.#highlighted;
    const best = this.#scene.shown.result && !isOff ? this.#bestFive() : null;
    this.dealer.highlight(best);
    this.spot.highlight(best);
    for (const pod of this.pods) for (const slot of pod.cards) slot.highlight(whose === pod.seat ? best : null);
    // The user's own five leave the dealer's cards as they are.
    const isOwn = whose === null && !banks(this.#scene);
    if (best && isOwn) for (const slot of this.dealer.cards) slot.highlight(null);
  }

  /** The five cards to highlight. A user who banks has the dealer's hand. */
  #bestFive() {
    const whose = this.#highlighted;
    const round = this.#scene.view.round;
    if (whose === 'dealer' || (whose === null && banks(this.#scene))) return round?.dealer_hand?.best ?? null;
    const hand = whose === null ? myHand(this.#scene) : round?.hands.find((each) => each.seat === whose);
    return hand?.hand?.best ?? null;
  }
}

/** What stands where a user who has no bets would have them. @param {Scene} scene */
function noteOf(scene) {
  const { round, seats, status } = scene.view;
  if (banks(scene) && round?.banker.type === 'player_dealer') {
    const action = round.hands.reduce((sum, hand) => sum + totalOf(stakesOf(hand)), 0);
    return texts.sheet.against(round.banker.wager ?? 0, action);
  }
  // Nobody can sit down at a closed table, or in a hand that is replayed.
  if (status === 'closed') return '';
  return seats.some((each) => !each.player) ? texts.table.watching : texts.table.watchingFull;
}
