/** The trainer: one close decision after the other, graded exactly. */

import { advice, why } from '../advice.js';
import { announce, toast } from '../announce.js';
import { cardRow } from '../card.js';
import { button, fill, h } from '../dom.js';
import { words } from '../words.js';
import { STREETS, disguised, fresh } from '../trainer/deal.js';
import { answered, drawn, due, forget, recalled } from '../trainer/memory.js';
import { bars, outs, verdict } from '../trainer/told.js';

/**
 * @typedef {import('../trainer/deal.js').Street} Street
 * @typedef {import('../trainer/deal.js').Point} Point
 * @typedef {import('../trainer/memory.js').Missed} Missed
 * @typedef {{point: Point, again: Missed | null, advice: Promise<import('../types.js').Advice>}} Drill
 */

const said = words.trainer;

/** What can be done on a street, in the order of the buttons, and the key for it. */
const CHOICES = {
  preflop: [['4x', '4'], ['3x', '3'], ['check', '0']],
  flop: [['2x', '2'], ['check', '0']],
  river: [['1x', '1'], ['fold', '0']],
};

/**
 * @param {string[]} parts
 * @returns {import('../main.js').Page}
 */
export function trainerPage(parts) {
  const trainer = new Trainer(STREETS.find((street) => street === parts[0]) ?? null);
  void trainer.next();
  return { element: trainer.element, title: said.title, leave: () => trainer.leave() };
}

class Trainer {
  /** @param {Street | null} street */
  constructor(street) {
    this.street = street;
    this.memory = recalled();
    this.session = { drills: 0, right: 0, cost: 0, streak: 0 };
    /** @type {Drill | null} */
    this.drill = null;
    /** The next one is dealt while this one is thought about. @type {{street: Street, point: Promise<Point>} | null} */
    this.ahead = null;
    this.asked = 0;
    this.left = false;
    this.spot = h('section', { class: 'trainer-spot', id: 'trainer-spot', tabindex: -1 });
    this.told = h('div', { class: 'trainer-told', id: 'trainer-told' });
    this.totals = h('section', { class: 'trainer-side' });
    this.element = h(
      'div',
      { class: 'page trainer' },
      h('h1', {}, said.title),
      h('p', { class: 'lead' }, said.lead),
      this.choice(),
      h('div', { class: 'trainer-body' }, h('div', { class: 'trainer-main' }, this.spot, this.told), this.totals),
    );
    this.press = (/** @type {KeyboardEvent} */ event) => this.pressed(event);
    addEventListener('keydown', this.press);
    this.drawTotals();
  }

