/** Playing cards. */

import { h, s } from './dom.js';
import { motionFactor } from '../state/preferences.js';
import { texts } from '../text/text.js';

/** The outline of each suit in a square of 100. */
const PATHS = {
  s:
    'M50 4C58 22 92 38 92 63c0 15-11 24-23 24-7 0-12-3-15-7 1 8 4 13 10 17H36c6-4 9-9 10-17-3 4-8 7-15 7' +
    'C19 87 8 78 8 63 8 38 42 22 50 4Z',
  h: 'M50 95C38 78 6 60 6 33 6 17 17 7 29 7c10 0 17 6 21 15C54 13 61 7 71 7c12 0 23 10 23 26 0 27-32 45-44 62Z',
  d: 'M50 3C58 20 70 36 86 50 70 64 58 80 50 97 42 80 30 64 14 50 30 36 42 20 50 3Z',
  c:
    'M50 5c13 0 22 9 22 21 0 7-3 12-8 16 3-1 6-2 9-2 12 0 21 9 21 21s-9 21-21 21c-8 0-14-4-18-10 1 9 3 19 10 24' +
    'H35c7-5 9-15 10-24-4 6-10 10-18 10C15 82 6 73 6 61s9-21 21-21c3 0 6 1 9 2-5-4-8-9-8-16C28 14 37 5 50 5Z',
};

/** @typedef {keyof typeof PATHS} Suit */

/** @param {string} card */
export const suitOf = (card) => /** @type {Suit} */ (card[1]);

/**
 * @param {Suit} suit
 * @param {Record<string, any>} [props]
 */
export function pip(suit, props) {
  return s(
    'svg',
    { viewBox: '0 0 100 100', class: 'pip', 'aria-hidden': 'true', ...props },
    s('path', { d: PATHS[suit] }),
  );
}

/** @param {string} card */
function face(card) {
  const rank = card[0] === 'T' ? '10' : card[0];
  const suit = suitOf(card);
  const path = (/** @type {number} */ x, /** @type {number} */ y, /** @type {number} */ size) =>
    s('path', { d: PATHS[suit], transform: `translate(${x} ${y}) scale(${size / 100})` });
  return s(
    'svg',
    { viewBox: '0 0 100 140', class: `face suit-${suit}`, 'aria-hidden': 'true' },
    s('text', { x: rank === '10' ? 7 : 10, y: 47, class: rank === '10' ? 'rank ten' : 'rank' }, rank),
    path(11, 57, 28),
    path(42, 78, 52),
  );
}

/**
 * A card face up, for lists.
 * @param {string} card
 * @param {string} [size]
 */
export function smallCard(card, size = 'small') {
  return h(
    'span',
    { class: `card up ${size}`, role: 'img', 'aria-label': texts.card(card) },
    h('span', { class: 'inner' }, h('span', { class: 'front' }, face(card))),
  );
}

/** @param {string[]} cards @param {string} [size] */
export function cardRow(cards, size) {
  return h(
    'span',
    { class: 'cards' },
    cards.map((card) => smallCard(card, size)),
  );
}

/** A place for one card, which is empty, face down or face up. */
export class CardSlot {
  /** @param {string} size */
  constructor(size) {
    this.front = h('span', { class: 'front' });
    this.card = h(
      'span',
      { class: `card ${size}`, role: 'img' },
      h('span', { class: 'inner' }, h('span', { class: 'back' }), this.front),
    );
    this.element = h('span', { class: 'slot' }, this.card);
    /** The card, 'back', or null where there is none. @type {string | null} */
    this.shows = null;
    this.card.hidden = true;
  }

  /** Whether the card can be seen. */
  get isUp() {
    return this.shows !== null && this.shows !== 'back';
  }

  /**
   * Shows a card, its back, or nothing; returns whether a card was dealt here.
   * @param {{card: string | 'back' | null, deck: string}} props
   */
  update({ card, deck }) {
    this.card.dataset.deck = deck;
    if (card === this.shows) return false;
    const dealt = this.shows === null && card !== null;
    this.shows = card;
    this.card.hidden = card === null;
    if (card !== null && card !== 'back') this.front.replaceChildren(face(card));
    this.card.setAttribute('aria-label', card === 'back' || !card ? texts.faceDown : texts.card(card));
    // A card that is dealt face up has to be drawn face down first, or there is nothing to turn over. One frame is not
    // enough: the browser may not have applied the first style by then.
    const turnsLater = dealt && card !== 'back' && motionFactor() > 0;
    if (turnsLater) requestAnimationFrame(() => requestAnimationFrame(() => this.#turn()));
    else this.#turn();
    return dealt;
  }

  #turn() {
    this.card.classList.toggle('up', this.isUp);
    if (this.shows === null) this.highlight(null);
  }

  /** Lifts the card if it is among these five, and dims it if not. @param {string[] | null} best */
  highlight(best) {
    const isAmong = best && this.isUp ? best.includes(this.shows ?? '') : null;
    this.card.classList.toggle('lit', isAmong === true);
    this.card.classList.toggle('dim', isAmong === false);
  }
}
