/** The texts of the page. Larger groups are in modules of their own; those of the floor load with its pages. */

import { coach, why } from './coach.js';
import { lab } from './lab.js';
import { dollars, signed } from './money.js';
import { trainer } from './trainer.js';

/** @type {Record<string, string>} */
const RANKS = {
  2: 'two', 3: 'three', 4: 'four', 5: 'five', 6: 'six', 7: 'seven', 8: 'eight', 9: 'nine', T: 'ten',
  J: 'jack', Q: 'queen', K: 'king', A: 'ace',
};
/** @type {Record<string, string>} */
const SUITS = { c: 'clubs', d: 'diamonds', h: 'hearts', s: 'spades' };

const when = (/** @type {number} */ ms) =>
  new Date(ms).toLocaleString('en-US', { dateStyle: 'medium', timeStyle: 'medium' });

/** @param {string} card */
const card = (card) => `${RANKS[card[0]]} of ${SUITS[card[1]]}`;

/** @type {Record<string, string>} */
const WAGERS = { ante: 'Ante', blind: 'Blind', trips: 'Trips', bad_beat: 'Bad Beat', play: 'Play' };

/** Where there is no room for the word. @type {Record<string, string>} */
const INITIALS = { ante: 'A', blind: 'B', trips: 'T', bad_beat: 'BB', play: 'P' };

/** @type {Record<string, string>} */
const ACTIONS = {
  check: 'Check', fold: 'Fold', '1x': 'Bet 1×', '2x': 'Bet 2×', '3x': 'Raise 3×', '4x': 'Raise 4×',
};

/** @type {Record<string, string>} */
const BOOKS = {
  house: 'House-banked', washington: 'Washington', california: 'California',
  'california-bad-beat': 'California with Bad Beat',
};

/** @param {number} minimum @param {number} maximum */
const range = (minimum, maximum) =>
  Number.isFinite(maximum) ? `${dollars(minimum)} – ${dollars(maximum)}` : `${dollars(minimum)} or more`;

/** @param {number[]} fees */
function feeRange(fees) {
  const [least, most] = [Math.min(...fees), Math.max(...fees)];
  return most > least ? `${dollars(least)} to ${dollars(most)}` : dollars(least);
}

/** @param {string} text */
const sentence = (text) =>
  `${text.charAt(0).toUpperCase()}${text.slice(1)}${text.endsWith('.') ? '' : '.'}`;

