/** The header: where the user can go, who they are and what they have. */

import { dollars } from '../text/money.js';
import { texts } from '../text/text.js';
import { dialog } from '../ui/dialog.js';
import { h, say } from '../ui/dom.js';
import { ownTables } from '../lobby/state/own-tables.js';
import { account, engine } from './context.js';
import { showSettings } from './settings.js';

/** Pages of the header, in order. On narrow screens all of them are in the menu. @type {[string, string][]} */
const LINKS = [
  ['lobby', texts.nav.lobby],
  ['rules', texts.nav.rules],
  ['history', texts.nav.history],
  ['mistakes', texts.nav.mistakes],
  ['trainer', texts.trainer.title],
  ['lab', texts.lab.title],
];

/** @param {[string, string]} page @param {Record<string, any>} [props] */
const link = ([name, label], props) => h('a', { href: `#/${name}`, ...props }, label);

/** The way back to a table of the user's; hidden where they have none, and at the table. */
const back = h('a', { class: 'back', hidden: true }, texts.lobby.back);

export function headerContent() {
  const amount = h('span', { class: 'amount' });
  const coin = h('i', { class: 'coin' });
  const wallet = h('a', { class: 'wallet', href: '#/account', title: texts.nav.wallet }, coin, amount);
  const user = h('a', { class: 'whoami', href: '#/account' });
  const floor = link(['floor', texts.nav.floor]);
  account.wallet.on((balance) => {
    wallet.hidden = balance === null;
    if (balance !== null) say(amount, dollars(balance));
  });
  account.user.on((who) => {
    say(user, who?.name ?? texts.nav.signIn);
    floor.hidden = !account.isStaff();
  });
  const gear = { type: 'button', class: 'gear', 'aria-label': texts.nav.settings, onclick: showSettings };
  return [
    h('a', { class: 'brand', href: '#/', title: texts.nav.home }, h('span', { class: 'mark' }), texts.name),
    h('nav', { 'aria-label': texts.name }, LINKS.map((each) => link(each)), floor, back),
    h('button', { type: 'button', class: 'menu', onclick: showMenu }, texts.nav.menu),
    h('div', { class: 'right' }, wallet, user, h('button', gear)),
  ];
}

function showMenu() {
  /** @type {[string, string][]} */
  const links = [...LINKS, ['account', texts.nav.account]];
  if (account.isStaff()) links.push(['floor', texts.nav.floor]);
  const list = links.map((each) => link(each, { class: 'button' }));
  const href = back.getAttribute('href');
  if (!back.hidden) list.unshift(h('a', { class: 'button primary', href }, texts.lobby.back));
  dialog(texts.tagline, h('div', { class: 'menu-list' }, list));
}

/** Marks the link of the page that is shown. @param {string} name */
export function markCurrent(name) {
  void offerBack(name);
  for (const each of document.querySelectorAll('#header nav a')) {
    if (each.getAttribute('href') === `#/${name}`) each.setAttribute('aria-current', 'page');
    else each.removeAttribute('aria-current');
  }
}

/** @param {string} name of the page that is shown */
async function offerBack(name) {
  back.hidden = true;
  const player = account.user.get()?.id;
  if (name === 'table' || player === undefined) return;
  const [own] = ownTables(await engine.tables().catch(() => []), player);
  // The user may have gone elsewhere in the meantime.
  if (!own || location.hash.startsWith('#/table/')) return;
  back.setAttribute('href', `#/table/${own.table}`);
  back.hidden = false;
}
