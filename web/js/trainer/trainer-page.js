/** The trainer: one close decision after the other, graded exactly. */

import { engine } from '../app/context.js';
import { Advisor, why } from '../coach/state/advice.js';
import { texts } from '../text/text.js';
import { announce, toast } from '../ui/announce.js';
import { cardRow } from '../ui/card.js';
import { button, fill, h } from '../ui/dom.js';
import { bars, outs, verdict } from './feedback.js';
import { STREETS, deal, inOtherSuits } from './state/deal.js';
import { drawStreet, due, forget, recall, recordAnswer } from './state/memory.js';

/**
 * @typedef {import('../table/state/legal.js').Street} Street
 * @typedef {import('./state/deal.js').Point} Point
 * @typedef {import('./state/memory.js').Missed} Missed
 * @typedef {{point: Point, again: Missed | null, advice: import('../protocol.gen.js').Advice}} Drill
 */

const labels = texts.trainer;

const advisor = new Advisor(engine);

/** Drills are about an Ante alone. @param {Point} point */
const advise = ({ hole, board }) =>
  advisor.advise({ hole, board, pay_table: null, wagers: null, bank_may_be_short: false });

/**
 * The actions that advice knows, each with its key: the largest raise first, so that the order does not give the best
 * one away.
 * @param {import('../protocol.gen.js').Advice} advice
 */
const choicesOf = (advice) =>
  advice.actions
    .map(({ action }) => ({ action, key: String(Number.parseInt(action, 10) || 0) }))
    .sort((one, other) => Number(other.key) - Number(one.key));

/**
 * @param {string[]} parts
 * @returns {import('../app/main.js').Page}
 */
export function trainerPage(parts) {
  const trainer = new Trainer(STREETS.find((street) => street === parts[0]) ?? null);
  void trainer.next();
  return { element: trainer.element, title: labels.title, leave: () => trainer.leave() };
}

class Trainer {
  /** @param {Street | null} street */
  constructor(street) {
    this.street = street;
    this.memory = recall();
    this.session = { drills: 0, right: 0, cost: 0, streak: 0 };
    /** @type {Drill | null} */
    this.drill = null;
    /**
     * The next point, dealt while the user thinks about this one.
     * @type {{street: Street, point: Promise<Point>} | null}
     */
    this.ahead = null;
    this.asked = 0;
    this.hasLeft = false;
    this.spot = h('section', { class: 'trainer-spot', id: 'trainer-spot', tabindex: -1 });
    this.feedback = h('div', { class: 'trainer-feedback', id: 'trainer-feedback' });
    this.totals = h('section', { class: 'trainer-side' });
    this.element = h(
      'div',
      { class: 'page trainer' },
      h('h1', {}, labels.title),
      h('p', { class: 'lead' }, labels.lead),
      this.choice(),
      h('div', { class: 'trainer-body' }, h('div', { class: 'trainer-main' }, this.spot, this.feedback), this.totals),
    );
    this.press = (/** @type {KeyboardEvent} */ event) => this.pressed(event);
    addEventListener('keydown', this.press);
    this.drawTotals();
  }

  leave() {
    this.hasLeft = true;
    removeEventListener('keydown', this.press);
  }

  choice() {
    const radio = (/** @type {[string, string]} */ [value, text]) =>
      h(
        'label',
        {},
        h('input', {
          type: 'radio',
          name: 'street',
          value,
          checked: value === (this.street ?? 'all'),
          onchange: () => this.choose(STREETS.find((street) => street === value) ?? null),
        }),
        h('span', {}, text),
      );
    return h(
      'fieldset',
      { class: 'trainer-streets', id: 'trainer-streets' },
      h('legend', { class: 'unseen' }, labels.choose),
      h('div', { class: 'choice' }, Object.entries(labels.short).map(radio)),
    );
  }

  /** @param {Street | null} street */
  choose(street) {
    this.street = street;
    this.ahead = null;
    history.replaceState(null, '', street ? `#/trainer/${street}` : '#/trainer');
    void this.next(false);
  }

