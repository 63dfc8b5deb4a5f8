//! What a table is opened with, as the floor asks for it and as logs and views tell it.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use table::Settings;
use thiserror::Error;
use uth::{Bracket, Cents, Limits, Schedule, ScheduleError, Setup, SetupError};

use super::convert::from_both_ways;
use super::text::{Book, Dealing, PayTable};

/// A table's choices. What is null or left out is the rule book's usual choice when a table is opened, unless the rule
/// book lists it as `required`; in answers only `minimum`, `maximum`, `schedule`, `seat_order` and `aggregate` can be
/// null.
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
    /// In which order the seats settle where the house banks; null where players bank, whose rule books prescribe it.
    pub seat_order: Option<SeatOrder>,
    /// Whether Bad Beat is only taken together with Trips.
    pub bad_beat_needs_trips: Option<bool>,
    /// The most that all players together win in a round on Blind and on Trips, where the rule book permits it.
    pub aggregate: Option<Aggregate>,
    /// For whom the table is, and its clocks.
    pub mode: TableMode,
    /// How long players may think about a decision, in milliseconds.
    pub decision_ms: u64,
}

/// The order in which the seats of a house-banked table settle, seen from the casino dealer.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum SeatOrder {
    /// From right to left, as Washington's procedures recommend.
    RightToLeft,
    /// From left to right.
    LeftToRight,
}

/// The most that all players together win in a round on two of their wagers, in cents.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Aggregate {
    /// On the Blind.
    pub blind: i64,
    /// On Trips.
    pub trips: i64,
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
        /// How long others may still wager after the first wager, in milliseconds. Bets close earlier, a second after
        /// the last wager, once every player has wagered who may.
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
            seat_order: None,
            bad_beat_needs_trips: None,
            aggregate: None,
            mode,
            decision_ms: 30_000,
        }
    }

    /// Returns the settings that are meant, if the rule book permits them and nothing is missing that it requires.
    pub fn settings(&self) -> Result<Settings, SettingsError> {
        let mut setup = Setup::new(self.book.0);
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
        setup.seat_order = self.seat_order.map_or(setup.seat_order, uth::SeatOrder::from);
        setup.bad_beat_needs_trips = self.bad_beat_needs_trips.unwrap_or(setup.bad_beat_needs_trips);
        setup.aggregate = self.aggregate.map(uth::Aggregate::from);
        let mode = match self.mode {
            TableMode::Solo {} => table::TableMode::Solo,
            TableMode::Clock { betting_ms, bank_ms } => table::TableMode::Clock { betting_ms, bank_ms },
        };
        let terms = setup.approved_table(self.pay_table.map(|table| table.0))?;
        Ok(Settings::new(terms, mode, self.decision_ms)?)
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
            seat_order: SeatOrder::chosen(setup.seat_order),
            bad_beat_needs_trips: Some(setup.bad_beat_needs_trips),
            aggregate: setup.aggregate.map(Aggregate::from),
            mode: match settings.mode() {
                table::TableMode::Solo => TableMode::Solo {},
                table::TableMode::Clock { betting_ms, bank_ms } => TableMode::Clock { betting_ms, bank_ms },
            },
            decision_ms: settings.decision_ms(),
        }
    }
}

impl SeatOrder {
    /// Returns the order that a table has chosen; none where its rule book prescribes one.
    pub(crate) const fn chosen(order: uth::SeatOrder) -> Option<SeatOrder> {
        match order {
            uth::SeatOrder::RightToLeft => Some(SeatOrder::RightToLeft),
            uth::SeatOrder::LeftToRight => Some(SeatOrder::LeftToRight),
            uth::SeatOrder::ClockwiseFromBank => None,
        }
    }
}

impl From<SeatOrder> for uth::SeatOrder {
    fn from(order: SeatOrder) -> uth::SeatOrder {
        match order {
            SeatOrder::RightToLeft => uth::SeatOrder::RightToLeft,
            SeatOrder::LeftToRight => uth::SeatOrder::LeftToRight,
        }
    }
}

from_both_ways! {
    uth::Aggregate => Aggregate,
        |aggregate| Aggregate { blind: aggregate.blind.0, trips: aggregate.trips.0 },
        |aggregate| uth::Aggregate { blind: Cents(aggregate.blind), trips: Cents(aggregate.trips) };
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
    #[error("a minimum comes with a maximum, and a maximum with a minimum")]
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
