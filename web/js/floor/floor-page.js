/** The floor's pages: tables, people, reports, the rotation of the bank, void rounds and the audit log. */

import { account } from '../app/context.js';
import { floor as labels } from '../text/floor.js';
import { fill, h } from '../ui/dom.js';
import { auditPart } from './audit.js';
import { openPart } from './open.js';
import { peoplePart } from './people.js';
import { reportsPart } from './reports.js';
import { rotationPart } from './rotation.js';
import { tablesPart } from './tables.js';
import { voidsPart } from './voids.js';

/**
 * A part of the floor's page. `mayAct` is whether this is the floor and not an auditor.
 * @typedef {{element: HTMLElement, leave?: () => void}} Part
 * @typedef {(rest: string[], mayAct: boolean) => Part} MakePart
 */

/** @type {Record<string, MakePart>} */
const PARTS = {
  tables: tablesPart, open: openPart, people: peoplePart, reports: reportsPart, rotation: rotationPart,
  voids: voidsPart, audit: auditPart,
};

/**
 * @param {string[]} parts
 * @returns {import('../app/main.js').Page}
 */
export function floorPage([name = 'tables', ...rest]) {
  loadStyles();
  const element = h('div', { class: 'page floor', id: 'floor' });
  const role = account.user.get()?.role;
  if (role !== 'floor' && role !== 'auditor') {
    fill(element, h('h1', {}, labels.title), refusal());
    return { element, title: labels.title };
  }
  const mayAct = role === 'floor';
  const known = Object.hasOwn(PARTS, name) && (mayAct || name !== 'open') ? name : 'tables';
  const part = PARTS[known](rest, mayAct);
  fill(
    element,
    h('h1', {}, labels.title),
    h('p', { class: 'lead' }, mayAct ? labels.lead : labels.reading),
    tabs(known, mayAct),
    part.element,
  );
  const title = labels.tabs[/** @type {keyof typeof labels.tabs} */ (known)];
  return { element, title: `${title} – ${labels.title}`, leave: () => part.leave?.() };
}

/**
 * @param {string} here
 * @param {boolean} mayAct
 */
function tabs(here, mayAct) {
  const names = Object.entries(labels.tabs).filter(([name]) => mayAct || name !== 'open');
  const tab = (/** @type {[string, string]} */ [name, label]) =>
    h('a', { href: `#/floor/${name}`, 'data-tab': name, 'aria-current': name === here && 'page' }, label);
  return h('nav', { class: 'tabs', 'aria-label': labels.title }, names.map(tab));
}

function refusal() {
  return h(
    'div',
    { class: 'floor-refusal' },
    h('p', {}, labels.notYours),
    h('p', { class: 'quiet' }, labels.howTo),
    h('p', {}, h('a', { class: 'button', href: '#/account' }, labels.toAccount)),
  );
}

/** The floor's styles are loaded with its pages: players never need them. */
function loadStyles() {
  const href = '/css/floor.css';
  if (!document.querySelector(`link[href="${href}"]`)) document.head.append(h('link', { rel: 'stylesheet', href }));
}
