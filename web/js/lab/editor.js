/** The editor of a game: pay tables, raises, qualification and bonus wagers. */

import { button, fill, h } from '../ui/dom.js';
import { texts } from '../text/text.js';
import { OWN } from './state/game.js';

/**
 * @typedef {import('./state/game.js').Game} Game
 * @typedef {import('./state/game.js').Approved} Approved
 */

const labels = texts.lab;

export class Editor {
  #known;
  #changed;
  #reset;

  /** @param {{known: Approved, changed: () => void, reset: () => void}} props */
  constructor({ known, changed, reset }) {
    this.#known = known;
    this.#changed = changed;
    this.#reset = reset;
    this.element = h('form', {
      class: 'lab-editor',
      'aria-label': labels.title,
      onsubmit: (/** @type {Event} */ event) => event.preventDefault(),
    });
  }

  /** @param {{game: Game}} props the game is changed in place */
  update({ game }) {
    const changed = this.#changed;
    const roomy = matchMedia('(min-width: 761px)').matches;
    const part = (/** @type {string} */ title, /** @type {import('../ui/dom.js').Child[]} */ ...content) =>
      h('details', { open: roomy }, h('summary', {}, title), ...content);
    fill(
      this.element,
      part(texts.wager('blind'), pays(texts.wager('blind'), labels.hands, game.blind, changed)),
      part(texts.wager('trips'), ...this.#trips(game)),
      part(texts.wager('bad_beat'), pays(texts.wager('bad_beat'), labels.hands.slice(1), game.badBeat, changed)),
      part(labels.raises, raises(game, changed), qualification(game, changed)),
      part(labels.mix, mix(game, changed)),
      button(labels.reset, this.#reset, { class: 'quiet-button' }),
    );
  }

  /** The approved pay tables of Trips, and a field for each of its pays. @param {Game} game */
  #trips(game) {
    const { trips: approved } = this.#known;
    const fields = pays(texts.wager('trips'), labels.hands, game.trips, () => {
      game.paytable = OWN;
      for (const each of presets.querySelectorAll('input')) each.checked = false;
      this.#changed();
    });
    const names = Object.keys(approved).map((id) => /** @type {[string, string]} */ ([id, id]));
    const presets = choice(labels.paytable, names, game.paytable, (id) => {
      game.paytable = id;
      game.trips.splice(0, game.trips.length, ...approved[id]);
      fields.querySelectorAll('input').forEach((each, row) => {
        each.value = game.trips[row];
      });
      this.#changed();
    });
    return [presets, fields];
  }
}

/**
 * One field for each hand; edits change the list.
 * @param {string} wager
 * @param {string[]} hands
 * @param {string[]} list
 * @param {() => void} changed
 */
function pays(wager, hands, list, changed) {
  const row = (/** @type {string} */ pay, /** @type {number} */ index) =>
    field(hands[index], pay, labels.paysOf(wager, hands[index]), (text) => {
      list[index] = text;
      changed();
    });
  return h('div', { class: 'lab-pays' }, list.map(row));
}

/**
 * @param {Game} game
 * @param {() => void} changed
 */
function raises(game, changed) {
  const row = (/** @type {'preflop' | 'flop' | 'river'} */ street) =>
    field(labels[street], game[street], labels[street], (text) => {
      game[street] = text;
      changed();
    });
  return h('div', { class: 'lab-pays' }, row('preflop'), row('flop'), row('river'));
}

/**
 * @param {Game} game
 * @param {() => void} changed
 */
function qualification(game, changed) {
  return choice(labels.qualify, Object.entries(labels.qualifies), game.qualify, (value) => {
    game.qualify = value === 'none' ? 'none' : 'pair';
    changed();
  });
}

/**
 * @param {Game} game
 * @param {() => void} changed
 */
function mix(game, changed) {
  const row = (/** @type {'tripsWager' | 'badBeatWager'} */ name, /** @type {string} */ wager) =>
    field(wager, game[name], `${wager}: ${labels.mix}`, (text) => {
      game[name] = text;
      changed();
    });
  return h(
    'div',
    { class: 'lab-pays' },
    row('tripsWager', texts.wager('trips')),
    row('badBeatWager', texts.wager('bad_beat')),
    h('p', { class: 'quiet' }, labels.mixHint),
  );
}

/**
 * @param {string} label
 * @param {string} value
 * @param {string} full the label for screen readers
 * @param {(text: string) => void} changed
 */
function field(label, value, full, changed) {
  const input = h('input', {
    value,
    'aria-label': full,
    autocomplete: 'off',
    spellcheck: 'false',
    maxlength: 20,
    oninput: () => changed(input.value.trim()),
    onfocus: () => input.select(),
    onkeydown: (/** @type {KeyboardEvent} */ event) => step(event, input, changed),
  });
  return h('label', { class: 'lab-field' }, h('span', {}, label), input);
}

/**
 * Arrow keys change a whole number by one.
 * @param {KeyboardEvent} event
 * @param {HTMLInputElement} input
 * @param {(text: string) => void} changed
 */
function step(event, input, changed) {
  const by = { ArrowUp: 1, ArrowDown: -1 }[event.key];
  if (!by || !/^\d+$/.test(input.value)) return;
  event.preventDefault();
  input.value = String(Math.max(0, Number(input.value) + by));
  changed(input.value);
}

/**
 * A choice between a few values.
 * @param {string} label
 * @param {[string, string][]} values
 * @param {string} chosen
 * @param {(value: string) => void} choose
 */
function choice(label, values, chosen, choose) {
  const radio = (/** @type {[string, string]} */ [value, text]) =>
    h(
      'label',
      {},
      h('input', {
        type: 'radio',
        name: label,
        value,
        checked: value === chosen,
        onchange: () => choose(value),
      }),
      h('span', {}, text),
    );
  return h(
    'fieldset',
    { class: 'lab-choice' },
    h('legend', {}, label),
    h('div', { class: 'choice' }, values.map(radio)),
  );
}
