// Generated from crates/protocol: run its tests with UPDATE_GOLDEN=1. Do not edit.

/** Where chips lie: `wallet:` and the player's number, `escrow:` and the table's number, `house`, `drop` or `cashier`. */
export type Account = string;

/** An action and its value. */
export type ActionValue = {
  /** `4x`, `3x`, `2x`, `1x`, `check` or `fold`. */
  action: string;
  /** How much less it is worth than the best action. */
  cost: number;
  /** The same as a fraction. */
  cost_exact: string;
  /** Its value as a fraction. */
  exact: string;
  /** Its value. */
  value: number;
};

/** Who did something: `player:` and their number, `floor:` and their number, or `table` for the table itself. */
export type Actor = string;

/** Each action and its exact value, best first; on the river also what the dealer may hold. Values are of all wagers together, in Antes. */
export type Advice = {
  /** The actions, best first. */
  actions: ActionValue[];
  /** The best one. */
  best: string | null;
  /** On the river: what the dealer's possible hands do. */
  dealer_hands?: DealerHands | null;
  /** What the values assume, as a sentence; null if they assume nothing but best play. */
  note: string | null;
  /** On the river: the cards that beat the hand, by what they make. */
  outs?: DealerOuts[] | null;
};

/** A point of a hand: the cards that are known, separated by spaces, and the game that is played. */
export type AdviceRequest = {
  /** Whether the bank may be too short to cover this hand. Values assume full cover all the same; the note says so. */
  bank_may_be_short: boolean;
  /** No card, three or five. */
  board: string;
  /** Cards that are known to be out. */
  dead: string;
  /** Cards of the dealer that were seen. */
  dealer: string;
  /** Two cards, like `As Kd`. */
  hole: string;
  /** The pay table of Trips, UTH-01 to UTH-04; UTH-01 if left out. */
  pay_table: string | null;
  /** The wagers that lie there; Ante and Blind alone if left out. */
  wagers: Wagers | null;
};

/** The most that all players together win in a round on two of their wagers, in cents. */
export type Aggregate = {
  /** On the Blind. */
  blind: number;
  /** On Trips. */
  trips: number;
};

/** What the aggregate of a table must be. */
export type AggregateRange = {
  /** It is at least so many times the maximum of a wager. */
  least_multiple: number;
};

/** What no single wager may exceed. It is no part of the rules of the game and changes, so it has a date. */
export type AuthorisedLimit = {
  /** The amount, in cents. */
  amount: number;
  /** The highest maximum of a table, in cents: a Play wager is up to four Antes. */
  maximum: number;
  /** Since when it holds. */
  since: string;
  /** Where it is written. */
  source: string;
};

/** What a table waits for. */
export type Awaits = "players" | "wagers" | "room" | "nothing";

/** The Bad Beat bonus wager. */
export type BadBeatValues = {
  /** Its value as a fraction. */
  exact: string;
  /** How often it wins. */
  hit: number;
  /** The same as a fraction. */
  hit_exact: string;
  /** What the player loses of it. */
  house_edge: number;
  /** Its value for a player who never folds, as a fraction. */
  no_fold_exact: string;
  /** How often it wins for a player who never folds. */
  no_fold_hit: number;
  /** Its value for a player who never folds. */
  no_fold_value: number;
  /** Its value. */
  value: number;
};

/** What a player's wallet held, in cents. */
export type Balance = {
  /** After it. */
  after: number;
  /** Before the round. */
  before: number;
  /** What the round changed. */
  net: number;
  /** The player. */
  player: PlayerId;
};

/** A bracket of the table action, in cents. */
export type BankBracket = {
  /** The action for which the gain is the fee. */
  break_even: Exact | null;
  /** `whole`, `from` or `never`: where in the bracket the gain covers the fee. */
  covered: string;
  /** From which action on. */
  covered_from: Exact | null;
  /** The fee. */
  fee: number;
  /** Where it starts. */
  from: number;
  /** What the bank gains where it starts. */
  gain_at_start: Exact;
  /** Where the next one starts. */
  to_below: number | null;
};

/** How the bank of the next round stands at a player-banked table. */
export type BankOffer = {
  type: "nobody";
} | {
  /** The seat. */
  seat: SeatNumber;
  type: "offered";
  /** How long the offer stands. */
  until_ms: Timestamp;
} | {
  /** The player. */
  player: PlayerId;
  /** The seat. */
  seat: SeatNumber;
  type: "accepted";
  /** What the bank was put up with, in cents. */
  wager: number;
};

/** Players who all wager the same against a bank. */
export type BankRequest = {
  /** What each has on the Ante, in cents. */
  ante: number;
  /** The game, with the mix of bonus wagers. */
  game: GameRequest;
  /** How many players there are beside the bank, 7 at most. */
  players: number;
};

/** What a bank earns, in cents. */
export type BankResult = {
  /** All wagers before the cards. */
  action: number;
  /** What each has on the Ante. */
  ante: number;
  /** What each has on Bad Beat. */
  bad_beat: number;
  /** What the bank wins of them on average. */
  gain: Exact;
  /** How many players there are. */
  players: number;
  /** The same as a share of the action. */
  rate: Exact;
  /** Each printed collection schedule. */
  schedules: BankSchedule[];
  /** What each has on Trips. */
  trips: number;
  /** What a round is worth to one player. */
  value: Exact;
};

/** A collection schedule for such a bank, in cents. */
export type BankSchedule = {
  /** Its brackets. */
  brackets: BankBracket[];
  /** What is collected for this action. */
  collection?: number | null;
  /** From which action on the gain always covers the fee. */
  covered_for_good_from: Exact | null;
  /** What is left of the gain. */
  left?: Exact | null;
  /** Its number. */
  schedule: number | null;
};

/** What a bank should have won, in cents, from players who play best and with every wager covered. */
export type BankTheory = {
  /** Its standard deviation. */
  deviation: number;
  /** So many standard deviations the gain is above it; null if there is no deviation. */
  deviations: number | null;
  /** The expected gain as an exact fraction. */
  exact: string;
  /** The same as a number. */
  expected: number;
};

/** What some players did where players bank, in cents. */
export type BankedPlay = {
  /** What they wagered on these hands, Play included. */
  action: number;
  /** What their banks won or lost, before fees. */
  bank_gain: number;
  /** Rounds that they banked. */
  banked_rounds: number;
  /** What was collected from them for banking. */
  fees: number;
  /** Hands that they played against banks. */
  hands: number;
  /** What they won or lost with these hands. */
  result: number;
};

/** Who banks a round. */
export type Banker = {
  type: "house";
} | {
  /** The player. */
  player: PlayerId;
  /** The seat. */
  seat: SeatNumber;
  type: "player_dealer";
  /** What the bank was put up with, in cents. */
  wager: number | null;
};

/** Which rounds of the caller's own bank. */
export type BankingQuery = {
  /** The first day, like `2026-11-15`. */
  from: string | null;
  /** The last day. */
  to: string | null;
};

/** What a player earned by banking, beside what theory expects. */
export type BankingReport = {
  /** What the expected gain leaves out: whole sentences, true of these rounds. */
  assumptions: string[];
  /** The sessions, the newest first. */
  sessions: BankingSession[];
  /** All sessions together. */
  total: BankingResult;
  /** Whether older rounds were left out: at most 500 are told at a time. A later `to` is answered with them. */
  truncated: boolean;
};

/** What came of banked rounds, in cents. */
export type BankingResult = {
  /** What was wagered against the bank, Play included. */
  action: number;
  /** What was collected for banking. */
  fees: number;
  /** What the bank won or lost. */
  gain: number;
  /** The gain without the fees. */
  net: number;
  /** Rounds that were settled. */
  rounds: number;
  /** What the bank should have won of these wagers; null if the game cannot be solved. */
  theory: BankTheory | null;
  /** Rounds with such a wager. */
  uncovered_rounds: number;
  /** Wagers that the bank covered in part or not at all. */
  uncovered_wagers: number;
  /** Rounds that were declared void. They count for nothing else. */
  void_rounds: number;
};

/** Rounds that a player banked at one table with less than an hour between two of them. */
export type BankingSession = {
  /** The rule book. */
  book: Book;
  /** When the first of the rounds began. */
  from_ms: Timestamp;
  /** Its name. */
  name: string;
  /** What came of it. */
  result: BankingResult;
  /** The number of the table. */
  table: TableId;
  /** When the last of them ended. */
  to_ms: Timestamp;
};

/** Ante, Blind and Play together. */
export type BaseValues = {
  /** How often best play ends with which action. */
  actions: {
    [name: string]: number;
  };
  /** The same as fractions. */
  actions_exact: {
    [name: string]: string;
  };
  /** What is wagered on average. */
  average_wager: number;
  /** The same as a fraction. */
  average_wager_exact: string;
  /** What the player loses of everything wagered. */
  element_of_risk: number;
  /** The same as a fraction. */
  element_of_risk_exact: string;
  /** What a round is worth, as a fraction. */
  exact: string;
  /** What the player loses of an Ante. */
  house_edge: number;
  /** The standard deviation of a round. */
  standard_deviation: number;
  /** The same as a number. */
  value: number;
};

