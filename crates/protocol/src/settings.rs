//! What a table is opened with, as the floor asks for it and as logs and pages tell it.

use std::fmt;

use serde::{Deserialize, Serialize};
use table::{Settings, TableMode};
use uth::{Book, Bracket, Cents, Dealing, Limits, Pays, Schedule, ScheduleError, Setup, SetupError};

/// A table's choices. Only what its rule book permits becomes [`Settings`].
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SettingsRecord {
    /// california, washington, california-bad-beat or house.
    pub book: String,
    /// How many places it has, the player/dealer's included; the book's most, if none is named.
    pub places: Option<u8>,
    /// UTH-01 to UTH-04; the book's first, if none is named.
    pub pay_table: Option<String>,
    /// The least on each wager, in cents, with the most.
    pub minimum: Option<i64>,
    /// The most on each wager, in cents, with the least.
    pub maximum: Option<i64>,
    /// Every wager is a multiple of it, in cents.
    pub chip: Option<i64>,
    /// What is collected from the player/dealer.
    pub schedule: Option<ScheduleRecord>,
    /// How cards are dealt; the book's usual way, if none is named.
    pub dealing: Option<String>,
    /// Whether Bad Beat is only taken together with Trips; it is, if nothing is said.
    pub bad_beat_needs_trips: Option<bool>,
    /// For whom, and how fast.
    pub pace: PaceRecord,
    /// How long players may think about a decision.
    pub decision_ms: u64,
}

/// A printed schedule by its number, or a table's own: where each bracket starts, and its fee, in cents.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(untagged)]
#[allow(missing_docs)]
pub enum ScheduleRecord {
    Printed(u8),
    Own(Vec<(i64, i64)>),
}

/// For whom, and how fast.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
#[allow(missing_docs)]
pub enum PaceRecord {
    Solo {},
    Clock { betting_ms: u64, bank_ms: u64 },
}

impl SettingsRecord {
    /// The usual table of a rule book, with those clocks.
    pub fn new(book: Book, pace: PaceRecord) -> SettingsRecord {
        SettingsRecord {
            book: book.to_string(),
            places: None,
            pay_table: None,
            minimum: None,
            maximum: None,
            chip: None,
            schedule: None,
            dealing: None,
            bad_beat_needs_trips: None,
            pace,
            decision_ms: 30_000,
        }
    }

    /// What is meant, if the rule book permits it.
    pub fn settings(&self) -> Result<Settings, SettingsError> {
        let book: Book = named(&self.book)?;
        let mut setup = Setup::new(book);
        if let Some(name) = &self.pay_table {
            setup.pays = Pays::approved(named(name)?);
        }
        setup.limits = match (self.minimum, self.maximum) {
            (Some(minimum), Some(maximum)) => {
                Some(Limits { minimum: Cents(minimum), maximum: Cents(maximum) })
            }
            (None, None) => None,
            _ => return Err(SettingsError::OneLimit),
        };
        setup.places = self.places.unwrap_or(setup.places);
        setup.chip = self.chip.map_or(setup.chip, Cents);
        setup.schedule = self.schedule.as_ref().map(ScheduleRecord::schedule).transpose()?;
        setup.dealing = self.dealing.as_deref().map_or(Ok(setup.dealing), named::<Dealing>)?;
        setup.bad_beat_needs_trips = self.bad_beat_needs_trips.unwrap_or(setup.bad_beat_needs_trips);
        let pace = match self.pace {
            PaceRecord::Solo {} => TableMode::Solo,
            PaceRecord::Clock { betting_ms, bank_ms } => TableMode::Clock { betting_ms, bank_ms },
        };
        Ok(Settings::new(setup.approved()?, pace, self.decision_ms)?)
    }
}

impl From<&Settings> for SettingsRecord {
    fn from(settings: &Settings) -> SettingsRecord {
        let setup = settings.terms().setup();
        SettingsRecord {
            book: setup.book.to_string(),
            places: Some(setup.places),
            pay_table: setup.pays.approved_as().map(|id| id.to_string()),
            minimum: setup.limits.map(|limits| limits.minimum.0),
            maximum: setup.limits.map(|limits| limits.maximum.0),
            chip: Some(setup.chip.0),
            schedule: setup.schedule.as_ref().map(ScheduleRecord::from),
            dealing: Some(setup.dealing.to_string()),
            bad_beat_needs_trips: Some(setup.bad_beat_needs_trips),
            pace: match settings.mode() {
                TableMode::Solo => PaceRecord::Solo {},
                TableMode::Clock { betting_ms, bank_ms } => PaceRecord::Clock { betting_ms, bank_ms },
            },
            decision_ms: settings.decision_ms(),
        }
    }
}

impl ScheduleRecord {
    fn schedule(&self) -> Result<Schedule, SettingsError> {
        match self {
            ScheduleRecord::Printed(number) => {
                Schedule::printed(*number).copied().ok_or(SettingsError::NoSuchSchedule(*number))
            }
            ScheduleRecord::Own(rows) => {
                let bracket = |(from, fee): &(i64, i64)| Bracket { from: Cents(*from), fee: Cents(*fee) };
                let brackets: Vec<Bracket> = rows.iter().map(bracket).collect();
                Ok(Schedule::own(&brackets)?)
            }
        }
    }
}

impl From<&Schedule> for ScheduleRecord {
    fn from(schedule: &Schedule) -> ScheduleRecord {
        let row = |bracket: &Bracket| (bracket.from.0, bracket.fee.0);
        let own = || ScheduleRecord::Own(schedule.brackets().iter().map(row).collect());
        schedule.number().map_or_else(own, ScheduleRecord::Printed)
    }
}

/// Why a table cannot be opened so.
#[derive(Clone, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum SettingsError {
    Name(String),
    OneLimit,
    NoSuchSchedule(u8),
    Schedule(ScheduleError),
    Setup(SetupError),
    Settings(table::SettingsError),
}

impl fmt::Display for SettingsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SettingsError::Name(why) => f.write_str(why),
            SettingsError::OneLimit => f.write_str("a table has both a minimum and a maximum, or neither"),
            SettingsError::NoSuchSchedule(number) => {
                write!(f, "the printed schedules are 1 to 24, and there is no {number}")
            }
            SettingsError::Schedule(error) => error.fmt(f),
            SettingsError::Setup(error) => error.fmt(f),
            SettingsError::Settings(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for SettingsError {}

impl From<ScheduleError> for SettingsError {
    fn from(error: ScheduleError) -> SettingsError {
        SettingsError::Schedule(error)
    }
}

impl From<SetupError> for SettingsError {
    fn from(error: SetupError) -> SettingsError {
        SettingsError::Setup(error)
    }
}

impl From<table::SettingsError> for SettingsError {
    fn from(error: table::SettingsError) -> SettingsError {
        SettingsError::Settings(error)
    }
}

fn named<T: std::str::FromStr<Err: fmt::Display>>(name: &str) -> Result<T, SettingsError> {
    name.parse().map_err(|error: T::Err| SettingsError::Name(error.to_string()))
}

/// Settings within an event or a checkpoint.
pub mod twin {
    use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
    use table::Settings;

    use super::SettingsRecord;

    pub fn serialize<S: Serializer>(settings: &Settings, to: S) -> Result<S::Ok, S::Error> {
        SettingsRecord::from(settings).serialize(to)
    }

    pub fn deserialize<'de, D: Deserializer<'de>, T: From<Settings>>(from: D) -> Result<T, D::Error> {
        let record = SettingsRecord::deserialize(from)?;
        record.settings().map(T::from).map_err(de::Error::custom)
    }
}
