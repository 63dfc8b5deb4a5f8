/** All accounts, and which of them are staff. */

import { engine } from '../app/context.js';
import { floor } from '../text/floor.js';
import { dollars } from '../text/money.js';
import { texts } from '../text/text.js';
import { button, fill, h, put } from '../ui/dom.js';
import { personPart } from './person.js';

/** @typedef {import('../protocol.gen.js').Person} Person */

const labels = floor.people;
/** A search waits this long for the next letter. */
const PAUSE_MS = 250;

/** @type {import('./floor-page.js').MakePart} */
export function peoplePart([id], mayAct) {
  return id ? personPart(Number(id), mayAct) : { element: list() };
}

function list() {
  const rows = h('ul', { class: 'floor-people', id: 'floor-people' });
  const more = button(floor.more, () => void load(false), { hidden: true, 'data-act': 'more' });
  const find = h('input', { type: 'search', id: 'find-people', autocomplete: 'off', oninput: () => later() });
  let role = 'all';
  let next = '';
  let asked = 0;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  const later = () => {
    clearTimeout(timer);
    timer = setTimeout(() => void load(true), PAUSE_MS);
  };
  const load = async (/** @type {boolean} */ afresh) => {
    const mine = (asked += 1);
    /** @type {Record<string, string>} */
    const query = { limit: '50' };
    if (find.value.trim()) query.find = find.value.trim();
    else if (role !== 'all') query.role = role;
    if (!afresh && next) query.next = next;
    try {
      const page = await engine.people(query);
      if (mine !== asked) return;
      if (afresh) fill(rows);
      put(rows, [page.people.map(row)]);
      next = page.next ?? '';
      more.hidden = !next;
      if (!rows.children.length) fill(rows, h('li', { class: 'quiet' }, labels.none));
    } catch (failure) {
      fill(rows, h('li', { class: 'wrong', role: 'alert' }, failure instanceof Error ? failure.message : ''));
    }
  };
  const choice = (/** @type {[string, string]} */ [value, label]) =>
    h(
      'label',
      {},
      h('input', {
        type: 'radio', name: 'role', value, checked: value === role,
        onchange: () => {
          role = value;
          find.value = '';
          void load(true);
        },
      }),
      h('span', {}, label),
    );
  void load(true);
  return h('section', {}, bar(find, Object.entries(labels.roles).map(choice)), rows, more);
}

/**
 * Lays out the search field and the choice of roles.
 * @param {HTMLElement} find
 * @param {HTMLElement[]} choices
 */
function bar(find, choices) {
  return h(
    'div',
    { class: 'floor-bar start' },
    h('label', { class: 'field' }, h('span', {}, labels.find), find, h('small', {}, labels.findHint)),
    h('fieldset', {}, h('legend', {}, labels.role), h('div', { class: 'choice' }, choices)),
  );
}

/** @param {Person} person */
export const kind = (person) => (person.guest ? labels.guest : person.bot ? texts.bot : labels.is[person.role]);

/** @param {Person} person */
function row(person) {
  const since = new Date(person.created_ms).toLocaleDateString('en-US', { dateStyle: 'medium' });
  return h(
    'li',
    {},
    h(
      'a',
      { class: 'floor-person', href: `#/floor/people/${person.id}`, 'data-player': person.id },
      h('b', {}, texts.player(person.name)),
      h('span', { class: 'badge', 'data-role': person.role }, kind(person)),
      h('span', { class: 'quiet' }, `${labels.number(person.id)} · ${labels.since(since)}`),
      h('span', { class: 'amount' }, dollars(person.balance)),
    ),
  );
}
