/** What else follows from a game: ruin, the bank's side, and what seen cards are worth. */

import { announce } from '../announce.js';
import { fill, h } from '../dom.js';
import { words } from '../words.js';
import { bankSection } from './bank.js';
import { ruinSection } from './ruin.js';
import { seenSection } from './seen.js';

/**
 * As they are typed: the bankroll in Antes, the Ante in dollars.
 * @typedef {{bankroll: string, hands: string, players: string, ante: string}} Stakes
 * @typedef {{element: HTMLElement, show: (name: string, game: import('./game.js').Game) => void}} More
 */

/** @type {Stakes} */
const USUAL = { bankroll: '100', hands: '500', players: '5', ante: '10' };

/** The stakes of a link. @param {string | undefined} text @returns {Stakes} */
export function stakesOf(text) {
  const stakes = { ...USUAL };
  for (const part of text?.slice(1).split('&') ?? []) {
    const [key, value = ''] = part.split('=');
    if (key in stakes && /^[\d.:]{1,9}$/.test(value))
      stakes[/** @type {keyof Stakes} */ (key)] = value.replace(':', '/');
  }
  return stakes;
}

/** The stakes in a link, if any is unusual. @param {Stakes} stakes */
export function writtenStakes(stakes) {
  const parts = Object.entries(stakes).filter(([key, value]) => value !== USUAL[/** @type {keyof Stakes} */ (key)]);
  return parts.length
    ? `/@${parts.map(([key, value]) => `${key}=${encodeURIComponent(value.replace('/', ':'))}`).join('&')}`
    : '';
}

/**
 * @param {Stakes} stakes are changed in place
 * @param {() => void} changed
 * @returns {More}
 */
export function more(stakes, changed) {
  const parts = [ruinSection(stakes, changed), bankSection(stakes, changed), seenSection()];
  return {
    element: h('div', { class: 'lab-after' }, parts.map((part) => part.element)),
    show: (name, game) => parts.forEach((part) => part.show(name, game)),
  };
}

/**
 * Does the work when the element is looked at, and again when it is stale: nobody is asked for what nobody sees.
 * @param {HTMLElement} element
 * @param {() => void} work
 */
export function whenSeen(element, work) {
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

/** So long an edit waits for the next one. */
const PAUSE_MS = 250;

/**
 * A number to be typed.
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
 * A part with stakes to be typed and an answer to them. Of several questions the last one counts.
 * @param {string} name
 * @param {{title: string, lead: string, of: (game: string) => string}} said
 * @param {(edited: () => void) => HTMLElement[]} fields
 * @param {() => void} changed
 * @param {(game: import('./game.js').Game) => Promise<{shown: HTMLElement, told: string}>} answer
 * @returns {More}
 */
export function stakesSection(name, said, fields, changed, answer) {
  const at = h('div', { class: 'lab-result' });
  const title = h('h2', {}, said.title);
  /** @type {import('./game.js').Game | null} */
  let game = null;
  let asked = 0;
  const ask = async () => {
    if (!game) return;
    const own = (asked += 1);
    at.setAttribute('aria-busy', 'true');
    const { shown, told } = await answer(game).catch((failure) => ({ shown: failed(failure), told: '' }));
    if (own !== asked) return;
    at.removeAttribute('aria-busy');
    fill(at, shown);
    if (told) announce(told);
  };
  const edited = () => {
    changed();
    stale();
  };
  const element = h(
    'section',
    { class: name, id: name },
    title,
    h('p', { class: 'quiet' }, said.lead),
    h('div', { class: 'lab-stakes' }, fields(edited)),
    at,
  );
  const stale = whenSeen(element, () => void ask());
  return {
    element,
    show: (of, now) => {
      title.textContent = said.of(of);
      game = structuredClone(now);
      stale();
    },
  };
}

/** A failure, told in its place. @param {unknown} failure */
export const failed = (failure) =>
  h('p', { class: 'lab-failure', role: 'alert' }, failure instanceof Error ? failure.message : words.wrong);
