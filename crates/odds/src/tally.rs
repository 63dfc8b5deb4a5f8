//! Counts of deals, from which every figure of a solution follows.

use core::ops::{Add, AddAssign, Mul, Sub, SubAssign};

/// Deals by how they end at the showdown, qualified or not.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Tally {
    /// All of them.
    pub deals: i64,
    /// Those that the player wins.
    pub wins: i64,
    /// Those that the player loses.
    pub losses: i64,
    /// Those that the player wins against a dealer with a pair or better.
    pub qualified_wins: i64,
    /// Those that the player loses against a dealer with a pair or better.
    pub qualified_losses: i64,
}

/// A tally for each kind of hand that the player has.
pub type Tallies = [Tally; 10];

impl Tally {
    /// So many times that showdown.
    #[inline]
    pub(crate) fn of((wins, losses, unqualified): (i16, i16, i16), dealer_hands: i32, times: i32) -> Tally {
        let times = i64::from(times);
        let [wins, losses, unqualified] = [wins, losses, unqualified].map(i32::from);
        Tally {
            deals: times * i64::from(dealer_hands),
            wins: times * i64::from(wins),
            losses: times * i64::from(losses),
            qualified_wins: times * i64::from((wins - unqualified).max(0)),
            qualified_losses: times * i64::from(losses.min(dealer_hands - unqualified)),
        }
    }

    /// The deals that nobody wins.
    pub fn ties(&self) -> i64 {
        self.deals - self.wins - self.losses
    }
}

/// The sum over all classes of holes.
pub(crate) fn sum(classes: &[Tallies]) -> Tallies {
    let mut all = Tallies::default();
    for (kind, tally) in classes.iter().flat_map(|tallies| tallies.iter().enumerate()) {
        all[kind] += *tally;
    }
    all
}

impl Mul<i64> for Tally {
    type Output = Tally;
    fn mul(self, factor: i64) -> Tally {
        Tally {
            deals: self.deals * factor,
            wins: self.wins * factor,
            losses: self.losses * factor,
            qualified_wins: self.qualified_wins * factor,
            qualified_losses: self.qualified_losses * factor,
        }
    }
}

impl Add for Tally {
    type Output = Tally;
    fn add(self, other: Tally) -> Tally {
        Tally {
            deals: self.deals + other.deals,
            wins: self.wins + other.wins,
            losses: self.losses + other.losses,
            qualified_wins: self.qualified_wins + other.qualified_wins,
            qualified_losses: self.qualified_losses + other.qualified_losses,
        }
    }
}

impl Sub for Tally {
    type Output = Tally;
    fn sub(self, other: Tally) -> Tally {
        self + other * -1
    }
}

impl AddAssign for Tally {
    fn add_assign(&mut self, other: Tally) {
        *self = *self + other;
    }
}

impl SubAssign for Tally {
    fn sub_assign(&mut self, other: Tally) {
        *self = *self - other;
    }
}
