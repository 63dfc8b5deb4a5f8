//! The chain of a log: each entry's hash covers the entry and the hash before it, so that none can be changed,
//! taken out or put in without all later ones showing it.

use sha2::{Digest, Sha256};

use store::{Entry, LogId};

/// What hashed entries start with. Another layout would have another number.
const LABEL: &[u8; 11] = b"uth/entry/1";

/// The hash before the first entry.
pub const GENESIS: [u8; 32] = [0; 32];

/// An entry that continues a log which ends with that hash.
pub fn chained(previous: &[u8; 32], log: LogId, seq: u64, events: u32, at_ms: u64, body: String) -> Entry {
    let mut entry = Entry { log, seq, events, at_ms, body, hash: GENESIS };
    entry.hash = hash(previous, &entry);
    entry
}

/// Whether an entry continues a log which ends with that hash.
pub fn continues(previous: &[u8; 32], entry: &Entry) -> bool {
    hash(previous, entry) == entry.hash
}

fn hash(previous: &[u8; 32], entry: &Entry) -> [u8; 32] {
    let hash = Sha256::new()
        .chain_update(LABEL)
        .chain_update(previous)
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
        let changes: [fn(&mut Entry); 6] = [
            |entry| entry.log = LogId(8),
            |entry| entry.seq = 4,
            |entry| entry.events = 1,
            |entry| entry.at_ms = 98,
            |entry| entry.body.push(' '),
            |entry| entry.hash[31] ^= 1,
        ];
        for change in changes {
            let mut forged = entry.clone();
            change(&mut forged);
            assert!(!continues(&GENESIS, &forged), "{forged:?}");
        }
    }
}
