//! Chance for tests: different in every run, and said aloud so that a failure can be told apart from luck.

use std::time::{SystemTime, UNIX_EPOCH};

/// A generator that is good enough to mix up players.
pub(crate) struct Chance(u64);

impl Chance {
    pub(crate) fn new(number: u64) -> Chance {
        let since = SystemTime::now().duration_since(UNIX_EPOCH).expect("it is after 1970");
        Chance((since.as_nanos() as u64 ^ number.wrapping_mul(0x9e37_79b9_7f4a_7c15)) | 1)
    }

    /// A number below that one.
    pub(crate) fn below(&mut self, limit: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 16) % limit
    }

    pub(crate) fn one_in(&mut self, many: u64) -> bool {
        self.below(many) == 0
    }
}
