/** The laboratory: a game that is solved while it is edited, next to up to two others. */

import { engine } from '../app/context.js';
import { texts } from '../text/text.js';
import { announce, toast } from '../ui/announce.js';
import { button, fill, h } from '../ui/dom.js';
import { download } from '../ui/download.js';
import { attempt } from '../ui/failed.js';
import { Bars } from './bars.js';
import { Chart } from './chart.js';
import { Editor } from './editor.js';
import { Cards, Comparison } from './figures.js';
import { More } from './more.js';
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
    if (hasLeft) return;
    const laboratory = new Laboratory(known, parts.filter(Boolean));
    element.append(laboratory.tools, laboratory.element);
  });
  return { element, title: labels.title, leave: () => (hasLeft = true) };
}

/** Puts the games, their editor and their figures together. */
class Laboratory {
  #active = 0;
  /** Numbers the questions, so that the answer to an earlier one is dropped. */
  #questions = 0;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #waiting;
  #chart = new Chart();
  #comparison = new Comparison();
  #bars = new Bars();
  #deals = h('p', { class: 'quiet' });
  #figures = h('div', { class: 'lab-more', hidden: true });

  /**
   * @param {Approved} known
   * @param {string[]} links
   */
  constructor(known, links) {
    this.known = known;
    const { benches, stakes } = opened(links, known);
    this.benches = benches;
    this.stakes = stakes;
    this.cards = new Cards({
      choose: (index) => this.#choose(index),
      remove: (index) => this.#remove(index),
      add: () => this.#add(),
    });
    this.editor = new Editor({ known, changed: () => this.#changed(), reset: () => this.#reset() });
    this.more = new More({ stakes, changed: () => this.#link() });
    this.tools = tools(() => this.benches[this.#active]);
    const parts = [this.#chart, this.#comparison, this.#bars].map((part) => part.element);
    fill(this.#figures, parts, this.#deals);
    const all = h('div', { class: 'lab-all' }, this.#figures, this.more.element);
    const edit = h('div', { class: 'lab-edit' }, this.editor.element);
    this.element = h('div', { class: 'lab-body' }, this.cards.element, edit, all);
    this.#choose(0);
    for (const bench of benches) void this.#solve(bench);
  }

  update() {
    const games = this.#shown();
    this.#updateCards(games);
    const { game, solution } = this.benches[this.#active];
    if (!solution) return;
    const name = `${labels.game(this.#active)}, ${games[this.#active].title}`;
    const other = this.#active ? this.benches[0].solution : null;
    keepFocus(this.#figures, () => {
      this.#figures.hidden = false;
      this.#chart.update({ name, solution, other });
      this.#comparison.update({ games });
      this.#bars.update({ name, solution });
      this.#deals.textContent = labels.deals(Number(solution.deals).toLocaleString('en'));
    });
    this.more.update({ name, game });
  }

  /** @param {import('./figures.js').Shown[]} games */
  #updateCards(games) {
    keepFocus(this.cards.element, () => this.cards.update({ games }));
  }

  #shown() {
    return this.benches.map(({ game, asked, ...rest }, index) => ({
      ...rest,
      title: title(game, this.known),
      active: index === this.#active,
      busy: asked > 0,
    }));
  }

  #changed() {
    this.#link();
    const bench = this.benches[this.#active];
    clearTimeout(this.#waiting);
    this.#waiting = setTimeout(() => void this.#solve(bench), PAUSE_MS);
    this.#updateCards(this.#shown());
  }

  /** Writes the games and the stakes into the address, to be shared. */
  #link() {
    const games = this.benches.map(({ game }) => written(game, this.known)).join('/');
    history.replaceState(null, '', `#/lab/${games}${writtenStakes(this.stakes)}`);
  }

  /** @param {number} index */
  #choose(index) {
    this.#active = index;
    this.editor.update({ game: this.benches[index].game });
    this.update();
  }

  #reset() {
    this.benches[this.#active].game = standard(this.known);
    this.#choose(this.#active);
    this.#changed();
  }

  /** @param {number} index */
  #remove(index) {
    this.benches.splice(index, 1);
    this.#link();
    this.#choose(Math.min(this.#active, this.benches.length - 1));
  }

  #add() {
    const added = bench(next(this.benches, this.known));
    this.benches.push(added);
    this.#link();
    void this.#solve(added);
    this.#choose(this.benches.length - 1);
  }

  /** Solves a game. The answer to an earlier question is dropped. @param {Bench} one */
  async #solve(one) {
    const question = (this.#questions += 1);
    one.asked = question;
    this.#updateCards(this.#shown());
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
    this.update();
    if (solved) announce(`${labels.edge} ${percent(headline(solved).edge.value)}`);
  }
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
function keepFocus(within, draw) {
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