/** Ante, Blind and Play, each by itself. */
export type BaseWagers = {
  /** The Ante. */
  ante: Exact;
  /** The Blind. */
  blind: Exact;
  /** The Play wager. */
  play: Exact;
};

/** The best five cards of a hand. */
export type BestHand = {
  /** The five cards. */
  best: [Card, Card, Card, Card, Card];
  /** The kind of hand, like `Full house`. */
  kind: string;
  /** The hand in words, like `Full house, kings full of tens`. */
  name: string;
};

/** Bonus wagers, in Antes. */
export type BonusMix = {
  /** Bad Beat. */
  bad_beat: string;
  /** Trips. */
  trips: string;
};

/** A bonus wager. */
export type BonusValues = {
  /** Its value as a fraction. */
  exact: string;
  /** How often it wins. */
  hit: number;
  /** The same as a fraction. */
  hit_exact: string;
  /** What the player loses of it. */
  house_edge: number;
  /** Its value. */
  value: number;
};

/** A rule book, by its id. */
export type Book = "california" | "washington" | "california-bad-beat" | "house";

/** A card: its rank and its suit, like `As` or `Td`. */
export type Card = string;

/** A clause of the rules. */
export type Clause = {
  /** The heading of its document. */
  document: string;
  /** Like `CA.round.6a`. */
  id: string;
  /** `rule`, `physical` or `notice`. */
  kind: string;
  /** The heading of its section; empty if the document has none. */
  section: string;
  /** What it says. */
  text: string;
};

/** A command as it is sent. Which player sends it is known from the connection. */
export type ClientCommand = {
  /** Which seat. */
  seat: SeatNumber;
  type: "sit";
} | {
  /** Which seat. */
  seat: SeatNumber;
  type: "leave";
} | {
  /** Which seat. */
  seat: SeatNumber;
  type: "sit_out";
} | {
  /** Which seat. */
  seat: SeatNumber;
  type: "come_back";
} | {
  /** The seat to which the bank is offered. */
  seat: SeatNumber;
  type: "accept_bank";
  /** What the bank is put up with, in cents. */
  wager: number;
} | {
  /** The seat to which the bank is offered. */
  seat: SeatNumber;
  type: "decline_bank";
} | {
  /** The seat that banks. */
  seat: SeatNumber;
  type: "withdraw_bank";
} | {
  type: "offer_bank_again";
} | {
  /** The Ante, in cents. */
  ante: number;
  /** The Bad Beat bonus wager, in cents; none if left out. */
  bad_beat: number;
  /** Which seat. */
  seat: SeatNumber;
  /** The Trips bonus wager, in cents; none if left out. */
  trips: number;
  type: "wager";
} | {
  /** Which seat. */
  seat: SeatNumber;
  type: "withdraw";
} | {
  /** Which seat. */
  seat: SeatNumber;
  /** The bytes. */
  seed: Hex32;
  type: "add_seed";
} | {
  type: "no_more_bets";
} | {
  /** The hand that decides. */
  seat: SeatNumber;
  type: "check";
} | {
  /** The hand that decides. */
  seat: SeatNumber;
  /** The Play wager in Antes. */
  times: number;
  type: "raise";
} | {
  /** The hand that decides. */
  seat: SeatNumber;
  type: "fold";
} | {
  /** Why; it is recorded. */
  reason: string;
  type: "void";
} | {
  /** Why; it is recorded. */
  reason: string;
  type: "close";
};

/** A message of a client. */
export type ClientMessage = {
  /** The version of the protocol that the client speaks: 1. */
  protocol: number;
  type: "hello";
} | {
  /** The last event that the client knows of. The snapshot brings what came after it. */
  after?: LogPosition | null;
  /** The latest receipt that the client has of the table, so that the card room shows that it still has what it confirmed. */
  receipt?: Receipt | null;
  /** Which table. */
  table: TableId;
  type: "watch";
} | {
  /** Which table. */
  table: TableId;
  type: "unwatch";
} | {
  /** What is to be done. */
  command: ClientCommand;
  /** The name that the client gives the command. */
  id: CommandId;
  /** The last event of the table that the client knew of when it decided. */
  seen: Seq;
  /** Which table. */
  table: TableId;
  type: "command";
} | {
  type: "ping";
};

/** A bracket of a collection schedule. */
export type CollectionBracket = {
  /** Where the bracket starts, in cents. */
  from: number;
  /** What the player/dealer pays, in cents. */
  player_dealer_collection: number;
  /** The table action as it is printed, like `$1 - $49`. */
  table_action: string;
};

/** What is collected from the player/dealer. */
export type CollectionSchedule = number | ([number, number])[];

/** The first 16 bytes of the SHA-256 of a command as it is written, in 32 lower-case hexadecimal digits. */
export type CommandDigest = string;

/** The name that a client gives a command: 1 to 64 bytes. A command that is sent again under the same id has one effect, so an id is used for one command only. */
export type CommandId = string;

/** Asks for something that needs the password once more. */
export type ConfirmRequest = {
  /** The current password. */
  current: string;
};

/** A name and a password. */
export type Credentials = {
  /** 2 to 24 letters, digits, spaces, hyphens and underscores. */
  name: string;
  /** 8 to 200 characters that are not easy to guess. */
  password: string;
};

/** How many of the dealer's possible hands win, tie and lose, seen from the dealer. */
export type DealerHands = {
  /** Those that the player beats. */
  lose: number;
  /** Those that are equal. */
  tie: number;
  /** Those that beat the player. */
  win: number;
};

/** Cards with which the dealer beats the hand. */
export type DealerOuts = {
  /** The cards. */
  cards: string;
  /** How many there are. */
  count: number;
  /** What they make. */
  makes: string;
};

/** How cards are dealt. */
export type Dealing = "shoe" | "shuffler" | "hand" | "ideal";

/** What was decided for a hand. */
export type Decision = {
  type: "check";
} | {
  /** The Play wager in Antes. */
  times: number;
  type: "raise";
} | {
  type: "fold";
};

/** What a decision cost. */
export type DecisionCost = {
  /** `4x`, `3x`, `2x`, `1x`, `check` or `fold`. */
  action: string;
  /** Its value less that of the best action: zero or negative. */
  cost: SplitPart;
  /** The street. */
  street: Stage;
};

/** What was decided for a hand. */
export type DecisionRecord = {
  /** `check`, `raise` or `fold`. */
  action: string;
  /** When. */
  at_ms: Timestamp;
  /** `player:` and their number, or `table` for an absent player. */
  by: Actor;
  /** The seat. */
  seat: SeatNumber;
  /** The street. */
  street: Stage;
  /** The Play wager in Antes. */
  times: number | null;
};

/** The colour of a deck's backs. */
export type DeckColour = "red" | "blue";

/** A point of a hand. */
export type DrillPoint = {
  /** No card, three or five. */
  board: string;
  /** Two cards. */
  hole: string;
};

/** Points of hands to practise. */
export type DrillRequest = {
  /** The pay table of Trips, UTH-01 to UTH-04; UTH-01 if left out. */
  pay_table: string | null;
  /** 1 to 24 points. */
  points: DrillPoint[];
  /** The wagers that lie there; Ante and Blind alone if left out. */
  wagers: Wagers | null;
};

/** What a point teaches. */
export type DrillValue = {
  /** The gap between the best action and the next. */
  gap: number;
  /** The same as a fraction. */
  gap_exact: string;
  /** Whether best play reaches it. */
  reached: boolean;
};

/** The body of an entry of a table's log: what one command, or the card room itself, led to. */
export type EntryBody = {
  /** The player whose command it was; null for the card room itself. */
  by: PlayerId | null;
  /** The name that they gave the command. */
  command: CommandId | null;
  /** What the command said, so that the same name for another command is noticed; null for the card room itself and its own players. */
  digest: CommandDigest | null;
  /** What happened, in order. */
  events: Event[];
};

/** The body of every HTTP answer that is not a success. */
export type ErrorBody = {
  /** For programs. */
  code: ErrorCode;
  /** For people: one sentence. */
  reason: string;
  /** When the same request can succeed, where that is known: after `no_stack_left`, when the next grant is due. */
  retry_at_ms?: Timestamp | null;
};

