//! The wagers of a hand.

use core::fmt;

use crate::decision::Decision;
use crate::money::Cents;

/// The five wagering areas of the layout (CA.area.1, BB.area.1).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[allow(missing_docs)]
pub enum Wager {
    Ante,
    Blind,
    Play,
    Trips,
    BadBeat,
}

impl Wager {
    /// All wagers.
    pub const ALL: [Wager; 5] = [Wager::Ante, Wager::Blind, Wager::Play, Wager::Trips, Wager::BadBeat];

    /// Returns whether the wager is a game of its own beside Ante, Blind and Play (R14).
    pub const fn is_bonus(self) -> bool {
        matches!(self, Wager::Trips | Wager::BadBeat)
    }

    /// Returns the word on the layout.
    pub const fn inscription(self) -> &'static str {
        ["Ante", "Blind", "Play", "Trips", "Bad Beat"][self as usize]
    }
}

impl fmt::Display for Wager {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.inscription())
    }
}

/// What a player puts down before the cards: the Blind always equals the Ante (CA.bet.3a, HB.intro.3).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Wagers {
    /// The Ante, and as much again on the Blind.
    pub ante: Cents,
    /// The Trips bonus wager, or nothing.
    pub trips: Cents,
    /// The Bad Beat bonus wager, or nothing.
    pub bad_beat: Cents,
}

impl Wagers {
    /// Returns an Ante and its Blind, without bonus wagers.
    pub const fn ante(ante: Cents) -> Wagers {
        Wagers { ante, trips: Cents::ZERO, bad_beat: Cents::ZERO }
    }

    /// Returns the sum of what lies on the table before the cards are dealt. Play wagers never count (BB.collection.3).
    pub fn table_action(&self) -> Cents {
        self.ante * 2 + self.trips + self.bad_beat
    }

    /// Returns what the hand can lose at its largest raise: everything before the cards, and the largest Play wager.
    pub fn exposure(&self) -> Cents {
        self.table_action() + Decision::Raise(Decision::LARGEST_RAISE).amount(self.ante)
    }

    /// Returns how many games that is: Ante, Blind and Play are one, each bonus wager another (R14).
    pub fn games(&self) -> u8 {
        1 + u8::from(self.trips > Cents::ZERO) + u8::from(self.bad_beat > Cents::ZERO)
    }

    /// Returns the wagers that lie on the table for a hand played so, in the order of [`Wager::ALL`].
    pub fn stakes(self, play: Play) -> impl Iterator<Item = (Wager, Cents)> {
        let all = Wager::ALL.into_iter().map(move |wager| (wager, self.stake(wager, play)));
        all.filter(|(_, stake)| *stake > Cents::ZERO)
    }

    /// Returns the amount on a wagering area for a hand played so.
    pub const fn stake(&self, wager: Wager, play: Play) -> Cents {
        match wager {
            Wager::Ante | Wager::Blind => self.ante,
            Wager::Play => Cents(self.ante.0 * play.times() as i64),
            Wager::Trips => self.trips,
            Wager::BadBeat => self.bad_beat,
        }
    }
}

/// How a hand was played: folded, or with a Play wager of so many Antes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Play {
    /// Given up on the river.
    Fold,
    /// Raised by that many Antes.
    Raise(u8),
}

impl Play {
    /// Returns the size of the Play wager in Antes; zero for a folded hand.
    pub const fn times(self) -> u8 {
        match self {
            Play::Fold => 0,
            Play::Raise(times) => times,
        }
    }
}

/// "4x", "fold".
impl fmt::Display for Play {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Play::Fold => f.pad("fold"),
            Play::Raise(times) => write!(f, "{times}x"),
        }
    }
}
