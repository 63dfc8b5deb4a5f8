/** The page begins here: who is it, and where are they. */

import { dialog, dismiss } from './dialog.js';
import { fill, h, say } from './dom.js';
import { me, wallet, whoAmI } from './me.js';
import { dollars } from './money.js';
import { likes } from './prefs.js';
import { link } from './socket.js';
import { words } from './words.js';
import { accountPage } from './page/account.js';
import { failed } from './page/failed.js';
import { historyPage } from './page/history.js';
import { homePage } from './page/home.js';
import { lobbyPage } from './page/lobby.js';
import { mistakesPage } from './page/mistakes.js';
import { replayPage } from './page/replay.js';
import { rulesPage } from './page/rules.js';
import { showSettings } from './page/settings.js';
import { tablePage } from './page/table.js';

/** @typedef {{element: HTMLElement, title: string, wide?: boolean, leave?: () => void}} Page */

/** @type {Record<string, (parts: string[]) => Page>} */
const PAGES = {
  '': homePage,
  lobby: lobbyPage,
  table: (parts) => (isTable(parts[0]) ? tablePage(parts) : lost(words.noTable)),
  rules: rulesPage,
  account: accountPage,
  history: historyPage,
  replay: replayPage,
  mistakes: mistakesPage,
  lab: (parts) => later(words.nav.lab, async () => (await import('./page/lab.js')).labPage(parts)),
  floor: (parts) => later(words.nav.floor, async () => (await import('./page/floor.js')).floorPage(parts)),
  trainer: (parts) =>
    later(words.trainer.nav, async () => (await import('./page/trainer.js')).trainerPage(parts)),
};

/** A number that may be a table's. @param {string | undefined} text */
const isTable = (text) => /^[1-9]\d{0,14}$/.test(text ?? '');

/**
 * Where there is nothing.
 * @param {string} title
 * @returns {Page}
 */
function lost(title) {
  const way = (/** @type {string} */ href, /** @type {string} */ label) => h('a', { class: 'button', href }, label);
  const ways = h('p', { class: 'row' }, way('#/', words.toHome), way('#/lobby', words.home.lobby));
  return { element: h('div', { class: 'page' }, h('h1', {}, title), ways), title };
}

/**
 * A page that not everybody needs: what it is made of comes when it is opened.
 * @param {string} title
 * @param {() => Promise<Page>} load
 * @returns {Page}
 */
function later(title, load) {
  const element = h('div', { 'aria-busy': 'true' });
  /** @type {Page | null} */
  let loaded = null;
  let left = false;
  load().then(
    (come) => {
      if (left) return come.leave?.();
      loaded = come;
      element.removeAttribute('aria-busy');
      fill(element, come.element);
      document.title = `${come.title} – ${words.name}`;
    },
    () => fill(element, failed(new Error(words.unreachable), show)),
  );
  const leave = () => {
    left = true;
    loaded?.leave?.();
  };
  return { element, title, leave };
}

const main = /** @type {HTMLElement} */ (document.getElementById('main'));
/** @type {Page | null} */
let page = null;

function show() {
  const [name = '', ...parts] = location.hash.replace(/^#\/?/, '').split('/');
  page?.leave?.();
  dismiss();
  for (const each of document.querySelectorAll('dialog')) each.close();
  page = Object.hasOwn(PAGES, name) ? PAGES[name](parts) : lost(words.notFound);
  document.title = `${page.title} – ${words.name}`;
  main.classList.toggle('wide', Boolean(page.wide));
  fill(main, page.element);
  for (const each of document.querySelectorAll('#header nav a')) {
    const here = each.getAttribute('href') === `#/${name}`;
    if (here) each.setAttribute('aria-current', 'page');
    else each.removeAttribute('aria-current');
  }
  scrollTo(0, 0);
}

function header() {
  const amount = h('span', { class: 'amount' });
  const purse = h(
    'a',
    { class: 'wallet', href: '#/account', title: words.nav.wallet },
    h('i', { class: 'coin' }),
    amount,
  );
  const who = h('a', { class: 'whoami', href: '#/account' });
  wallet.on((balance) => {
    purse.hidden = balance === null;
    if (balance !== null) say(amount, dollars(balance));
  });
  me.on((somebody) => say(who, somebody?.name ?? words.nav.signIn));
  const to = (/** @type {string} */ name, /** @type {string} */ label) => h('a', { href: `#/${name}` }, label);
  const floor = to('floor', words.nav.floor);
  const isStaff = () => (me.get()?.role ?? 'player') !== 'player';
  me.on(() => (floor.hidden = !isStaff()));
  const links = () => [
    to('lobby', words.nav.lobby),
    to('rules', words.nav.rules),
    to('history', words.nav.history),
    to('mistakes', words.nav.mistakes),
    to('trainer', words.trainer.nav),
    to('lab', words.nav.lab),
    to('account', words.nav.account),
  ];
  const menu = () =>
    void dialog(
      words.tagline,
      h(
        'div',
        { class: 'menu-list' },
        [...links(), ...(isStaff() ? [to('floor', words.nav.floor)] : [])].map((each) => {
          each.className = 'button';
          return each;
        }),
      ),
    );
  return [
    h('a', { class: 'brand', href: '#/', title: words.nav.home }, h('span', { class: 'mark' }), words.name),
    h('nav', { 'aria-label': words.name }, links().slice(0, 6), floor),
    h('button', { type: 'button', class: 'menu', onclick: menu }, words.nav.menu),
    h(
      'div',
      { class: 'right' },
      purse,
      who,
      h('button', { type: 'button', class: 'gear', 'aria-label': words.nav.settings, onclick: showSettings }),
    ),
  ];
}

async function start() {
  fill(/** @type {HTMLElement} */ (document.getElementById('header')), header());
  const banner = /** @type {HTMLElement} */ (document.getElementById('banner'));
  link.state.on((state) => {
    banner.hidden = state !== 'lost';
    say(banner, state === 'lost' ? words.table.lost : '');
  });
  likes.on(({ fourColours, speed }) => {
    document.documentElement.classList.toggle('four-colours', fourColours);
    document.documentElement.dataset.speed = speed;
  });
  const skip = /** @type {HTMLElement} */ (document.querySelector('.skip'));
  say(skip, words.nav.skip);
  skip.addEventListener('click', (event) => {
    event.preventDefault();
    main.focus();
  });
  await whoAmI().catch(() => {});
  addEventListener('hashchange', () => {
    show();
    // What had the focus may be gone, and whoever follows a link wants to read on there.
    main.focus({ preventScroll: true });
  });
  show();
}

void start();
