/** The account: its name, the player's own limits, and tokens for programs. */

import { account, engine } from '../app/context.js';
import { EngineError } from '../engine/engine.js';
import { playNow } from '../lobby/play-now.js';
import { dollars } from '../text/money.js';
import { security } from '../text/security.js';
import { texts } from '../text/text.js';
import { toast } from '../ui/announce.js';
import { button, fill, h } from '../ui/dom.js';
import { form } from '../ui/form.js';
import { moreChipsButton, moreChipsText } from './more-chips.js';
import { everywhere, recoveryCodes, recoveryForm, secondFactor } from './security.js';
import { tokens } from './tokens.js';

/** @typedef {import('../protocol.gen.js').Me} User */

const labels = texts.account;
const NAME = {
  name: 'name',
  label: labels.name,
  hint: labels.nameHint,
  props: { autocomplete: 'username', maxlength: 24 },
};
/** @param {string} name @param {string} label @param {string} kind */
const password = (name, label, kind) => ({
  name,
  label,
  hint: kind === 'new-password' ? security.passwordHint : undefined,
  props: { type: 'password', autocomplete: kind },
});

/** @returns {import('../app/main.js').Page} */
export function accountPage() {
  const element = h('div', { class: 'page account' });
  const stop = account.user.on((user) => {
    fill(element, h('h1', {}, labels.title), user ? signedIn(user) : signedOut());
  });
  return { element, title: labels.title, leave: stop };
}

function signedOut() {
  return [
    h(
      'section',
      {},
      h('p', {}, labels.nobody),
      button(texts.nav.play, () => void playNow(), { class: 'primary' }),
    ),
    signIn(),
  ];
}

function signIn() {
  return h(
    'section',
    {},
    h('h2', {}, labels.signIn),
    h('p', { class: 'quiet' }, labels.signInLead),
    signInForm(false),
    recoveryForm(),
  );
}

/**
 * Asks for the second factor once the card room has asked for it: most accounts have none.
 * @param {boolean} withFactor
 * @param {Record<string, string>} [typed]
 * @returns {HTMLElement}
 */
function signInForm(withFactor, typed = {}) {
  const name = { ...NAME, hint: undefined, props: { ...NAME.props, value: typed.name ?? '' } };
  const secret = password('password', labels.password, 'current-password');
  const filled = { ...secret, props: { ...secret.props, value: typed.password ?? '' } };
  const factor = {
    name: 'second_factor', label: security.factorOrCode, hint: security.factorAsked,
    props: { autocomplete: 'one-time-code', spellcheck: 'false', maxlength: 40 },
  };
  const element = form(withFactor ? [name, filled, factor] : [name, filled], labels.signIn, async (values) => {
    try {
      account.become(await engine.signIn(values));
    } catch (failure) {
      if (!(failure instanceof EngineError) || failure.code !== 'second_factor_needed') throw failure;
      const asked = signInForm(true, values);
      element.replaceWith(asked);
      /** @type {HTMLInputElement | null} */ (asked.querySelector('[name=second_factor]'))?.focus();
    }
  }, { 'data-act': 'sign-in' });
  return element;
}

/** @param {User} user */
function signedIn(user) {
  const signOut = () => engine.signOut().then(() => account.become(null), showError);
  return [
    h(
      'section',
      { class: 'facts-card' },
      h('p', { class: 'lead' }, labels.welcome(user.name)),
      h(
        'dl',
        { class: 'facts-list' },
        h('dt', {}, labels.balance),
        h('dd', {}, dollars(account.wallet.get() ?? user.balance)),
        h('dt', {}, labels.role),
        h('dd', {}, user.role),
      ),
      h('p', { class: 'quiet' }, labels.grant, ' ', moreChipsText()),
      (account.wallet.get() ?? user.balance) < user.grant.amount && moreChipsButton({ class: 'more-chips' }),
    ),
    user.guest ? nameSection() : passwordSection(),
    !user.guest && secondFactor(user),
    !user.guest && recoveryCodes(user),
    limits(user),
    tokens(),
    staff(user),
    user.guest && signIn(),
    h(
      'section',
      {},
      user.guest && h('p', { class: 'quiet' }, labels.signOutGuest),
      button(labels.signOut, () => void signOut()),
    ),
    !user.guest && everywhere(),
  ];
}

