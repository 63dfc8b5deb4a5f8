/** The coach beside the table. */

import { advice, why } from '../advice.js';
import { announce } from '../announce.js';
import { cardRow } from '../card.js';
import { button, fill, h } from '../dom.js';
import { antes, dollars, signed } from '../money.js';
import { likes, pace } from '../prefs.js';
import { count, grade, luck, score, strike } from '../score.js';
import { seenOf } from '../seen.js';
import { words } from '../words.js';
import { myHand } from './phase.js';

/**
 * @typedef {import('../types.js').Scene} Scene
 * @typedef {import('../types.js').Advice} Advice
 */

export class Coach {
  /** @param {() => Scene | null} scene */
  constructor(scene) {
    this.scene = scene;
    this.values = h('div', { class: 'values' });
    this.verdict = h('p', { class: 'verdict', role: 'status' });
    this.total = h('div', { class: 'session' });
    this.element = h(
      'aside',
      { class: 'coach', 'aria-label': words.coach.title },
      h('h2', {}, words.coach.title),
      this.verdict,
      this.values,
      this.total,
    );
    /** The point of the hand that is shown. */
    this.point = '';
    /** How often the coach was asked: what is told of an earlier street does not take the place of an answer. */
    this.questions = 0;
    /** How often somebody decided, and which of these decisions the verdict is of. */
    this.turns = 0;
    this.judged = 0;
    /** Where the page was scrolled to before the coach was brought into sight. @type {number | null} */
    this.from = null;
    score.on(() => this.drawTotal());
  }

  /** A button that asks, where asking is wanted. */
  button() {
    if (likes.get().coach !== 'request') return null;
    return h(
      'button',
      { type: 'button', class: 'quiet-button', 'aria-keyshortcuts': 'h', onclick: () => this.ask() },
      words.coach.ask,
    );
  }

  /**
   * Follows the hand: new cards, new values.
   * @param {Scene} scene
   * @param {import('./phase.js').Phase} phase
   */
  follow(scene, phase) {
    this.element.hidden = likes.get().coach === 'off' || scene.seat === null;
    const point = `${scene.view.round?.number}/${scene.shown.board}/${phase === 'decide'}`;
    if (phase === 'decide' && point !== this.point) {
      fill(this.values);
      if (scene.shown.board === 0) this.verdict.textContent = '';
      if (likes.get().coach === 'always') this.ask();
    }
    if (phase === 'bet') fill(this.values);
    if (point !== this.point) this.goBack();
    this.point = point;
  }

  /** A round is over. What was played elsewhere, or before the coach was there, is not counted. @param {Scene} scene */
  count(scene) {
    const { table, round } = scene.view;
    const hand = myHand(scene);
    if (!round || !hand || !seenOf(table, round.number) || likes.get().coach === 'off') return;
    if (round.stage === 'void') strike(table, round.number);
    else count(table, round.number, hand, scene.book.paytables[scene.settings.pay_table]?.trips ?? []);
  }

  /** Shows and says what every action is worth. */
  async ask() {
    const scene = this.scene();
    const hand = scene && myHand(scene);
    if (!scene || !hand?.hole || !hand.awaited || this.element.hidden) return;
    const board = scene.view.round?.board ?? [];
    this.questions += 1;
    const question = this.questions;
    fill(this.values, h('p', { class: 'quiet' }, words.coach.thinking));
    this.bringIntoSight();
    const told = await advice(hand.hole, board).catch(() => null);
    const still = this.scene()?.view.round;
    // The table may have gone on meanwhile.
    if (question !== this.questions || still?.number !== scene.view.round?.number) return;
    if (still?.board.length !== board.length) return;
    fill(this.values, told ? table(told, hand.ante) : h('p', { class: 'quiet' }, words.coach.failed));
    announce(told ? words.coach.says(words.action(told.best), told.actions[0].value) : words.coach.failed);
    this.bringIntoSight();
  }

  /** On a small screen the coach stands below the table. */
  bringIntoSight() {
    if (likes.get().coach !== 'request') return;
    this.from ??= scrollY;
    this.values.scrollIntoView({ block: 'nearest', behavior: pace() ? 'smooth' : 'auto' });
  }

  /** The table has gone on, and is looked at again. */
  goBack() {
    if (this.from !== null) scrollTo({ top: this.from, behavior: pace() ? 'smooth' : 'auto' });
    this.from = null;
  }

