//! Double-entry money. It knows two nouns, accounts and transfers, and no poker.
//!
//! A transfer takes from one account what it gives to another, so the sum over all accounts is always zero. Money
//! enters and leaves only through accounts that were opened as sources; no other account goes below zero.
//!
//! ```
//! use ledger::{AccountId, Amount, Done, Kind, Ledger, LedgerError, Transfer, TransferId};
//!
//! let (cashier, wallet) = (AccountId(1), AccountId(2));
//! let mut ledger = Ledger::default();
//! ledger.open(cashier, Kind::Source)?;
//! ledger.open(wallet, Kind::Purse)?;
//!
//! let grant = Transfer { id: TransferId(7), debit: cashier, credit: wallet, amount: Amount(500) };
//! assert_eq!(ledger.transfer(grant)?, Done::Now);
//! assert_eq!(ledger.transfer(grant)?, Done::Before, "a repeat has no second effect");
//! assert_eq!(ledger.balance(wallet), Some(Amount(500)));
//!
//! let too_much = Transfer { id: TransferId(8), debit: wallet, credit: cashier, amount: Amount(501) };
//! assert_eq!(ledger.transfer(too_much), Err(LedgerError::WouldOverdraw { account: wallet }));
//! assert_eq!(ledger.imbalance(), 0);
//! # Ok::<(), LedgerError>(())
//! ```

mod account;
mod book;
mod error;
mod transfer;

pub use account::{AccountId, Amount, Kind};
pub use book::{Done, Ledger};
pub use error::LedgerError;
pub use transfer::{Transfer, TransferId};
