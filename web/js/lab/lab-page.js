/** The laboratory: a game that is solved while it is edited, next to up to two others. */

import { engine } from '../app/context.js';
import { texts } from '../text/text.js';
import { announce, toast } from '../ui/announce.js';
import { button, fill, h } from '../ui/dom.js';
import { download } from '../ui/download.js';
import { attempt } from '../ui/failed.js';
import { bars } from './bars.js';
import { chart } from './chart.js';
import { editor } from './editor.js';
import { cards, comparison } from './figures.js';
import { more } from './more.js';
import { Solver, approvedOf, read, standard, title, written } from './state/game.js';
import { headline, percent } from './state/headline.js';
import { stakesOf, writtenStakes } from './state/stakes.js';

/**
 * @typedef {import('./state/game.js').Game} Game
 * @typedef {import('./state/game.js').Approved} Approved
 * @typedef {{game: Game, solution: import('../protocol.gen.js').Solution | null, failure: string | null,
 *   asked: number}} Bench
 */

const labels = texts.lab;
const solver = new Solver(engine);
/** An edit waits this long for the next one. */
const PAUSE_MS = 200;

/**
 * @param {string[]} parts
 * @returns {import('../app/main.js').Page}
 */
export function labPage(parts) {
  const element = h(
    'div',
    { class: 'page lab' },
    h('h1', {}, labels.title),
    h('p', { class: 'lead' }, labels.lead),
  );
  let hasLeft = false;
  const failure = h('div');
  element.append(failure);
  attempt(failure, async () => {
    const known = approvedOf(await engine.books());
    if (!hasLeft) laboratory(element, known, parts.filter(Boolean));
  });
  return { element, title: labels.title, leave: () => (hasLeft = true) };
}

/**
 * @param {HTMLElement} element
 * @param {Approved} known
 * @param {string[]} links
 */
function laboratory(element, known, links) {
  const { benches, stakes } = opened(links, known);
  let active = 0;
  const summary = h('div', { class: 'lab-cards' });
  const edit = h('div', { class: 'lab-edit' });
  const figures = h('div', { class: 'lab-more' });
  const after = more(stakes, () => link());

  const shown = () =>
    benches.map(({ game, ...rest }, index) => ({
      ...rest, title: title(game, known), active: index === active, busy: rest.asked > 0,
    }));
  const head = () => redraw(summary, () => cards(summary, shown(), { choose, remove, add }));
  const show = () => {
    head();
    const own = benches[active].solution;
    if (!own) return;
    const name = `${labels.game(active)}, ${shown()[active].title}`;
    const other = active ? benches[0].solution : null;
    redraw(figures, () => fill(figures, chart(name, own, other), comparison(shown()), bars(name, own), deals(own)));
    after.show(name, benches[active].game);
  };
  const ask = (/** @type {Bench} */ one) => void solve(one, head, show);
  const changed = () => {
    link();
    const one = benches[active];
    clearTimeout(waiting);
    waiting = setTimeout(() => ask(one), PAUSE_MS);
    head();
  };
  const games = () => benches.map(({ game }) => written(game, known)).join('/');
  const link = () => history.replaceState(null, '', `#/lab/${games()}${writtenStakes(stakes)}`);
  const choose = (/** @type {number} */ index) => {
    active = index;
    fill(edit, editor(benches[index].game, known, changed, reset));
    show();
  };
  const reset = () => {
    benches[active].game = standard(known);
    choose(active);
    changed();
  };
  const remove = (/** @type {number} */ index) => {
    benches.splice(index, 1);
    link();
    choose(Math.min(active, benches.length - 1));
  };
  const add = () => {
    benches.push(bench(next(benches, known)));
    link();
    ask(benches[benches.length - 1]);
    choose(benches.length - 1);
  };
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let waiting;
  const all = h('div', { class: 'lab-all' }, figures, after.element);
  element.append(tools(() => benches[active]), h('div', { class: 'lab-body' }, summary, edit, all));
  choose(0);
  benches.forEach(ask);
}

/**
 * Reads a link: up to three games, and the stakes.
 * @param {string[]} links
 * @param {Approved} known
 */
function opened(links, known) {
  const texts = links.map(decoded);
  const games = texts.filter((text) => !text.startsWith('@')).slice(0, 3);
  return {
    benches: (games.length ? games : ['UTH-01']).map((text) => bench(read(text, known))),
    stakes: stakesOf(texts.find((text) => text.startsWith('@'))),
  };
}

/** @param {import('../protocol.gen.js').Solution} solution */
const deals = (solution) => h('p', { class: 'quiet' }, labels.deals(Number(solution.deals).toLocaleString('en')));

/** @param {Game} game @returns {Bench} */
const bench = (game) => ({ game, solution: null, failure: null, asked: 0 });

/** @param {string} text */
function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/**
 * Solves a game. The answer to an earlier question is dropped.
 * @param {Bench} one
 * @param {() => void} head shows that it is being solved
 * @param {() => void} show shows the answer
 */
async function solve(one, head, show) {
  const question = (questions += 1);
  one.asked = question;
  head();
  let solved = null;
  let failure = null;
  try {
    solved = await solver.solve(one.game);
  } catch (error) {
    failure = error instanceof Error ? error.message : texts.errors.unknown;
  }
  if (one.asked !== question) return;
  one.asked = 0;
  one.failure = failure;
  if (solved) one.solution = solved;
  show();
  if (solved) announce(`${labels.edge} ${percent(headline(solved).edge.value)}`);
}

let questions = 0;

/**
 * Another game to compare: a copy with the next approved pay table.
 * @param {Bench[]} benches
 * @param {Approved} known
 * @returns {Game}
 */
function next(benches, known) {
  const taken = benches.map(({ game }) => game.paytable);
  const paytable = Object.keys(known.trips).find((id) => !taken.includes(id)) ?? 'UTH-01';
  const copy = structuredClone(benches[benches.length - 1].game);
  return { ...copy, paytable, trips: [...known.trips[paytable]] };
}

/**
 * Draws again and keeps the focus where it was.
 * @param {HTMLElement} within
 * @param {() => void} draw
 */
function redraw(within, draw) {
  const places = () =>
    /** @type {HTMLElement[]} */ ([...within.querySelectorAll('button, [tabindex="0"], a')]);
  const at = places().indexOf(/** @type {HTMLElement} */ (document.activeElement));
  draw();
  if (at >= 0) places()[Math.min(at, places().length - 1)]?.focus({ preventScroll: true });
}

/** @param {() => Bench} active */
function tools(active) {
  const share = async () => {
    try {
      await navigator.clipboard.writeText(location.href);
      toast(labels.shared);
    } catch {
      toast(labels.notShared);
    }
  };
  const json = () =>
    download('uth-solve.json', new Blob([JSON.stringify(active().solution, null, 2)], { type: 'application/json' }));
  const report = async () => {
    paper.disabled = true;
    paper.textContent = labels.reporting;
    try {
      download('uth-report.html', await solver.report(active().game));
    } catch (failure) {
      toast(failure instanceof Error ? failure.message : texts.errors.unknown);
    }
    paper.disabled = false;
    paper.textContent = labels.report;
  };
  const paper = button(labels.report, () => void report(), { id: 'lab-report' });
  return h('div', { class: 'row lab-tools', role: 'group', 'aria-label': labels.tools },
    button(labels.share, () => void share(), { id: 'lab-share' }),
    paper,
    button(labels.save, json, { id: 'lab-json' }));
}
