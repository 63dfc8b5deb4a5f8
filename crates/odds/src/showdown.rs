//! What one hole on one board does against every hand that the dealer can have.

use uth::Category;

/// How the hand came about, seen from the suit of the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub(crate) enum Made {
    ByRanks,
    Flush,
    StraightFlush,
    RoyalFlush,
}

/// Wins, losses and dealer hands without a pair, ten bits each, and how the hand is [`Made`].
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(crate) struct Showdown(u32);

impl Showdown {
    pub(crate) const fn new(wins: i32, made: Made) -> Showdown {
        Showdown(wins as u32 | (made as u32) << 30)
    }

    /// The same with the number of losses.
    pub(crate) const fn with_losses(self, losses: i32) -> Showdown {
        Showdown(self.0 | (losses as u32) << 10)
    }

    /// The same with the number of dealer hands that do not qualify.
    pub(crate) const fn with_unqualified(self, unqualified: i32) -> Showdown {
        Showdown(self.0 | (unqualified as u32) << 20)
    }

    pub(crate) const fn wins(self) -> i32 {
        (self.0 & 1023) as i32
    }

    pub(crate) const fn losses(self) -> i32 {
        (self.0 >> 10 & 1023) as i32
    }

    pub(crate) const fn unqualified(self) -> i32 {
        (self.0 >> 20 & 1023) as i32
    }

    /// What kind of hand it is, given what the ranks alone make.
    pub(crate) const fn category(self, by_ranks: Category) -> Category {
        match self.made() {
            0 => by_ranks,
            1 => Category::Flush,
            2 => Category::StraightFlush,
            _ => Category::RoyalFlush,
        }
    }

    /// 0 where ranks decide, else the number of a [`Made`].
    pub(crate) const fn made(self) -> u32 {
        self.0 >> 30
    }
}
