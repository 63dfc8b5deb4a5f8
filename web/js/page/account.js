/** One's account: a name, limits of one's own, tokens of one's programs. */

import { toast } from '../announce.js';
import { get, post, remove } from '../api.js';
import { button, fill, h } from '../dom.js';
import { become, me, wallet } from '../me.js';
import { dollars } from '../money.js';
import { words } from '../words.js';
import { form } from './form.js';
import { playNow } from './home.js';

/** @typedef {import('../types.js').Me} Me */

const said = words.account;
const NAME = {
  name: 'name',
  label: said.name,
  hint: said.nameHint,
  props: { autocomplete: 'username', maxlength: 24 },
};
/** @param {string} name @param {string} label @param {string} kind */
const password = (name, label, kind) => ({
  name,
  label,
  hint: kind === 'new-password' ? said.passwordHint : undefined,
  props: { type: 'password', autocomplete: kind },
});

/** @returns {import('../main.js').Page} */
export function accountPage() {
  const element = h('div', { class: 'page account' });
  const stop = me.on((who) => fill(element, h('h1', {}, said.title), who ? known(who) : unknown()));
  return { element, title: said.title, leave: stop };
}

function unknown() {
  return [
    h(
      'section',
      {},
      h('p', {}, said.nobody),
      button(words.nav.play, () => void playNow(), { class: 'primary' }),
    ),
    signIn(),
  ];
}

function signIn() {
  return h(
    'section',
    {},
    h('h2', {}, said.signIn),
    h('p', { class: 'quiet' }, said.signInLead),
    form(
      [{ ...NAME, hint: undefined }, password('password', said.password, 'current-password')],
      said.signIn,
      async (values) => become(await post('/api/sign-in', values)),
    ),
  );
}

/** @param {Me} who */
function known(who) {
  return [
    h(
      'section',
      { class: 'facts-card' },
      h('p', { class: 'lead' }, said.welcome(who.name)),
      h(
        'dl',
        { class: 'facts-list' },
        h('dt', {}, said.balance),
        h('dd', {}, dollars(wallet.get() ?? who.balance)),
        h('dt', {}, said.role),
        h('dd', {}, who.role),
      ),
      h('p', { class: 'quiet' }, said.grant),
    ),
    who.guest
      ? h(
          'section',
          {},
          h('h2', {}, said.keep),
          h('p', {}, said.guest),
          form([NAME, password('password', said.password, 'new-password')], said.keepButton, async (values) =>
            become(await post('/api/name', values)),
          ),
        )
      : h(
          'section',
          {},
          h('h2', {}, said.change),
          form(
            [
              password('current', said.current, 'current-password'),
              password('password', said.fresh, 'new-password'),
            ],
            said.change,
            async (values) => {
              // The page is made anew for whoever it is now, and a form of before would say nothing.
              become(await post('/api/password', values));
              toast(said.changed);
            },
          ),
        ),
    limits(who),
    tokens(),
    staff(who),
    who.guest && signIn(),
    h(
      'section',
      {},
      who.guest && h('p', { class: 'quiet' }, said.signOutGuest),
      button(said.signOut, () => void post('/api/sign-out').then(() => become(null), complain)),
    ),
  ];
}

/** What somebody may do beyond playing, and how the first one comes to it. @param {Me} who */
function staff({ role, guest }) {
  const body = () => {
    if (role === 'floor' || role === 'auditor') {
      return [
        h('p', {}, role === 'floor' ? said.floorIs : said.auditorIs),
        h('a', { class: 'button', href: '#/floor' }, said.floorTo),
      ];
    }
    if (guest) return h('p', { class: 'quiet' }, said.floorGuest);
    const props = { id: 'floor-code', autocomplete: 'off', spellcheck: 'false', maxlength: 100 };
    return [
      h('p', { class: 'quiet' }, said.floorLead),
      form([{ name: 'code', label: said.floorCode, props }], said.floorButton, async ({ code }) =>
        become(await post('/api/floor-code', { code: code.trim() })), { 'data-act': 'floor-code' }),
    ];
  };
  return h('section', {}, h('h2', {}, said.floor), body());
}

/** @param {Error} failure */
const complain = (failure) => toast(failure.message);

/** @param {number} ms */
const when = (ms) => new Date(ms).toLocaleString('en-US', { dateStyle: 'medium', timeStyle: 'short' });

/** @param {Me} who */
function limits({ limits: own }) {
  const later = own.later;
  const lift = () => post('/api/limits', { no_daily_loss: true }).then(become, complain);
  const amount = (/** @type {number | null} */ cents) => (cents === null ? said.dailyNone : dollars(cents));
  return h(
    'section',
    {},
    h('h2', {}, said.limits),
    h('p', { class: 'quiet' }, said.limitsLead),
    own.excluded_until_ms && h('p', { class: 'wrong' }, said.excludedUntil(when(own.excluded_until_ms))),
    h('dl', { class: 'facts-list' }, h('dt', {}, said.daily), h('dd', {}, amount(own.daily_loss))),
    later && h('p', {}, said.later(amount(later.daily_loss), when(later.from_ms))),
    form(
      [
        {
          name: 'dollars',
          label: `${said.daily}, $`,
          props: { type: 'number', min: 1, step: 1, inputmode: 'numeric' },
        },
      ],
      said.set,
      async (values) => become(await post('/api/limits', { daily_loss: Math.round(Number(values.dollars) * 100) })),
    ),
    own.daily_loss !== null
      && later?.daily_loss !== null
      && button(said.lift, () => void lift(), { 'data-act': 'lift' }),
    form(
      [{ name: 'days', label: said.exclude, hint: said.days(30), props: { type: 'number', min: 1, max: 3650 } }],
      said.excludeButton,
      async (values) => {
        if (!confirm(said.excludeSure)) return;
        become(await post('/api/limits', { exclude_days: Number(values.days) }));
      },
    ),
  );
}

function tokens() {
  const list = h('ul', { class: 'tokens' });
  const shown = h('div', { 'aria-live': 'polite' });
  const refresh = async () => {
    const all = /** @type {{id: number, name: string, created_ms: number}[]} */ (await get('/api/tokens'));
    fill(
      list,
      all.length
        ? all.map((token) =>
            h(
              'li',
              {},
              h('span', {}, token.name),
              h('span', { class: 'quiet' }, when(token.created_ms)),
              button(said.tokenRevoke, () => void revoke(token.id), {
                class: 'quiet-button', 'data-act': 'revoke', 'aria-label': `${said.tokenRevoke}: ${token.name}`,
              }),
            ),
          )
        : h('li', { class: 'quiet' }, said.tokenNone),
    );
  };
  const revoke = async (/** @type {number} */ id) => {
    await remove(`/api/tokens/${id}`).catch(complain);
    // A secret that opens nothing is not shown any longer.
    fill(shown);
    await refresh().catch(complain);
  };
  void refresh().catch(() => {});
  return h(
    'section',
    {},
    h('h2', {}, said.tokens),
    h('p', { class: 'quiet' }, said.tokensLead),
    list,
    shown,
    form([{ name: 'name', label: said.tokenName, props: { maxlength: 40 } }], said.tokenMake, async (values) => {
      const made = await post('/api/tokens', values);
      fill(shown, h('p', {}, said.tokenShown), h('p', {}, h('code', { class: 'secret' }, made.token)));
      await refresh();
    }),
  );
}
