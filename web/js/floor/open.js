/** Opens a table, with nothing to choose but what its rule book permits. */

import { books, post } from '../api.js';
import { fill, h, say } from '../dom.js';
import { words } from '../words.js';
import { floor } from '../words/floor.js';

/** @typedef {import('../types.js').Book} Book */

const said = floor.open;

/** @type {import('../page/floor.js').MakePart} */
export function openPart() {
  const element = h('section', {}, h('p', { class: 'quiet' }, floor.wait));
  books().then(
    (all) => fill(element, h('p', { class: 'quiet' }, said.lead), openForm(all)),
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

/** @param {Book[]} all */
function openForm(all) {
  const told = h('p', { class: 'form-said', role: 'status', id: 'open-said' });
  const ofBook = h('div', { class: 'floor-fields' });
  const preview = h('aside', { class: 'floor-preview' });
  const send = h('button', { type: 'submit', class: 'primary', 'data-act': 'open' }, said.button);
  const book = choose('book', all.map((each) => [each.id, words.book(each.id)]), () => change());
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
        void open(element, chosen(), told, send);
      },
    },
    h(
      'div',
      { class: 'floor-fields' },
      field(said.name, h('input', { name: 'name', required: true, maxlength: 60, autocomplete: 'off' }), said.nameHint),
      field(said.book, book),
    ),
    ofBook,
    h('div', { class: 'row' }, send),
    told,
  );
  book.value = 'house';
  change();
  return h('div', { class: 'floor-opening' }, element, preview);
}

/**
 * What a table of this rule book may choose.
 * @param {Book} book
 * @param {() => void} look
 */
function fieldsOf(book, look) {
  const { places, limits } = book;
  const byPlayers = book.bank !== 'house';
  const clock = h('div', { class: 'floor-fields' });
  const pace = choose('pace', [['clock', said.paces.clock], ['solo', said.paces.solo]], () => times());
  const times = () => fill(clock, timesOf(pace.value === 'solo', byPlayers, places.max));
  times();
  const schedules = /** @type {[string, string][]} */ (
    book.collection_schedules.map(({ schedule }) => [String(schedule), said.schedules(schedule ?? 0)])
  );
  const dollarsIn = (/** @type {{min: number, max: number} | undefined} */ range) =>
    range ? { min: range.min / 100, max: range.max / 100 } : { min: 1 };
  const least = limits ? limits.minimum.min / 100 : 5;
  const most = limits ? Math.max(limits.maximum.min / 100, 100) : 100;
  return [
    field(said.pays, choose('pay_table', Object.keys(book.paytables).map((id) => [id, id]), look), said.paysHint),
    field(
      said.places,
      number('places', { min: places.min, max: places.max, value: places.max, readonly: places.min === places.max }),
      said.placesHint(places.min, places.max),
    ),
    field(
      said.minimum,
      number('minimum', { ...dollarsIn(limits?.minimum), value: least, required: Boolean(limits) }),
      limits ? said.range(limits.minimum) : said.anyLimits,
    ),
    field(
      said.maximum,
      number('maximum', { ...dollarsIn(limits?.maximum), value: most, required: Boolean(limits) }),
      limits ? said.range(limits.maximum) : said.anyLimits,
    ),
    schedules.length > 0 && field(said.schedule, choose('schedule', [...schedules, ['', said.noSchedule]], look)),
    field(said.dealing, choose('dealing', book.dealings.map((name) => [name, said.dealings[name] ?? name]))),
    book.layout.includes(words.wager('bad_beat'))
      && h(
        'label',
        { class: 'tick' },
        h('input', { type: 'checkbox', name: 'together', checked: true }),
        said.together,
      ),
    !byPlayers && field(said.pace, pace),
    clock,
  ];
}

/** @param {boolean} solo @param {boolean} byPlayers @param {number} places */
function timesOf(solo, byPlayers, places) {
  return [
    !solo && field(said.betting, number('betting', { min: 1, max: 600, value: 12 })),
    byPlayers && field(said.bank, number('bank', { min: 1, max: 600, value: 15 })),
    field(said.decision, number('decision', { min: 1, max: 3600, value: solo ? 1800 : 30 })),
    !solo && field(said.company, number('company', { min: 0, max: places - 1, value: 0 }), said.companyHint),
  ];
}

/** @param {HTMLFormElement} form @returns {Record<string, string>} */
const valuesOf = (form) => Object.fromEntries([...new FormData(form)].map(([name, value]) => [name, String(value)]));

/** @param {string | undefined} dollars */
const cents = (dollars) => (dollars ? Math.round(Number(dollars) * 100) : null);

/**
 * What the form asks for, as the card room takes it.
 * @param {Book} book
 * @param {Record<string, string>} values
 */
function asked(book, values) {
  const minimum = cents(values.minimum);
  const maximum = cents(values.maximum);
  if ((minimum === null) !== (maximum === null)) throw new Error(said.bothLimits);
  if (minimum !== null && maximum !== null && maximum < minimum) throw new Error(said.order);
  const ms = (/** @type {string | undefined} */ seconds) => Math.round(Number(seconds ?? 15) * 1000);
  const solo = values.pace === 'solo';
  return {
    name: values.name.trim(),
    house_players: Number(values.company ?? 0),
    settings: {
      book: book.id,
      places: Number(values.places),
      pay_table: values.pay_table,
      minimum,
      maximum,
      schedule: values.schedule ? Number(values.schedule) : null,
      dealing: values.dealing,
      bad_beat_needs_trips: book.layout.includes(words.wager('bad_beat')) ? values.together === 'on' : null,
      pace: solo ? { type: 'solo' } : { type: 'clock', betting_ms: ms(values.betting), bank_ms: ms(values.bank) },
      decision_ms: ms(values.decision),
    },
  };
}

/**
 * @param {HTMLFormElement} form
 * @param {Book} book
 * @param {HTMLElement} told
 * @param {HTMLButtonElement} send
 */
async function open(form, book, told, send) {
  send.disabled = true;
  say(told, '');
  try {
    const { id } = await post('/api/tables', asked(book, valuesOf(form)));
    told.dataset.tone = 'good';
    fill(told, said.done(id), ' ', h('a', { href: `#/table/${id}`, 'data-act': 'watch' }, said.look));
  } catch (failure) {
    told.dataset.tone = 'bad';
    say(told, failure instanceof Error ? failure.message : words.wrong);
  }
  send.disabled = false;
}

/**
 * What the chosen table pays, and what is collected at it.
 * @param {Book} book
 * @param {Record<string, string>} values
 */
function pays(book, values) {
  const table = book.paytables[values.pay_table];
  const schedule = book.collection_schedules.find((each) => String(each.schedule) === values.schedule);
  const rows = (/** @type {string} */ title, /** @type {[string, string][]} */ all) =>
    h(
      'table',
      { class: 'pays' },
      h('caption', {}, title),
      h('tbody', {}, all.map(([name, value]) => h('tr', {}, h('th', { scope: 'row' }, name), h('td', {}, value)))),
    );
  return [
    h('h2', {}, said.preview),
    table
      && rows(
        `${said.trips} ${values.pay_table}`,
        table.trips.map((row) => [row.hand, said.pay(row.pays, row.to)]),
      ),
    schedule
      && rows(
        said.schedules(schedule.schedule ?? 0),
        schedule.brackets.map((each) => [each.table_action, words.table.collection(each.player_dealer_collection)]),
      ),
  ];
}
