/** The floor: what is under way, who is here, what was turned over and what was done. */

import { fill, h } from '../dom.js';
import { me } from '../me.js';
import { auditPart } from '../floor/audit.js';
import { openPart } from '../floor/open.js';
import { peoplePart } from '../floor/people.js';
import { reportsPart } from '../floor/reports.js';
import { tablesPart } from '../floor/tables.js';
import { floor as said } from '../words/floor.js';

/**
 * A part of the floor's page. `mayAct` is whether this is the floor and not an auditor.
 * @typedef {{element: HTMLElement, leave?: () => void}} Part
 * @typedef {(rest: string[], mayAct: boolean) => Part} MakePart
 */

/** @type {Record<string, MakePart>} */
const PARTS = { tables: tablesPart, open: openPart, people: peoplePart, reports: reportsPart, audit: auditPart };

/**
 * @param {string[]} parts
 * @returns {import('../main.js').Page}
 */
export function floorPage([name = 'tables', ...rest]) {
  dress();
  const element = h('div', { class: 'page floor', id: 'floor' });
  const role = me.get()?.role;
  if (role !== 'floor' && role !== 'auditor') {
    fill(element, h('h1', {}, said.title), refusal());
    return { element, title: said.title };
  }
  const mayAct = role === 'floor';
  const known = Object.hasOwn(PARTS, name) && (mayAct || name !== 'open') ? name : 'tables';
  const part = PARTS[known](rest, mayAct);
  fill(
    element,
    h('h1', {}, said.title),
    h('p', { class: 'lead' }, mayAct ? said.lead : said.reading),
    tabs(known, mayAct),
    part.element,
  );
  const title = said.tabs[/** @type {keyof typeof said.tabs} */ (known)];
  return { element, title: `${title} – ${said.title}`, leave: () => part.leave?.() };
}

/**
 * @param {string} here
 * @param {boolean} mayAct
 */
function tabs(here, mayAct) {
  const names = Object.entries(said.tabs).filter(([name]) => mayAct || name !== 'open');
  const tab = (/** @type {[string, string]} */ [name, label]) =>
    h('a', { href: `#/floor/${name}`, 'data-tab': name, 'aria-current': name === here && 'page' }, label);
  return h('nav', { class: 'tabs', 'aria-label': said.title }, names.map(tab));
}

function refusal() {
  return h(
    'div',
    { class: 'floor-refusal' },
    h('p', {}, said.notYours),
    h('p', { class: 'quiet' }, said.howTo),
    h('p', {}, h('a', { class: 'button', href: '#/account' }, said.toAccount)),
  );
}

/** The floor's looks come with the floor. */
function dress() {
  const href = '/css/floor.css';
  if (!document.querySelector(`link[href="${href}"]`)) document.head.append(h('link', { rel: 'stylesheet', href }));
}