/** Why something was not done, for programs. A sentence for people comes with it. Nothing has changed, unless the code is `outcome_unknown`. */
export type ErrorCode = "rules" | "bank" | "closed" | "seat_taken" | "not_your_seat" | "seat_state" | "not_now" | "has_chips" | "no_stack_left" | "funds" | "seed_added" | "excluded" | "loss_limit" | "stale" | "id_reused" | "ahead" | "forgotten" | "sign_in" | "wrong_password" | "forbidden" | "guests_may_not" | "wrong_code" | "role_not_theirs" | "own_round" | "not_with_token" | "second_factor_needed" | "wrong_second_factor" | "origin" | "locked" | "name_length" | "name_letters" | "name_reserved" | "name_taken" | "named_already" | "password_length" | "weak_password" | "token_name" | "tokens_full" | "limit_amount" | "exclusion_days" | "no_reason" | "table_name" | "settings" | "too_many_tables" | "not_found" | "no_such_table" | "no_such_round" | "no_such_log" | "no_such_player" | "no_such_token" | "method" | "websocket" | "malformed" | "invalid_fields" | "bad_query" | "content_type" | "too_large" | "headers_too_large" | "host" | "binary" | "hello" | "protocol" | "too_many" | "cards" | "game" | "too_fast" | "busy" | "unavailable" | "outcome_unknown" | "timeout" | "not_ready" | "no_entropy" | "fault";

/** Something that happened at a table. */
export type Event = {
  /** Who opened it; 0 for the card room itself. */
  floor: PlayerId;
  /** What it plays by. */
  settings: TableSettings;
  /** The number of the table. */
  table: TableId;
  type: "opened";
} | {
  /** The player. */
  player: PlayerId;
  /** The seat. */
  seat: SeatNumber;
  type: "sat";
} | {
  /** The seat. */
  seat: SeatNumber;
  type: "sat_out";
} | {
  /** The seat. */
  seat: SeatNumber;
  type: "came_back";
} | {
  /** The seat. */
  seat: SeatNumber;
  type: "leaving";
} | {
  /** The player who had it. */
  player: PlayerId;
  /** The seat. */
  seat: SeatNumber;
  type: "left";
} | {
  /** The seat. */
  seat: SeatNumber;
  type: "bank_offered";
  /** How long the offer stands. */
  until_ms: Timestamp;
} | {
  type: "offer_lapsed";
} | {
  /** The player, or the table when time was up. */
  by: Actor;
  /** The seat. */
  seat: SeatNumber;
  type: "bank_declined";
} | {
  type: "bank_offered_again";
} | {
  /** The chips that moved. */
  moves: Move[];
  /** The player. */
  player: PlayerId;
  /** The seat. */
  seat: SeatNumber;
  type: "bank_accepted";
  /** What the bank was put up with, in cents. */
  wager: number;
} | {
  /** The chips that moved. */
  moves: Move[];
  /** The seat. */
  seat: SeatNumber;
  type: "bank_withdrawn";
} | {
  /** The hash of the card room's seed. */
  commitment: Hex32;
  /** The number of the round. */
  number: RoundId;
  type: "committed";
} | {
  /** The hash of the card room's seed, as it was published before. */
  commitment: Hex32;
  /** The number of the round. */
  number: RoundId;
  type: "round_opened";
} | {
  /** When bets close, if the clock runs: soon, if every player has wagered who may. */
  closes_ms: Timestamp | null;
  /** When they close at the latest, whatever happens until then. */
  latest_ms: Timestamp | null;
  /** The chips that moved. */
  moves: Move[];
  /** The player. */
  player: PlayerId;
  /** The seat. */
  seat: SeatNumber;
  type: "wagered";
  /** What lies there now. */
  wagers: Wagers;
} | {
  /** When bets close, if the clock still runs. */
  closes_ms: Timestamp | null;
  /** The chips that moved. */
  moves: Move[];
  /** The seat. */
  seat: SeatNumber;
  type: "withdrawn";
} | {
  /** When bets close. */
  closes_ms: Timestamp;
  type: "clock_changed";
} | {
  /** The player. */
  player: PlayerId;
  /** The seat. */
  seat: SeatNumber;
  /** What they added. */
  seed: Hex32;
  type: "seed_added";
} | {
  /** The player, or the table when time was up. */
  by: Actor;
  /** The chips that moved. */
  moves: Move[];
  type: "bets_closed";
} | {
  type: "dealt";
  /** How long they may decide. */
  until_ms: Timestamp;
} | {
  /** The player, or the table when time was up. */
  by: Actor;
  /** What was decided. */
  decision: Decision;
  /** The chips that moved. */
  moves: Move[];
  /** The seat. */
  seat: SeatNumber;
  type: "decided";
} | {
  /** The street that begins. */
  stage: Stage;
  type: "turned";
  /** How long they may decide. */
  until_ms: Timestamp;
} | {
  /** The chips that moved. */
  moves: Move[];
  type: "settled";
} | {
  /** The floor, or the table. */
  by: Actor;
  /** The chips that moved. */
  moves: Move[];
  /** Why. */
  reason: string;
  type: "voided";
} | {
  /** The seed. */
  seed: Hex32;
  type: "revealed";
} | {
  /** Who. */
  floor: PlayerId;
  /** Why. */
  reason: string;
  type: "closing";
} | {
  type: "closed";
};

/** A value, to the last digit and as a number. */
export type Exact = {
  /** A fraction, like `-50643648973/2317817502000`. */
  exact: string;
  /** The same as a number. */
  value: number;
};

/** The form of an export. */
export type ExportFormat = "jsonl" | "csv";

/** The form of an export. */
export type ExportQuery = {
  /** The form; `jsonl` if left out. */
  format: ExportFormat;
};

/** How a node hears of the others. */
export type Fanout = {
  /** `connected` or `lost`. */
  state: string;
  /** The transport. */
  way: string;
};

/** Asks to become floor with the one-time code of the first start. */
export type FloorCodeRequest = {
  /** The code. */
  code: string;
};

/** An act of the floor. */
export type FloorRequest = {
  /** The id of the command, so that a request that is sent twice has one effect; made by the card room if left out. */
  id: CommandId | null;
  /** Why; it is recorded. */
  reason: string;
};

/** What went from a player to a banker. */
export type Flow = {
  /** The banker. */
  banker: PlayerId;
  /** What the banker won from the player, in cents. */
  net: number;
  /** The player. */
  player: PlayerId;
  /** Rounds in which the player played against the banker. */
  rounds: number;
  /** What the player wagered, in cents. */
  wagered: number;
};

/** A game. What is left out is as in the standard game. */
export type GameRequest = {
  /** What Bad Beat pays to 1, like `7500,500,50,30,20,9`. */
  bad_beat: string | null;
  /** What the Blind pays to 1, best hand first, like `500,50,10,3,3/2,1`. */
  blind: string | null;
  /** The bonus wagers in Antes, like `trips=1,bad-beat=0.5`. */
  mix: string | null;
  /** The approved Trips table, UTH-01 to UTH-04. */
  paytable: string | null;
  /** `pair`, or `none` if the Ante is always in action. */
  qualify: string | null;
  /** The raises before the flop, on the flop and on the river, like `4,3/2/1`. */
  raises: string | null;
  /** What Trips pays to 1, instead of a pay table, like `50,40,30,9,7,4,3`. */
  trips: string | null;
};

/** When more chips are to be had. They are play money: the cashier gives them away, and records every grant. */
export type Grant = {
  /** What a grant fills the wallet up to, in cents. */
  amount: number;
  /** When the next day begins. The first visit from then on fills the wallet. */
  next_ms: Timestamp;
  /** How many more times the wallet can be filled today, by a player who has nothing left to play with: `POST /api/chips`. */
  stacks_left: number;
};

/** What a row of a report is about. */
export type GroupBy = "table" | "day" | "month" | "book";

/** Asks to play as a guest. */
export type GuestRequest = {
  /** Also makes a token of that name, for a program. */
  token?: string | null;
};

/** How a hand ended against the dealer's. */
export type HandResult = "win" | "lose" | "push" | "fold";

/** The result of one hand, split. In a void round every part is zero. */
export type HandSplit = {
  /** The luck of the dealer's hand. */
  dealer: SplitPart;
  /** Each decision and its cost, in order. */
  decisions: DecisionCost[];
  /** The luck of the flop. */
  flop: SplitPart;
  /** What the game is worth before any card, under best play. */
  game: SplitPart;
  /** The luck of the hole cards. */
  hole: SplitPart;
  /** The player. */
  player: PlayerId;
  /** What was won or lost. */
  result: SplitPart;
  /** The seat. */
  seat: SeatNumber;
  /** The luck of turn and river. */
  turn_and_river: SplitPart;
  /** What a bank or an aggregate did not cover: the result less what full cover would have paid. It is positive where a wager went back that would have lost. */
  uncovered: SplitPart;
  /** Whether the round was declared void: the wagers went back, so there was neither luck nor a decision that counted. */
  void: boolean;
  /** What was wagered before the cards, in cents. */
  wagers: Wagers;
};