  /** Shows the next drill: a missed point that is due, or a new one. */
  async next(moveFocus = true) {
    const asked = (this.asked += 1);
    this.drill = null;
    fill(this.feedback);
    if (!this.spot.firstChild) fill(this.spot, h('p', { class: 'quiet' }, labels.busy));
    try {
      const again = due(this.memory, this.street);
      const point = again ? inOtherSuits(again) : await this.dealt();
      if (asked !== this.asked || this.hasLeft) return;
      const advice = await advise(point);
      if (asked !== this.asked || this.hasLeft) return;
      this.drill = { point, again, advice };
      this.drawSpot(this.drill);
      if (moveFocus) this.spot.focus({ preventScroll: true });
      this.dealAhead();
    } catch (failure) {
      if (asked === this.asked) this.fail(failure);
    }
  }

  /** @returns {Promise<Point>} */
  dealt() {
    const ahead = this.ahead;
    this.ahead = null;
    return ahead && (!this.street || ahead.street === this.street)
      ? ahead.point
      : deal(engine, this.street ?? drawStreet(this.memory));
  }

  dealAhead() {
    if (this.ahead) return;
    const street = this.street ?? drawStreet(this.memory);
    const ahead = { street, point: deal(engine, street) };
    this.ahead = ahead;
    // The advice is there when the point is shown.
    void ahead.point.then(advise).catch(() => {});
    // A failure is not shown before the point is needed; then it is dealt again.
    ahead.point.catch(() => this.ahead === ahead && (this.ahead = null));
  }

  /** @param {unknown} failure */
  fail(failure) {
    fill(
      this.feedback,
      h('p', { class: 'wrong', role: 'alert' }, failure instanceof Error ? failure.message : texts.errors.unknown),
      button(texts.errors.retry, () => void this.next(), {
        id: 'trainer-retry',
      }),
    );
  }

  /** @param {Drill} drill */
  drawSpot({ point, again, advice }) {
    fill(this.feedback);
    const choices = choicesOf(advice);
    const act = (/** @type {{action: string, key: string}} */ { action, key }) =>
      h(
        'button',
        {
          type: 'button',
          class: 'trainer-act',
          'data-action': action,
          'aria-keyshortcuts': key,
          onclick: () => this.answer(action),
        },
        texts.action(action),
        h('kbd', { 'aria-hidden': 'true' }, key),
      );
    this.spot.dataset.street = point.street;
    this.spot.setAttribute('aria-label', labels.streets[point.street]);
    fill(
      this.spot,
      h(
        'header',
        {},
        h('h2', {}, labels.streets[point.street]),
        again && h('span', { class: 'trainer-again' }, labels.again),
        h('p', {}, labels.before[point.street]),
      ),
      h(
        'div',
        { class: 'trainer-cards' },
        point.board.length > 0
          && h('div', {}, h('span', { class: 'trainer-label' }, labels.board), cardRow(point.board, 'medium')),
        h('div', {}, h('span', { class: 'trainer-label' }, labels.hole), cardRow(point.hole, 'medium')),
      ),
      h('div', { class: 'trainer-acts', role: 'group', 'aria-label': labels.decide }, choices.map(act)),
      h('p', { class: 'trainer-keys' }, labels.keys),
    );
    const names = choices.map(({ action }) => texts.action(action)).join(', ');
    announce(labels.say(texts.cards(point.hole), texts.cards(point.board), names));
  }

  /** @param {string} action */
  answer(action) {
    const drill = this.drill;
    if (!drill) return;
    this.drill = null;
    for (const each of this.acts()) each.disabled = true;
    const { advice } = drill;
    const cost = advice.actions.find((each) => each.action === action)?.cost ?? 0;
    this.count(cost);
    recordAnswer(this.memory, drill.point, drill.again, cost);
    this.drawTotals();
    this.showFeedback(advice, action, cost);
  }

