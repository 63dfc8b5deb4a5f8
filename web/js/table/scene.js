/** The whole table. */

import { fill, h, say } from '../dom.js';
import { words } from '../words.js';
import { Dealer } from './dealer.js';
import { banks, myHand } from './phase.js';
import { Pod } from './seat.js';
import { Spot } from './spot.js';

/**
 * @typedef {import('../types.js').Scene} Scene
 * @typedef {import('../types.js').WagerName} WagerName
 * @typedef {{press: (wager: WagerName, element: HTMLElement) => void, sit: (seat: number) => void}} Hooks
 */

export class Felt {
  /**
   * @param {Scene} scene
   * @param {Hooks} hooks
   */
  constructor(scene, hooks) {
    /** Whose best five light up: a seat, the dealer, or one's own. @type {number | 'dealer' | null} */
    this.lit = null;
    /** @type {Scene} */
    this.scene = scene;
    this.dealer = new Dealer(() => this.toggleLight('dealer'));
    this.spot = new Spot(scene.book.layout, hooks.press);
    this.pods = scene.view.seats.map(({ seat }) => new Pod(seat, hooks.sit, (each) => this.toggleLight(each)));
    this.left = h('div', { class: 'side left' });
    this.right = h('div', { class: 'side right' });
    this.note = h('p', { class: 'watching' });
    const places = scene.view.seats.length;
    this.element = h(
      'div',
      { class: `rail places-${places}`, 'data-book': scene.book.id },
      h('div', { class: 'felt' }, this.left, this.dealer.element, this.right, this.spot.element, this.note),
    );
    this.arranged = '';
  }

  /**
   * @param {Scene} scene
   * @param {import('./bets.js').Bet | null} draft
   */
  update(scene, draft) {
    if (scene.shown.round !== this.scene.shown.round) this.lit = null;
    // Who bets anew has put the last round away: its cards are taken in.
    if (draft && ['settled', 'void'].includes(scene.view.round?.stage ?? '')) {
      scene = {
        ...scene,
        shown: { round: scene.shown.round, holes: false, board: 0, dealer: false, result: false },
      };
    }
    this.scene = scene;
    this.arrange(scene);
    this.dealer.update(scene);
    const from = {
      shoe: this.dealer.shoe,
      tray: this.dealer.tray.offsetParent ? this.dealer.tray : this.dealer.plaque,
    };
    for (const pod of this.pods) if (pod.seat !== scene.seat) pod.update(scene, from.shoe);
    this.spot.element.hidden = scene.seat === null;
    if (scene.seat !== null) this.spot.update(scene, draft, from);
    const shown = scene.view.seats.filter(
      (chair) => chair.seat !== scene.seat && (chair.player || scene.seat === null),
    );
    this.element.style.setProperty('--columns', String(shown.length <= 5 ? Math.max(shown.length, 1) : 4));
    const free = scene.view.seats.some((chair) => !chair.player);
    this.note.hidden = scene.seat !== null;
    say(this.note, free ? words.table.watching : words.table.watchingFull);
    this.light(draft !== null);
  }

  /** Sits everybody around the table: seats go clockwise, one's own is in front. @param {Scene} scene */
  arrange({ seat, view }) {
    const key = `${seat}/${view.seats.length}`;
    if (key === this.arranged) return;
    this.arranged = key;
    const places = view.seats.length;
    const first = seat ?? Math.ceil(places / 2) + 1;
    const others = this.pods.filter((pod) => pod.seat !== seat);
    const turn = (/** @type {Pod} */ pod) => (pod.seat - first + places) % places;
    others.sort((one, other) => turn(one) - turn(other));
    const half = Math.ceil(others.length / 2);
    // Clockwise from one's own seat is up the left side, and then down the right.
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
  toggleLight(whose) {
    this.lit = this.lit === whose ? null : whose;
    this.light(false);
  }

  /** @param {boolean} off */
  light(off) {
    const best = this.scene.shown.result && !off ? this.best() : null;
    this.dealer.light(best);
    this.spot.light(best);
    for (const pod of this.pods) {
      for (const slot of pod.cards) {
        const card = slot.shows;
        slot.light(best && this.lit === pod.seat && card && card !== 'back' ? best.includes(card) : null);
      }
    }
    // One's own light leaves the dealer's cards as they are.
    if (best && this.lit === null && !banks(this.scene)) for (const slot of this.dealer.cards) slot.light(null);
  }

  /** The five cards that light up: who banks has the dealer's hand. */
  best() {
    const round = this.scene.view.round;
    if (this.lit === 'dealer' || (this.lit === null && banks(this.scene))) return round?.dealer_hand?.best ?? null;
    const hand = this.lit === null ? myHand(this.scene) : round?.hands.find((each) => each.seat === this.lit);
    return hand?.hand?.best ?? null;
  }
}
