/** All words of the page, in one place. */

import { dollars, signed } from './money.js';
import { coach, why } from './words/coach.js';
import { lab } from './words/lab.js';
import { trainer } from './words/trainer.js';

/** @type {Record<string, string>} */
const RANKS = {
  2: 'two', 3: 'three', 4: 'four', 5: 'five', 6: 'six', 7: 'seven', 8: 'eight', 9: 'nine', T: 'ten',
  J: 'jack', Q: 'queen', K: 'king', A: 'ace',
};
/** @type {Record<string, string>} */
const SUITS = { c: 'clubs', d: 'diamonds', h: 'hearts', s: 'spades' };

/** @param {string} card */
const card = (card) => `${RANKS[card[0]]} of ${SUITS[card[1]]}`;

/** @type {Record<string, string>} */
const WAGERS = { ante: 'Ante', blind: 'Blind', trips: 'Trips', bad_beat: 'Bad Beat', play: 'Play' };

/** @type {Record<string, string>} */
const ACTIONS = {
  check: 'Check', fold: 'Fold', '1x': 'Bet 1×', '2x': 'Bet 2×', '3x': 'Raise 3×', '4x': 'Raise 4×',
};

/** @type {Record<string, string>} */
const OUTCOMES = {
  win: 'wins', lose: 'loses', push: 'pushes', returned: 'is returned', 'partly covered': 'is covered in part',
};

/** @type {Record<string, string>} */
const VERDICTS = { win: 'Win', lose: 'Lose', push: 'Tie', fold: 'Folded' };

/** @type {Record<string, string>} */
const BOOKS = {
  house: 'House-banked', washington: 'Washington', california: 'California',
  'california-bad-beat': 'California with Bad Beat',
};

