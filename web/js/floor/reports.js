/** Reports: what was wagered, what was held, and what theory has to say to that. */

import { Failure, get } from '../api.js';
import { button, fill, h, put } from '../dom.js';
import { dollars, signed } from '../money.js';
import { download } from '../page/proof.js';
import { words } from '../words.js';
import { reports as said } from '../words/reports.js';
import { holdChart, legend, runningChart, turnoverChart } from './charts.js';
import { learn, named } from './names.js';
import { csv, point, rowName, rowsSheet, sheet, totals, wagerSheet } from './report.js';

/**
 * @typedef {import('./report.js').Report} Report
 * @typedef {import('./report.js').By} By
 * @typedef {{by: By, from: string, to: string, table: string}} Asked
 * @typedef {{banker: number, player: number, rounds: number, wagered: number, net: number}} Flow
 */

/** More rows than that are no picture. */
const MOST_LINES = 40;
const MOST_FLOWS = 50;

/** How often is asked again when the card room gave up. */
const PATIENCE = 6;

/** @type {import('../page/floor.js').MakePart} */
export function reportsPart([by, from, to, table]) {
  const known = /** @type {By} */ (by && Object.hasOwn(said.bys, by) ? by : 'day');
  /** @type {Asked} */
  const asked = { by: known, from: day(from), to: day(to), table: Number(table) > 0 ? String(Number(table)) : '' };
  const body = h('div', { id: 'report', 'aria-live': 'polite' });
  let turn = 0;
  const show = async () => {
    const mine = (turn += 1);
    history.replaceState(null, '', address(asked));
    fill(body, h('p', { class: 'quiet' }, said.wait));
    try {
      const content = await report(asked);
      if (mine === turn) fill(body, content);
    } catch (failure) {
      const why = failure instanceof Error ? failure.message : words.wrong;
      if (mine === turn) fill(body, h('p', { class: 'wrong', role: 'alert' }, why));
    }
  };
  void show();
  const element = h('section', {}, h('p', { class: 'quiet' }, said.lead), controls(asked, () => void show()), body);
  return { element, leave: () => (turn += 1) };
}

const day = (/** @type {string | undefined} */ text) => (text && /^\d{4}-\d\d-\d\d$/.test(text) ? text : '');

/** @param {Asked} asked */
const address = ({ by, from, to, table }) => `#/floor/reports/${by}/${from || '-'}/${to || '-'}/${table || '-'}`;

/** @param {Partial<Asked>} asked */
const query = (asked) =>
  new URLSearchParams(Object.entries(asked).filter(([, value]) => value)).toString();

/**
 * @param {Asked} asked
 * @param {() => void} show
 */
function controls(asked, show) {
  const date = (/** @type {'from' | 'to'} */ name) =>
    h('label', { class: 'field' }, h('span', {}, said[name]),
      h('input', { type: 'date', id: `report-${name}`, value: asked[name], onchange: change(name) }));
  const change = (/** @type {keyof Asked} */ name) => (/** @type {Event} */ { target }) => {
    Object.assign(asked, { [name]: /** @type {HTMLInputElement} */ (target).value });
    show();
  };
  const table = h('select', { id: 'report-table', onchange: change('table') }, h('option', { value: '' }, said.all));
  void tableNames().then((names) => {
    const option = (/** @type {[number, string]} */ [id, name]) =>
      h('option', { value: id, selected: String(id) === asked.table }, name);
    put(table, [[...names].map(option)]);
  });
  const choice = (/** @type {[string, string]} */ [value, label]) =>
    h('label', {},
      h('input', { type: 'radio', name: 'by', value, checked: value === asked.by, onchange: change('by') }),
      h('span', {}, label));
  return h(
    'div',
    { class: 'floor-bar' },
    h('fieldset', {}, h('legend', {}, said.by), h('div', { class: 'choice' }, Object.entries(said.bys).map(choice))),
    date('from'),
    date('to'),
    h('label', { class: 'field' }, h('span', {}, said.table), table),
  );
}

