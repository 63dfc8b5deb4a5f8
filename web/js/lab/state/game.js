/** Games of the laboratory: as they are edited, as the engine is asked about them, and as they stand in a link. */

import { texts } from '../../text/text.js';

/**
 * Pays are kept as they are typed: "3/2" and "1.5" are the same.
 * @typedef {{paytable: string, blind: string[], trips: string[], badBeat: string[], qualify: 'pair' | 'none',
 *   preflop: string, flop: string, river: string, tripsWager: string, badBeatWager: string}} Game
 * @typedef {{blind: string[], badBeat: string[], trips: Record<string, string[]>}} Approved
 * @typedef {import('../../protocol.gen.js').Solution} Solution
 */

/** A Trips pay table that is not one of the approved ones. */
export const OWN = 'own';

/**
 * The approved pay tables of the rule books, best hand first.
 * @param {import('../../protocol.gen.js').RuleBook[]} all
 * @returns {Approved}
 */
export function approvedOf(all) {
  const tables = Object.assign({}, ...all.map((book) => book.pay_tables));
  const pays = (/** @type {import('../../protocol.gen.js').PayRow[]} */ rows) =>
    rows.map((row) => (row.to === 1 ? `${row.pays}` : `${row.pays}/${row.to}`));
  const withBadBeat = all.flatMap((book) => Object.values(book.pay_tables)).find((table) => table.bad_beat);
  return {
    blind: pays(tables['UTH-01'].blind),
    badBeat: pays(withBadBeat?.bad_beat ?? []),
    trips: Object.fromEntries(
      Object.entries(tables)
        .sort(([one], [other]) => one.localeCompare(other))
        .map(([id, table]) => [id, pays(/** @type {any} */ (table).trips)]),
    ),
  };
}

/**
 * @param {Approved} known
 * @param {string} [paytable]
 * @returns {Game}
 */
export function standard(known, paytable = 'UTH-01') {
  return {
    paytable,
    blind: [...known.blind],
    trips: [...known.trips[paytable]],
    badBeat: [...known.badBeat],
    qualify: 'pair',
    preflop: '4, 3',
    flop: '2',
    river: '1',
    tripsWager: '0',
    badBeatWager: '0',
  };
}

/** Removes spaces around a comma or a slash; a space between digits is an error and stays. */
const tight = (/** @type {string} */ text) => text.trim().replace(/\s*([,/])\s*/g, '$1');
/** Raises to choose from may be separated by spaces. */
const choices = (/** @type {string} */ text) => tight(text).replace(/\s+/g, ',');

/**
 * The game as the engine is asked about it.
 * @param {Game} game
 */
export function question(game) {
  const pays = (/** @type {string[]} */ list) => list.map(tight).join(',');
  return {
    blind: pays(game.blind),
    ...(game.paytable === OWN ? { trips: pays(game.trips) } : { paytable: game.paytable }),
    bad_beat: pays(game.badBeat),
    qualify: game.qualify,
    raises: [choices(game.preflop), tight(game.flop), tight(game.river)].join('/'),
    mix: `trips=${tight(game.tripsWager)},bad-beat=${tight(game.badBeatWager)}`,
  };
}

const NUMBER = /^\d{1,9}([./]\d{1,9})?$/;
/** A slash separates the raises of the streets, so that a raise cannot be a fraction. */
const RAISE = /^\d{1,9}(\.\d{1,9})?$/;

/**
 * What is wrong with the first field that is not a number, if one is; the engine is not asked then.
 * @param {Game} game
 */
function misspelt(game) {
  const { blind, trips, badBeat, preflop, flop, river, tripsWager, badBeatWager } = game;
  const numbers = [...blind, ...trips, ...badBeat, tripsWager, badBeatWager].map(tight);
  const number = numbers.find((text) => !NUMBER.test(text) || /\/0+$/.test(text));
  if (number !== undefined) return texts.lab.misspelt(number);
  const raise = [...choices(preflop).split(','), tight(flop), tight(river)].find((text) => !RAISE.test(text));
  return raise === undefined ? null : texts.lab.noRaise(raise);
}