export const words = {
  name: 'uth',
  tagline: 'Ultimate Texas Hold’em',
  nav: {
    play: 'Play now', lobby: 'Lobby', rules: 'Rules', history: 'Hands', mistakes: 'Coach', account: 'Account',
    lab: 'Laboratory', settings: 'Settings', menu: 'Menu', home: 'uth, start page', floor: 'Floor', signIn: 'Sign in',
    wallet: 'Your chips', skip: 'To the content',
  },

  card,
  /** @param {string[]} cards */
  cards: (cards) => cards.map(card).join(', '),
  /** The mark beside it says who is run by the house. @param {string} name */
  player: (name) => name.replace(/ \(house\)$/, ''),
  faceDown: 'a card, face down',
  /** @param {string} name */
  wager: (name) => WAGERS[name] ?? name,
  /** @param {string} name */
  action: (name) => ACTIONS[name] ?? name,
  /** @param {string} name */
  verdict: (name) => VERDICTS[name] ?? name,
  /** @param {string} id */
  book: (id) => BOOKS[id] ?? id,

  home: {
    title: 'Take a seat.',
    lead: 'Ultimate Texas Hold’em against the house or against each other. '
      + 'Play chips only, and every shuffle can be checked.',
    play: 'Play now',
    again: 'Back to your table',
    lobby: 'See all tables',
    wait: 'Shuffling…',
    points: [
      ['One click', 'No form, no download. A guest’s seat with $1,000 in play chips.'],
      ['Exact coach', 'The value of every decision to the last fraction, and what a mistake cost.'],
      ['Proven shuffle', 'Committed before you bet, opened after the hand, checked in your own browser.'],
    ],
  },

  lobby: {
    title: 'Lobby',
    lead: 'Watch any table, and sit down where a seat is free.',
    solo: 'A table of your own',
    soloLead: 'You say when to deal. Nobody waits for you.',
    free: (/** @type {number} */ count) => (count === 1 ? '1 free seat' : `${count} free seats`),
    full: 'full',
    watchers: (/** @type {number} */ count) => (count === 1 ? '1 watching' : `${count} watching`),
    limits: (/** @type {number} */ least, /** @type {number} */ most) => `${dollars(least)} – ${dollars(most)}`,
    payTable: 'Pay table',
    open: 'Open',
    banked: { house: 'The house banks', players: 'Players bank in turn' },
    empty: 'No table is open.',
  },

  table: {
    dealer: 'Dealer',
    playerDealer: (/** @type {string} */ name) => `${name} banks`,
    youBank: 'You bank',
    bank: (/** @type {number} */ wager) => `Bank ${dollars(wager)}`,
    bankTitle: 'The bank wins or loses no more than this in the round.',
    collection: (/** @type {number} */ fee) => `Collection ${dollars(fee)}`,
    collectionOf: (/** @type {number} */ least, /** @type {number} */ most) =>
      `Collection ${dollars(least)}${most > least ? ` to ${dollars(most)}` : ''}`,
    button: 'Button: who banked last',
    houseRun: 'House-run',
    houseRunTitle: 'The card room plays this seat. It sees only what you would see there.',
    you: 'You',
    sit: 'Sit here',
    free: 'Free',
    seat: (/** @type {number} */ seat) => `Seat ${seat}`,
    away: 'sits out',
    leaving: 'leaves',
    watching: 'You are watching. Take a free seat to play.',
    watchingFull: 'You are watching. All seats are taken.',
    thinking: 'thinking',
    folded: 'Folded',
    board: 'Board',
    yourHand: 'Your hand',
    deckTitle: (/** @type {string} */ deck) => `The ${deck} deck is in play`,
    voided: (/** @type {string} */ reason) => `The round is void: ${reason}`,
    lost: 'The connection is lost. Trying again…',
    closed: 'This table is closed.',
    missing: 'This table cannot be watched',
    keys: 'Keys',
    leave: 'Leave the table',
    sitOut: 'Sit out',
    comeBack: 'Come back',
    tableMenu: 'Table',
    proof: 'Verify shuffle',
    equals: 'The Blind always equals the Ante',
    limits: (/** @type {string} */ book, /** @type {number} */ least, /** @type {number} */ most) =>
      `${book} · ${dollars(least)} – ${dollars(most)}`,
  },

  bets: {
    place: 'Place your bets',
    chips: 'Chips',
    chip: (/** @type {number} */ cents) => `Chip of ${dollars(cents)}`,
    add: (/** @type {string} */ wager) => `Add a chip to ${wager}`,
    deal: 'Deal',
    bet: 'Bet',
    change: 'Change bet',
    clear: 'Clear',
    undo: 'Undo',
    rebet: 'Re-bet',
    again: 'Deal again',
    betAgain: 'Bet again',
    withdraw: 'Take back',
    standing: (/** @type {number} */ total) => `Your bet of ${dollars(total)} stands`,
    wait: 'Bets are open',
    waitFirst: 'Bets close soon after the first one',
    nextRound: 'You are in from the next round',
    soon: 'The next round opens in a moment',
    youBank: 'You bank this round: the others bet against you',
    needTrips: 'Bad Beat is taken together with Trips',
    atMost: (/** @type {number} */ most) => `The most is ${dollars(most)}`,
    noChips: 'Not enough chips in your wallet',
    needAnte: 'Put a chip on the Ante first',
  },

  decide: {
    preflop: 'Your two cards',
    flop: 'The flop',
    river: 'The river',
    check: 'Check',
    fold: 'Fold',
    raise: (/** @type {number} */ times) => `${times > 2 ? 'Raise' : 'Bet'} ${times}×`,
    wait: 'Waiting for the others',
    time: (/** @type {number} */ seconds) => `${seconds} seconds left`,
  },

  result: {
    total: (/** @type {number} */ net) =>
      net > 0 ? `You win ${dollars(net)}` : net < 0 ? `You lose ${dollars(-net)}` : 'You break even',
    against: (/** @type {string} */ yours, /** @type {string} */ theirs) =>
      `${yours}, against the dealer’s ${theirs}`,
    ties: (/** @type {string} */ yours) => `Both hold ${yours}`,
    /**
     * Both have the same by name: what decides is a card.
     * @type {(hand: string, yours: string, theirs: string, wins: boolean) => string}
     */
    kicker: (hand, yours, theirs, wins) =>
      wins
        ? `${hand} each: your ${RANKS[yours]} beats the dealer’s ${RANKS[theirs]}`
        : `${hand} each: the dealer’s ${RANKS[theirs]} beats your ${RANKS[yours]}`,
    folded: 'You folded',
    bank: (/** @type {number} */ net) => `Your bank: ${signed(net)}`,
    line: (/** @type {import('./types.js').Line} */ line) =>
      `${WAGERS[line.wager]} ${OUTCOMES[line.outcome] ?? line.outcome} ${line.net ? signed(line.net) : ''}`.trim(),
    push: 'Push',
    stake: 'Wagered',
    outcome: 'Result',
    clause: 'Settled by',
    order: (/** @type {number} */ step) => `Settled ${ordinal(step)} in this round`,
    close: 'Close',
  },

  bank: {
    offered: 'The bank is yours, if you want it',
    explain: 'You take the dealer’s side of all bets, up to this amount.',
    amount: 'Bank with',
    accept: 'Take the bank',
    decline: 'Pass',
    withdraw: 'Give the bank back',
    asked: (/** @type {string} */ name) => `The bank is offered to ${name}`,
    nobody: 'Everybody passed the bank.',
    again: 'Offer it again',
    company: 'It takes two to play: the bank is offered when somebody else sits down.',
    schedule: (/** @type {number} */ number) => `Collection schedule ${number}`,
    collection: (/** @type {{from: number, fee: number}[]} */ [first, ...rest]) =>
      `You pay a collection of ${[
        dollars(first.fee),
        ...rest.map(({ from, fee }, at) => `${dollars(fee)} from ${dollars(from)}${at ? '' : ' in bets'}`),
      ].join(', ')}.`,
  },

  coach,
  why,

  guide: {
    next: 'Next', done: 'Got it', skip: 'Skip the tour',
    steps: {
      ante: ['Your Ante and Blind are down',
        'You play your two cards and the board against the dealer’s two. The Ante is '
        + 'your stake; the Blind matches it and pays extra when you win with a straight or better.'],
      play: ['Raise now, or wait', 'The Play bet is made once. Now it is 4× or 3× your Ante; after the flop only 2×; '
        + 'at the end 1×. With an ace, a good king or a pair, raise. Otherwise check.'],
      flop: ['Three cards are out', 'Bet 2× with two pair or better, a pair of your own, or four to a flush. '
        + 'Otherwise check once more.'],
      river: ['All five are out', 'Last chance: bet 1× to meet the dealer, or fold and lose Ante and Blind.'],
      result: ['Every bet is settled by a rule', 'Tap a circle to see how it ended and why. The dealer needs a pair, '
        + 'or your Ante just comes back.'],
      trips: ['One more circle: Trips', 'A side bet that pays on three of a kind or better, whether or not you beat '
        + 'the dealer. Tap a circle to add a chip, then deal.'],
    },
  },

  proof: {
    title: 'Verify shuffle',
    button: 'Verify shuffle',
    busy: 'Shuffling again in your browser…',
    good: 'This deck is the one that was promised before the bets.',
    bad: 'This hand does not match its promise.',
    unknown: 'This deck follows from its promise. This browser did not see the promise before the bets.',
    steps: {
      commitment: 'The seed is the one that was committed to',
      promise: {
        true: 'The promise is the one that your browser saw before the bets',
        false: 'The promise is not the one that your browser saw before',
        unknown: 'Your browser did not see the promise before the bets',
      },
      cards: (/** @type {number} */ count) => `${count} cards that you saw lie where they must`,
      others: 'Cards that you saw do not lie where they must',
      yours: {
        true: 'Your browser’s own seed is in it',
        false: 'Your browser’s own seed is not in it',
        unknown: 'Your browser does not know the seed of your seat',
      },
    },
    early: 'The seed is opened when the round is over.',
    commitment: 'Promise (SHA-256 of the seed)',
    seed: 'Seed of the card room',
    playerSeed: (/** @type {number} */ seat) => `Seed of seat ${seat}`,
    deck: 'Deck, in the order of dealing',
    export: 'Export',
    exportTitle: 'Save this hand as a file that uth verify and scripts/verify_hand.py can check',
  },

  history: {
    title: 'Hands',
    lead: 'Every hand of yours, to be replayed, verified and exported.',
    none: 'No hand is finished yet.',
    hand: (/** @type {number} */ round) => `Hand ${round + 1}`,
    replay: 'Replay',
    steps: { holes: 'The cards are dealt', flop: 'The flop', river: 'Turn and river', dealer: 'The dealer’s hand',
      result: 'The bets are settled' },
    back: 'All hands', previous: 'Back', next: 'Forward', gone: 'This hand cannot be shown',
    more: 'Earlier hands', banked: 'banked', voided: 'void', jsonl: 'Export all as JSON Lines', csv: 'as CSV',
    where: (/** @type {number} */ table) => `Table ${table}`,
    at: (/** @type {number} */ at, /** @type {number} */ all) => `${at} of ${all}`,
    opened: 'The card room has promised its shuffle, and bets are open',
    closed: 'No more bets',
    wagered: (/** @type {string} */ who, /** @type {number} */ ante, /** @type {number} */ bonus) =>
      `${who}: Ante and Blind ${dollars(ante)}${bonus ? `, bonus ${dollars(bonus)}` : ''}`,
    decided: (/** @type {string} */ who, /** @type {string} */ action, /** @type {boolean} */ byTable) =>
      `${who}: ${action}${byTable ? ' (time was up)' : ''}`,
  },

  rules: {
    title: 'Rules and pay tables',
    lead: 'Four rule books, straight from the program that settles the bets.',
    bank: 'Bank', places: 'Places', layout: 'Wagers', decks: 'Decks', dealing: 'Dealing', inscription: 'On the felt',
    games: 'Games per person', inARow: 'Rounds banked in a row', limits: 'Limits', seats: 'Order of settlement',
    winning: 'Winning hand', losing: 'Losing hand', unqualified: 'Dealer without a pair',
    pays: 'Pay tables', hand: 'Hand', blind: 'Blind', badBeat: 'Bad Beat',
    trips: (/** @type {string} */ id) => `Trips ${id}`,
    collection: 'Collection schedules', schedule: 'Schedule', action: 'Total action', fee: 'Collection',
    clauses: 'Every clause', find: 'Find a clause', none: 'No clause has these words.',
    limitRange: (/** @type {any} */ limits) =>
      `minimum ${dollars(limits.minimum.min)} to ${dollars(limits.minimum.max)}, `
      + `maximum ${dollars(limits.maximum.min)} to ${dollars(limits.maximum.max)}`,
  },

  lab,
  trainer,

  account: {
    title: 'Account',
    nobody: 'You have no account yet. Playing as a guest takes one click.',
    guest: 'You play as a guest. A name and a password keep your chips when you change the browser.',
    keep: 'Keep this account',
    name: 'Name', nameHint: '2 to 24 letters, digits, spaces, hyphens and underscores',
    password: 'Password', passwordHint: 'at least 8 characters',
    keepButton: 'Keep it', signIn: 'Sign in', signOut: 'Sign out',
    signInLead: 'Somebody with a name already',
    signOutGuest: 'Signing out as a guest loses the wallet for good.',
    change: 'Change password', current: 'Password until now', fresh: 'New password',
    changed: 'The password is changed.',
    limits: 'Your own limits',
    limitsLead: 'Tightening counts at once, loosening a day later. An exclusion cannot be taken back.',
    daily: 'Most to lose in a day', dailyNone: 'no limit', set: 'Set', lift: 'Lift',
    later: (/** @type {string} */ what, /** @type {string} */ when) => `From ${when}: ${what}`,
    exclude: 'Do not let me play for', days: (/** @type {number} */ days) => (days === 1 ? '1 day' : `${days} days`),
    excludeButton: 'Exclude me', excludeSure: 'Exclude yourself? This cannot be taken back.',
    excludedUntil: (/** @type {string} */ when) => `You are excluded until ${when}.`,
    tokens: 'API tokens', tokensLead: 'For programs that play for you. A token is shown once.',
    tokenName: 'What it is for', tokenMake: 'Make a token', tokenRevoke: 'Revoke', tokenNone: 'No tokens.',
    tokenShown: 'Copy it now; it is not shown again.',
    grant: 'Whoever is low on chips gets new ones every day.',
    welcome: (/** @type {string} */ name) => `Hello, ${name}.`,
    role: 'Role', balance: 'Chips',
    floor: 'Floor of the card room',
    floorLead: 'The first start of the card room shows a one-time code. Whoever enters it here is the floor.',
    floorGuest: 'Only an account with a name and a password of its own can become the floor.',
    floorCode: 'One-time code', floorButton: 'Become the floor',
    floorIs: 'You may open tables, declare rounds void, give roles and read everything.',
    auditorIs: 'You may read every log, history and report.',
    floorTo: 'To the floor',
  },

  settings: {
    title: 'Settings',
    speed: 'Motion', speeds: { normal: 'Normal', fast: 'Fast', off: 'Off' },
    sound: 'Sound', colours: 'Four-colour deck', coach: 'Coach', guide: 'Show the first-hand tour again',
    on: 'On', off: 'Off', close: 'Close', again: 'It will show at your next hand.',
  },

  keys: {
    title: 'Keys',
    rows: [
      ['Enter', 'Deal, bet, or deal again'],
      ['4 3 2 1', 'Raise or bet so many Antes'],
      ['C', 'Check'], ['F', 'Fold'],
      ['A T B', 'A chip on Ante, Trips, Bad Beat'],
      ['[ ]', 'Smaller or bigger chip'],
      ['U', 'Undo'], ['X', 'Clear'], ['R', 'Re-bet'],
      ['H', 'Ask the coach'], ['Y N', 'Take or pass the bank'],
      ['?', 'This list'],
    ],
  },

  say: {
    holes: (/** @type {string[]} */ cards) => `Your cards: ${cards.map(card).join(' and ')}.`,
    flop: (/** @type {string[]} */ cards) => `Flop: ${cards.map(card).join(', ')}.`,
    river: (/** @type {string[]} */ cards) => `Turn and river: ${cards.map(card).join(', ')}.`,
    dealer: (/** @type {string[]} */ cards, /** @type {string} */ name) =>
      `The dealer has ${cards.map(card).join(' and ')}: ${name}.`,
    turn: 'It is your turn.',
    open: (/** @type {string} */ banker) => `${banker ? `${banker}. ` : ''}Bets are open.`,
  },

  refused: (/** @type {string} */ reason) =>
    `${reason.charAt(0).toUpperCase()}${reason.slice(1)}${reason.endsWith('.') ? '' : '.'}`,
  wrong: 'Something went wrong.',
  unreachable: 'The card room cannot be reached.',
  retry: 'Try again',
  notFound: 'There is no such page.',
  noTable: 'There is no such table.',
  toHome: 'To the start page',
};

/** @param {number} number */
function ordinal(number) {
  const ending = number % 100 > 10 && number % 100 < 14 ? 'th' : ['th', 'st', 'nd', 'rd'][number % 10] ?? 'th';
  return `${number}${ending}`;
}
