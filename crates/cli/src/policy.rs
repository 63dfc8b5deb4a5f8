//! What the players of `uth bot` and `uth load` do next, decided from nothing but the view that the card room sent.

use analysis::strategies::{NamedStrategy, Shared};
use anyhow::{Context, Result};
use client::Client;
use protocol::{
    BankOffer, ClientCommand, HandView, LegalAction, PlayerId, RoundView, SeatNumber, SeatView, Stage,
    TableMode, TableStatus, TableView,
};
use uth::{Card, Cents, Wagers};

/// A player with a strategy.
pub struct Policy {
    /// The player's account.
    pub player: PlayerId,
    /// How the player decides.
    pub strategy: Shared,
    /// What the player wagers in every round.
    pub wagers: Wagers,
    /// What the player puts up as the bank; without it they decline.
    pub bank: Option<Cents>,
    /// Whether the table is for one player, who says when to deal.
    pub is_solo: bool,
}

impl Policy {
    /// Returns the policy of a client that has seen its table, whose pay tables the strategy depends on.
    pub(crate) fn new(
        client: &Client,
        named: &NamedStrategy,
        wagers: Wagers,
        bank: Option<Cents>,
    ) -> Result<Policy> {
        let settings = client.settings.as_ref().context("the card room sent a table without settings")?;
        let player = client.player.as_ref().context("the card room does not know this account")?.id;
        let strategy = named.shared(settings.settings()?.terms().pays())?;
        Ok(Policy { player, strategy, wagers, bank, is_solo: settings.mode == TableMode::Solo {} })
    }

    /// Returns the next command, if there is anything to do. Legality is not judged here: seats, amounts and actions
    /// are taken from the view.
    pub fn next(&self, view: &TableView) -> Option<ClientCommand> {
        let Some(own) = view.seats_of(self.player).next() else {
            let free = view.seats.iter().find(|seat| seat.player.is_none())?;
            return Some(ClientCommand::Sit { seat: free.seat });
        };
        let seat = own.seat;
        if own.sits_out {
            return Some(ClientCommand::ComeBack { seat });
        }
        // Leaving takes effect after the hand, and a closing table opens no round: there is nothing to send.
        if own.leaves || view.status != TableStatus::Open {
            return None;
        }
        if matches!(view.bank, BankOffer::Offered { seat: asked, .. } if asked == own.seat) {
            return Some(match self.bank {
                Some(Cents(wager)) => ClientCommand::AcceptBank { seat, wager },
                None => ClientCommand::DeclineBank { seat },
            });
        }
        match view.live() {
            Some(round) => self.next_in_round(own, round),
            None => own.may_wager.then(|| self.wager(seat)),
        }
    }

    /// Returns the command that gives up the seat, if the player still has one.
    pub fn leave(&self, view: &TableView) -> Option<ClientCommand> {
        let own = view.seats_of(self.player).find(|seat| !seat.leaves)?;
        Some(ClientCommand::Leave { seat: own.seat })
    }

    fn next_in_round(&self, own: &SeatView, round: &RoundView) -> Option<ClientCommand> {
        match round.hands_of(self.player).next() {
            None => own.may_wager.then(|| self.wager(own.seat)),
            Some(_) if round.stage == Stage::Betting => self.is_solo.then_some(ClientCommand::NoMoreBets {}),
            Some(hand) => self.decide(round, hand),
        }
    }

    fn wager(&self, seat: SeatNumber) -> ClientCommand {
        let Wagers { ante, trips, bad_beat } = self.wagers;
        ClientCommand::Wager { seat, ante: ante.0, trips: trips.0, bad_beat: bad_beat.0 }
    }

    /// Chooses among the legal actions: the raise that the strategy wants, otherwise a check, otherwise a fold.
    fn decide(&self, round: &RoundView, hand: &HandView) -> Option<ClientCommand> {
        let seat = hand.seat;
        let hole = hand.hole?.map(|card| card.0);
        let board: Vec<Card> = round.board.iter().map(|card| card.0).collect();
        let is_wanted = |times: u8| match round.stage {
            Stage::Preflop => self.strategy.preflop(hole) == Some(times),
            Stage::Flop => board.as_slice().try_into().is_ok_and(|flop| self.strategy.flop(hole, flop)),
            Stage::River => board.as_slice().try_into().is_ok_and(|board| self.strategy.river(hole, board)),
            Stage::Betting | Stage::Closed | Stage::Settled | Stage::Void => false,
        };
        let raise = hand.actions.iter().find_map(|action| match action {
            LegalAction::Raise { times, .. } if is_wanted(*times) => Some(*times),
            _ => None,
        });
        if let Some(times) = raise {
            return Some(ClientCommand::Raise { seat, times });
        }
        if hand.actions.contains(&LegalAction::Check {}) {
            return Some(ClientCommand::Check { seat });
        }
        hand.actions.contains(&LegalAction::Fold {}).then_some(ClientCommand::Fold { seat })
    }
}