/** A hand as one viewer may see it. */
export type HandView = {
  /** What the viewer may decide for it now; empty for the hands of others. */
  actions: LegalAction[];
  /** Whether the round waits for its decision. */
  awaited: boolean;
  /** What happened to the wagers, as the player is told it: a sentence for each, in the order of settlement, or one for all if the round was declared void. Empty until the round is over. */
  explanation: string[];
  /** Its best five, once the round is settled, if the viewer may see them. */
  hand: BestHand | null;
  /** Its hole cards, if the viewer may see them. */
  hole: [Card, Card] | null;
  /** What it won or lost in all, once the round is over, in cents. */
  net: number | null;
  /** The Play wager in Antes, 0 for a fold; null until the hand raised or folded. */
  play: number | null;
  /** Whose it is. */
  player: PlayerId;
  /** How it ended against the dealer's, once the round is settled. */
  result: HandResult | null;
  /** Where it lies. */
  seat: SeatNumber;
  /** The wagers that lie there. */
  wagers: WagerView[];
};

/** A page of rounds, the newest first. */
export type HandsPage = {
  /** The rounds. */
  hands: RoundSummary[];
  /** The cursor of the next page, if there may be one. */
  next: string | null;
};

/** Whether the card room is well. */
export type Health = {
  /** How one of several nodes hears of the others. */
  fanout?: Fanout | null;
  /** `ok`. */
  status: string;
};

/** 32 bytes in 64 lower-case hexadecimal digits: a hash, a seed, a commitment or a public key. */
export type Hex32 = string;

/** 64 bytes in 128 lower-case hexadecimal digits: an Ed25519 signature. */
export type Hex64 = string;

/** What one command led to, and the table afterwards. */
export type HistoryStep = {
  /** When it happened. */
  at_ms: Timestamp;
  /** The player whose command it was; null for the card room itself. */
  by: PlayerId | null;
  /** What happened. */
  events: Event[];
  /** The number of its first event. */
  seq: Seq;
  /** The table afterwards, as the reader saw it. */
  view: TableView;
};

/** Where the hold should lie, in cents. */
export type HoldBand = {
  /** So many standard deviations to both sides. */
  deviations: number;
  /** The upper end. */
  high: number;
  /** Whether the hold lies there. */
  inside: boolean;
  /** The lower end. */
  low: number;
};

/** A part that is wagered by itself, in cents. */
export type HoldPart = {
  /** Where the hold should lie. */
  bands: HoldBand[];
  /** What they should have won. */
  expected: number;
  /** What the banks won. */
  hold: number;
  /** `ante_blind_play`, `trips` or `bad_beat`. */
  part: string;
  /** What was wagered: on the Ante alone, or on the bonus wager. */
  wagered: number;
};

/** What the house won where it banks. */
export type HouseBanked = {
  /** From bots, whose chips are the card room's own. */
  bots: HouseHold;
  /** From people. */
  people: HouseHold;
};

/** What the house won from some players, in cents. */
export type HouseHold = {
  /** Hands that played. */
  hands: number;
  /** What the house won. */
  hold: number;
  /** What the house should have won if every hand had been played best. */
  theory: TheoreticalHold;
  /** What lay on each wager. */
  wagers: WagerTotal[];
};

/** What it is worth to see cards before the first decision of the standard game. */
export type Information = {
  /** The value of the game to a player who sees nothing else. */
  base: Exact;
  /** The hands of several neighbours, sampled. */
  neighbours: SampledNeighbours[];
  /** What is seen, exactly. */
  scenarios: InformationScenario[];
};

/** What a scenario is worth. */
export type InformationScenario = {
  /** What seeing gains. */
  gain: Exact;
  /** Its name. */
  scenario: string;
  /** The value of the game. */
  value: Exact;
};

/** A limit that was asked for and does not count yet. */
export type LaterLimit = {
  /** The most that may be lost in a day, in cents; null for no limit. */
  daily_loss: number | null;
  /** From when on it counts. */
  from_ms: Timestamp;
};

/** A decision that is legal now. */
export type LegalAction = {
  type: "check";
} | {
  /** The Play wager in cents. */
  amount: number;
  /** The Play wager in Antes. */
  times: number;
  type: "raise";
} | {
  type: "fold";
};

/** Which amounts a wager takes. */
export type LegalAmount = {
  /** The largest amount. */
  maximum: number;
  /** The least amount. */
  minimum: number;
  /** The table's chip. */
  step: number;
  type: "chosen";
} | {
  type: "equal_to_ante";
} | {
  type: "raised";
};

/** What a table's limits may be, in cents. */
export type LimitRanges = {
  /** The maximum of a wager. */
  maximum: Range2;
  /** The minimum of a wager. */
  minimum: Range2;
};

/** Asks to change the player's own limits. */
export type LimitsRequest = {
  /** The most to lose in a day, in cents. A tighter limit counts at once, a looser one a day later. */
  daily_loss: number | null;
  /** Excludes the player from playing for so many days, at once. */
  exclude_days: number | null;
  /** Lifts the limit, a day later. */
  no_daily_loss: boolean;
};

/** A table in the lobby. */
export type LobbyEntry = {
  /** The player who banks it; null where the house does. */
  banker: NamedPlayer | null;
  /** Its name. */
  name: string;
  /** Whether it takes players. */
  open: boolean;
  /** How many places it has. */
  places: number;
  /** Who sits there, seat by seat. */
  players: NamedPlayer[];
  /** How many rounds have been opened. */
  rounds: number;
  /** The last event of the table. */
  seq: Seq;
  /** What it plays by. */
  settings: TableSettings;
  /** How far the round has come that is under way, or the last one. */
  stage: Stage | null;
  /** The number of the table. */
  table: TableId;
  /** How many connections watch it. */
  watchers: number;
};

/** An entry of a log, with its body as it was hashed. */
export type LogEntry = {
  /** When it was written. */
  at_ms: Timestamp;
  /** The body as it was hashed: the text of an `EntryBody`, or of a room log's entry. */
  body: string;
  /** How many events it has. */
  events: number;
  /** Its own hash. */
  hash: Hex32;
  /** The number of the log: a table's number, or 0 for the room log. */
  log: number;
  /** The hash of the entry before. */
  previous: Hex32;
  /** The number of its first event. */
  seq: Seq;
};

/** Where a log ended when its export began: the first line of the export. Each other line is a `LogEntry`. */
export type LogExportHead = {
  /** The hash of its last entry. */
  last_hash: Hex32;
  /** The number of its last event. */
  last_seq: Seq;
  /** The number of the log. */
  log: number;
  /** The key with which the card room signs receipts. */
  public_key: Hex32;
};

/** A place in a table's log: an event, and the hash of the entry that ends with it. */
export type LogPosition = {
  /** The hash of the entry that ends with it. */
  hash: Hex32;
  /** The event. */
  seq: Seq;
};

/** Which entries of a log. */
export type LogQuery = {
  /** Only entries after that event. */
  after: Seq;
  /** How many, 1000 at most. */
  limit: number | null;
};

/** The caller's own account. */
export type Me = {
  /** What the wallet holds, in cents. */
  balance: number;
  /** When more chips are to be had. */
  grant: Grant;
  /** Whether it has no name and password of its own. */
  guest: boolean;
  /** The number of the account. */
  id: PlayerId;
  /** The player's own limits. */
  limits: OwnLimits;
  /** Its name. */
  name: string;
  /** How many recovery codes have not been used. */
  recovery_codes: number;
  /** What it may do. */
  role: Role;
  /** Whether the account has a second factor. */
  second_factor: SecondFactorState;
  /** The token that was asked for. It is told this once. */
  token?: string | null;
};

/** Chips that moved from one account to another. */
export type Move = {
  /** How many, in cents. */
  amount: number;
  /** Where they went. */
  credit: Account;
  /** Where they came from. */
  debit: Account;
};

/** A player, as far as every viewer may know them. */
export type NamedPlayer = {
  /** Whether the card room plays for it. */
  bot: boolean;
  /** The number of the account. */
  id: PlayerId;
  /** Its name. */
  name: string;
};

/** A secret for a second factor, which counts once it is confirmed. */
export type NewSecondFactor = {
  /** The same as a link that authenticators open. */
  link: string;
  /** The link as a QR code, as SVG. */
  qr_code: string;
  /** The secret, in Base32, to be typed into an authenticator. */
  secret: string;
};

/** A token with its secret. */
export type NewToken = {
  /** When it was made. */
  created_ms: Timestamp;
  /** When it ends by itself. It ends with the password as well. */
  expires_ms: Timestamp;
  /** Its number within the account. */
  id: number;
  /** What its owner calls it. */
  name: string;
  /** What it may be used for. */
  scopes: TokenScope[];
  /** The secret. It is told this once. */
  token: string;
};

/** A round before it opens. */
export type NextRound = {
  /** The hash of the card room's seed. */
  commitment: Hex32;
  /** The number of the round. */
  number: RoundId;
};