  /**
   * Grades what was done, once it is done.
   * @param {Scene} scene
   * @param {string} action
   * @param {Promise<boolean>} done
   */
  async acted(scene, action, done) {
    const hand = myHand(scene);
    if (!hand?.hole || likes.get().coach === 'off') return;
    const [hole, board] = [hand.hole, [...(scene.view.round?.board ?? [])]];
    const questions = this.questions;
    const turn = (this.turns += 1);
    const told = await advice(hole, board).catch(() => null);
    const chosen = told?.actions.find((each) => each.action === action);
    if (!(await done) || !told || !chosen) return;
    const cost = chosen.cost * hand.ante;
    grade({
      table: scene.view.table,
      round: scene.view.round?.number ?? 0,
      hole,
      board,
      action,
      ante: hand.ante,
      advice: told,
      cost: chosen.cost,
    });
    // What was decided first may be graded last.
    if (turn < this.judged) return;
    this.judged = turn;
    const then = words.coach.then[board.length];
    const said =
      chosen.cost > 0
        ? words.coach.wrong(then, words.action(action), words.action(told.best), price(cost))
        : words.coach.right(then, words.action(action));
    this.verdict.dataset.tone = chosen.cost > 0 ? 'bad' : 'good';
    this.verdict.textContent = said;
    if (this.questions === questions) fill(this.values, table(told, hand.ante, action));
  }

  drawTotal() {
    const { score: now } = score.get();
    const row = (/** @type {string} */ name, /** @type {number} */ cents) => [
      h('dt', {}, name),
      h('dd', { 'data-tone': cents > 0 ? 'good' : cents < 0 ? 'bad' : '' }, signed(Math.round(cents))),
    ];
    if (!now.hands) return fill(this.total, h('p', { class: 'quiet' }, words.coach.none));
    fill(
      this.total,
      h('h3', {}, words.coach.session, h('span', { class: 'quiet' }, words.coach.hands(now.hands))),
      h(
        'dl',
        {},
        row(words.coach.result, now.result),
        row(words.coach.game, now.game),
        row(words.coach.luck, luck(now)),
        row(words.coach.skill, -now.mistakes),
      ),
      h('a', { href: '#/mistakes' }, words.coach.mistakes),
    );
  }
}

/** Less than a cent is still something. @param {number} cents */
const price = (cents) => (cents < 1 ? '< $0.01' : dollars(Math.round(cents)));

/**
 * The values as bars, best first.
 * @param {Advice} told
 * @param {number} ante
 * @param {string} [chosen]
 */
export function table(told, ante, chosen) {
  const most = Math.max(...told.actions.map((each) => Math.abs(each.value)), 0.5);
  const rows = told.actions.map((each) =>
    h(
      'tr',
      { class: each.action === chosen ? 'chosen' : '' },
      h('th', { scope: 'row' }, words.action(each.action)),
      h('td', { class: 'number', title: each.exact }, antes(each.value)),
      h(
        'td',
        { class: 'bar' },
        h('span', {
          'data-tone': each.value < 0 ? 'bad' : 'good',
          vars: { '--part': Math.abs(each.value) / most },
        }),
      ),
      h('td', { class: 'note' }, each.cost === 0 ? words.coach.best : `−${price(each.cost * ante)}`),
    ),
  );
  const all = told.dealer_hands;
  const outs = told.outs?.reduce((sum, group) => sum + group.count, 0) ?? 0;
  return h(
    'div',
    {},
    h('table', {}, h('caption', {}, words.coach.perAnte), h('tbody', {}, rows)),
    h('p', { class: 'quiet' }, why(told)),
    all &&
      h(
        'p',
        { class: 'quiet' },
        words.coach.dealer(all.win, all.win + all.tie + all.lose),
        ' ',
        words.coach.outs(outs),
      ),
    told.outs &&
      told.outs.length > 0 &&
      h(
        'details',
        {},
        h('summary', {}, words.coach.more),
        told.outs.map((group) =>
          h(
            'p',
            { class: 'outs' },
            h('span', {}, `${group.count} · ${group.makes}`),
            cardRow(group.cards.split(' '), 'tiny'),
          ),
        ),
      ),
  );
}

/** @param {string} label @param {() => void} act */
export const linkButton = (label, act) => button(label, act, { class: 'quiet-button' });
