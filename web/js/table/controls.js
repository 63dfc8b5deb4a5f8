/** The bar below the felt: what can be done now. */

import { chip, CHIPS } from '../chip.js';
import { button, fill, h, say } from '../dom.js';
import { dollars } from '../money.js';
import { words } from '../words.js';
import { offerForm } from './bank.js';
import { banks, canBet, myHand } from './phase.js';
import { reason } from './result.js';

/**
 * @typedef {import('../types.js').Scene} Scene
 * @typedef {import('./phase.js').Phase} Phase
 * @typedef {import('./play.js').Play} Play
 */

/** So long after the bar has changed, the second click of a double click still means what was there before. */
const YOUNG_MS = 500;

/** A button with its key. @param {string} label @param {string} key @param {() => void} act @param {any} [props] */
const keyed = (label, key, act, props) =>
  h('button', { type: 'button', onclick: act, 'aria-keyshortcuts': key, ...props }, label);

export class Controls {
  /** @param {Play} play */
  constructor(play) {
    this.play = play;
    this.message = h('p', { class: 'message' });
    this.detail = h('p', { class: 'detail' });
    this.tools = h('div', { class: 'tools' });
    this.actions = h('div', { class: 'actions' });
    this.element = h(
      'div',
      { class: 'controls', role: 'region', 'aria-label': words.bets.place },
      h('div', { class: 'said' }, play.clock.element, h('div', {}, this.message, this.detail)),
      this.tools,
      this.actions,
    );
    this.element.addEventListener('click', (event) => this.filter(event), true);
    this.drawn = '';
    this.meaning = '';
    this.since_ms = 0;
  }

  /** @param {MouseEvent} event */
  filter(event) {
    if (event.detail < 2 || performance.now() - this.since_ms > YOUNG_MS) return;
    event.preventDefault();
    event.stopPropagation();
  }

  /**
   * @param {Scene} scene
   * @param {Phase} phase
   */
  update(scene, phase) {
    const { bets } = this.play;
    const key = JSON.stringify([
      phase,
      bets.bet,
      bets.last,
      this.play.chip,
      this.play.waiting,
      this.play.balance(),
      scene.view.round?.stage,
      scene.view.round?.number,
      scene.view.bank,
      canBet(scene),
    ]);
    if (key === this.drawn) return;
    const meaning = `${phase}/${scene.view.round?.number}/${scene.view.round?.stage}`;
    if (meaning !== this.meaning) this.since_ms = performance.now();
    this.meaning = meaning;
    const focused = document.activeElement?.getAttribute('aria-keyshortcuts');
    this.drawn = key;
    fill(this.tools);
    fill(this.actions);
    this.element.dataset.phase = phase;
    this.element.toggleAttribute('aria-busy', this.play.waiting);
    this.element.dataset.tone = '';
    this.words('', '');
    this[PHASES[phase]](scene);
    if (focused) {
      /** @type {HTMLElement | null} */ (this.element.querySelector(`[aria-keyshortcuts="${focused}"]`))?.focus({
        preventScroll: true,
      });
    }
  }

  /** @param {string} message @param {string} detail */
  words(message, detail) {
    say(this.message, message);
    say(this.detail, detail);
  }

  /** @param {Scene} scene */
  watch(scene) {
    const { settings } = scene;
    this.words(
      scene.name,
      words.table.limits(scene.book.title, settings.minimum ?? settings.chip, settings.maximum ?? 0),
    );
  }

  closed() {
    this.words(words.table.closed, '');
  }

  busy() {}

  away() {
    fill(
      this.actions,
      button(words.table.comeBack, () => this.play.comeBack(), { class: 'primary' }),
    );
  }

  /** @param {Scene} scene */
  bet(scene) {
    const { play } = this;
    const problem = play.bets.problem(scene.settings, play.balance());
    const solo = scene.settings.pace.type === 'solo';
    const open = canBet(scene);
    const total = play.bets.total ? `${dollars(play.bets.total)}` : '';
    this.words(words.bets.place, total || (solo ? '' : open ? words.bets.waitFirst : words.bets.soon));
    this.rack(scene);
    fill(
      this.actions,
      this.small(),
      keyed(solo ? words.bets.deal : words.bets.bet, 'Enter', () => play.deal(), {
        class: 'primary',
        disabled: Boolean(problem) || !open || play.waiting,
        title: problem ?? '',
      }),
    );
  }

  /** @param {Scene} scene */
  rack(scene) {
    const { settings } = scene;
    const most = settings.maximum ?? Infinity;
    const chips = CHIPS.filter((each) => each <= most && each % settings.chip === 0);
    fill(
      this.tools,
      h(
        'div',
        { class: 'rack', role: 'radiogroup', 'aria-label': words.bets.chips },
        chips.map((each) =>
          h(
            'button',
            {
              type: 'button',
              role: 'radio',
              class: 'pick',
              'aria-checked': String(each === this.play.chip),
              'aria-label': words.bets.chip(each),
              'aria-keyshortcuts': `chip-${each}`,
              onclick: () => this.play.pick(each),
            },
            chip(each),
          ),
        ),
      ),
    );
  }

