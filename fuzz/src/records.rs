//! Any bytes as what a card room has stored or exported: it is read, or there is a reason; what is read is written back
//! the same.

use audit::history::{log_entry, stored_entry};
use audit::verify;
use fair::entropy::{Entropy, NoEntropy};
use fair::seal::{SealKey, Sealed};
use fair::seed::ServerSeed;
use fair::shuffle::RoundId;
use journal::StoredCheckpoint;
use journal::room_log::JournalEntry;
use protocol::{LogEntry, LogExportHead, ProofRecord, StoredEvents};
use table::Table;

pub fn try_out(bytes: &[u8]) {
    sealed(bytes);
    if let Err(failure) = verify::file(bytes) {
        assert!(!failure.to_string().is_empty());
    }
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    if let Ok(stored) = serde_json::from_str::<StoredCheckpoint>(text) {
        let again = serde_json::to_string(&stored).expect("it is written");
        assert_eq!(serde_json::from_str(&again).ok().as_ref(), Some(&stored));
        let StoredCheckpoint(checkpoint) = stored;
        if let Ok(table) = Table::resumed(&checkpoint) {
            let again = table.checkpoint().expect("it stands between two rounds");
            assert_eq!(Table::resumed(&again).as_ref(), Ok(&table));
        }
    }
    if let Ok(record) = serde_json::from_str::<ProofRecord>(text)
        && let Ok(proof) = record.proof()
    {
        assert_eq!(ProofRecord::from(&proof).proof().as_ref(), Ok(&proof));
    }
    if let Ok(line) = serde_json::from_str::<LogEntry>(text) {
        let entry = stored_entry(line.clone());
        assert_eq!(log_entry(entry.clone()), line);
        assert!(entry.last_seq() >= entry.seq || entry.events == 0);
    }
    let _ = serde_json::from_str::<LogExportHead>(text);
    let _ = serde_json::from_str::<StoredEvents>(text);
    if let Ok(page) = serde_json::from_str::<JournalEntry>(text) {
        let again = serde_json::to_string(&page).expect("it is written");
        assert_eq!(serde_json::from_str::<JournalEntry>(&again).ok(), Some(page));
    }
}

/// Chance that is always the same.
struct Same;

impl Entropy for Same {
    fn fill(&self, bytes: &mut [u8]) -> Result<(), NoEntropy> {
        bytes.iter_mut().zip(0..).for_each(|(byte, number)| *byte = number);
        Ok(())
    }
}

/// Nothing opens that was not sealed, and what was sealed opens for its own round.
fn sealed(bytes: &[u8]) {
    let key = SealKey::from_bytes(&[7; 32]);
    let round = RoundId { table: 1, round: bytes.len() as u64 };
    let genuine = key.seal(&ServerSeed::from_bytes([5; 32]), round, &Same).expect("chance");
    if let Ok(sealed) = Sealed::from_bytes(bytes) {
        assert_eq!(sealed.to_bytes(), bytes);
        assert_eq!(key.open(&sealed, round).is_ok(), sealed == genuine);
    }
    let mut changed = genuine.to_bytes();
    assert!(key.open(&genuine, round).is_ok());
    if let [place, change, ..] = *bytes
        && change > 0
    {
        let place = usize::from(place) % changed.len();
        changed[place] ^= change;
        let changed = Sealed::from_bytes(&changed).expect("as long as before");
        assert!(key.open(&changed, round).is_err());
    }
}
