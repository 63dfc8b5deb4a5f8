//! Why something was not done: one code for each cause, wherever it is answered.

use std::fmt;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use table::TableError;

use super::id::Timestamp;

/// What a client can do about an error.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ErrorKind {
    /// The request is not allowed or makes no sense; sent again unchanged it is refused again.
    Refused,
    /// The request was in order but came at a bad moment; sent again unchanged it may succeed.
    Conflict,
    /// The card room is broken; its operator has to look at it.
    Fault,
}

/// Declares the codes: text, kind and HTTP status stand in one place, so none of them is forgotten.
macro_rules! error_codes {
    ($($(#[$doc:meta])* $name:ident = $text:literal, $kind:ident, $status:literal;)*) => {
        /// Why something was not done, for programs. A sentence for people comes with it. Nothing has changed, unless
        /// the code is `outcome_unknown`.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, JsonSchema)]
        pub enum ErrorCode {
            $($(#[$doc])* #[serde(rename = $text)] $name,)*
        }

        impl ErrorCode {
            /// Every code.
            pub const ALL: &[ErrorCode] = &[$(ErrorCode::$name),*];

            const fn row(self) -> (&'static str, ErrorKind, u16) {
                match self {
                    $(ErrorCode::$name => ($text, ErrorKind::$kind, $status),)*
                }
            }
        }
    };
}

error_codes! {
    /// The rules of the game do not permit it.
    Rules = "rules", Refused, 409;
    /// The bank is offered to another seat, or the player does not bank.
    Bank = "bank", Refused, 409;
    /// The table is closed, or closes after this hand.
    Closed = "closed", Refused, 409;
    /// The seat is taken, or the table or the player has no second one.
    SeatTaken = "seat_taken", Refused, 409;
    /// Another player sits there, or the player has no seat at this table.
    NotYourSeat = "not_your_seat", Refused, 409;
    /// The seat already takes part, sits out or leaves.
    SeatState = "seat_state", Refused, 409;
    /// The round is not at the point where this can be done.
    NotNow = "not_now", Refused, 409;
    /// The player still has chips, in the wallet or on a table.
    HasChips = "has_chips", Refused, 409;
    /// The player has taken as many stacks of chips today as a day has.
    NoStackLeft = "no_stack_left", Refused, 429;
    /// The wallet does not hold enough.
    Funds = "funds", Refused, 409;
    /// The seat has already added to this shuffle.
    SeedAdded = "seed_added", Refused, 409;
    /// The player has excluded themselves from playing.
    Excluded = "excluded", Refused, 403;
    /// The hand could lose more than the player's own daily limit leaves.
    LossLimit = "loss_limit", Refused, 403;
    /// The command was decided on cards that have changed since; look at the table and decide again.
    Stale = "stale", Refused, 409;
    /// Another command was done under this id; an id is used for one command only.
    IdReused = "id_reused", Refused, 409;
    /// `seen` is a sequence number that the table has not reached.
    Ahead = "ahead", Refused, 409;
    /// The card room no longer has what it told or confirmed. Keep the receipt; to start over, `watch` without it.
    Forgotten = "forgotten", Fault, 410;

    /// The request needs a session or a token.
    SignIn = "sign_in", Refused, 401;
    /// The name or the password is wrong; which of them is not said.
    WrongPassword = "wrong_password", Refused, 401;
    /// The caller's role does not permit it.
    Forbidden = "forbidden", Refused, 403;
    /// Only accounts with a name and a password may do this.
    GuestsMayNot = "guests_may_not", Refused, 403;
    /// The one-time code is wrong or has been used.
    WrongCode = "wrong_code", Refused, 403;
    /// Nobody changes their own role, and guests and bots have none.
    RoleNotTheirs = "role_not_theirs", Refused, 403;
    /// Nobody voids a round or closes a table while they have chips there as a player, under this account or another
    /// one that was used on the same device.
    OwnRound = "own_round", Refused, 403;
    /// The token's scopes do not permit it, or no token does.
    NotWithToken = "not_with_token", Refused, 403;
    /// The account has a second factor: send its six digits, or a recovery code.
    SecondFactorNeeded = "second_factor_needed", Refused, 401;
    /// The second factor is wrong, or its six digits were used before.
    WrongSecondFactor = "wrong_second_factor", Refused, 401;
    /// The request comes from another site, or does not say from which.
    Origin = "origin", Refused, 403;
    /// Too many failed sign-ins from this address, or under this name: wait, use a device that has been signed in to
    /// the account before, or a recovery code.
    Locked = "locked", Refused, 429;

    /// A name has 2 to 24 characters.
    NameLength = "name_length", Refused, 422;
    /// A name is made of Latin letters, digits, spaces, hyphens and underscores.
    NameLetters = "name_letters", Refused, 422;
    /// The name could be mistaken for the card room's own.
    NameReserved = "name_reserved", Refused, 422;
    /// Another account has the name.
    NameTaken = "name_taken", Refused, 409;
    /// The account already has a name.
    NamedAlready = "named_already", Refused, 409;
    /// A password has 8 to 200 characters.
    PasswordLength = "password_length", Refused, 422;
    /// The password is too easy to guess; the sentence says what would be better.
    WeakPassword = "weak_password", Refused, 422;
    /// A token's name has 1 to 40 characters.
    TokenName = "token_name", Refused, 422;
    /// An account has at most twenty tokens.
    TokensFull = "tokens_full", Refused, 409;
    /// A limit is a positive number of cents.
    LimitAmount = "limit_amount", Refused, 422;
    /// An exclusion takes 1 to 3,650 days.
    ExclusionDays = "exclusion_days", Refused, 422;
    /// The act needs a reason of 1 to 200 characters, which is recorded.
    NoReason = "no_reason", Refused, 422;
    /// A table has a name of 1 to 60 characters.
    TableName = "table_name", Refused, 422;
    /// The rule book does not permit these settings.
    Settings = "settings", Refused, 422;
    /// The card room opens no more tables.
    TooManyTables = "too_many_tables", Refused, 409;

    /// There is nothing at this address.
    NotFound = "not_found", Refused, 404;
    /// There is no such table.
    NoSuchTable = "no_such_table", Refused, 404;
    /// The table has no such round, or it is not over.
    NoSuchRound = "no_such_round", Refused, 404;
    /// There is no such log.
    NoSuchLog = "no_such_log", Refused, 404;
    /// There is no such player.
    NoSuchPlayer = "no_such_player", Refused, 404;
    /// The account has no such token.
    NoSuchToken = "no_such_token", Refused, 404;
    /// The address does not take this method.
    Method = "method", Refused, 405;
    /// The address takes `WebSocket` connections only.
    WebSocket = "websocket", Refused, 426;

    /// The text is not JSON.
    Malformed = "malformed", Refused, 400;
    /// The JSON is not of the documented form.
    InvalidFields = "invalid_fields", Refused, 422;
    /// A parameter behind the question mark is missing, unknown or of the wrong form.
    BadQuery = "bad_query", Refused, 400;
    /// A body needs `Content-Type: application/json`.
    ContentType = "content_type", Refused, 415;
    /// The message or the body is too long.
    TooLarge = "too_large", Refused, 413;
    /// The address and the headers are too long.
    HeadersTooLarge = "headers_too_large", Refused, 431;
    /// The request does not name the host that it is meant for, or not only one.
    Host = "host", Refused, 400;
    /// Socket messages are text frames.
    Binary = "binary", Refused, 400;
    /// The first message of a connection is `hello`.
    Hello = "hello", Refused, 400;
    /// The card room speaks another version of the protocol.
    Protocol = "protocol", Refused, 400;
    /// One connection watches at most 64 tables, and one address opens a limited number of sockets.
    TooMany = "too_many", Refused, 429;
    /// The cards are not two of one deck, or not those of a street.
    Cards = "cards", Refused, 422;
    /// The game cannot be solved as it is described.
    Game = "game", Refused, 422;

    /// Too many messages or requests: slow down.
    TooFast = "too_fast", Conflict, 429;
    /// Others are using what the request needs.
    Busy = "busy", Conflict, 503;
    /// The store does not answer, or the card room is stopping. Nothing was done.
    Unavailable = "unavailable", Conflict, 503;
    /// The store broke off: the command may have been done. The same command under the same id tells.
    OutcomeUnknown = "outcome_unknown", Conflict, 503;
    /// The answer took too long and was given up.
    Timeout = "timeout", Conflict, 503;
    /// The card room is starting or stopping.
    NotReady = "not_ready", Conflict, 503;
    /// There are no random bytes, so nothing is dealt and no secret is made.
    NoEntropy = "no_entropy", Fault, 503;
    /// The card room contradicts itself.
    Fault = "fault", Fault, 500;
}

impl ErrorCode {
    /// Returns the code as it is written.
    pub const fn as_str(self) -> &'static str {
        self.row().0
    }

    /// Returns what a client can do about it.
    pub const fn kind(self) -> ErrorKind {
        self.row().1
    }

    /// Returns the status of an HTTP answer with this code.
    pub const fn http_status(self) -> u16 {
        self.row().2
    }

    /// Returns whether the same request may succeed when it is sent again.
    pub const fn is_retryable(self) -> bool {
        matches!(self.kind(), ErrorKind::Conflict)
    }

    /// Returns the code of a document that cannot be read.
    pub fn of_json(error: &serde_json::Error) -> ErrorCode {
        // Only an error of data means that the text was JSON.
        if error.is_data() { ErrorCode::InvalidFields } else { ErrorCode::Malformed }
    }
}

impl fmt::Display for ErrorCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

impl From<&TableError> for ErrorCode {
    fn from(error: &TableError) -> ErrorCode {
        // Without a wildcard: a refusal that is added to the table must be given a code here.
        match error {
            TableError::Rules(_) => ErrorCode::Rules,
            TableError::Button(_)
            | TableError::NotBanking { .. }
            | TableError::BankStays
            | TableError::NoOffer => ErrorCode::Bank,
            TableError::Closed | TableError::NotOpen | TableError::AlreadyOpen => ErrorCode::Closed,
            TableError::LossLimit { .. } => ErrorCode::LossLimit,
            TableError::Excluded { .. } => ErrorCode::Excluded,
            TableError::SeatTaken { .. } | TableError::SoloTable => ErrorCode::SeatTaken,
            TableError::NotYourSeat { .. } | TableError::NotSeated => ErrorCode::NotYourSeat,
            TableError::SitsOut { .. } | TableError::TakesPart { .. } | TableError::Leaves { .. } => {
                ErrorCode::SeatState
            }
            TableError::RoundUnderWay
            | TableError::NoRound
            | TableError::NobodyReady
            | TableError::NotYet { .. }
            | TableError::NotRevealed
            | TableError::Committed
            | TableError::NothingToReveal
            | TableError::OthersMayWager => ErrorCode::NotNow,
            TableError::Funds { .. } => ErrorCode::Funds,
            TableError::SeedAdded { .. } => ErrorCode::SeedAdded,
            // Nothing but a lack of random bytes delays a commitment.
            TableError::NotCommitted => ErrorCode::NoEntropy,
            TableError::NoReason => ErrorCode::NoReason,
            TableError::OwnRound => ErrorCode::OwnRound,
            TableError::Fault(_) => ErrorCode::Fault,
        }
    }
}

/// The body of every HTTP answer that is not a success.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ErrorBody {
    /// For programs.
    pub code: ErrorCode,
    /// For people: one sentence.
    pub reason: String,
    /// When the same request can succeed, where that is known: after `no_stack_left`, when the next grant is due.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub retry_at_ms: Option<Timestamp>,
}
