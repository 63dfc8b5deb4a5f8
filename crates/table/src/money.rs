//! Where chips lie and how they move. An event carries its moves, and the card room writes exactly those.

use ledger::{AccountId, Amount, Transfer, TransferId};
use uth::Cents;

use crate::who::{PlayerId, TableId};

/// An account of the card room.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Account {
    /// Where chips enter and leave. No table ever names it.
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
    /// Its name in the ledger: the kind above the number of the player or table.
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
}

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
    /// Makes the list of moves: nothing moves where the amount is nothing, and a negative amount moves back.
    pub(crate) fn some(debit: Account, credit: Account, amount: Cents) -> Option<Move> {
        match amount.0 {
            0 => None,
            ..0 => Some(Move { debit: credit, credit: debit, amount: -amount }),
            _ => Some(Move { debit, credit, amount }),
        }
    }
}

/// The ledger's transfers for the moves of the event with that sequence number. The ids follow from the place in
/// the table's history, so writing an event twice moves nothing twice.
pub fn transfers(table: TableId, seq: u64, moves: &[Move]) -> impl Iterator<Item = Transfer> {
    let first = (u128::from(table.0) << 64) + (u128::from(seq) << 8);
    moves.iter().zip(first..).map(|(one, id)| Transfer {
        id: TransferId(id),
        debit: one.debit.id(),
        credit: one.credit.id(),
        amount: Amount(one.amount.0),
    })
}
