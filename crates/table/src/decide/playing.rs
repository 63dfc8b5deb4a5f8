//! Wagers, cards and decisions.

use uth::{Decision, Deck, RulesError, Seat, Stage, Wagers};

use super::Deciding;
use crate::event::Event;
use crate::money::{Account, Move};
use crate::table::{Awaits, BankOffer};
use crate::table_error::TableError;
use crate::who::{By, Commitment, PlayerId, Seed};

impl Deciding<'_> {
    pub(super) fn open_round(&mut self, commitment: Commitment) -> Result<(), TableError> {
        self.require_open()?;
        match self.table.awaits() {
            _ if self.table.live().is_some() => Err(TableError::RoundUnderWay),
            Awaits::Reveal => Err(TableError::NotRevealed),
            Awaits::Commitment => {
                let number = self.table.rounds;
                self.table.open_round(number, commitment)?;
                self.record(Event::RoundOpened { number, commitment })
            }
            _ => Err(TableError::NobodyReady),
        }
    }

    pub(super) fn wager(&mut self, player: PlayerId, seat: Seat, wagers: Wagers) -> Result<(), TableError> {
        self.own_active(player, seat)?;
        let live = self.live()?;
        let before = live.round.wagers(seat).unwrap_or_default();
        let betting_ms = self.table.settings.betting_ms();
        let closes = live.until.or(betting_ms.map(|ms| self.after_ms(ms)));
        // The rules come first: only they bound the amounts that are added up below.
        let moves = self.table.place_wagers(player, seat, wagers)?;
        self.require_allowance(player, wagers.exposure() - before.exposure())?;
        self.require_wallet_funds(&moves)?;
        self.table.set_deadline(closes)?;
        self.record(Event::Wagered { player, seat, wagers, closes, moves })
    }

    pub(super) fn withdraw(&mut self, player: PlayerId, seat: Seat) -> Result<(), TableError> {
        self.own(player, seat)?;
        self.live()?;
        let moves = self.table.withdraw_wagers(seat)?;
        // Without a wager no clock runs; the next one starts it again.
        let live = self.live()?;
        let closes = live.until.filter(|_| live.round.seats().next().is_some());
        self.table.set_deadline(closes)?;
        self.record(Event::Withdrawn { seat, closes, moves })
    }

    pub(super) fn add_seed(&mut self, player: PlayerId, seat: Seat, seed: Seed) -> Result<(), TableError> {
        self.own(player, seat)?;
        let live = self.live()?;
        if !live.takes_wagers() {
            return Err(TableError::Rules(RulesError::NotNow { stage: live.round.stage() }));
        }
        if live.seeds.iter().any(|(other, _)| *other == seat) {
            return Err(TableError::SeedAdded { seat });
        }
        self.table.add_seed(seat, seed)?;
        self.record(Event::SeedAdded { player, seat, seed })
    }

    /// Lets a player call "no more bets" where no other player could still wager: at a solo table, or where all others
    /// sit out or bank.
    pub(super) fn no_more_bets(&mut self, player: PlayerId) -> Result<(), TableError> {
        self.live()?;
        let moves = self.table.close_bets()?;
        let live = self.live()?;
        let bank = live.player_dealer().map(|(seat, _)| seat);
        let may_wager = |seat: &Seat| self.table.is_active(*seat) && Some(*seat) != bank;
        let mut others = self.table.seats().filter(may_wager).filter_map(|seat| self.table.occupant(seat));
        if others.any(|other| other.player != player)
            || live.owners.iter().flatten().any(|owner| *owner != player)
        {
            return Err(TableError::OthersMayWager);
        }
        self.record_bets_closed(By::Player(player), moves)
    }

    /// Records "no more bets". A bank that cannot put up its part stops the round, and everything goes back (R18).
    fn record_bets_closed(&mut self, by: By, moves: Vec<Move>) -> Result<(), TableError> {
        if moves.iter().any(|one| self.require_funds(one.debit, one.amount).is_err()) {
            // No chips have moved yet, so the round is void as if bets had never closed.
            return self.declare_void(By::Table, "the bank does not hold the chips that it needs".to_owned());
        }
        self.record(Event::BetsClosed { by, moves })
    }

    pub(super) fn deal(&mut self, deck: Deck) -> Result<(), TableError> {
        self.live()?;
        let until = self.after_ms(self.table.settings.decision_ms());
        self.table.deal(&deck, until)?;
        self.record(Event::Dealt { deck, until })
    }

    pub(super) fn decide(
        &mut self,
        player: PlayerId,
        seat: Seat,
        decision: Decision,
    ) -> Result<(), TableError> {
        self.own(player, seat)?;
        self.decide_by(seat, decision, By::Player(player))
    }

    fn decide_by(&mut self, seat: Seat, decision: Decision, by: By) -> Result<(), TableError> {
        let before = self.live()?.round.stage();
        let moves = self.table.decide_hand(seat, decision)?;
        // Loss limits are not asked: the wager was accepted with its largest raise.
        self.require_wallet_funds(&moves)?;
        self.record(Event::Decided { seat, decision, by, moves })?;
        match self.live()?.round.stage() {
            stage if stage == before => Ok(()),
            Stage::Settled => {
                let moves = self.table.settle()?;
                self.record(Event::Settled { moves })
            }
            stage => {
                let until = self.after_ms(self.table.settings.decision_ms());
                self.table.turn(stage, until)?;
                self.record(Event::Turned { stage, until })
            }
        }
    }

    /// Acts on a deadline that has passed: the bank is passed on, bets close, absent players check or fold (R20).
    pub(super) fn tick(&mut self) -> Result<(), TableError> {
        let until = match (self.table.live(), self.table.bank) {
            (Some(live), _) => live.until,
            (None, BankOffer::Offered { until, .. }) => Some(until),
            _ => None,
        };
        if until.is_none_or(|until| self.context.now < until) {
            return Err(TableError::NotYet { until });
        }
        match (self.table.live().map(|live| live.round.stage()), self.asked_to_bank()) {
            (None, Some(seat)) => self.pass_bank_on(seat, By::Table),
            (Some(Stage::Betting), _) => {
                let moves = self.table.close_bets()?;
                self.record_bets_closed(By::Table, moves)
            }
            _ => self.decide_for_absent(),
        }
    }

    /// Decides for this street only: the next one has a deadline of its own.
    fn decide_for_absent(&mut self) -> Result<(), TableError> {
        let round = &self.live()?.round;
        let absent = round.seats().filter_map(|seat| Some((seat, round.decision_for_absent(seat)?)));
        for (seat, decision) in absent.collect::<Vec<_>>() {
            self.decide_by(seat, decision, By::Table)?;
        }
        Ok(())
    }

    /// Asks the wallets for what they put on the table. Chips that come back from the table need no funds.
    fn require_wallet_funds(&self, moves: &[Move]) -> Result<(), TableError> {
        let mut from_wallets = moves.iter().filter(|one| matches!(one.debit, Account::Wallet(_)));
        from_wallets.try_for_each(|one| self.require_funds(one.debit, one.amount))
    }
}
