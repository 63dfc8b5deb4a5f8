//! What a table takes before the cards: which wagers, in which amounts, and what they pay.

use crate::money::Cents;
use crate::pay::PayTable;
use crate::terms::Terms;
use crate::wager::{Wager, Wagers};

/// A wagering area of a table's layout.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct WagerOffer {
    /// Which wager.
    pub wager: Wager,
    /// Which amounts it takes.
    pub stake: Stake,
    /// The wager without which it is not taken: Bad Beat needs Trips (R6), everything else an Ante.
    pub requires: Option<Wager>,
    /// What it pays by kind of hand. Ante and Play have no table: they pay even money (CA.round.15).
    pub pay_table: Option<PayTable>,
}

/// Which amounts a wager takes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stake {
    /// Any multiple of `step` from `minimum` to `maximum`, both of which are multiples themselves.
    Chosen {
        /// The least amount.
        minimum: Cents,
        /// The largest amount.
        maximum: Cents,
        /// The table's chip (R13).
        step: Cents,
    },
    /// Always as much as the Ante (CA.bet.3a).
    EqualToAnte,
    /// Antes as a decision says, once the cards are out: see [`Round::legal_actions`](crate::Round::legal_actions).
    Raised,
}

impl Terms {
    /// Returns the wagering areas of the table, in the order of its layout.
    pub fn wager_offers(&self) -> impl Iterator<Item = WagerOffer> + use<> {
        let terms = *self;
        terms.rules().areas.iter().map(move |wager| terms.offer(*wager))
    }

    /// Returns the least that a seat must wager to play: the smallest Ante, and the Blind with it.
    pub fn smallest_wagers(&self) -> Wagers {
        Wagers::ante(self.stakes().0)
    }

    fn offer(&self, wager: Wager) -> WagerOffer {
        let setup = self.setup();
        let requires = match wager {
            Wager::Ante => None,
            Wager::BadBeat if setup.bad_beat_needs_trips => Some(Wager::Trips),
            Wager::Blind | Wager::Play | Wager::Trips | Wager::BadBeat => Some(Wager::Ante),
        };
        let pay_table = match wager {
            Wager::Ante | Wager::Play => None,
            Wager::Blind => Some(setup.pays.blind),
            Wager::Trips => Some(setup.pays.trips),
            Wager::BadBeat => Some(setup.pays.bad_beat),
        };
        let stake = match wager {
            Wager::Blind => Stake::EqualToAnte,
            Wager::Play => Stake::Raised,
            Wager::Ante | Wager::Trips | Wager::BadBeat => {
                let (minimum, maximum) = self.stakes();
                Stake::Chosen { minimum, maximum, step: setup.chip }
            }
        };
        WagerOffer { wager, stake, requires, pay_table }
    }

    /// Returns the smallest and the largest stake of Ante, Trips and Bad Beat: one range for all (R12), narrowed to
    /// whole chips.
    fn stakes(&self) -> (Cents, Cents) {
        let chip = self.setup().chip.0;
        let (least, most) = match self.setup().limits {
            Some(limits) => (limits.minimum, limits.maximum),
            None => (self.setup().chip, Terms::MOST_WAGERED),
        };
        // Rounded inwards, so that every amount on offer is one that the rules take.
        (Cents((least.0 + chip - 1) / chip * chip), Cents(most.0 / chip * chip))
    }
}
