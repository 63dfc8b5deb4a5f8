/** The rotation of the bank: every offer, banked round and minute, and the verdict on the two-round rule. */

import { engine } from '../app/context.js';
import { floor } from '../text/floor.js';
import { dollars } from '../text/money.js';
import { rotation as labels } from '../text/rotation.js';
import { h, put } from '../ui/dom.js';
import { names } from './names.js';
import { queryPart } from './query-part.js';
import { sheet } from './report-tables.js';
import { day, queryOf, tableNames } from './reports.js';

/**
 * @typedef {import('../protocol.gen.js').RotationLog} RotationLog
 * @typedef {import('../protocol.gen.js').RotationEntry} RotationEntry
 * @typedef {import('../protocol.gen.js').RotationPlayer} RotationPlayer
 * @typedef {import('../protocol.gen.js').RotationViolation} RotationViolation
 * @typedef {{from: string, to: string, table: string, player: string}} Query
 */

/** More rows than this are for a spreadsheet. */
const MOST_ROWS = 100;

/** @type {import('./floor-page.js').MakePart} */
export function rotationPart([from, to, table, player]) {
  const number = (/** @type {string | undefined} */ text) => (Number(text) > 0 ? String(Number(text)) : '');
  /** @type {Query} */
  const asked = { from: day(from), to: day(to), table: number(table), player: number(player) };
  return queryPart(asked, { id: 'rotation', labels, address, controls, content });
}

/** @param {Query} asked */
const address = ({ from, to, table, player }) =>
  `#/floor/rotation/${[from, to, table, player].map((part) => part || '-').join('/')}`;

/**
 * @param {Query} asked
 * @param {() => void} show
 */
function controls(asked, show) {
  const change = (/** @type {keyof Query} */ name) => (/** @type {Event} */ { target }) => {
    Object.assign(asked, { [name]: /** @type {HTMLInputElement} */ (target).value });
    show();
  };
  const input = (/** @type {'from' | 'to' | 'player'} */ name, /** @type {Record<string, unknown>} */ kind) =>
    h('label', { class: 'field' }, h('span', {}, labels[name]),
      h('input', { ...kind, id: `rotation-${name}`, value: asked[name], onchange: change(name) }));
  const table = h('select', { id: 'rotation-table', onchange: change('table') },
    h('option', { value: '' }, labels.all));
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
    input('player', { type: 'number', min: 1, step: 1, inputmode: 'numeric' }),
  );
}

/** @param {Query} asked */
async function content(asked) {
  const query = queryOf(asked);
  const [log, tables] = await Promise.all([engine.rotation(query), tableNames()]);
  await names.load([...log.entries, ...log.violations].flatMap(({ player }) => player ?? []));
  const name = (/** @type {number} */ table) => tables.get(table) ?? String(table);
  if (!log.entries.length) return [h('p', { class: 'quiet' }, labels.none)];
  const hidden = log.left_out + Math.max(0, log.entries.length - MOST_ROWS);
  return [
    verdict(log, name),
    files(query),
    playerSheet(log.players, name),
    entrySheet(log.entries.slice(0, MOST_ROWS), name),
    hidden > 0 && h('p', { class: 'quiet' }, labels.leftOut(hidden)),
  ];
}

/** @param {RotationLog} log @param {(table: number) => string} name */
function verdict({ rounds, violations }, name) {
  if (!violations.length) {
    return h('p', { class: 'verdict', 'data-tone': 'inside', id: 'rotation-verdict' }, labels.kept(rounds));
  }
  const one = (/** @type {RotationViolation} */ { player, table, round, at_ms, in_a_row }) =>
    h('li', {}, labels.violation(names.nameOf(player), round ?? 0, name(table), floor.when(at_ms), in_a_row));
  return h('div', { id: 'rotation-verdict', role: 'alert' },
    h('p', { class: 'verdict', 'data-tone': 'outside' }, labels.broken(violations.length)),
    h('ul', {}, violations.map(one)));
}

/** @param {string} query */
function files(query) {
  const { rotation, rotationLog } = engine.files;
  const link = (/** @type {string} */ href, /** @type {string} */ ending, /** @type {string} */ label) =>
    h('a', { class: 'button', href, download: `rotation.${ending}`, 'data-act': `rotation-${ending}` }, label);
  const exported = (/** @type {string} */ format) => rotationLog(`${query && `${query}&`}format=${format}`);
  return h('div', { class: 'row floor-files' },
    link(rotation(query), 'json', labels.json),
    link(exported('jsonl'), 'jsonl', labels.lines),
    link(exported('csv'), 'csv', labels.csv));
}

const person = (/** @type {number} */ id) => h('a', { href: `#/floor/people/${id}` }, names.nameOf(id));
const number = (/** @type {number} */ value) => value.toLocaleString('en-US');
const minutes = (/** @type {number} */ ms) => (ms / 60_000).toFixed(1);

/** @param {RotationPlayer[]} players @param {(table: number) => string} name */
function playerSheet(players, name) {
  const { columns } = labels;
  const head = [columns.player, columns.table, columns.offered, columns.accepted, columns.declined, columns.timedOut,
    columns.withdrawn, columns.rounds, columns.voids, columns.inARow, columns.minutes];
  const body = players.map((one) => [
    person(one.player.id), name(one.table), number(one.offered),
    number(one.accepted), number(one.declined), number(one.timed_out), number(one.withdrawn), number(one.rounds),
    number(one.void_rounds), number(one.most_in_a_row), minutes(one.banked_ms),
  ]);
  return sheet(head, body, labels.players, 'rotation-players');
}

/** @param {RotationEntry[]} entries @param {(table: number) => string} name */
function entrySheet(entries, name) {
  const { columns } = labels;
  const head = [columns.when, columns.table, columns.player, columns.act, columns.round, columns.bank, columns.minutes];
  const body = entries.map((entry) => [
    floor.when(entry.at_ms), name(entry.table), entry.player ? person(entry.player) : '–',
    h('span', { 'data-tone': entry.violation && 'bad' }, labels.acts[entry.act]),
    entry.round === null ? '–' : String(entry.round), entry.wager === null ? '–' : dollars(entry.wager),
    entry.banked_ms === null ? '–' : minutes(entry.banked_ms),
  ]);
  return sheet(head, body, labels.entries, 'rotation-entries');
}
