//! Which chips move for what. The same sums are made when an event is decided and when it is applied, so an event
//! whose money is not what the rules say does not apply.

use uth::{Banker, Cents, Odds, PayTable, Round, Seat, Stage, Wagers};

use crate::money::{Account, Move};
use crate::table::{Table, TableRound};
use crate::who::PlayerId;

/// The largest Play wager, in Antes (CA.play.4).
const MOST_PLAYED: i64 = 4;

impl Table {
    /// Chips that a player puts on the table, or takes back if the amount is negative.
    pub(crate) fn put_up(&self, player: PlayerId, amount: Cents) -> Vec<Move> {
        Move::some(Account::Wallet(player), Account::Escrow(self.id), amount).into_iter().collect()
    }

    /// What moves when bets close: the collection to the drop (R11), or the house's chips to its table.
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

    /// What moves when the round is over: to each seat what it has left or won, the rest to the bank. A void round
    /// gives the collection back too (R18).
    pub(crate) fn final_moves(&self, over: &TableRound) -> Vec<Move> {
        let table = Account::Escrow(self.id);
        let bank = over.player_dealer().map_or(Account::House, |(_, player)| Account::Wallet(player));
        let mut moves = Vec::new();
        let mut left = self.escrow;
        for (seat, amount) in returned(&over.round) {
            let Some(owner) = over.owners[seat.index()] else { continue };
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

/// The most that a house may have to pay to a seat. It puts that up when bets close, as a player/dealer puts up W,
/// so that no settlement ever waits for chips.
fn most_paid(round: &Round, wagers: Wagers) -> Cents {
    let pays = round.terms().pays();
    let best = |table: &PayTable, stake| {
        table.rows().map(|(_, odds): (_, Odds)| odds.won_by(stake)).max().unwrap_or(Cents::ZERO)
    };
    let even = wagers.ante * (1 + MOST_PLAYED);
    let by_table =
        [(&pays.blind, wagers.ante), (&pays.trips, wagers.trips), (&pays.bad_beat, wagers.bad_beat)];
    even + by_table.into_iter().map(|(table, stake)| best(table, stake)).sum()
}

/// What each seat gets back of its stakes and winnings, in the order in which seats settle.
fn returned(over: &Round) -> Vec<(Seat, Cents)> {
    let mut seats: Vec<(Seat, Cents)> = Vec::new();
    over.settle(|line| {
        let amount = line.stake + line.net;
        match seats.iter_mut().find(|(seat, _)| *seat == line.seat) {
            Some((_, sum)) => *sum += amount,
            None => seats.push((line.seat, amount)),
        }
    });
    seats
}
