/** The ring that runs down. */

import { h, s, say } from '../dom.js';
import { link } from '../socket.js';
import { words } from '../words.js';

const AROUND = 2 * Math.PI * 20;
/** Who may think for longer than this is not hurried. */
const LONGEST_MS = 120_000;

export class Clock {
  constructor() {
    this.ring = s('circle', { cx: 24, cy: 24, r: 20, class: 'left' });
    this.text = h('span', { class: 'seconds' });
    this.element = h(
      'div',
      { class: 'clock', role: 'timer', hidden: true },
      s('svg', { viewBox: '0 0 48 48', 'aria-hidden': 'true' }, s('circle', { cx: 24, cy: 24, r: 20 }), this.ring),
      this.text,
    );
    this.ring.style.setProperty('stroke-dasharray', String(AROUND));
    this.until_ms = 0;
    this.whole_ms = 1;
    this.timer = 0;
  }

  /**
   * @param {number | null | undefined} until_ms
   * @param {number} whole_ms
   */
  set(until_ms, whole_ms) {
    clearInterval(this.timer);
    this.element.hidden = !until_ms || whole_ms > LONGEST_MS;
    if (this.element.hidden || !until_ms) return;
    this.until_ms = until_ms;
    this.whole_ms = whole_ms;
    this.timer = setInterval(() => this.tick(), 200);
    this.tick();
  }

  tick() {
    const left_ms = Math.max(0, this.until_ms - link.now_ms());
    const part = Math.min(1, left_ms / this.whole_ms);
    this.ring.style.setProperty('stroke-dashoffset', String(AROUND * (1 - part)));
    this.element.classList.toggle('short', left_ms < 6_000);
    const seconds = Math.ceil(left_ms / 1000);
    say(this.text, String(seconds));
    this.element.setAttribute('aria-label', words.decide.time(seconds));
    if (left_ms === 0) clearInterval(this.timer);
  }

  stop() {
    clearInterval(this.timer);
  }
}
