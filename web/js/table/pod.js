/** Another player's seat at the table. */

import { dollars, shortAmount, signed } from '../text/money.js';
import { texts } from '../text/text.js';
import { avatarHue } from '../ui/avatar.js';
import { CardSlot } from '../ui/card.js';
import { fill, h, say } from '../ui/dom.js';
import { appear, comeFrom } from './motion.js';
import { chipFor } from './state/chips.js';
import { tagOf } from './state/tag.js';
import { wagersOf } from './state/wagers.js';

/**
 * @typedef {import('./state/scene.js').Scene} Scene
 * @typedef {import('../protocol.gen.js').SeatView} SeatView
 * @typedef {import('../protocol.gen.js').HandView} HandView
 * @typedef {import('../protocol.gen.js').Wager} Wager
 */

/** The betting spot of one wager at a seat. */
class Bet {
  /** @param {Wager} wager */
  constructor(wager) {
    this.wager = wager;
    this.amount = h('span', { class: 'laid' });
    this.element = h(
      'span',
      { class: `bet ${wager}` },
      this.amount,
      h('span', { class: 'word' }, texts.wager(wager)),
      h('span', { class: 'initial', 'aria-hidden': 'true' }, texts.initial(wager)),
    );
  }

  /** @param {{hand: HandView | null, isOver: boolean}} props */
  update({ hand, isOver }) {
    const line = hand?.wagers.find((each) => each.wager === this.wager);
    const stake = line?.stake ?? 0;
    const tag = isOver && line?.outcome ? tagOf(line) : null;
    say(this.amount, stake ? shortAmount(stake) : '');
    this.amount.dataset.chip = stake ? String(chipFor(stake)) : '';
    this.element.dataset.tone = tag?.tone ?? '';
    this.element.title = `${texts.wager(this.wager)} ${dollars(stake)}${tag ? `: ${tag.text}` : ''}`;
  }
}

export class Pod {
  #drawnIdentity = '';

  /**
   * @param {number} seat
   * @param {import('../protocol.gen.js').WagerOffer[]} offers
   * @param {(seat: number) => void} onSit
   * @param {(seat: number) => void} onHand highlights the best five of this seat
   */
  constructor(seat, offers, onSit, onHand) {
    this.seat = seat;
    this.cards = [new CardSlot('mini'), new CardSlot('mini')];
    this.name = h('span', { class: 'name' });
    this.badges = h('span', { class: 'marks' });
    this.avatar = h('span', { class: 'avatar', 'aria-hidden': 'true' });
    this.bets = wagersOf(offers).map((wager) => new Bet(wager));
    this.state = h('button', { type: 'button', class: 'state', onclick: () => onHand(seat), hidden: true });
    this.sit = h('button', { type: 'button', class: 'sit', onclick: () => onSit(seat) }, texts.table.sit);
    this.element = h(
      'div',
      { class: 'pod', role: 'group' },
      h('div', { class: 'who' }, this.avatar, this.name, this.badges),
      h(
        'div',
        { class: 'hand' },
        this.cards.map((slot) => slot.element),
      ),
      this.state,
      h(
        'div',
        { class: 'bets' },
        this.bets.map((bet) => bet.element),
      ),
      this.sit,
    );
  }

  /** @param {{scene: Scene, shoe: Element}} props */
  update({ scene, shoe }) {
    const { view, shown } = scene;
    const seat = view.seats.find((each) => each.seat === this.seat);
    const hand = view.round?.hands.find((each) => each.seat === this.seat) ?? null;
    const banker = view.round?.banker;
    const banks = banker?.type === 'player_dealer' && banker.seat === this.seat;
    const player = seat?.player ?? null;
    this.element.setAttribute('aria-label', texts.table.seatOf(this.seat, player));
    const { classList } = this.element;
    classList.toggle('empty', !player);
    classList.toggle('banks', banks);
    classList.toggle('away', Boolean(seat?.sits_out || seat?.away));
    classList.toggle('acts', Boolean(hand?.awaited) && !scene.busy);
    classList.toggle('folded', hand?.play === 0);
    this.sit.hidden = Boolean(player);
    this.#drawIdentity(seat, view.button === this.seat);
    this.cards.forEach((slot, index) => {
      const isKnown = hand?.hole && (shown.result || hand.player === scene.user?.id);
      const card = !hand || !shown.holes ? null : isKnown ? (hand.hole?.[index] ?? 'back') : 'back';
      if (slot.update({ card, deck: view.round?.deck ?? 'red' }))
        comeFrom(slot.card, shoe, { delay_ms: this.seat * 40 + index * 90 });
    });
    for (const bet of this.bets) bet.update({ hand, isOver: shown.result });
    if (banks) this.#drawBank(banker.wager ?? 0, shown.result ? view.round?.bank_net : null);
    else this.#drawState(hand, shown.result);
  }

  /**
   * @param {SeatView | undefined} seat
   * @param {boolean} hasButton
   */
  #drawIdentity(seat, hasButton) {
    const player = seat?.player ?? null;
    const drawn = JSON.stringify([seat, hasButton]);
    if (drawn === this.#drawnIdentity) return;
    this.#drawnIdentity = drawn;
    say(this.name, player ? texts.player(player.name) : texts.table.free);
    say(this.avatar, player ? player.name.replace(/^The /, '').charAt(0) : '');
    this.avatar.style.setProperty('--hue', String(avatarHue(player?.id ?? 0)));
    const badge = (/** @type {string} */ kind, /** @type {string} */ text, /** @type {string} */ title) =>
      h('span', { class: `mark ${kind}`, title }, text);
    fill(
      this.badges,
      player?.bot && badge('bot', texts.bot, texts.table.botTitle),
      hasButton && badge('disc', 'B', texts.table.button),
      seat?.sits_out && badge('away', texts.table.away, ''),
      seat?.away && badge('away', texts.table.disconnected, texts.table.disconnectedTitle),
      seat?.leaves && badge('away', texts.table.leaving, ''),
    );
  }

  /**
   * @param {HandView | null} hand
   * @param {boolean} isOver
   */
  #drawState(hand, isOver) {
    const net = isOver && hand ? hand.net : null;
    if (net !== null) return this.#say(signed(net), hand?.hand?.kind ?? '', toneOf(net));
    const text = hand?.play === 0 ? texts.table.folded : hand?.awaited ? texts.table.thinking : '';
    this.#say(text, '', '');
  }

  /**
   * @param {number} wager what the player banks with
   * @param {number | null | undefined} net what the bank has won, once that is shown
   */
  #drawBank(wager, net) {
    const isKnown = net !== null && net !== undefined;
    this.#say(texts.table.bank(wager), isKnown ? signed(net) : '', isKnown ? toneOf(net) : '');
  }

  /** @param {string} text @param {string} detail @param {string} tone */
  #say(text, detail, tone) {
    const said = `${text} ${detail}`.trim();
    if (this.state.title === said) return;
    this.state.title = said;
    fill(this.state, h('b', {}, text), detail && h('span', {}, ` ${detail}`));
    this.state.hidden = said === '';
    this.state.disabled = tone === '' || detail === '';
    this.state.dataset.tone = tone;
    if (tone) appear(this.state);
  }
}

/** @param {number} net */
const toneOf = (net) => (net > 0 ? 'good' : net < 0 ? 'bad' : 'even');
