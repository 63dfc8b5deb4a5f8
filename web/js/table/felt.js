/** The felt with the dealer's side, the other seats and the user's own spot. */

import { texts } from '../text/text.js';
import { fill, h, say } from '../ui/dom.js';
import { Dealer } from './dealer.js';
import { Pod } from './pod.js';
import { Spot } from './spot.js';
import { banks, myHand } from './state/scene.js';
import { nothing } from './state/steps.js';

/**
 * @typedef {import('./state/scene.js').Scene} Scene
 * @typedef {import('../protocol.gen.js').Wager} Wager
 * @typedef {{press: (wager: Wager, element: HTMLElement) => void, sit: (seat: number) => void}} Hooks
 */

/** More seats than this stand in two rows on a narrow screen. */
const MOST_IN_ROW = 5;
const TWO_ROWS = 4;

export class Felt {
  /** Whose best five are highlighted: a seat's, the dealer's, or the user's own. @type {number | 'dealer' | null} */
  #highlighted = null;
  #arranged = '';
  /** @type {Scene} */
  #scene;

  /**
   * @param {Scene} scene
   * @param {Hooks} hooks
   */
  constructor(scene, hooks) {
    this.#scene = scene;
    this.dealer = new Dealer(() => this.#toggleHighlight('dealer'));
    this.spot = new Spot(scene.view.offers, hooks.press);
    this.pods = scene.view.seats.map(({ seat }) => new Pod(seat, hooks.sit, (each) => this.#toggleHighlight(each)));
    this.left = h('div', { class: 'side left' });
    this.right = h('div', { class: 'side right' });
    this.note = h('p', { class: 'watching' });
    const places = scene.view.seats.length;
    this.element = h(
      'div',
      { class: `rail places-${places}`, 'data-book': scene.book.id },
      h('div', { class: 'felt' }, this.left, this.dealer.element, this.right, this.spot.element, this.note),
    );
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
    this.spot.element.hidden = scene.seat === null;
    if (scene.seat !== null) this.spot.update({ scene, draft, shoe, tray });
    const others = scene.view.seats.filter((each) => each.seat !== scene.seat && (each.player || scene.seat === null));
    const columns = others.length <= MOST_IN_ROW ? Math.max(others.length, 1) : TWO_ROWS;
    this.element.style.setProperty('--columns', String(columns));
    const hasFreeSeat = scene.view.seats.some((each) => !each.player);
    this.note.hidden = scene.seat !== null;
    say(this.note, hasFreeSeat ? texts.table.watching : texts.table.watchingFull);
    this.#highlight(draft !== null);
  }

  /** Arranges the seats around the table: clockwise, with the user's own in front. @param {Scene} scene */
  #arrange({ seat, view }) {
    const key = `${seat}/${view.seats.length}`;
    if (key === this.#arranged) return;
    this.#arranged = key;
    const places = view.seats.length;
    const first = seat ?? Math.ceil(places / 2) + 1;
    const others = this.pods.filter((pod) => pod.seat !== seat);
    const turn = (/** @type {Pod} */ pod) => (pod.seat - first + places) % places;
    others.sort((one, other) => turn(one) - turn(other));
    const half = Math.ceil(others.length / 2);
    // Clockwise from the user's own seat is up the left side, then down the right.
    const left = others.slice(0, half).reverse();
    const right = others.slice(half);
    fill(
      this.left,
      left.map((pod) => pod.element),
    );
    fill(
      this.right,
      right.map((pod) => pod.element),
    );
    for (const side of [left, right]) {
      side.forEach((pod, index) => {
        const bend = side.length > 1 ? (index / (side.length - 1)) ** 2 : 0;
        pod.element.style.setProperty('--bend', String(bend));
      });
    }
    this.element.classList.toggle('alone', others.length === 0);
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
