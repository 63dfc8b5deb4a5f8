/** Opens a table, within what its rule book permits. */

import { engine } from '../app/context.js';
import { isPlayerBanked } from '../table/state/scene.js';
import { floor } from '../text/floor.js';
import { texts } from '../text/text.js';
import { fill, h, say } from '../ui/dom.js';
import { hasBadBeat, highestMaximum, isRequired, tableRequest } from './state/open.js';

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
      // The card room says what is missing in one sentence, instead of one bubble for each field.
      novalidate: true,
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
  const required = (/** @type {string} */ setting) => isRequired(book, setting);
  return [
    field(
      labels.pays,
      choiceOf('pay_table', payTables(book), required('pay_table'), look),
      required('pay_table') ? labels.required : labels.paysHint,
    ),
    field(
      labels.places,
      number('places', { min: places.min, max: places.max, value: places.max, readonly: places.min === places.max }),
      labels.placesHint(places.min, places.max),
    ),
    field(
      labels.minimum,
      dollarsField('minimum', required('minimum'), USUAL_LIMITS.minimum, limits?.minimum),
      limits ? labels.range(limits.minimum) : required('minimum') ? labels.required : labels.anyLimits,
    ),
    field(
      labels.maximum,
      dollarsField('maximum', required('maximum'), USUAL_LIMITS.maximum, {
        min: limits?.maximum.min ?? 1, max: highestMaximum(book) ?? undefined,
      }),
      maximumHint(book),
    ),
    book.collection_schedules.length > 0
      && field(labels.schedule, choiceOf('schedule', schedulesOf(book), required('schedule'), look), labels.required),
    book.seat_orders.length > 1
      && field(
        labels.seatOrder,
        choose('seat_order', book.seat_orders.map((order) => [order, labels.seatOrders[order]])),
      ),
    ...(book.aggregate ? aggregateFields(book.aggregate.least_multiple) : []),
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

/** The limits that the form suggests where a table may go without them, in dollars. */
const USUAL_LIMITS = { minimum: 5, maximum: 100 };

/**
 * A choice without a default where a table must state it, unless there is nothing to choose.
 * @param {string} name
 * @param {[string, string][]} choices
 * @param {boolean} required
 * @param {() => void} onchange
 */
function choiceOf(name, choices, required, onchange) {
  const isOpen = required && choices.length > 1;
  const select = choose(name, isOpen ? [['', labels.chooseOne], ...choices] : choices, onchange);
  select.required = isOpen;
  return select;
}

/**
 * @param {string} name
 * @param {boolean} required A table must state it, so nothing is suggested.
 * @param {number} usual
 * @param {{min: number, max?: number}} [range] In cents.
 */
const dollarsField = (name, required, usual, range) =>
  number(name, {
    min: (range?.min ?? 1) / 100, max: range?.max === undefined ? null : range.max / 100,
    value: required ? '' : usual, required,
  });

/** @param {RuleBook} book @returns {[string, string][]} */
const payTables = (book) => Object.keys(book.pay_tables).map((id) => [id, id]);

/** @param {RuleBook} book @returns {[string, string][]} */
const schedulesOf = (book) =>
  book.collection_schedules.map(({ schedule }) => [String(schedule), labels.schedules(schedule ?? 0)]);

/** @param {RuleBook} book */
function maximumHint({ limits, authorised_limit: authorised }) {
  if (authorised) return labels.authorised(authorised);
  return limits ? labels.range(limits.maximum) : labels.anyLimits;
}

/** @param {number} times */
function aggregateFields(times) {
  const amount = (/** @type {string} */ name) => number(name, { min: 1, required: false });
  return [
    field(labels.aggregateBlind, amount('aggregate_blind'), labels.aggregate(times)),
    field(labels.aggregateTrips, amount('aggregate_trips'), labels.aggregate(times)),
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

/** The printed house edge beside the true one. @param {import('../protocol.gen.js').PrintedEdge | null} edge */
const edge = (edge) => edge && h('p', { class: 'quiet' }, labels.edge(edge), edge.note && ` ${edge.note}`);

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
    ...(table
      ? [
        rows(`${labels.trips} ${values.pay_table}`, table.trips.map((row) => [row.hand, labels.pay(row.pays, row.to)])),
        edge(table.trips_edge),
        rows(labels.blind, table.blind.map((row) => [row.hand, labels.pay(row.pays, row.to)])),
        edge(table.blind_edge),
      ]
      : []),
    schedule
      && rows(
        labels.schedules(schedule.schedule ?? 0),
        schedule.brackets.map((each) => [each.table_action, texts.table.collection(each.player_dealer_collection)]),
      ),
  ];
}
