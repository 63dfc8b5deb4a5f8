/** All tables, by rule book. */

import { get } from '../api.js';
import { fill, h } from '../dom.js';
import { words } from '../words.js';
import { failed } from './failed.js';
import { playNow } from './home.js';

/** @typedef {import('../types.js').Summary} Summary */

const ORDER = ['house', 'washington', 'california', 'california-bad-beat'];
const EVERY_MS = 5_000;

/** @returns {import('../main.js').Page} */
export function lobbyPage() {
  const list = h('div', { class: 'tables' });
  const element = h(
    'div',
    { class: 'page' },
    h('h1', {}, words.lobby.title),
    h('p', { class: 'lead' }, words.lobby.lead),
    h(
      'section',
      { class: 'own-table' },
      h('div', {}, h('h2', {}, words.lobby.solo), h('p', {}, words.lobby.soloLead)),
      h('button', { type: 'button', class: 'primary', onclick: () => void playNow() }, words.home.play),
    ),
    list,
  );
  let drawn = '';
  const draw = (/** @type {string} */ text, /** @type {() => Node | Node[]} */ content) => {
    if (text !== drawn) fill(list, content());
    drawn = text;
  };
  const refresh = async () => {
    if (document.hidden) return;
    try {
      const tables = /** @type {Summary[]} */ (await get('/api/tables'));
      draw(JSON.stringify(tables), () => sections(tables));
    } catch (failure) {
      draw(String(failure), () => failed(failure, () => void refresh()));
    }
  };
  void refresh();
  const timer = setInterval(() => void refresh(), EVERY_MS);
  return { element, title: words.lobby.title, leave: () => clearInterval(timer) };
}

/** @param {Summary[]} tables */
function sections(tables) {
  const shared = tables.filter((table) => table.open && table.settings.pace.type !== 'solo');
  if (!shared.length) return h('p', {}, words.lobby.empty);
  const books = ORDER.filter((book) => shared.some((table) => table.settings.book === book));
  return books.map((book) =>
    h(
      'section',
      {},
      h('h2', {}, words.book(book), h('a', { class: 'quiet', href: `#/rules/${book}` }, words.nav.rules)),
      h('div', { class: 'grid' }, shared.filter((table) => table.settings.book === book).map(card)),
    ),
  );
}

/** @param {Summary} table */
function card(table) {
  const { settings, players, places } = table;
  const free = places - players.length;
  const banked = settings.book.startsWith('california') ? words.lobby.banked.players : words.lobby.banked.house;
  const seat = (/** @type {number} */ at) => {
    const player = players[at];
    const angle = Math.PI * (places === 1 ? 0.5 : (at + 0.5) / places);
    const vars = { '--hue': ((player?.id ?? 0) * 47) % 360, '--x': Math.cos(angle), '--y': Math.sin(angle) };
    const kind = !player ? 'free' : player.house_run ? 'run' : 'person';
    return h('i', { class: `dot ${kind}`, title: player?.name, vars });
  };
  const seats = Array.from({ length: places }, (_, at) => seat(at));
  return h(
    'a',
    { class: 'table-card', href: `#/table/${table.table}`, 'data-book': settings.book },
    h('span', { class: 'mini-felt', 'aria-hidden': 'true' }, h('i', { class: 'cloth' }), seats),
    h('strong', {}, table.name),
    h('span', { class: 'facts' }, words.lobby.limits(settings.minimum ?? settings.chip, settings.maximum ?? 0)),
    h('span', { class: 'facts quiet' }, banked),
    h(
      'span',
      { class: 'facts quiet' },
      free > 0 ? words.lobby.free(free) : words.lobby.full,
      ' · ',
      words.lobby.watchers(table.watchers),
    ),
  );
}
