//! Why the accounts said no. Nothing changed.

use std::fmt;

use fair::entropy::NoEntropy;
use protocol::ErrorCode;
use store::StoreError;

/// Why somebody was refused.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AccountError {
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

impl AccountError {
    /// Returns the code for programs.
    pub const fn code(self) -> ErrorCode {
        match self {
            AccountError::NameLength => ErrorCode::NameLength,
            AccountError::NameLetters => ErrorCode::NameLetters,
            AccountError::NameReserved => ErrorCode::NameReserved,
            AccountError::NameTaken => ErrorCode::NameTaken,
            AccountError::PasswordLength => ErrorCode::PasswordLength,
            AccountError::NamedAlready => ErrorCode::NamedAlready,
            AccountError::GuestsMayNot => ErrorCode::GuestsMayNot,
            AccountError::WrongPassword => ErrorCode::WrongPassword,
            AccountError::Locked => ErrorCode::Locked,
            AccountError::Busy => ErrorCode::Busy,
            AccountError::WrongCode => ErrorCode::WrongCode,
            AccountError::NoSuchPlayer => ErrorCode::NoSuchPlayer,
            AccountError::RoleNotTheirs => ErrorCode::RoleNotTheirs,
            AccountError::NoReason => ErrorCode::NoReason,
            AccountError::TokenName => ErrorCode::TokenName,
            AccountError::TokensFull => ErrorCode::TokensFull,
            AccountError::NoSuchToken => ErrorCode::NoSuchToken,
            AccountError::LimitAmount => ErrorCode::LimitAmount,
            AccountError::ExclusionDays => ErrorCode::ExclusionDays,
        }
    }
}

impl fmt::Display for AccountError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            AccountError::NameLength => "A name has 2 to 24 characters.",
            AccountError::NameLetters => {
                "A name is made of Latin letters, digits, spaces, hyphens and underscores."
            }
            AccountError::NameReserved => "That name could be mistaken for the card room's own.",
            AccountError::NameTaken => "Somebody has that name already.",
            AccountError::PasswordLength => "A password has 8 to 200 characters.",
            AccountError::NamedAlready => "This account has a name already.",
            AccountError::GuestsMayNot => "Take a name and a password first: guests may not do this.",
            AccountError::WrongPassword => "The name or the password is wrong.",
            AccountError::Locked => "Too many failures under that name: it is locked for thirty minutes.",
            AccountError::Busy => "Too many people are signing in at once; try again in a moment.",
            AccountError::WrongCode => "That code is wrong, or it has been used.",
            AccountError::NoSuchPlayer => "There is no such player.",
            AccountError::RoleNotTheirs => {
                "Nobody changes their own role, and house-run players and guests have none."
            }
            AccountError::NoReason => "Give a reason of 1 to 200 characters: it is recorded.",
            AccountError::TokenName => "A token's name has 1 to 40 characters.",
            AccountError::TokensFull => "An account has at most twenty tokens; revoke one first.",
            AccountError::NoSuchToken => "There is no such token.",
            AccountError::LimitAmount => "A limit is a positive number of cents.",
            AccountError::ExclusionDays => "An exclusion takes 1 to 3650 days.",
        })
    }
}

/// Why something was not done.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum AccountFailure {
    /// It may not be done.
    Refused(AccountError),
    /// The storage did not answer.
    Store(StoreError),
    /// There are no secrets without chance.
    Entropy(NoEntropy),
}

impl fmt::Display for AccountFailure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            AccountFailure::Refused(refusal) => refusal.fmt(f),
            AccountFailure::Store(error) => error.fmt(f),
            AccountFailure::Entropy(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for AccountFailure {}

impl From<AccountError> for AccountFailure {
    fn from(refusal: AccountError) -> AccountFailure {
        AccountFailure::Refused(refusal)
    }
}

impl From<StoreError> for AccountFailure {
    fn from(error: StoreError) -> AccountFailure {
        AccountFailure::Store(error)
    }
}

impl From<NoEntropy> for AccountFailure {
    fn from(error: NoEntropy) -> AccountFailure {
        AccountFailure::Entropy(error)
    }
}
