/** One user at one table: what they see, the bet they are making, and the commands they send. */

import { freshSeed } from '../../fairness/state/shuffle.js';
import { recordSeed, witness, witnessNext } from '../../fairness/state/witness.js';
import { preferences, setPreferences } from '../../state/preferences.js';
import { texts } from '../../text/text.js';
import { Bets } from './bets.js';
import { CHIPS } from './chips.js';
import { actionName, canBet } from './legal.js';
import { phaseOf } from './phase.js';
import { Presenter } from './presenter.js';
import { isSolo, myHand } from './scene.js';
import { amountsOf, betOf, totalOf } from './wagers.js';

/**
 * @typedef {import('../../protocol.gen.js').TableView} TableView
 * @typedef {import('../../engine/engine.js').TableUpdate} TableUpdate
 * @typedef {import('./scene.js').Scene} Scene
 * @typedef {import('./scene.js').Shown} Shown
 * @typedef {import('./phase.js').Phase} Phase
 * @typedef {import('./bets.js').Bet} Bet
 * @typedef {import('../../protocol.gen.js').ClientCommand} ClientCommand
 *
 * A command of the user's seat that needs no more than its name.
 * @typedef {'leave' | 'sit_out' | 'come_back' | 'withdraw' | 'decline_bank' | 'withdraw_bank'} SeatCommand
 *
 * What a play reports to the view.
 * @typedef {object} Observer
 * @property {(scene: Scene, phase: Phase) => void} draw
 * @property {import('../../engine/engine.js').OnFailure} fail the table cannot be watched
 * @property {(message: string) => void} notify something was refused
 * @property {(scene: Scene, phase: Phase) => void} phaseChanged
 * @property {(scene: Scene, step: string) => void} stepShown
 * @property {(scene: Scene) => void} roundFinished
 * @property {(scene: Scene, action: string, done: Promise<boolean>) => void} decided
 * @property {() => void} chipPlaced
 */

/** Chips of a starting bet: Ante, Blind and a raise of 4× fit into the balance. */
const ANTES_PER_HAND = 6;

export class Play {
  bets = new Bets();
  chip = preferences.get().chip;
  /** Whether a command is under way. */
  waiting = false;
  /** @type {Scene | null} */
  scene = null;
  /** The latest update, which may be ahead of what is shown. @type {TableUpdate | null} */
  latest = null;
  /** Deals as soon as the user sits: the first hand of a new visitor. */
  dealsAtOnce = false;

  /** The round whose result was put away. */
  #dismissed = -1;
  /** @type {import('../../protocol.gen.js').RuleBook | null} */
  #book = null;
  /** The last finished round, until it is reported. @type {TableView | null} */
  #finished = null;
  /** @type {Phase | null} */
  #phaseBefore = null;
  #account;
  #engine;
  #observer;
  #presenter;
  #unwatch;

  /**
   * @param {{engine: import('../../engine/engine.js').Engine, table: number, observer: Observer,
   *   account: import('../../account/state/account.js').Account,
   *   environment: import('./presenter.js').Environment}} props
   */
  constructor({ engine, account, table, observer, environment }) {
    this.table = table;
    this.#engine = engine;
    this.#account = account;
    this.#observer = observer;
    this.#presenter = new Presenter((...shown) => this.#present(...shown), environment);
    this.#unwatch = engine.watch(table, (update) => void this.#receive(update), observer.fail);
  }

  /** Goes on from the table as it is, although the card room has forgotten what it confirmed. */
  startOver() {
    this.#engine.startOver(this.table);
  }

  leave() {
    this.#unwatch();
    this.#account.holdWallet(false);
  }

  get balance() {
    return this.#account.wallet.get() ?? 0;
  }

