/** The rule books, as the program settles by them. */

import { engine } from '../app/context.js';
import { isPlayerBanked } from '../table/state/scene.js';
import { dollars } from '../text/money.js';
import { texts } from '../text/text.js';
import { fill, h } from '../ui/dom.js';
import { attempt } from '../ui/failed.js';

/**
 * @typedef {import('../protocol.gen.js').RuleBook} RuleBook
 * @typedef {import('../protocol.gen.js').Clause} Clause
 * @typedef {import('../protocol.gen.js').PayRow} PayRow
 */

const labels = texts.rules;
/** The clause prefix of each rule book. @type {Record<string, string>} */
const DOCUMENTS = { california: 'CA', 'california-bad-beat': 'BB', washington: 'WA', house: 'HB' };

/**
 * The rules of a book; of a user who comes from a table, with the pays of that table marked.
 * @param {string[]} parts
 * @returns {import('../app/main.js').Page}
 */
export function rulesPage([id = 'house', from]) {
  const body = h('div', { class: 'book' });
  const tabs = h('nav', { class: 'tabs', 'aria-label': labels.title });
  const element = h(
    'div',
    { class: 'page rules' },
    h('h1', {}, labels.title),
    h('p', { class: 'lead' }, labels.lead),
    tabs,
    body,
  );
  const load = async () => {
    const all = await engine.books();
    const book = all.find((each) => each.id === id) ?? all[0];
    const table = from ? ((await engine.tables()).find((each) => String(each.table) === from) ?? null) : null;
    const link = (/** @type {string} */ each) => `#/rules/${each}${table?.settings.book === each ? `/${from}` : ''}`;
    fill(
      tabs,
      all.map((each) =>
        h('a', { href: link(each.id), 'aria-current': each === book && 'page' }, texts.book(each.id)),
      ),
    );
    fill(
      body,
      table && h('p', {}, h('a', { class: 'button', href: `#/table/${from}` }, labels.backTo(table.name))),
      h('h2', {}, book.title),
      howToPlay(book),
      h('h3', {}, labels.sheet),
      facts(book),
      pays(book, table?.settings.book === book.id ? table.settings.pay_table : null),
      schedules(book),
      h('h3', {}, labels.proof),
      h('p', { class: 'lead' }, labels.proofText),
      clauseList(book, await engine.clauses()),
    );
  };
  attempt(body, load);
  return { element, title: labels.title };
}

/** @param {RuleBook} book */
function howToPlay(book) {
  const hasBadBeat = Object.values(book.pay_tables).some((each) => each.bad_beat);
  const steps = labels.howSteps({ isPlayerBanked: isPlayerBanked({ book }), hasBadBeat });
  return [
    h('h3', {}, labels.how),
    h(
      'ol',
      { class: 'how' },
      steps.map(([name, text]) => h('li', {}, h('b', {}, name), ' ', text)),
    ),
  ];
}

/** @param {RuleBook} book */
function facts(book) {
  const { settlement } = book;
  /** @type {[string, string | number | null][]} */
  const rows = [
    [labels.bank, book.bank],
    [labels.places, `${book.places.min} – ${book.places.max}`],
    [labels.layout, book.layout.join(', ')],
    [labels.inscription, book.inscription ?? book.placard],
    [labels.limits, book.limits && labels.limitRange(book.limits)],
    [labels.decks, book.decks],
    [labels.dealing, book.dealings.join(', ')],
    [labels.games, book.games_per_person],
    [labels.inARow, book.rounds_banked_in_a_row],
    [labels.seats, settlement.seats],
    [labels.winning, settlement.winning_hand.join(' → ')],
    [labels.losing, settlement.losing_hand.join(' → ')],
    [labels.unqualified, settlement.dealer_not_qualified.join(' → ')],
  ];
  return h(
    'dl',
    { class: 'facts-list' },
    rows.filter(([, value]) => value !== null).flatMap(([name, value]) => [h('dt', {}, name), h('dd', {}, value)]),
  );
}

/**
 * @param {PayRow[]} rows
 * @param {string} title
 * @param {boolean} isYours whether it is in use at the table that the user comes from
 * @param {import('../protocol.gen.js').PrintedEdge | null} [edge]
 */
function payTable(rows, title, isYours, edge) {
  return h(
    'table',
    { class: `pays ${isYours ? 'yours' : ''}` },
    h('caption', {}, title, isYours && h('span', {}, labels.yours)),
    h(
      'tbody',
      {},
      rows.map((row) => h('tr', {}, h('th', { scope: 'row' }, row.hand), h('td', {}, texts.posted.odds(row)))),
    ),
    edge && h('tfoot', {}, h('tr', {}, h('th', { scope: 'row' }, labels.edge), h('td', {}, edge.printed))),
  );
}

/**
 * @param {RuleBook} book
 * @param {string | null} own the pay table of the table that the user comes from
 */
function pays(book, own) {
  const tables = Object.entries(book.pay_tables);
  const first = tables[0]?.[1];
  return [
    h('h3', {}, labels.pays),
    h(
      'div',
      { class: 'pay-tables' },
      first && payTable(first.blind, labels.blind, own !== null, first.blind_edge),
      tables.map(([id, { trips, trips_edge: edge }]) => payTable(trips, labels.trips(id), id === own, edge)),
      first?.bad_beat && payTable(first.bad_beat, labels.badBeat, own !== null),
    ),
    first?.blind_edge && h('p', { class: 'quiet' }, labels.edges(first.blind_edge)),
  ];
}

/** @param {RuleBook} book */
function schedules(book) {
  if (!book.collection_schedules.length) return null;
  return h(
    'details',
    {},
    h('summary', {}, `${labels.collection} (${book.collection_schedules.length})`),
    h(
      'div',
      { class: 'pay-tables' },
      book.collection_schedules.map((schedule) =>
        h(
          'table',
          { class: 'pays' },
          h('caption', {}, `${labels.schedule} ${schedule.schedule ?? ''}`),
          h(
            'tbody',
            {},
            schedule.brackets.map((bracket) =>
              h(
                'tr',
                {},
                h('th', { scope: 'row' }, bracket.table_action),
                h('td', {}, dollars(bracket.player_dealer_collection)),
              ),
            ),
          ),
        ),
      ),
    ),
  );
}

/**
 * @param {RuleBook} book
 * @param {Clause[]} all
 */
function clauseList(book, all) {
  const own = all.filter((each) => each.id.startsWith(`${DOCUMENTS[book.id]}.`) || /^R\d/.test(each.id));
  const list = h('div', { class: 'clauses' });
  const draw = (/** @type {string} */ find) => {
    const found = own.filter((each) => `${each.id} ${each.text}`.toLowerCase().includes(find.toLowerCase()));
    const sections = [...new Set(found.map((each) => each.section || each.document))];
    fill(
      list,
      sections.length
        ? sections.map((section) =>
            h(
              'section',
              {},
              h('h4', {}, section),
              h(
                'dl',
                {},
                found
                  .filter((each) => (each.section || each.document) === section)
                  .flatMap((each) => [h('dt', {}, each.id), h('dd', {}, each.text)]),
              ),
            ),
          )
        : h('p', {}, labels.none),
    );
  };
  draw('');
  return [
    h('h3', {}, labels.clauses),
    h('input', {
      type: 'search',
      class: 'find',
      placeholder: labels.find,
      'aria-label': labels.find,
      oninput: (/** @type {Event} */ event) => draw(/** @type {HTMLInputElement} */ (event.target).value),
    }),
    list,
  ];
}
