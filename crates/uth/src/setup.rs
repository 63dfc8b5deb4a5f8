//! What a table is asked to play by. [`Setup`] may be illegal; [`Setup::approved`] and [`Setup::custom`] are the only
//! ways to [`Terms`], which are not checked again.

use core::fmt;

use crate::book::{AuthorisedLimit, Banking, Book, LimitRange};
use crate::collection::Schedule;
use crate::dealing::Dealing;
use crate::money::Cents;
use crate::order::SeatOrder;
use crate::pay::{PayTableId, Pays};
use crate::terms::Terms;

/// The least and the most that may lie on each of Ante, Blind and bonus wagers (R12).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub struct Limits {
    pub minimum: Cents,
    pub maximum: Cents,
}

/// A request for a table; it may be against the rules.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Setup {
    /// The rule book.
    pub book: Book,
    /// How many places the table has, the player/dealer's included.
    pub places: u8,
    /// What the wagers pay.
    pub pays: Pays,
    /// The table's limits; without them wagers of any size are taken.
    pub limits: Option<Limits>,
    /// Every wager is a multiple of it (R13).
    pub chip: Cents,
    /// What is collected from the player/dealer.
    pub schedule: Option<Schedule>,
    /// How cards are dealt.
    pub dealing: Dealing,
    /// The order in which seats settle.
    pub seat_order: SeatOrder,
    /// Whether Bad Beat is only taken together with Trips (R6).
    pub bad_beat_needs_trips: bool,
    /// The most that all seats together win on Blind and on Trips in a round; Washington only (R24).
    pub aggregate: Option<Aggregate>,
}

/// A choice that a document leaves to the cardroom without a default, so that an approved table states it (R12).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Required {
    /// The one pay table that the cardroom has selected (CA.pay.1).
    PayTable,
    /// The minimum and the maximum (BB.limits.1, BB.limits.2, WA.more.5).
    Limits,
    /// The collection schedule (BB.collection.2).
    Schedule,
}

impl fmt::Display for Required {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Required::PayTable => "its one pay table",
            Required::Limits => "its minimum and its maximum",
            Required::Schedule => "its collection schedule",
        })
    }
}

/// The table aggregate of WAC 230-15-490: the most that all seats together win in a round on each of two wagers (R24).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub struct Aggregate {
    pub blind: Cents,
    pub trips: Cents,
}

impl Aggregate {
    /// An aggregate is at least so many times the table's maximum.
    pub const LEAST_MULTIPLE: i64 = 50;
}

impl Setup {
    /// Returns the usual table of a rule book.
    pub fn new(book: Book) -> Setup {
        let rules = book.rules();
        Setup {
            book,
            places: *rules.places.end(),
            pays: Pays::approved(rules.pay_tables[0]),
            limits: None,
            chip: Cents::dollars(1),
            schedule: None,
            dealing: rules.dealings[0],
            seat_order: rules.seat_order,
            // The stricter reading is the default (R6).
            bad_beat_needs_trips: true,
            aggregate: None,
        }
    }

    /// Returns the terms of an approved table, which states what its book [requires](crate::RuleBook::required) (R12).
    /// The pay table is an argument because a setup always has pays, and cannot say whether anybody has chosen them.
    pub fn approved_table(mut self, pay_table: Option<PayTableId>) -> Result<Terms, SetupError> {
        self.pays = pay_table.map_or(self.pays, Pays::approved);
        let is_missing = |choice: &Required| match choice {
            Required::PayTable => pay_table.is_none(),
            Required::Limits => self.limits.is_none(),
            Required::Schedule => self.schedule.is_none(),
        };
        let mut missing = self.book.rules().required.iter().copied().filter(is_missing);
        // All of them at once, so that the floor need not be refused three times.
        let choices = [missing.next(), missing.next(), missing.next()];
        if choices[0].is_some() {
            return Err(SetupError::Missing { book: self.book, choices });
        }
        self.approved()
    }

