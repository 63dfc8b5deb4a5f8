/** Forms that say what went wrong where it went wrong. */

import { h, say } from '../dom.js';
import { words } from '../words.js';

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
 * @param {(values: Record<string, string>) => Promise<string | void>} act says what is to be said
 * @param {Record<string, any>} [props]
 */
export function form(fields, label, act, props) {
  const said = h('p', { class: 'form-said', role: 'status' });
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
          said.dataset.tone = 'good';
          say(said, text ?? '');
        } catch (failure) {
          said.dataset.tone = 'bad';
          say(said, failure instanceof Error ? failure.message : words.wrong);
        }
        send.disabled = false;
      },
    },
    fields.map(row),
    h('div', { class: 'row' }, send),
    said,
  );
  return element;
}