  leave() {
    this.left = true;
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
      h('legend', { class: 'unseen' }, said.choose),
      h('div', { class: 'choice' }, Object.entries(said.short).map(radio)),
    );
  }

  /** @param {Street | null} street */
  choose(street) {
    this.street = street;
    this.ahead = null;
    history.replaceState(null, '', street ? `#/trainer/${street}` : '#/trainer');
    void this.next(false);
  }

  /** The next drill: what must come back, or a fresh one. */
  async next(moveFocus = true) {
    const asked = (this.asked += 1);
    this.drill = null;
    fill(this.told);
    if (!this.spot.firstChild) fill(this.spot, h('p', { class: 'quiet' }, said.busy));
    try {
      const again = due(this.memory, this.street);
      const point = again ? disguised(again) : await this.dealt();
      if (asked !== this.asked || this.left) return;
      this.drill = { point, again, advice: advice(point.hole, point.board) };
      this.drill.advice.catch(() => {});
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
      : fresh(this.street ?? drawn(this.memory));
  }

  dealAhead() {
    if (this.ahead) return;
    const street = this.street ?? drawn(this.memory);
    const ahead = { street, point: fresh(street) };
    this.ahead = ahead;
    // Whoever needs it asks again.
    ahead.point.catch(() => this.ahead === ahead && (this.ahead = null));
  }

  /** @param {unknown} failure */
  fail(failure) {
    fill(
      this.told,
      h('p', { class: 'wrong', role: 'alert' }, failure instanceof Error ? failure.message : words.wrong),
      button(words.retry, () => void (this.drill ? this.drawSpot(this.drill) : this.next()), { id: 'trainer-retry' }),
    );
  }

  /** @param {Drill} drill */
  drawSpot({ point, again }) {
    fill(this.told);
    const choices = CHOICES[point.street];
    const act = (/** @type {string[]} */ [action, key]) =>
      h(
        'button',
        {
          type: 'button',
          class: 'trainer-act',
          'data-action': action,
          'aria-keyshortcuts': key,
          onclick: () => void this.answer(action),
        },
        words.action(action),
        h('kbd', { 'aria-hidden': 'true' }, key),
      );
    this.spot.dataset.street = point.street;
    this.spot.setAttribute('aria-label', said.streets[point.street]);
    fill(
      this.spot,
      h(
        'header',
        {},
        h('h2', {}, said.streets[point.street]),
        again && h('span', { class: 'trainer-again' }, said.again),
        h('p', {}, said.before[point.street]),
      ),
      h(
        'div',
        { class: 'trainer-cards' },
        point.board.length > 0
          && h('div', {}, h('span', { class: 'trainer-label' }, said.board), cardRow(point.board, 'medium')),
        h('div', {}, h('span', { class: 'trainer-label' }, said.hole), cardRow(point.hole, 'medium')),
      ),
      h('div', { class: 'trainer-acts', role: 'group', 'aria-label': said.decide }, choices.map(act)),
      h('p', { class: 'trainer-keys' }, said.keys),
    );
    const names = choices.map(([action]) => words.action(action)).join(', ');
    announce(said.say(words.cards(point.hole), words.cards(point.board), names));
  }

  /** @param {string} action */
  async answer(action) {
    const drill = this.drill;
    if (!drill) return;
    this.drill = null;
    for (const each of this.acts()) each.disabled = true;
    let told;
    try {
      told = await drill.advice;
    } catch (failure) {
      drill.advice = advice(drill.point.hole, drill.point.board);
      drill.advice.catch(() => {});
      this.drill = drill;
      return this.fail(failure);
    }
    if (this.left) return;
    const cost = told.actions.find((each) => each.action === action)?.cost ?? 0;
    this.count(cost);
    answered(this.memory, drill.point, drill.again, cost);
    this.drawTotals();
    this.tell(drill.point, told, action, cost);
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
   * @param {Point} point
   * @param {import('../types.js').Advice} told
   * @param {string} action
   * @param {number} cost
   */
  tell(point, told, action, cost) {
    for (const each of this.acts()) {
      const own = each.dataset.action === action;
      each.dataset.told = each.dataset.action === told.best ? 'best' : own && cost > 0 ? 'missed' : '';
      if (own) each.setAttribute('aria-pressed', 'true');
    }
    const graded = verdict(told, action);
    const next = button(said.next, () => void this.next(), { class: 'primary', id: 'trainer-next' });
    fill(
      this.told,
      h('div', { class: 'trainer-verdict', 'data-tone': cost > 0 ? 'bad' : 'good' },
        h('p', { id: 'trainer-verdict', 'data-cost': cost }, graded), next),
      bars(told, action),
      h('h3', {}, said.why),
      h('p', {}, why(told)),
      outs(told),
    );
    announce(`${graded} ${why(told)}`);
    next.focus({ preventScroll: true });
    this.told.scrollIntoView({ block: 'nearest', behavior: 'auto' });
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
      ['drills', said.drills, String(session.drills)],
      ['right', said.rightShare, share],
      ['cost', said.total, said.totalOf(session.cost)],
      ['streak', said.streak, String(session.streak)],
    ];
    fill(
      this.totals,
      h('h2', {}, said.session),
      h('dl', { class: 'trainer-totals' },
        rows.map(([id, name, value]) => h('div', { 'data-total': id }, h('dt', {}, name), h('dd', {}, value)))),
      h('h2', {}, said.progress),
      h('ul', { class: 'trainer-progress' }, STREETS.map((street) => progress(street, memory.streets[street]))),
      h('p', { class: 'quiet', id: 'trainer-waiting' }, said.waiting(memory.missed.length)),
      memory.count > 0 && button(said.forget, () => this.forget(), { class: 'quiet-button', id: 'trainer-forget' }),
    );
  }

  forget() {
    forget(this.memory);
    this.drawTotals();
    toast(said.forgotten);
  }
}

/**
 * @param {Street} street
 * @param {import('../trainer/memory.js').Progress} of
 */
function progress(street, { seen, right, cost }) {
  return h(
    'li',
    { 'data-street': street },
    h('span', {}, said.streets[street]),
    h('b', {}, said.progressOf(right, seen)),
    h('span', { class: 'trainer-meter', vars: { '--part': seen ? right / seen : 0 } }),
    seen > 0 && h('small', {}, said.average(cost / seen)),
  );
}
