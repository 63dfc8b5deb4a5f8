/** The offer to bank a round of California. */

import { button, h } from '../dom.js';
import { dollars } from '../money.js';
import { words } from '../words.js';

/**
 * Amounts that make sense at this table and are in the wallet, smallest first.
 * @param {import('../types.js').Settings} settings
 * @param {number} wallet
 */
function amounts(settings, wallet) {
  const most = settings.maximum ?? 10_000;
  const affordable = Math.floor((wallet - 5_000) / 1_000) * 1_000;
  const round = [most, most * 2, most * 5].filter((each) => each <= affordable);
  return round.length ? round : affordable > 0 ? [affordable] : [];
}

/**
 * What whoever banks pays, by all bets on the table: lowest first, and nothing where nothing is collected.
 * @param {import('../types.js').Scene} scene
 * @returns {{from: number, fee: number}[]}
 */
export function fees({ settings: { schedule }, book }) {
  if (Array.isArray(schedule)) return schedule.map(([from, fee]) => ({ from, fee }));
  const printed = book.collection_schedules.find((each) => schedule && each.schedule === schedule);
  return printed?.brackets.map(({ from, player_dealer_collection: fee }) => ({ from, fee })) ?? [];
}

/**
 * @param {import('../types.js').Scene} scene
 * @param {import('./play.js').Play} play
 */
export function offerForm(scene, play) {
  const choices = amounts(scene.settings, play.balance());
  const amount = h('input', {
    type: 'number',
    min: 10,
    step: 10,
    id: 'bank-amount',
    inputmode: 'numeric',
    value: (choices.at(-1) ?? 0) / 100,
  });
  const choice = (/** @type {number} */ cents) =>
    button(
      dollars(cents),
      () => {
        amount.value = String(cents / 100);
      },
      { class: 'quiet-button' },
    );
  return h(
    'form',
    {
      class: 'offer',
      onsubmit: (/** @type {Event} */ event) => {
        event.preventDefault();
        play.acceptBank(Math.round(Number(amount.value) * 100));
      },
    },
    h('label', { for: 'bank-amount' }, h('span', {}, words.bank.amount), h('span', { class: 'prefixed' }, '$', amount)),
    h('span', { class: 'choices' }, choices.map(choice)),
    h(
      'button',
      { type: 'button', class: 'pass', 'aria-keyshortcuts': 'n', onclick: () => play.declineBank() },
      words.bank.decline,
    ),
    h(
      'button',
      { type: 'submit', class: 'primary', 'aria-keyshortcuts': 'y', disabled: !choices.length },
      words.bank.accept,
    ),
  );
}