/** The odds at which a wager won: `pays` for every `to` staked. */
export type Odds = {
  /** What is won. */
  pays: number;
  /** For every so much staked. */
  to: number;
};

/** Asks to open a table. */
export type OpenTableRequest = {
  /** How many bots may keep it company. */
  bots: number;
  /** Its name, 1 to 60 characters. */
  name: string;
  /** What it plays by. */
  settings: TableSettings;
};

/** The table that was opened. */
export type OpenedTable = {
  /** The proof that it is durable. */
  receipt: Receipt;
  /** The number of the table. */
  table: TableId;
};

/** A player's own limits. */
export type OwnLimits = {
  /** The most that may be lost in a day, in cents. */
  daily_loss: number | null;
  /** Until when the player has excluded themselves. */
  excluded_until_ms: Timestamp | null;
  /** A looser limit that was asked for and counts later. */
  later: LaterLimit | null;
};

/** Which page of a list. */
export type PageQuery = {
  /** The length of the page, 500 at most. */
  limit: number | null;
  /** The cursor of the page. */
  next: string | null;
};

/** Asks to change the password. */
export type PasswordRequest = {
  /** The current password, or a recovery code, which is used up. */
  current: string;
  /** The new one, 8 to 200 characters that are not easy to guess. */
  password: string;
};

/** What a kind of hand pays: `pays` for every `to` staked. */
export type PayRow = {
  /** The kind of hand, like `Full house`. */
  hand: string;
  /** What is won. */
  pays: number;
  /** For every so much staked. */
  to: number;
};

/** An approved pay table of Trips. */
export type PayTable = "UTH-01" | "UTH-02" | "UTH-03" | "UTH-04";

/** What the wagers with pay tables pay, best hand first. */
export type PayTables = {
  /** The Bad Beat bonus wager, where the layout has it. */
  bad_beat?: PayRow[] | null;
  /** The Blind; hands that are not listed push. */
  blind: PayRow[];
  /** The house edge that the document prints under the Blind, if it does. */
  blind_edge: PrintedEdge | null;
  /** The Trips bonus wager. */
  trips: PayRow[];
  /** The house edge that the document prints under Trips, if it does. */
  trips_edge: PrintedEdge | null;
};

/** A page of accounts, the newest first. */
export type PeoplePage = {
  /** The cursor of the next page, if there may be one. */
  next: string | null;
  /** The accounts. */
  people: Person[];
};

/** Which accounts are listed. `ids` counts before `find`, and `find` before the rest. */
export type PeopleQuery = {
  /** The accounts whose name begins so, or the account with that number. */
  find: string | null;
  /** The accounts with these numbers, like `3,7,12`; 200 at most. */
  ids: string | null;
  /** The length of the page, 200 at most. */
  limit: number | null;
  /** The cursor of the page. */
  next: string | null;
  /** Only accounts with that role. */
  role: Role | null;
};

/** An account as the floor and auditors see it. */
export type Person = {
  /** What the wallet holds, in cents. */
  balance: number;
  /** Whether the card room plays for it. */
  bot: boolean;
  /** When it was created. */
  created_ms: Timestamp;
  /** Whether it has no name and password of its own. */
  guest: boolean;
  /** The number of the account. */
  id: PlayerId;
  /** Its name. */
  name: string;
  /** What it may do. */
  role: Role;
};

/** Where players bank: the house earns the fees, and the rest stays among the players. */
export type PlayerBanked = {
  /** What bots wagered and banked. */
  bots: BankedPlay;
  /** What people wagered and banked. */
  people: BankedPlay;
};

/** The number of a player's account. */
export type PlayerId = number;

/** What a table posts: everything that its rule book wants on the layout or on a sign. */
export type Posted = {
  /** What is collected from the player/dealer; null if nothing is. */
  collection: PostedFee[] | null;
  /** What the layout says. */
  inscription: string | null;
  /** The maximum of each wager, in cents; null if there is none. */
  maximum: number | null;
  /** The minimum of each wager, in cents; null if there is none. */
  minimum: number | null;
  /** Everything else that is posted, a sentence each. */
  notices: string[];
  /** The name of the approved pay table; null if the table has pays of its own. */
  pay_table: PayTable | null;
  /** The number of the printed collection schedule; null without a collection or with a schedule of the table's own. */
  schedule: number | null;
};

/** A line of the posted collection schedule. */
export type PostedFee = {
  /** What the player/dealer pays, in cents. */
  fee: number;
  /** The total of all wagers before the deal, as it is printed, like `$1 - $49`. */
  table_action: string;
};

/** A house edge as the document prints it, beside the true one. */
export type PrintedEdge = {
  /** The true edge in words, like `0.526214% of all money wagered under best play`. */
  actual: string;
  /** The true edge as a fraction, like `301629/33446140`. */
  exact: string;
  /** Why the two differ, where they do. */
  note: string | null;
  /** As it is printed, like `0.84%*`. */
  printed: string;
};

/** A printed collection schedule. */
export type PrintedSchedule = {
  /** Its brackets of the table action. */
  brackets: CollectionBracket[];
  /** What players other than the player/dealer pay, in cents. */
  player_collection: number;
  /** Its number. */
  schedule: number | null;
};

/** What a player added to the shuffle. */
export type ProofSeed = {
  /** Where they sat. */
  seat: SeatNumber;
  /** What they added. */
  seed: Hex32;
};

/** The key with which the card room signs receipts. */
export type PublicKeyAnswer = {
  /** The Ed25519 public key. */
  public_key: Hex32;
};

/** Quantiles of 5, 50 and 95 percent. */
export type Quantiles = {
  /** One in twenty has at most this. */
  '5': number;
  /** Half have at most this. */
  '50': number;
  /** Nineteen in twenty have at most this. */
  '95': number;
};

/** Both ends belong to it. */
export type Range = {
  /** The highest. */
  max: number;
  /** The lowest. */
  min: number;
};

/** Both ends belong to it. */
export type Range2 = {
  /** The highest. */
  max: number;
  /** The lowest. */
  min: number;
};

/** What a client keeps as proof that a command is durable. */
export type Receipt = {
  /** When the entry was written. */
  at_ms: Timestamp;
  /** The hash of the log's entry that ends with that event. */
  hash: Hex32;
  /** The last event that the command led to. */
  seq: Seq;
  /** The card room's Ed25519 signature of the four fields above. */
  signature: Hex64;
  /** Which table; 0 is the journal. */
  table: TableId;
};

/** Ten new recovery codes. Earlier ones no longer count. */
export type RecoveryCodes = {
  /** The codes. They are told this once. */
  codes: string[];
};

/** Asks to remove the second factor. */
export type RemoveSecondFactorRequest = {
  /** The six digits, or a recovery code. */
  code: string;
  /** The current password. */
  current: string;
};

/** A report. */
export type Report = {
  /** What a row is about. */
  by: GroupBy;
  /** The rows. */
  rows: ReportRow[];
  /** All rows together. */
  total: ReportRow;
};

/** Which report. */
export type ReportQuery = {
  /** What a row is about; tables if left out. */
  by: GroupBy | null;
  /** The first day, like `2026-11-15`. */
  from: string | null;
  /** Only that table. */
  table: TableId | null;
  /** The last day. */
  to: string | null;
};

/** A row of a report. Money that the house can win and money that only passes between players are apart. */
export type ReportRow = {
  /** Tables at which the house banks. */
  house_banked: HouseBanked;
  /** The table's number, the day, the month or the rule book. */
  of: string;
  /** Tables at which players bank. */
  player_banked: PlayerBanked;
  /** Rounds that were settled. */
  rounds: number;
  /** Rounds that were declared void. */
  void_rounds: number;
};

/** What an account may do beyond playing. */
export type Role = "player" | "auditor" | "floor";

/** Asks to give an account a role, or to take it back. */
export type RoleRequest = {
  /** Whose role. */
  player: PlayerId;
  /** Why; it is recorded. */
  reason: string;
  /** The new role. */
  role: Role;
};

/** What happened to a bank. */
export type RotationAct = "offered" | "accepted" | "declined" | "timed_out" | "lapsed" | "withdrawn" | "offered_again" | "banked" | "voided";

/** Something that happened to the bank of a table: a line of the export. */
export type RotationEntry = {
  /** What happened. */
  act: RotationAct;
  /** When it happened. */
  at_ms: Timestamp;
  /** How long the player had banked since accepting, in milliseconds. */
  banked_ms: number | null;
  /** How many settled rounds in a row the player has banked with this one. */
  in_a_row: number | null;
  /** The player; null if the bank was offered to all seats again. */
  player: PlayerId | null;
  /** The round that ended. */
  round: RoundId | null;
  /** Where they sat. */
  seat: SeatNumber | null;
  /** The number of the event in its log. */
  seq: Seq;
  /** The number of the table. */
  table: TableId;
  /** Whether that is more than the two that one player may bank before another has banked (R10). */
  violation: boolean;
  /** What the bank was put up with, in cents. */
  wager: number | null;
};

