/** What was written into the logs, newest first: who did what, when and why. */

import { get } from '../api.js';
import { button, fill, h, put, say } from '../dom.js';
import { words } from '../words.js';
import { audit as said } from '../words/audit.js';
import { floor } from '../words/floor.js';
import { learn, named } from './names.js';
import { headRow } from './report.js';

/**
 * @typedef {{seq: number, events: number, at_ms: number, body: string, hash: string}} Entry
 * @typedef {{by?: number | null, command?: string | null, events: any[]}} Body
 */

/** How many events are read at a time, and how far one search for acts goes back. */
const AT_ONCE = 100;
const SEARCH = { atOnce: 1_000, times: 10 };

/** @type {import('../page/floor.js').MakePart} */
export function auditPart([id]) {
  const log = Math.max(0, Math.floor(Number(id ?? 0))) || 0;
  const rows = h('tbody', { role: 'rowgroup' });
  const acts = h('input', { type: 'checkbox', id: 'audit-acts', onchange: () => void pages.begin() });
  const searched = h('p', { class: 'quiet', role: 'status' });
  const earlier = button(said.earlier, () => void pages.on(), { hidden: true, 'data-act': 'earlier' });
  const pages = new Pages(log, acts, rows, searched, earlier);
  const file = `log-${log}.jsonl`;
  const { columns } = said;
  const head = [columns.seq, columns.when, columns.who, columns.what, columns.why];
  void pages.begin();
  const element = h(
    'section',
    {},
    h('p', { class: 'quiet' }, said.lead),
    h(
      'div',
      { class: 'floor-bar' },
      h('label', { class: 'field' }, h('span', {}, said.log), logChoice(log)),
      h('label', { class: 'tick' }, acts, said.acts),
      h('div', { class: 'row' },
        h('a', { class: 'button', href: `/api/logs/${log}/export`, download: file, 'data-act': 'export-log' },
          said.export),
        h('code', {}, said.exportHint(file))),
    ),
    h('p', { class: 'quiet floor-head' }, pages.head),
    h(
      'table',
      { class: 'log', id: 'audit-log', role: 'table' },
      h('thead', { role: 'rowgroup' }, headRow(head)),
      rows,
    ),
    searched,
    earlier,
  );
  return { element, leave: () => pages.stop() };
}

/** @param {number} log */
function logChoice(log) {
  const option = (/** @type {number} */ value, /** @type {string} */ label) =>
    h('option', { value, selected: value === log }, label);
  const choose = h(
    'select',
    { id: 'audit-table', onchange: () => (location.hash = `#/floor/audit/${choose.value}`) },
    option(0, said.room),
  );
  get('/api/tables/all').then(
    (/** @type {{table: number, name: string, closed: boolean}[]} */ all) =>
      put(choose, [all.map(({ table, name, closed }) => option(table, said.table(table, name, closed)))]),
    () => {},
  );
  return choose;
}

/** The log, turned over from its end to its beginning. */
class Pages {
  /**
   * @param {number} log
   * @param {HTMLInputElement} acts
   * @param {HTMLElement} rows
   * @param {HTMLElement} searched
   * @param {HTMLButtonElement} earlier
   */
  constructor(log, acts, rows, searched, earlier) {
    this.log = log;
    this.acts = acts;
    this.rows = rows;
    this.searched = searched;
    this.earlier = earlier;
    this.head = h('span', {});
    /** The events before this one are still to be read. */
    this.before = 0;
    /** Whoever begins anew does not wait for what was asked before. */
    this.turn = 0;
  }

  stop() {
    this.turn += 1;
  }

  async begin() {
    const turn = (this.turn += 1);
    fill(this.rows);
    say(this.searched, floor.wait);
    try {
      const { seq, hash } = await get(`/api/logs/${this.log}/head`);
      if (turn !== this.turn) return;
      fill(this.head, said.ends(seq), ' ', h('code', {}, hash));
      this.before = seq + 1;
      await this.on();
    } catch (failure) {
      this.fail(failure);
    }
  }

