/** Acts of the floor, confirmed with a reason before they are done. */

import { engine } from '../app/context.js';
import { floor as labels } from '../text/floor.js';
import { toast } from '../ui/announce.js';
import { dialog } from '../ui/dialog.js';
import { button, h } from '../ui/dom.js';
import { form } from '../ui/form.js';

export const REASON = {
  name: 'reason',
  label: labels.reason,
  hint: labels.reasonHint,
  props: { maxlength: 200, autocomplete: 'off' },
};

/**
 * @param {'void' | 'close'} act
 * @param {import('../protocol.gen.js').LobbyEntry} table
 * @param {() => void} done
 */
export function ask(act, table, done) {
  const { title, lead, button: label, done: notice } = labels[act];
  // One id for the whole dialog: sent twice, it happens once.
  const id = crypto.randomUUID();
  const fields = form(
    [REASON],
    label,
    async ({ reason }) => {
      await engine.floorAct(act, table.table, { reason: reason.trim(), id });
      box.close();
      toast(notice);
      done();
    },
    { 'data-act': `confirm-${act}` },
  );
  const cancel = button(labels.cancel, () => box.close(), { 'data-act': 'cancel' });
  fields.querySelector('.row')?.append(cancel);
  const box = dialog(title(table.name, table.rounds), h('p', {}, lead), fields);
  fields.querySelector('input')?.focus();
}
