/** Void rounds: who declared them, and what each would have paid. */

import { engine } from '../app/context.js';
import { floor } from '../text/floor.js';
import { signed } from '../text/money.js';
import { voids as labels } from '../text/voids.js';
import { h, put } from '../ui/dom.js';
import { queryPart } from './query-part.js';
import { sheet } from './report-tables.js';
import { day, queryOf, tableNames } from './reports.js';

/**
 * @typedef {import('../protocol.gen.js').VoidsOfPerson} VoidsOfPerson
 * @typedef {import('../protocol.gen.js').VoidRecord} VoidRecord
 * @typedef {import('../protocol.gen.js').VoidHand} VoidHand
 * @typedef {import('../protocol.gen.js').NamedPlayer} NamedPlayer
 * @typedef {{from: string, to: string, table: string, person: string}} Query
 */

/** More rows than this are for a spreadsheet. */
const MOST_ROWS = 100;

/** @type {import('./floor-page.js').MakePart} */
export function voidsPart([from, to, table, person]) {
  const number = (/** @type {string | undefined} */ text) => (Number(text) > 0 ? String(Number(text)) : '');
  /** @type {Query} */
  const asked = { from: day(from), to: day(to), table: number(table), person: number(person) };
  return queryPart(asked, { id: 'voids', labels, address, controls, content });
}

/** @param {Query} asked */
const address = ({ from, to, table, person }) =>
  `#/floor/voids/${[from, to, table, person].map((part) => part || '-').join('/')}`;

/**
 * @param {Query} asked
 * @param {() => void} show
 */
function controls(asked, show) {
  const change = (/** @type {keyof Query} */ name) => (/** @type {Event} */ { target }) => {
    Object.assign(asked, { [name]: /** @type {HTMLInputElement} */ (target).value });
    show();
  };
  const input = (/** @type {'from' | 'to' | 'person'} */ name, /** @type {Record<string, unknown>} */ kind) =>
    h('label', { class: 'field' }, h('span', {}, labels[name]),
      h('input', { ...kind, id: `voids-${name}`, value: asked[name], onchange: change(name) }));
  const table = h('select', { id: 'voids-table', onchange: change('table') }, h('option', { value: '' }, labels.all));
  void tableNames().then((all) => {
    const option = (/** @type {[number, string]} */ [id, name]) =>
      h('option', { value: id, selected: String(id) === asked.table }, name);
    put(table, [[...all].map(option)]);
  });
  return h(
    'div',
    { class: 'floor-bar' },
    input('from', { type: 'date' }),
    input('to', { type: 'date' }),
    h('label', { class: 'field' }, h('span', {}, labels.table), table),
    input('person', { type: 'number', min: 1, step: 1, inputmode: 'numeric' }),
  );
}

/** @param {Query} asked */
async function content(asked) {
  const query = queryOf(asked);
  const [report, tables] = await Promise.all([engine.voids(query), tableNames()]);
  if (!report.voids.length) return [h('p', { class: 'quiet' }, labels.none)];
  const hidden = report.left_out + Math.max(0, report.voids.length - MOST_ROWS);
  return [
    files(query),
    personSheet(report.people),
    voidSheet(report.voids.slice(0, MOST_ROWS), (table) => tables.get(table) ?? String(table)),
    hidden > 0 && h('p', { class: 'quiet' }, labels.leftOut(hidden)),
  ];
}

/** @param {string} query */
function files(query) {
  const { voids, voidsExport } = engine.files;
  const link = (/** @type {string} */ href, /** @type {string} */ ending, /** @type {string} */ label) =>
    h('a', { class: 'button', href, download: `voids.${ending}`, 'data-act': `voids-${ending}` }, label);
  const exported = (/** @type {string} */ format) => voidsExport(`${query && `${query}&`}format=${format}`);
  return h('div', { class: 'row floor-files' },
    link(voids(query), 'json', labels.json),
    link(exported('jsonl'), 'jsonl', labels.lines),
    link(exported('csv'), 'csv', labels.csv));
}

/** @param {NamedPlayer | null} named */
const person = (named) => (named ? h('a', { href: `#/floor/people/${named.id}` }, named.name) : labels.theTable);
const yes = (/** @type {boolean} */ is) => (is ? h('span', { 'data-tone': 'bad' }, labels.yes) : labels.no);

/** One row for each person and player. @param {VoidsOfPerson[]} people */
function personSheet(people) {
  const { columns } = labels;
  const head = [columns.person, columns.voids, columns.dealt, columns.player, columns.rounds, columns.net,
    columns.raised, columns.device];
  const count = (/** @type {number} */ value) => value.toLocaleString('en-US');
  const body = people.flatMap(({ person: by, voids, dealt, players }) => {
    const whose = [person(by), count(voids), count(dealt)];
    if (!players.length) return [[...whose, '–', '–', '–', '–', '–']];
    return players.map((one) => [
      person(by), count(voids), count(dealt), person(one.player), count(one.rounds), signed(one.net),
      signed(one.net_raised), yes(one.same_device),
    ]);
  });
  return sheet(head, body, labels.people, 'voids-people');
}

/** @param {VoidRecord[]} all @param {(table: number) => string} name */
function voidSheet(all, name) {
  const { columns } = labels;
  const head = [columns.when, columns.table, columns.round, columns.stage, columns.person, columns.reason,
    columns.hands];
  const body = all.map((one) => [
    floor.when(one.at_ms), name(one.table),
    h('a', { href: `#/replay/${one.table}/${one.round}` }, String(one.round + 1)),
    labels.stages[one.stage], h('span', {}, person(one.person), ` (${labels.by[one.by]})`), one.reason,
    h('ul', { class: 'void-hands' }, one.hands.map((hand) => h('li', {}, handText(hand)))),
  ]);
  return sheet(head, body, labels.rounds, 'voids-rounds');
}

/** @param {VoidHand} hand */
function handText({ player, banked, decided, net, net_raised: raised }) {
  const who = banked ? `${player.name} (${labels.banked})` : player.name;
  if (net === null || raised === null) return `${who}: ${labels.undealt}`;
  return decided ? `${who}: ${signed(net)}` : `${who}: ${signed(net)} / ${signed(raised)}, ${labels.undecided}`;
}
