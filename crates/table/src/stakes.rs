//! Which chips move for what. Deciding and replay compute the same sums, so an event whose money is not what the rules
//! say does not apply.

use uth::{Banker, Cents, Decision, Odds, PayTable, Round, Settlement, Stage, Wagers};

use crate::money::{Account, Move};
use crate::table::{Table, TableRound};
use crate::who::PlayerId;

impl Table {
    /// Returns the move of chips that a player puts on the table, or takes back if the amount is negative.
    pub(crate) fn escrow_moves(&self, player: PlayerId, amount: Cents) -> Vec<Move> {
        Move::some(Account::Wallet(player), Account::Escrow(self.id), amount).into_iter().collect()
    }

    /// Returns what moves when bets close: the collection to the drop (R11), or the house's chips to its table.
    pub(crate) fn bank_moves(&self, closed: &Round) -> Vec<Move> {
        let one = match closed.banker() {
            Banker::PlayerDealer { person, .. } => {
                let fee = closed.collection().unwrap_or(Cents::ZERO);
                Move::some(Account::Wallet(PlayerId::from(*person)), Account::Drop, fee)
            }
            Banker::House => {
                let wagers = closed.seats().filter_map(|seat| closed.wagers(seat));
                let most = wagers.map(|wagers| most_paid(closed, wagers)).sum();
                Move::some(Account::House, Account::Escrow(self.id), most)
            }
        };
        one.into_iter().collect()
    }

    /// Returns what moves when a round is over: to each seat what it has left or won, the rest to the bank. A void
    /// round gives the collection back too (R18).
    pub(crate) fn final_moves(&self, over: &TableRound, settlement: &Settlement) -> Vec<Move> {
        let table = Account::Escrow(self.id);
        let bank = over.player_dealer().map_or(Account::House, |(_, player)| Account::Wallet(player));
        let mut moves = Vec::new();
        let mut left = self.escrow;
        for settled in &settlement.seats {
            let Some(owner) = over.owners[settled.seat.index()] else { continue };
            let staked: Cents = settlement.lines_of(settled.seat).map(|line| line.stake).sum();
            let amount = staked + settled.net;
            moves.extend(Move::some(table, Account::Wallet(owner), amount));
            left -= amount;
        }
        moves.extend(Move::some(table, bank, left));
        if over.round.stage() == Stage::Void {
            moves.extend(Move::some(Account::Drop, bank, over.collected));
        }
        moves
    }
}

/// Returns the most that a house may have to pay to a seat. It puts that up when bets close, as a player/dealer puts up
/// a wager, so that no settlement ever waits for chips.
fn most_paid(round: &Round, wagers: Wagers) -> Cents {
    let pays = round.terms().pays();
    let best = |table: &PayTable, stake| {
        table.rows().map(|(_, odds): (_, Odds)| odds.won_by(stake)).max().unwrap_or(Cents::ZERO)
    };
    // Ante and Play win even money (CA.round.15).
    let even = wagers.ante + Decision::Raise(Decision::LARGEST_RAISE).amount(wagers.ante);
    let by_table =
        [(&pays.blind, wagers.ante), (&pays.trips, wagers.trips), (&pays.bad_beat, wagers.bad_beat)];
    even + by_table.into_iter().map(|(table, stake)| best(table, stake)).sum()
}
