//! What a winning wager is paid: odds, and the tables of them that the documents permit.

use core::fmt;
use core::num::NonZeroU32;
use core::str::FromStr;

use crate::category::Category;
use crate::money::Cents;

/// What a wager pays when it wins: "3 to 2" pays three for every two staked.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Odds {
    pays: u32,
    per: NonZeroU32,
}

impl Odds {
    /// Even money.
    pub const EVEN: Odds = Odds::to_one(1);
    /// The most that odds may be written with. It keeps every sum of a round far inside 64 bits.
    pub const MOST: u32 = 1_000_000;

    /// Returns odds of `pays` to one.
    pub const fn to_one(pays: u32) -> Odds {
        Odds { pays, per: NonZeroU32::MIN }
    }

    /// Returns odds of `pays` to `per`, unless one of them is nothing or more than [`Odds::MOST`].
    pub const fn new(pays: u32, per: u32) -> Option<Odds> {
        match NonZeroU32::new(per) {
            Some(per) if pays > 0 && pays <= Odds::MOST && per.get() <= Odds::MOST => {
                Some(Odds { pays, per })
            }
            _ => None,
        }
    }

    /// Returns the amount won for every [`per`](Odds::per) staked.
    pub const fn pays(self) -> u32 {
        self.pays
    }

    /// Returns the stake for which [`pays`](Odds::pays) is won.
    pub const fn per(self) -> u32 {
        self.per.get()
    }

    /// Returns whether every wager made of such chips wins whole cents.
    pub const fn is_exact_for(self, chip: Cents) -> bool {
        // A chip is at most a billion dollars and odds at most a million, so that the product fits 64 bits.
        chip.0 * self.pays as i64 % self.per.get() as i64 == 0
    }

    /// Returns what a stake wins. Tables take only chips for which it is exact (R13).
    #[inline]
    pub fn won_by(self, stake: Cents) -> Cents {
        let times = stake.0 * i64::from(self.pays);
        // Most odds are to one, and a division takes longer than all the rest.
        Cents(if self.per.get() == 1 { times } else { times / i64::from(self.per.get()) })
    }
}

/// "3 to 2".
impl fmt::Display for Odds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} to {}", self.pays, self.per)
    }
}

impl FromStr for Odds {
    type Err = OddsError;

    /// Reads `3 to 2`, `3:2`, `3/2` and `50`.
    fn from_str(text: &str) -> Result<Self, OddsError> {
        let (pays, per) = [" to ", ":", "/"]
            .into_iter()
            .find_map(|between| text.split_once(between))
            .unwrap_or((text, "1"));
        let number = |text: &str| text.trim().parse().map_err(|_| OddsError);
        Odds::new(number(pays)?, number(per)?).ok_or(OddsError)
    }
}

/// The text is not odds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OddsError;

impl fmt::Display for OddsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("odds are written like 50, 3/2 or 3 to 2, in whole numbers from 1 to 1000000")
    }
}

impl core::error::Error for OddsError {}

/// What each kind of hand pays, where it pays.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PayTable([Option<Odds>; 10]);

impl PayTable {
    /// Returns a table that pays the listed odds from its first kind of hand upwards.
    pub const fn from_kind(lowest: Category, odds: &[Odds]) -> PayTable {
        let mut rows = [None; 10];
        let mut row = 0;
        while row < odds.len() && lowest as usize + row < 10 {
            rows[lowest as usize + row] = Some(odds[row]);
            row += 1;
        }
        PayTable(rows)
    }

    /// Returns what that kind of hand pays.
    pub const fn pays(&self, kind: Category) -> Option<Odds> {
        self.0[kind as usize]
    }

    /// Returns the paying kinds of hands, best first.
    pub fn rows(&self) -> impl Iterator<Item = (Category, Odds)> {
        let paying = |kind: Category| Some((kind, self.pays(kind)?));
        Category::ALL.into_iter().rev().filter_map(paying)
    }
}

