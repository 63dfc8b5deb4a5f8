/** Somebody else's place at the table. */

import { Slot } from '../card.js';
import { chip } from '../chip.js';
import { fill, h, say } from '../dom.js';
import { short, signed } from '../money.js';
import { words } from '../words.js';
import { appear, comeFrom } from './motion.js';

/**
 * @typedef {import('../types.js').Scene} Scene
 * @typedef {import('../types.js').Chair} Chair
 * @typedef {import('../types.js').Hand} Hand
 */

export class Pod {
  /**
   * @param {number} seat
   * @param {(seat: number) => void} onSit
   * @param {(seat: number) => void} onHand
   */
  constructor(seat, onSit, onHand) {
    this.seat = seat;
    this.cards = [new Slot('mini'), new Slot('mini')];
    this.name = h('span', { class: 'name' });
    this.marks = h('span', { class: 'marks' });
    this.face = h('span', { class: 'avatar', 'aria-hidden': 'true' });
    this.wagers = h('div', { class: 'stakes' });
    this.state = h('button', { type: 'button', class: 'state', onclick: () => onHand(seat) });
    this.sit = h('button', { type: 'button', class: 'sit', onclick: () => onSit(seat) }, words.table.sit);
    this.element = h(
      'div',
      { class: 'pod', role: 'group' },
      h('div', { class: 'who' }, this.face, h('span', { class: 'names' }, this.name, this.marks)),
      h(
        'div',
        { class: 'hand' },
        this.cards.map((slot) => slot.element),
      ),
      this.wagers,
      this.state,
      this.sit,
    );
    this.state.hidden = true;
    this.drawn = '';
  }

  /**
   * @param {Scene} scene
   * @param {Element} shoe
   */
  update(scene, shoe) {
    const { view, shown } = scene;
    const chair = view.seats.find((each) => each.seat === this.seat);
    const hand = view.round?.hands.find((each) => each.seat === this.seat) ?? null;
    const banks = view.round?.banker.type === 'player_dealer' && view.round.banker.seat === this.seat;
    const player = chair?.player ?? null;
    this.element.setAttribute('aria-label', `${words.table.seat(this.seat)}: ${player?.name ?? words.table.free}`);
    this.element.classList.toggle('empty', !player);
    this.element.classList.toggle('banks', banks);
    this.element.classList.toggle('away', chair?.sits_out ?? false);
    this.element.classList.toggle('acts', Boolean(hand?.awaited) && !scene.busy);
    this.element.classList.toggle('folded', hand?.play === 0);
    this.element.classList.toggle('closed', !player && scene.seat !== null);
    this.sit.hidden = Boolean(player) || scene.seat !== null || view.standing !== 'open';
    const wager = banks && view.round?.banker.type === 'player_dealer' ? view.round.banker.wager : null;
    this.identity(chair, view.button === this.seat, wager);
    this.cards.forEach((slot, index) => {
      const up = hand?.hole && (shown.result || hand.player === scene.me?.id) ? hand.hole[index] : 'back';
      const what = hand && shown.holes ? up : null;
      if (slot.show(what, view.round?.deck ?? 'red'))
        comeFrom(slot.card, shoe, { delay: this.seat * 40 + index * 90 });
    });
    this.stakes(hand);
    this.result(hand, shown.result);
  }

  /**
   * @param {Chair | undefined} chair
   * @param {boolean} button
   * @param {number | null} wager of a bank
   */
  identity(chair, button, wager) {
    const player = chair?.player ?? null;
    const drawn = JSON.stringify([chair, button, wager]);
    if (drawn === this.drawn) return;
    this.drawn = drawn;
    say(this.name, player ? words.player(player.name) : words.table.free);
    say(this.face, player ? player.name.replace(/^The /, '').charAt(0) : '');
    this.face.style.setProperty('--hue', String(((player?.id ?? 0) * 47) % 360));
    const mark = (/** @type {string} */ kind, /** @type {string} */ text, /** @type {string} */ title) =>
      h('span', { class: `mark ${kind}`, title }, text);
    fill(
      this.marks,
      player?.house_run && mark('house-run', words.table.houseRun, words.table.houseRunTitle),
      wager !== null && mark('bank', words.table.bank(wager), words.table.bankTitle),
      button && mark('disc', 'B', words.table.button),
      chair?.sits_out && mark('away', words.table.away, ''),
      chair?.leaves && mark('away', words.table.leaving, ''),
    );
  }

  /** @param {Hand | null} hand */
  stakes(hand) {
    /** @type {[string, number][]} */
    const rows = hand
      ? [
          ['ante', hand.ante],
          ['blind', hand.ante],
          ['trips', hand.trips],
          ['bad_beat', hand.bad_beat],
          ['play', (hand.play ?? 0) * hand.ante],
        ]
      : [];
    const text = JSON.stringify(rows);
    if (this.wagers.dataset.drawn === text) return;
    this.wagers.dataset.drawn = text;
    fill(
      this.wagers,
      rows
        .filter(([, amount]) => amount > 0)
        .map(([name, amount]) =>
          h('span', { class: `stake ${name}`, title: `${words.wager(name)} ${short(amount)}` }, chip(amount)),
        ),
    );
  }

  /**
   * @param {Hand | null} hand
   * @param {boolean} over
   */
  result(hand, over) {
    const net = over && hand ? hand.net : null;
    const text =
      net === null
        ? hand?.play === 0
          ? words.table.folded
          : hand?.awaited
            ? words.table.thinking
            : ''
        : `${signed(net)}${hand?.hand ? ` · ${hand.hand.name}` : ''}`;
    if (this.state.textContent === text) return;
    say(this.state, text);
    this.state.title = text;
    this.state.hidden = text === '';
    this.state.disabled = !(over && hand?.hand);
    this.state.dataset.tone = net === null ? '' : net > 0 ? 'good' : net < 0 ? 'bad' : 'even';
    if (net !== null) appear(this.state);
  }
}
