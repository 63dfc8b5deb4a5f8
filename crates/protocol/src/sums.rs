//! What was wagered, summed up as far as theory needs it.

use std::ops::AddAssign;

use serde::{Deserialize, Serialize};
use uth::Wagers;

/// Ante, Trips and Bad Beat: the wagers that theory needs.
pub const PARTS: usize = 3;

/// For every two parts the sum of the products of what was wagered on them, in square cents.
pub type Products = [[i128; PARTS]; PARTS];

/// The wagers of any number of rounds: Antes, Trips and Bad Beat, in this order, in cents. Products exceed 64 bits:
/// this is a stored form and no message, because JavaScript cannot read such numbers.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Sums {
    /// How many hands.
    pub hands: u64,
    /// All that was wagered on each part; the Blind is as much again as the Ante, and Play is not counted.
    pub wagered: [i128; PARTS],
    /// Products of wagers of the same hand.
    pub own: Products,
    /// Products of wagers of two hands of the same round, each two of them in both orders.
    pub shared: Products,
}

impl Sums {
    /// Adds a round in which these hands played. A void round counts for nothing, and is not added.
    pub fn add_round(&mut self, hands: impl IntoIterator<Item = Wagers>) {
        let mut wagered = [0; PARTS];
        let mut own = Products::default();
        for hand in hands {
            let parts = [hand.ante, hand.trips, hand.bad_beat].map(|wager| i128::from(wager.0));
            self.hands += 1;
            add(&mut wagered, &parts);
            add_products(&mut own, |one, other| parts[one] * parts[other]);
        }
        add(&mut self.wagered, &wagered);
        add_products(&mut self.own, |one, other| own[one][other]);
        // Every two hands of the round: the square of the sum without the squares of its terms.
        add_products(&mut self.shared, |one, other| wagered[one] * wagered[other] - own[one][other]);
    }
}

impl AddAssign<&Sums> for Sums {
    fn add_assign(&mut self, more: &Sums) {
        self.hands += more.hands;
        add(&mut self.wagered, &more.wagered);
        add_products(&mut self.own, |one, other| more.own[one][other]);
        add_products(&mut self.shared, |one, other| more.shared[one][other]);
    }
}

/// Adds amounts, part by part.
pub fn add(all: &mut [i128; PARTS], more: &[i128; PARTS]) {
    for (all, more) in all.iter_mut().zip(more) {
        *all += more;
    }
}

/// Adds products, part by part.
pub fn add_products(all: &mut Products, more: impl Fn(usize, usize) -> i128) {
    for (one, row) in all.iter_mut().enumerate() {
        for (other, product) in row.iter_mut().enumerate() {
            *product += more(one, other);
        }
    }
}
