/**
 * Shows what happened one step after the other. One message can turn five cards and settle the round; the player wants
 * to see the flop first.
 */

import { everything, nextStep, nothing } from './steps.js';

/**
 * @typedef {import('../../protocol.gen.js').TableView} TableView
 * @typedef {import('./scene.js').Shown} Shown
 * @typedef {import('./steps.js').Step} Step
 * @typedef {(view: TableView, shown: Shown, step: Step | null, busy: boolean) => void} Render
 * @typedef {{motionFactor: () => number, isHidden: () => boolean}} Environment
 */

/** How long each step is looked at before the next. */
const STEP_MS = { holes: 900, flop: 1_000, river: 900, dealer: 1_100, result: 300 };
/** How long a result stays when the table has already gone on. */
const RESULT_MS = 4_500;
/** A result can be read even where motion is off. */
const LEAST_RESULT_FACTOR = 0.4;
/** A presenter that is further behind than this jumps to the present. */
const MOST_ROUNDS_BEHIND = 3;

export class Presenter {
  /** The latest view of each round that is not fully shown, oldest first. @type {TableView[]} */
  #queue = [];
  /** @type {Shown | null} */
  #shown = null;
  #isRunning = false;
  #isHurried = false;
  /** When the last result was first shown. */
  #resultSince_ms = -Infinity;
  #wake = () => {};
  #render;
  #environment;

  /**
   * @param {Render} render
   * @param {Environment} environment how fast things move, and whether anybody can see them
   */
  constructor(render, environment) {
    this.#render = render;
    this.#environment = environment;
  }

  /** @param {TableView} view */
  push(view) {
    const last = this.#queue.at(-1);
    if (last && last.round?.number === view.round?.number) this.#queue[this.#queue.length - 1] = view;
    else this.#queue.push(view);
    const behind = this.#queue.length > MOST_ROUNDS_BEHIND;
    if (this.#shown === null || this.#environment.isHidden() || behind) this.#jump();
    else if (!this.#isRunning) void this.#run();
    else if (this.#queue.length === 1) this.#draw(null);
  }

  /** Stops waiting: shows the next step, or the next round, at once. */
  skip() {
    this.#resultSince_ms = -Infinity;
    if (!this.#isRunning) return;
    this.#isHurried = true;
    this.#wake();
  }

  /** Shows the table as it is now. */
  #jump() {
    const view = this.#queue.at(-1);
    if (!view) return;
    this.#queue = [view];
    this.#shown = everything(view);
    this.#wake();
    this.#draw(null);
  }

  async #run() {
    this.#isRunning = true;
    for (let step = this.#next(); step !== undefined; step = this.#next()) {
      this.#draw(step);
      if (step === 'result') this.#resultSince_ms = performance.now();
      if (step) await this.#wait(STEP_MS[step] * this.#environment.motionFactor());
      if (this.#queue.length > 1 && this.#isDone()) await this.#leaveRound();
      this.#isHurried = false;
    }
    this.#isRunning = false;
    this.#draw(null);
  }

  /** The table has gone on: lets the result stand for a while, then goes on too. */
  async #leaveRound() {
    const factor = Math.max(this.#environment.motionFactor(), LEAST_RESULT_FACTOR);
    await this.#wait(Math.max(0, this.#resultSince_ms + RESULT_MS * factor - performance.now()));
    // A jump may have emptied the queue in the meantime.
    if (this.#queue.length > 1) this.#queue.shift();
  }

  #isDone() {
    const view = this.#queue[0];
    return view !== undefined && JSON.stringify(everything(view)) === JSON.stringify(this.#shown);
  }

  /**
   * The next step: null for a round that begins, undefined when everything is shown.
   * @returns {Step | null | undefined}
   */
  #next() {
    const view = this.#queue[0];
    const shown = this.#shown;
    if (!view || !shown) return undefined;
    const goal = everything(view);
    if (goal.round !== shown.round) {
      this.#shown = nothing(goal.round);
      return null;
    }
    const due = nextStep(shown, goal);
    if (!due) {
      this.#shown = goal;
      return this.#queue.length > 1 ? null : undefined;
    }
    this.#shown = due[1];
    return due[0];
  }

  /** @param {Step | null} step */
  #draw(step) {
    const view = this.#queue[0];
    if (view && this.#shown) this.#render(view, this.#shown, step, this.#isRunning && !this.#isDone());
  }

  /** @param {number} ms */
  #wait(ms) {
    if (ms === 0 || this.#isHurried) return Promise.resolve();
    return new Promise((resolve) => {
      const timer = setTimeout(() => resolve(undefined), ms);
      this.#wake = () => {
        clearTimeout(timer);
        resolve(undefined);
      };
    });
  }
}
