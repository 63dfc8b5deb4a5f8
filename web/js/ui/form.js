/** Forms that show their result, or what went wrong, below the button. */

import { h, say } from './dom.js';
import { texts } from '../text/text.js';

/** @typedef {{name: string, label: string, hint?: string, props?: Record<string, any>}} Field */

/** @param {Field} field */
function row({ name, label, hint, props }) {
  return h(
    'label',
    { class: 'field' },
    h('span', {}, label),
    h('input', { name, required: true, ...props }),
    hint && h('small', {}, hint),
  );
}

/**
 * @param {Field[]} fields
 * @param {string} label
 * @param {(values: Record<string, string>) => Promise<string | void>} act returns what is shown when it succeeded
 * @param {Record<string, any>} [props]
 */
export function form(fields, label, act, props) {
  const status = h('p', { class: 'form-status', role: 'status' });
  const send = h('button', { type: 'submit', class: 'primary' }, label);
  const element = h(
    'form',
    {
      class: 'form',
      ...props,
      onsubmit: async (/** @type {SubmitEvent} */ event) => {
        event.preventDefault();
        send.disabled = true;
        try {
          const values = Object.fromEntries(
            [...new FormData(element)].map(([name, value]) => [name, String(value)]),
          );
          const text = await act(values);
          status.dataset.tone = 'good';
          say(status, text ?? '');
        } catch (failure) {
          status.dataset.tone = 'bad';
          say(status, failure instanceof Error ? failure.message : texts.errors.unknown);
        }
        send.disabled = false;
      },
    },
    fields.map(row),
    h('div', { class: 'row' }, send),
    status,
  );
  return element;
}
