/** The user's hands, newest first. */

import { account, engine } from '../app/context.js';
import { entriesOf, splitOfSum } from '../coach/state/split.js';
import { Waterfall } from '../coach/waterfall.js';
import { texts } from '../text/text.js';
import { cardRow } from '../ui/card.js';
import { button, fill, h, put } from '../ui/dom.js';
import { attempt } from '../ui/failed.js';
import { bankingSheet } from './banking.js';
import { playedRow } from './played-row.js';

const labels = texts.history;

/** @returns {import('../app/main.js').Page} */
export function historyPage() {
  const list = h('ol', { class: 'hands' });
  const more = button(labels.more, () => attempt(failure, load), { hidden: true });
  const files = h(
    'p',
    { class: 'row', hidden: true },
    h('a', { class: 'button', href: engine.files.hands('jsonl'), download: 'hands.jsonl' }, labels.jsonl),
    h('a', { class: 'button', href: engine.files.hands('csv'), download: 'hands.csv' }, labels.csv),
  );
  let cursor = '';
  // The cards of a hand cost a request of their own, made when its row scrolls into view.
  const inView = new IntersectionObserver((entries) => {
    for (const { isIntersecting, target } of entries) {
      if (!isIntersecting) continue;
      inView.unobserve(target);
      void showCards(/** @type {HTMLElement} */ (target));
    }
  });
  const failure = h('div');
  const load = async () => {
    const page = await engine.hands(cursor);
    const rows = page.hands.map(playedRow);
    put(list, rows);
    rows.forEach((each) => inView.observe(each));
    cursor = page.next ?? '';
    more.hidden = !cursor;
    files.hidden = !list.children.length;
    if (!list.children.length) fill(list, h('li', { class: 'quiet' }, labels.none));
  };
  const splits = h('details', { class: 'splits', hidden: true }, h('summary', {}, labels.splits));
  if (account.user.get()) attempt(failure, load);
  if (account.user.get()) showSplits(splits);
  else fill(list, h('li', { class: 'quiet' }, labels.none));
  const element = h(
    'div',
    { class: 'page' },
    h('h1', {}, labels.title),
    h('p', { class: 'lead' }, labels.lead),
    splits,
    account.user.get() && bankingSheet(),
    files,
    list,
    more,
    failure,
  );
  return { element, title: labels.title, leave: () => inView.disconnect() };
}

/**
 * Shows luck and skill over all recent hands, and over each session. They are asked for when they are opened: counting
 * every deal of many hands takes its time.
 * @param {HTMLElement} at
 */
function showSplits(at) {
  at.hidden = false;
  const body = h('div', { 'aria-live': 'polite' });
  at.append(body);
  const load = async () => {
    fill(body, h('p', { class: 'quiet' }, texts.coach.thinking));
    const { all, sessions, earlier_left_out } = await engine.splits();
    if (!all.hands) return fill(body, h('p', { class: 'quiet' }, labels.none));
    const own = sessions.map(({ sum, from_ms, to_ms }) => fall(sum, labels.session(sum.hands, from_ms, to_ms)));
    fill(
      body,
      fall(all, labels.together(all.hands)),
      earlier_left_out && h('p', { class: 'quiet' }, labels.earlierLeftOut),
      own.length > 1 && own,
    );
  };
  at.addEventListener('toggle', () => !body.firstChild && attempt(body, load));
}

/**
 * @param {import('../protocol.gen.js').SplitSum} sum
 * @param {string} title
 */
function fall(sum, title) {
  const waterfall = new Waterfall();
  const split = splitOfSum(sum);
  waterfall.update({ title, entries: entriesOf(split), result: split.result });
  return waterfall.element;
}

/** Adds the cards of a hand to its row. @param {HTMLElement} row */
async function showCards(row) {
  const { table = '', round = '' } = row.dataset;
  const history = await engine.history(table, round).catch(() => null);
  const last = history?.steps.at(-1)?.view.round;
  const hand = last?.hands.find((each) => each.player === account.user.get()?.id);
  const cards = row.querySelector('.played-cards');
  if (!last || !cards) return;
  fill(cards, hand?.hole && cardRow(hand.hole, 'tiny'), cardRow(last.board, 'tiny'));
  const made = row.querySelector('.made');
  if (made && hand) made.textContent = hand.hand?.name ?? texts.table.folded;
}