  /** Shows earlier events, or looks for earlier acts of the floor. */
  async on() {
    const { turn } = this;
    this.earlier.disabled = true;
    try {
      const found = await this.read(turn);
      if (turn !== this.turn) return;
      await learn(found.flatMap(peopleIn));
      if (turn !== this.turn) return;
      put(this.rows, [found.flatMap((entry) => entryRows(entry, this.acts.checked))]);
      this.earlier.hidden = this.before <= 1;
      const none = !this.rows.children.length;
      say(this.searched, this.acts.checked && this.before > 1 ? said.searched(this.before) : none ? said.none : '');
    } catch (failure) {
      this.fail(failure);
    }
    this.earlier.disabled = false;
  }

  /** @param {number} turn @returns {Promise<(Entry & {told: Body})[]>} */
  async read(turn) {
    const search = this.acts.checked;
    const found = [];
    for (let time = 0; time < (search ? SEARCH.times : 1) && this.before > 1; time += 1) {
      const after = Math.max(0, this.before - 1 - (search ? SEARCH.atOnce : AT_ONCE));
      /** @type {Entry[]} */
      const entries = await get(`/api/logs/${this.log}?after=${after}&limit=1000`);
      if (turn !== this.turn) return [];
      const page = entries.filter((entry) => entry.seq < this.before).reverse();
      this.before = Math.min(after + 1, page.at(-1)?.seq ?? Infinity);
      found.push(...page.map((entry) => ({ ...entry, told: JSON.parse(entry.body) })));
      if (found.filter(({ told }) => told.events.some(isAct)).length >= 20) break;
    }
    return found;
  }

  /** @param {unknown} failure */
  fail(failure) {
    say(this.searched, failure instanceof Error ? failure.message : words.wrong);
  }
}

/** Whether the floor did it, and not a player, the clock or the first start. @param {any} event */
function isAct({ type, by, floor }) {
  if (['role_given', 'round_voided', 'table_closed', 'closing'].includes(type)) return true;
  if (type === 'voided') return String(by).startsWith('floor');
  return (type === 'table_opened' && Boolean(by)) || (type === 'opened' && Boolean(floor));
}

/** @param {{told: Body}} entry */
function peopleIn({ told }) {
  const numbers = told.events.flatMap((event) => [event.player, event.floor, byWhom(event)]);
  return [told.by, ...numbers].filter((number) => typeof number === 'number');
}

/** "player:3" and "floor:3" are 3, and so is 3. @param {any} event */
function byWhom({ by }) {
  if (typeof by === 'number') return by;
  const number = Number(String(by ?? '').split(':')[1]);
  return Number.isFinite(number) && number > 0 ? number : null;
}

/** @param {any} event @param {Body} told */
function who(event, told) {
  if (isAct(event)) {
    const floor = event.floor || byWhom(event) || told.by;
    return floor ? said.floor(named(floor)) : said.cardRoom;
  }
  const joins = event.type === 'joined' || event.type === 'named';
  const player = joins ? event.player : byWhom(event) ?? (event.by === 'table' ? null : told.by);
  return player ? named(player) : said.cardRoom;
}

/**
 * @param {Entry & {told: Body}} entry
 * @param {boolean} actsOnly
 */
function entryRows(entry, actsOnly) {
  const events = entry.told.events.map((event, index) => ({ event, seq: entry.seq + index }));
  return events
    .filter(({ event }) => !actsOnly || isAct(event))
    .reverse()
    .map(({ event, seq }) => {
      const why = event.reason ? h('q', {}, event.reason) : null;
      const cell = (/** @type {string} */ name, /** @type {(import('../dom.js').Child)[]} */ ...content) =>
        h('td', { role: 'cell', 'data-name': name }, content);
      return h(
        'tr',
        { role: 'row', 'data-type': event.type, 'data-seq': seq, class: isAct(event) && 'act' },
        cell('seq', String(seq)),
        cell('when', floor.when(entry.at_ms)),
        cell('who', who(event, entry.told)),
        cell('what', said.told(event, named), raw(entry, event)),
        cell('why', why),
      );
    });
}

/** @param {Entry} entry @param {any} event */
function raw(entry, event) {
  return h(
    'details',
    {},
    h('summary', {}, said.entry),
    h('code', {}, JSON.stringify(event)),
    h('p', {}, said.hash, ' ', h('code', {}, entry.hash)),
  );
}
