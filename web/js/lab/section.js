/** Sections of the laboratory that are worked out when they come into view. */

import { texts } from '../text/text.js';
import { announce } from '../ui/announce.js';
import { fill, h } from '../ui/dom.js';

/**
 * @typedef {import('./state/game.js').Game} Game
 * @typedef {import('./state/stakes.js').Stakes} Stakes
 *
 * The game that a section is about, and what it is called on the page.
 * @typedef {{name: string, game: Game}} Subject
 *
 * What a section needs to know of the stakes; they are changed in place.
 * @typedef {{stakes: Stakes, changed: () => void}} Staked
 */

/**
 * Does work for an element only while it is in view, because the work is expensive. Returns a function that marks the
 * element as stale.
 * @param {HTMLElement} element
 * @param {() => void} work
 */
export function whenInView(element, work) {
  let seen = false;
  let stale = false;
  const go = () => {
    if (!seen || !stale) return;
    stale = false;
    work();
  };
  new IntersectionObserver(
    (entries) => {
      seen = entries[entries.length - 1].isIntersecting;
      go();
    },
    { rootMargin: '150px' },
  ).observe(element);
  return () => {
    stale = true;
    go();
  };
}

/** An edit waits this long for the next one. */
const PAUSE_MS = 250;

/**
 * A field for one of the stakes.
 * @param {keyof Stakes} name
 * @param {string} label
 * @param {Stakes} stakes
 * @param {() => void} changed
 */
function stakeField(name, label, stakes, changed) {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let waiting;
  const input = h('input', {
    id: `lab-${name}`,
    value: stakes[name],
    inputmode: 'decimal',
    autocomplete: 'off',
    maxlength: 9,
    oninput: () => {
      stakes[name] = input.value.trim();
      clearTimeout(waiting);
      waiting = setTimeout(changed, PAUSE_MS);
    },
    onfocus: () => input.select(),
  });
  return h('label', { class: 'lab-stake' }, h('span', {}, label), input);
}

/** A section with stakes to edit and the figures that follow from them. Of several questions the last one counts. */
export class StakesSection {
  /** @type {Game | null} */
  #game = null;
  #asked = 0;
  #labels;
  #answer;
  #markStale;
  #title = h('h2');
  #result = h('div', { class: 'lab-result' });

  /**
   * @param {Staked & {id: string, fields: (keyof Stakes)[],
   *   labels: Partial<Stakes> & {title: string, lead: string, of: (game: string) => string},
   *   answer: (game: Game, stakes: Stakes) => Promise<{shown: HTMLElement, announced: string}>}} props
   */
  constructor({ id, labels, fields, stakes, changed, answer }) {
    this.#labels = labels;
    this.#answer = (/** @type {Game} */ game) => answer(game, stakes);
    this.#title.textContent = labels.title;
    const edited = () => {
      changed();
      this.#markStale();
    };
    this.element = h(
      'section',
      { class: id, id },
      this.#title,
      h('p', { class: 'quiet' }, labels.lead),
      h('div', { class: 'lab-stakes' }, fields.map((name) => stakeField(name, labels[name] ?? '', stakes, edited))),
      this.#result,
    );
    this.#markStale = whenInView(this.element, () => void this.#ask());
  }

  /** @param {Subject} subject */
  update({ name, game }) {
    this.#title.textContent = this.#labels.of(name);
    this.#game = structuredClone(game);
    this.#markStale();
  }

  async #ask() {
    if (!this.#game) return;
    const question = (this.#asked += 1);
    this.#result.setAttribute('aria-busy', 'true');
    const answer = this.#answer(this.#game).catch((error) => ({ shown: failure(error), announced: '' }));
    const { shown, announced } = await answer;
    if (question !== this.#asked) return;
    this.#result.removeAttribute('aria-busy');
    fill(this.#result, shown);
    if (announced) announce(announced);
  }
}

/**
 * Figures with their names.
 * @param {[string, import('../ui/dom.js').Child][]} rows
 * @param {string} [kind]
 */
export const figureList = (rows, kind = '') =>
  h('dl', { class: kind }, rows.map(([name, value]) => h('div', {}, h('dt', {}, name), h('dd', {}, value))));

/** A failure, shown in place of the figures. @param {unknown} error */
export const failure = (error) =>
  h('p', { class: 'lab-failure', role: 'alert' }, error instanceof Error ? error.message : texts.errors.unknown);
