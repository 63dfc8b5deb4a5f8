//! Everything that is drawn, and that the meaning of a key depends on.

use protocol::{
    BankOffer, HandView, LegalAction, RoundView, SeatView, SignedIn, Stage, TableMode, TableSettings,
    TableView, Wager,
};
use uth::Banking;

use super::form::{Field, Form};
use client::Client;

/// Longer waits are not counted down.
const LONGEST_COUNTDOWN_S: u64 = 300;

/// A table in front of a player.
pub(super) struct Scene<'a> {
    pub(super) name: &'a str,
    pub(super) settings: &'a TableSettings,
    pub(super) view: &'a TableView,
    pub(super) player: &'a SignedIn,
    pub(super) wallet: i64,
    /// The card room's time.
    pub(super) now_ms: u64,
    pub(super) is_connected: bool,
    pub(super) form: &'a Form,
    /// The last finished round that the player took part in.
    pub(super) last: Option<&'a RoundView>,
    /// The last message to the player.
    pub(super) message: &'a str,
}

impl<'a> Scene<'a> {
    /// Returns what a client sees, once it has seen the table.
    pub(super) fn of(
        client: &'a Client,
        form: &'a Form,
        last: Option<&'a RoundView>,
        message: &'a str,
    ) -> Option<Scene<'a>> {
        Some(Scene {
            name: &client.name,
            settings: client.settings.as_ref()?,
            view: client.view.as_ref()?,
            player: client.player.as_ref()?,
            wallet: client.wallet,
            now_ms: client.now_ms(),
            is_connected: client.is_connected(),
            form,
            last,
            message,
        })
    }

    /// Returns the player's seat.
    pub(super) fn seat(&self) -> Option<&'a SeatView> {
        self.view.seats_of(self.player.id).next()
    }

    /// Returns the player's hand in the running round.
    pub(super) fn hand(&self) -> Option<&'a HandView> {
        self.view.live()?.hands_of(self.player.id).next()
    }

    /// Returns the decisions that the player may make now.
    pub(super) fn actions(&self) -> &'a [LegalAction] {
        self.hand().map_or(&[], |hand| &hand.actions)
    }

    /// Returns whether a wager of the player would be taken now.
    pub(super) fn takes_wagers(&self) -> bool {
        self.seat().is_some_and(|seat| seat.may_wager) && self.hand().is_none()
    }

    /// Returns whether bets are open in the running round.
    pub(super) fn is_betting(&self) -> bool {
        self.view.live().is_some_and(|round| round.stage == Stage::Betting)
    }

    /// Returns the round on the table, if it is over and the player took part in it.
    pub(super) fn finished(&self) -> Option<&'a RoundView> {
        let took_part = |round: &&RoundView| {
            round.hands_of(self.player.id).next().is_some() || round.is_banked_by(self.player.id)
        };
        self.view.round.as_ref().filter(|round| round.stage >= Stage::Settled).filter(took_part)
    }

    pub(super) fn is_solo(&self) -> bool {
        self.settings.mode == TableMode::Solo {}
    }

    /// Returns whether the table's layout has a place for that amount.
    pub(super) fn has(&self, field: Field) -> bool {
        match field {
            Field::Ante => true,
            Field::Trips => self.offers(Wager::Trips),
            Field::BadBeat => self.offers(Wager::BadBeat),
            Field::Bank => self.is_player_banked(),
        }
    }

    fn offers(&self, wager: Wager) -> bool {
        self.view.offers.iter().any(|offer| offer.wager == wager)
    }

    pub(super) fn is_player_banked(&self) -> bool {
        self.settings.book.0.rules().banking == Banking::PlayerDealer
    }

    /// Returns whether the bank is offered to the player.
    pub(super) fn is_offered_bank(&self) -> bool {
        matches!(self.view.bank, BankOffer::Offered { seat, .. } if self.seat().is_some_and(|own| own.seat == seat))
    }

    /// Returns the seconds until the table goes on by itself, unless that takes very long.
    pub(super) fn seconds(&self) -> Option<u64> {
        let offered = match self.view.bank {
            BankOffer::Offered { until_ms, .. } => Some(until_ms),
            _ => None,
        };
        let until_ms = self.view.until_ms.or(offered)?.0;
        let seconds = until_ms.saturating_sub(self.now_ms).div_ceil(1000);
        Some(seconds).filter(|seconds| *seconds <= LONGEST_COUNTDOWN_S)
    }
}
