/** The bar below the felt: what the user can do now. */

import { moreChipsButton, moreChipsText } from '../account/more-chips.js';
import { dollars } from '../text/money.js';
import { texts } from '../text/text.js';
import { chip } from '../ui/chip.js';
import { button, fill, h, say } from '../ui/dom.js';
import { bankOffer } from './bank-offer.js';
import { canBet, legalActions } from './state/legal.js';
import { outcome } from './state/outcome.js';
import { banks, isSolo, myHand } from './state/scene.js';
import { stakesOf, totalOf } from './state/wagers.js';

/**
 * @typedef {import('./state/scene.js').Scene} Scene
 * @typedef {import('./state/phase.js').Phase} Phase
 * @typedef {import('./state/play.js').Play} Play
 * @typedef {{play: Play, clock: import('./clock.js').Clock, coach: import('../coach/coach-panel.js').CoachPanel,
 *   showProof: () => void, showSheet: () => void}} Parts
 */

/** For this long after the bar has changed, the second click of a double click was meant for what was there before. */
const DOUBLE_CLICK_MS = 500;

/** @type {Record<string, number>} */
const ARROWS = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

/** @param {string} label @param {string} key @param {() => void} act @param {any} [props] */
const keyButton = (label, key, act, props) => button(label, act, { 'aria-keyshortcuts': key, ...props });

export class Controls {
  #drawn = '';
  #meaning = '';
  #changed_ms = 0;
  /** The key of the button that had the focus. @type {string | null} */
  #focusedKey = null;

  /** @param {Parts} parts */
  constructor({ play, clock, coach, showProof, showSheet }) {
    this.play = play;
    this.coach = coach;
    this.showProof = showProof;
    this.showSheet = showSheet;
    this.before = h('p', { class: 'before' });
    this.message = h('p', { class: 'message' });
    this.detail = h('p', { class: 'detail' });
    this.sentences = h('ol', { class: 'sentences', 'aria-label': texts.result.sentences });
    this.tools = h('div', { class: 'tools' });
    this.actions = h('div', { class: 'actions' });
    this.element = h(
      'div',
      { class: 'controls', role: 'region', tabindex: -1 },
      h('div', { class: 'status' }, clock.element, h('div', {}, this.before, this.message, this.detail)),
      this.sentences,
      this.tools,
      this.actions,
    );
    this.element.addEventListener('click', (event) => this.#dropDoubleClick(event), true);
  }

  /** @param {MouseEvent} event */
  #dropDoubleClick(event) {
    if (event.detail < 2 || performance.now() - this.#changed_ms > DOUBLE_CLICK_MS) return;
    event.preventDefault();
    event.stopPropagation();
  }

  /** @param {{scene: Scene, phase: Phase}} props */
  update({ scene, phase }) {
    const { bets, chip: picked, waiting, balance } = this.play;
    const round = scene.view.round;
    const key = JSON.stringify([
      phase, bets.bet, bets.last, picked, waiting, balance, round?.stage, round?.number, scene.view.bank, canBet(scene),
    ]);
    // Buttons that are drawn again lose a press that is under way.
    if (key === this.#drawn) return;
    const meaning = `${phase}/${round?.number}/${round?.stage}`;
    if (meaning !== this.#meaning) this.#changed_ms = performance.now();
    this.#meaning = meaning;
    const focused = document.activeElement;
    const hadFocus = this.element.contains(focused);
    if (hadFocus && focused !== this.element) this.#focusedKey = focused?.getAttribute('aria-keyshortcuts') ?? null;
    this.#drawn = key;
    this.#clear(phase);
    this[PHASES[phase]](scene);
    if (hadFocus) this.#restoreFocus(phase);
  }

  /** @param {Phase} phase */
  #clear(phase) {
    fill(this.before);
    fill(this.sentences);
    fill(this.tools);
    fill(this.actions);
    this.element.dataset.phase = phase;
    this.element.setAttribute('aria-label', texts.phases[phase]);
    this.element.toggleAttribute('aria-busy', this.play.waiting);
    this.element.dataset.tone = '';
    this.element.classList.remove('problem');
    this.#say('', '');
  }

  /**
   * Keeps the focus in the bar. It is never moved onto a decision: pressing Enter twice must not raise.
   * @param {Phase} phase
   */
  #restoreFocus(phase) {
    const same = this.#focusedKey && this.element.querySelector(`[aria-keyshortcuts="${this.#focusedKey}"]`);
    const main = phase === 'decide' ? null : this.element.querySelector('.actions .primary');
    for (const each of [same, main, this.element]) {
      if (!(each instanceof HTMLElement)) continue;
      each.focus({ preventScroll: true });
      // A disabled button does not take the focus.
      if (document.activeElement === each) return;
    }
  }

  /** @param {string} message @param {string} detail */
  #say(message, detail) {
    say(this.message, message);
    say(this.detail, detail);
  }

