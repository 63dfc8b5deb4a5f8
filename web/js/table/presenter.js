/**
 * Shows what happened one thing after the other. The card room may turn five cards and settle in one message; people
 * want to see the flop first.
 */

import { pace } from '../prefs.js';
import { everything, nextStep, nothing } from './steps.js';

/**
 * @typedef {import('../types.js').View} View
 * @typedef {import('../types.js').Shown} Shown
 * @typedef {import('./steps.js').Step} Step
 */

/** How long each thing is looked at before the next. */
const TAKES_MS = { holes: 900, flop: 1_000, river: 900, dealer: 1_100, result: 300 };
/** How long a result stays when the table has gone on. */
const RESULT_MS = 4_500;

export class Presenter {
  /** @param {(view: View, shown: Shown, step: Step | null, busy: boolean) => void} render */
  constructor(render) {
    this.render = render;
    /** @type {View[]} */
    this.queue = [];
    /** @type {Shown | null} */
    this.shown = null;
    this.running = false;
    this.hurried = false;
    /** Since when the last result has been seen. */
    this.since_ms = -Infinity;
    this.wake = () => {};
  }

  /** @param {View} view */
  push(view) {
    const last = this.queue.at(-1);
    if (last && last.round?.number === view.round?.number) this.queue[this.queue.length - 1] = view;
    else this.queue.push(view);
    if (this.shown === null || document.hidden || this.queue.length > 3) this.jump();
    else if (!this.running) void this.run();
    else if (this.queue.length === 1) this.draw(null);
  }

  /** Shows the table as it is now. */
  jump() {
    const view = this.queue.at(-1);
    if (!view) return;
    this.queue = [view];
    this.shown = everything(view);
    this.wake();
    this.draw(null);
  }

  /** Goes on to the next round, if there is one. */
  skip() {
    this.since_ms = -Infinity;
    if (!this.running) return;
    this.hurried = true;
    this.wake();
  }

  async run() {
    this.running = true;
    for (let step = this.next(); step !== undefined; step = this.next()) {
      this.draw(step);
      if (step === 'result') this.since_ms = performance.now();
      if (step) await this.wait(TAKES_MS[step] * pace());
      if (this.queue.length > 1 && this.isDone()) {
        const until_ms = this.since_ms + RESULT_MS * Math.max(pace(), 0.4);
        await this.wait(Math.max(0, until_ms - performance.now()));
        if (this.queue.length > 1) this.queue.shift();
      }
      this.hurried = false;
    }
    this.running = false;
    this.draw(null);
  }

  isDone() {
    const view = this.queue[0];
    return view !== undefined && JSON.stringify(everything(view)) === JSON.stringify(this.shown);
  }

  /** The next thing to show: null for a fresh round, undefined when all is shown. @returns {Step | null | undefined} */
  next() {
    const view = this.queue[0];
    const shown = this.shown;
    if (!view || !shown) return undefined;
    const goal = everything(view);
    if (goal.round !== shown.round) {
      this.shown = nothing(goal.round);
      return null;
    }
    const due = nextStep(shown, goal);
    if (!due) {
      this.shown = goal;
      return this.queue.length > 1 ? null : undefined;
    }
    this.shown = due[1];
    return due[0];
  }

  /** @param {Step | null} step */
  draw(step) {
    const view = this.queue[0];
    if (view && this.shown) this.render(view, this.shown, step, this.running && !this.isDone());
  }

  /** @param {number} ms */
  wait(ms) {
    if (ms === 0 || this.hurried) return Promise.resolve();
    return new Promise((resolve) => {
      const timer = setTimeout(() => resolve(undefined), ms);
      this.wake = () => {
        clearTimeout(timer);
        resolve(undefined);
      };
    });
  }
}