/** @returns {Promise<Map<number, string>>} */
async function tableNames() {
  const all = /** @type {{table: number, name: string}[]} */ (await get('/api/tables/all'));
  return new Map(all.map(({ table, name }) => [table, `${name} (${table})`]));
}

/**
 * The first report about a game counts all its deals. A busy card room gives up the answer, not the counting.
 * @param {string} path
 */
async function patiently(path) {
  for (let time = 0; ; time += 1) {
    try {
      return await get(path);
    } catch (failure) {
      if (!(failure instanceof Failure) || failure.code !== 'timeout' || time === PATIENCE) throw failure;
    }
  }
}

/** @param {Asked} asked */
async function report(asked) {
  const { from, to, table, by } = asked;
  const path = `/api/reports?${query(asked)}`;
  const [told, daily, flows, tables] = await Promise.all([
    /** @type {Promise<Report>} */ (patiently(path)),
    /** @type {Promise<Report>} */ (patiently(`/api/reports?${query({ by: 'day', from, to, table })}`)),
    /** @type {Promise<Flow[]>} */ (get(`/api/reports/flows?${query({ from, to })}`)),
    tableNames(),
  ]);
  if (!told.rows.length) return [h('p', { class: 'quiet' }, said.none)];
  const shown = flows.slice(0, MOST_FLOWS);
  await learn(shown.flatMap(({ banker, player }) => [banker, player]));
  const all = told.rows.map((row) => point(row, rowName(by, row.of, tables)));
  // Where all rounds were void there is nothing to see.
  const points = all.filter(({ main, bonus }) => main + bonus > 0);
  const days = daily.rows.map((row) => point(row, row.of));
  const save = () => download(`report-${by}.csv`, csv(told), 'text/csv');
  return [
    totals(told.total),
    h('div', { class: 'row floor-files' },
      h('a', { class: 'button', href: path, download: `report-${by}.json`, 'data-act': 'report-json' }, said.json),
      button(said.csv, save, { 'data-act': 'report-csv' })),
    days.length > 1 && figure(said.runningChart, said.runningLead, runningChart(days), HELD),
    points.length > 0 && figure(said.holdChart, said.holdLead, holdChart(points.slice(-MOST_LINES)), HELD),
    points.length > 0 && figure(said.turnoverChart, said.turnoverLead, turnoverChart(days), LAID),
    h('p', { class: 'quiet' }, said.note),
    rowsSheet(told, tables),
    wagerSheet(told.total),
    flowSheet(shown),
  ];
}

/** What the marks of the pictures mean. @type {[string, string][]} */
const LAID = [['main', said.main], ['bonus', said.bonus]];
/** @type {[string, string][]} */
const HELD = [['held', said.held], ['expected', said.expected], ['band', said.theory]];

/**
 * @param {string} title
 * @param {string} lead
 * @param {HTMLElement} chart
 * @param {[string, string][]} marks
 */
const figure = (title, lead, chart, marks) =>
  h(
    'figure',
    { class: 'floor-figure' },
    h('figcaption', {}, h('h2', {}, title), h('p', {}, lead), legend(marks)),
    chart,
  );

/** @param {Flow[]} flows */
function flowSheet(flows) {
  const person = (/** @type {number} */ id) => h('a', { href: `#/floor/people/${id}` }, named(id));
  const net = (/** @type {number} */ cents) => h('span', { 'data-tone': cents > 0 ? 'good' : 'bad' }, signed(cents));
  const head = [said.banker, said.player, said.columns.rounds, said.columns.wagered, said.toBanker];
  const body = flows.map((flow) => [
    person(flow.banker), person(flow.player), flow.rounds.toLocaleString('en-US'), dollars(flow.wagered),
    net(flow.net),
  ]);
  return h(
    'section',
    { class: 'floor-flows' },
    h('h2', {}, said.flows),
    h('p', { class: 'quiet' }, said.flowsLead),
    body.length ? sheet(head, body, said.flows, 'report-flows') : h('p', { class: 'quiet' }, said.flowsNone),
  );
}
