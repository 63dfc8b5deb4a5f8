/** The audit log, newest first: who did what, when and why. */

import { engine } from '../app/context.js';
import { audit as labels } from '../text/audit.js';
import { floor } from '../text/floor.js';
import { texts } from '../text/text.js';
import { button, fill, h, put, say } from '../ui/dom.js';
import { names } from './names.js';
import { headRow } from './report-tables.js';
import { actor, isFloorAct, peopleIn } from './state/log.js';

/** @typedef {import('./state/log.js').ReadEntry} ReadEntry */

/** How many events are read at a time, and how far back one search for floor acts goes. */
const EVENTS_PER_PAGE = 100;
const SEARCH = { eventsPerRequest: 1_000, requests: 10, enough: 20 };

/** @type {import('./floor-page.js').MakePart} */
export function auditPart([id]) {
  const log = Math.max(0, Math.floor(Number(id ?? 0))) || 0;
  const rows = h('tbody', { role: 'rowgroup' });
  const acts = h('input', { type: 'checkbox', id: 'audit-acts', onchange: () => void pages.begin() });
  const searched = h('p', { class: 'quiet', role: 'status' });
  const earlier = button(labels.earlier, () => void pages.on(), { hidden: true, 'data-act': 'earlier' });
  const pages = new Pages(log, acts, rows, searched, earlier);
  const file = `log-${log}.jsonl`;
  const { columns } = labels;
  const head = [columns.seq, columns.when, columns.who, columns.what, columns.why];
  void pages.begin();
  const element = h(
    'section',
    {},
    h('p', { class: 'quiet' }, labels.lead),
    h(
      'div',
      { class: 'floor-bar' },
      h('label', { class: 'field' }, h('span', {}, labels.log), logChoice(log)),
      h('label', { class: 'tick' }, acts, labels.acts),
      h('div', { class: 'row' },
        h('a', { class: 'button', href: engine.files.log(log), download: file, 'data-act': 'export-log' },
          labels.export),
        h('code', {}, labels.exportHint(file))),
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
    option(0, labels.room),
  );
  engine.allTables().then(
    (all) =>
      put(choose, [all.map(({ table, name, closed }) => option(table, labels.table(table, name, closed)))]),
    () => {},
  );
  return choose;
}

/** A log, read from its end to its beginning. */
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
    /** Numbers the starts, so that answers to an earlier one are dropped. */
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
      const { seq, hash } = await engine.logHead(this.log);
      if (turn !== this.turn) return;
      fill(this.head, labels.ends(seq), ' ', h('code', {}, hash));
      this.before = seq + 1;
      await this.on();
    } catch (failure) {
      this.fail(failure);
    }
  }

  /** Shows earlier events, or searches for earlier acts of the floor. */
  async on() {
    const { turn } = this;
    this.earlier.disabled = true;
    try {
      const found = await this.read(turn);
      if (turn !== this.turn) return;
      await names.load(found.flatMap(({ content }) => peopleIn(content)));
      if (turn !== this.turn) return;
      put(this.rows, [found.flatMap((entry) => entryRows(entry, this.acts.checked))]);
      this.earlier.hidden = this.before <= 1;
      const none = !this.rows.children.length;
      say(this.searched, this.acts.checked && this.before > 1 ? labels.searched(this.before) : none ? labels.none : '');
    } catch (failure) {
      this.fail(failure);
    }
    this.earlier.disabled = false;
  }

  /** @param {number} turn @returns {Promise<ReadEntry[]>} */
  async read(turn) {
    const search = this.acts.checked;
    const found = [];
    for (let time = 0; time < (search ? SEARCH.requests : 1) && this.before > 1; time += 1) {
      const after = Math.max(0, this.before - 1 - (search ? SEARCH.eventsPerRequest : EVENTS_PER_PAGE));
      const entries = await engine.logEntries(this.log, after, SEARCH.eventsPerRequest);
      if (turn !== this.turn) return [];
      const page = entries.filter((entry) => entry.seq < this.before).reverse();
      this.before = Math.min(after + 1, page.at(-1)?.seq ?? Infinity);
      found.push(...page.map((entry) => ({ ...entry, content: JSON.parse(entry.body) })));
      if (found.filter(({ content }) => content.events.some(isFloorAct)).length >= SEARCH.enough) break;
    }
    return found;
  }

  /** @param {unknown} failure */
  fail(failure) {
    say(this.searched, failure instanceof Error ? failure.message : texts.errors.unknown);
  }
}

/**
 * @param {ReadEntry} entry
 * @param {boolean} actsOnly
 */
function entryRows(entry, actsOnly) {
  const events = entry.content.events.map((event, index) => ({ event, seq: entry.seq + index }));
  return events
    .filter(({ event }) => !actsOnly || isFloorAct(event))
    .reverse()
    .map(({ event, seq }) => {
      const why = event.reason ? h('q', {}, event.reason) : null;
      const cell = (/** @type {string} */ name, /** @type {(import('../ui/dom.js').Child)[]} */ ...content) =>
        h('td', { role: 'cell', 'data-name': name }, content);
      return h(
        'tr',
        { role: 'row', 'data-type': event.type, 'data-seq': seq, class: isFloorAct(event) && 'act' },
        cell('seq', String(seq)),
        cell('when', floor.when(entry.at_ms)),
        cell('who', actorName(event, entry.content)),
        cell('what', labels.sentence(event, (player) => names.nameOf(player)), raw(entry, event)),
        cell('why', why),
      );
    });
}

/** @param {any} event @param {import('./state/log.js').LogContent} content */
function actorName(event, content) {
  const player = actor(event, content);
  if (!player) return event.by === 'operator' ? labels.operator : labels.cardRoom;
  return isFloorAct(event) ? labels.floor(names.nameOf(player)) : names.nameOf(player);
}

/** @param {ReadEntry} entry @param {any} event */
function raw(entry, event) {
  return h(
    'details',
    {},
    h('summary', {}, labels.entry),
    h('code', {}, JSON.stringify(event)),
    h('p', {}, labels.hash, ' ', h('code', {}, entry.hash)),
  );
}
