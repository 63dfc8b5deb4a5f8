//! Accounts and amounts.

use std::fmt;

/// Names an account. Who owns it is for the caller to know.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct AccountId(pub u128);

impl fmt::Display for AccountId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:x}", self.0)
    }
}

/// An amount in the smallest unit of the money, for instance cents. A balance may be negative, a transfer not.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Amount(pub i64);

impl Amount {
    /// Nothing.
    pub const ZERO: Amount = Amount(0);
}

/// What an account may do.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Kind {
    /// Holds what it was given and never goes below zero.
    Purse,
    /// Goes below zero by as much as it has brought into the world.
    Source,
}

/// An account as the ledger keeps it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Account {
    pub(crate) kind: Kind,
    pub(crate) balance: Amount,
}

impl Account {
    /// An account as it is opened, empty.
    pub(crate) const fn empty(kind: Kind) -> Account {
        Account { kind, balance: Amount::ZERO }
    }

    /// Whether the account could have that balance.
    pub(crate) fn permits(self, balance: Amount) -> bool {
        // Only a source may owe: what it owes is what all purses hold together.
        self.kind == Kind::Source || balance >= Amount::ZERO
    }
}