/** The rotation of the bank over a period. */
export type RotationLog = {
  /** The latest entries, newest first, 1000 at most. The export has all of them. */
  entries: RotationEntry[];
  /** How many earlier entries of the period are left out. */
  left_out: number;
  /** What each player did at each table. */
  players: RotationPlayer[];
  /** Settled rounds of the period that were checked against the two-round rule. */
  rounds: number;
  /** Rounds that broke it: none, if the rule was kept. */
  violations: RotationViolation[];
};

/** What a player did about the bank of a table. */
export type RotationPlayer = {
  /** How often they accepted it. */
  accepted: number;
  /** How long they banked, from accepting to the end of each round, in milliseconds. */
  banked_ms: number;
  /** How often they declined it. */
  declined: number;
  /** The most settled rounds in a row. */
  most_in_a_row: number;
  /** How often the bank was offered to them. */
  offered: number;
  /** The player. */
  player: NamedPlayer;
  /** Rounds that they banked and that were settled. */
  rounds: number;
  /** The number of the table. */
  table: TableId;
  /** How often they did not answer in time, or could not. */
  timed_out: number;
  /** Rounds that they banked and that were declared void. */
  void_rounds: number;
  /** How often they took it back. */
  withdrawn: number;
};

/** Which part of the rotation log. */
export type RotationQuery = {
  /** The form of an export; `jsonl` if left out. */
  format: ExportFormat;
  /** The first day, like `2026-11-15`. */
  from: string | null;
  /** Only that player. */
  player: PlayerId | null;
  /** Only that table. */
  table: TableId | null;
  /** The last day. */
  to: string | null;
};

/** A round that one player banked although they had banked the two before it. */
export type RotationViolation = {
  /** When it was settled. */
  at_ms: Timestamp;
  /** Which round in a row it was. */
  in_a_row: number;
  /** The player. */
  player: PlayerId;
  /** The number of the round. */
  round: RoundId | null;
  /** The number of the event that settled it. */
  seq: Seq;
  /** The number of the table. */
  table: TableId;
};

/** A round that is over, step by step. The fields of the proof stand at the top. */
export type RoundHistory = {
  /** What wallets held before the first and after the last chip moved. A player at several tables has other changes in between; `net` is of this round. */
  balances: Balance[];
  /** When the round began. */
  began_ms: Timestamp;
  /** What the player/dealer paid to the drop, in cents. */
  collection: number | null;
  /** The hash of the card room's seed, published before the first wager. */
  commitment: Hex32;
  /** What was decided, in order. */
  decisions: DecisionRecord[];
  /** The 52 cards in the order of the shuffle, separated by spaces. */
  deck: string;
  /** When it ended. */
  ended_ms: Timestamp;
  /** The hole cards of every seat, for auditors. */
  holes: SeatHole[] | null;
  /** The table's name. */
  name: string;
  /** What players added to the shuffle, seat by seat. */
  player_seeds: ProofSeed[];
  /** The players. */
  players: NamedPlayer[];
  /** The key with which the card room signs receipts. */
  public_key: Hex32;
  /** Who may know this: `player:` and their number, `spectator` or `auditor`. */
  reader: string;
  /** The number of the round. */
  round: RoundId;
  /** The card room's seed. */
  seed: Hex32;
  /** What it was played by. */
  settings: TableSettings;
  /** The table before the round, as a checkpoint, from which the steps can be played again. */
  start: unknown;
  /** What happened. */
  steps: HistoryStep[];
  /** The number of the table. */
  table: TableId;
  /** Why it was declared void. */
  void_reason: string | null;
};

/** The number of a round at its table. Rounds are numbered from 0. */
export type RoundId = number;

/** How a round ends. */
export type RoundOutcomes = {
  /** How often which result comes. */
  distribution: RoundResult[];
  /** The share of rounds that lose. */
  lose: number;
  /** The share of rounds that neither win nor lose. */
  push: number;
  /** The standard deviation. */
  standard_deviation: number;
  /** The share of rounds that win. */
  win: number;
};

/** A result of a round. */
export type RoundResult = {
  /** In how many deals. */
  deals: string;
  /** What is won or lost, as a fraction. */
  net: string;
  /** In which share of the deals. */
  share: number | null;
};

/** The hands of a round that its reader may see split: a player's own, for auditors and the floor all. */
export type RoundSplit = {
  /** When it ended. */
  at_ms: Timestamp;
  /** The hands, by seat. */
  hands: HandSplit[];
  /** The number of the round. */
  round: RoundId;
  /** The number of the table. */
  table: TableId;
};

/** A round in short: of one player, or of the whole table. */
export type RoundSummary = {
  /** When it ended. */
  at_ms: Timestamp;
  /** Whether the player banked it. */
  banked: boolean;
  /** The rule book. */
  book: Book;
  /** The number of its first event. */
  first_seq: Seq;
  /** The number of its last event. */
  last_seq: Seq;
  /** What was won or lost, in cents. */
  net: number;
  /** The number of the round. */
  round: RoundId;
  /** The seats. */
  seats: SeatNumber[];
  /** The number of the table. */
  table: TableId;
  /** Whether it was declared void. */
  void: boolean;
  /** What was wagered in all, in cents. */
  wagered: number;
};

/** A round as one viewer may see it. */
export type RoundView = {
  /** What a player/dealer's bank won or lost, once the round is over, in cents. */
  bank_net: number | null;
  /** Who banks it. */
  banker: Banker;
  /** The cards of the board that have been turned over. */
  board: Card[];
  /** What was collected from the player/dealer, in cents. */
  collection: number | null;
  /** The hash of the card room's seed, published before anybody wagered or added a seed. */
  commitment: Hex32;
  /** The dealer's hole cards, once they have been turned over. */
  dealer: [Card, Card] | null;
  /** The dealer's best five, likewise. */
  dealer_hand: BestHand | null;
  /** The deck in play: two decks alternate where the rule book has two. */
  deck: DeckColour;
  /** The hands that play, seat by seat. */
  hands: HandView[];
  /** The number of the round. */
  number: RoundId;
  /** The card room's seed, once it is public. */
  revealed: Hex32 | null;
  /** What players added to the shuffle. */
  seeds: SeatSeed[];
  /** How far the round has come. */
  stage: Stage;
  /** Why the round was declared void. */
  void_reason: string | null;
};

/** A bankroll, and how long it is played with. */
export type RuinRequest = {
  /** The bankroll in Antes, like `100` or `201/2`. */
  bankroll: string;
  /** The game. */
  game: GameRequest;
  /** How many hands are played, 10000 at most. */
  hands: number;
};

/** What becomes of a bankroll. */
export type RuinResult = {
  /** The chance to have more at the end than at the beginning. */
  ahead: number;
  /** The bankroll. */
  bankroll: Exact;
  /** Numbers of hands, each with the chance of ruin by then. */
  chances: ([number, number])[];
  /** How much higher it may be at most. */
  doubt: number;
  /** How many hands are played. */
  hands: number | null;
  /** What is left. */
  left: Quantiles;
  /** What a hand may need: with less the bankroll counts as ruined. */
  needed: Exact;
  /** The chance of ruin. */
  ruin: number | null;
};

/** A rule book: everything that a player may want to know before sitting down. */
export type RuleBook = {
  /** What a table's aggregate must be, if it sets one; null where it may not. */
  aggregate: AggregateRange | null;
  /** What no single wager may exceed, Play included; null for any. */
  authorised_limit: AuthorisedLimit | null;
  /** Who banks: `house` or `player/dealer`. */
  bank: string;
  /** The printed collection schedules. */
  collection_schedules: PrintedSchedule[];
  /** How cards may be dealt. */
  dealings: string[];
  /** How many decks alternate. */
  decks: number;
  /** On how many games one player may wager at once. */
  games_per_person: number | null;
  /** Its name in settings and addresses. */
  id: string;
  /** What the layout must say. */
  inscription: string | null;
  /** The wagers of the layout, in its order, as they are printed there. */
  layout: string[];
  /** What a table's limits may be; null for any. */
  limits: LimitRanges | null;
  /** The approved pay tables, by name. */
  pay_tables: {
    [name: string]: PayTables;
  };
  /** What the layout or a placard at the table must say. */
  placard: string | null;
  /** How many places a table may have. */
  places: Range;
  /** The settings that a table must state, by their names in `TableSettings`: they have no default. */
  required: string[];
  /** How many rounds a player may bank in a row. */
  rounds_banked_in_a_row: number | null;
  /** The orders of seats among which a table may choose, the usual one first; empty where one is prescribed. */
  seat_orders: SeatOrder[];
  /** The order in which wagers settle. */
  settlement: SettlementOrder;
  /** Its title. */
  title: string;
};

