//! Counts of deals by showdown, from which every figure of a solution follows.
//!
//! All deals together take 45 bits. The deals of one starting hand take 38, and a pay in units up to 39, so that their
//! products are formed in 128.

use core::ops::{Add, AddAssign, Mul, Sub, SubAssign};

/// Deals counted by their showdown.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct DealCounts {
    /// All deals.
    pub deals: i64,
    /// Deals that the player wins.
    pub wins: i64,
    /// Deals that the player loses.
    pub losses: i64,
    /// Deals that the player wins against a dealer with a pair or better.
    pub qualified_wins: i64,
    /// Deals that the player loses against a dealer with a pair or better.
    pub qualified_losses: i64,
}

/// Counts for each category of the player's hand.
pub type DealCountsByCategory = [DealCounts; 10];

impl DealCounts {
    /// Counts one showdown `times` times. Unqualified dealer hands are the weakest, so they lose first.
    #[inline]
    pub(crate) fn of(
        (wins, losses, unqualified): (i16, i16, i16),
        dealer_hands: i32,
        times: i32,
    ) -> DealCounts {
        let times = i64::from(times);
        let [wins, losses, unqualified] = [wins, losses, unqualified].map(i32::from);
        DealCounts {
            deals: times * i64::from(dealer_hands),
            wins: times * i64::from(wins),
            losses: times * i64::from(losses),
            qualified_wins: times * i64::from((wins - unqualified).max(0)),
            qualified_losses: times * i64::from(losses.min(dealer_hands - unqualified)),
        }
    }

    /// Deals that tie.
    pub fn ties(&self) -> i64 {
        self.deals - self.wins - self.losses
    }
}

/// Adds up the counts of all hole classes.
pub(crate) fn sum(classes: &[DealCountsByCategory]) -> DealCountsByCategory {
    let mut all = DealCountsByCategory::default();
    for (kind, count) in classes.iter().flat_map(|counts| counts.iter().enumerate()) {
        all[kind] += *count;
    }
    all
}

impl Mul<i64> for DealCounts {
    type Output = DealCounts;
    fn mul(self, factor: i64) -> DealCounts {
        DealCounts {
            deals: self.deals * factor,
            wins: self.wins * factor,
            losses: self.losses * factor,
            qualified_wins: self.qualified_wins * factor,
            qualified_losses: self.qualified_losses * factor,
        }
    }
}

impl Add for DealCounts {
    type Output = DealCounts;
    fn add(self, other: DealCounts) -> DealCounts {
        DealCounts {
            deals: self.deals + other.deals,
            wins: self.wins + other.wins,
            losses: self.losses + other.losses,
            qualified_wins: self.qualified_wins + other.qualified_wins,
            qualified_losses: self.qualified_losses + other.qualified_losses,
        }
    }
}

impl Sub for DealCounts {
    type Output = DealCounts;
    fn sub(self, other: DealCounts) -> DealCounts {
        self + other * -1
    }
}

impl AddAssign for DealCounts {
    fn add_assign(&mut self, other: DealCounts) {
        // Cannot overflow: all deals together take 45 bits.
        *self = *self + other;
    }
}

impl SubAssign for DealCounts {
    fn sub_assign(&mut self, other: DealCounts) {
        *self = *self - other;
    }
}
