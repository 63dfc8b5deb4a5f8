/** Acts of the floor, each with its reason, asked for once more before it is done. */

import { post } from '../api.js';
import { toast } from '../announce.js';
import { dialog } from '../dialog.js';
import { button, h } from '../dom.js';
import { form } from '../page/form.js';
import { floor as said } from '../words/floor.js';

export const REASON = {
  name: 'reason',
  label: said.reason,
  hint: said.reasonHint,
  props: { maxlength: 200, autocomplete: 'off' },
};

/**
 * @param {'void' | 'close'} act
 * @param {import('../types.js').Summary} table
 * @param {() => void} done
 */
export function ask(act, table, done) {
  const { title, lead, button: label, done: thanks } = said[act];
  // Asked twice under one name, it happens once.
  const id = crypto.randomUUID();
  const fields = form(
    [REASON],
    label,
    async ({ reason }) => {
      await post(`/api/tables/${table.table}/${act}`, { reason: reason.trim(), id });
      box.close();
      toast(thanks);
      done();
    },
    { 'data-act': `confirm-${act}` },
  );
  const cancel = button(said.cancel, () => box.close(), { 'data-act': 'cancel' });
  fields.querySelector('.row')?.append(cancel);
  const box = dialog(title(table.name, table.rounds), h('p', {}, lead), fields);
  fields.querySelector('input')?.focus();
}