  small() {
    const { bets } = this.play;
    return h(
      'div',
      { class: 'small' },
      keyed(words.bets.undo, 'u', () => this.play.undo(), { disabled: !bets.before.length }),
      keyed(words.bets.clear, 'x', () => this.play.clear(), { disabled: !bets.total }),
      keyed(words.bets.rebet, 'r', () => this.play.rebet(), { disabled: !bets.last }),
    );
  }

  /** @param {Scene} scene */
  placed(scene) {
    const hand = myHand(scene);
    const total = hand ? 2 * hand.ante + hand.trips + hand.bad_beat : 0;
    this.words(words.bets.standing(total), words.bets.wait);
    fill(
      this.actions,
      button(words.bets.withdraw, () => this.play.withdraw()),
    );
  }

  /** @param {Scene} scene */
  decide(scene) {
    const { play } = this;
    const stage = scene.view.round?.stage ?? 'preflop';
    const ante = myHand(scene)?.ante ?? 0;
    const times =
      { preflop: [4, 3], flop: [2], river: [1] }[/** @type {'preflop' | 'flop' | 'river'} */ (stage)] ?? [];
    const pass =
      stage === 'river'
        ? keyed(words.decide.fold, 'f', () => play.fold(), { class: 'pass', disabled: play.waiting })
        : keyed(words.decide.check, 'c', () => play.check(), { class: 'pass', disabled: play.waiting });
    const raise = (/** @type {number} */ each) =>
      h(
        'button',
        {
          type: 'button',
          class: each === 3 ? '' : 'primary',
          'aria-keyshortcuts': String(each),
          disabled: play.waiting || each * ante > play.balance(),
          onclick: () => play.raise(each),
        },
        words.decide.raise(each),
        h('small', {}, dollars(each * ante)),
      );
    const said = /** @type {Record<string, string>} */ (/** @type {unknown} */ (words.decide))[stage];
    this.words(said, '');
    fill(this.tools, play.coach.button());
    fill(this.actions, pass, times.map(raise).reverse());
  }

  /** @param {Scene} scene */
  wait(scene) {
    this.words(myHand(scene) ? words.decide.wait : words.bets.nextRound, '');
  }

  /** @param {Scene} scene */
  result(scene) {
    const { play } = this;
    const round = scene.view.round;
    const hand = myHand(scene);
    if (!round) return;
    const voided = round.void_reason ? words.table.voided(round.void_reason) : '';
    if (hand) this.words(words.result.total(hand.net ?? 0), reason(round, hand));
    else this.words(words.result.bank(round.bank_net ?? 0), voided);
    this.element.dataset.tone = (hand?.net ?? round.bank_net ?? 0) > 0 ? 'win' : '';
    const solo = scene.settings.pace.type === 'solo';
    const again = play.bets.last && canBet(scene) && !banks(scene);
    fill(
      this.tools,
      keyed(words.proof.button, 'v', () => play.proof(), { class: 'quiet-button' }),
    );
    fill(
      this.actions,
      canBet(scene) && button(words.bets.change, () => play.putAway()),
      again &&
        keyed(solo ? words.bets.again : words.bets.betAgain, 'Enter', () => play.again(), {
          class: 'primary',
          disabled: play.waiting,
        }),
    );
  }

  /** @param {Scene} scene */
  offer(scene) {
    this.words(words.bank.offered, words.bank.explain);
    fill(this.actions, offerForm(scene, this.play));
  }

  /** @param {Scene} scene */
  bank(scene) {
    this.words(words.bets.youBank, '');
    if (scene.view.round?.stage === 'betting') {
      fill(
        this.actions,
        button(words.bank.withdraw, () => this.play.withdrawBank()),
      );
    }
  }

  /** @param {Scene} scene */
  noBank(scene) {
    const { bank, seats } = scene.view;
    if (bank.type === 'offered') {
      const name = seats.find((chair) => chair.seat === bank.seat)?.player?.name ?? '';
      this.words(words.bank.asked(words.player(name)), '');
      return;
    }
    const company = seats.filter((chair) => chair.player && !chair.sits_out).length > 1;
    const passed = company && bank.type === 'nobody';
    this.words(passed ? words.bank.nobody : company ? words.bets.soon : words.bank.company, '');
    if (passed && !scene.busy) {
      fill(
        this.actions,
        button(words.bank.again, () => this.play.offerAgain(), { class: 'pass' }),
      );
    }
  }
}

/**
 * @type {Record<Phase, 'watch' | 'closed' | 'busy' | 'away' | 'bet' | 'placed' | 'decide' | 'wait' | 'result' | 'offer'
 *   | 'bank' | 'noBank'>}
 */
const PHASES = {
  watch: 'watch',
  closed: 'closed',
  busy: 'busy',
  away: 'away',
  bet: 'bet',
  placed: 'placed',
  decide: 'decide',
  wait: 'wait',
  result: 'result',
  offer: 'offer',
  bank: 'bank',
  'no-bank': 'noBank',
};
