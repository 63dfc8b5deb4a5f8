//! What a table is opened with.

use thiserror::Error;
use uth::{Banking, Cents, Terms};

/// Who a table is for, and which clocks it has.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TableMode {
    /// A table for one player, who calls "no more bets".
    Solo,
    /// A table for many players, where the clock calls "no more bets".
    Clock {
        /// How long others may still wager after the first wager.
        betting_ms: u64,
        /// How long an offer of the bank stands.
        bank_ms: u64,
    },
}

/// What a table plays by and how fast. Every value is legal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Settings {
    terms: Terms,
    mode: TableMode,
    decision_ms: u64,
}

impl Settings {
    /// Checks that a solo table is banked by the house and that every clock leaves time.
    pub const fn new(terms: Terms, mode: TableMode, decision_ms: u64) -> Result<Settings, SettingsError> {
        if matches!((terms.rules().banking, mode), (Banking::PlayerDealer, TableMode::Solo)) {
            return Err(SettingsError::SoloWithoutHouse);
        }
        // A deadline that has passed when it is set would decide before a player has seen the cards.
        if decision_ms == 0
            || matches!(mode, TableMode::Clock { betting_ms: 0, .. } | TableMode::Clock { bank_ms: 0, .. })
        {
            return Err(SettingsError::NoTime);
        }
        Ok(Settings { terms, mode, decision_ms })
    }

    /// Returns the rules that the table plays by.
    pub const fn terms(&self) -> &Terms {
        &self.terms
    }

    /// Returns who the table is for, and its clocks.
    pub const fn mode(&self) -> TableMode {
        self.mode
    }

    /// Returns how long players may think about a decision.
    pub const fn decision_ms(&self) -> u64 {
        self.decision_ms
    }

    /// Returns whether one of the seats banks.
    pub fn is_player_banked(&self) -> bool {
        self.terms.rules().banking == Banking::PlayerDealer
    }

    /// Returns the largest fee that a player/dealer may have to pay for a round (R11).
    pub fn largest_collection(&self) -> Cents {
        self.terms.setup().schedule.map_or(Cents::ZERO, |schedule| schedule.largest_fee())
    }

    /// Returns how long others may still wager after the first wager, where the clock decides that.
    pub(crate) const fn betting_ms(&self) -> Option<u64> {
        match self.mode {
            TableMode::Solo => None,
            TableMode::Clock { betting_ms, .. } => Some(betting_ms),
        }
    }

    /// Returns how long an offer of the bank stands. A solo table makes none.
    pub(crate) const fn bank_ms(&self) -> u64 {
        match self.mode {
            TableMode::Solo => 0,
            TableMode::Clock { bank_ms, .. } => bank_ms,
        }
    }
}

/// Why settings are refused.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum SettingsError {
    /// One player alone cannot both bank and play.
    #[error("a table for one player needs the house as its bank")]
    SoloWithoutHouse,
    /// A clock leaves no time.
    #[error("every clock needs more than zero milliseconds")]
    NoTime,
}