/// The Blind wager of all four documents (CA.pay.3, WA.pay.2, HB.10, BB.settle.12).
pub const BLIND: PayTable = PayTable::from_kind(
    Category::Straight,
    &[
        Odds::EVEN,
        Odds::new(3, 2).unwrap(),
        Odds::to_one(3),
        Odds::to_one(10),
        Odds::to_one(50),
        Odds::to_one(500),
    ],
);

/// The Bad Beat wager, by the hand that was beaten (BB.bonus.3).
pub const BAD_BEAT: PayTable = PayTable::from_kind(
    Category::ThreeOfAKind,
    &[
        Odds::to_one(9),
        Odds::to_one(20),
        Odds::to_one(30),
        Odds::to_one(50),
        Odds::to_one(500),
        Odds::to_one(7500),
    ],
);

/// The approved pay tables of the Trips wager. A cardroom picks exactly one (CA.pay.1).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[allow(missing_docs)]
pub enum PayTableId {
    Uth01,
    Uth02,
    Uth03,
    Uth04,
}

impl PayTableId {
    /// All four.
    pub const ALL: [PayTableId; 4] =
        [PayTableId::Uth01, PayTableId::Uth02, PayTableId::Uth03, PayTableId::Uth04];

    /// Returns its name in the documents.
    pub const fn name(self) -> &'static str {
        ["UTH-01", "UTH-02", "UTH-03", "UTH-04"][self as usize]
    }

    /// Returns what Trips pays under it (CA.pay.2, WA.pay.1, HB.trips.2, BB.settle.12).
    pub const fn trips(self) -> PayTable {
        let [straight, flush, full_house, four] = match self {
            PayTableId::Uth01 => [4, 7, 9, 30],
            PayTableId::Uth02 => [5, 6, 8, 30],
            PayTableId::Uth03 => [4, 7, 8, 30],
            PayTableId::Uth04 => [5, 6, 7, 20],
        };
        PayTable::from_kind(
            Category::ThreeOfAKind,
            &[
                Odds::to_one(3),
                Odds::to_one(straight),
                Odds::to_one(flush),
                Odds::to_one(full_house),
                Odds::to_one(four),
                Odds::to_one(40),
                Odds::to_one(50),
            ],
        )
    }
}

/// What the wagers of a table pay. Ante and Play always pay even money (CA.round.15).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Pays {
    /// The Blind, on a win; kinds of hands without a row push.
    pub blind: PayTable,
    /// Trips; kinds of hands without a row lose.
    pub trips: PayTable,
    /// Bad Beat, by the hand that was beaten; kinds of hands without a row lose.
    pub bad_beat: PayTable,
}

impl Pays {
    /// Returns the pays of an approved table.
    pub const fn approved(table: PayTableId) -> Pays {
        Pays { blind: BLIND, trips: table.trips(), bad_beat: BAD_BEAT }
    }

    /// Returns which approved table this is, if it is one.
    pub fn approved_as(&self) -> Option<PayTableId> {
        PayTableId::ALL.into_iter().find(|table| Pays::approved(*table) == *self)
    }

    /// Returns all odds that can be paid.
    pub fn odds(&self) -> impl Iterator<Item = Odds> {
        [&self.blind, &self.trips, &self.bad_beat]
            .into_iter()
            .flat_map(|table| table.rows().map(|(_, odds)| odds))
    }
}

impl fmt::Display for PayTableId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for PayTableId {
    type Err = PayTableIdError;

    fn from_str(text: &str) -> Result<Self, PayTableIdError> {
        PayTableId::ALL.into_iter().find(|id| id.name().eq_ignore_ascii_case(text)).ok_or(PayTableIdError)
    }
}

/// The text names no approved pay table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PayTableIdError;

impl fmt::Display for PayTableIdError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the approved pay tables are UTH-01, UTH-02, UTH-03 and UTH-04")
    }
}

impl core::error::Error for PayTableIdError {}