  /** @param {Scene} scene */
  watch(scene) {
    this.#say(scene.name, offeredTo(scene) ?? scene.book.title);
  }

  closed() {
    this.#say(texts.table.closed, '');
  }

  busy() {}

  away() {
    this.#say(texts.table.sittingOut, '');
    const comeBack = () => void this.play.send('come_back');
    fill(this.actions, button(texts.table.comeBack, comeBack, { class: 'primary' }));
  }

  /** @param {Scene} scene */
  bet(scene) {
    const { play } = this;
    if (play.isOutOfChips) return this.#outOfChips();
    const { total } = play.bets;
    const problem = play.problem ?? (canBet(scene) ? null : texts.bets.soon);
    const hint = isSolo(scene) ? '' : texts.bets.waitFirst;
    this.#say(texts.bets.place, problem ?? (total ? dollars(total) : hint));
    this.element.classList.toggle('problem', problem !== null);
    fill(this.tools, this.#rack());
    fill(
      this.actions,
      this.#betTools(),
      keyButton(isSolo(scene) ? texts.bets.deal : texts.bets.bet, 'Enter', () => void play.deal(), {
        class: 'primary',
        disabled: problem !== null || play.waiting,
      }),
    );
  }

  #outOfChips() {
    this.#say(texts.bets.outOfChips(dollars(this.play.balance)), moreChipsText());
    this.element.classList.add('problem');
    fill(this.actions, h('a', { class: 'button', href: '#/lobby' }, texts.home.lobby), moreChipsButton());
  }

