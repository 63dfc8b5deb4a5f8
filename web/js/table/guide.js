/** The tour of the first hand, one explanation for each step. */

import { button, fill, h } from '../ui/dom.js';
import { preferences, setPreferences } from '../state/preferences.js';
import { texts } from '../text/text.js';

/**
 * @typedef {import('./state/scene.js').Scene} Scene
 * @typedef {keyof typeof texts.guide.steps} Step
 */

/** What each step points at. @type {Record<Step, string>} */
const TARGETS = {
  ante: '#circle-ante, #circle-blind',
  play: '.controls .actions',
  flop: '.board',
  river: '.controls .actions',
  result: '.circles',
  trips: '#circle-trips',
};

export class Guide {
  constructor() {
    this.element = h('div', { class: 'guide', role: 'status', hidden: true });
    /** @type {Set<Step>} */
    this.seen = new Set();
    /** @type {Step | null} */
    this.step = null;
  }

  /** @param {{scene: Scene, phase: import('./state/phase.js').Phase}} props */
  update({ scene, phase }) {
    const step = preferences.get().guided ? null : this.#due(scene, phase);
    // What it points at may have been drawn again.
    if (step === this.step) return this.#point();
    if (this.step) this.seen.add(this.step);
    this.step = step;
    this.#draw();
  }

  /**
   * @param {Scene} scene
   * @param {import('./state/phase.js').Phase} phase
   * @returns {Step | null}
   */
  #due({ shown }, phase) {
    const fresh = (/** @type {Step} */ step) => (this.seen.has(step) ? null : step);
    if (phase === 'decide' && shown.board === 0) return fresh('ante') ?? 'play';
    if (phase === 'decide' && shown.board === 3) return 'flop';
    if (phase === 'decide') return 'river';
    if (phase === 'result') return 'result';
    if (phase === 'bet' && (this.step === 'result' || this.seen.has('result'))) return 'trips';
    return null;
  }

  #draw() {
    this.#point();
    this.element.hidden = this.step === null;
    if (!this.step) return;
    const [title, text] = texts.guide.steps[this.step];
    const step = this.step;
    fill(
      this.element,
      h('h2', {}, title),
      h('p', {}, text),
      h(
        'div',
        { class: 'row' },
        button(texts.guide.skip, () => this.#end(), { class: 'quiet-button' }),
        step === 'ante' && button(texts.guide.next, () => this.#go(step, 'play'), { class: 'primary' }),
        step === 'trips' && button(texts.guide.done, () => this.#end(), { class: 'primary' }),
      ),
    );
  }

  /** @param {Step} from @param {Step} to */
  #go(from, to) {
    this.seen.add(from);
    this.step = to;
    this.#draw();
  }

  /** Highlights what is explained. */
  #point() {
    const targets = this.step ? [...document.querySelectorAll(TARGETS[this.step])] : [];
    for (const old of document.querySelectorAll('.guided'))
      if (!targets.includes(old)) old.classList.remove('guided');
    for (const target of targets) target.classList.add('guided');
  }

  #end() {
    setPreferences({ guided: true });
    this.step = null;
    this.#draw();
  }
}
