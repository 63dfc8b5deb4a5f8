/** The texts of what keeps an account safe: tokens, recovery codes, the second factor. They load with its page. */

/** @typedef {import('../protocol.gen.js').TokenScope} TokenScope */

export const security = {
  tokensLead: 'For programs that play or read on your behalf. A token is shown once, ends at its time and with your '
    + 'password, and can never change your account.',
  scopes: /** @type {Record<TokenScope, string>} */ ({ play: 'may play', read: 'may read' }),
  scopesTitle: 'What it may do',
  days: 'Days until it ends', daysHint: '1 to 365',
  until: (/** @type {string} */ when) => `ends ${when}`,

  everywhere: 'Sign out everywhere',
  everywhereLead: 'Ends all your sessions on all devices, this one included, and all your tokens.',

  codes: 'Recovery codes',
  codesLead: 'A code lets you in when you have lost your password or your authenticator, or when somebody is '
    + 'guessing at your password. Each works once.',
  codesLeft: (/** @type {number} */ count) =>
    (count === 0 ? 'You have no recovery codes.' : `You have ${count} unused ${count === 1 ? 'code' : 'codes'}.`),
  codesMake: 'Make ten new codes',
  codesShown: 'Write them down or print them now. They will not be shown again, and earlier codes no longer work.',

  factor: 'Second factor',
  factorLead: 'An authenticator app shows six digits that change every thirty seconds. Signing in then needs them '
    + 'as well.',
  factorDue: 'You are on the staff of this card room: please set up a second factor.',
  factorOn: 'Signing in asks for your second factor.',
  factorBegin: 'Set up a second factor',
  factorScan: 'Scan this with your authenticator, or type the secret into it. Then enter the six digits that it shows. '
    + 'All other sessions and all tokens end.',
  factorSecret: 'Secret', factorPicture: 'QR code of the secret',
  factorCode: 'Six digits', factorOrCode: 'Six digits, or a recovery code',
  factorEnrol: 'Turn it on', factorRemove: 'Turn it off',
  factorDone: 'Your second factor is on.', factorGone: 'Your second factor is off.',

  byCode: 'Lost your password, or locked out?',
  recoveryCode: 'Recovery code', byCodeButton: 'Sign in with a recovery code',
  factorAsked: 'Now enter the six digits of your authenticator, or a recovery code.',
  passwordHint: 'At least 8 characters that are hard to guess, for example four unrelated words',
  currentOrCode: 'Current password, or a recovery code',
};
