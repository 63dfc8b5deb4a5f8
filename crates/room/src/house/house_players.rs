//! Which bots there are.

use std::fmt;

use odds::GameError;
use uth::{Cents, Terms};

use super::{BotProfile, amount};
use analysis::strategies::NamedStrategy;

/// A bot: the same number always has the same name and plays the same strategy.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BotIdentity {
    number: usize,
}

impl BotIdentity {
    /// How many have a first name to themselves.
    pub const COUNT: usize = BOTS.len();

    /// The one with that number, from 0. Beyond [`BotIdentity::COUNT`] first names come again, with a number.
    pub const fn new(number: usize) -> BotIdentity {
        BotIdentity { number }
    }

    /// The name of its strategy.
    pub const fn strategy(self) -> &'static str {
        BOTS[self.number % BotIdentity::COUNT].1
    }

    /// How it is minded at a table with those terms. Pays for which best play cannot be worked out are refused.
    ///
    /// # Panics
    /// If a strategy that comes with the program were not sound, which a test rules out.
    pub fn profile(self, terms: &Terms) -> Result<BotProfile, GameError> {
        let strategy = NamedStrategy::built_in(self.strategy()).expect("it comes with the program");
        let minimum = terms.setup().limits.map_or(USUAL_MINIMUM, |limits| limits.minimum);
        let liked = minimum * MINIMA[self.number % MINIMA.len()];
        let ante = amount(terms, liked).unwrap_or(liked);
        Ok(BotProfile {
            strategy: strategy.shared(terms.pays())?,
            ante,
            likes_trips: self.number.is_multiple_of(3),
            bank: (self.number % 4 != 3).then_some(ante * ANTES_BANKED),
        })
    }
}

/// Writes "Ada (house)", so that no player takes a bot for a person.
impl fmt::Display for BotIdentity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (name, _) = BOTS[self.number % BotIdentity::COUNT];
        match self.number / BotIdentity::COUNT {
            0 => write!(f, "{name} (house)"),
            again => write!(f, "{name} {} (house)", again + 1),
        }
    }
}

/// The Ante of a cautious player where the table has no minimum.
const USUAL_MINIMUM: Cents = Cents::dollars(5);

/// How many minima they like as an Ante, in turn.
const MINIMA: [i64; 5] = [1, 2, 1, 3, 5];

/// How many of its Antes a player puts up as a bank.
const ANTES_BANKED: i64 = 50;

const BOTS: [(&str, &str); 24] = [
    ("Ada", "uth"),
    ("Ben", "practical"),
    ("Clara", "practical"),
    ("Dev", "uth"),
    ("Elena", "best-play"),
    ("Felix", "always-4x"),
    ("Grace", "practical"),
    ("Hugo", "wait-for-flop"),
    ("Iris", "uth"),
    ("Jonas", "practical"),
    ("Kira", "uth"),
    ("Leo", "three-times"),
    ("Mina", "practical"),
    ("Noah", "uth"),
    ("Olga", "best-play"),
    ("Paolo", "practical"),
    ("Quinn", "uth"),
    ("Rosa", "practical"),
    ("Sami", "wait-for-flop"),
    ("Tara", "uth"),
    ("Uma", "practical"),
    ("Viktor", "best-play"),
    ("Wanda", "practical"),
    ("Yusuf", "uth"),
];