/** What seeing the hands of several neighbours is worth, sampled. */
export type SampledNeighbours = {
  /** What seeing gains. */
  gain: number;
  /** Where the gain lies 19 times in 20. */
  gain_95: [number, number];
  /** How many neighbours. */
  players: number;
  /** How many samples were taken. */
  samples: number;
  /** The seed of the samples. */
  seed: number;
  /** The value of the game. */
  value: number;
};

/** The hole cards of a seat. */
export type SeatHole = {
  /** Its cards. */
  hole: [Card, Card];
  /** The seat. */
  seat: SeatNumber;
};

/** The number of a seat, from 1 to 8, clockwise from the casino dealer's left. */
export type SeatNumber = number;

/** The order in which the seats of a house-banked table settle, seen from the casino dealer. */
export type SeatOrder = "right_to_left" | "left_to_right";

/** What a player added to a shuffle. */
export type SeatSeed = {
  /** Where they sat. */
  seat: SeatNumber;
  /** What they added. */
  seed: Hex32;
};

/** Where the caller sits now. */
export type SeatTaken = {
  /** The seat. */
  seat: SeatNumber;
  /** The number of the table. */
  table: TableId;
};

/** A seat as one viewer may see it. */
export type SeatView = {
  /** Whether they have no connection to the card room at present. Bots are never away, and nobody is in a history. */
  away: boolean;
  /** Whether they leave as soon as the hand is over. */
  leaves: boolean;
  /** Whether the viewer may wager there now, or with the next round. */
  may_wager: boolean;
  /** Who sits there. */
  player: NamedPlayer | null;
  /** Which seat. */
  seat: SeatNumber;
  /** Whether they take no part for now. */
  sits_out: boolean;
};

/** Asks to enrol a second factor. */
export type SecondFactorRequest = {
  /** The six digits that the authenticator shows for it. */
  code: string;
  /** The current password. */
  current: string;
  /** The secret, as the card room gave it. */
  secret: string;
};

/** Whether an account has a second factor. */
export type SecondFactorState = "off" | "due" | "on";

/** The number of an event of a table, from 1. In a message it is the last event that the sender knows of. */
export type Seq = number;

/** A message of the card room. */
export type ServerMessage = {
  /** The card room's clock. */
  now_ms: Timestamp;
  /** The account behind the connection; null for a spectator. */
  player: SignedIn | null;
  /** The version of the protocol that the card room speaks. */
  protocol: number;
  /** The key with which the card room signs receipts. */
  public_key: Hex32;
  type: "hello";
} | {
  /** The balance in cents. */
  balance: number;
  type: "wallet";
} | {
  /** What happened after the position that the client named. It is null if the client named none, if too much has happened, or if the client did not ask: then the events before `seq` that it does not know are left out. */
  events: Event[] | null;
  /** The hash of the log's entry that ends with that event. */
  hash: Hex32;
  /** The table's name. */
  name: string;
  /** The last event of the table. */
  seq: Seq;
  /** What the table plays by. */
  settings: TableSettings;
  /** Which table. */
  table: TableId;
  type: "snapshot";
  /** The table as this client may see it. */
  view: TableView;
} | {
  /** When it happened. */
  at_ms: Timestamp;
  /** The player whose command it was; null for the table itself, or for several players at once. */
  by: PlayerId | null;
  /** What happened, in order. The numbers of the events end with `seq`. */
  events: Event[];
  /** The hash of the log's entry with that event. */
  hash: Hex32;
  /** The number of the last of the events; of the last event before, if there are none. */
  seq: Seq;
  /** Which table. */
  table: TableId;
  type: "update";
  /** The table afterwards, as this client may see it. */
  view: TableView;
} | {
  /** The name that the client gave the command. */
  id: CommandId;
  /** The proof. */
  receipt: Receipt;
  type: "done";
} | {
  /** Why, for programs. */
  code: ErrorCode;
  /** The name that the client gave the command. */
  id: CommandId;
  /** Why, for people. */
  reason: string;
  /** Which table. */
  table: TableId;
  type: "refused";
} | {
  /** Why, for programs. */
  code: ErrorCode;
  /** Why, for people. */
  reason: string;
  /** Which table, if the message named one. */
  table?: TableId | null;
  type: "error";
} | {
  /** The card room's clock. */
  now_ms: Timestamp;
  type: "pong";
};

/** Hands at one table without a pause of more than 30 minutes. */
export type SessionSplit = {
  /** When its first round ended. */
  from_ms: Timestamp;
  /** Its hands together. */
  sum: SplitSum;
  /** The number of the table. */
  table: TableId;
  /** When its last round ended. */
  to_ms: Timestamp;
};

/** The order in which wagers settle. */
export type SettlementOrder = {
  /** The wagers of a winning hand against a dealer without a pair. */
  dealer_not_qualified: string[];
  /** The wagers of a losing hand. */
  losing_hand: string[];
  /** The order of the seats, in words. */
  seats: string;
  /** The wagers of a winning hand. */
  winning_hand: string[];
};

/** Asks to sign in, with a password or with a recovery code. */
export type SignInRequest = {
  /** The name of the account. */
  name: string;
  /** Its password. */
  password?: string | null;
  /** One of its recovery codes, instead of the password. It is used up. */
  recovery_code?: string | null;
  /** The six digits of the second factor, or a recovery code in their place. Needed if the account has one. */
  second_factor?: string | null;
};

/** The account behind a connection. */
export type SignedIn = {
  /** Whether it has no name and password of its own. */
  guest: boolean;
  /** The number of the account. */
  id: PlayerId;
  /** Its name. */
  name: string;
  /** What it may do. */
  role: Role;
};

/** A game, solved exactly. */
export type Solution = {
  /** The Bad Beat bonus wager. */
  bad_beat: BadBeatValues;
  /** Ante, Blind and Play together. */
  base: BaseValues;
  /** How many deals were counted. */
  deals: string;
  /** The game. */
  game: SolvedGame;
  /** All wagers of the mix together. */
  mix: Exact;
  /** Every starting hand. */
  preflop: StartingHand[];
  /** How a round ends. */
  round: RoundOutcomes;
  /** What becomes of a bankroll, if that was asked for. */
  ruin?: RuinResult | null;
  /** The Trips bonus wager. */
  trips: BonusValues;
  /** Each of the three. */
  wagers: BaseWagers;
};

/** The game that was solved. */
export type SolvedGame = {
  /** What Bad Beat pays, by kind of hand. */
  bad_beat: {
    [name: string]: string;
  };
  /** What the Blind pays, by kind of hand. */
  blind: {
    [name: string]: string;
  };
  /** The bonus wagers, in Antes. */
  mix: BonusMix;
  /** `pair` or `none`. */
  qualify: string;
  /** The raises of each street, in Antes. */
  raises: StreetRaises;
  /** What Trips pays, by kind of hand. */
  trips: {
    [name: string]: string;
  };
};

/** A part of a result. */
export type SplitPart = {
  /** In Antes of the hand. */
  antes: Exact;
  /** In cents. */
  cents: Exact;
};

/** How many hands are split. */
export type SplitQuery = {
  /** How many of the player's last rounds are read, 1000 at most; 1000 if left out. */
  limit: number | null;
};

/** The recent hands of a player, split: each session, and all of them together. Rounds are read from the newest back, up to the limit, and no further than where a ninth game would have to be solved: hands with another pay table or another ratio of Bad Beat to Ante are another game. */
export type SplitReport = {
  /** All hands together. */
  all: SplitSum;
  /** Whether the player has earlier rounds that are left out of these sums, because of the limit or of a ninth game. */
  earlier_left_out: boolean;
  /** The sessions, the newest first. */
  sessions: SessionSplit[];
};

/** The parts of many results, in cents. */
export type SplitSum = {
  /** The luck of the dealer's hands. */
  dealer: Exact;
  /** What decisions cost: zero or negative. */
  decisions: Exact;
  /** The luck of the flops. */
  flop: Exact;
  /** What the game is worth before any card. */
  game: Exact;
  /** How many hands there are, void ones included. */
  hands: number;
  /** The luck of the hole cards. */
  hole: Exact;
  /** What was won or lost. */
  result: Exact;
  /** The luck of turns and rivers. */
  turn_and_river: Exact;
  /** What banks and aggregates did not cover. */
  uncovered: Exact;
};

/** How far a round has come. */
export type Stage = "betting" | "closed" | "preflop" | "flop" | "river" | "settled" | "void";

/** A starting hand. */
export type StartingHand = {
  /** The best action. */
  best: string;
  /** What checking is worth. */
  check: Exact;
  /** In how many ways it is dealt. */
  combos: number;
  /** Like `AKs`. */
  hand: string;
  [name: string]: any;
};

/** The raises of each street, in Antes. */
export type StreetRaises = {
  /** On the flop. */
  flop: string;
  /** Before the flop. */
  preflop: string[];
  /** On the river. */
  river: string;
};

/** The number of a table. Tables are numbered from 1. */
export type TableId = number;

