//! What a table plays by: a rule book, and a choice for everything that the book leaves open.

use crate::book::RuleBook;
use crate::clauses::Clauses;
use crate::dealing::Dealing;
use crate::money::Cents;
use crate::order::{SeatOrder, WagerOrder};
use crate::pay::Pays;
use crate::setup::{Setup, SetupError};

/// The rules of one table. They are legal, and [`Terms::deviation`] says where they go beyond the rule book.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Terms {
    pub(crate) setup: Setup,
    pub(crate) deviation: Option<SetupError>,
}

impl Terms {
    /// The most that can lie on one wagering area: a billion dollars, so that no sum ever leaves 64 bits.
    pub const MOST_WAGERED: Cents = Cents::dollars(1_000_000_000);

    /// The most that a player/dealer can put up.
    pub const MOST_BANKED: Cents = Cents::dollars(1_000_000_000_000);

    /// Returns the setup from which the terms were made.
    pub const fn setup(&self) -> &Setup {
        &self.setup
    }

    /// Returns the rule book.
    pub const fn rules(&self) -> &'static RuleBook {
        self.setup.book.rules()
    }

    /// In what the table goes beyond its rule book; an approved table does not.
    pub const fn deviation(&self) -> Option<SetupError> {
        self.deviation
    }

    /// Returns what the wagers pay.
    pub const fn pays(&self) -> &Pays {
        &self.setup.pays
    }

    /// Returns how many places there are.
    pub const fn places(&self) -> u8 {
        self.setup.places
    }

    pub(crate) const fn seat_order(&self) -> SeatOrder {
        self.setup.seat_order
    }

    pub(crate) const fn wager_order(&self) -> &'static WagerOrder {
        &self.rules().wager_order
    }

    pub(crate) const fn clauses(&self) -> &'static Clauses {
        match self.setup.dealing {
            // Washington describes the same game twice, once for each way of dealing; a line cites the one that was
            // dealt.
            Dealing::Ideal => self.rules().clauses_ideal,
            _ => self.rules().clauses,
        }
    }
}
