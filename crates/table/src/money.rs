//! Accounts and the moves between them. An event carries its moves, and the card room writes exactly those.

use std::fmt;
use std::str::FromStr;

use ledger::{AccountId, Amount, Kind, Transfer, TransferId};
use uth::Cents;

use crate::id::{PlayerId, Seq, TableId};

/// An account of the card room.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Account {
    /// Where chips enter and leave the card room. No table ever names it.
    Cashier,
    /// The house's own chips: it banks the house-banked tables with them.
    House,
    /// What was collected from player/dealers.
    Drop,
    /// A player's chips that are not on a table.
    Wallet(PlayerId),
    /// The chips that lie on a table. Between rounds there are none.
    Escrow(TableId),
}

impl Account {
    /// Returns the account's id in the ledger: the kind above the number of the player or table.
    pub const fn id(self) -> AccountId {
        let (kind, number) = match self {
            Account::Cashier => (0, 0),
            Account::House => (1, 0),
            Account::Drop => (2, 0),
            Account::Wallet(player) => (3, player.0),
            Account::Escrow(table) => (4, table.0),
        };
        AccountId((kind << 64) + number as u128)
    }

    /// Returns the kind of account: only the cashier may go below zero, because chips enter there.
    pub const fn kind(self) -> Kind {
        match self {
            Account::Cashier => Kind::Source,
            Account::House | Account::Drop | Account::Wallet(_) | Account::Escrow(_) => Kind::Purse,
        }
    }
}

/// "wallet:7", "escrow:3", "house".
impl fmt::Display for Account {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Account::Cashier => f.write_str("cashier"),
            Account::House => f.write_str("house"),
            Account::Drop => f.write_str("drop"),
            Account::Wallet(player) => write!(f, "wallet:{player}"),
            Account::Escrow(table) => write!(f, "escrow:{table}"),
        }
    }
}

impl FromStr for Account {
    type Err = ParseAccountError;

    fn from_str(text: &str) -> Result<Account, ParseAccountError> {
        let number = |digits: &str| digits.parse().map_err(|_| ParseAccountError);
        match text.split_once(':') {
            None if text == "cashier" => Ok(Account::Cashier),
            None if text == "house" => Ok(Account::House),
            None if text == "drop" => Ok(Account::Drop),
            Some(("wallet", digits)) => Ok(Account::Wallet(PlayerId(number(digits)?))),
            Some(("escrow", digits)) => Ok(Account::Escrow(TableId(number(digits)?))),
            _ => Err(ParseAccountError),
        }
    }
}

/// The text names no account.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("the accounts are cashier, house, drop, wallet:PLAYER and escrow:TABLE")]
pub struct ParseAccountError;

/// An amount above zero that goes from one account to another.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Move {
    /// The account that pays.
    pub debit: Account,
    /// The account that is paid.
    pub credit: Account,
    /// How much.
    pub amount: Cents,
}

impl Move {
    /// Returns the move of an amount: none of zero, and the reverse of a negative one.
    pub(crate) fn some(debit: Account, credit: Account, amount: Cents) -> Option<Move> {
        match amount.0 {
            0 => None,
            ..0 => Some(Move { debit: credit, credit: debit, amount: -amount }),
            _ => Some(Move { debit, credit, amount }),
        }
    }
}

/// Returns the ledger's transfers for the moves of an event. The ids follow from the event's place in the table's
/// history, so writing an event twice moves nothing twice.
pub fn transfers(table: TableId, seq: Seq, moves: &[Move]) -> impl Iterator<Item = Transfer> {
    // Eight bits for the moves of an event: a round has at most eight seats and the bank, far below 256.
    let first = (u128::from(table.0) << 64) + (u128::from(seq.0) << 8);
    moves.iter().zip(first..).map(|(one, id)| Transfer {
        id: TransferId(id),
        debit: one.debit.id(),
        credit: one.credit.id(),
        amount: Amount(one.amount.0),
    })
}
