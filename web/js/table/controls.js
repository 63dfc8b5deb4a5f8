/** The bar below the felt: what can be done now. */

import { chip, CHIPS } from '../chip.js';
import { button, fill, h, say } from '../dom.js';
import { dollars } from '../money.js';
import { words } from '../words.js';
import { fees, offerForm } from './bank.js';
import { banks, canBet, myHand } from './phase.js';
import { outcome } from './result.js';

/**
 * @typedef {import('../types.js').Scene} Scene
 * @typedef {import('./phase.js').Phase} Phase
 * @typedef {import('./play.js').Play} Play
 */

/** So long after the bar has changed, the second click of a double click still means what was there before. */
const YOUNG_MS = 500;

/** @type {Record<string, number>} */
const ARROWS = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

/** A button with its key. @param {string} label @param {string} key @param {() => void} act @param {any} [props] */
const keyed = (label, key, act, props) =>
  h('button', { type: 'button', onclick: act, 'aria-keyshortcuts': key, ...props }, label);

export class Controls {
  /** @param {Play} play */
  constructor(play) {
    this.play = play;
    this.before = h('p', { class: 'before' });
    this.message = h('p', { class: 'message' });
    this.detail = h('p', { class: 'detail' });
    this.tools = h('div', { class: 'tools' });
    this.actions = h('div', { class: 'actions' });
    this.element = h(
      'div',
      { class: 'controls', role: 'region', 'aria-label': words.bets.place, tabindex: -1 },
      h('div', { class: 'said' }, play.clock.element, h('div', {}, this.before, this.message, this.detail)),
      this.tools,
      this.actions,
    );
    this.element.addEventListener('click', (event) => this.filter(event), true);
    this.drawn = '';
    this.meaning = '';
    this.since_ms = 0;
    /** The key of the button that had the focus. @type {string | null} */
    this.focused = null;
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
    const at = document.activeElement;
    const held = this.element.contains(at);
    if (held && at !== this.element) this.focused = at?.getAttribute('aria-keyshortcuts') ?? null;
    this.drawn = key;
    fill(this.before);
    fill(this.tools);
    fill(this.actions);
    this.element.dataset.phase = phase;
    this.element.toggleAttribute('aria-busy', this.play.waiting);
    this.element.dataset.tone = '';
    this.element.classList.remove('problem');
    this.words('', '');
    this[PHASES[phase]](scene);
    if (held) this.focus(phase);
  }

  /**
   * The focus stays in the bar. It never comes upon a decision by itself: who presses Enter twice has not raised.
   * @param {Phase} phase
   */
  focus(phase) {
    const same = this.focused && this.element.querySelector(`[aria-keyshortcuts="${this.focused}"]`);
    const main = phase === 'decide' ? null : this.element.querySelector('.actions .primary');
    for (const each of [same, main, this.element]) {
      if (!(each instanceof HTMLElement)) continue;
      each.focus({ preventScroll: true });
      if (document.activeElement === each) return;
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
    const why = problem ?? (open ? null : words.bets.soon);
    this.words(words.bets.place, why ?? (total || (solo ? '' : words.bets.waitFirst)));
    this.element.classList.toggle('problem', why !== null);
    this.rack(scene);
    fill(
      this.actions,
      this.small(),
      keyed(solo ? words.bets.deal : words.bets.bet, 'Enter', () => play.deal(), {
        class: 'primary',
        disabled: why !== null || play.waiting,
      }),
    );
  }

  /** @param {Scene} scene */
  rack(scene) {
    const { settings } = scene;
    const most = settings.maximum ?? Infinity;
    const chips = CHIPS.filter((each) => each <= most && each % settings.chip === 0);
    const picked = chips.includes(this.play.chip) ? this.play.chip : chips[0];
    fill(
      this.tools,
      h(
        'div',
        {
          class: 'rack',
          role: 'radiogroup',
          'aria-label': words.bets.chips,
          onkeydown: (/** @type {KeyboardEvent} */ event) => this.turn(event),
        },
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
              tabindex: each === picked ? 0 : -1,
              onclick: () => this.play.pick(each),
            },
            chip(each),
          ),
        ),
      ),
    );
  }

  /** Arrows go from chip to chip. @param {KeyboardEvent} event */
  turn(event) {
    const by = ARROWS[event.key];
    if (!by) return;
    event.preventDefault();
    this.play.pickNext(by);
    /** @type {HTMLElement | null} */ (this.tools.querySelector('[aria-checked="true"]'))?.focus();
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
    const end = outcome(scene);
    if (!end) return;
    this.words(end.total, end.why);
    this.element.dataset.tone = end.net > 0 ? 'win' : '';
    const solo = scene.settings.pace.type === 'solo';
    const again = play.bets.last && canBet(scene) && !banks(scene);
    fill(this.tools, this.proof());
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

  proof() {
    return keyed(words.proof.button, 'v', () => this.play.proof(), { class: 'quiet-button' });
  }

  /** Whoever is asked at once still sees how the last round ended. @param {Scene} scene */
  offer(scene) {
    const end = outcome(scene);
    const brackets = fees(scene);
    if (end) fill(this.before, end.total, end.why && h('span', {}, ` · ${end.why}`), ' ', this.proof());
    this.words(words.bank.offered, brackets.length ? words.bank.collection(brackets) : words.bank.explain);
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
