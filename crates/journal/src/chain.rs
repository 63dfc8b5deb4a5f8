//! The hash chain of a log. Each entry's hash covers the entry and the hash before it, so that no entry can be changed,
//! removed or inserted without breaking the chain from there on.

use sha2::{Digest, Sha256};

use store::{Entry, LogId};

pub use store::GENESIS;

/// The domain separator of hashed entries. Another layout gets another number.
const LABEL: &[u8; 11] = b"uth/entry/1";

/// Makes the entry that continues a log ending with `previous`.
pub fn chained(previous: &[u8; 32], log: LogId, seq: u64, events: u32, at_ms: u64, body: String) -> Entry {
    let mut entry = Entry { log, seq, events, at_ms, body, previous: *previous, hash: GENESIS };
    entry.hash = hash(&entry);
    entry
}

/// Whether an entry continues a log ending with `previous`: it names that hash, and its own hash is right.
pub fn continues(previous: &[u8; 32], entry: &Entry) -> bool {
    entry.previous == *previous && hash(entry) == entry.hash
}

fn hash(entry: &Entry) -> [u8; 32] {
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
