//! All that is drawn, and all that a key may depend on.

use protocol::{TableMode, TableSettings};
use uth::Stage;

use super::form::Form;
use client::{Bank, Client, Hand, Player, Round, Seat, View};

/// A table in front of a player.
pub(super) struct Scene<'a> {
    pub(super) name: &'a str,
    pub(super) settings: &'a TableSettings,
    pub(super) view: &'a View,
    pub(super) player: &'a Player,
    pub(super) wallet: i64,
    /// The time at the card room.
    pub(super) now_ms: u64,
    pub(super) is_connected: bool,
    pub(super) form: &'a Form,
    /// The last round that the player took part in, once it is over.
    pub(super) last: Option<&'a Round>,
    /// What was last said to the player.
    pub(super) message: &'a str,
}

impl<'a> Scene<'a> {
    /// What a client sees, once it has seen anything.
    pub(super) fn of(
        client: &'a Client,
        form: &'a Form,
        last: Option<&'a Round>,
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

    /// Where the player sits.
    pub(super) fn seat(&self) -> Option<&'a Seat> {
        self.view.seats_of(self.player.id).next()
    }

    /// The player's hand in the round that is under way.
    pub(super) fn hand(&self) -> Option<&'a Hand> {
        self.view.live()?.hands_of(self.player.id).next()
    }

    /// The street in which the player has to decide, if they have.
    pub(super) fn decides(&self) -> Option<Stage> {
        let round = self.view.live()?;
        self.hand().filter(|hand| hand.awaited).map(|_| round.stage)
    }

    /// Whether a wager of the player would be taken now.
    pub(super) fn takes_wagers(&self) -> bool {
        let banks = self.view.live().is_some_and(|round| round.is_banked_by(self.player.id));
        let betting =
            self.view.live().map_or(self.view.awaits == "wagers", |round| round.stage == Stage::Betting);
        betting && !banks && self.hand().is_none()
    }

    /// The round on the table, if it is over and the player took part in it.
    pub(super) fn over(&self) -> Option<&'a Round> {
        let took_part = |round: &&Round| {
            round.hands_of(self.player.id).next().is_some() || round.is_banked_by(self.player.id)
        };
        self.view.round.as_ref().filter(|round| round.stage >= Stage::Settled).filter(took_part)
    }

    pub(super) fn is_solo(&self) -> bool {
        self.settings.mode == TableMode::Solo {}
    }

    pub(super) fn has_bad_beat(&self) -> bool {
        self.settings.book == "california-bad-beat"
    }

    pub(super) fn is_player_banked(&self) -> bool {
        self.settings.book.starts_with("california")
    }

    /// Whether the bank is offered to the player.
    pub(super) fn is_offered_bank(&self) -> bool {
        matches!(self.view.bank, Bank::Offered { seat, .. } if self.seat().is_some_and(|own| own.seat == seat))
    }

    /// How many seconds are left of the time that somebody has, where it is not as good as endless.
    pub(super) fn seconds(&self) -> Option<u64> {
        let offered = match self.view.bank {
            Bank::Offered { until_ms, .. } => Some(until_ms),
            _ => None,
        };
        let until_ms = self.view.until_ms.or(offered)?;
        Some(until_ms.saturating_sub(self.now_ms).div_ceil(1000)).filter(|seconds| *seconds <= 300)
    }
}
