//! Receipts prove that a log forgot or changed what was confirmed.

use std::sync::Arc;

use audit::verify::{Comparison, Receipts, file_with_receipts};
use fair::receipt::{Confirmation, Signer};
use journal::chain::{GENESIS, chained};
use protocol::{Hex64, Receipt};
use store::sqlite::Sqlite;
use store::{Entry, LogId, LogReader};

use crate::histories::exported_log;
use crate::world::{KEY, SOLO, played, public_key};

/// The receipts of all entries of a log.
async fn receipts_of(log: LogId) -> Vec<Receipt> {
    let store: Arc<dyn LogReader> = Arc::new(Sqlite::open_read_only(played()).expect("a file"));
    let entries = store.entries(log, 0, 1_000).await.expect("entries");
    entries.iter().map(signed).collect()
}

fn signed(entry: &Entry) -> Receipt {
    let (log, seq) = (entry.log.0, entry.last_seq());
    Receipt::new(&Confirmation { log, seq, hash: entry.hash, at_ms: entry.at_ms }, &Signer::from_key(&KEY))
}

fn lines(receipts: &[Receipt]) -> String {
    receipts.iter().map(|receipt| serde_json::to_string(receipt).expect("JSON") + "\n").collect()
}

/// Compares receipts with the database, or with an exported log.
async fn compared(receipts: &[Receipt], export: Option<&str>) -> Comparison {
    let mut read = Receipts::default();
    read.read("mine.jsonl", lines(receipts).as_bytes()).expect("receipts");
    if let Some(export) = export {
        file_with_receipts(export.as_bytes(), &mut read).expect("a log");
        assert_eq!(read.named_key(), Some(public_key()));
    } else {
        let store = Sqlite::open_read_only(played()).expect("a file");
        read.look_up(&store).await.expect("logs");
    }
    read.compare(&public_key())
}

fn faults(comparison: &Comparison) -> Vec<String> {
    comparison.faults.iter().map(ToString::to_string).collect()
}

#[tokio::test]
async fn what_was_confirmed_is_in_the_database_and_in_its_exports() {
    for log in [LogId::ROOM, LogId(SOLO.0)] {
        let receipts = receipts_of(log).await;
        let export = exported_log(log.0).await;
        for export in [None, Some(export.as_str())] {
            let comparison = compared(&receipts, export).await;
            assert_eq!(faults(&comparison), [""; 0]);
            assert_eq!(comparison.confirmed, receipts.len() as u64);
        }
    }
}

#[tokio::test]
async fn a_log_that_ends_earlier_has_forgotten() {
    let mut receipts = receipts_of(LogId(SOLO.0)).await;
    let last = receipts.pop().expect("a receipt");
    // An honest export of the card room after it went back, with a head that says so.
    let whole = exported_log(SOLO.0).await;
    let mut short: Vec<&str> = whole.lines().collect();
    short.pop();
    let before = receipts.last().expect("a receipt");
    let head = format!(
        r#"{{"log":{},"last_seq":{},"last_hash":"{}","public_key":"{}"}}"#,
        SOLO.0,
        before.seq,
        before.hash,
        public_key()
    );
    short[0] = &head;
    let comparison = compared(&[*before, last], Some(&short.join("\n"))).await;
    assert_eq!(comparison.confirmed, 1);
    let [fault] = &faults(&comparison)[..] else { panic!("{comparison:?}") };
    let expected =
        format!("mine.jsonl, receipt 2: table {}, event {}: it was confirmed at 20", SOLO.0, last.seq);
    assert!(fault.starts_with(&expected), "{fault}");
    assert!(fault.ends_with(&format!("is missing: the log ends with event {}", before.seq)), "{fault}");
}

#[tokio::test]
async fn another_history_of_the_same_length_is_proved() {
    // A chain that holds from its first entry, and that is not the one that was confirmed.
    let entry =
        chained(&GENESIS, LogId::ROOM, 1, 1, 5, r#"{"events":[{"type":"house_funded","amount":1}]}"#.into());
    let genuine = receipts_of(LogId::ROOM).await[0];
    assert_eq!(genuine.seq.0, 1);
    let comparison = compared(&[signed(&entry), genuine], None).await;
    assert_eq!(comparison.confirmed, 1, "the database has the genuine one");
    let [fault] = &faults(&comparison)[..] else { panic!("{comparison:?}") };
    assert!(
        fault.starts_with("mine.jsonl, receipt 1: the room log, event 1: it was confirmed at 1970-01-01T"),
        "{fault}"
    );
    assert!(fault.ends_with("and the log has another history"), "{fault}");
}

#[tokio::test]
async fn what_the_card_room_did_not_sign_proves_nothing_against_it() {
    let genuine = receipts_of(LogId(SOLO.0)).await[0];
    let forged = Receipt { signature: Hex64([1; 64]), ..genuine };
    let foreign = Receipt::new(&genuine.confirmation(), &Signer::from_key(&[8; 32]));
    let comparison = compared(&[forged, foreign, genuine], None).await;
    assert_eq!(comparison.confirmed, 1);
    for fault in faults(&comparison) {
        assert!(fault.ends_with("the signature is not this card room's"), "{fault}");
    }
    assert_eq!(comparison.faults.len(), 2);
}

#[test]
fn a_file_without_receipts_is_no_verdict() {
    for text in ["", "\n", "{}", "receipt", r#"{"table": 1}"#] {
        assert!(Receipts::default().read("mine.jsonl", text.as_bytes()).is_err(), "{text:?}");
    }
}

#[tokio::test]
async fn a_table_that_is_gone_is_told_from_one_that_a_file_does_not_have() {
    let gone = Confirmation { log: 99, seq: 4, hash: [1; 32], at_ms: 0 };
    let gone = Receipt::new(&gone, &Signer::from_key(&KEY));
    let comparison = compared(&[gone], None).await;
    assert!(faults(&comparison)[0].ends_with("is missing: the log ends with event 0"), "{comparison:?}");
    let export = exported_log(SOLO.0).await;
    let comparison = compared(&[gone], Some(&export)).await;
    assert_eq!((comparison.not_compared, comparison.faults.len()), (1, 0));
}