  get phase() {
    return this.scene ? phaseOf(this.scene, this.#dismissed) : 'busy';
  }

  /** The bet that is being made, if one is. @returns {Bet | null} */
  get draft() {
    return this.phase === 'bet' ? this.bets.bet : null;
  }

  /** Why the bet cannot be placed, if it cannot. */
  get problem() {
    return this.bets.problem(this.balance);
  }

  /** Whether the smallest bet of this table is more than the user has. */
  get isOutOfChips() {
    const bet = { ante: this.#anteRange()?.minimum ?? 0, trips: 0, bad_beat: 0 };
    return totalOf(amountsOf(bet, this.bets.offers)) > this.balance;
  }

  /** @param {TableUpdate} update */
  async #receive(update) {
    this.latest = update;
    const round = update.view.round;
    if (round?.revealed) this.#finished = update.view;
    // Recorded before anything else can fail: a later proof is only as good as what was seen here.
    if (round) witness(this.table, round, this.#account.user.get()?.id);
    if (update.view.next_round) witnessNext(this.table, update.view.next_round);
    this.#book ??= (await this.#engine.books()).find((book) => book.id === update.settings.book) ?? null;
    // A newer update may have overtaken this one while the rule books were loaded.
    if (this.latest === update) this.#presenter.push(update.view);
  }

  /**
   * @param {TableView} view
   * @param {Shown} shown
   * @param {string | null} step
   * @param {boolean} busy
   */
  #present(view, shown, step, busy) {
    if (!this.latest || !this.#book) return;
    const { settings, name } = this.latest;
    const user = this.#account.user.get();
    const seat = view.seats.find((each) => each.player && each.player.id === user?.id)?.seat ?? null;
    const before = this.scene;
    const scene = { view, shown, settings, name, book: this.#book, user, seat, busy };
    this.scene = scene;
    this.#account.holdWallet(busy);
    this.#reportFinished(scene);
    this.bets.offers = view.offers;
    const hand = myHand(scene);
    // After a reload, the bet on the table is the one to repeat.
    if (hand) this.bets.last ??= betOf(hand);
    // The seed of a bet that is being placed opens the round: the bet stays as it is.
    const hasNewRound = before && before.shown.round !== shown.round && !hand;
    if (!before || (hasNewRound && !this.waiting)) this.#prepareBet();
    if (step) this.#observer.stepShown(scene, step);
    this.redraw();
    if (!busy) this.#dealFirstHand(scene);
  }

  /** @param {Scene} scene */
  #dealFirstHand(scene) {
    if (!this.dealsAtOnce || scene.seat === null || !canBet(scene)) return;
    this.dealsAtOnce = false;
    if (!myHand(scene) || scene.view.round?.stage === 'settled') void this.deal();
  }

  /** Reports a round when its result is shown, or has been skipped. @param {Scene} scene */
  #reportFinished(scene) {
    const finished = this.#finished?.round?.number ?? Infinity;
    const shown = scene.view.round?.number ?? -1;
    if (!this.#finished || finished > shown || (finished === shown && !scene.shown.result)) return;
    this.#observer.roundFinished({ ...scene, view: this.#finished });
    this.#finished = null;
  }

  redraw() {
    if (!this.scene) return;
    const phase = this.phase;
    if (phase !== this.#phaseBefore) this.#observer.phaseChanged(this.scene, phase);
    this.#phaseBefore = phase;
    this.#observer.draw(this.scene, phase);
  }

  /** The amounts that the Ante takes. */
  #anteRange() {
    const amount = this.scene?.view.offers.find((offer) => offer.wager === 'ante')?.amount;
    return amount?.type === 'chosen' ? amount : null;
  }

  /** Prepares the last bet, or the smallest Ante, so that one key places it. */
  #prepareBet() {
    if (!this.scene) return;
    const minimum = this.#anteRange()?.minimum ?? 0;
    const affordable = !this.balance || minimum * ANTES_PER_HAND <= this.balance;
    this.bets.prepare(this.bets.last ?? { ante: affordable ? minimum : 0, trips: 0, bad_beat: 0 });
  }

  /** @param {keyof Bet} wager */
  add(wager) {
    const { scene, phase } = this;
    if (!scene || (phase !== 'bet' && phase !== 'result') ) return;
    if (phase === 'result') {
      if (!canBet(scene)) return;
      this.dismissResult();
    }
    const problem = this.bets.add(wager, this.chip);
    if (problem) this.#observer.notify(problem);
    else this.#observer.chipPlaced();
    this.redraw();
  }

  /** The chips that can be placed at this table. */
  chips() {
    const range = this.#anteRange();
    return range ? CHIPS.filter((chip) => chip <= range.maximum && chip % range.step === 0) : [];
  }

  /** @param {number} chip */
  pickChip(chip) {
    this.chip = chip;
    setPreferences({ chip });
    this.redraw();
  }

  /** @param {number} by 1 for the next larger chip, -1 for the next smaller one */
  pickNextChip(by) {
    const chips = this.chips();
    const next = chips[chips.indexOf(this.chip) + by];
    if (next) this.pickChip(next);
  }

  undo() {
    this.bets.undo();
    this.redraw();
  }

  clear() {
    this.bets.clear();
    this.redraw();
  }

  rebet() {
    this.bets.rebet();
    this.redraw();
  }

  /** Puts the last result away, to bet again. */
  dismissResult() {
    this.#presenter.skip();
    this.#dismissed = this.scene?.view.round?.number ?? -1;
    if (this.bets.last) this.bets.prepare(this.bets.last);
    this.redraw();
  }

  again() {
    this.dismissResult();
    return this.deal();
  }

  /** Places the bet; at a solo table, deals too. */
  async deal() {
    const scene = this.scene;
    const seat = scene?.seat;
    if (!scene || !seat || this.waiting) return;
    if (this.problem) return this.#observer.notify(this.problem);
    await this.#during(async () => {
      // Nothing is wagered on a shuffle to which this browser has not contributed.
      if (!(await this.#addSeed(seat))) return;
      if (!(await this.#command({ type: 'wager', seat, ...this.bets.bet }))) return;
      this.bets.placed();
      this.#observer.chipPlaced();
      if (isSolo(scene)) await this.#command({ type: 'no_more_bets' });
    });
  }

  /**
   * Adds this browser's own seed to the shuffle, once in a round. It is drawn only now, after the engine has committed
   * to its seed, so that neither side can choose its seed with knowledge of the other's. Returns whether it counts.
   * @param {number} seat
   */
  async #addSeed(seat) {
    const view = this.latest?.view;
    const round = view?.next_round ?? view?.round;
    if (!view || !round) return false;
    if (!view.next_round && view.round?.seeds.some((each) => each.seat === seat)) return true;
    const seed = freshSeed();
    const done = await this.#command({ type: 'add_seed', seat, seed });
    if (done) recordSeed(this.table, round.number, seat, seed);
    return done;
  }

  /** @param {import('./legal.js').LegalAction} decision */
  async decide(decision) {
    const scene = this.scene;
    const seat = scene?.seat;
    if (!scene || !seat || this.phase !== 'decide') return;
    /** @type {ClientCommand} */
    const command =
      decision.type === 'raise' ? { type: 'raise', seat, times: decision.times } : { type: decision.type, seat };
    await this.#during(() => {
      // `seen` is what is on the screen, not the latest update: a decision answers the cards it was made on.
      const done = this.#command(command, scene.view.seq);
      this.#observer.decided(scene, actionName(decision), done);
      return done;
    });
  }

