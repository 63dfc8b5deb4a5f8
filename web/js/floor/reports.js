/** Reports: what was wagered, what the banks held, and what theory expects. */

import { engine } from '../app/context.js';
import { EngineError } from '../engine/engine.js';
import { dollars, signed } from '../text/money.js';
import { reports as labels } from '../text/reports.js';
import { button, h, put } from '../ui/dom.js';
import { download } from '../ui/download.js';
import { holdChart, legend, runningChart, turnoverChart } from './charts.js';
import { names } from './names.js';
import { queryPart } from './query-part.js';
import { bankedSheet, holdSheet, sheet, totals, wagerSheet } from './report-tables.js';
import { csvOf, pointOf, rowName } from './state/report.js';

/**
 * @typedef {import('../protocol.gen.js').GroupBy} GroupBy
 * @typedef {import('../protocol.gen.js').Flow} Flow
 * @typedef {{by: GroupBy, from: string, to: string, table: string}} Query
 */

/** More lines than this cannot be read as a chart. */
const MOST_LINES = 40;
const MOST_FLOWS = 50;

/** How often a request that took too long is repeated. */
const MOST_RETRIES = 6;

/** @type {import('./floor-page.js').MakePart} */
export function reportsPart([by, from, to, table]) {
  const known = /** @type {GroupBy} */ (by && Object.hasOwn(labels.bys, by) ? by : 'day');
  /** @type {Query} */
  const asked = { by: known, from: day(from), to: day(to), table: Number(table) > 0 ? String(Number(table)) : '' };
  return queryPart(asked, { id: 'report', labels, address, controls, content });
}

export const day = (/** @type {string | undefined} */ text) => (text && /^\d{4}-\d\d-\d\d$/.test(text) ? text : '');

/** @param {Query} asked */
const address = ({ by, from, to, table }) => `#/floor/reports/${by}/${from || '-'}/${to || '-'}/${table || '-'}`;

/** @param {Record<string, string>} asked */
export const queryOf = (asked) =>
  new URLSearchParams(Object.entries(asked).filter(([, value]) => value)).toString();

/**
 * @param {Query} asked
 * @param {() => void} show
 */
function controls(asked, show) {
  const date = (/** @type {'from' | 'to'} */ name) =>
    h('label', { class: 'field' }, h('span', {}, labels[name]),
      h('input', { type: 'date', id: `report-${name}`, value: asked[name], onchange: change(name) }));
  const change = (/** @type {keyof Query} */ name) => (/** @type {Event} */ { target }) => {
    Object.assign(asked, { [name]: /** @type {HTMLInputElement} */ (target).value });
    show();
  };
  const table = h('select', { id: 'report-table', onchange: change('table') }, h('option', { value: '' }, labels.all));
  void tableNames().then((all) => {
    const option = (/** @type {[number, string]} */ [id, name]) =>
      h('option', { value: id, selected: String(id) === asked.table }, name);
    put(table, [[...all].map(option)]);
  });
  const choice = (/** @type {[string, string]} */ [value, label]) =>
    h('label', {},
      h('input', { type: 'radio', name: 'by', value, checked: value === asked.by, onchange: change('by') }),
      h('span', {}, label));
  return h(
    'div',
    { class: 'floor-bar' },
    h('fieldset', {}, h('legend', {}, labels.by),
      h('div', { class: 'choice' }, Object.entries(labels.bys).map(choice))),
    date('from'),
    date('to'),
    h('label', { class: 'field' }, h('span', {}, labels.table), table),
  );
}

/** @returns {Promise<Map<number, string>>} */
export async function tableNames() {
  const all = await engine.allTables();
  return new Map(all.map(({ table, name }) => [table, `${name} (${table})`]));
}

/**
 * Loads a report. The first report about a game counts all its deals, which can outlast a request; the counting goes
 * on, so that a later request finds it done.
 * @param {Partial<Query>} asked
 */
async function loadReport(asked) {
  for (let time = 0; ; time += 1) {
    try {
      return await engine.report(queryOf(asked));
    } catch (error) {
      if (!(error instanceof EngineError) || error.code !== 'timeout' || time === MOST_RETRIES) throw error;
    }
  }
}

/** @param {Query} asked */
async function content(asked) {
  const { from, to, table, by } = asked;
  const [report, daily, flows, tables] = await Promise.all([
    loadReport(asked),
    loadReport({ by: 'day', from, to, table }),
    engine.flows(queryOf({ from, to })),
    tableNames(),
  ]);
  if (!report.rows.length) return [h('p', { class: 'quiet' }, labels.none)];
  const shown = flows.slice(0, MOST_FLOWS);
  await names.load(shown.flatMap(({ banker, player }) => [banker, player]));
  const all = report.rows.map((row) => pointOf(row, rowName(by, row.of, tables)));
  // Rows with only void rounds have nothing to draw.
  const points = all.filter(({ main, bonus }) => main + bonus > 0);
  const days = daily.rows.map((row) => pointOf(row, row.of));
  const save = () => download(`report-${by}.csv`, new Blob([csvOf(report)], { type: 'text/csv' }));
  const json = { href: engine.files.report(queryOf(asked)), download: `report-${by}.json` };
  return [
    totals(report.total),
    h('div', { class: 'row floor-files' },
      h('a', { class: 'button', ...json, 'data-act': 'report-json' }, labels.json),
      button(labels.csv, save, { 'data-act': 'report-csv' })),
    days.length > 1 && figure(labels.runningChart, labels.runningLead, runningChart(days), HELD),
    points.length > 0 && figure(labels.holdChart, labels.holdLead, holdChart(points.slice(-MOST_LINES)), HELD),
    points.length > 0 && figure(labels.turnoverChart, labels.turnoverLead, turnoverChart(days), LAID),
    h('p', { class: 'quiet' }, labels.note),
    holdSheet(report, tables, 'people'),
    report.total.house_banked.people.hands > 0 && wagerSheet(report.total.house_banked.people),
    holdSheet(report, tables, 'bots'),
    bankedSheet(report, tables),
    flowSheet(shown),
  ];
}

/** The legends of the charts. @type {[string, string][]} */
const LAID = [['main', labels.main], ['bonus', labels.bonus]];
/** @type {[string, string][]} */
const HELD = [['held', labels.held], ['expected', labels.expected], ['band', labels.theory]];

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
  const person = (/** @type {number} */ id) => h('a', { href: `#/floor/people/${id}` }, names.nameOf(id));
  const net = (/** @type {number} */ cents) => h('span', { 'data-tone': cents > 0 ? 'good' : 'bad' }, signed(cents));
  const head = [labels.banker, labels.player, labels.columns.rounds, labels.columns.wagered, labels.toBanker];
  const body = flows.map((flow) => [
    person(flow.banker), person(flow.player), flow.rounds.toLocaleString('en-US'), dollars(flow.wagered),
    net(flow.net),
  ]);
  return h(
    'section',
    { class: 'floor-flows' },
    h('h2', {}, labels.flows),
    h('p', { class: 'quiet' }, labels.flowsLead),
    body.length ? sheet(head, body, labels.flows, 'report-flows') : h('p', { class: 'quiet' }, labels.flowsNone),
  );
}
