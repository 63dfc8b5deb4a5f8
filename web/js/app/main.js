/** The start of the page: restores the account, draws the header and follows the address. */

import { replayPage } from '../history/replay-page.js';
import { lobbyPage } from '../lobby/lobby-page.js';
import { preferences } from '../state/preferences.js';
import { tablePage } from '../table/table-page.js';
import { texts } from '../text/text.js';
import { clearToasts } from '../ui/announce.js';
import { dismiss } from '../ui/dialog.js';
import { fill, h, say } from '../ui/dom.js';
import { failed } from '../ui/failed.js';
import { account, engine } from './context.js';
import { headerContent, markCurrent } from './header.js';
import { homePage } from './home-page.js';

/** @typedef {{element: HTMLElement, title: string, wide?: boolean, leave?: () => void}} Page */

/** @type {Record<string, (parts: string[]) => Page>} */
const PAGES = {
  '': homePage,
  lobby: lobbyPage,
  table: (parts) => (isTableNumber(parts[0]) ? tablePage(parts) : notFound(texts.errors.noTable)),
  replay: replayPage,
  // Few visitors open these, so that their modules are loaded on demand.
  account: () => lazy(texts.account.title, async () => (await import('../account/account-page.js')).accountPage()),
  history: () => lazy(texts.history.title, async () => (await import('../history/history-page.js')).historyPage()),
  rules: (parts) => lazy(texts.rules.title, async () => (await import('../rules/rules-page.js')).rulesPage(parts)),
  mistakes: () =>
    lazy(texts.coach.page, async () => (await import('../coach/mistakes-page.js')).mistakesPage()),
  lab: (parts) => lazy(texts.lab.title, async () => (await import('../lab/lab-page.js')).labPage(parts)),
  floor: (parts) => lazy(texts.nav.floor, async () => (await import('../floor/floor-page.js')).floorPage(parts)),
  trainer: (parts) =>
    lazy(texts.trainer.title, async () => (await import('../trainer/trainer-page.js')).trainerPage(parts)),
};

/** @param {string | undefined} text */
const isTableNumber = (text) => /^[1-9]\d{0,14}$/.test(text ?? '');

/**
 * @param {string} title
 * @returns {Page}
 */
function notFound(title) {
  const link = (/** @type {string} */ href, /** @type {string} */ label) => h('a', { class: 'button', href }, label);
  const links = h('p', { class: 'row' }, link('#/', texts.errors.toHome), link('#/lobby', texts.home.lobby));
  return { element: h('div', { class: 'page' }, h('h1', {}, title), links), title };
}

/**
 * A page whose modules are loaded when it is opened.
 * @param {string} title
 * @param {() => Promise<Page>} load
 * @returns {Page}
 */
function lazy(title, load) {
  const element = h('div', { 'aria-busy': 'true' });
  /** @type {Page | null} */
  let loaded = null;
  let hasLeft = false;
  load().then(
    (page) => {
      // The user may have gone elsewhere while the modules were on their way.
      if (hasLeft) return page.leave?.();
      loaded = page;
      element.removeAttribute('aria-busy');
      fill(element, page.element);
      document.title = pageTitle(page.title);
    },
    () => fill(element, failed(new Error(texts.errors.unreachable), show)),
  );
  const leave = () => {
    hasLeft = true;
    loaded?.leave?.();
  };
  return { element, title, leave };
}

/** @param {string} title */
const pageTitle = (title) => `${title} – ${texts.name}`;

/** @param {string} id */
const byId = (id) => /** @type {HTMLElement} */ (document.getElementById(id));

const main = byId('main');
/** @type {Page | null} */
let current = null;

/** Shows the page of the present address. */
function show() {
  const [name = '', ...parts] = location.hash.replace(/^#\/?/, '').split('/');
  current?.leave?.();
  dismiss();
  clearToasts();
  for (const each of document.querySelectorAll('dialog')) each.close();
  current = Object.hasOwn(PAGES, name) ? PAGES[name](parts) : notFound(texts.errors.noPage);
  document.title = pageTitle(current.title);
  main.classList.toggle('wide', Boolean(current.wide));
  fill(main, current.element);
  markCurrent(name);
  scrollTo(0, 0);
}

async function start() {
  fill(byId('header'), headerContent());
  const banner = byId('banner');
  engine.connection.on((state) => {
    banner.hidden = state !== 'lost';
    say(banner, state === 'lost' ? texts.errors.lost : '');
  });
  preferences.on(({ fourColours, speed }) => {
    document.documentElement.classList.toggle('four-colours', fourColours);
    document.documentElement.dataset.speed = speed;
  });
  const skip = /** @type {HTMLElement} */ (document.querySelector('.skip'));
  say(skip, texts.nav.skip);
  skip.addEventListener('click', (event) => {
    event.preventDefault();
    main.focus();
  });
  // A card room that cannot be reached is reported by whatever needs it next.
  await account.restore().catch(() => {});
  addEventListener('hashchange', () => {
    show();
    // The element that had the focus may be gone, and a screen reader goes on from here.
    main.focus({ preventScroll: true });
  });
  show();
}

void start();
