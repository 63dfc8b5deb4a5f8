/** Somebody at a table: what they see, what they are about to bet, and what they ask of the card room. */

import { toast } from '../announce.js';
import { books } from '../api.js';
import { showProof } from '../page/proof.js';
import { freshSeed } from '../fairness.js';
import { holdWallet, me, wallet } from '../me.js';
import { like, likes } from '../prefs.js';
import { see, seeded } from '../seen.js';
import { link } from '../socket.js';
import { sound } from '../sound.js';
import { words } from '../words.js';
import { Bets } from './bets.js';
import { Clock } from './clock.js';
import { Coach } from './coach.js';
import { CHIPS } from '../chip.js';
import { canBet, myHand, phase } from './phase.js';
import { Presenter } from './presenter.js';
import { announceTurn, tell } from './tell.js';

/**
 * @typedef {import('../types.js').Scene} Scene
 * @typedef {import('../types.js').View} View
 * @typedef {import('../types.js').Shown} Shown
 * @typedef {import('./phase.js').Phase} Phase
 * @typedef {import('./bets.js').Bet} Bet
 */

export class Play {
  /**
   * @param {number} table
   * @param {(scene: Scene, phase: Phase) => void} draw
   * @param {(reason: string) => void} fail
   */
  constructor(table, draw, fail) {
    this.table = table;
    this.draw = draw;
    this.bets = new Bets();
    this.clock = new Clock();
    this.coach = new Coach(() => this.scene);
    this.chip = likes.get().chip;
    /** Whether a command is under way. */
    this.waiting = false;
    /** Whether one is about to sit down. */
    this.sitting = false;
    /** The round whose result was put away. */
    this.dismissed = -1;
    /** @type {Scene | null} */
    this.scene = null;
    /** @type {import('../types.js').Book | null} */
    this.book = null;
    /** @type {import('../socket.js').Told | null} */
    this.told = null;
    /** The last round that is over, until it is counted. @type {View | null} */
    this.over = null;
    /** What could be done when the table was last drawn. @type {Phase | null} */
    this.before = null;
    /** Deal as soon as one sits: the first minute. */
    this.dealsAtOnce = false;
    this.presenter = new Presenter((view, shown, step, busy) => this.present(view, shown, step, busy));
    this.unwatch = link.watch(table, (told) => void this.hear(told), fail);
  }

  leavePage() {
    this.unwatch();
    this.clock.stop();
    holdWallet(false);
  }

  /** @param {import('../socket.js').Told} told */
  async hear(told) {
    this.told = told;
    if (told.view.round?.revealed) this.over = told.view;
    if (told.view.round) see(this.table, told.view.round, me.get()?.id);
    this.book ??= (await books()).find((book) => book.id === told.settings.book) ?? null;
    if (this.told !== told) return;
    this.presenter.push(told.view);
  }

  /**
   * @param {View} view
   * @param {Shown} shown
   * @param {string | null} step
   * @param {boolean} busy
   */
  present(view, shown, step, busy) {
    const { told, book } = this;
    if (!told || !book) return;
    const who = me.get();
    const seat = view.seats.find((chair) => chair.player && chair.player.id === who?.id)?.seat ?? null;
    const before = this.scene;
    this.scene = { view, shown, settings: told.settings, name: told.name, book, me: who, seat, busy };
    holdWallet(busy);
    this.count(this.scene);
    const hand = myHand(this.scene);
    // Whoever comes back finds what they bet, to bet it again.
    if (hand) this.bets.last ??= { ante: hand.ante, trips: hand.trips, bad_beat: hand.bad_beat };
    if (!before || (before.shown.round !== shown.round && !myHand(this.scene))) this.startingBet();
    if (step) tell(this.scene, step);
    this.redraw();
    if (!busy && this.dealsAtOnce && seat !== null && canBet(this.scene)) {
      this.dealsAtOnce = false;
      if (!myHand(this.scene) || view.round?.stage === 'settled') this.deal();
    }
  }

  /** Counts a round when its result is shown, or would have been if anybody had looked. @param {Scene} scene */
  count(scene) {
    const [over, shown] = [this.over?.round?.number ?? Infinity, scene.view.round?.number ?? -1];
    if (!this.over || over > shown || (over === shown && !scene.shown.result)) return;
    this.coach.count({ ...scene, view: this.over });
    this.over = null;
  }

  redraw() {
    if (!this.scene) return;
    const now = this.phase();
    if (now !== this.before) announceTurn(this.scene, now);
    this.before = now;
    this.coach.follow(this.scene, now);
    this.draw(this.scene, now);
  }

  phase() {
    return this.scene ? phase(this.scene, this.dismissed) : 'busy';
  }

  /** The bets that are being made, if any. @returns {Bet | null} */
  draft() {
    return this.phase() === 'bet' ? this.bets.bet : null;
  }

