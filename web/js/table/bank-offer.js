/** The offer to bank a round. */

import { dollars } from '../text/money.js';
import { texts } from '../text/text.js';
import { button, h } from '../ui/dom.js';
import { bankAmounts } from './state/bank.js';

/**
 * @param {{scene: import('./state/scene.js').Scene, balance: number, accept: (amount: number) => void,
 *   decline: () => void}} props
 */
export function bankOffer({ scene, balance, accept, decline }) {
  const choices = bankAmounts(scene.settings, balance);
  const amount = h('input', {
    type: 'number',
    min: 10,
    step: 10,
    id: 'bank-amount',
    inputmode: 'numeric',
    value: (choices.at(-1) ?? 0) / 100,
  });
  const choice = (/** @type {number} */ cents) =>
    button(dollars(cents), () => (amount.value = String(cents / 100)), { class: 'quiet-button' });
  return h(
    'form',
    {
      class: 'offer',
      onsubmit: (/** @type {Event} */ event) => {
        event.preventDefault();
        accept(Math.round(Number(amount.value) * 100));
      },
    },
    h('label', { for: 'bank-amount' }, h('span', {}, texts.bank.amount), h('span', { class: 'prefixed' }, '$', amount)),
    h('span', { class: 'choices' }, choices.map(choice)),
    button(texts.bank.decline, decline, { class: 'pass', 'aria-keyshortcuts': 'n' }),
    h(
      'button',
      { type: 'submit', class: 'primary', 'aria-keyshortcuts': 'y', disabled: !choices.length },
      texts.bank.accept,
    ),
  );
}