export const texts = {
  name: 'uth',
  tagline: 'Ultimate Texas Hold’em',
  close: 'Close',
  bot: 'Bot',
  nav: {
    play: 'Play now', lobby: 'Lobby', rules: 'Rules', history: 'Hands', mistakes: 'Coach', account: 'Account',
    settings: 'Settings', menu: 'Menu', home: 'uth home page', floor: 'Floor', signIn: 'Sign in',
    wallet: 'Your chips', skip: 'Skip to content',
  },

  card,
  /** @param {string[]} cards */
  cards: (cards) => cards.map(card).join(', '),
  player: shortName,
  sentence,
  faceDown: 'face-down card',
  /** @param {string} name */
  wager: (name) => WAGERS[name] ?? name,
  /** @param {string} name */
  initial: (name) => INITIALS[name] ?? name,
  /** @param {string} name */
  action: (name) => ACTIONS[name] ?? name,
  /** @param {string} id */
  book: (id) => BOOKS[id] ?? id,

  home: {
    title: 'Take a seat.',
    lead: 'Ultimate Texas Hold’em against the house or against other players. '
      + 'Play chips only, and you can verify every shuffle.',
    play: 'Play now',
    lobby: 'See all tables',
    wait: 'Shuffling…',
    points: [
      ['One click', 'No sign-up, no download. You start as a guest with $1,000 in play chips.'],
      ['Exact coach', 'The exact value of every decision, and what each mistake cost you.'],
      ['Provably fair', 'Each shuffle is committed to before you bet, revealed after the hand, and verified in your '
        + 'browser.'],
    ],
  },

  lobby: {
    title: 'Lobby',
    lead: 'Watch any table, or sit down where a seat is free.',
    solo: 'Your own table',
    soloLead: 'Just you and the dealer. You decide when to deal.',
    free: (/** @type {number} */ count) => (count === 1 ? '1 free seat' : `${count} free seats`),
    full: 'Full',
    watchers: (/** @type {number} */ count) => `${count} watching`,
    limits: range,
    banked: { house: 'Banked by the house', players: 'Players take turns banking' },
    empty: 'No tables are open.',
    back: 'Back to your table',
    backTo: (/** @type {string} */ name) => `Back to your table: ${name}`,
    running: 'Hand in progress',
  },

  table: {
    title: 'Table',
    dealer: (/** @type {boolean} */ playerBanked) => (playerBanked ? 'Player-dealer' : 'Dealer'),
    banks: (/** @type {string} */ name) => `${name} is banking`,
    youBank: 'You are banking',
    bank: (/** @type {number} */ wager) => `Bank ${dollars(wager)}`,
    collection: (/** @type {number} */ fee) => `Collection ${dollars(fee)}`,
    button: 'Button: banked last',
    botTitle: 'The card room plays this seat. The bot sees only what a player in this seat would see.',
    you: 'You',
    sit: '+ Sit',
    free: 'Free',
    seat: (/** @type {number} */ seat) => `Seat ${seat}`,
    seatOf: (/** @type {number} */ seat, /** @type {import('../protocol.gen.js').NamedPlayer | null} */ player) =>
      `Seat ${seat}: ${player ? `${shortName(player.name)}${player.bot ? ', bot' : ''}` : 'Free'}`,
    away: 'sitting out',
    disconnected: 'disconnected',
    disconnectedTitle: 'This player has no connection. If time runs out, the table checks, or folds on the river.',
    sittingOut: 'You are sitting out',
    leaving: 'leaving',
    watching: 'You are watching. Take a free seat to play.',
    watchingFull: 'You are watching. All seats are taken.',
    thinking: 'thinking',
    folded: 'Folded',
    board: 'Board',
    yourHand: 'Your hand',
    deckTitle: (/** @type {string} */ deck) => `The ${deck} deck is in play`,
    voided: (/** @type {string} */ reason) => `The round is void: ${reason}`,
    closed: 'This table is closed.',
    missing: (/** @type {string} */ reason) => `This table cannot be shown: ${reason}.`,
    forgotten: {
      confirmed: (/** @type {number} */ ms) =>
        `The card room no longer has what it confirmed to you on ${when(ms)}.`,
      keep: 'Its records were changed or restored from an older copy. Keep your receipt: it proves what was confirmed.',
      shown: 'The card room no longer has what it showed you at this table.',
      save: 'Save the receipt',
      startOver: 'Start over at this table',
    },
    keys: 'Keys',
    leave: 'Leave the table',
    sitOut: 'Sit out',
    comeBack: 'I’m back',
    equals: 'The Blind always equals the Ante',
  },

  bets: {
    place: 'Place your bets',
    chips: 'Chips',
    chip: (/** @type {number} */ cents) => `${dollars(cents)} chip`,
    deal: 'Deal',
    bet: 'Bet',
    change: 'Change bet',
    clear: 'Clear',
    undo: 'Undo',
    rebet: 'Rebet',
    again: 'Deal again',
    betAgain: 'Bet again',
    withdraw: 'Take back',
    placed: (/** @type {number} */ total) => `You bet ${dollars(total)}`,
    open: 'Bets are open',
    waitFirst: 'Bets close soon after the first one',
    nextRound: 'You can join the next round',
    soon: 'The next round is about to open',
    youBank: 'You are banking: the other players bet against you',
    requires: (/** @type {string} */ wager, /** @type {string} */ required) =>
      `${WAGERS[wager]} requires a bet on ${WAGERS[required]}`,
    notOffered: 'This table does not take that bet',
    maximum: (/** @type {number} */ maximum) => `The maximum bet is ${dollars(maximum)}`,
    notEnoughChips: (/** @type {string} */ balance) => `Not enough chips: you have ${balance}`,
    needAnte: 'Place an Ante first',
    outOfChips: (/** @type {string} */ balance) => `You have ${balance} left`,
  },

  decide: {
    streets: { preflop: 'Your two cards', flop: 'The flop', river: 'The river' },
    check: 'Check',
    fold: 'Fold',
    raise: (/** @type {number} */ times) => `${times > 2 ? 'Raise' : 'Bet'} ${times}×`,
    wait: 'Waiting for the other players',
    time: (/** @type {number} */ seconds) => (seconds === 1 ? '1 second left' : `${seconds} seconds left`),
  },

  result: {
    reason: (/** @type {string} */ reason) => `Reason: ${reason}`,
    total: (/** @type {number} */ net) =>
      net > 0 ? `You win ${dollars(net)}` : net < 0 ? `You lose ${dollars(-net)}` : 'You break even',
    bank: (/** @type {number} */ net) => `Your bank: ${signed(net)}`,
    push: 'Push',
    returned: 'Returned',
    /** Short enough for a circle: "$40 of 175". @type {(net: number, due: number) => string} */
    partly: (net, due) => `${dollars(net)} of ${dollars(due).slice(1)}`,
    sentences: 'How each bet was settled',
    stake: 'Bet',
    outcome: 'Result',
    order: (/** @type {number} */ step) => `Settled ${ordinal(step)} in this round`,
  },

  /**
   * The name of the bar below the felt in each phase.
   * @type {Record<import('../table/state/phase.js').Phase, string>}
   */
  phases: {
    watch: 'Watching',
    closed: 'Table closed',
    busy: 'The cards are being dealt',
    away: 'Sitting out',
    bet: 'Place your bets',
    placed: 'Your bet',
    decide: 'Your decision',
    wait: 'Waiting for others',
    result: 'Result',
    offer: 'Offer of the bank',
    bank: 'Your bank',
    'no-bank': 'Waiting for a bank',
  },

  posted: {
    title: 'Posted at this table',
    minimum: (/** @type {number} */ cents) => `Minimum ${dollars(cents)}`,
    maximum: (/** @type {number} */ cents) => `Maximum ${dollars(cents)}`,
    pays: (/** @type {string | null} */ name) => (name ? `${name} pays` : 'Pays'),
    paysTitle: (/** @type {string | null} */ name) => (name ? `Pay table ${name}` : 'Pay tables'),
    collection: (/** @type {number | null} */ schedule) =>
      schedule === null ? 'Collection' : `Collection schedule ${schedule}`,
    fee: (/** @type {string} */ action, /** @type {number} */ fee) => `${action}: ${dollars(fee)}`,
    odds: (/** @type {{pays: number, to: number}} */ { pays, to }) => `${pays.toLocaleString('en-US')} to ${to}`,
    edge: (/** @type {string} */ wager, /** @type {import('../protocol.gen.js').PrintedEdge} */ edge) =>
      `${WAGERS[wager]}: the document prints a house edge of ${edge.printed}. It is ${edge.actual}.`
      + `${edge.note ? ` ${edge.note}` : ''}`,
    /** What a row of a pay table names, where that is not the player's own hand. @type {Record<string, string>} */
    rows: { bad_beat: 'hand beaten' },
  },

  sheet: {
    title: 'Banker’s sheet',
    open: 'Banker’s sheet',
    seat: (/** @type {number} */ seat, /** @type {string} */ name) =>
      name ? `Seat ${seat}, ${shortName(name)}` : `Seat ${seat}`,
    wager: 'Wager', stake: 'Bet', result: 'Bank', running: 'So far',
    limit: (/** @type {number} */ bank) => `Bank ${dollars(bank)}: the most it can win or lose`,
    gain: 'Result', collection: 'Collection', net: 'Net',
    none: 'Nobody bet against the bank.',
    afterCollection: (/** @type {string} */ gain, /** @type {string} */ fee) => `${gain}, less a collection of ${fee}`,
    against: (/** @type {number} */ bank, /** @type {number} */ action) =>
      `Your bank of ${dollars(bank)} stands against ${dollars(action)} in bets`,
  },

  bank: {
    offered: 'Would you like to bank?',
    amount: 'Bank with',
    accept: 'Take the bank',
    decline: 'Pass',
    withdraw: 'Give up the bank',
    offeredTo: (/** @type {string} */ name) => `Waiting for ${name} to take or pass the bank`,
    allPassed: 'Everyone passed on the bank.',
    again: 'Offer it again',
    needsCompany: 'This game needs two players. The bank is offered when someone else sits down.',
    /** What banking means, and what it costs. */
    terms: (/** @type {{fee: number}[] | null} */ collection) =>
      collection?.length
        ? `You pay a collection of ${feeRange(collection.map(({ fee }) => fee))}, as posted.`
        : 'You take the dealer’s side of all bets, up to this amount.',
  },

  coach,
  why,

  guide: {
    next: 'Next', done: 'Got it', skip: 'Skip the tour',
    counting: 'The coach is counting every deal…',
    /** @type {(best: string, other: string, gap: number) => string} */
    best: (best, other, gap) =>
      `Best with these cards: ${best}. It is worth ${gap.toFixed(3)} Antes more than ${other}.`,
    steps: {
      ante: ['Your Ante and Blind are down',
        'You play your two cards and the board against the dealer’s two cards and the board. The Ante is your main '
        + 'bet. The Blind matches it, and pays extra when you win with a straight or better.'],
      play: ['Raise now, or wait', 'You make the Play bet once: 4× or 3× your Ante now, 2× after the flop, or 1× at '
        + 'the end. The sooner, the larger.'],
      flop: ['The flop', 'Three cards of the board that you share with the dealer. Bet 2× now, or check and see the '
        + 'last two.'],
      river: ['All five cards are out', 'Last chance: bet 1× to see the dealer’s hand, or fold and lose Ante and '
        + 'Blind.'],
      result: ['Every bet has its result', 'Tap a circle to see how it was settled and why. If the dealer does not '
        + 'have at least a pair, your Ante is returned.'],
      trips: ['One more circle: Trips', 'A side bet that pays on three of a kind or better, whether or not you beat '
        + 'the dealer. Tap a circle to add a chip, then deal.'],
    },
  },

  proof: {
    title: 'Verify shuffle',
    button: 'Verify shuffle',
    busy: 'Repeating the shuffle in your browser…',
    good: 'This is the deck that was committed to before the bets.',
    bad: 'This hand does not match its commitment.',
    unknown: 'This deck matches its commitment, but this browser did not see the commitment before the bets.',
    steps: {
      seed: 'The revealed seed matches the commitment',
      commitment: {
        true: 'Your browser saw this commitment before the bets',
        false: 'Your browser saw a different commitment before',
        unknown: 'Your browser did not see the commitment before the bets',
      },
      cards: (/** @type {number} */ count) => `All ${count} cards that were shown are where the shuffle puts them`,
      otherCards: 'Some cards that were shown are not where the shuffle puts them',
      ownSeed: {
        true: 'Your browser’s own seed is part of the shuffle',
        false: 'Your browser’s own seed is missing from the shuffle',
        unknown: 'Your browser does not know the seed of your seat',
      },
    },
    early: 'The seed is revealed when the round is over.',
    commitment: 'Commitment (SHA-256 of the seed)',
    seed: 'Card room’s seed',
    playerSeed: (/** @type {number} */ seat) => `Seed of seat ${seat}`,
    deck: 'Deck, in dealing order',
    export: 'Export',
    exportTitle: 'Save this hand as a file that uth verify and scripts/verify_hand.py can check',
  },

  history: {
    title: 'Hands',
    lead: 'Replay, verify and export every hand you have played.',
    none: 'No finished hands yet.',
    hand: (/** @type {number} */ round) => `Hand ${round + 1}`,
    replay: 'Replay',
    step: (/** @type {import('../table/state/steps.js').Step} */ step, /** @type {boolean} */ playerBanked) =>
      ({
        holes: 'The cards are dealt',
        flop: 'The flop',
        river: 'The turn and river',
        dealer: playerBanked ? 'The player-dealer’s hand' : 'The dealer’s hand',
        result: 'The bets are settled',
      })[step],
    back: 'All hands', previous: 'Back', next: 'Next', gone: 'This hand cannot be shown',
    split: 'What made this result',
    splits: 'Luck and skill',
    together: (/** @type {number} */ hands) => `Your last ${coach.hands(hands)}`,
    earlierLeftOut: 'Earlier hands are not included in these sums.',
    /** @type {(hands: number, from_ms: number, to_ms: number) => string} */
    session: (hands, from_ms, to_ms) => `${moment(from_ms)} to ${moment(to_ms)}, ${coach.hands(hands)}`,
    more: 'Earlier hands', banked: 'banked', voided: 'void',
    jsonl: 'Export all as JSON Lines', csv: 'Export all as CSV',
    at: (/** @type {number} */ at, /** @type {number} */ all) => `${at} of ${all}`,
    opened: 'The card room has committed to its shuffle, and bets are open',
    closed: 'No more bets',
    wagered: (/** @type {string} */ who, /** @type {number} */ ante, /** @type {number} */ bonus) =>
      `${who}: Ante and Blind ${dollars(ante)} each${bonus ? `, bonus bets ${dollars(bonus)}` : ''}`,
    decided: (/** @type {string} */ who, /** @type {string} */ action, /** @type {boolean} */ byTable) =>
      `${who}: ${action}${byTable ? ' (out of time)' : ''}`,
  },

  rules: {
    title: 'Rules and pay tables',
    lead: 'Four rule books, exactly as the program settles them.',
    how: 'How to play',
    /** @type {(book: {isPlayerBanked: boolean, hasBadBeat: boolean}) => string[][]} */
    howSteps: ({ isPlayerBanked, hasBadBeat }) => [
      ['Bet.', 'Put the same amount on Ante and Blind. You may add '
        + `${hasBadBeat ? 'the side bets Trips and Bad Beat' : 'the side bet Trips'}.`],
      ['Look at your two cards.', 'Raise 4× or 3× your Ante on Play, or check.'],
      ['See the flop.', 'If you have checked, bet 2× now, or check again.'],
      ['See the turn and river.', 'If you have not bet yet, bet 1×, or fold and lose Ante and Blind.'],
      ['Compare.', `You and the ${isPlayerBanked ? 'player-dealer' : 'dealer'} each make the best five-card hand out `
        + 'of two cards and the board. The higher hand wins; equal hands push.'],
      ['Get paid.', 'Play and Ante win even money, but the Ante is returned unless the dealer has at least a pair. The '
        + 'Blind pays by its table when you win with a straight or better, and pushes when you win with less. Trips '
        + `pays on your own hand alone.${hasBadBeat ? ' Bad Beat pays when a good hand is beaten.' : ''}`],
      ...(isPlayerBanked
        ? [['Take the bank.', 'Players take turns as the player-dealer, who pays and collects up to the amount they '
          + 'put up. What it does not cover is returned.']]
        : []),
    ],
    sheet: 'Data sheet',
    yours: 'Your table',
    backTo: (/** @type {string} */ name) => `Back to ${name}`,
    proof: 'The proof shows more than the table did',
    proofText: 'When a round is over, its seed is revealed, and anybody can repeat the shuffle. Every card of the '
      + 'round follows from the seed, folded hands and undealt cards included, although they stay unseen at the table. '
      + 'That is the price of a shuffle that anybody can check.',
    bank: 'Bank', places: 'Seats', layout: 'Wagers', decks: 'Decks', dealing: 'Dealing', inscription: 'On the felt',
    games: 'Hands per player', inARow: 'Rounds banked in a row', limits: 'Limits', seats: 'Order of settlement',
    winning: 'Winning hand', losing: 'Losing hand', unqualified: 'Dealer does not qualify',
    pays: 'Pay tables', blind: 'Blind', badBeat: 'Bad Beat',
    trips: (/** @type {string} */ id) => `Trips ${id}`,
    edge: 'House edge, as printed',
    edges: (/** @type {import('../protocol.gen.js').PrintedEdge} */ { printed, actual, note }) =>
      `The edges under Trips are right. ${printed} under the Blind is not: the true figure is ${actual}. ${note ?? ''}`,
    collection: 'Collection schedules', schedule: 'Schedule',
    clauses: 'All clauses', find: 'Find a clause', none: 'No clause matches.',
    limitRange: (/** @type {import('../protocol.gen.js').RuleBook['limits'] & {}} */ { minimum, maximum }) =>
      `minimum ${dollars(minimum.min)} to ${dollars(minimum.max)}, `
      + `maximum ${dollars(maximum.min)} to ${dollars(maximum.max)}`,
  },

  lab,
  trainer,

  account: {
    title: 'Account',
    nobody: 'You do not have an account yet. Playing as a guest takes one click.',
    guest: 'You are playing as a guest. With a name and a password you keep your chips and can sign in anywhere.',
    keep: 'Create an account',
    name: 'Name', nameHint: '2 to 24 letters, digits, spaces, hyphens and underscores',
    password: 'Password',
    keepButton: 'Create account', signIn: 'Sign in', signOut: 'Sign out',
    signInLead: 'Already have an account?',
    signOutGuest: 'If you sign out as a guest, your chips are lost for good.',
    change: 'Change password', current: 'Current password', fresh: 'New password',
    changed: 'Your password has been changed.',
    limits: 'Your limits',
    limitsLead: 'A lower limit takes effect at once, a higher one after a day. An exclusion cannot be undone.',
    daily: 'Daily loss limit', dailyNone: 'none', set: 'Set limit', lift: 'Remove limit',
    later: (/** @type {string} */ what, /** @type {string} */ when) => `From ${when}: ${what}`,
    exclude: 'Exclude me for so many days', excludeHint: 'For example 30',
    excludeButton: 'Exclude me', excludeSure: 'Exclude yourself from playing? This cannot be undone.',
    excludedUntil: (/** @type {string} */ when) => `You are excluded until ${when}.`,
    tokens: 'API tokens',
    tokenName: 'Token name', tokenMake: 'Create token', tokenRevoke: 'Revoke', tokenNone: 'No tokens.',
    tokenShown: 'Copy it now. It will not be shown again.',
    grant: 'If you run low on chips, you get new ones every day.',
    moreChips: (/** @type {number} */ amount) => `Fill up to ${dollars(amount)}`,
    /** @type {(stacks: number, when: string) => string} */
    stacksLeft: (stacks, when) =>
      `When you run out, you can fill up ${stacks === 1 ? 'once more' : `${stacks} more times`} before ${when}.`,
    nextGrant: (/** @type {number} */ amount, /** @type {string} */ when) =>
      `You have had today’s chips. From ${when} you have ${dollars(amount)} again.`,
    welcome: (/** @type {string} */ name) => `Hello, ${name}.`,
    role: 'Role', balance: 'Chips',
    floor: 'Floor staff',
    floorLead: 'When the card room is first started, it prints a one-time code. The account that enters it '
      + 'becomes the floor.',
    floorGuest: 'Only an account with a name and a password can become floor staff.',
    floorCode: 'One-time code', floorButton: 'Become floor',
    floorIs: 'You can open tables, void rounds, assign roles and read everything.',
    auditorIs: 'You can read every log, history and report.',
    floorTo: 'Go to the floor',
  },

  settings: {
    title: 'Settings',
    speed: 'Motion', speeds: { normal: 'Normal', fast: 'Fast', off: 'Off' },
    sound: 'Sound', colours: 'Four-color deck', coach: 'Coach', guide: 'Show the first-hand tour again',
    on: 'On', off: 'Off', again: 'The tour starts with your next hand.',
  },

  keys: {
    title: 'Keyboard shortcuts',
    rows: [
      ['Enter', 'Deal, bet, or deal again'],
      ['4 3 2 1', 'Raise or bet that many Antes'],
      ['C', 'Check'], ['F', 'Fold'],
      ['A T B', 'Add a chip to Ante, Trips or Bad Beat'],
      ['[ ]', 'Smaller or larger chip'],
      ['U', 'Undo'], ['X', 'Clear'], ['R', 'Rebet'],
      ['H', 'Ask the coach'], ['V', 'Verify shuffle'], ['Y N', 'Take or pass the bank'],
      ['?', 'Show this list'],
    ],
  },

  say: {
    holes: (/** @type {string[]} */ cards) => `Your cards: ${cards.map(card).join(' and ')}.`,
    flop: (/** @type {string[]} */ cards) => `Flop: ${cards.map(card).join(', ')}.`,
    river: (/** @type {string[]} */ cards) => `Turn and river: ${cards.map(card).join(', ')}.`,
    dealer: (/** @type {boolean} */ playerBanked, /** @type {string[]} */ cards, /** @type {string} */ name) =>
      `The ${playerBanked ? 'player-dealer' : 'dealer'} has ${cards.map(card).join(' and ')}: ${name}.`,
    turn: 'It is your turn.',
    open: (/** @type {string} */ banker) => `${banker ? `${banker}. ` : ''}Bets are open.`,
  },

  errors: {
    refused: sentence,
    unknown: 'Something went wrong.',
    unreachable: 'The card room cannot be reached.',
    lost: 'Connection lost. Reconnecting…',
    retry: 'Try again',
    noPage: 'This page does not exist.',
    noTable: 'This table does not exist.',
    toHome: 'Go to the home page',
  },
};

/** A badge shows that a player is a bot, so that the name does not have to. @param {string} name */
function shortName(name) {
  return name.replace(/ \(house\)$/, '');
}

/** @param {number} at_ms */
function moment(at_ms) {
  return new Date(at_ms).toLocaleString('en-US', { dateStyle: 'medium', timeStyle: 'short' });
}

/** @param {number} number */
function ordinal(number) {
  const isTeen = number % 100 > 10 && number % 100 < 14;
  return `${number}${isTeen ? 'th' : (['th', 'st', 'nd', 'rd'][number % 10] ?? 'th')}`;
}