  balance() {
    return wallet.get() ?? 0;
  }

  /** The last bet lies ready, or the least Ante, so that one key makes it. */
  startingBet() {
    const settings = this.scene?.settings;
    if (!settings) return;
    const least = settings.minimum ?? settings.chip;
    const first = { ante: least * 6 <= this.balance() || !this.balance() ? least : 0, trips: 0, bad_beat: 0 };
    this.bets.ready(this.bets.last ?? first);
  }

  /** @param {keyof Bet} on */
  add(on) {
    const now = this.phase();
    if (!this.scene || (now !== 'bet' && now !== 'result')) return;
    if (now === 'result') {
      if (!canBet(this.scene)) return;
      this.putAway();
    }
    if (on === 'bad_beat' && !this.scene.book.layout.includes(words.wager('bad_beat'))) return;
    const problem = this.bets.add(on, this.chip, this.scene.settings);
    if (problem) toast(problem);
    else sound.chip();
    this.redraw();
  }

  /** @param {number} chip */
  pick(chip) {
    this.chip = chip;
    like({ chip });
    this.redraw();
  }

  /** @param {number} by */
  pickNext(by) {
    const most = this.scene?.settings.maximum ?? Infinity;
    const least = this.scene?.settings.chip ?? 1;
    const next = CHIPS[CHIPS.indexOf(this.chip) + by];
    if (next && next <= most && next % least === 0) this.pick(next);
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

  /** Puts the last result away, to bet anew. */
  putAway() {
    this.presenter.skip();
    this.dismissed = this.scene?.view.round?.number ?? -1;
    if (this.bets.last) this.bets.ready(this.bets.last);
    this.redraw();
  }

  again() {
    this.putAway();
    return this.deal();
  }

  /**
   * Bets; at a table for one, deals. Every bet brings a seed of this browser's own into the shuffle, which leaves it
   * only when the card room has said what its own seed is bound to.
   */
  async deal() {
    const scene = this.scene;
    const seat = scene?.seat;
    if (!scene || !seat || this.waiting) return;
    const problem = this.bets.problem(scene.settings, this.balance());
    if (problem) return toast(problem);
    const solo = scene.settings.pace.type === 'solo';
    await this.during(async () => {
      if (!(await this.command({ type: 'wager', seat, ...this.bets.bet }))) return;
      this.bets.made();
      sound.chip();
      await Promise.all([this.addSeed(seat), solo && this.command({ type: 'no_more_bets' })]);
    });
  }

  /** @param {number} seat */
  async addSeed(seat) {
    const round = this.told?.view.round;
    if (!round || round.seeds.some((each) => each.seat === seat)) return;
    const seed = freshSeed();
    if (await this.command({ type: 'add_seed', seat, seed })) seeded(this.table, round.number, seat, seed);
  }

  withdraw() {
    return this.simply({ type: 'withdraw' });
  }

  check() {
    return this.decide('check', { type: 'check' });
  }

  fold() {
    return this.decide('fold', { type: 'fold' });
  }

  /** @param {number} times */
  raise(times) {
    return this.decide(`${times}x`, { type: 'raise', times });
  }

  /**
   * @param {string} action
   * @param {object} command
   */
  async decide(action, command) {
    const scene = this.scene;
    if (!scene || this.phase() !== 'decide') return;
    await this.during(() => {
      const done = this.command({ seat: scene.seat, ...command }, scene.view.seq);
      void this.coach.acted(scene, action, done);
      return done;
    });
  }

  /** @param {number} wager */
  acceptBank(wager) {
    return this.simply({ type: 'accept_bank', wager });
  }

  declineBank() {
    return this.simply({ type: 'decline_bank' });
  }

  withdrawBank() {
    return this.simply({ type: 'withdraw_bank' });
  }

  offerAgain() {
    return this.during(() => this.command({ type: 'offer_bank_again' }));
  }

  comeBack() {
    return this.simply({ type: 'come_back' });
  }

  /** @param {object} command */
  simply(command) {
    return this.during(() => this.command({ seat: this.scene?.seat, ...command }));
  }

  proof() {
    const round = this.scene?.view.round;
    if (round && this.told) showProof(this.table, this.told.settings, round, this.scene?.seat ?? null);
  }

  /**
   * @param {object} command
   * @param {number} [seen]
   */
  async command(command, seen) {
    const answer = await link.command(this.table, command, seen);
    if (!answer.done) toast(words.refused(answer.reason));
    return answer.done;
  }

  /** @param {() => Promise<unknown>} act */
  async during(act) {
    if (this.waiting) return;
    this.waiting = true;
    this.presenter.skip();
    this.redraw();
    try {
      await act();
    } finally {
      this.waiting = false;
      this.redraw();
    }
  }
}
