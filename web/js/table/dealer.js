/** The dealer's side of the felt: the dealer's hand, the board, the inscription. */

import { Slot } from '../card.js';
import { h, s, say } from '../dom.js';
import { dollars } from '../money.js';
import { words } from '../words.js';
import { fees } from './bank.js';
import { comeFrom } from './motion.js';

/** @typedef {import('../types.js').Scene} Scene */

export class Dealer {
  /** @param {() => void} onHand shows the dealer's best five */
  constructor(onHand) {
    this.cards = [new Slot('medium'), new Slot('medium')];
    this.board = [0, 1, 2, 3, 4].map(() => new Slot('board'));
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
    this.inscription = s(
      'svg',
      { viewBox: '0 0 600 64', class: 'inscription', role: 'img' },
      s('path', { id: 'arc', d: 'M20 8 Q300 84 580 8', fill: 'none' }),
      s('text', {}, this.text),
    );
    this.element = h(
      'div',
      { class: 'dealer-side' },
      this.tray,
      this.shoe,
      h(
        'div',
        { class: 'dealer', role: 'group', 'aria-label': words.table.dealer },
        h(
          'div',
          { class: 'hand' },
          this.cards.map((slot) => slot.element),
        ),
        this.plaque,
        this.bank,
      ),
      h(
        'div',
        { class: 'board', role: 'group', 'aria-label': words.table.board },
        this.board.map((slot) => slot.element),
      ),
      this.inscription,
    );
  }

  /** @param {Scene} scene */
  update(scene) {
    const { view, shown, book } = scene;
    const round = view.round;
    const deck = round?.deck ?? 'red';
    this.shoe.dataset.deck = deck;
    this.shoe.title = words.table.deckTitle(deck);
    const text = book.inscription ?? words.tagline;
    say(this.text, text);
    // A long inscription has to fit the arc.
    this.inscription.style.setProperty('--letters', `${Math.min(19, 800 / text.length)}px`);
    this.inscription.setAttribute('aria-label', text);
    say(this.who, bankerOf(scene));
    this.cards.forEach((slot, index) => {
      const what = !shown.holes ? null : shown.dealer && round?.dealer ? round.dealer[index] : 'back';
      if (slot.show(what, deck)) comeFrom(slot.card, this.shoe, { delay: 260 + index * 120 });
    });
    this.board.forEach((slot, index) => {
      const what = index < shown.board ? (round?.board[index] ?? null) : shown.holes ? 'back' : null;
      if (slot.show(what, deck)) comeFrom(slot.card, this.shoe, { delay: 420 + index * 60 });
      slot.card.style.setProperty('--turn-delay', `${(index % 3) * 90}ms`);
    });
    const best = shown.dealer ? round?.dealer_hand : null;
    say(this.hand, best ? best.name : '');
    this.plaque.disabled = !best;
    say(this.bank, this.bankLine(scene));
  }

  /** @param {Scene} scene */
  bankLine(scene) {
    const { view, shown } = scene;
    const round = view.round;
    if (!round || round.banker.type === 'house' || round.banker.wager === null) return '';
    const parts = [words.table.bank(round.banker.wager)];
    if (round.collection) parts.push(words.table.collection(round.collection));
    else if (round.stage === 'betting') parts.push(...collectionToCome(scene));
    if (shown.result && round.bank_net !== null)
      parts.push(`${round.bank_net > 0 ? '+' : ''}${dollars(round.bank_net)}`);
    return parts.join(' · ');
  }

  /**
   * Lights up five cards, or none.
   * @param {string[] | null} best
   */
  light(best) {
    for (const slot of [...this.board, ...this.cards]) {
      const card = slot.shows;
      const isUp = card !== null && card !== 'back';
      slot.light(best && isUp ? best.includes(card) : null);
    }
  }
}

/** What will be collected depends on the bets. @param {Scene} scene */
function collectionToCome(scene) {
  const due = fees(scene).map(({ fee }) => fee);
  return due.length ? [words.table.collectionOf(Math.min(...due), Math.max(...due))] : [];
}

/** Whose side of the bets is the dealer's. @param {Scene} scene */
export function bankerOf({ view, me }) {
  const banker = view.round?.banker;
  if (!banker || banker.type === 'house') return words.table.dealer;
  if (banker.player === me?.id) return words.table.youBank;
  const chair = view.seats.find((each) => each.player?.id === banker.player);
  return words.table.playerDealer(words.player(chair?.player?.name ?? words.table.seat(banker.seat)));
}