  /** @param {number} cost */
  count(cost) {
    const { session } = this;
    session.drills += 1;
    session.cost += cost;
    session.right += cost > 0 ? 0 : 1;
    session.streak = cost > 0 ? 0 : session.streak + 1;
  }

  acts() {
    return /** @type {NodeListOf<HTMLButtonElement>} */ (this.spot.querySelectorAll('.trainer-act'));
  }

  /**
   * @param {import('../protocol.gen.js').Advice} advice
   * @param {string} action
   * @param {number} cost
   */
  showFeedback(advice, action, cost) {
    for (const each of this.acts()) {
      const own = each.dataset.action === action;
      each.dataset.result = each.dataset.action === advice.best ? 'best' : own && cost > 0 ? 'missed' : '';
      if (own) each.setAttribute('aria-pressed', 'true');
    }
    const graded = verdict(advice, action);
    const next = button(labels.next, () => void this.next(), { class: 'primary', id: 'trainer-next' });
    fill(
      this.feedback,
      h('div', { class: 'trainer-verdict', 'data-tone': cost > 0 ? 'bad' : 'good' },
        h('p', { id: 'trainer-verdict', 'data-cost': cost }, graded), next),
      bars(advice, action),
      h('h3', {}, labels.why),
      h('p', {}, why(advice)),
      outs(advice),
    );
    announce(`${graded} ${why(advice)}`);
    next.focus({ preventScroll: true });
    this.feedback.scrollIntoView({ block: 'nearest', behavior: 'auto' });
  }

  /** @param {KeyboardEvent} event */
  pressed(event) {
    if (event.ctrlKey || event.altKey || event.metaKey || document.querySelector('dialog[open]')) return;
    const at = /** @type {HTMLElement} */ (event.target);
    if (at.matches('input:not([type="radio"]), textarea, select')) return;
    if (event.key === 'Enter') {
      const next = document.getElementById('trainer-next');
      if (!next || at.matches('button, a, summary')) return;
      next.click();
      return event.preventDefault();
    }
    const key = { c: '0', f: '0' }[event.key.toLowerCase()] ?? event.key;
    const act = [...this.acts()].find((each) => each.getAttribute('aria-keyshortcuts') === key);
    if (!act || act.disabled) return;
    act.click();
    event.preventDefault();
  }

  drawTotals() {
    const { session, memory } = this;
    const share = session.drills ? `${Math.round((100 * session.right) / session.drills)}%` : '–';
    /** @type {[string, string, string][]} */
    const rows = [
      ['drills', labels.drills, String(session.drills)],
      ['right', labels.rightShare, share],
      ['cost', labels.total, labels.totalOf(session.cost)],
      ['streak', labels.streak, String(session.streak)],
    ];
    fill(
      this.totals,
      h('h2', {}, labels.session),
      h('dl', { class: 'trainer-totals' },
        rows.map(([id, name, value]) => h('div', { 'data-total': id }, h('dt', {}, name), h('dd', {}, value)))),
      h('h2', {}, labels.progress),
      h('ul', { class: 'trainer-progress' }, STREETS.map((street) => progress(street, memory.streets[street]))),
      h('p', { class: 'quiet', id: 'trainer-waiting' }, labels.waiting(memory.missed.length)),
      memory.count > 0 && button(labels.forget, () => this.forget(), { class: 'quiet-button', id: 'trainer-forget' }),
    );
  }

  forget() {
    forget(this.memory);
    this.drawTotals();
    toast(labels.forgotten);
  }
}

/**
 * @param {Street} street
 * @param {import('./state/memory.js').Progress} of
 */
function progress(street, { seen, right, cost }) {
  return h(
    'li',
    { 'data-street': street },
    h('span', {}, labels.streets[street]),
    h('b', {}, labels.progressOf(right, seen)),
    h('span', { class: 'trainer-meter', vars: { '--part': seen ? right / seen : 0 } }),
    seen > 0 && h('small', {}, labels.average(cost / seen)),
  );
}
