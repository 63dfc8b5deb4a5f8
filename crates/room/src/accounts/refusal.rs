//! Why the accounts said no. Nothing changed.

use std::fmt;

use fair::entropy::NoEntropy;
use protocol::ErrorCode;
use store::StoreError;

/// Why somebody was refused.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Refusal {
    /// Names have 2 to 24 characters.
    NameLength,
    /// Names are made of letters, digits, spaces, hyphens and underscores.
    NameLetters,
    /// The name could be mistaken for the card room's own.
    NameReserved,
    /// Somebody has the name.
    NameTaken,
    /// Passwords have 8 to 200 characters.
    PasswordLength,
    /// The account has a name already.
    NamedAlready,
    /// Only accounts with a name and a password may.
    GuestsMayNot,
    /// The name or the password is wrong; which of them is not said.
    WrongPassword,
    /// Too many failures: nobody signs in under that name for a while.
    Locked,
    /// Too many passwords are being checked at once.
    Busy,
    /// The one-time code is wrong or used.
    WrongCode,
    /// There is no such player.
    NoSuchPlayer,
    /// Nobody changes their own role, and nobody that of a house-run player.
    RoleNotTheirs,
    /// The act needs a reason of 1 to 200 characters.
    NoReason,
    /// Tokens need a name of 1 to 40 characters.
    TokenName,
    /// An account has at most twenty tokens.
    TokensFull,
    /// There is no such token.
    NoSuchToken,
    /// A limit is a positive number of cents.
    LimitAmount,
    /// An exclusion takes 1 to 3,650 days.
    ExclusionDays,
}

impl Refusal {
    /// Returns the code for programs.
    pub const fn code(self) -> ErrorCode {
        match self {
            Refusal::NameLength => ErrorCode::NameLength,
            Refusal::NameLetters => ErrorCode::NameLetters,
            Refusal::NameReserved => ErrorCode::NameReserved,
            Refusal::NameTaken => ErrorCode::NameTaken,
            Refusal::PasswordLength => ErrorCode::PasswordLength,
            Refusal::NamedAlready => ErrorCode::NamedAlready,
            Refusal::GuestsMayNot => ErrorCode::GuestsMayNot,
            Refusal::WrongPassword => ErrorCode::WrongPassword,
            Refusal::Locked => ErrorCode::Locked,
            Refusal::Busy => ErrorCode::Busy,
            Refusal::WrongCode => ErrorCode::WrongCode,
            Refusal::NoSuchPlayer => ErrorCode::NoSuchPlayer,
            Refusal::RoleNotTheirs => ErrorCode::RoleNotTheirs,
            Refusal::NoReason => ErrorCode::NoReason,
            Refusal::TokenName => ErrorCode::TokenName,
            Refusal::TokensFull => ErrorCode::TokensFull,
            Refusal::NoSuchToken => ErrorCode::NoSuchToken,
            Refusal::LimitAmount => ErrorCode::LimitAmount,
            Refusal::ExclusionDays => ErrorCode::ExclusionDays,
        }
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Refusal::NameLength => "A name has 2 to 24 characters.",
            Refusal::NameLetters => {
                "A name is made of Latin letters, digits, spaces, hyphens and underscores."
            }
            Refusal::NameReserved => "That name could be mistaken for the card room's own.",
            Refusal::NameTaken => "Somebody has that name already.",
            Refusal::PasswordLength => "A password has 8 to 200 characters.",
            Refusal::NamedAlready => "This account has a name already.",
            Refusal::GuestsMayNot => "Take a name and a password first: guests may not do this.",
            Refusal::WrongPassword => "The name or the password is wrong.",
            Refusal::Locked => "Too many failures under that name: it is locked for thirty minutes.",
            Refusal::Busy => "Too many people are signing in at once; try again in a moment.",
            Refusal::WrongCode => "That code is wrong, or it has been used.",
            Refusal::NoSuchPlayer => "There is no such player.",
            Refusal::RoleNotTheirs => {
                "Nobody changes their own role, and house-run players and guests have none."
            }
            Refusal::NoReason => "Give a reason of 1 to 200 characters: it is recorded.",
            Refusal::TokenName => "A token's name has 1 to 40 characters.",
            Refusal::TokensFull => "An account has at most twenty tokens; revoke one first.",
            Refusal::NoSuchToken => "There is no such token.",
            Refusal::LimitAmount => "A limit is a positive number of cents.",
            Refusal::ExclusionDays => "An exclusion takes 1 to 3650 days.",
        })
    }
}

/// Why something was not done.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum AccountError {
    /// It may not be done.
    Refused(Refusal),
    /// The storage did not answer.
    Store(StoreError),
    /// There are no secrets without chance.
    Entropy(NoEntropy),
}

impl fmt::Display for AccountError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            AccountError::Refused(refusal) => refusal.fmt(f),
            AccountError::Store(error) => error.fmt(f),
            AccountError::Entropy(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for AccountError {}

impl From<Refusal> for AccountError {
    fn from(refusal: Refusal) -> AccountError {
        AccountError::Refused(refusal)
    }
}

impl From<StoreError> for AccountError {
    fn from(error: StoreError) -> AccountError {
        AccountError::Store(error)
    }
}

impl From<NoEntropy> for AccountError {
    fn from(error: NoEntropy) -> AccountError {
        AccountError::Entropy(error)
    }
}
