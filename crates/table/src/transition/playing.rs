//! A round from its commitment to its reveal.

use std::sync::Arc;

use uth::{Action, Banker, Cents, Deal, Decision, Deck, Round, Seat, Stage, Wagers};

use crate::money::Move;
use crate::replay_error::ReplayError;
use crate::table::{BankOffer, Table, TableRound, player_dealer};
use crate::time::Timestamp;
use crate::who::{Commitment, PlayerId, Seed};

impl Table {
    pub(crate) fn open_round(&mut self, number: u64, commitment: Commitment) -> Result<(), ReplayError> {
        if number != self.rounds || self.round.as_ref().is_some_and(|last| last.revealed.is_none()) {
            return Err(ReplayError::Round);
        }
        let banker = match self.bank {
            BankOffer::Accepted { seat, player, wager } => player_dealer(seat, player, wager),
            _ => Banker::House,
        };
        self.round = Some(TableRound {
            number,
            round: Round::open(*self.settings.terms(), banker)?,
            owners: [None; Seat::MOST],
            commitment,
            seeds: Vec::new(),
            until: None,
            collected: Cents::ZERO,
            settlement: None,
            revealed: None,
        });
        self.bank = BankOffer::Nobody;
        self.rounds += 1;
        Ok(())
    }

    /// Sets when bets close, or when the table decides for hands that have not.
    pub(crate) fn set_deadline(&mut self, until: Option<Timestamp>) -> Result<(), ReplayError> {
        self.under_way()?.until = until;
        Ok(())
    }

    pub(crate) fn place_wagers(
        &mut self,
        player: PlayerId,
        seat: Seat,
        wagers: Wagers,
    ) -> Result<Vec<Move>, ReplayError> {
        if self.seated(seat)?.player != player {
            return Err(ReplayError::Seat(seat));
        }
        let live = self.under_way()?;
        let before = live.round.wagers(seat).unwrap_or_default();
        live.round.act(Action::Wager { seat, person: player.person(), wagers })?;
        live.owners[seat.index()] = Some(player);
        Ok(self.escrow_moves(player, wagers.table_action() - before.table_action()))
    }

    pub(crate) fn withdraw_wagers(&mut self, seat: Seat) -> Result<Vec<Move>, ReplayError> {
        let live = self.under_way()?;
        let before = live.round.wagers(seat).unwrap_or_default();
        live.round.act(Action::Withdraw(seat))?;
        let owner = live.owners[seat.index()].take().ok_or(ReplayError::Seat(seat))?;
        Ok(self.escrow_moves(owner, -before.table_action()))
    }

    pub(crate) fn add_seed(&mut self, seat: Seat, seed: Seed) -> Result<(), ReplayError> {
        self.under_way()?.seeds.push((seat, seed));
        Ok(())
    }

    pub(crate) fn close_bets(&mut self) -> Result<Vec<Move>, ReplayError> {
        let live = self.under_way()?;
        live.round.act(Action::NoMoreBets)?;
        live.until = None;
        Ok(self.live().map(|live| self.bank_moves(&live.round)).unwrap_or_default())
    }

    pub(crate) fn deal(&mut self, deck: &Deck, until: Timestamp) -> Result<(), ReplayError> {
        let live = self.under_way()?;
        let dealing = live.round.terms().setup().dealing;
        let deal = Deal::from_deck(deck, dealing, live.round.seats());
        live.round.act(Action::Deal(deal))?;
        live.until = Some(until);
        Ok(())
    }

    pub(crate) fn decide_hand(&mut self, seat: Seat, decision: Decision) -> Result<Vec<Move>, ReplayError> {
        let live = self.under_way()?;
        live.round.act(decision.action(seat))?;
        let owner = live.owners[seat.index()].ok_or(ReplayError::Seat(seat))?;
        let ante = live.round.wagers(seat).unwrap_or_default().ante;
        Ok(self.escrow_moves(owner, decision.amount(ante)))
    }

    pub(crate) fn turn(&mut self, stage: Stage, until: Timestamp) -> Result<(), ReplayError> {
        let live = self.under_way()?;
        if live.round.stage() != stage {
            return Err(ReplayError::Round);
        }
        live.until = Some(until);
        Ok(())
    }

    pub(crate) fn settle(&mut self) -> Result<Vec<Move>, ReplayError> {
        let live = self.under_way()?;
        if live.round.stage() != Stage::Settled {
            return Err(ReplayError::Round);
        }
        // A void round does not count for the button (R23). A settled one does, even if players came or went since the
        // bank was accepted.
        if let Some((seat, player)) = live.player_dealer() {
            self.button.banked(seat, |asked| asked == seat)?;
            self.streak = match self.streak {
                Some((last, rounds)) if last == player => Some((player, rounds.saturating_add(1))),
                _ => Some((player, 1)),
            };
        }
        self.finish()
    }

    pub(crate) fn void(&mut self, reason: &str) -> Result<Vec<Move>, ReplayError> {
        self.under_way()?.round.act(Action::Void(reason.to_owned()))?;
        self.finish()
    }

    pub(crate) fn reveal(&mut self, seed: Seed) -> Result<(), ReplayError> {
        let over = self.round.as_mut().filter(|round| round.is_over() && round.revealed.is_none());
        over.ok_or(ReplayError::Round)?.revealed = Some(seed);
        Ok(())
    }

    /// Computes the settlement, which stays with the round, and returns the moves that take all chips off the table.
    fn finish(&mut self) -> Result<Vec<Move>, ReplayError> {
        let live = self.under_way()?;
        let settlement = Arc::new(live.round.settlement().ok_or(ReplayError::Round)?);
        live.until = None;
        live.settlement = Some(Arc::clone(&settlement));
        Ok(self.round.as_ref().map(|over| self.final_moves(over, &settlement)).unwrap_or_default())
    }

    fn under_way(&mut self) -> Result<&mut TableRound, ReplayError> {
        self.round.as_mut().filter(|round| !round.is_over()).ok_or(ReplayError::Round)
    }
}
