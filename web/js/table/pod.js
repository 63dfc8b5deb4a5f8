/** Another player's seat at the table. */

import { dollars, signed } from '../text/money.js';
import { texts } from '../text/text.js';
import { avatarHue } from '../ui/avatar.js';
import { CardSlot } from '../ui/card.js';
import { chip } from '../ui/chip.js';
import { fill, h, say } from '../ui/dom.js';
import { appear, comeFrom } from './motion.js';
import { stakesOf } from './state/wagers.js';

/**
 * @typedef {import('./state/scene.js').Scene} Scene
 * @typedef {import('../protocol.gen.js').SeatView} SeatView
 * @typedef {import('../protocol.gen.js').HandView} HandView
 */

export class Pod {
  #drawnIdentity = '';
  #drawnStakes = '';

  /**
   * @param {number} seat
   * @param {(seat: number) => void} onSit
   * @param {(seat: number) => void} onHand highlights the best five of this seat
   */
  constructor(seat, onSit, onHand) {
    this.seat = seat;
    this.cards = [new CardSlot('mini'), new CardSlot('mini')];
    this.name = h('span', { class: 'name' });
    this.badges = h('span', { class: 'marks' });
    this.avatar = h('span', { class: 'avatar', 'aria-hidden': 'true' });
    this.stakes = h('div', { class: 'stakes' });
    this.state = h('button', { type: 'button', class: 'state', onclick: () => onHand(seat), hidden: true });
    this.sit = h('button', { type: 'button', class: 'sit', onclick: () => onSit(seat) }, texts.table.sit);
    this.element = h(
      'div',
      { class: 'pod', role: 'group' },
      h('div', { class: 'who' }, this.avatar, h('span', { class: 'names' }, this.name, this.badges)),
      h(
        'div',
        { class: 'hand' },
        this.cards.map((slot) => slot.element),
      ),
      this.stakes,
      this.state,
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
    classList.toggle('away', seat?.sits_out ?? false);
    classList.toggle('acts', Boolean(hand?.awaited) && !scene.busy);
    classList.toggle('folded', hand?.play === 0);
    classList.toggle('closed', !player && scene.seat !== null);
    this.sit.hidden = Boolean(player) || scene.seat !== null || view.status !== 'open';
    this.#drawIdentity(seat, view.button === this.seat, banks ? banker.wager : null);
    this.cards.forEach((slot, index) => {
      const isKnown = hand?.hole && (shown.result || hand.player === scene.user?.id);
      const card = !hand || !shown.holes ? null : isKnown ? (hand.hole?.[index] ?? 'back') : 'back';
      if (slot.update({ card, deck: view.round?.deck ?? 'red' }))
        comeFrom(slot.card, shoe, { delay_ms: this.seat * 40 + index * 90 });
    });
    this.#drawStakes(hand);
    this.#drawState(hand, shown.result);
  }

  /**
   * @param {SeatView | undefined} seat
   * @param {boolean} hasButton
   * @param {number | null} bank what the player banks with
   */
  #drawIdentity(seat, hasButton, bank) {
    const player = seat?.player ?? null;
    const drawn = JSON.stringify([seat, hasButton, bank]);
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
      bank !== null && badge('bank', texts.table.bank(bank), texts.table.bankTitle),
      hasButton && badge('disc', 'B', texts.table.button),
      seat?.sits_out && badge('away', texts.table.away, ''),
      seat?.leaves && badge('away', texts.table.leaving, ''),
    );
  }

  /** @param {HandView | null} hand */
  #drawStakes(hand) {
    const stakes = hand ? Object.entries(stakesOf(hand)).filter(([, amount]) => amount > 0) : [];
    const drawn = JSON.stringify(stakes);
    if (drawn === this.#drawnStakes) return;
    this.#drawnStakes = drawn;
    const stake = (/** @type {[string, number]} */ [wager, amount]) =>
      h('span', { class: `stake ${wager}`, title: `${texts.wager(wager)} ${dollars(amount)}` }, chip(amount));
    fill(this.stakes, stakes.map(stake));
  }

  /**
   * @param {HandView | null} hand
   * @param {boolean} isOver
   */
  #drawState(hand, isOver) {
    const net = isOver && hand ? hand.net : null;
    const text = stateText(hand, net);
    if (this.state.textContent === text) return;
    say(this.state, text);
    this.state.title = text;
    this.state.hidden = text === '';
    this.state.disabled = !(isOver && hand?.hand);
    this.state.dataset.tone = net === null ? '' : net > 0 ? 'good' : net < 0 ? 'bad' : 'even';
    if (net !== null) appear(this.state);
  }
}

/**
 * @param {HandView | null} hand
 * @param {number | null} net
 */
function stateText(hand, net) {
  if (net !== null) return `${signed(net)}${hand?.hand ? ` · ${hand.hand.name}` : ''}`;
  if (hand?.play === 0) return texts.table.folded;
  return hand?.awaited ? texts.table.thinking : '';
}
