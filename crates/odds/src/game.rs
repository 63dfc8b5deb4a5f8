//! The game to be solved: pay tables, raises and the mix of wagers.

use core::fmt;

use uth::Category;

use crate::fraction::{Fraction, greatest_common_divisor};

/// What a wager pays to one for each category, as exact fractions. A category that is not listed does not win the
/// wager.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ExactPayTable([Option<Fraction>; 10]);

impl ExactPayTable {
    /// Builds a table from pays listed from the highest category down, as they are printed.
    ///
    /// # Panics
    /// If there are more pays than categories from `highest` down.
    pub fn descending(highest: Category, pays: &[Fraction]) -> ExactPayTable {
        let mut table = [None; 10];
        for (step, pay) in pays.iter().enumerate() {
            table[highest as usize - step] = Some(*pay);
        }
        ExactPayTable(table)
    }

    /// Builds a table from the pay of each category.
    pub(crate) fn by_kind(pay: impl Fn(Category) -> Option<Fraction>) -> ExactPayTable {
        ExactPayTable(Category::ALL.map(pay))
    }

    /// Returns the pay of a category, if it is listed.
    pub const fn pay(&self, category: Category) -> Option<Fraction> {
        self.0[category as usize]
    }
}

/// When the Ante is in action.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Qualify {
    /// Only if the dealer has a pair or better.
    Pair,
    /// Always.
    Always,
}

/// The Play wager in Antes, by street.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Raises {
    /// The choices before the flop: 4 and 3.
    pub preflop: Vec<Fraction>,
    /// The raise on the flop: 2.
    pub flop: Fraction,
    /// The call on the river: 1.
    pub river: Fraction,
}

/// The bonus wagers placed for each Ante. Only the Bad Beat can change best play, because a fold forfeits it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Mix {
    /// The Trips wager in Antes.
    pub trips: Fraction,
    /// The Bad Beat wager in Antes.
    pub bad_beat: Fraction,
}

/// A game: everything that the value of a hand depends on besides the cards.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Game {
    /// Pays when the player wins; a win with an unlisted category pushes.
    pub blind: ExactPayTable,
    /// Pays on the player's category, whatever the dealer has.
    pub trips: ExactPayTable,
    /// Pays on the category of the losing hand, the player's or the dealer's.
    pub bad_beat: ExactPayTable,
    /// When the Ante is in action.
    pub qualify: Qualify,
    /// The size of each raise.
    pub raises: Raises,
    /// The bonus wagers placed.
    pub mix: Mix,
}

impl Game {
    /// Returns the standard game, with Trips pay table UTH-01 and no bonus wager.
    pub fn standard() -> Game {
        let pays = |pays: &[i64]| pays.iter().copied().map(Fraction::whole).collect::<Vec<_>>();
        let mut blind = pays(&[500, 50, 10, 3, 0, 1]);
        blind[4] = Fraction::of(3, 2);
        Game {
            blind: ExactPayTable::descending(Category::RoyalFlush, &blind),
            trips: ExactPayTable::descending(Category::RoyalFlush, &pays(&[50, 40, 30, 9, 7, 4, 3])),
            bad_beat: ExactPayTable::descending(Category::StraightFlush, &pays(&[7500, 500, 50, 30, 20, 9])),
            qualify: Qualify::Pair,
            raises: Raises { preflop: pays(&[4, 3]), flop: Fraction::whole(2), river: Fraction::ONE },
            mix: Mix { trips: Fraction::ZERO, bad_beat: Fraction::ZERO },
        }
    }

    /// Checks that the game can be solved, without solving it.
    pub fn check(&self) -> Result<(), GameError> {
        Stakes::of(self).map(|_| ())
    }
}

/// Why a game cannot be solved.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum GameError {
    /// A pay, a raise or a bonus wager is negative.
    Negative(Fraction),
    /// A pay or a raise, times the common denominator of all, exceeds [`GameError::LARGEST`].
    TooLarge(Fraction),
    /// The flop raise, times the common denominator of all, exceeds [`GameError::FINEST`].
    TooFine(Fraction),
    /// The river raise exceeds the flop raise.
    RiverAboveFlop,
    /// The numerator or the denominator of the Bad Beat wager exceeds [`GameError::MOST_MIXED`].
    BadBeat(Fraction),
}

impl GameError {
    /// The bound on pays and raises in units of a game without Bad Beat: 990 dealer hands times a sum of a few such
    /// numbers is below 2³¹.
    pub const LARGEST: i64 = 500_000;
    /// The bound on the flop raise in units of a game without Bad Beat: 2 · 990 dealer hands · 1,081 runouts times this
    /// is below 2³¹.
    pub const FINEST: i64 = 1000;
    /// The bound on both numbers of the fraction that the Bad Beat wager is of an Ante. It multiplies the bounds above,
    /// and 2 · 990 · 1,081 · 500,000 · 2²⁰ is below 2⁶³. Two wagers of up to $10,000 in chips of a cent satisfy it.
    pub const MOST_MIXED: i64 = 1 << 20;
}

