//! What a table is opened with.

use std::fmt;

use uth::{Banking, Terms};

/// Who a table is for, and what its clocks are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Pace {
    /// A table for one person, who says when to deal.
    Solo,
    /// A table for everybody, which goes by the clock.
    Clock {
        /// How long others may still wager after the first wager.
        betting_ms: u64,
        /// How long an offer of the bank stands.
        bank_ms: u64,
    },
}

/// What a table plays by and how fast. It is legal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Settings {
    terms: Terms,
    pace: Pace,
    decision_ms: u64,
}

impl Settings {
    /// Terms, pace, and how long players may think about a decision.
    pub const fn new(terms: Terms, pace: Pace, decision_ms: u64) -> Result<Settings, SettingsError> {
        if matches!((terms.rules().banking, pace), (Banking::PlayerDealer, Pace::Solo)) {
            return Err(SettingsError::SoloWithoutHouse);
        }
        if decision_ms == 0
            || matches!(pace, Pace::Clock { betting_ms: 0, .. } | Pace::Clock { bank_ms: 0, .. })
        {
            return Err(SettingsError::NoTime);
        }
        Ok(Settings { terms, pace, decision_ms })
    }

    /// The rules and the table's choices.
    pub const fn terms(&self) -> &Terms {
        &self.terms
    }

    /// For whom, and how fast.
    pub const fn pace(&self) -> Pace {
        self.pace
    }

    /// How long players may think about a decision.
    pub const fn decision_ms(&self) -> u64 {
        self.decision_ms
    }

    /// Whether one of the seats banks.
    pub fn is_player_banked(&self) -> bool {
        self.terms.rules().banking == Banking::PlayerDealer
    }

    /// How long others may still wager after the first wager, where the clock decides that.
    pub(crate) const fn betting_ms(&self) -> Option<u64> {
        match self.pace {
            Pace::Solo => None,
            Pace::Clock { betting_ms, .. } => Some(betting_ms),
        }
    }

    /// How long an offer of the bank stands. A solo table makes none.
    pub(crate) const fn bank_ms(&self) -> u64 {
        match self.pace {
            Pace::Solo => 0,
            Pace::Clock { bank_ms, .. } => bank_ms,
        }
    }
}

/// Why settings are refused.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SettingsError {
    /// One person alone cannot both bank and play.
    SoloWithoutHouse,
    /// A clock leaves no time at all.
    NoTime,
}

impl fmt::Display for SettingsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            SettingsError::SoloWithoutHouse => "a table for one person needs the house as its bank",
            SettingsError::NoTime => "every clock needs more than zero milliseconds",
        })
    }
}

impl std::error::Error for SettingsError {}
