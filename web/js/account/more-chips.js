/** What a player who has run out of chips can do about it. */

import { account } from '../app/context.js';
import { texts } from '../text/text.js';
import { toast } from '../ui/announce.js';
import { button } from '../ui/dom.js';

const labels = texts.account;

/** When there are more chips: at once, or with the next day. */
export function moreChipsText() {
  const grant = account.user.get()?.grant;
  if (!grant) return '';
  const when = new Date(grant.next_ms).toLocaleString('en-US', { dateStyle: 'medium', timeStyle: 'short' });
  return grant.stacks_left > 0 ? labels.stacksLeft(grant.stacks_left, when) : labels.nextGrant(grant.amount, when);
}

/** A button that fills the wallet; null where today's chips are used up. @param {Record<string, any>} [props] */
export function moreChipsButton(props) {
  const grant = account.user.get()?.grant;
  if (!grant?.stacks_left) return null;
  const take = async () => {
    get.disabled = true;
    await account.takeChips().catch((error) => toast(error instanceof Error ? error.message : texts.errors.unknown));
    get.disabled = false;
  };
  const get = button(labels.moreChips(grant.amount), () => void take(), { class: 'primary more-chips', ...props });
  return get;
}
