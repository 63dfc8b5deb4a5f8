/** The laboratory: any game, solved while it is edited, beside up to two others. */

import { announce, toast } from '../announce.js';
import { button, fill, h } from '../dom.js';
import { words } from '../words.js';
import { bars } from '../lab/bars.js';
import { chart } from '../lab/chart.js';
import { editor } from '../lab/editor.js';
import { cards, comparison, headline, percent } from '../lab/figures.js';
import { approved, read, reportOf, solution, standard, title, written } from '../lab/game.js';
import { more, stakesOf, writtenStakes } from '../lab/more.js';
import { attempt } from './failed.js';

/**
 * @typedef {import('../lab/game.js').Game} Game
 * @typedef {import('../lab/game.js').Approved} Approved
 * @typedef {{game: Game, solution: import('../types.js').Solution | null, failure: string | null,
 *   asked: number}} Bench
 */

const said = words.lab;
/** So long an edit waits for the next one. */
const PAUSE_MS = 200;

/**
 * @param {string[]} parts
 * @returns {import('../main.js').Page}
 */
export function labPage(parts) {
  const element = h(
    'div',
    { class: 'page lab' },
    h('h1', {}, said.title),
    h('p', { class: 'lead' }, said.lead),
  );
  let left = false;
  const trouble = h('div');
  element.append(trouble);
  attempt(trouble, async () => {
    const known = await approved();
    if (!left) laboratory(element, known, parts.filter(Boolean));
  });
  return { element, title: said.title, leave: () => (left = true) };
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
    const name = `${said.game(active)}, ${shown()[active].title}`;
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
 * What a link says: up to three games, and the stakes.
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

/** @param {import('../types.js').Solution} solution */
const deals = (solution) => h('p', { class: 'quiet' }, said.deals(Number(solution.deals).toLocaleString('en')));

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
 * Asks for the solution. Answers to earlier questions are dropped.
 * @param {Bench} one
 * @param {() => void} head shows that it is asked
 * @param {() => void} show shows the answer
 */
async function solve(one, head, show) {
  const question = (questions += 1);
  one.asked = question;
  head();
  let solved = null;
  let failure = null;
  try {
    solved = await solution(one.game);
  } catch (error) {
    failure = error instanceof Error ? error.message : words.wrong;
  }
  if (one.asked !== question) return;
  one.asked = 0;
  one.failure = failure;
  if (solved) one.solution = solved;
  show();
  if (solved) announce(`${said.edge} ${percent(headline(solved).edge.value)}`);
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
 * Draws again, and the focus stays where it was.
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
      toast(said.shared);
    } catch {
      toast(said.notShared);
    }
  };
  const json = () =>
    save('uth-solve.json', new Blob([JSON.stringify(active().solution, null, 2)], { type: 'application/json' }));
  const report = async () => {
    paper.disabled = true;
    paper.textContent = said.reporting;
    try {
      save('uth-report.html', await reportOf(active().game));
    } catch (failure) {
      toast(failure instanceof Error ? failure.message : words.wrong);
    }
    paper.disabled = false;
    paper.textContent = said.report;
  };
  const paper = button(said.report, () => void report(), { id: 'lab-report' });
  return h('div', { class: 'row lab-tools', role: 'group', 'aria-label': said.tools },
    button(said.share, () => void share(), { id: 'lab-share' }), paper, button(said.save, json, { id: 'lab-json' }));
}

/**
 * Puts a file where downloads go.
 * @param {string} name
 * @param {Blob} file
 */
function save(name, file) {
  const address = URL.createObjectURL(file);
  h('a', { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
