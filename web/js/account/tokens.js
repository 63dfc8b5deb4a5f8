/** Tokens for programs: what each may do, and when it ends. */

import { engine } from '../app/context.js';
import { security as labels } from '../text/security.js';
import { texts } from '../text/text.js';
import { toast } from '../ui/announce.js';
import { button, fill, h } from '../ui/dom.js';
import { form } from '../ui/form.js';

/**
 * @typedef {import('../protocol.gen.js').Token} Token
 * @typedef {import('../protocol.gen.js').TokenScope} TokenScope
 */

const words = texts.account;
/** @type {TokenScope[]} */
const SCOPES = ['play', 'read'];
const USUAL_DAYS = 90;

/** @param {number} ms */
const day = (ms) => new Date(ms).toLocaleDateString('en-US', { dateStyle: 'medium' });

/** @param {Error} error */
const showError = (error) => toast(error.message);

export function tokens() {
  const list = h('ul', { class: 'tokens' });
  const shown = h('div', { 'aria-live': 'polite' });
  const refresh = async () => {
    const all = await engine.tokens();
    fill(list, all.length ? all.map((token) => row(token, revoke)) : h('li', { class: 'quiet' }, words.tokenNone));
  };
  const revoke = async (/** @type {number} */ id) => {
    await engine.revokeToken(id).catch(showError);
    // The secret that is shown may be the one that was revoked.
    fill(shown);
    await refresh().catch(showError);
  };
  void refresh().catch(() => {});
  return h(
    'section',
    {},
    h('h2', {}, words.tokens),
    h('p', { class: 'quiet' }, labels.tokensLead),
    list,
    shown,
    tokenForm(async (made) => {
      fill(shown, h('p', {}, words.tokenShown), h('p', {}, h('code', { class: 'secret' }, made)));
      await refresh();
    }),
  );
}

/** @param {Token} token @param {(id: number) => Promise<void>} revoke */
function row({ id, name, scopes, expires_ms: expires }, revoke) {
  const facts = [...scopes.map((scope) => labels.scopes[scope]), labels.until(day(expires))];
  return h(
    'li',
    {},
    h('span', {}, name),
    h('span', { class: 'quiet' }, facts.join(', ')),
    button(words.tokenRevoke, () => void revoke(id), {
      class: 'quiet-button', 'data-act': 'revoke', 'aria-label': `${words.tokenRevoke}: ${name}`,
    }),
  );
}

/** @param {(secret: string) => Promise<void>} done */
function tokenForm(done) {
  const scope = (/** @type {TokenScope} */ name) => ({
    name, label: labels.scopes[name], props: { type: 'checkbox', value: name, checked: true, required: false },
  });
  const fields = [
    { name: 'name', label: words.tokenName, props: { maxlength: 40 } },
    ...SCOPES.map(scope),
    { name: 'days', label: labels.days, hint: labels.daysHint,
      props: { type: 'number', min: 1, max: 365, value: USUAL_DAYS, inputmode: 'numeric' } },
  ];
  return form(fields, words.tokenMake, async (values) => {
    const scopes = SCOPES.filter((one) => values[one]);
    const made = await engine.createToken({ name: values.name, scopes, expires_days: Number(values.days) });
    await done(made.token);
  }, { 'data-act': 'token' });
}
