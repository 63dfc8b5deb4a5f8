/** One person: their role, which the floor gives and takes, and their hands. */

import { get, post } from '../api.js';
import { button, fill, h, put } from '../dom.js';
import { me } from '../me.js';
import { dollars } from '../money.js';
import { attempt } from '../page/failed.js';
import { form } from '../page/form.js';
import { playedRow } from '../page/history.js';
import { floor } from '../words/floor.js';
import { kind } from './people.js';
import { REASON } from './reason.js';

/** @typedef {import('./people.js').Person} Person */

const said = floor.people;

/**
 * @param {number} id
 * @param {boolean} mayAct
 * @returns {import('../page/floor.js').Part}
 */
export function personPart(id, mayAct) {
  const about = h('div', { class: 'floor-about' }, h('p', { class: 'quiet' }, floor.wait));
  const load = async () => {
    const { people } = await get(`/api/players?ids=${id}`);
    fill(about, people.length ? facts(people[0]) : h('p', { class: 'wrong' }, said.gone));
    if (people.length && mayAct) about.append(roles(people[0], load));
  };
  load().catch((failure) => fill(about, h('p', { class: 'wrong', role: 'alert' }, failure.message)));
  return {
    element: h('section', {}, h('p', {}, h('a', { href: '#/floor/people' }, said.all)), about, hands(id)),
  };
}

/** @param {Person} person */
function facts(person) {
  return h(
    'div',
    { class: 'panel' },
    h('h2', {}, person.name, ' ', h('span', { class: 'badge', 'data-role': person.role }, kind(person))),
    h(
      'dl',
      { class: 'facts-list' },
      h('dt', {}, said.kind),
      h('dd', { id: 'person-role' }, said.is[person.role] ?? person.role),
      h('dt', {}, said.chips),
      h('dd', {}, dollars(person.balance)),
      h('dt', {}, said.joined),
      h('dd', {}, floor.when(person.created_ms)),
    ),
    h('p', { class: 'quiet' }, said.number(person.id)),
  );
}

/**
 * @param {Person} person
 * @param {() => Promise<void>} reload
 */
function roles(person, reload) {
  const why = person.guest || person.house_run ? said.notTheirs : person.id === me.get()?.id ? said.notYourself : null;
  const others = Object.entries(said.is).filter(([role]) => role !== person.role);
  const choose = h(
    'select',
    { name: 'role', id: 'give-role' },
    others.map(([role, label]) => h('option', { value: role }, label)),
  );
  const fields = form(
    [REASON],
    said.giveButton,
    async ({ reason }) => {
      const role = choose.value;
      await post('/api/roles', { player: person.id, role, reason: reason.trim() });
      await reload();
      const told = h('p', { role: 'status', 'data-tone': 'good' }, said.given(person.name, said.is[role]));
      document.querySelector('.floor-about .panel')?.append(told);
    },
    { 'data-act': 'give-role' },
  );
  fields.prepend(h('label', { class: 'field' }, h('span', {}, said.role), choose));
  return h(
    'div',
    { class: 'panel' },
    h('h2', {}, said.give),
    h('p', { class: 'quiet' }, why ?? said.mayDo),
    !why && fields,
  );
}

/** @param {number} id */
function hands(id) {
  const list = h('ol', { class: 'hands', id: 'floor-hands' });
  const more = button(floor.more, () => attempt(trouble, load), { hidden: true, 'data-act': 'more' });
  const file = (/** @type {string} */ format, /** @type {string} */ label) =>
    h('a', {
      class: 'button', 'data-act': `export-${format}`, href: `/api/players/${id}/export?format=${format}`,
      download: `player-${id}.${format}`,
    }, label);
  const files = h('p', { class: 'row', hidden: true }, file('jsonl', said.jsonl), file('csv', said.csv));
  let next = '';
  const load = async () => {
    const page = await get(`/api/players/${id}/hands?limit=25${next ? `&next=${encodeURIComponent(next)}` : ''}`);
    put(list, [page.hands.map(playedRow)]);
    next = page.next ?? '';
    more.hidden = !next;
    files.hidden = !list.children.length;
    if (!list.children.length) fill(list, h('li', { class: 'quiet' }, said.noHands));
  };
  const trouble = h('div');
  attempt(trouble, load);
  return h('section', {}, h('h2', {}, said.hands), files, list, more, trouble);
}
