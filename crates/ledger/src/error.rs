//! Why something was refused. Nothing has changed.

use std::fmt;

use crate::account::AccountId;
use crate::transfer::TransferId;

/// Why the ledger refused.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum LedgerError {
    /// There is no such account.
    NoSuchAccount { account: AccountId },
    /// The account is open already, as one of the other kind.
    OpenedDifferently { account: AccountId },
    /// A transfer needs two accounts.
    SameAccount { account: AccountId },
    /// The amount is zero or less.
    NotPositive { id: TransferId },
    /// The account does not hold so much.
    WouldOverdraw { account: AccountId },
    /// The balance would leave 64 bits.
    WouldOverflow { account: AccountId },
    /// A transfer with that id has been done, and it was another one.
    IdUsed { id: TransferId },
    /// Some transfers of the batch have been done and some have not, so the batch is not the one that was done.
    PartlyDone { id: TransferId },
}

impl fmt::Display for LedgerError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LedgerError::NoSuchAccount { account } => write!(f, "there is no account {account}"),
            LedgerError::OpenedDifferently { account } => {
                write!(f, "account {account} is open already, as another kind")
            }
            LedgerError::SameAccount { account } => {
                write!(f, "account {account} cannot transfer to itself")
            }
            LedgerError::NotPositive { id } => write!(f, "transfer {id} must be of more than zero"),
            LedgerError::WouldOverdraw { account } => write!(f, "account {account} does not hold so much"),
            LedgerError::WouldOverflow { account } => write!(f, "account {account} cannot hold so much"),
            LedgerError::IdUsed { id } => write!(f, "transfer {id} has been done with other content"),
            LedgerError::PartlyDone { id } => {
                write!(f, "transfer {id} is done already, but not all others of its batch are")
            }
        }
    }
}

impl std::error::Error for LedgerError {}
