/**
 * The tour of the first hand, one explanation for each step. It recommends what the coach has worked out for the cards
 * that were dealt, and stands beside what it explains.
 */

import { advisor } from '../coach/context.js';
import { questionOf, silence } from '../coach/state/advice.js';
import { preferences, setPreferences } from '../state/preferences.js';
import { texts } from '../text/text.js';
import { button, fill, h, say } from '../ui/dom.js';
import { placeBeside } from './state/placement.js';

/**
 * @typedef {import('./state/scene.js').Scene} Scene
 * @typedef {import('./state/placement.js').Box} Box
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

/** Steps at which the user decides. @type {Step[]} */
const DECISIONS = ['play', 'flop', 'river'];

/** What has to be seen while a step is explained. */
const KEEP_CLEAR = '.felt .card, .felt .slot, .felt .circle, .felt .board, .felt .plaque, .felt .pod, .felt table';

/** Windows without room beside anything: there the style sheet gives the tour a place of its own. */
const SMALL = matchMedia('(max-width: 760px), (max-height: 500px)');

export class Guide {
  /** The point of the hand that the recommendation is about. */
  #asked = '';
  #recommendation = h('p', { class: 'recommendation' });

  constructor() {
    this.element = h('div', { class: 'guide', role: 'status', hidden: true });
    /** @type {Set<Step>} */
    this.seen = new Set();
    /** @type {Step | null} */
    this.step = null;
    this.#followWindow();
  }

  /** @param {{scene: Scene, phase: import('./state/phase.js').Phase}} props */
  update({ scene, phase }) {
    const step = preferences.get().guided ? null : this.#due(scene, phase);
    // Asked one step ahead: advice before the flop takes longest.
    if (step && phase === 'decide') void this.#ask(scene);
    // What it points at may have been drawn again.
    if (step === this.step) return this.#highlight();
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

  /** Asks the coach about the cards that were dealt. Without an answer nothing is recommended. @param {Scene} scene */
  async #ask(scene) {
    const question = questionOf(scene);
    const asked = JSON.stringify(question);
    if (!question || asked === this.#asked) return;
    this.#asked = asked;
    delete this.element.dataset.best;
    const reason = silence(scene);
    say(this.#recommendation, reason ?? texts.guide.counting);
    if (reason) return;
    const advice = await advisor.advise(question).catch(() => null);
    if (asked !== this.#asked) return;
    const [best, ...others] = advice?.actions ?? [];
    // The alternative to raising is not to raise, and the other way round.
    const other = others.find(({ action }) => isRaise(action) !== isRaise(best.action));
    if (best) this.element.dataset.best = best.action;
    say(
      this.#recommendation,
      best && other
        ? texts.guide.best(texts.action(best.action), texts.action(other.action), other.cost)
        : texts.coach.failed,
    );
    this.#place();
  }

  #draw() {
    this.#highlight();
    this.element.hidden = this.step === null;
    if (!this.step) return;
    const step = this.step;
    const [title, text] = texts.guide.steps[step];
    fill(
      this.element,
      h('h2', {}, title),
      h('p', {}, text),
      DECISIONS.includes(step) && this.#recommendation,
      h(
        'div',
        { class: 'row' },
        button(texts.guide.skip, () => this.#end(), { class: 'quiet-button' }),
        step === 'ante' && button(texts.guide.next, () => this.#go(step, 'play'), { class: 'primary' }),
        step === 'trips' && button(texts.guide.done, () => this.#end(), { class: 'primary' }),
      ),
    );
    this.#place();
  }

  /** @param {Step} from @param {Step} to */
  #go(from, to) {
    this.seen.add(from);
    this.step = to;
    this.#draw();
  }

  /** @returns {HTMLElement[]} */
  #targets() {
    return this.step ? [...document.querySelectorAll(TARGETS[this.step])].filter(isElement) : [];
  }

  /** Highlights what is explained. */
  #highlight() {
    const targets = this.#targets();
    for (const old of document.querySelectorAll('.guided'))
      if (!targets.some((target) => target === old)) old.classList.remove('guided');
    for (const target of targets) target.classList.add('guided');
    this.#place();
  }

  /** Stands beside what is explained, or, where there is no room for that, at a place of its own. */
  #place() {
    const { element } = this;
    const targets = this.#targets().map(boxOf);
    const column = element.closest('.main-column');
    const foot = element.parentElement;
    if (!targets.length || !column || !foot || element.hidden) return;
    element.classList.toggle('beside', !SMALL.matches);
    if (SMALL.matches) return;
    const size = { width: element.offsetWidth, height: element.offsetHeight };
    const clear = [...document.querySelectorAll(KEEP_CLEAR)].filter(isElement).map(boxOf);
    const { top } = column.getBoundingClientRect();
    const { top: bottom } = foot.getBoundingClientRect();
    const bounds = { left: 0, right: document.documentElement.clientWidth, top, bottom };
    const place = placeBeside(size, around(targets), clear, bounds);
    element.classList.toggle('beside', place !== null);
    if (!place) return;
    element.style.setProperty('--left', `${place.left}px`);
    element.style.setProperty('--top', `${place.top}px`);
  }

  #followWindow() {
    const follow = () => {
      if (this.element.isConnected || !this.step) return this.#place();
      removeEventListener('resize', follow);
      removeEventListener('scroll', follow);
    };
    addEventListener('resize', follow);
    addEventListener('scroll', follow);
  }

  #end() {
    setPreferences({ guided: true });
    this.step = null;
    this.#draw();
  }
}

/** @param {string} action */
const isRaise = (action) => action.endsWith('x');

/** @param {Element} element @returns {element is HTMLElement} */
const isElement = (element) => element instanceof HTMLElement && element.offsetParent !== null;

/** Where an element will be when it stops moving. @param {HTMLElement} element @returns {Box} */
function boxOf(element) {
  let [left, top] = [-scrollX, -scrollY];
  for (let at = /** @type {Element | null} */ (element); at instanceof HTMLElement; at = at.offsetParent) {
    left += at.offsetLeft + at.clientLeft;
    top += at.offsetTop + at.clientTop;
  }
  return { left, top, right: left + element.offsetWidth, bottom: top + element.offsetHeight };
}

/** @param {Box[]} boxes @returns {Box} */
const around = (boxes) => ({
  left: Math.min(...boxes.map(({ left }) => left)),
  top: Math.min(...boxes.map(({ top }) => top)),
  right: Math.max(...boxes.map(({ right }) => right)),
  bottom: Math.max(...boxes.map(({ bottom }) => bottom)),
});
