/** What keeps an account safe: recovery codes, the second factor, and signing out everywhere. */

import { account, engine } from '../app/context.js';
import { security as labels } from '../text/security.js';
import { texts } from '../text/text.js';
import { toast } from '../ui/announce.js';
import { button, fill, h } from '../ui/dom.js';
import { form } from '../ui/form.js';

/** @typedef {import('../protocol.gen.js').Me} User */

const CURRENT = {
  name: 'current',
  label: texts.account.current,
  props: { type: 'password', autocomplete: 'current-password' },
};
const CODE_PROPS = { autocomplete: 'one-time-code', spellcheck: 'false', maxlength: 40 };

/** @param {unknown} error */
const showError = (error) => toast(error instanceof Error ? error.message : texts.errors.unknown);

/** @param {User} user */
export function recoveryCodes(user) {
  const shown = h('div', { 'aria-live': 'polite' });
  const left = h('p', {}, labels.codesLeft(user.recovery_codes));
  return h(
    'section',
    {},
    h('h2', {}, labels.codes),
    h('p', { class: 'quiet' }, labels.codesLead),
    left,
    shown,
    form([CURRENT], labels.codesMake, async ({ current }) => {
      const { codes } = await engine.makeRecoveryCodes(current);
      fill(
        shown,
        h('p', {}, labels.codesShown),
        h('ol', { class: 'recovery-codes' }, codes.map((code) => h('li', {}, h('code', { class: 'secret' }, code)))),
      );
      fill(left, labels.codesLeft(codes.length));
    }, { 'data-act': 'recovery-codes' }),
  );
}

/** @param {User} user */
export function secondFactor(user) {
  const steps = h('div', { 'aria-live': 'polite' });
  const begin = async () => fill(steps, enrolment(await engine.makeSecondFactor()));
  const isOn = user.second_factor === 'on';
  return h(
    'section',
    { id: 'second-factor' },
    h('h2', {}, labels.factor),
    h('p', { class: 'quiet' }, labels.factorLead),
    user.second_factor === 'due' && h('p', { class: 'wrong' }, labels.factorDue),
    isOn && h('p', {}, labels.factorOn),
    isOn
      ? removal()
      : button(labels.factorBegin, () => void begin().catch(showError), { 'data-act': 'second-factor' }),
    steps,
  );
}

/** @param {import('../protocol.gen.js').NewSecondFactor} made */
function enrolment({ secret, link, qr_code: drawn }) {
  // As a picture and not as markup: what the card room draws is never part of the page.
  const src = `data:image/svg+xml,${encodeURIComponent(drawn)}`;
  const code = { name: 'code', label: labels.factorCode, props: { ...CODE_PROPS, inputmode: 'numeric' } };
  return [
    h('p', {}, labels.factorScan),
    h('img', { class: 'qr-code', src, alt: labels.factorPicture }),
    h('p', {}, `${labels.factorSecret}: `, h('a', { href: link }, h('code', { class: 'secret' }, secret))),
    form([CURRENT, code], labels.factorEnrol, async (values) => {
      account.become(await engine.enrolSecondFactor({ ...values, secret }));
      // The page has been drawn again, so that this form is no longer there to show its result.
      toast(labels.factorDone);
    }, { 'data-act': 'enrol' }),
  ];
}

function removal() {
  const code = { name: 'code', label: labels.factorOrCode, props: CODE_PROPS };
  return form([CURRENT, code], labels.factorRemove, async (values) => {
    await engine.removeSecondFactor(values);
    account.become(await engine.account());
    toast(labels.factorGone);
  });
}

export function everywhere() {
  const leave = () => engine.signOutEverywhere().then(() => account.become(null), showError);
  return h(
    'section',
    {},
    h('h2', {}, labels.everywhere),
    h('p', { class: 'quiet' }, labels.everywhereLead),
    button(labels.everywhere, () => void leave(), { 'data-act': 'everywhere' }),
  );
}

/** Signs in without the password. */
export function recoveryForm() {
  return h(
    'details',
    {},
    h('summary', {}, labels.byCode),
    form(
      [
        { name: 'name', label: texts.account.name, props: { autocomplete: 'username', maxlength: 24 } },
        { name: 'recovery_code', label: labels.recoveryCode, props: { ...CODE_PROPS, autocomplete: 'off' } },
        { name: 'second_factor', label: labels.factorOrCode, props: { ...CODE_PROPS, required: false } },
      ],
      labels.byCodeButton,
      async ({ second_factor: factor, ...values }) =>
        account.become(await engine.signIn(factor ? { ...values, second_factor: factor } : values)),
      { 'data-act': 'recover' },
    ),
  );
}
