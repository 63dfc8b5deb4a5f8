/** One's own place: the circles with their inscriptions, and one's cards. */

import { Slot } from '../card.js';
import { pile } from '../chip.js';
import { fill, h, say } from '../dom.js';
import { dollars, signed } from '../money.js';
import { words } from '../words.js';
import { appear, comeFrom, goTo } from './motion.js';
import { myHand } from './phase.js';

/**
 * @typedef {import('../types.js').Scene} Scene
 * @typedef {import('../types.js').WagerName} WagerName
 * @typedef {import('../types.js').Line} Line
 * @typedef {import('./bets.js').Bet} Bet
 */

/** From left to right on the felt. @type {WagerName[]} */
const ORDER = ['bad_beat', 'trips', 'ante', 'blind', 'play'];

class Circle {
  /**
   * @param {WagerName} wager
   * @param {(wager: WagerName, element: HTMLElement) => void} onPress
   */
  constructor(wager, onPress) {
    this.wager = wager;
    this.amount = 0;
    this.chips = h('span', { class: 'chips' });
    this.tag = h('span', { class: 'tag', 'aria-hidden': 'true' });
    /** The chips and the tag in words, for those who listen. */
    this.spoken = h('span', { class: 'unseen' });
    this.element = h(
      'button',
      {
        type: 'button',
        class: `circle ${wager}`,
        id: `circle-${wager}`,
        onclick: () => onPress(wager, this.element),
      },
      h('span', { class: 'ring' }, h('span', { class: 'inscribed' }, words.wager(wager)), this.chips),
      this.spoken,
      this.tag,
    );
  }

  /**
   * @param {number} amount
   * @param {boolean} draft
   * @param {Line | undefined} line
   * @param {Element} tray
   */
  update(amount, draft, line, tray) {
    this.element.classList.toggle('draft', draft);
    this.element.classList.toggle('filled', amount > 0);
    if (amount !== this.amount) {
      const grew = amount > this.amount;
      this.amount = amount;
      fill(this.chips, amount > 0 && pile(amount));
      const top = this.chips.querySelector('.chip:last-child');
      if (grew && top) appear(top);
    }
    this.settle(line, tray);
    const outcome = line ? `, ${words.result.line(line)}` : '';
    say(this.spoken, `: ${dollars(amount)}${outcome}`);
  }

  /**
   * @param {Line | undefined} line
   * @param {Element} tray
   */
  settle(line, tray) {
    const text = !line ? '' : line.net === 0 ? words.result.push : signed(line.net);
    if (this.tag.textContent === text) return;
    say(this.tag, text);
    const tone = !line ? '' : line.net > 0 ? 'good' : line.net < 0 ? 'bad' : 'even';
    this.element.dataset.tone = tone;
    this.element.title = line ? `${words.result.line(line)} (${line.clause})` : '';
    if (!line) return;
    appear(this.tag, 90 * line.step);
    const chips = this.chips.querySelector('.pile');
    if (!chips) return;
    if (line.net < 0) goTo(chips, tray, 90 * line.step);
    if (line.net > 0) comeFrom(chips, tray, { delay: 90 * line.step, spin: 0, ms: 520 });
  }
}

export class Spot {
  /**
   * @param {string[]} layout the inscriptions of the rule book
   * @param {(wager: WagerName, element: HTMLElement) => void} onPress
   */
  constructor(layout, onPress) {
    const wagers = ORDER.filter((wager) => layout.includes(words.wager(wager)));
    this.circles = wagers.map((wager) => new Circle(wager, onPress));
    this.cards = [new Slot('large'), new Slot('large')];
    this.name = h('p', { class: 'hand-name' });
    this.disc = h('span', { class: 'mark disc', title: words.table.button, hidden: true }, 'B');
    this.hole = h(
      'div',
      { class: 'hand', role: 'group', 'aria-label': words.table.yourHand },
      this.cards.map((slot) => slot.element),
    );
    const equals = h('span', { class: 'equals', title: words.table.equals, 'aria-hidden': 'true' }, '=');
    this.element = h(
      'div',
      { class: 'spot' },
      h(
        'div',
        { class: `circles count-${wagers.length}` },
        this.circles.flatMap((circle) => (circle.wager === 'ante' ? [circle.element, equals] : [circle.element])),
      ),
      h('div', { class: 'mine' }, this.disc, this.hole, this.name),
    );
  }

  /**
   * @param {Scene} scene
   * @param {Bet | null} draft the bets that are being made, instead of those that lie there
   * @param {{shoe: Element, tray: Element}} from
   */
  update(scene, draft, { shoe, tray }) {
    const { view, shown } = scene;
    const round = view.round;
    const hand = draft ? null : myHand(scene);
    const bet = draft ?? hand ?? { ante: 0, trips: 0, bad_beat: 0 };
    const amounts = {
      ante: bet.ante,
      blind: bet.ante,
      trips: bet.trips,
      bad_beat: bet.bad_beat,
      play: hand ? (hand.play ?? 0) * hand.ante : 0,
    };
    for (const circle of this.circles) {
      const line = shown.result ? hand?.wagers.find((each) => each.wager === circle.wager) : undefined;
      circle.update(amounts[circle.wager], Boolean(draft), line, tray);
    }
    this.cards.forEach((slot, index) => {
      const what = hand && shown.holes ? (hand.hole?.[index] ?? 'back') : null;
      if (slot.show(what, round?.deck ?? 'red')) comeFrom(slot.card, shoe, { delay: index * 120 });
    });
    this.disc.hidden = view.button !== scene.seat;
    this.hole.classList.toggle('folded', hand?.play === 0);
    say(this.name, shown.result && hand?.hand ? hand.hand.name : '');
  }

  /** @param {string[] | null} best */
  light(best) {
    for (const slot of this.cards) {
      const card = slot.shows;
      slot.light(best && card && card !== 'back' ? best.includes(card) : null);
    }
  }
}
