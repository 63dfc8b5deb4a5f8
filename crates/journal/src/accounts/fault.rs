//! What the rules of accounts do not allow.

use protocol::Role;
use uth::Cents;

use crate::room_log::Authority;

/// Why an event cannot follow the events before it.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[allow(missing_docs)]
pub enum AccountFault {
    #[error("the house is given {amount}, and a new house gets $10,000,000,000.00")]
    HouseFunding { amount: Cents },
    #[error("the house is given its chips a second time")]
    HouseFundedTwice,
    #[error("the number {player} is not free for a new account")]
    NumberTaken { player: u64 },
    #[error("there is no account {player}")]
    NoSuchAccount { player: u64 },
    #[error("the name {name:?}, or one that looks like it, belongs to another account")]
    NameTaken { name: String },
    #[error("a player takes the name {name:?}, and only guests take one, once")]
    NamedAlready { name: String },
    #[error("{name:?} has no password, and without one this cannot happen")]
    NoPassword { name: String },
    #[error("{by} cannot do this to an account")]
    WrongAuthority { by: Authority },
    #[error("player {player} acts as floor, and is not")]
    NotFloor { player: u64 },
    #[error("player {player} acts as floor, and has never been")]
    NeverFloor { player: u64 },
    #[error("player {player} gives a role to themselves")]
    OwnRole { player: u64 },
    #[error("the one-time code gives the role {role:?}, and it makes floor")]
    CodeRole { role: Role },
    #[error("player {player} uses the one-time code, and none was issued")]
    NoCode { player: u64 },
    #[error("the one-time code was used already")]
    CodeUsed,
    #[error("{name:?} is a bot, and bots get their chips otherwise and nothing else")]
    Bot { name: String },
    #[error("player {player} gets what only bots get")]
    NoBot { player: u64 },
    #[error("player {player} gets a starting grant, which comes once and with joining")]
    NoNewcomer { player: u64 },
    #[error("player {player} is given {amount}, and {due} is due")]
    GrantAmount { player: u64, amount: Cents, due: Cents },
    #[error("player {player} holds {held}, which is too much for a grant")]
    HoldsEnough { player: u64, held: Cents },
    #[error("player {player} is said to hold {held}")]
    Holding { player: u64, held: Cents },
    #[error("day {day} begins for player {player} on day {today}, after day {before}")]
    Day { player: u64, day: u64, today: u64, before: u64 },
    #[error("player {player} takes a stack on day {day}, and day {present} has begun")]
    OtherDay { player: u64, day: u64, present: u64 },
    #[error("player {player} takes more than three stacks in a day")]
    NoStackLeft { player: u64 },
    #[error("player {player} takes a stack while excluded")]
    Excluded { player: u64 },
    #[error("the limit of player {player} is not a positive number of cents")]
    Limit { player: u64 },
    #[error("the exclusion of player {player} ends at {until_ms}, and {present_ms} was promised")]
    ExclusionShortened { player: u64, until_ms: u64, present_ms: u64 },
    #[error("the exclusion of player {player} does not end in 1 to 3650 days")]
    ExclusionDays { player: u64 },
    #[error("a token of player {player} has a number, a name, scopes or an expiry that tokens do not have")]
    Token { player: u64 },
    #[error("player {player} has too many tokens")]
    TokensFull { player: u64 },
    #[error("a new token of player {player} is in use already")]
    TokenTaken { player: u64 },
    #[error("player {player} has no token {id}")]
    NoSuchToken { player: u64, id: u64 },
    #[error("player {player} has no second factor")]
    NoSecondFactor { player: u64 },
    #[error("the recovery codes of player {player} are none, too many, or not all different")]
    RecoveryCodes { player: u64 },
    #[error("player {player} uses a recovery code that they do not have")]
    NoSuchRecoveryCode { player: u64 },
    #[error("player {player} is locked out until a time that has passed")]
    LockPassed { player: u64 },
    #[error("table {table} is opened a second time")]
    TableOpenedTwice { table: u64 },
    #[error("there is no table {table}")]
    NoSuchTable { table: u64 },
    #[error("node {node:?} starts a second time")]
    StartedTwice { node: String },
    #[error("node {node:?} does not run")]
    NotRunning { node: String },
    #[error("a {event} event does not change an account")]
    NotOfAccounts { event: &'static str },
}
