/** The ring that runs down while a player may decide. */

import { engine } from '../app/context.js';
import { texts } from '../text/text.js';
import { h, s, say } from '../ui/dom.js';

const RADIUS = 20;
const CIRCUMFERENCE = 2 * Math.PI * RADIUS;
const TICK_MS = 200;
/** A deadline further away than this hurries nobody and is not shown. */
const LONGEST_MS = 120_000;
const SHORT_MS = 6_000;

export class Clock {
  #until_ms = 0;
  #full_ms = 1;
  /** @type {ReturnType<typeof setInterval> | undefined} */
  #timer;

  constructor() {
    const circle = (/** @type {string | null} */ kind) => s('circle', { cx: 24, cy: 24, r: RADIUS, class: kind });
    this.ring = circle('left');
    this.seconds = h('span', { class: 'seconds' });
    this.element = h(
      'div',
      { class: 'clock', role: 'timer', hidden: true },
      s('svg', { viewBox: '0 0 48 48', 'aria-hidden': 'true' }, circle(null), this.ring),
      this.seconds,
    );
    this.ring.style.setProperty('stroke-dasharray', String(CIRCUMFERENCE));
  }

  /** @param {{until_ms: number | null, full_ms: number}} props */
  update({ until_ms, full_ms }) {
    this.stop();
    this.element.hidden = !until_ms || full_ms > LONGEST_MS;
    if (this.element.hidden || !until_ms) return;
    this.#until_ms = until_ms;
    this.#full_ms = full_ms;
    this.#timer = setInterval(() => this.#tick(), TICK_MS);
    this.#tick();
  }

  stop() {
    clearInterval(this.#timer);
  }

  #tick() {
    const left_ms = Math.max(0, this.#until_ms - engine.now_ms());
    const part = Math.min(1, left_ms / this.#full_ms);
    this.ring.style.setProperty('stroke-dashoffset', String(CIRCUMFERENCE * (1 - part)));
    this.element.classList.toggle('short', left_ms < SHORT_MS);
    const seconds = Math.ceil(left_ms / 1000);
    say(this.seconds, String(seconds));
    this.element.setAttribute('aria-label', texts.decide.time(seconds));
    if (left_ms === 0) this.stop();
  }
}