/**
 * The name of a game: its pay table, and whether anything else differs from the standard game.
 * @param {Game} game
 * @param {Approved} known
 */
export function title(game, known) {
  const named = game.paytable === OWN ? texts.lab.custom : game.paytable;
  const rest = (/** @type {Game} */ of) => JSON.stringify(question({ ...of, paytable: 'UTH-01' }));
  return rest(standard(known)) === rest(game) ? named : `${named}, ${texts.lab.changed}`;
}

/** Solves games; each game is asked for once. */
export class Solver {
  /** @type {Map<string, Promise<Solution>>} */
  #cache = new Map();
  #engine;

  /** @param {Pick<import('../../engine/engine.js').Engine, 'solve' | 'solveReport'>} engine */
  constructor(engine) {
    this.#engine = engine;
  }

  /** @param {Game} game @returns {Promise<Solution>} */
  async solve(game) {
    check(game);
    const key = JSON.stringify(question(game));
    const cached = this.#cache.get(key);
    if (cached) return cached;
    const solution = this.#engine.solve(question(game));
    // A failure is asked for again.
    solution.catch(() => this.#cache.delete(key));
    this.#cache.set(key, solution);
    return solution;
  }

  /** The report on a game: one HTML page. @param {Game} game */
  async report(game) {
    check(game);
    return this.#engine.solveReport(question(game));
  }
}

/** @param {Game} game */
function check(game) {
  const problem = misspelt(game);
  if (problem) throw new Error(problem);
}

/** In a link a slash separates games, so that fractions are written with a colon. */
const linked = (/** @type {string} */ text) => tight(text).replaceAll('/', ':');
const unlinked = (/** @type {string} */ text) => text.replaceAll(':', '/');

/**
 * A game as a part of a link: what differs from the standard game.
 * @param {Game} game
 * @param {Approved} known
 */
export function written(game, known) {
  const base = standard(known);
  const list = (/** @type {string[]} */ pays) => linked(pays.join(','));
  /** @type {[string, string, string][]} */
  const parts = [
    ['b', list(game.blind), list(base.blind)],
    ['x', list(game.badBeat), list(base.badBeat)],
    ['q', game.qualify, base.qualify],
    ['p', linked(choices(game.preflop)), linked(base.preflop)],
    ['f', linked(game.flop), base.flop],
    ['r', linked(game.river), base.river],
    ['mt', linked(game.tripsWager), base.tripsWager],
    ['mb', linked(game.badBeatWager), base.badBeatWager],
  ];
  const trips = game.paytable === OWN ? `t=${list(game.trips)}` : game.paytable;
  return [trips, ...parts.filter(([, own, usual]) => own !== usual).map(([key, own]) => `${key}=${own}`)].join('&');
}

/**
 * Reads a game from a link; what the link does not mention is standard.
 * @param {string} text
 * @param {Approved} known
 * @returns {Game}
 */
export function read(text, known) {
  const [first, ...rest] = text.replace(/%2C/gi, ',').split('&');
  const game = standard(known, first in known.trips ? first : undefined);
  for (const part of first in known.trips ? rest : [first, ...rest]) {
    const [key, value = ''] = part.split('=');
    const list = value.split(',').map(unlinked);
    if (key === 't' && list.length === game.trips.length) Object.assign(game, { trips: list, paytable: OWN });
    if (key === 'b' && list.length === game.blind.length) game.blind = list;
    if (key === 'x' && list.length === game.badBeat.length) game.badBeat = list;
    if (key === 'q' && value === 'none') game.qualify = value;
    if (key === 'p') game.preflop = list.join(', ');
    if (key === 'f') game.flop = unlinked(value);
    if (key === 'r') game.river = unlinked(value);
    if (key === 'mt') game.tripsWager = unlinked(value);
    if (key === 'mb') game.badBeatWager = unlinked(value);
  }
  return game;
}