    /// Returns terms with nothing but what the rule book permits. It is enough for a hand: limits or a schedule that
    /// are left open do not change how a hand settles (R22).
    pub fn approved(self) -> Result<Terms, SetupError> {
        let terms = self.custom()?;
        terms.deviation().map_or(Ok(terms), Err)
    }

    /// Returns the terms of a table that may go beyond the rule book in pay tables, limits and collection. If it does,
    /// [`Terms::deviation`] says in what.
    pub fn custom(self) -> Result<Terms, SetupError> {
        let rules = self.book.rules();
        let player_banked = rules.banking == Banking::PlayerDealer;
        if !rules.places.contains(&self.places) {
            return Err(SetupError::Places(self.book));
        }
        if !rules.dealings.contains(&self.dealing) {
            return Err(SetupError::Dealing(self.book));
        }
        if self.seat_order != rules.seat_order && !rules.seat_orders.contains(&self.seat_order) {
            return Err(SetupError::SeatOrder);
        }
        if self.chip <= Cents::ZERO || !self.chip.is_multiple_of(Cents(2)) || self.chip > Terms::MOST_WAGERED
        {
            return Err(SetupError::Chip);
        }
        if let Some(Limits { minimum, maximum }) = self.limits
            && (minimum <= Cents::ZERO || minimum > maximum || maximum > Terms::MOST_WAGERED)
        {
            return Err(SetupError::Limits);
        }
        // A collection is taken from a player/dealer, and a house table has none (BB.collection.2).
        if self.schedule.is_some() && !player_banked {
            return Err(SetupError::Collection);
        }
        // An even chip makes 3 to 2 exact; odds of a table's own may need a larger one (R13).
        if self.pays.odds().any(|odds| !odds.is_exact_for(self.chip)) {
            return Err(SetupError::Inexact);
        }
        self.check_aggregate()?;
        Ok(Terms { setup: self, deviation: self.deviation() })
    }

    fn check_aggregate(&self) -> Result<(), SetupError> {
        let Some(Aggregate { blind, trips }) = self.aggregate else { return Ok(()) };
        let Some(Limits { maximum, .. }) = self.limits.filter(|_| self.book.rules().may_have_aggregate)
        else {
            return Err(SetupError::Aggregate);
        };
        let least = Cents(maximum.0.saturating_mul(Aggregate::LEAST_MULTIPLE));
        // Bounded, so that a share's product with the amount due stays far inside 128 bits.
        let most = Terms::MOST_BANKED;
        let fits = |aggregate: Cents| aggregate >= least && aggregate <= most;
        if fits(blind) && fits(trips) { Ok(()) } else { Err(SetupError::Aggregate) }
    }

    /// In what the setup goes beyond its rule book.
    fn deviation(&self) -> Option<SetupError> {
        let rules = self.book.rules();
        let pays_approved = self.pays.approved_as().is_some_and(|table| rules.pay_tables.contains(&table));
        let limits_approved = match (&rules.limits, self.limits) {
            (Some(range), Some(Limits { minimum, maximum })) => {
                range.minimum.contains(&minimum) && range.maximum.contains(&maximum)
            }
            _ => true,
        };
        let is_authorised = match (rules.authorised_limit, self.limits) {
            (Some(authorised), Some(Limits { maximum, .. })) => maximum <= authorised.largest_maximum(),
            _ => true,
        };
        // California's document has no schedules and leaves the choice to the table (R11).
        let printed = (rules.schedules)();
        let schedule_approved =
            self.schedule.is_none_or(|schedule| printed.is_empty() || printed.contains(&schedule));
        // The order is that of a cardroom's application: pay table, limits, collection.
        if !pays_approved {
            Some(SetupError::PayTable(self.book))
        } else if !limits_approved {
            Some(SetupError::LimitRange(self.book))
        } else if !is_authorised {
            Some(SetupError::AuthorisedLimit(self.book))
        } else if !schedule_approved {
            Some(SetupError::Schedule)
        } else {
            None
        }
    }
}

