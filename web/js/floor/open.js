/** Opens a table, within what its rule book permits. */

import { engine } from '../app/context.js';
import { isPlayerBanked } from '../table/state/scene.js';
import { floor } from '../text/floor.js';
import { texts } from '../text/text.js';
import { fill, h, say } from '../ui/dom.js';
import { hasBadBeat, tableRequest } from './state/open.js';

/** @typedef {import('../protocol.gen.js').RuleBook} RuleBook */

const labels = floor.open;

/** @type {import('./floor-page.js').MakePart} */
export function openPart() {
  const element = h('section', {}, h('p', { class: 'quiet' }, floor.wait));
  engine.books().then(
    (all) => fill(element, h('p', { class: 'quiet' }, labels.lead), openForm(all)),
    (failure) => fill(element, h('p', { class: 'wrong', role: 'alert' }, failure.message)),
  );
  return { element };
}

/**
 * @param {string} label
 * @param {HTMLElement} control
 * @param {string} [hint]
 */
const field = (label, control, hint) =>
  h('label', { class: 'field' }, h('span', {}, label), control, hint && h('small', {}, hint));

/** @param {string} name @param {Record<string, any>} props */
const number = (name, props) => h('input', { name, type: 'number', inputmode: 'numeric', required: true, ...props });

/**
 * @param {string} name
 * @param {[string, string][]} choices
 * @param {(() => void) | null} [onchange]
 */
const choose = (name, choices, onchange) =>
  h(
    'select',
    { name, onchange },
    choices.map(([value, label]) => h('option', { value }, label)),
  );

/** @param {RuleBook[]} all */
function openForm(all) {
  const status = h('p', { class: 'form-status', role: 'status', id: 'open-status' });
  const ofBook = h('div', { class: 'floor-fields' });
  const preview = h('aside', { class: 'floor-preview' });
  const send = h('button', { type: 'submit', class: 'primary', 'data-act': 'open' }, labels.button);
  const book = choose('book', all.map((each) => [each.id, texts.book(each.id)]), () => change());
  const chosen = () => all.find((each) => each.id === book.value) ?? all[0];
  const look = () => fill(preview, pays(chosen(), valuesOf(element)));
  const change = () => {
    fill(ofBook, fieldsOf(chosen(), look));
    look();
  };
  const element = h(
    'form',
    {
      class: 'form floor-open',
      id: 'open-table',
      onsubmit: (/** @type {SubmitEvent} */ event) => {
        event.preventDefault();
        void open(element, chosen(), status, send);
      },
    },
    h(
      'div',
      { class: 'floor-fields' },
      field(
        labels.name,
        h('input', { name: 'name', required: true, maxlength: 60, autocomplete: 'off' }),
        labels.nameHint,
      ),
      field(labels.book, book),
    ),
    ofBook,
    h('div', { class: 'row' }, send),
    status,
  );
  book.value = 'house';
  change();
  return h('div', { class: 'floor-opening' }, element, preview);
}

/**
 * The fields of a table of this rule book.
 * @param {RuleBook} book
 * @param {() => void} look
 */
function fieldsOf(book, look) {
  const { places, limits } = book;
  const byPlayers = isPlayerBanked({ book });
  const clock = h('div', { class: 'floor-fields' });
  const mode = choose('mode', [['clock', labels.modes.clock], ['solo', labels.modes.solo]], () => times());
  const times = () => fill(clock, timesOf(mode.value === 'solo', byPlayers, places.max));
  times();
  const schedules = /** @type {[string, string][]} */ (
    book.collection_schedules.map(({ schedule }) => [String(schedule), labels.schedules(schedule ?? 0)])
  );
  const dollarsIn = (/** @type {{min: number, max: number} | undefined} */ range) =>
    range ? { min: range.min / 100, max: range.max / 100 } : { min: 1 };
  const least = limits ? limits.minimum.min / 100 : 5;
  const most = limits ? Math.max(limits.maximum.min / 100, 100) : 100;
  return [
    field(labels.pays, choose('pay_table', Object.keys(book.pay_tables).map((id) => [id, id]), look), labels.paysHint),
    field(
      labels.places,
      number('places', { min: places.min, max: places.max, value: places.max, readonly: places.min === places.max }),
      labels.placesHint(places.min, places.max),
    ),
    field(
      labels.minimum,
      number('minimum', { ...dollarsIn(limits?.minimum), value: least, required: Boolean(limits) }),
      limits ? labels.range(limits.minimum) : labels.anyLimits,
    ),
    field(
      labels.maximum,
      number('maximum', { ...dollarsIn(limits?.maximum), value: most, required: Boolean(limits) }),
      limits ? labels.range(limits.maximum) : labels.anyLimits,
    ),
    schedules.length > 0 && field(labels.schedule, choose('schedule', [...schedules, ['', labels.noSchedule]], look)),
    field(labels.dealing, choose('dealing', book.dealings.map((name) => [name, labels.dealings[name] ?? name]))),
    hasBadBeat(book)
      && h(
        'label',
        { class: 'tick' },
        h('input', { type: 'checkbox', name: 'together', checked: true }),
        labels.together,
      ),
    !byPlayers && field(labels.mode, mode),
    clock,
  ];
}

/** @param {boolean} solo @param {boolean} byPlayers @param {number} places */
function timesOf(solo, byPlayers, places) {
  return [
    !solo && field(labels.betting, number('betting', { min: 1, max: 600, value: 12 })),
    byPlayers && field(labels.bank, number('bank', { min: 1, max: 600, value: 15 })),
    field(labels.decision, number('decision', { min: 1, max: 3600, value: solo ? 1800 : 30 })),
    !solo && field(labels.bots, number('bots', { min: 0, max: places - 1, value: 0 }), labels.botsHint),
  ];
}

/** @param {HTMLFormElement} form @returns {Record<string, string>} */
const valuesOf = (form) => Object.fromEntries([...new FormData(form)].map(([name, value]) => [name, String(value)]));

/**
 * @param {HTMLFormElement} form
 * @param {RuleBook} book
 * @param {HTMLElement} status
 * @param {HTMLButtonElement} send
 */
async function open(form, book, status, send) {
  send.disabled = true;
  say(status, '');
  try {
    const { table } = await engine.openTable(tableRequest(book, valuesOf(form)));
    status.dataset.tone = 'good';
    fill(status, labels.done(table), ' ', h('a', { href: `#/table/${table}`, 'data-act': 'watch' }, labels.look));
  } catch (failure) {
    status.dataset.tone = 'bad';
    say(status, failure instanceof Error ? failure.message : texts.errors.unknown);
  }
  send.disabled = false;
}

/**
 * What the table pays, and what is collected.
 * @param {RuleBook} book
 * @param {Record<string, string>} values
 */
function pays(book, values) {
  const table = book.pay_tables[values.pay_table];
  const schedule = book.collection_schedules.find((each) => String(each.schedule) === values.schedule);
  const rows = (/** @type {string} */ title, /** @type {[string, string][]} */ all) =>
    h(
      'table',
      { class: 'pays' },
      h('caption', {}, title),
      h('tbody', {}, all.map(([name, value]) => h('tr', {}, h('th', { scope: 'row' }, name), h('td', {}, value)))),
    );
  return [
    h('h2', {}, labels.preview),
    table
      && rows(
        `${labels.trips} ${values.pay_table}`,
        table.trips.map((row) => [row.hand, labels.pay(row.pays, row.to)]),
      ),
    schedule
      && rows(
        labels.schedules(schedule.schedule ?? 0),
        schedule.brackets.map((each) => [each.table_action, texts.table.collection(each.player_dealer_collection)]),
      ),
  ];
}
