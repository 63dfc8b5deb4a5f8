//! All holes on one board against all dealer hands, without comparing any two of them.
//!
//! Walk up the holes in the order of their strength, keeping count of the hands passed, in all and with a certain
//! card of each kind. The hands below a hole that share no card with it are then
//! `below − below[first] − below[second]`: no weaker hand holds both of its cards. Once the hole's own group is
//! passed the same sum tells wins and ties together, less one: the hole itself was added once and taken off twice.

use crate::deck::pair;

/// Holes of one strength that are passed together. `in` and `off` say whether a card is in the suit of the board;
/// where no suit matters, every card is off.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Holes {
    /// Two ranks, one card in the suit or none.
    AtMostOneIn,
    /// Two ranks, no card in the suit.
    NoneIn,
    /// Two ranks, both cards in the suit.
    BothIn,
    /// The first rank in the suit, and any card that is not.
    FirstInAnyOff,
    /// Any two cards that are not in the suit.
    AnyOff,
}

/// The next step up.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Step {
    pub strength: u16,
    pub holes: Holes,
    pub low: u8,
    pub high: u8,
}

/// The cards that are left of each kind beside the board.
#[derive(Clone, Copy, Default)]
pub(crate) struct Left {
    pub inside: [i16; 16],
    pub off: [i16; 16],
    pub all_off: i16,
}

/// The hands passed so far.
#[derive(Clone, Copy, Default)]
pub(crate) struct Below {
    hands: i16,
    /// With a certain card of the suit, by rank.
    inside: [i16; 16],
    /// With a certain card that is not in the suit, by rank, and the same for each rank alike.
    off: [i16; 16],
    every_off: i16,
}

/// Where the holes of a view start: both in the suit, then one, then none.
#[derive(Clone, Copy)]
pub(crate) struct Places {
    pub ranks: usize,
    pub one_in: usize,
    pub none_in: usize,
}

impl Below {
    #[inline]
    fn pass(&mut self, step: Step, left: &Left) {
        let (low, high) = (step.low as usize & 15, step.high as usize & 15);
        match step.holes {
            Holes::AtMostOneIn if low == high => {
                let (inside, off) = (left.inside[low], left.off[low]);
                self.hands += inside * off + off * (off - 1) / 2;
                self.inside[low] += off;
                self.off[low] += inside + off - 1;
            }
            Holes::AtMostOneIn => {
                let (low_in, low_off) = (left.inside[low], left.off[low]);
                let (high_in, high_off) = (left.inside[high], left.off[high]);
                self.hands += (low_in + low_off) * (high_in + high_off) - low_in * high_in;
                self.inside[low] += high_off;
                self.inside[high] += low_off;
                self.off[low] += high_in + high_off;
                self.off[high] += low_in + low_off;
            }
            Holes::NoneIn if low == high => {
                self.hands += left.off[low] * (left.off[low] - 1) / 2;
                self.off[low] += left.off[low] - 1;
            }
            Holes::NoneIn => {
                self.hands += left.off[low] * left.off[high];
                self.off[low] += left.off[high];
                self.off[high] += left.off[low];
            }
            Holes::BothIn => {
                let (low_in, high_in) = (left.inside[low], left.inside[high]);
                self.hands += low_in * high_in;
                self.inside[low] += high_in;
                self.inside[high] += low_in;
            }
            Holes::FirstInAnyOff => {
                self.hands += left.inside[low] * left.all_off;
                self.inside[low] += left.all_off;
                self.every_off += left.inside[low];
            }
            Holes::AnyOff => {
                self.hands += left.all_off * (left.all_off - 1) / 2;
                self.every_off += left.all_off - 1;
            }
        }
    }

    /// Tells for each hole of the step how many of the hands passed share no card with it.
    #[inline]
    fn beside(&self, step: Step, places: Places, mut tell: impl FnMut(usize, i16)) {
        let (low, high) = (step.low as usize & 15, step.high as usize & 15);
        let ranks = places.ranks;
        let one_off = self.hands - self.every_off;
        let both_off = one_off - self.every_off;
        match step.holes {
            Holes::AtMostOneIn => {
                tell(places.one_in + low * ranks + high, one_off - self.inside[low] - self.off[high]);
                tell(places.one_in + high * ranks + low, one_off - self.inside[high] - self.off[low]);
                tell(places.none_in + pair(low, high), both_off - self.off[low] - self.off[high]);
            }
            Holes::NoneIn => {
                tell(places.none_in + pair(low, high), both_off - self.off[low] - self.off[high]);
            }
            Holes::BothIn => {
                let place = high * (high - 1) / 2 + low;
                tell(place, self.hands - self.inside[low] - self.inside[high]);
            }
            Holes::FirstInAnyOff => {
                for off in 0..ranks {
                    tell(places.one_in + low * ranks + off, one_off - self.inside[low] - self.off[off & 15]);
                }
            }
            Holes::AnyOff => {
                for high in 0..ranks {
                    for low in 0..=high {
                        let below = both_off - self.off[low & 15] - self.off[high & 15];
                        tell(places.none_in + pair(low, high), below);
                    }
                }
            }
        }
    }

    /// The hands passed, and those of them with a certain card of each kind: in the suit, then off.
    pub(crate) fn counts(&self, ranks: usize) -> (i16, [i16; 26]) {
        let mut with = [0; 26];
        with[..ranks].copy_from_slice(&self.inside[..ranks]);
        for (with, off) in with[ranks..].iter_mut().zip(self.off) {
            *with = off + self.every_off;
        }
        (self.hands, with)
    }
}

/// Walks up the steps and writes the wins and losses of each hole. Holes that cannot be dealt beside the board get
/// numbers without meaning. Returns what lies below `limit`.
pub(crate) fn walk(
    steps: &[Step],
    left: &Left,
    places: Places,
    dealer_hands: i16,
    limit: u16,
    [wins, losses]: [&mut [i16]; 2],
) -> Below {
    let mut below = Below::default();
    let mut below_limit = Below::default();
    let mut rest = steps;
    while let [first, ..] = rest {
        let same = rest.iter().take_while(|step| step.strength == first.strength).count();
        let (group, above) = rest.split_at(same);
        for step in group {
            below.beside(*step, places, |hole, below| wins[hole] = below);
        }
        for step in group {
            below.pass(*step, left);
        }
        for step in group {
            below.beside(*step, places, |hole, below| losses[hole] = dealer_hands - 1 - below);
        }
        if first.strength < limit {
            below_limit = below;
        }
        rest = above;
    }
    below_limit
}

/// What lies below each of ten strengths in ascending order.
pub(crate) fn below_each(steps: &[Step], left: &Left, limits: &[u16; 10]) -> [Below; 10] {
    let mut below = Below::default();
    let mut reached = 0;
    let mut all = [Below::default(); 10];
    for step in steps {
        while reached < 10 && step.strength >= limits[reached] {
            all[reached] = below;
            reached += 1;
        }
        below.pass(*step, left);
    }
    all[reached..].fill(below);
    all
}
