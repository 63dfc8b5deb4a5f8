/** The coach next to the table. */

import { engine } from '../app/context.js';
import { witnessed } from '../fairness/state/witness.js';
import { motionFactor, preferences } from '../state/preferences.js';
import { myHand } from '../table/state/scene.js';
import { betOf } from '../table/state/wagers.js';
import { signed } from '../text/money.js';
import { texts } from '../text/text.js';
import { announce } from '../ui/announce.js';
import { button, fill, h } from '../ui/dom.js';
import { Advisor } from './state/advice.js';
import { addDecision, countHand, luck, removeRound, session } from './state/score.js';
import { costText, valuesTable } from './values.js';

/**
 * @typedef {import('../table/state/scene.js').Scene} Scene
 * @typedef {import('../protocol.gen.js').Advice} Advice
 */

const advisor = new Advisor(engine);

export class CoachPanel {
  /** Round, board and turn that the values are about. */
  #point = '';
  /** Numbers the questions, so that a late answer to an earlier one is dropped. */
  #questions = 0;
  /** Numbers the decisions, and tells which of them the verdict is about. */
  #decisions = 0;
  #judged = 0;
  /** Where the page was scrolled to before the coach was brought into view. @type {number | null} */
  #scrolledFrom = null;
  #scene;

  /** @param {() => Scene | null} scene */
  constructor(scene) {
    this.#scene = scene;
    this.values = h('div', { class: 'values' });
    this.verdict = h('p', { class: 'verdict', role: 'status' });
    this.total = h('div', { class: 'session' });
    this.element = h(
      'aside',
      { class: 'coach', 'aria-label': texts.coach.title },
      h('h2', {}, texts.coach.title),
      this.verdict,
      this.values,
      this.total,
    );
    this.leave = session.on(() => this.#drawTotal());
  }

  /** The button that asks, where the coach answers on request. */
  askButton() {
    if (preferences.get().coach !== 'request') return null;
    return button(texts.coach.ask, () => void this.ask(), { class: 'quiet-button', 'aria-keyshortcuts': 'h' });
  }

  /** @param {{scene: Scene, phase: import('../table/state/phase.js').Phase}} props */
  update({ scene, phase }) {
    const { coach } = preferences.get();
    this.element.hidden = coach === 'off' || scene.seat === null;
    const point = `${scene.view.round?.number}/${scene.shown.board}/${phase === 'decide'}`;
    const isNew = point !== this.#point;
    this.#point = point;
    if (phase === 'decide' && isNew) {
      fill(this.values);
      if (scene.shown.board === 0) this.verdict.textContent = '';
      if (coach === 'always') void this.ask();
    }
    if (phase === 'bet') fill(this.values);
    if (isNew) this.#scrollBack();
  }

  /** Counts a finished round. Rounds that this browser did not see being played are left out. @param {Scene} scene */
  countRound(scene) {
    const { table, round } = scene.view;
    const hand = myHand(scene);
    if (!round || !hand || !witnessed(table, round.number) || preferences.get().coach === 'off') return;
    if (round.stage === 'void') removeRound(table, round.number);
    else countHand(table, round.number, hand, scene.view.offers.find((offer) => offer.wager === 'trips')?.pays ?? []);
  }

  /** Shows and announces the value of every action. */
  async ask() {
    const scene = this.#scene();
    const hand = scene && myHand(scene);
    if (!scene || !hand?.hole || !hand.awaited || this.element.hidden) return;
    const { number, board } = scene.view.round ?? { number: -1, board: [] };
    this.#questions += 1;
    const question = this.#questions;
    fill(this.values, h('p', { class: 'quiet' }, texts.coach.thinking));
    this.#bringIntoView();
    const advice = await advisor.advise(hand.hole, board).catch(() => null);
    const round = this.#scene()?.view.round;
    // The table may have gone on in the meantime.
    if (question !== this.#questions || round?.number !== number || round.board.length !== board.length) return;
    const failed = () => h('p', { class: 'quiet' }, texts.coach.failed);
    fill(this.values, advice ? valuesTable({ advice, ante: betOf(hand).ante }) : failed());
    const best = advice?.actions[0];
    announce(best ? texts.coach.says(texts.action(best.action), best.value) : texts.coach.failed);
    this.#bringIntoView();
  }

  /** On a small screen the coach stands below the table. */
  #bringIntoView() {
    if (preferences.get().coach !== 'request') return;
    this.#scrolledFrom ??= scrollY;
    this.values.scrollIntoView({ block: 'nearest', behavior: motionFactor() ? 'smooth' : 'auto' });
  }

  #scrollBack() {
    const top = this.#scrolledFrom;
    this.#scrolledFrom = null;
    if (top !== null) scrollTo({ top, behavior: motionFactor() ? 'smooth' : 'auto' });
  }

  /**
   * Grades a decision, once the engine has accepted it.
   * @param {Scene} scene
   * @param {string} action
   * @param {Promise<boolean>} done
   */
  async grade(scene, action, done) {
    const hand = myHand(scene);
    if (!hand?.hole || preferences.get().coach === 'off') return;
    const { table, round } = scene.view;
    const [hole, board, ante] = [hand.hole, [...(round?.board ?? [])], betOf(hand).ante];
    const questions = this.#questions;
    const decision = (this.#decisions += 1);
    const advice = await advisor.advise(hole, board).catch(() => null);
    const chosen = advice?.actions.find((each) => each.action === action);
    if (!(await done) || !advice || !chosen) return;
    addDecision({ table, round: round?.number ?? 0, hole, board, action, ante, advice, cost: chosen.cost });
    // Advice on an early street takes longest: the grade of a later decision may already be shown.
    if (decision < this.#judged) return;
    this.#judged = decision;
    this.#drawVerdict(board.length, action, advice.actions[0].action, chosen.cost * ante);
    if (this.#questions === questions) fill(this.values, valuesTable({ advice, ante, chosen: action }));
  }

  /**
   * @param {number} board how many cards were on the board
   * @param {string} action
   * @param {string} best
   * @param {number} cost in cents
   */
  #drawVerdict(board, action, best, cost) {
    const when = texts.coach.when[board];
    this.verdict.dataset.tone = cost > 0 ? 'bad' : 'good';
    this.verdict.textContent =
      cost > 0
        ? texts.coach.wrong(when, texts.action(action), texts.action(best), costText(cost))
        : texts.coach.right(when, texts.action(action));
  }

  #drawTotal() {
    const { score } = session.get();
    const row = (/** @type {string} */ name, /** @type {number} */ cents) => [
      h('dt', {}, name),
      h('dd', { 'data-tone': cents > 0 ? 'good' : cents < 0 ? 'bad' : '' }, signed(Math.round(cents))),
    ];
    if (!score.hands) return fill(this.total, h('p', { class: 'quiet' }, texts.coach.none));
    fill(
      this.total,
      h('h3', {}, texts.coach.session, h('span', { class: 'quiet' }, texts.coach.hands(score.hands))),
      h(
        'dl',
        {},
        row(texts.coach.result, score.result),
        row(texts.coach.game, score.game),
        row(texts.coach.luck, luck(score)),
        row(texts.coach.skill, -score.mistakes),
      ),
      h('a', { href: '#/mistakes' }, texts.coach.mistakes),
    );
  }
}
