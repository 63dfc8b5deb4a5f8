/** Who has an account, and which of them are staff. */

import { get } from '../api.js';
import { button, fill, h, put } from '../dom.js';
import { dollars } from '../money.js';
import { floor } from '../words/floor.js';
import { personPart } from './person.js';

/**
 * @typedef {{id: number, name: string, role: string, guest: boolean, house_run: boolean, created_ms: number,
 *   balance: number}} Person
 */

const said = floor.people;
/** So long a search waits for the next letter. */
const PAUSE_MS = 250;

/** @type {import('../page/floor.js').MakePart} */
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
  let timer = 0;
  const later = () => {
    clearTimeout(timer);
    timer = setTimeout(() => void load(true), PAUSE_MS);
  };
  const load = async (/** @type {boolean} */ afresh) => {
    const mine = (asked += 1);
    const query = new URLSearchParams({ limit: '50' });
    if (find.value.trim()) query.set('find', find.value.trim());
    else if (role !== 'all') query.set('role', role);
    if (!afresh && next) query.set('next', next);
    try {
      const page = await get(`/api/players?${query}`);
      if (mine !== asked) return;
      if (afresh) fill(rows);
      put(rows, [page.people.map(row)]);
      next = page.next ?? '';
      more.hidden = !next;
      if (!rows.children.length) fill(rows, h('li', { class: 'quiet' }, said.none));
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
  return h(
    'section',
    {},
    h(
      'div',
      { class: 'floor-bar start' },
      h('label', { class: 'field' }, h('span', {}, said.find), find, h('small', {}, said.findHint)),
      h('fieldset', {}, h('legend', {}, said.role),
        h('div', { class: 'choice' }, Object.entries(said.roles).map(choice))),
    ),
    rows,
    more,
  );
}

/** @param {Person} person */
export const kind = (person) => (person.guest ? said.guest : person.house_run ? said.houseRun : said.is[person.role]);

/** @param {Person} person */
function row(person) {
  const since = new Date(person.created_ms).toLocaleDateString('en-US', { dateStyle: 'medium' });
  return h(
    'li',
    {},
    h(
      'a',
      { class: 'floor-person', href: `#/floor/people/${person.id}`, 'data-player': person.id },
      h('b', {}, person.name),
      h('span', { class: 'badge', 'data-role': person.role }, kind(person)),
      h('span', { class: 'quiet' }, `${said.number(person.id)} · ${said.since(since)}`),
      h('span', { class: 'amount' }, dollars(person.balance)),
    ),
  );
}