/// Why a setup is refused.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SetupError {
    /// The book has no such number of places.
    Places(Book),
    /// The book has no such way of dealing.
    Dealing(Book),
    /// Player-banked tables settle clockwise from the bank, house-banked ones do not.
    SeatOrder,
    /// The chip is not a positive, even number of cents.
    Chip,
    /// The limits are not positive, or the minimum is above the maximum.
    Limits,
    /// A house-banked table collects no fee.
    Collection,
    /// Some odds would pay a chip in fractions of a cent.
    Inexact,
    /// The pay table is not one that the book permits.
    PayTable(Book),
    /// The limits are not ones that the book permits.
    LimitRange(Book),
    /// The limits let a single wager exceed what the state has authorised.
    AuthorisedLimit(Book),
    /// The collection schedule is not one of the printed ones.
    Schedule,
    /// An approved table of the book states these choices, and the setup does not.
    Missing {
        /// The book.
        book: Book,
        /// What is missing, at least one.
        choices: [Option<Required>; 3],
    },
    /// The book has no table aggregate, or it is too low.
    Aggregate,
}

impl fmt::Display for SetupError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SetupError::Places(book) => {
                let places = &book.rules().places;
                write!(f, "a {book} table has from {} to {} places", places.start(), places.end())
            }
            SetupError::Dealing(book) => {
                write!(f, "a {book} table deals by ")?;
                list(f, book.rules().dealings)
            }
            SetupError::SeatOrder => f.write_str(
                "player-banked tables settle clockwise from the bank, house-banked ones right to left or left to right",
            ),
            SetupError::Chip => f.write_str("the chip is an even number of cents above zero"),
            SetupError::Limits => {
                write!(f, "limits run from a minimum above zero to a maximum of up to {}", Terms::MOST_WAGERED)
            }
            SetupError::Collection => f.write_str("a house-banked table has no collection"),
            SetupError::Inexact => f.write_str("every pay must come out in whole cents for one chip"),
            SetupError::PayTable(book) => {
                write!(f, "an approved {book} table pays by ")?;
                list(f, book.rules().pay_tables)
            }
            SetupError::LimitRange(book) => match &book.rules().limits {
                Some(LimitRange { minimum, maximum }) => write!(
                    f,
                    "a {book} table has a minimum from {} to {} and a maximum from {} to {}",
                    minimum.start(),
                    minimum.end(),
                    maximum.start(),
                    maximum.end()
                ),
                None => write!(f, "a {book} table may have any limits"),
            },
            SetupError::AuthorisedLimit(book) => match &book.rules().authorised_limit {
                Some(limit @ AuthorisedLimit { amount, since, source }) => write!(
                    f,
                    "a {book} table takes no single wager above {amount} ({source}, since {since}), so its maximum is \
                     at most {}: a Play wager is up to four Antes",
                    limit.largest_maximum()
                ),
                None => write!(f, "a {book} table may have any limits"),
            },
            SetupError::Schedule => f.write_str("the printed collection schedules are 1 to 24"),
            SetupError::Missing { book, choices } => {
                write!(f, "a {book} table must state ")?;
                for (index, choice) in choices.iter().flatten().enumerate() {
                    let before = if index == 0 { "" } else { ", and " };
                    write!(f, "{before}{choice}")?;
                }
                Ok(())
            }
            SetupError::Aggregate => write!(
                f,
                "only a washington table with limits has an aggregate, and those of Blind and Trips are at least {} \
                 times the maximum",
                Aggregate::LEAST_MULTIPLE
            ),
        }
    }
}

impl core::error::Error for SetupError {}

/// "shuffler or shoe".
fn list(f: &mut fmt::Formatter<'_>, choices: &[impl fmt::Display]) -> fmt::Result {
    for (index, choice) in choices.iter().enumerate() {
        let before = match index {
            0 => "",
            _ if index + 1 == choices.len() => " or ",
            _ => ", ",
        };
        write!(f, "{before}{choice}")?;
    }
    Ok(())
}