  #rack() {
    const chips = this.play.chips();
    const tabStop = chips.includes(this.play.chip) ? this.play.chip : chips[0];
    const pick = (/** @type {number} */ each) =>
      h(
        'button',
        {
          type: 'button',
          role: 'radio',
          class: 'pick',
          'aria-checked': String(each === this.play.chip),
          'aria-label': texts.bets.chip(each),
          'aria-keyshortcuts': `chip-${each}`,
          tabindex: each === tabStop ? 0 : -1,
          onclick: () => this.play.pickChip(each),
        },
        chip(each),
      );
    return h(
      'div',
      {
        class: 'rack',
        role: 'radiogroup',
        'aria-label': texts.bets.chips,
        onkeydown: (/** @type {KeyboardEvent} */ event) => this.#moveInRack(event),
      },
      chips.map(pick),
    );
  }

  /** @param {KeyboardEvent} event */
  #moveInRack(event) {
    const by = ARROWS[event.key];
    if (!by) return;
    event.preventDefault();
    this.play.pickNextChip(by);
    /** @type {HTMLElement | null} */ (this.tools.querySelector('[aria-checked="true"]'))?.focus();
  }

  #betTools() {
    const { bets } = this.play;
    return h(
      'div',
      { class: 'small' },
      keyButton(texts.bets.undo, 'u', () => this.play.undo(), { disabled: !bets.undoable.length }),
      keyButton(texts.bets.clear, 'x', () => this.play.clear(), { disabled: !bets.total }),
      keyButton(texts.bets.rebet, 'r', () => this.play.rebet(), { disabled: !bets.last }),
    );
  }

  /** @param {Scene} scene */
  placed(scene) {
    const hand = myHand(scene);
    const total = hand ? totalOf(stakesOf(hand)) : 0;
    this.#say(texts.bets.placed(total), texts.bets.open);
    const withdraw = () => void this.play.send('withdraw');
    fill(this.actions, button(texts.bets.withdraw, withdraw));
  }

  /** @param {Scene} scene */
  decide(scene) {
    const { play } = this;
    const stage = /** @type {import('./state/legal.js').Street} */ (scene.view.round?.stage);
    const actions = legalActions(scene).map((action, index) => {
      if (action.type !== 'raise') {
        const [label, key] = action.type === 'fold' ? [texts.decide.fold, 'f'] : [texts.decide.check, 'c'];
        return keyButton(label, key, () => void play.decide(action), { class: 'pass', disabled: play.waiting });
      }
      const raise = keyButton(texts.decide.raise(action.times), String(action.times), () => void play.decide(action), {
        // The largest raise comes first: whenever a raise is right, it is the best one.
        class: index === 0 ? 'primary' : '',
        disabled: play.waiting || action.amount > play.balance,
      });
      raise.append(h('small', {}, dollars(action.amount)));
      return raise;
    });
    this.#say(texts.decide.streets[stage] ?? '', '');
    fill(this.tools, this.coach.askButton());
    // The largest raise is furthest from Check and Fold.
    fill(this.actions, actions.reverse());
  }

  /** @param {Scene} scene */
  wait(scene) {
    this.#say(myHand(scene) ? texts.decide.wait : texts.bets.nextRound, '');
  }

  /** @param {Scene} scene */
  result(scene) {
    const { play } = this;
    const end = outcome(scene);
    if (!end) return;
    this.#say(end.total, end.note);
    this.#explain(end.sentences);
    this.element.dataset.tone = end.isWin ? 'win' : '';
    const repeat = play.bets.last && canBet(scene) && !banks(scene);
    fill(this.tools, this.#proofButton());
    fill(
      this.actions,
      banks(scene) && this.#sheetButton(),
      canBet(scene) && button(texts.bets.change, () => play.dismissResult()),
      repeat
        && keyButton(isSolo(scene) ? texts.bets.again : texts.bets.betAgain, 'Enter', () => void play.again(), {
          class: 'primary',
          disabled: play.waiting,
        }),
    );
  }

  #sheetButton() {
    return button(texts.sheet.open, this.showSheet, { class: 'quiet-button' });
  }

  /** @param {string[]} sentences */
  #explain(sentences) {
    fill(
      this.sentences,
      sentences.map((sentence) => h('li', {}, sentence)),
    );
  }

  #proofButton() {
    return keyButton(texts.proof.button, 'v', this.showProof, { class: 'quiet-button' });
  }

  /** The offer can follow the last round at once, so that it shows the result too. @param {Scene} scene */
  offer(scene) {
    const { play } = this;
    const end = outcome(scene);
    if (end) fill(this.before, end.total, ' ', this.#proofButton(), banks(scene) && this.#sheetButton());
    if (end) this.#explain(end.sentences);
    this.#say(texts.bank.offered, texts.bank.terms(scene.view.posted.collection));
    const accept = (/** @type {number} */ wager) => void play.acceptBank(wager);
    const decline = () => void play.send('decline_bank');
    fill(this.actions, bankOffer({ scene, balance: play.balance, accept, decline }));
  }

  /** @param {Scene} scene */
  bank(scene) {
    this.#say(texts.bets.youBank, '');
    if (scene.view.round?.stage !== 'betting') return;
    fill(this.actions, button(texts.bank.withdraw, () => void this.play.send('withdraw_bank')));
  }

  /** @param {Scene} scene */
  noBank(scene) {
    const { bank, seats } = scene.view;
    const offered = offeredTo(scene);
    if (offered) return this.#say(offered, '');
    const hasCompany = seats.filter((seat) => seat.player && !seat.sits_out).length > 1;
    const allPassed = hasCompany && bank.type === 'nobody';
    this.#say(allPassed ? texts.bank.allPassed : hasCompany ? texts.bets.soon : texts.bank.needsCompany, '');
    if (!allPassed || scene.busy) return;
    fill(this.actions, button(texts.bank.again, () => void this.play.offerBankAgain(), { class: 'pass' }));
  }
}

/** Whose decision about the bank the table waits for, if it does. @param {Scene} scene */
function offeredTo({ view: { bank, seats } }) {
  if (bank.type !== 'offered') return null;
  const name = seats.find((seat) => seat.seat === bank.seat)?.player?.name ?? '';
  return texts.bank.offeredTo(texts.player(name));
}

/**
 * The method that draws each phase.
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
