/** The user's own spot: a circle for each wager, and the two cards. */

import { dollars } from '../text/money.js';
import { texts } from '../text/text.js';
import { CardSlot } from '../ui/card.js';
import { pile } from '../ui/chip.js';
import { fill, h, say } from '../ui/dom.js';
import { appear, comeFrom, goTo } from './motion.js';
import { NO_BET } from './state/bets.js';
import { myHand } from './state/scene.js';
import { sentenceOf } from './state/sentences.js';
import { tagOf } from './state/tag.js';
import { amountsOf, stakesOf, wagersOf } from './state/wagers.js';

/**
 * @typedef {import('./state/scene.js').Scene} Scene
 * @typedef {import('../protocol.gen.js').Wager} Wager
 * @typedef {import('../protocol.gen.js').WagerView} WagerView
 * @typedef {import('./state/bets.js').Bet} Bet
 */

/** Wagers are settled one after the other, in the order of the rule book. */
const SETTLE_STEP_MS = 90;
const PAY_MS = 520;

class Circle {
  #amount = 0;

  /**
   * @param {Wager} wager
   * @param {(wager: Wager, element: HTMLElement) => void} onPress
   */
  constructor(wager, onPress) {
    this.wager = wager;
    this.chips = h('span', { class: 'chips' });
    this.tag = h('span', { class: 'tag', 'aria-hidden': 'true' });
    /** The chips and the tag as text, for screen readers. */
    this.spoken = h('span', { class: 'unseen' });
    this.element = h(
      'button',
      {
        type: 'button',
        class: `circle ${wager}`,
        id: `circle-${wager}`,
        onclick: () => onPress(wager, this.element),
      },
      h('span', { class: 'ring' }, this.chips),
      h('span', { class: 'inscribed' }, texts.wager(wager)),
      this.spoken,
      this.tag,
    );
  }

  /**
   * @param {{amount: number, isDraft: boolean, line: WagerView | undefined, sentence: string, tray: Element}} props
   */
  update({ amount, isDraft, line, sentence, tray }) {
    this.element.classList.toggle('draft', isDraft);
    this.element.classList.toggle('filled', amount > 0);
    if (amount !== this.#amount) {
      const grew = amount > this.#amount;
      this.#amount = amount;
      fill(this.chips, amount > 0 && pile(amount));
      const top = this.chips.querySelector('.chip:last-child');
      if (grew && top) appear(top);
    }
    this.#settle(line, tray);
    this.element.title = line ? `${sentence} (${line.clause})` : '';
    say(this.spoken, `: ${dollars(amount)}${line ? `. ${sentence}` : ''}`);
  }

  /**
   * @param {WagerView | undefined} line
   * @param {Element} tray
   */
  #settle(line, tray) {
    const tag = line ? tagOf(line) : { text: '', tone: '' };
    if (this.tag.textContent === tag.text) return;
    say(this.tag, tag.text);
    this.element.dataset.tone = tag.tone;
    if (!line) return;
    const delay_ms = SETTLE_STEP_MS * (line.order ?? 0);
    appear(this.tag, delay_ms);
    const chips = this.chips.querySelector('.pile');
    const net = line.net ?? 0;
    if (!chips) return;
    if (net < 0) goTo(chips, tray, delay_ms);
    if (net > 0) comeFrom(chips, tray, { delay_ms, spin_degrees: 0, duration_ms: PAY_MS });
  }
}

export class Spot {
  /**
   * @param {import('../protocol.gen.js').WagerOffer[]} offers
   * @param {(wager: Wager, element: HTMLElement) => void} onPress
   */
  constructor(offers, onPress) {
    this.wagers = wagersOf(offers).map((wager) => new Circle(wager, onPress));
    this.cards = [new CardSlot('large'), new CardSlot('large')];
    this.name = h('p', { class: 'hand-name' });
    this.button = h('span', { class: 'mark disc', title: texts.table.button, hidden: true }, 'B');
    this.hole = h(
      'div',
      { class: 'hand', role: 'group', 'aria-label': texts.table.yourHand },
      this.cards.map((slot) => slot.element),
    );
    const equals = h('span', { class: 'equals', title: texts.table.equals, 'aria-hidden': 'true' }, '=');
    this.circles = h(
      'div',
      { class: 'circles', vars: { '--count': this.wagers.length } },
      this.wagers.flatMap(({ wager, element }) => (wager === 'ante' ? [element, equals] : [element])),
    );
    this.mine = h('div', { class: 'mine' }, this.button, this.hole, this.name);
  }

  /** @param {{scene: Scene, draft: Bet | null, shoe: Element, tray: Element}} props */
  update({ scene, draft, shoe, tray }) {
    const { view, shown } = scene;
    // A bet that is being made takes the place of the bet of the last round.
    const hand = draft ? null : myHand(scene);
    const amounts = hand ? stakesOf(hand) : amountsOf(draft ?? NO_BET, view.offers);
    for (const circle of this.wagers) {
      const line = shown.result
        ? hand?.wagers.find((each) => each.wager === circle.wager && each.outcome)
        : undefined;
      const sentence = hand && line ? sentenceOf(hand, line) : '';
      circle.update({ amount: amounts[circle.wager] ?? 0, isDraft: Boolean(draft), line, sentence, tray });
    }
    this.cards.forEach((slot, index) => {
      const card = hand && shown.holes ? (hand.hole?.[index] ?? 'back') : null;
      if (slot.update({ card, deck: view.round?.deck ?? 'red' })) comeFrom(slot.card, shoe, { delay_ms: index * 120 });
    });
    this.button.hidden = view.button !== scene.seat;
    this.hole.classList.toggle('folded', hand?.play === 0);
    say(this.name, shown.result && hand?.hand ? hand.hand.name : '');
  }

  /** @param {string[] | null} best */
  highlight(best) {
    for (const slot of this.cards) slot.highlight(best);
  }
}