/** Turns a guest into an account that can be signed in to from another browser. */
function nameSection() {
  return h(
    'section',
    {},
    h('h2', {}, labels.keep),
    h('p', {}, labels.guest),
    form([NAME, password('password', labels.password, 'new-password')], labels.keepButton, async (values) =>
      account.become(await engine.nameAccount(values)),
    ),
  );
}

function passwordSection() {
  return h(
    'section',
    {},
    h('h2', {}, labels.change),
    form(
      [
        password('current', security.currentOrCode, 'current-password'),
        password('password', labels.fresh, 'new-password'),
      ],
      labels.change,
      async (values) => {
        account.become(await engine.changePassword(values));
        // The page has been drawn again, so that this form is no longer there to show its result.
        toast(labels.changed);
      },
    ),
  );
}

/** What the account may do beyond playing, and how the first floor account gets there. @param {User} user */
function staff({ role, guest }) {
  const body = () => {
    if (role === 'floor' || role === 'auditor') {
      return [
        h('p', {}, role === 'floor' ? labels.floorIs : labels.auditorIs),
        h('a', { class: 'button', href: '#/floor' }, labels.floorTo),
      ];
    }
    if (guest) return h('p', { class: 'quiet' }, labels.floorGuest);
    const props = { id: 'floor-code', autocomplete: 'off', spellcheck: 'false', maxlength: 100 };
    return [
      h('p', { class: 'quiet' }, labels.floorLead),
      form([{ name: 'code', label: labels.floorCode, props }], labels.floorButton, async ({ code }) =>
        account.become(await engine.redeemFloorCode(code.trim())), { 'data-act': 'floor-code' }),
    ];
  };
  return h('section', {}, h('h2', {}, labels.floor), body());
}

/** @param {Error} error */
const showError = (error) => toast(error.message);

/** @param {number} ms */
const when = (ms) => new Date(ms).toLocaleString('en-US', { dateStyle: 'medium', timeStyle: 'short' });

/** @param {User} user */
function limits({ limits: own }) {
  const later = own.later;
  const become = (/** @type {User} */ user) => account.become(user);
  const lift = () => engine.changeLimits({ no_daily_loss: true }).then(become, showError);
  const amount = (/** @type {number | null} */ cents) => (cents === null ? labels.dailyNone : dollars(cents));
  return h(
    'section',
    {},
    h('h2', {}, labels.limits),
    h('p', { class: 'quiet' }, labels.limitsLead),
    own.excluded_until_ms && h('p', { class: 'wrong' }, labels.excludedUntil(when(own.excluded_until_ms))),
    h('dl', { class: 'facts-list' }, h('dt', {}, labels.daily), h('dd', {}, amount(own.daily_loss))),
    later && h('p', {}, labels.later(amount(later.daily_loss), when(later.from_ms))),
    form(
      [
        {
          name: 'dollars',
          label: `${labels.daily}, $`,
          props: { type: 'number', min: 1, step: 1, inputmode: 'numeric' },
        },
      ],
      labels.set,
      async (values) => become(await engine.changeLimits({ daily_loss: Math.round(Number(values.dollars) * 100) })),
    ),
    own.daily_loss !== null
      && later?.daily_loss !== null
      && button(labels.lift, () => void lift(), { 'data-act': 'lift' }),
    form(
      [{ name: 'days', label: labels.exclude, hint: labels.excludeHint, props: { type: 'number', min: 1, max: 3650 } }],
      labels.excludeButton,
      async (values) => {
        if (!confirm(labels.excludeSure)) return;
        become(await engine.changeLimits({ exclude_days: Number(values.days) }));
      },
    ),
  );
}