impl fmt::Display for GameError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            GameError::Negative(number) => write!(f, "{number} is below zero"),
            GameError::TooLarge(number) => write!(
                f,
                "{number} is too large: times the common denominator of all pays it may be {} at most",
                GameError::LARGEST
            ),
            GameError::TooFine(number) => write!(
                f,
                "the raise {number} of the flop, times the common denominator of all pays, may be {} at most",
                GameError::FINEST
            ),
            GameError::RiverAboveFlop => f.write_str("the river raise may not be above the flop raise"),
            GameError::BadBeat(wager) => write!(
                f,
                "a Bad Beat wager of {wager} Antes is too large or too fine: the numbers of the fraction may be {} \
                 at most",
                GameError::MOST_MIXED
            ),
        }
    }
}

impl core::error::Error for GameError {}

/// A game in whole multiples of a unit that divides every pay and raise: half an Ante if a flush pays 3 to 2.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Stakes {
    /// One Ante in units.
    pub ante: i64,
    /// What the Blind pays on each category that wins.
    pub blind: [i64; 10],
    /// What the Bad Beat returns on each losing category, the stake included, times its size in the mix.
    pub bad_beat: [i64; 10],
    /// The lowest category on which the Bad Beat pays.
    pub lowest_beaten: Option<Category>,
    pub qualify: Qualify,
    pub preflop: Vec<i64>,
    pub flop: i64,
    pub river: i64,
}

impl Stakes {
    pub(crate) fn of(game: &Game) -> Result<Stakes, GameError> {
        let raises = &game.raises;
        let returned = Category::ALL
            .map(|beaten| game.bad_beat.pay(beaten).map_or(Fraction::ZERO, |pay| pay + Fraction::ONE));
        let blind = Category::ALL.map(|winner| game.blind.pay(winner).unwrap_or(Fraction::ZERO));
        let trips = Category::ALL.map(|made| game.trips.pay(made).unwrap_or(Fraction::ZERO));
        // Trips needs no whole units: no decision depends on it, and its value is added as a fraction.
        let unscaled = trips.iter().chain([&game.mix.trips, &game.mix.bad_beat]);
        let mut scaled: Vec<&Fraction> =
            blind.iter().chain(&raises.preflop).chain([&raises.flop, &raises.river]).collect();
        // A table that is not wagered on changes no value, so it may have any pays.
        if game.mix.bad_beat > Fraction::ZERO {
            scaled.extend(&returned);
        }
        if let Some(negative) =
            scaled.iter().copied().chain(unscaled).find(|number| **number < Fraction::ZERO)
        {
            return Err(GameError::Negative(*negative));
        }
        // The least common multiple; it is checked on the way, before it can overflow.
        let mut unit = 1;
        for number in &scaled {
            unit *= number.denominator() / greatest_common_divisor(unit, number.denominator());
            if unit > i128::from(GameError::FINEST) {
                return Err(GameError::TooFine(raises.flop));
            }
        }
        let most = Fraction::of(i128::from(GameError::LARGEST), unit);
        if let Some(large) = scaled.iter().find(|number| ***number > most) {
            return Err(GameError::TooLarge(**large));
        }
        if raises.flop > Fraction::of(i128::from(GameError::FINEST), unit) {
            return Err(GameError::TooFine(raises.flop));
        }
        if raises.river > raises.flop {
            return Err(GameError::RiverAboveFlop);
        }
        let mixed = game.mix.bad_beat;
        if mixed.numerator().max(mixed.denominator()) > i128::from(GameError::MOST_MIXED) {
            return Err(GameError::BadBeat(mixed));
        }
        // What the Bad Beat returns is a pay times the wager, whose denominator may divide the pay.
        for number in returned.map(|pay| pay * mixed) {
            unit *= number.denominator() / greatest_common_divisor(unit, number.denominator());
        }
        let unit = unit as i64;
        let units = |number: Fraction| number.in_units(unit);
        Ok(Stakes {
            ante: unit,
            blind: blind.map(units),
            bad_beat: returned.map(|pay| units(pay * mixed)),
            lowest_beaten: Category::ALL.into_iter().find(|beaten| game.bad_beat.pay(*beaten).is_some()),
            qualify: game.qualify,
            preflop: raises.preflop.iter().copied().map(units).collect(),
            flop: units(raises.flop),
            river: units(raises.river),
        })
    }

    /// Whether a Bad Beat wager is in the mix.
    pub(crate) fn has_bad_beat(&self) -> bool {
        self.bad_beat.iter().any(|pay| *pay > 0)
    }
}
