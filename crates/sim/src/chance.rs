//! The random numbers of a simulated world, all of which follow from its seed.

use std::ops::Range;
use std::sync::{Mutex, PoisonError};

use fair::entropy::{Entropy, NoEntropy};

/// A stream of numbers that look random (`SplitMix64`). It needs to be quick and repeatable, not unforeseeable.
#[derive(Clone, Debug)]
pub(crate) struct Chance(u64);

impl Chance {
    pub(crate) const fn new(seed: u64) -> Chance {
        Chance(seed)
    }

    pub(crate) const fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// A stream of its own for a task, so that what it draws does not depend on what others do.
    pub(crate) const fn fork(&mut self) -> Chance {
        Chance(self.next())
    }

    /// Returns a number below `most`, which must not be zero.
    pub(crate) const fn below(&mut self, most: u64) -> u64 {
        // The bias of the remainder does not matter: what is drawn here is tiny beside 2⁶⁴.
        self.next() % most
    }

    pub(crate) const fn one_in(&mut self, times: u64) -> bool {
        self.below(times) == 0
    }

    pub(crate) const fn within(&mut self, range: &Range<u64>) -> u64 {
        range.start + self.below(range.end - range.start)
    }

    /// Returns one of the values, if there is any.
    pub(crate) fn pick<T: Copy>(&mut self, from: &[T]) -> Option<T> {
        if from.is_empty() { None } else { Some(from[self.below(from.len() as u64) as usize]) }
    }
}

/// The entropy of a node: seeds and nonces.
pub(crate) struct Well(Mutex<Chance>);

impl Well {
    pub(crate) const fn new(chance: Chance) -> Well {
        Well(Mutex::new(chance))
    }
}

impl Entropy for Well {
    fn fill(&self, bytes: &mut [u8]) -> Result<(), NoEntropy> {
        let mut chance = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        for part in bytes.chunks_mut(8) {
            part.copy_from_slice(&chance.next().to_le_bytes()[..part.len()]);
        }
        Ok(())
    }
}