  /** @param {SeatCommand} type */
  send(type) {
    const seat = this.scene?.seat;
    if (seat) return this.#during(() => this.#command({ type, seat }));
  }

  /** @param {number} wager */
  acceptBank(wager) {
    const seat = this.scene?.seat;
    if (seat) return this.#during(() => this.#command({ type: 'accept_bank', seat, wager }));
  }

  offerBankAgain() {
    return this.#during(() => this.#command({ type: 'offer_bank_again' }));
  }

  /** @param {number} seat */
  sit(seat) {
    return this.#during(async () => {
      await this.#account.ensureGuest();
      return this.#command({ type: 'sit', seat });
    });
  }

  /**
   * @param {ClientCommand} command
   * @param {number} [seen]
   */
  async #command(command, seen) {
    const result = await this.#engine.command(this.table, command, seen);
    if (!result.done) this.#observer.notify(texts.errors.refused(result.reason));
    return result.done;
  }

  /**
   * Runs one thing at a time: a second press while the first is under way does nothing.
   * @param {() => Promise<unknown>} act
   */
  async #during(act) {
    if (this.waiting) return;
    this.waiting = true;
    this.#presenter.skip();
    this.redraw();
    try {
      await act();
    } catch (error) {
      this.#observer.notify(error instanceof Error ? error.message : texts.errors.unknown);
    } finally {
      this.waiting = false;
      this.redraw();
    }
  }
}
