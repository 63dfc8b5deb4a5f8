/** Sections of the laboratory that are worked out when they come into view. */

import { texts } from '../text/text.js';
import { announce } from '../ui/announce.js';
import { fill, h } from '../ui/dom.js';

/** @typedef {import('./state/stakes.js').Stakes} Stakes */

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
 * @param {string} id
 * @param {string} label
 * @param {Stakes} stakes
 * @param {keyof Stakes} name
 * @param {() => void} changed
 */
export function stakeField(id, label, stakes, name, changed) {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let waiting;
  const input = h('input', {
    id,
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

/**
 * A section with stakes to edit and the figures that follow from them. Of several questions the last one counts.
 * @param {string} name
 * @param {{title: string, lead: string, of: (game: string) => string}} labels
 * @param {(edited: () => void) => HTMLElement[]} fields
 * @param {() => void} changed
 * @param {(game: import('./state/game.js').Game) => Promise<{shown: HTMLElement, announced: string}>} answer
 * @returns {import('./more.js').More}
 */
export function stakesSection(name, labels, fields, changed, answer) {
  const at = h('div', { class: 'lab-result' });
  const title = h('h2', {}, labels.title);
  /** @type {import('./state/game.js').Game | null} */
  let game = null;
  let asked = 0;
  const ask = async () => {
    if (!game) return;
    const own = (asked += 1);
    at.setAttribute('aria-busy', 'true');
    const { shown, announced } = await answer(game).catch((error) => ({ shown: failure(error), announced: '' }));
    if (own !== asked) return;
    at.removeAttribute('aria-busy');
    fill(at, shown);
    if (announced) announce(announced);
  };
  const edited = () => {
    changed();
    stale();
  };
  const element = h(
    'section',
    { class: name, id: name },
    title,
    h('p', { class: 'quiet' }, labels.lead),
    h('div', { class: 'lab-stakes' }, fields(edited)),
    at,
  );
  const stale = whenInView(element, () => void ask());
  return {
    element,
    show: (of, now) => {
      title.textContent = labels.of(of);
      game = structuredClone(now);
      stale();
    },
  };
}

/** A failure, shown in place of the figures. @param {unknown} error */
export const failure = (error) =>
  h('p', { class: 'lab-failure', role: 'alert' }, error instanceof Error ? error.message : texts.errors.unknown);
