/** The hands that somebody played. */

import { get } from '../api.js';
import { cardRow } from '../card.js';
import { button, fill, h, put } from '../dom.js';
import { me } from '../me.js';
import { dollars, signed } from '../money.js';
import { words } from '../words.js';
import { attempt } from './failed.js';

const said = words.history;

/**
 * @typedef {{table: number, round: number, at_ms: number, book: string, seats: number[], banked: boolean,
 *   void: boolean, wagered: number, net: number}} Played
 */

/** @returns {import('../main.js').Page} */
export function historyPage() {
  const list = h('ol', { class: 'hands' });
  const more = button(said.more, () => attempt(trouble, load), { hidden: true });
  const files = h(
    'p',
    { class: 'row', hidden: true },
    h('a', { class: 'button', href: '/api/hands/export', download: 'hands.jsonl' }, said.jsonl),
    h('a', { class: 'button', href: '/api/hands/export?format=csv', download: 'hands.csv' }, said.csv),
  );
  /** @type {string | null} */
  let next = '';
  const seen = new IntersectionObserver((entries) => {
    for (const { isIntersecting, target } of entries) {
      if (!isIntersecting) continue;
      seen.unobserve(target);
      void showCards(/** @type {HTMLElement} */ (target));
    }
  });
  const trouble = h('div');
  const load = async () => {
    const page = await get(`/api/hands?limit=25${next ? `&next=${encodeURIComponent(next)}` : ''}`);
    const rows = /** @type {Played[]} */ (page.hands).map(playedRow);
    put(list, rows);
    rows.forEach((each) => seen.observe(each));
    next = page.next;
    more.hidden = !next;
    files.hidden = !list.children.length;
    if (!list.children.length) fill(list, h('li', { class: 'quiet' }, said.none));
  };
  if (me.get()) attempt(trouble, load);
  else fill(list, h('li', { class: 'quiet' }, said.none));
  const element = h(
    'div',
    { class: 'page' },
    h('h1', {}, said.title),
    h('p', { class: 'lead' }, said.lead),
    files,
    list,
    more,
    trouble,
  );
  return { element, title: said.title, leave: () => seen.disconnect() };
}

/** @param {Played} played */
export function playedRow(played) {
  const { table, round, net, at_ms, book } = played;
  const when = new Date(at_ms).toLocaleString('en-US', { dateStyle: 'medium', timeStyle: 'short' });
  const note = played.void ? said.voided : played.banked ? said.banked : dollars(played.wagered);
  return h(
    'li',
    { class: 'played', 'data-table': table, 'data-round': round },
    h('span', { class: 'when' }, h('b', {}, words.book(book)), h('span', { class: 'quiet' }, when)),
    h('span', { class: 'played-cards' }),
    h('span', { class: 'quiet made' }, note),
    h('span', { class: 'net', 'data-tone': net > 0 ? 'good' : net < 0 ? 'bad' : 'even' }, signed(net)),
    h('a', { class: 'button', href: `#/replay/${table}/${round}` }, said.replay),
  );
}

/** Adds the cards of a hand, once somebody looks at it. @param {HTMLElement} line */
async function showCards(line) {
  const { table, round } = line.dataset;
  const told = await get(`/api/tables/${table}/rounds/${round}`).catch(() => null);
  /** @type {import('../types.js').Round | undefined} */
  const last = told?.steps.at(-1)?.view.round;
  const hand = last?.hands.find((each) => each.player === me.get()?.id);
  const at = line.querySelector('.played-cards');
  if (!last || !at) return;
  fill(at, hand?.hole && cardRow(hand.hole, 'tiny'), cardRow(last.board, 'tiny'));
  const made = line.querySelector('.made');
  if (made && hand) made.textContent = hand.hand?.name ?? words.table.folded;
}
