/** The dealer's side of the felt: the dealer's hand, the board and the inscription. */

import { signed } from '../text/money.js';
import { texts } from '../text/text.js';
import { CardSlot } from '../ui/card.js';
import { h, s, say } from '../ui/dom.js';
import { comeFrom } from './motion.js';
import { bankerName } from './state/banker.js';
import { isPlayerBanked } from './state/scene.js';

/** @typedef {import('./state/scene.js').Scene} Scene */

/** Letters of the inscription: at most this high, and together no longer than the arc. */
const LARGEST_LETTER = 19;
const ARC_LENGTH = 800;

export class Dealer {
  /** @param {() => void} onHand highlights the dealer's best five */
  constructor(onHand) {
    this.cards = [new CardSlot('medium'), new CardSlot('medium')];
    this.board = [0, 1, 2, 3, 4].map(() => new CardSlot('board'));
    this.shoe = h('div', { class: 'shoe', 'aria-hidden': 'true' });
    this.tray = h(
      'div',
      { class: 'tray', 'aria-hidden': 'true' },
      [0, 1, 2, 3, 4, 5, 6].map((at) => h('i', { class: `column column-${at}` })),
    );
    this.who = h('span', { class: 'who' });
    this.hand = h('span', { class: 'hand-name' });
    this.plaque = h('button', { type: 'button', class: 'plaque', onclick: onHand }, this.who, this.hand);
    this.bank = h('p', { class: 'bank-line' });
    this.text = s('textPath', { href: '#arc', startOffset: '50%' });
    this.arc = s(
      'svg',
      { viewBox: '0 0 600 60', class: 'arc', 'aria-hidden': 'true' },
      s('path', { id: 'arc', d: 'M20 8 Q300 76 580 8', fill: 'none' }),
      s('text', {}, this.text),
    );
    /** Where the arc would make the letters too small. */
    this.line = h('span', { class: 'line' });
    this.inscription = h('p', { class: 'inscription' }, this.arc, this.line);
    this.hole = h(
      'div',
      { class: 'dealer', role: 'group' },
      h(
        'div',
        { class: 'hand' },
        this.cards.map((slot) => slot.element),
      ),
      h('div', { class: 'told' }, this.plaque, this.bank),
    );
    this.element = h(
      'div',
      { class: 'dealer-side' },
      this.tray,
      this.shoe,
      this.hole,
      h(
        'div',
        { class: 'board', role: 'group', 'aria-label': texts.table.board },
        this.board.map((slot) => slot.element),
      ),
      this.inscription,
    );
  }

  /** @param {{scene: Scene}} props */
  update({ scene }) {
    const { view, shown } = scene;
    const round = view.round;
    const deck = round?.deck ?? 'red';
    this.shoe.dataset.deck = deck;
    this.shoe.title = texts.table.deckTitle(deck);
    this.#inscribe(view.posted.inscription ?? texts.tagline);
    this.hole.setAttribute('aria-label', texts.table.dealer(isPlayerBanked(scene)));
    say(this.who, bankerName(scene));
    this.cards.forEach((slot, index) => {
      const card = !shown.holes ? null : shown.dealer && round?.dealer ? round.dealer[index] : 'back';
      if (slot.update({ card, deck })) comeFrom(slot.card, this.shoe, { delay_ms: 260 + index * 120 });
    });
    this.board.forEach((slot, index) => {
      const card = index < shown.board ? (round?.board[index] ?? null) : shown.holes ? 'back' : null;
      if (slot.update({ card, deck })) comeFrom(slot.card, this.shoe, { delay_ms: 420 + index * 60 });
      slot.card.style.setProperty('--turn-delay', `${(index % 3) * 90}ms`);
    });
    const best = shown.dealer ? round?.dealer_hand : null;
    say(this.hand, best ? best.name : '');
    this.plaque.disabled = !best;
    say(this.bank, bankLine(scene));
  }

  /** @param {string} text */
  #inscribe(text) {
    say(this.text, text);
    say(this.line, text);
    this.arc.style.setProperty('--letters', `${Math.min(LARGEST_LETTER, ARC_LENGTH / text.length)}px`);
  }

  /** @param {string[] | null} best */
  highlight(best) {
    for (const slot of [...this.board, ...this.cards]) slot.highlight(best);
  }
}

/** What a player banks with, what that costs, and what it won. @param {Scene} scene */
function bankLine({ view, shown }) {
  const round = view.round;
  if (!round || round.banker.type === 'house' || round.banker.wager === null) return '';
  const parts = [texts.table.bank(round.banker.wager)];
  if (round.collection) parts.push(texts.table.collection(round.collection));
  if (shown.result && round.bank_net !== null) parts.push(signed(round.bank_net));
  return parts.join(' · ');
}
