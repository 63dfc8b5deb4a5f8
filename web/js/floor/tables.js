/** The open tables as they are now: who sits, what is played, who banks. */

import { get } from '../api.js';
import { button, fill, h, put, say } from '../dom.js';
import { words } from '../words.js';
import { floor } from '../words/floor.js';
import { ask } from './reason.js';

/** @typedef {import('../types.js').Summary} Summary */
/** @typedef {{element: HTMLElement, update: (table: Summary) => void}} Row */

const said = floor.tables;
const EVERY_MS = 2_500;
/** Stages in which there are wagers to give back. */
const LIVE = ['betting', 'closed', 'preflop', 'flop', 'river'];

/** Whether empty tables for one are listed, also when one comes back. */
let showsEmpty = false;

/** @type {import('../page/floor.js').MakePart} */
export function tablesPart(_, mayAct) {
  const count = h('p', { class: 'quiet', id: 'floor-count', 'aria-live': 'off' }, floor.wait);
  const list = h('ul', { class: 'floor-tables', id: 'floor-tables' });
  const failed = h('p', { class: 'wrong', role: 'alert', hidden: true });
  /** @type {Map<number, Row>} */
  const rows = new Map();
  const refresh = async () => {
    if (document.hidden) return;
    try {
      draw(await get('/api/tables'));
      failed.hidden = true;
    } catch (failure) {
      failed.hidden = false;
      say(failed, failure instanceof Error ? failure.message : words.wrong);
    }
  };
  const draw = (/** @type {Summary[]} */ all) => {
    const shown = all.filter((table) => showsEmpty || !isEmptySolo(table));
    say(count, said.open(all.length, all.reduce((sum, table) => sum + people(table), 0)));
    for (const [id, row] of rows) {
      if (shown.some(({ table }) => table === id)) continue;
      row.element.remove();
      rows.delete(id);
    }
    list.querySelector('.none')?.remove();
    if (!shown.length) put(list, [h('li', { class: 'quiet none' }, said.empty)]);
    shown.forEach((table, index) => {
      const row = rows.get(table.table) ?? tableRow(mayAct, () => void refresh());
      rows.set(table.table, row);
      row.update(table);
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
  const timer = setInterval(() => void refresh(), EVERY_MS);
  const head = h('div', { class: 'floor-bar middle' }, count, h('label', { class: 'tick' }, empty, said.showEmpty));
  return { element: h('section', {}, head, failed, list), leave: () => clearInterval(timer) };
}

const people = (/** @type {Summary} */ { players }) => players.filter((player) => !player.house_run).length;

const isEmptySolo = (/** @type {Summary} */ { settings, players }) =>
  settings.pace.type === 'solo' && !players.length;

/**
 * @param {boolean} mayAct
 * @param {() => void} refresh
 * @returns {Row}
 */
function tableRow(mayAct, refresh) {
  /** @type {Summary} */
  let table;
  const cell = (/** @type {string} */ label) => {
    const value = h('dd', {});
    return { value, pair: h('div', {}, h('dt', {}, label), value) };
  };
  const who = cell(said.columns.who);
  const round = cell(said.columns.round);
  const phase = cell(said.columns.phase);
  const banker = cell(said.columns.banker);
  const name = h('h2', {});
  const about = h('p', { class: 'quiet' });
  const watch = h('a', { class: 'button', 'data-act': 'watch' }, said.watch);
  const log = h('a', { class: 'button', 'data-act': 'log' }, said.log);
  const act = (/** @type {'void' | 'close'} */ act) =>
    button(said[act], () => ask(act, table, refresh), { 'data-act': act });
  const acts = mayAct ? { void: act('void'), close: act('close') } : null;
  const element = h(
    'li',
    { class: 'floor-table' },
    h('div', { class: 'floor-name' }, name, about),
    h('dl', {}, who.pair, round.pair, phase.pair, banker.pair),
    h('div', { class: 'row' }, watch, log, acts?.void, acts?.close),
  );
  return {
    element,
    update(now) {
      table = now;
      const { settings } = now;
      element.dataset.table = String(now.table);
      element.dataset.book = settings.book;
      say(name, now.name);
      say(about, [said.number(now.table), words.book(settings.book), settings.pay_table,
        said.watching(now.watchers)].join(' · '));
      seated(who.value, now);
      say(round.value, now.rounds ? String(now.rounds) : said.none);
      say(phase.value, (now.stage && said.phases[now.stage]) || said.none);
      if (!now.open) say(phase.value, `${phase.value.textContent}, ${said.closing}`);
      say(banker.value, bankerOf(now));
      watch.href = `#/table/${now.table}`;
      log.href = `#/floor/audit/${now.table}`;
      label(watch, said.watch, now);
      label(log, said.log, now);
      if (!acts) return;
      label(acts.void, said.void, now);
      label(acts.close, said.close, now);
      acts.void.disabled = !LIVE.includes(now.stage ?? '');
      acts.close.disabled = !now.open;
    },
  };
}

/** What it is called begins with what is seen. @param {Element} control @param {string} act @param {Summary} table */
const label = (control, act, table) => control.setAttribute('aria-label', said.of(act, table.name));

/** @param {Summary} table */
function bankerOf({ settings, banker, stage }) {
  if (!settings.book.startsWith('california')) return said.house;
  return banker && stage ? words.player(banker.name) : said.noBanker;
}

/** @param {HTMLElement} at @param {Summary} table */
function seated(at, { players, places }) {
  const text = `${players.map((player) => player.name).join()}/${places}`;
  if (at.dataset.seated === text) return;
  at.dataset.seated = text;
  const one = (/** @type {import('../types.js').Player} */ player) =>
    h(
      'a',
      {
        class: player.house_run ? 'guest-chip run' : 'guest-chip',
        href: `#/floor/people/${player.id}`,
        title: player.house_run ? said.houseRun : null,
      },
      words.player(player.name),
    );
  fill(
    at,
    h('span', { class: 'seated-count' }, said.seated(players.length, places)),
    players.length ? players.map(one) : h('span', { class: 'quiet' }, said.nobody),
  );
}
