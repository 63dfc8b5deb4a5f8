/** The open tables: who sits, what is played, who banks. */

import { engine } from '../app/context.js';
import { isPlayerBanked } from '../table/state/scene.js';
import { floor } from '../text/floor.js';
import { texts } from '../text/text.js';
import { button, fill, h, put, say } from '../ui/dom.js';
import { ask } from './reason.js';

/**
 * @typedef {import('../protocol.gen.js').LobbyEntry} LobbyEntry
 * @typedef {import('../protocol.gen.js').RuleBook} RuleBook
 */

const labels = floor.tables;
const REFRESH_MS = 2_500;
/** Stages in which there are wagers to return. */
const LIVE = ['betting', 'closed', 'preflop', 'flop', 'river'];

/** Whether empty solo tables are listed; it lasts as long as the page is open. */
let showsEmpty = false;

/** @type {import('./floor-page.js').MakePart} */
export function tablesPart(_, mayAct) {
  const count = h('p', { class: 'quiet', id: 'floor-count', 'aria-live': 'off' }, floor.wait);
  const list = h('ul', { class: 'floor-tables', id: 'floor-tables' });
  const failed = h('p', { class: 'wrong', role: 'alert', hidden: true });
  /** @type {Map<number, TableRow>} */
  const rows = new Map();
  const refresh = async () => {
    if (document.hidden) return;
    try {
      const [books, tables] = await Promise.all([engine.books(), engine.tables()]);
      draw(books, tables);
      failed.hidden = true;
    } catch (failure) {
      failed.hidden = false;
      say(failed, failure instanceof Error ? failure.message : texts.errors.unknown);
    }
  };
  const draw = (/** @type {RuleBook[]} */ books, /** @type {LobbyEntry[]} */ all) => {
    const shown = all.filter((table) => showsEmpty || !isEmptySolo(table));
    say(count, labels.open(all.length, all.reduce((sum, table) => sum + people(table), 0)));
    for (const [id, row] of rows) {
      if (shown.some(({ table }) => table === id)) continue;
      row.element.remove();
      rows.delete(id);
    }
    list.querySelector('.none')?.remove();
    if (!shown.length) put(list, [h('li', { class: 'quiet none' }, labels.empty)]);
    shown.forEach((table, index) => {
      const row = rows.get(table.table) ?? new TableRow(mayAct, () => void refresh());
      rows.set(table.table, row);
      row.update({ table, book: books.find(({ id }) => id === table.settings.book) });
      // Moving a row would take the focus from its buttons.
      if (list.children[index] !== row.element) list.insertBefore(row.element, list.children[index] ?? null);
    });
  };
  const empty = h('input', {
    type: 'checkbox',
    id: 'floor-show-empty',
    checked: showsEmpty,
    onchange: () => {
      showsEmpty = empty.checked;
      void refresh();
    },
  });
  void refresh();
  const timer = setInterval(() => void refresh(), REFRESH_MS);
  const head = h('div', { class: 'floor-bar middle' }, count, h('label', { class: 'tick' }, empty, labels.showEmpty));
  return { element: h('section', {}, head, failed, list), leave: () => clearInterval(timer) };
}

const people = (/** @type {LobbyEntry} */ { players }) => players.filter((player) => !player.bot).length;

const isEmptySolo = (/** @type {LobbyEntry} */ { settings, players }) =>
  settings.mode.type === 'solo' && !players.length;

class TableRow {
  /** @type {LobbyEntry | null} */
  #table = null;

  /**
   * @param {boolean} mayAct
   * @param {() => void} refresh
   */
  constructor(mayAct, refresh) {
    const act = (/** @type {'void' | 'close'} */ kind) =>
      button(labels[kind], () => this.#table && ask(kind, this.#table, refresh), { 'data-act': kind });
    const cell = (/** @type {string} */ label, /** @type {HTMLElement} */ value) =>
      h('div', {}, h('dt', {}, label), value);
    this.name = h('h2', {});
    this.about = h('p', { class: 'quiet' });
    this.players = h('dd', {});
    this.round = h('dd', {});
    this.phase = h('dd', {});
    this.banker = h('dd', {});
    this.watch = h('a', { class: 'button', 'data-act': 'watch' }, labels.watch);
    this.log = h('a', { class: 'button', 'data-act': 'log' }, labels.log);
    this.acts = mayAct ? { void: act('void'), close: act('close') } : null;
    const { columns } = labels;
    this.element = h(
      'li',
      { class: 'floor-table' },
      h('div', { class: 'floor-name' }, this.name, this.about),
      h(
        'dl',
        {},
        cell(columns.who, this.players),
        cell(columns.round, this.round),
        cell(columns.phase, this.phase),
        cell(columns.banker, this.banker),
      ),
      h('div', { class: 'row' }, this.watch, this.log, this.acts?.void, this.acts?.close),
    );
  }

  /** @param {{table: LobbyEntry, book: RuleBook | undefined}} props */
  update({ table, book }) {
    this.#table = table;
    const { settings, stage } = table;
    this.element.dataset.table = String(table.table);
    this.element.dataset.book = settings.book;
    say(this.name, table.name);
    const about = [labels.number(table.table), texts.book(settings.book), settings.pay_table];
    say(this.about, [...about, labels.watching(table.watchers)].join(' · '));
    seated(this.players, table);
    say(this.round, table.rounds ? String(table.rounds) : labels.none);
    const phase = (stage && labels.phases[stage]) || labels.none;
    say(this.phase, table.open ? phase : `${phase}, ${labels.closing}`);
    say(this.banker, bankerOf(table, book));
    this.watch.href = `#/table/${table.table}`;
    this.log.href = `#/floor/audit/${table.table}`;
    this.#label(this.watch, labels.watch);
    this.#label(this.log, labels.log);
    if (!this.acts) return;
    this.#label(this.acts.void, labels.void);
    this.#label(this.acts.close, labels.close);
    this.acts.void.disabled = !LIVE.includes(stage ?? '');
    this.acts.close.disabled = !table.open;
  }

  /**
   * Names a control for screen readers; the name begins with the visible text.
   * @param {Element} control
   * @param {string} act
   */
  #label(control, act) {
    control.setAttribute('aria-label', labels.of(act, this.#table?.name ?? ''));
  }
}

/** @param {LobbyEntry} table @param {RuleBook | undefined} book */
function bankerOf({ banker, stage }, book) {
  if (!book || !isPlayerBanked({ book })) return labels.house;
  return banker && stage ? texts.player(banker.name) : labels.noBanker;
}

/** @param {HTMLElement} at @param {LobbyEntry} table */
function seated(at, { players, places }) {
  const text = `${players.map((player) => player.name).join()}/${places}`;
  if (at.dataset.seated === text) return;
  at.dataset.seated = text;
  const one = (/** @type {import('../protocol.gen.js').NamedPlayer} */ player) =>
    h(
      'a',
      {
        class: player.bot ? 'seated bot' : 'seated',
        href: `#/floor/people/${player.id}`,
        title: player.bot ? texts.bot : null,
      },
      texts.player(player.name),
    );
  fill(
    at,
    h('span', { class: 'seated-count' }, labels.seated(players.length, places)),
    players.length ? players.map(one) : h('span', { class: 'quiet' }, labels.nobody),
  );
}