/** For whom a table is, and its clocks. */
export type TableMode = {
  type: "solo";
} | {
  /** How long an offer of the bank stands, in milliseconds. */
  bank_ms: number;
  /** How long others may still wager after the first wager, in milliseconds. Bets close earlier, a second after the last wager, once every player has wagered who may. */
  betting_ms: number;
  type: "clock";
};

/** A table that there is or was. */
export type TableName = {
  /** Whether it is closed for good. */
  closed: boolean;
  /** Its name. */
  name: string;
  /** The number of the table. */
  table: TableId;
};

/** A table's choices. What is null or left out is the rule book's usual choice when a table is opened, unless the rule book lists it as `required`; in answers only `minimum`, `maximum`, `schedule`, `seat_order` and `aggregate` can be null. */
export type TableSettings = {
  /** The most that all players together win in a round on Blind and on Trips, where the rule book permits it. */
  aggregate: Aggregate | null;
  /** Whether Bad Beat is only taken together with Trips. */
  bad_beat_needs_trips: boolean | null;
  /** The rule book. */
  book: Book;
  /** The chip, in cents: every wager is a multiple of it. */
  chip: number | null;
  /** How cards are dealt, as far as the rule book permits. */
  dealing: Dealing | null;
  /** How long players may think about a decision, in milliseconds. */
  decision_ms: number;
  /** The maximum of each wager, in cents. It comes with a minimum. */
  maximum: number | null;
  /** The minimum of each wager, in cents. It comes with a maximum. */
  minimum: number | null;
  /** For whom the table is, and its clocks. */
  mode: TableMode;
  /** The approved pay table of Trips; null in answers if the table has pays of its own. */
  pay_table: PayTable | null;
  /** How many places the table has, the player/dealer's included. */
  places: number | null;
  /** What is collected from the player/dealer. */
  schedule: CollectionSchedule | null;
  /** In which order the seats settle where the house banks; null where players bank, whose rule books prescribe it. */
  seat_order: SeatOrder | null;
};

/** Whether a table takes players. */
export type TableStatus = "open" | "closing" | "closed";

/** A table as one viewer may see it. */
export type TableView = {
  /** What the table waits for. */
  awaits: Awaits;
  /** How the bank of the next round stands. */
  bank: BankOffer;
  /** The seat that banked last. */
  button: SeatNumber | null;
  /** The round that opens next, with what the card room has committed to before anybody wagers or adds a seed; null while a round is under way. */
  next_round: NextRound | null;
  /** The wagers of the layout: which amounts they take and what they pay. */
  offers: WagerOffer[];
  /** What the table posts for everybody to see; the odds of the wagers are in `offers`. */
  posted: Posted;
  /** The round that is under way, or the last one. */
  round: RoundView | null;
  /** Every seat, in order. */
  seats: SeatView[];
  /** The last event of the table. */
  seq: Seq;
  /** Whether the table takes players. */
  status: TableStatus;
  /** Which table. */
  table: TableId;
  /** When the table goes on by itself, if a clock runs. */
  until_ms: Timestamp | null;
};

/** What a bank should have won, in cents. */
export type TheoreticalHold = {
  /** Where the hold should lie. */
  bands: HoldBand[];
  /** Its standard deviation. */
  deviation: number;
  /** The expected hold. */
  expected: number;
  /** The same for each part that is wagered by itself. */
  parts: HoldPart[];
};

/** A time in milliseconds since 1970-01-01 00:00 UTC. */
export type Timestamp = number;

/** A token as its owner sees it again: all but the secret. */
export type Token = {
  /** When it was made. */
  created_ms: Timestamp;
  /** When it ends by itself. It ends with the password as well. */
  expires_ms: Timestamp;
  /** Its number within the account. */
  id: number;
  /** What its owner calls it. */
  name: string;
  /** What it may be used for. */
  scopes: TokenScope[];
};

/** Asks for a token. */
export type TokenRequest = {
  /** In how many days it ends, 1 to 365; 90 if left out. */
  expires_days?: number | null;
  /** What it is for, 1 to 40 characters. */
  name: string;
  /** What it may be used for, at least one; everything that a token may be if left out. */
  scopes: TokenScope[];
};

/** What a token may be used for. No token changes the account, whatever its scopes. */
export type TokenScope = "play" | "read";

/** A player's part of a round that was declared void. */
export type VoidHand = {
  /** Whether they banked the round. */
  banked: boolean;
  /** Whether every decision of their hand had been made, so that its result was certain. A bank's is certain if that of every hand is. */
  decided: boolean;
  /** What they would have won, in cents, losses negative; null before the deal, when nobody could know. A hand that was not decided counts as the table decides for an absent player: check, and fold on the river. */
  net: number | null;
  /** The same, if hands that were not decided had raised once on the river. */
  net_raised: number | null;
  /** The player. */
  player: NamedPlayer;
  /** Whether this account and the person's were used on one device, or are the same. */
  same_device: boolean;
};

/** A round that was declared void: a line of the export. */
export type VoidRecord = {
  /** When it was declared void. */
  at_ms: Timestamp;
  /** On whose word. */
  by: VoidedBy;
  /** Who had chips in it. */
  hands: VoidHand[];
  /** The person; null if the table did so by itself. */
  person: NamedPlayer | null;
  /** Why. */
  reason: string;
  /** The number of the round. */
  round: RoundId;
  /** How far the round had come. */
  stage: Stage;
  /** The number of the table. */
  table: TableId;
};

/** On whose word a round was declared void. */
export type VoidedBy = "floor" | "banker" | "table";

/** The voids that one person declared. */
export type VoidsOfPerson = {
  /** How many of them came after the cards were dealt. */
  dealt: number;
  /** Who declared them; null if the tables did by themselves. */
  person: NamedPlayer | null;
  /** What each player would have won in them, losses negative. Who would have lost most comes first. */
  players: VoidsOfPlayer[];
  /** How many. */
  voids: number;
};

/** What voids of one person meant for one player. */
export type VoidsOfPlayer = {
  /** What they would have won in these, in cents; losses negative. Hands that were not decided count as folded. */
  net: number;
  /** The same, if hands that were not decided had raised once on the river. */
  net_raised: number;
  /** The player. */
  player: NamedPlayer;
  /** How many of the rounds they had chips in, cards dealt. */
  rounds: number;
  /** Whether this account and the person's were used on one device, or are the same. */
  same_device: boolean;
};

/** Which voids. */
export type VoidsQuery = {
  /** The form of an export; `jsonl` if left out. */
  format: ExportFormat;
  /** The first day, like `2026-11-15`. */
  from: string | null;
  /** Only voids that this person declared. */
  person: PlayerId | null;
  /** Only that table. */
  table: TableId | null;
  /** The last day. */
  to: string | null;
};

/** The voids of a period, summed up by the person who declared them. */
export type VoidsReport = {
  /** How many earlier voids of the period are left out. */
  left_out: number;
  /** Who declared voids, and whom they saved how much. Who saved most comes first. */
  people: VoidsOfPerson[];
  /** The latest voids, newest first, 500 at most. The export has all of them. */
  voids: VoidRecord[];
};

/** A wager of the layout. */
export type Wager = "ante" | "blind" | "play" | "trips" | "bad_beat";

/** A wagering area of a table's layout. */
export type WagerOffer = {
  /** Which amounts it takes. */
  amount: LegalAmount;
  /** What it pays by kind of hand, best first; empty for even money. */
  pays: PayRow[];
  /** The wager without which it is not taken. */
  requires: Wager | null;
  /** Which wager. */
  wager: Wager;
};

/** How a wager ended. */
export type WagerOutcome = "win" | "lose" | "push" | "returned" | "partly_covered";

/** What lay on a wager, and what the house held of it, in cents. */
export type WagerTotal = {
  /** What the house won of it. */
  hold: number;
  /** What lay there. */
  stake: number;
  /** The wager. */
  wager: Wager;
};

/** A wager of a hand. What is null is known once the round is over. */
export type WagerView = {
  /** The bank's result after it, in cents. */
  bank: number | null;
  /** The clause of the rules that settles it so. */
  clause: string | null;
  /** What the player gained, or lost if negative, in cents. */
  net: number | null;
  /** The odds at which it won; null if it did not win. A bank that did not reach far enough paid less than they say. */
  odds: Odds | null;
  /** Its place in the order of settlement, from 1, over all hands of the round. */
  order: number | null;
  /** How it ended. */
  outcome: WagerOutcome | null;
  /** The amount that lies there, in cents. */
  stake: number;
  /** Which wager. */
  wager: Wager;
};

/** The wagers of a hand before the cards, in cents. The Blind is as high as the Ante. */
export type Wagers = {
  /** The Ante. */
  ante: number;
  /** The Bad Beat bonus wager; 0 for none. */
  bad_beat: number;
  /** The Trips bonus wager; 0 for none. */
  trips: number;
};
