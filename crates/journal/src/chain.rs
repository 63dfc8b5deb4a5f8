//! The hash chain of a log. Each entry's hash covers the entry and the hash before it, so that no entry can be changed,
//! removed or inserted without breaking the chain from there on.

use sha2::{Digest, Sha256};

use store::{Entry, LogId};

pub use store::GENESIS;

use crate::replay::{ReplayFailure, ReplayFault};

/// The domain separator of hashed entries. Another layout gets another number.
const LABEL: &[u8; 11] = b"uth/entry/1";

/// Makes the entry that continues a log ending with `previous`.
pub fn chained(previous: &[u8; 32], log: LogId, seq: u64, events: u32, at_ms: u64, body: String) -> Entry {
    let mut entry = Entry { log, seq, events, at_ms, body, previous: *previous, hash: GENESIS };
    // From the finished entry, so that what is written and what is checked cannot cover different fields.
    entry.hash = hash(&entry);
    entry
}

/// Whether an entry continues a log ending with `previous`: it names that hash, and its own hash is right.
pub fn continues(previous: &[u8; 32], entry: &Entry) -> bool {
    entry.previous == *previous && hash(entry) == entry.hash
}

/// The end of a log that is read entry by entry.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Chain {
    log: LogId,
    seq: u64,
    hash: [u8; 32],
}

impl Chain {
    /// An empty log.
    pub const fn new(log: LogId) -> Chain {
        Chain::at(log, 0, GENESIS)
    }

    /// A log that ends with that event and that hash.
    pub const fn at(log: LogId, seq: u64, hash: [u8; 32]) -> Chain {
        Chain { log, seq, hash }
    }

    /// The sequence number of the last event.
    pub const fn seq(&self) -> u64 {
        self.seq
    }

    /// The hash of the last entry.
    pub const fn hash(&self) -> [u8; 32] {
        self.hash
    }

    /// Accepts an entry that continues the log, by number and by hash.
    pub fn push(&mut self, entry: &Entry) -> Result<(), ReplayFailure> {
        let failure =
            |seq, fault| Err(ReplayFailure { log: self.log, seq, fault: ReplayFault::Chain(fault) });
        if entry.log != self.log {
            return failure(entry.seq, ChainFault::OtherLog(entry.log));
        }
        // Numbers before hashes: after a gap the hash is wrong as well, and "changed" would mislead.
        if entry.seq != self.seq + 1 {
            return failure(self.seq + 1, ChainFault::Missing { next: entry.seq });
        }
        if !continues(&self.hash, entry) {
            return failure(entry.seq, ChainFault::Changed);
        }
        // Only a forged entry gets here, whose numbers would wrap around and go on from 0.
        let Some(last) = entry.seq.checked_add(u64::from(entry.events).saturating_sub(1)) else {
            return failure(entry.seq, ChainFault::Endless);
        };
        (self.seq, self.hash) = (last, entry.hash);
        Ok(())
    }
}

/// Why an entry does not continue a log.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[allow(missing_docs)]
pub enum ChainFault {
    /// It belongs to another log.
    #[error("the entry is of log {0}")]
    OtherLog(LogId),
    /// An entry is missing before it.
    #[error("it is missing; {next} comes next")]
    Missing { next: u64 },
    /// Its hash is not that of its contents and of the entry before.
    #[error("the chain does not hold: the entry, or one before it, was changed")]
    Changed,
    /// Its events would be numbered beyond 2⁶⁴.
    #[error("there is no end to its events")]
    Endless,
}

fn hash(entry: &Entry) -> [u8; 32] {
    // Everything before the body has a fixed width, so no two entries hash the same bytes.
    let hash = Sha256::new()
        .chain_update(LABEL)
        .chain_update(entry.previous)
        .chain_update(entry.log.0.to_be_bytes())
        .chain_update(entry.seq.to_be_bytes())
        .chain_update(entry.events.to_be_bytes())
        .chain_update(entry.at_ms.to_be_bytes())
        .chain_update(entry.body.as_bytes());
    hash.finalize().into()
}

#[cfg(test)]
mod tests {
    use super::{GENESIS, chained, continues};
    use store::{Entry, LogId};

    #[test]
    fn no_part_of_an_entry_can_be_changed() {
        let entry = chained(&GENESIS, LogId(7), 3, 2, 99, "body".into());
        assert!(continues(&GENESIS, &entry));
        assert!(!continues(&[1; 32], &entry));
        let changes: [fn(&mut Entry); 7] = [
            |entry| entry.log = LogId(8),
            |entry| entry.seq = 4,
            |entry| entry.events = 1,
            |entry| entry.at_ms = 98,
            |entry| entry.body.push(' '),
            |entry| entry.previous[0] ^= 1,
            |entry| entry.hash[31] ^= 1,
        ];
        for change in changes {
            let mut forged = entry.clone();
            change(&mut forged);
            assert!(!continues(&GENESIS, &forged), "{forged:?}");
        }
    }
}
