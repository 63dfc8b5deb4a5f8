/** Where a game is edited: pay tables, raises, qualification and bonus wagers. */

import { button, h } from '../dom.js';
import { words } from '../words.js';
import { OWN } from './game.js';

/**
 * @typedef {import('./game.js').Game} Game
 * @typedef {import('./game.js').Approved} Approved
 */

const said = words.lab;

/** Counts editors, so that their radio buttons are groups of their own. */
let editors = 0;

/**
 * @param {Game} game is changed in place
 * @param {Approved} known
 * @param {() => void} changed
 * @param {() => void} reset
 */
export function editor(game, known, changed, reset) {
  editors += 1;
  const roomy = matchMedia('(min-width: 761px)').matches;
  const part = (/** @type {string} */ title, /** @type {import('../dom.js').Child[]} */ ...content) =>
    h('details', { open: roomy }, h('summary', {}, title), ...content);
  const trips = pays(words.wager('trips'), said.hands, game.trips, () => {
    game.paytable = OWN;
    for (const each of presets.querySelectorAll('input')) each.checked = false;
    changed();
  });
  const presets = choice(
    said.paytable,
    Object.keys(known.trips).map((id) => [id, id]),
    game.paytable,
    (id) => {
      game.paytable = id;
      game.trips.splice(0, game.trips.length, ...known.trips[id]);
      trips.querySelectorAll('input').forEach((each, row) => {
        each.value = game.trips[row];
      });
      changed();
    },
  );
  return h(
    'form',
    { class: 'lab-editor', 'aria-label': said.title, onsubmit: (/** @type {Event} */ event) => event.preventDefault() },
    part(words.wager('blind'), pays(words.wager('blind'), said.hands, game.blind, changed)),
    part(words.wager('trips'), presets, trips),
    part(words.wager('bad_beat'), pays(words.wager('bad_beat'), said.hands.slice(1), game.badBeat, changed)),
    part(said.raises, raises(game, changed), qualification(game, changed)),
    part(said.mix, mix(game, changed)),
    button(said.reset, reset, { class: 'quiet-button' }),
  );
}

/**
 * One input for each hand, which changes the list.
 * @param {string} wager
 * @param {string[]} hands
 * @param {string[]} list
 * @param {() => void} changed
 */
function pays(wager, hands, list, changed) {
  const row = (/** @type {string} */ pay, /** @type {number} */ index) =>
    field(hands[index], pay, said.paysOf(wager, hands[index]), (text) => {
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
    field(said[street], game[street], said[street], (text) => {
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
  return choice(said.qualify, Object.entries(said.qualifies), game.qualify, (value) => {
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
    field(wager, game[name], `${wager}: ${said.mix}`, (text) => {
      game[name] = text;
      changed();
    });
  return h(
    'div',
    { class: 'lab-pays' },
    row('tripsWager', words.wager('trips')),
    row('badBeatWager', words.wager('bad_beat')),
    h('p', { class: 'quiet' }, said.mixHint),
  );
}

/**
 * @param {string} label
 * @param {string} value
 * @param {string} full what is read out
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
 * Arrow up and down add and take one.
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
 * A choice of a few.
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
        name: `${label} ${editors}`,
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
