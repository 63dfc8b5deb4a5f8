//! Wagers, cards and decisions.

use uth::{Action, Cents, Deck, Seat, Stage, Wagers};

use super::Draft;
use crate::command::Decision;
use crate::event::Event;
use crate::money::Account;
use crate::refusal::Refusal;
use crate::table::{Awaits, BankOffer};
use crate::who::{By, Commitment, PlayerId, Seed};

impl Draft<'_> {
    pub(super) fn open_round(&mut self, commitment: Commitment) -> Result<(), Refusal> {
        self.check_open()?;
        match self.table.awaits() {
            _ if self.table.live().is_some() => Err(Refusal::RoundUnderWay),
            Awaits::Reveal => Err(Refusal::NotRevealed),
            Awaits::Commitment => self.emit(Event::RoundOpened { number: self.table.rounds, commitment }),
            _ => Err(Refusal::NobodyReady),
        }
    }

    pub(super) fn wager(&mut self, player: PlayerId, seat: Seat, wagers: Wagers) -> Result<(), Refusal> {
        self.own_active(player, seat)?;
        self.tried(Action::Wager { seat, person: player.person(), wagers })?;
        let live = self.live()?;
        let before = live.round.wagers(seat).unwrap_or_default();
        let more = wagers.table_action() - before.table_action();
        self.afford(Account::Wallet(player), more)?;
        let betting_ms = self.table.settings.betting_ms();
        let closes_ms = live.until_ms.or(betting_ms.map(|ms| self.after_ms(ms)));
        let moves = self.table.put_up(player, more);
        self.emit(Event::Wagered { player, seat, wagers, closes_ms, moves })
    }

    pub(super) fn withdraw(&mut self, player: PlayerId, seat: Seat) -> Result<(), Refusal> {
        self.own(player, seat)?;
        let after = self.tried(Action::Withdraw(seat))?;
        let live = self.live()?;
        let before = live.round.wagers(seat).unwrap_or_default();
        let closes_ms = live.until_ms.filter(|_| after.seats().next().is_some());
        let moves = self.table.put_up(player, -before.table_action());
        self.emit(Event::Withdrawn { seat, closes_ms, moves })
    }

    pub(super) fn add_seed(&mut self, player: PlayerId, seat: Seat, seed: Seed) -> Result<(), Refusal> {
        self.own(player, seat)?;
        let live = self.live()?;
        let stage = live.round.stage();
        if stage != Stage::Betting {
            return Err(Refusal::Rules(uth::Refusal::NotNow { stage }));
        }
        if live.seeds.iter().any(|(other, _)| *other == seat) {
            return Err(Refusal::SeedAdded { seat });
        }
        self.emit(Event::SeedAdded { player, seat, seed })
    }

    /// A player may call "no more bets" where nobody else is kept from wagering: at a solo table, or where all
    /// others are away or bank.
    pub(super) fn no_more_bets(&mut self, player: PlayerId) -> Result<(), Refusal> {
        self.tried(Action::NoMoreBets)?;
        let live = self.live()?;
        let bank = live.player_dealer().map(|(seat, _)| seat);
        let may_wager = |seat: &Seat| self.table.is_active(*seat) && Some(*seat) != bank;
        let mut others = self.table.seats().filter(may_wager).filter_map(|seat| self.table.occupant(seat));
        if others.any(|who| who.player != player)
            || live.owners.iter().flatten().any(|owner| *owner != player)
        {
            return Err(Refusal::OthersMayWager);
        }
        self.close_bets(By::Player(player))
    }

    /// Calls "no more bets". A bank that cannot put up its part stops the round, and everything goes back (R18).
    fn close_bets(&mut self, by: By) -> Result<(), Refusal> {
        let closed = self.tried(Action::NoMoreBets)?;
        let moves = self.table.bank_moves(&closed);
        if moves.iter().any(|one| self.afford(one.debit, one.amount).is_err()) {
            return self.declare_void(By::Table, "the bank has not the chips that it needs".to_owned());
        }
        self.emit(Event::BetsClosed { by, moves })
    }

    pub(super) fn deal(&mut self, deck: Deck) -> Result<(), Refusal> {
        let stage = self.live()?.round.stage();
        if stage != Stage::Closed {
            return Err(Refusal::Rules(uth::Refusal::NotNow { stage }));
        }
        let until_ms = self.after_ms(self.table.settings.decision_ms());
        self.emit(Event::Dealt { deck, until_ms })
    }

    pub(super) fn decide(&mut self, player: PlayerId, seat: Seat, decision: Decision) -> Result<(), Refusal> {
        self.own(player, seat)?;
        self.decide_by(seat, decision, By::Player(player))
    }

    fn decide_by(&mut self, seat: Seat, decision: Decision, by: By) -> Result<(), Refusal> {
        self.tried(decision.action(seat))?;
        let live = self.live()?;
        let before = live.round.stage();
        let owner = live.owners[seat.index()].ok_or(Refusal::NotYourSeat { seat })?;
        let ante = live.round.wagers(seat).unwrap_or_default().ante;
        let played = match decision {
            Decision::Raise(times) => ante * i64::from(times),
            Decision::Check | Decision::Fold => Cents::ZERO,
        };
        self.afford(Account::Wallet(owner), played)?;
        let moves = self.table.put_up(owner, played);
        self.emit(Event::Decided { seat, decision, by, moves })?;
        match self.live()?.round.stage() {
            stage if stage == before => Ok(()),
            Stage::Settled => self.settle(),
            stage => {
                let until_ms = self.after_ms(self.table.settings.decision_ms());
                self.emit(Event::Turned { stage, until_ms })
            }
        }
    }

    fn settle(&mut self) -> Result<(), Refusal> {
        let moves = self.table.final_moves(self.live()?);
        self.emit(Event::Settled { moves })
    }

    /// Does what is to be done when a time is up: the bank is passed on, bets close, absent players check or
    /// fold (R20).
    pub(super) fn tick(&mut self) -> Result<(), Refusal> {
        let until_ms = match (self.table.live(), self.table.bank) {
            (Some(live), _) => live.until_ms,
            (None, BankOffer::Offered { until_ms, .. }) => Some(until_ms),
            _ => None,
        };
        if until_ms.is_none_or(|until_ms| self.context.now_ms < until_ms) {
            return Err(Refusal::NotYet { until_ms });
        }
        match (self.table.live().map(|live| live.round.stage()), self.asked_to_bank()) {
            (None, Some(seat)) => self.emit(Event::BankDeclined { seat, by: By::Table }),
            (Some(Stage::Betting), _) => self.close_bets(By::Table),
            _ => self.decide_for_absent(),
        }
    }

    /// Only for this street: the next one has a time of its own.
    fn decide_for_absent(&mut self) -> Result<(), Refusal> {
        let round = self.live()?.round.clone();
        for seat in round.seats() {
            let absent = round.decision_for_absent(seat);
            if let Some(decision) = absent.as_ref().and_then(Decision::of) {
                self.decide_by(seat, decision, By::Table)?;
            }
        }
        Ok(())
    }
}
