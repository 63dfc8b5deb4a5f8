//! All holes on one board against all dealer hands, without comparing any two of them.
//!
//! The sweep visits the holes in ascending strength and counts the hands passed: in total, and with one given card of
//! each kind. By inclusion and exclusion the hands below a hole that share no card with it number `below − below[first]
//! − below[second]`. The term for hands with both cards vanishes, because the only such hand is the hole itself, which
//! is not weaker than itself. Once the hole's own strength is passed, the same expression gives wins and ties less one:
//! the hole was added once and subtracted twice.
//!
//! A board is swept in time linear in its holes instead of quadratic. All counts are at most 1,081 (pairs of 47 cards),
//! so sixteen bits suffice.

use crate::deck::pair_index;

/// Holes of equal strength that are passed together. "In" and "off" say whether a card is in the suit of the board;
/// where no suit matters, every card is off.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Holes {
    /// Two ranks, at most one card in the suit.
    AtMostOneIn,
    /// Two ranks, no card in the suit.
    NoneIn,
    /// Two ranks, both cards in the suit.
    BothIn,
    /// The first rank in the suit, with any card off it.
    FirstInAnyOff,
    /// Any two cards off the suit.
    AnyOff,
}

/// One step of the sweep.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Step {
    pub strength: u16,
    pub holes: Holes,
    pub low: u8,
    pub high: u8,
}

/// The number of cards of each kind left beside the board.
#[derive(Clone, Copy, Default)]
pub(crate) struct RemainingCards {
    pub inside: [i16; 16],
    pub off: [i16; 16],
    pub all_off: i16,
}

/// The hands passed so far.
#[derive(Clone, Copy, Default)]
pub(crate) struct HandsBelow {
    hands: i16,
    /// Those with one given card in the suit, by rank.
    inside: [i16; 16],
    /// Those with one given card off the suit, by rank; `every_off` is added for each rank.
    off: [i16; 16],
    every_off: i16,
}

/// Where the holes of each kind start: both cards in the suit, then one, then none.
#[derive(Clone, Copy)]
pub(crate) struct HoleOffsets {
    pub ranks: usize,
    pub one_in: usize,
    pub none_in: usize,
}

impl HandsBelow {
    #[inline]
    fn add(&mut self, step: Step, left: &RemainingCards) {
        // Ranks are below 16; the mask tells the compiler, and the bounds checks vanish.
        let (low, high) = (step.low as usize & 15, step.high as usize & 15);
        match step.holes {
            // A pair has at most one card in the suit anyway: the suit holds each rank once.
            Holes::AtMostOneIn if low == high => {
                let (inside, off) = (left.inside[low], left.off[low]);
                self.hands += inside * off + off * (off - 1) / 2;
                self.inside[low] += off;
                self.off[low] += inside + off - 1;
            }
            Holes::AtMostOneIn => {
                let (low_in, low_off) = (left.inside[low], left.off[low]);
                let (high_in, high_off) = (left.inside[high], left.off[high]);
                // All hands of the two ranks but the one with both cards in the suit, which is a flush and
                // passed elsewhere.
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
            // Only on a board with four or five cards in the suit: one card in it makes the same flush
            // whatever the other is.
            Holes::FirstInAnyOff => {
                self.hands += left.inside[low] * left.all_off;
                self.inside[low] += left.all_off;
                self.every_off += left.inside[low];
            }
            // Only on a board of one suit, where every hand off the suit plays the board.
            Holes::AnyOff => {
                self.hands += left.all_off * (left.all_off - 1) / 2;
                self.every_off += left.all_off - 1;
            }
        }
    }

    /// Calls `visit` for each hole of the step with the number of hands passed that share no card with it.
    #[inline]
    fn for_each_disjoint(&self, step: Step, offsets: HoleOffsets, mut visit: impl FnMut(usize, i16)) {
        let (low, high) = (step.low as usize & 15, step.high as usize & 15);
        let ranks = offsets.ranks;
        // `every_off` stands for one subtraction per off-suit card of the hole, so it is subtracted once for
        // each of them.
        let one_off = self.hands - self.every_off;
        let both_off = one_off - self.every_off;
        match step.holes {
            Holes::AtMostOneIn => {
                visit(offsets.one_in + low * ranks + high, one_off - self.inside[low] - self.off[high]);
                visit(offsets.one_in + high * ranks + low, one_off - self.inside[high] - self.off[low]);
                visit(offsets.none_in + pair_index(low, high), both_off - self.off[low] - self.off[high]);
            }
            Holes::NoneIn => {
                visit(offsets.none_in + pair_index(low, high), both_off - self.off[low] - self.off[high]);
            }
            Holes::BothIn => {
                let index = high * (high - 1) / 2 + low;
                visit(index, self.hands - self.inside[low] - self.inside[high]);
            }
            Holes::FirstInAnyOff => {
                for off in 0..ranks {
                    visit(
                        offsets.one_in + low * ranks + off,
                        one_off - self.inside[low] - self.off[off & 15],
                    );
                }
            }
            Holes::AnyOff => {
                for high in 0..ranks {
                    for low in 0..=high {
                        let below = both_off - self.off[low & 15] - self.off[high & 15];
                        visit(offsets.none_in + pair_index(low, high), below);
                    }
                }
            }
        }
    }

    /// Returns the hands passed, and those with one given card of each kind: in the suit, then off it.
    pub(crate) fn counts(&self, ranks: usize) -> (i16, [i16; 26]) {
        let mut with = [0; 26];
        with[..ranks].copy_from_slice(&self.inside[..ranks]);
        for (with, off) in with[ranks..].iter_mut().zip(self.off) {
            *with = off + self.every_off;
        }
        (self.hands, with)
    }
}

/// Sweeps over the steps and writes the wins and losses of each hole. Holes that cannot be dealt beside the board get
/// meaningless numbers. Returns the hands below `limit`.
pub(crate) fn sweep(
    steps: &[Step],
    left: &RemainingCards,
    offsets: HoleOffsets,
    dealer_hands: i16,
    limit: u16,
    [wins, losses]: [&mut [i16]; 2],
) -> HandsBelow {
    let mut below = HandsBelow::default();
    let mut below_limit = HandsBelow::default();
    let mut rest = steps;
    while let [first, ..] = rest {
        let same = rest.iter().take_while(|step| step.strength == first.strength).count();
        let (group, above) = rest.split_at(same);
        // Wins first: once the group itself is added, the same count contains the ties.
        for step in group {
            below.for_each_disjoint(*step, offsets, |hole, below| wins[hole] = below);
        }
        for step in group {
            below.add(*step, left);
        }
        for step in group {
            below.for_each_disjoint(*step, offsets, |hole, below| losses[hole] = dealer_hands - 1 - below);
        }
        if first.strength < limit {
            below_limit = below;
        }
        rest = above;
    }
    below_limit
}

/// Returns the hands below each of ten ascending strengths.
pub(crate) fn below_each(steps: &[Step], left: &RemainingCards, limits: &[u16; 10]) -> [HandsBelow; 10] {
    let mut below = HandsBelow::default();
    let mut reached = 0;
    let mut all = [HandsBelow::default(); 10];
    for step in steps {
        while reached < 10 && step.strength >= limits[reached] {
            all[reached] = below;
            reached += 1;
        }
        below.add(*step, left);
    }
    // No hand on this board reaches these categories, so all hands are below them.
    all[reached..].fill(below);
    all
}
