/** One hand, step by step. */

import { cardRow, smallCard } from '../card.js';
import { button, fill, h, say } from '../dom.js';
import { dollars, signed } from '../money.js';
import { rounds } from '../rounds.js';
import { reason } from '../table/result.js';
import { words } from '../words.js';
import { showProof } from './proof.js';

const said = words.history;
/** @typedef {keyof typeof words.history.steps} Step */
/** @type {Step[]} */
const STEPS = ['start', 'preflop', 'flop', 'river', 'dealer', 'result'];

/**
 * @param {string[]} parts
 * @returns {import('../main.js').Page}
 */
export function replayPage([table, number]) {
  const kept = rounds.get().find((each) => each.table === Number(table) && each.round.number === Number(number));
  const back = h('p', {}, h('a', { href: '#/history' }, `← ${said.back}`));
  if (!kept) return { element: h('div', { class: 'page' }, back, h('p', {}, said.gone)), title: said.replay };
  let at = 1;
  const stage = h('div', { class: 'replay', 'aria-live': 'polite' });
  const name = h('strong', {});
  const go = (/** @type {number} */ to) => {
    at = Math.max(0, Math.min(STEPS.length - 1, to));
    say(name, said.steps[STEPS[at]]);
    fill(stage, step(kept, at));
    previous.disabled = at === 0;
    next.disabled = at === STEPS.length - 1;
  };
  const previous = button(`← ${said.previous}`, () => go(at - 1));
  const next = button(`${said.next} →`, () => go(at + 1), { class: 'primary' });
  const press = (/** @type {KeyboardEvent} */ event) => {
    if (event.key === 'ArrowLeft') go(at - 1);
    if (event.key === 'ArrowRight') go(at + 1);
  };
  addEventListener('keydown', press);
  go(at);
  const element = h(
    'div',
    { class: 'page' },
    back,
    h('h1', {}, `${kept.name} · ${said.hand(kept.round.number)}`),
    stage,
    h(
      'div',
      { class: 'row replay-row' },
      previous,
      name,
      next,
      button(words.proof.button, () => showProof(kept.table, kept.settings, kept.round, kept.seat)),
    ),
  );
  return { element, title: said.replay, leave: () => removeEventListener('keydown', press) };
}

/**
 * @param {import('../rounds.js').Kept} kept
 * @param {number} at
 */
function step({ round, seat, decisions }, at) {
  const hand = round.hands.find((each) => each.seat === seat);
  if (!hand) return null;
  const board = at < 2 ? 0 : at < 3 ? 3 : 5;
  const stages = ['preflop', 'flop', 'river'].slice(0, Math.max(0, at));
  const done = decisions.filter((each) => stages.includes(each.stage));
  const bets = [
    ['ante', hand.ante],
    ['blind', hand.ante],
    ['trips', hand.trips],
    ['bad_beat', hand.bad_beat],
  ];
  const bet = bets
    .filter(([, amount]) => amount)
    .map(([wager, amount]) => `${words.wager(String(wager))} ${dollars(Number(amount))}`)
    .join(' · ');
  const row = (/** @type {string} */ label, /** @type {any} */ content) =>
    h('div', { class: 'replay-line' }, h('span', { class: 'quiet' }, label), content);
  return h(
    'div',
    {},
    row(words.table.dealer, at >= 4 && round.dealer ? cardRow(round.dealer, 'medium') : backs(2, round.deck)),
    row(
      words.table.board,
      h(
        'span',
        { class: 'cards' },
        round.board.slice(0, board).map((card) => smallCard(card, 'medium')),
        backs(5 - board, round.deck),
      ),
    ),
    row(words.table.you, at >= 1 && hand.hole ? cardRow(hand.hole, 'medium') : backs(2, round.deck)),
    h('p', {}, bet),
    done.map((each) => h('p', {}, `${said.steps[/** @type {Step} */ (each.stage)]}: ${words.action(each.action)}`)),
    at >= 5 &&
      h(
        'div',
        {},
        h('p', { class: 'lead' }, words.result.total(hand.net ?? 0), ' · ', reason(round, hand)),
        h(
          'ul',
          { class: 'lines' },
          hand.wagers.map((line) =>
            h(
              'li',
              {},
              h('b', {}, words.wager(line.wager)),
              ' ',
              line.net ? signed(line.net) : words.result.push,
              ' ',
              h('span', { class: 'quiet' }, line.clause),
            ),
          ),
        ),
      ),
  );
}

/** @param {number} count @param {string} deck */
function backs(count, deck) {
  return h(
    'span',
    { class: 'cards' },
    Array.from({ length: count }, () =>
      h(
        'span',
        { class: 'card medium', 'data-deck': deck },
        h('span', { class: 'inner' }, h('span', { class: 'back' })),
      ),
    ),
  );
}
