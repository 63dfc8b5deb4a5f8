//! Transfers: the only way in which a balance changes.

use std::fmt;

use crate::account::{AccountId, Amount};

/// Names a transfer. Whoever asks for the transfer makes the name, so that asking twice has one effect.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct TransferId(pub u128);

impl fmt::Display for TransferId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:x}", self.0)
    }
}

/// An amount that goes from one account to another. Once done it is never changed; what was wrong is put right
/// by another transfer.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Transfer {
    /// Its name.
    pub id: TransferId,
    /// The account that pays.
    pub debit: AccountId,
    /// The account that is paid.
    pub credit: AccountId,
    /// How much, above zero.
    pub amount: Amount,
}
