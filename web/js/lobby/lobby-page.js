/** All tables, by rule book. */

import { engine } from '../app/context.js';
import { betLimits } from '../table/state/limits.js';
import { isPlayerBanked } from '../table/state/scene.js';
import { texts } from '../text/text.js';
import { avatarHue } from '../ui/avatar.js';
import { button, fill, h } from '../ui/dom.js';
import { failed } from '../ui/failed.js';
import { BackToTable } from './back-to-table.js';
import { playNow } from './play-now.js';

/**
 * @typedef {import('../protocol.gen.js').LobbyEntry} LobbyEntry
 * @typedef {import('../protocol.gen.js').RuleBook} RuleBook
 */

const REFRESH_MS = 5_000;

/** @returns {import('../app/main.js').Page} */
export function lobbyPage() {
  const list = h('div', { class: 'tables' });
  const back = new BackToTable();
  const element = h(
    'div',
    { class: 'page' },
    h('h1', {}, texts.lobby.title),
    h('p', { class: 'lead' }, texts.lobby.lead),
    back.element,
    h(
      'section',
      { class: 'own-table' },
      h('div', {}, h('h2', {}, texts.lobby.solo), h('p', {}, texts.lobby.soloLead)),
      button(texts.home.play, () => void playNow(), { class: 'primary' }),
    ),
    list,
  );
  let drawn = '';
  // Drawing only what has changed keeps the focus where it is.
  const draw = (/** @type {string} */ key, /** @type {() => Node | Node[]} */ content) => {
    if (key !== drawn) fill(list, content());
    drawn = key;
  };
  const refresh = async () => {
    if (document.hidden) return;
    try {
      const [books, tables] = await Promise.all([engine.books(), engine.tables()]);
      back.update({ tables });
      draw(JSON.stringify(tables), () => sections(books, tables));
    } catch (error) {
      draw(String(error), () => failed(error, () => void refresh()));
    }
  };
  void refresh();
  const timer = setInterval(() => void refresh(), REFRESH_MS);
  return { element, title: texts.lobby.title, leave: () => clearInterval(timer) };
}

/**
 * @param {RuleBook[]} books
 * @param {LobbyEntry[]} tables
 */
function sections(books, tables) {
  const shared = tables.filter((table) => table.open && table.settings.mode.type !== 'solo');
  if (!shared.length) return h('p', {}, texts.lobby.empty);
  return books.flatMap((book) => {
    const own = shared.filter((table) => table.settings.book === book.id);
    if (!own.length) return [];
    const rules = h('a', { class: 'quiet', href: `#/rules/${book.id}` }, texts.nav.rules);
    const cards = own.map((table) => tableCard(table, book));
    return [h('section', {}, h('h2', {}, texts.book(book.id), rules), h('div', { class: 'grid' }, cards))];
  });
}

/**
 * @param {LobbyEntry} table
 * @param {RuleBook} book
 */
function tableCard(table, book) {
  const { settings, players, places } = table;
  const free = places - players.length;
  const { minimum, maximum } = betLimits(settings);
  const facts = (/** @type {string} */ text) => h('span', { class: 'facts quiet' }, text);
  return h(
    'a',
    { class: 'table-card', href: `#/table/${table.table}`, 'data-book': settings.book },
    h('span', { class: 'mini-felt', 'aria-hidden': 'true' }, h('i', { class: 'cloth' }), seatDots(table)),
    h('strong', {}, table.name),
    h('span', { class: 'facts' }, texts.lobby.limits(minimum, maximum)),
    facts(isPlayerBanked({ book }) ? texts.lobby.banked.players : texts.lobby.banked.house),
    facts(`${free > 0 ? texts.lobby.free(free) : texts.lobby.full} · ${texts.lobby.watchers(table.watchers)}`),
  );
}

/** A dot for each seat, along the half circle of the table. @param {LobbyEntry} table */
function seatDots({ players, places }) {
  return Array.from({ length: places }, (_, at) => {
    const player = players[at];
    const angle = Math.PI * (places === 1 ? 0.5 : (at + 0.5) / places);
    const vars = { '--hue': avatarHue(player?.id ?? 0), '--x': Math.cos(angle), '--y': Math.sin(angle) };
    const kind = !player ? 'free' : player.bot ? 'bot' : 'person';
    return h('i', { class: `dot ${kind}`, title: player && texts.player(player.name), vars });
  });
}
