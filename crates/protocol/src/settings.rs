//! What a table is opened with, as the floor asks for it and as logs and views tell it.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use table::Settings;
use thiserror::Error;
use uth::{Bracket, Cents, Limits, Pays, Schedule, ScheduleError, Setup, SetupError};

use super::text::{Book, Dealing, PayTable};

/// A table's choices. What is null or left out is the rule book's usual choice when a table is opened; in answers only
/// `minimum`, `maximum` and `schedule` can be null.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct TableSettings {
    /// The rule book.
    pub book: Book,
    /// How many places the table has, the player/dealer's included.
    pub places: Option<u8>,
    /// The approved pay table of Trips; null in answers if the table has pays of its own.
    pub pay_table: Option<PayTable>,
    /// The minimum of each wager, in cents. It comes with a maximum.
    pub minimum: Option<i64>,
    /// The maximum of each wager, in cents. It comes with a minimum.
    pub maximum: Option<i64>,
    /// The chip, in cents: every wager is a multiple of it.
    pub chip: Option<i64>,
    /// What is collected from the player/dealer.
    pub schedule: Option<CollectionSchedule>,
    /// How cards are dealt, as far as the rule book permits.
    pub dealing: Option<Dealing>,
    /// Whether Bad Beat is only taken together with Trips.
    pub bad_beat_needs_trips: Option<bool>,
    /// For whom the table is, and its clocks.
    pub mode: TableMode,
    /// How long players may think about a decision, in milliseconds.
    pub decision_ms: u64,
}

/// What is collected from the player/dealer.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum CollectionSchedule {
    /// A printed schedule, by its number from 1 to 24.
    Printed(u8),
    /// A schedule of the table's own: where each bracket of the table action starts, and its fee, both in cents.
    Own(Vec<(i64, i64)>),
}

/// For whom a table is, and its clocks.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum TableMode {
    /// A table for one player, who says when to deal.
    Solo {},
    /// A table for every player, which goes by the clock.
    Clock {
        /// How long others may still wager after the first wager, in milliseconds.
        betting_ms: u64,
        /// How long an offer of the bank stands, in milliseconds.
        bank_ms: u64,
    },
}

impl TableSettings {
    /// Returns the usual table of a rule book in that mode.
    pub fn new(book: uth::Book, mode: TableMode) -> TableSettings {
        TableSettings {
            book: Book(book),
            places: None,
            pay_table: None,
            minimum: None,
            maximum: None,
            chip: None,
            schedule: None,
            dealing: None,
            bad_beat_needs_trips: None,
            mode,
            decision_ms: 30_000,
        }
    }

    /// Returns the settings that are meant, if the rule book permits them.
    pub fn settings(&self) -> Result<Settings, SettingsError> {
        let mut setup = Setup::new(self.book.0);
        setup.pays = self.pay_table.map_or(setup.pays, |table| Pays::approved(table.0));
        setup.limits = match (self.minimum, self.maximum) {
            (Some(minimum), Some(maximum)) => {
                Some(Limits { minimum: Cents(minimum), maximum: Cents(maximum) })
            }
            (None, None) => None,
            _ => return Err(SettingsError::OneLimit),
        };
        setup.places = self.places.unwrap_or(setup.places);
        setup.chip = self.chip.map_or(setup.chip, Cents);
        setup.schedule = self.schedule.as_ref().map(CollectionSchedule::schedule).transpose()?;
        setup.dealing = self.dealing.map_or(setup.dealing, uth::Dealing::from);
        setup.bad_beat_needs_trips = self.bad_beat_needs_trips.unwrap_or(setup.bad_beat_needs_trips);
        let mode = match self.mode {
            TableMode::Solo {} => table::TableMode::Solo,
            TableMode::Clock { betting_ms, bank_ms } => table::TableMode::Clock { betting_ms, bank_ms },
        };
        Ok(Settings::new(setup.approved()?, mode, self.decision_ms)?)
    }
}

impl From<&Settings> for TableSettings {
    fn from(settings: &Settings) -> TableSettings {
        let setup = settings.terms().setup();
        TableSettings {
            book: Book(setup.book),
            places: Some(setup.places),
            pay_table: setup.pays.approved_as().map(PayTable),
            minimum: setup.limits.map(|limits| limits.minimum.0),
            maximum: setup.limits.map(|limits| limits.maximum.0),
            chip: Some(setup.chip.0),
            schedule: setup.schedule.as_ref().map(CollectionSchedule::from),
            dealing: Some(Dealing(setup.dealing)),
            bad_beat_needs_trips: Some(setup.bad_beat_needs_trips),
            mode: match settings.mode() {
                table::TableMode::Solo => TableMode::Solo {},
                table::TableMode::Clock { betting_ms, bank_ms } => TableMode::Clock { betting_ms, bank_ms },
            },
            decision_ms: settings.decision_ms(),
        }
    }
}

impl CollectionSchedule {
    fn schedule(&self) -> Result<Schedule, SettingsError> {
        match self {
            CollectionSchedule::Printed(number) => {
                Schedule::printed(*number).copied().ok_or(SettingsError::NoSuchSchedule(*number))
            }
            CollectionSchedule::Own(rows) => {
                let bracket = |(from, fee): &(i64, i64)| Bracket { from: Cents(*from), fee: Cents(*fee) };
                let brackets: Vec<Bracket> = rows.iter().map(bracket).collect();
                Ok(Schedule::own(&brackets)?)
            }
        }
    }
}

impl From<&Schedule> for CollectionSchedule {
    fn from(schedule: &Schedule) -> CollectionSchedule {
        let row = |bracket: &Bracket| (bracket.from.0, bracket.fee.0);
        let own = || CollectionSchedule::Own(schedule.brackets().iter().map(row).collect());
        schedule.number().map_or_else(own, CollectionSchedule::Printed)
    }
}

/// Why a table cannot be opened with these settings.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[allow(missing_docs)]
pub enum SettingsError {
    #[error("a table has both a minimum and a maximum, or neither")]
    OneLimit,
    #[error("the printed schedules are 1 to 24, and there is no {0}")]
    NoSuchSchedule(u8),
    #[error(transparent)]
    Schedule(#[from] ScheduleError),
    #[error(transparent)]
    Setup(#[from] SetupError),
    #[error(transparent)]
    Settings(#[from] table::SettingsError),
}
