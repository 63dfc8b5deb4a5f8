/** The coach next to the table. */

import { account } from '../app/context.js';
import { motionFactor, preferences } from '../state/preferences.js';
import { banks, myHand } from '../table/state/scene.js';
import { signed } from '../text/money.js';
import { texts } from '../text/text.js';
import { announce } from '../ui/announce.js';
import { button, fill, h } from '../ui/dom.js';
import { advisor, scorebook } from './context.js';
import { questionOf, silence, streetOf } from './state/advice.js';
import { costOf } from './state/scorebook.js';
import { summary } from './state/split.js';
import { costText, valuesTable } from './values.js';

/**
 * @typedef {import('../table/state/scene.js').Scene} Scene
 * @typedef {import('./state/scorebook.js').Decision} Decision
 */

export class CoachPanel {
  /** Round, board and turn that the values are about. */
  #point = '';
  /** Numbers the questions, so that a late answer to an earlier one is dropped. */
  #questions = 0;
  /** How many cards were on the board in the latest decision whose values are shown. */
  #graded = -1;
  /** Where the page was scrolled to before the coach was brought into view. @type {number | null} */
  #scrolledFrom = null;
  #drawnReview = '';
  #scene;

  /** @param {() => Scene | null} scene */
  constructor(scene) {
    this.#scene = scene;
    this.values = h('div', { class: 'values' });
    this.review = h('ol', { class: 'review', 'aria-label': texts.coach.review, 'aria-live': 'polite' });
    this.total = h('div', { class: 'session' });
    this.element = h(
      'aside',
      { class: 'coach', 'aria-label': texts.coach.title },
      h('h2', {}, texts.coach.title),
      this.review,
      this.values,
      this.total,
    );
    this.leave = scorebook.session.on(() => this.#drawTotal());
    const player = account.user.get()?.id;
    if (player !== undefined) void scorebook.bookLeft(player);
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
    if (phase === 'decide') this.#begin(scene);
    if (phase === 'decide' && isNew) {
      fill(this.values);
      if (scene.shown.board === 0) this.#graded = -1;
      if (coach === 'always') void this.ask();
    }
    // Values of an earlier hand mean nothing to a user who bets or banks.
    if (phase === 'bet' || banks(scene)) fill(this.values);
    if (isNew) this.#drawReview(scene);
    if (isNew) this.#scrollBack();
  }

  /** @param {Scene} scene */
  #begin(scene) {
    const id = handId(scene);
    if (id && preferences.get().coach !== 'off') scorebook.begin(id);
  }

  /** Books a finished round. Rounds that this browser did not see being played are left out. @param {Scene} scene */
  async countRound(scene) {
    const id = handId(scene);
    if (!id) return;
    if (scene.view.round?.stage === 'void') scorebook.drop(id);
    else await scorebook.book(id);
    this.#drawReview(this.#scene());
  }

  /** Shows and announces the value of every action. */
  async ask() {
    const scene = this.#scene();
    const hand = scene && myHand(scene);
    const question = scene && questionOf(scene);
    if (!scene || !question || !hand?.awaited || this.element.hidden) return;
    const reason = silence(scene);
    if (reason) return this.#refuse(reason);
    const asked = (this.#questions += 1);
    fill(this.values, h('p', { class: 'quiet' }, texts.coach.thinking));
    this.#bringIntoView();
    const advice = await advisor.advise(question).catch(() => null);
    const round = this.#scene()?.view.round;
    // The table may have gone on in the meantime.
    const isPast = round?.number !== scene.view.round?.number || round?.board.length !== question.board.length;
    if (asked !== this.#questions || isPast) return;
    if (!advice) return this.#refuse(texts.coach.failed);
    fill(this.values, valuesTable({ advice, wagers: question.wagers }));
    const [best] = advice.actions;
    announce(texts.coach.says(texts.action(best.action), best.value));
    this.#bringIntoView();
  }

  /** @param {string} reason */
  #refuse(reason) {
    fill(this.values, h('p', { class: 'quiet' }, reason));
    announce(reason);
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
   * Grades a decision. It is kept with its hand from the start, because the hand may be over, or the page closed,
   * before its advice comes.
   * @param {Scene} scene
   * @param {string} action
   * @param {Promise<boolean>} done whether the engine accepts it
   */
  async grade(scene, action, done) {
    const id = handId(scene);
    const question = questionOf(scene);
    if (!id || !question || silence(scene) || preferences.get().coach === 'off') return;
    const asked = this.#questions;
    scorebook.decide(id, { question, action, advice: null });
    const answer = advisor.advise(question).catch(() => null);
    if (!(await done)) return scorebook.refuse(id, question);
    this.#drawReview(this.#scene());
    const advice = await answer;
    if (!advice) return;
    scorebook.grade(id, question, advice);
    this.#drawReview(this.#scene());
    // Advice on an early street takes longest: the values of a later decision, or the next hand, may already be shown.
    const isPast = question.board.length < this.#graded || this.#scene()?.view.round?.number !== id.round;
    if (isPast || this.#questions !== asked) return;
    this.#graded = question.board.length;
    fill(this.values, valuesTable({ advice, wagers: question.wagers, chosen: action }));
  }

  /** Lists every decision of the hand that is shown. @param {Scene | null} scene */
  #drawReview(scene) {
    const id = scene && handId(scene);
    const decisions = id ? scorebook.review(id) : [];
    const lines = decisions.map(verdictOf);
    const drawn = JSON.stringify(lines);
    // Screen readers read again what is drawn again.
    if (drawn === this.#drawnReview) return;
    this.#drawnReview = drawn;
    fill(
      this.review,
      lines.map(({ text, tone }) => h('li', { class: 'verdict', 'data-tone': tone }, text)),
    );
  }

  #drawTotal() {
    const { total } = scorebook.session.get();
    const row = (/** @type {string} */ name, /** @type {number} */ cents) => [
      h('dt', {}, name),
      h('dd', { 'data-tone': cents > 0 ? 'good' : cents < 0 ? 'bad' : '' }, signed(cents)),
    ];
    if (!total.hands) return fill(this.total, h('p', { class: 'quiet' }, texts.coach.none));
    const { game, luck, skill, uncovered } = summary(total);
    fill(
      this.total,
      h('h3', {}, texts.coach.session, h('span', { class: 'quiet' }, texts.coach.hands(total.hands))),
      h(
        'dl',
        {},
        row(texts.coach.result, total.result),
        row(texts.coach.game, game),
        row(texts.coach.luck, luck),
        row(texts.coach.skill, skill),
        uncovered !== 0 && row(texts.coach.uncovered, uncovered),
      ),
      h('a', { href: '#/mistakes' }, texts.coach.mistakes),
    );
  }
}

/** The user's hand in the round of a scene. @param {Scene} scene */
function handId(scene) {
  const { table, round } = scene.view;
  const hand = myHand(scene);
  return round && hand ? { player: hand.player, table, round: round.number } : null;
}

/** What the coach says about a decision. @param {Decision} decision */
function verdictOf(decision) {
  const { question, action, advice } = decision;
  const when = texts.coach.when[streetOf(question)];
  const cost = costOf(decision);
  if (!advice || cost === null) return { text: texts.coach.grading(when, texts.action(action)), tone: '' };
  if (cost === 0) return { text: texts.coach.right(when, texts.action(action)), tone: 'good' };
  const cents = costText(cost * (question.wagers?.ante ?? 0));
  const best = texts.action(advice.actions[0].action);
  return { text: texts.coach.wrong(when, texts.action(action), best, cents), tone: 'bad' };
}
