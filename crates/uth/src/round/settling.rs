//! How a round ends: every wager settled, or everything given back.

use alloc::vec::Vec;

use super::{Banker, Round, Stage};
use crate::bank::Bank;
use crate::card::Card;
use crate::hand::Hand;
use crate::money::Cents;
use crate::seat::Seat;
use crate::settlement::{
    HandResult, Played, SeatSettlement, Settlement, SettlementLine, Showdown, WagerOutcome,
};
use crate::wager::Play;

impl Round {
    /// Calls `each` with every settled wager in order and returns the bank's result; `None` until the round is
    /// over. Allocates nothing, for simulations; [`Round::settlement`] returns the whole record.
    #[inline]
    pub fn settle(&self, each: impl FnMut(SettlementLine)) -> Option<Bank> {
        match self.stage {
            Stage::Settled => self.settle_hands(each),
            Stage::Void => Some(self.give_back(each)),
            _ => None,
        }
    }

    /// Computes the whole record of a round that is over. Callers that need it more than once keep it.
    pub fn settlement(&self) -> Option<Settlement> {
        let mut lines = Vec::new();
        let bank = self.settle(|line| lines.push(line))?;
        let dealer = self.dealer().and_then(|hole| self.hand_of(hole));
        let mut seats: Vec<SeatSettlement> = Vec::new();
        for line in &lines {
            match seats.iter_mut().find(|settled| settled.seat == line.seat) {
                Some(settled) => settled.net += line.net,
                None => seats.push(self.settled_seat(line, dealer.as_ref())),
            }
        }
        // The house's running result is no bank that anybody put up, and the record leaves it out.
        let bank = matches!(self.banker, Banker::PlayerDealer { .. }).then_some(bank);
        Some(Settlement { dealer, seats, lines, bank, collection: self.collection() })
    }

    fn settle_hands(&self, each: impl FnMut(SettlementLine)) -> Option<Bank> {
        let deal = self.deal.as_ref()?;
        let hands = |seat| {
            let wagers = self.wagers(seat)?;
            Some(Played { seat, wagers, hole: deal.hole(seat)?, play: self.play(seat)? })
        };
        let (bank_seat, bank_wager) = self.bank();
        let showdown = Showdown {
            terms: &self.terms,
            bank_seat,
            bank_wager,
            dealer: deal.dealer(),
            board: *deal.board(),
            seats: self.playing,
            hands,
        };
        Some(showdown.settle(each))
    }

    /// Returns every wager of a void round (R18, WA.void.1).
    fn give_back(&self, mut each: impl FnMut(SettlementLine)) -> Bank {
        let (bank_seat, bank_wager) = self.bank();
        let clause = self.terms.clauses().void;
        for seat in self.terms.seat_order().among(self.playing, bank_seat) {
            let Some(wagers) = self.wagers(seat) else { continue };
            // A hand that has not raised has no Play wager to give back, as a fold has none.
            let play = self.play(seat).unwrap_or(Play::Fold);
            for (wager, stake) in wagers.stakes(play) {
                let (outcome, net, bank) = (WagerOutcome::Returned, Cents::ZERO, Cents::ZERO);
                each(SettlementLine { seat, wager, stake, outcome, net, odds: None, bank, clause });
            }
        }
        Bank::new(bank_wager)
    }

    fn bank(&self) -> (Option<Seat>, Option<Cents>) {
        match self.banker {
            Banker::House => (None, None),
            Banker::PlayerDealer { seat, wager, .. } => (Some(seat), wager),
        }
    }

    fn settled_seat(&self, line: &SettlementLine, dealer: Option<&Hand>) -> SeatSettlement {
        let hand = self.hole(line.seat).and_then(|hole| self.hand_of(hole));
        let result = match (self.play(line.seat), hand, dealer) {
            _ if self.stage == Stage::Void => None,
            // A fold is a result of its own: the dealer's cards may have stayed face down (R26).
            (Some(Play::Fold), ..) => Some(HandResult::Fold),
            (Some(play), Some(hand), Some(dealer)) => {
                Some(HandResult::new(play, hand.strength(), dealer.strength()))
            }
            _ => None,
        };
        SeatSettlement { seat: line.seat, hand, result, net: line.net }
    }

    /// Returns the best five of hole cards and the turned board. The board's cards come first, so that they are named
    /// where either would do.
    fn hand_of(&self, hole: [Card; 2]) -> Option<Hand> {
        let cards: Vec<Card> = self.board().iter().copied().chain(hole).collect();
        Hand::best_of(&cards).ok()
    }
}
