/** One account: its role, which the floor can change, and its hands. */

import { account, engine } from '../app/context.js';
import { playedRow } from '../history/played-row.js';
import { floor } from '../text/floor.js';
import { dollars } from '../text/money.js';
import { button, fill, h, put } from '../ui/dom.js';
import { attempt } from '../ui/failed.js';
import { form } from '../ui/form.js';
import { kind } from './people.js';
import { REASON } from './reason.js';

/** @typedef {import('../protocol.gen.js').Person} Person */

const labels = floor.people;

/**
 * @param {number} id
 * @param {boolean} mayAct
 * @returns {import('./floor-page.js').Part}
 */
export function personPart(id, mayAct) {
  const about = h('div', { class: 'floor-about' }, h('p', { class: 'quiet' }, floor.wait));
  const load = async () => {
    const { people } = await engine.people({ ids: String(id) });
    fill(about, people.length ? facts(people[0]) : h('p', { class: 'wrong' }, labels.gone));
    if (people.length && mayAct) about.append(roles(people[0], load));
  };
  load().catch((failure) => fill(about, h('p', { class: 'wrong', role: 'alert' }, failure.message)));
  return {
    element: h('section', {}, h('p', {}, h('a', { href: '#/floor/people' }, labels.all)), about, hands(id)),
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
      h('dt', {}, labels.kind),
      h('dd', { id: 'person-role' }, labels.is[person.role] ?? person.role),
      h('dt', {}, labels.chips),
      h('dd', {}, dollars(person.balance)),
      h('dt', {}, labels.joined),
      h('dd', {}, floor.when(person.created_ms)),
    ),
    h('p', { class: 'quiet' }, labels.number(person.id)),
  );
}

/**
 * @param {Person} person
 * @param {() => Promise<void>} reload
 */
function roles(person, reload) {
  const isSelf = person.id === account.user.get()?.id;
  const why = person.guest || person.bot ? labels.notTheirs : isSelf ? labels.notYourself : null;
  const others = Object.entries(labels.is).filter(([role]) => role !== person.role);
  const choose = h(
    'select',
    { name: 'role', id: 'give-role' },
    others.map(([role, label]) => h('option', { value: role }, label)),
  );
  const fields = form(
    [REASON],
    labels.giveButton,
    async ({ reason }) => {
      const role = /** @type {import('../protocol.gen.js').Role} */ (choose.value);
      await engine.giveRole({ player: person.id, role, reason: reason.trim() });
      await reload();
      const notice = h('p', { role: 'status', 'data-tone': 'good' }, labels.given(person.name, role));
      document.querySelector('.floor-about .panel')?.append(notice);
    },
    { 'data-act': 'give-role' },
  );
  fields.prepend(h('label', { class: 'field' }, h('span', {}, labels.role), choose));
  return h(
    'div',
    { class: 'panel' },
    h('h2', {}, labels.give),
    h('p', { class: 'quiet' }, why ?? labels.mayDo),
    !why && fields,
  );
}

/** @param {number} id */
function hands(id) {
  const list = h('ol', { class: 'hands', id: 'floor-hands' });
  const more = button(floor.more, () => attempt(failure, load), { hidden: true, 'data-act': 'more' });
  const file = (/** @type {string} */ format, /** @type {string} */ label) =>
    h('a', {
      class: 'button', 'data-act': `export-${format}`, href: engine.files.handsOf(id, format),
      download: `player-${id}.${format}`,
    }, label);
  const files = h('p', { class: 'row', hidden: true }, file('jsonl', labels.jsonl), file('csv', labels.csv));
  let next = '';
  const load = async () => {
    const page = await engine.handsOf(id, next);
    put(list, [page.hands.map(playedRow)]);
    next = page.next ?? '';
    more.hidden = !next;
    files.hidden = !list.children.length;
    if (!list.children.length) fill(list, h('li', { class: 'quiet' }, labels.noHands));
  };
  const failure = h('div');
  attempt(failure, load);
  return h('section', {}, h('h2', {}, labels.hands), files, list, more, failure);
}
