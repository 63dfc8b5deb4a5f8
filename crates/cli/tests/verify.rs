//! `uth verify` as an auditor runs it: the real program, real files.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use fair::entropy::OperatingSystem;
use fair::receipt::Signer;
use fair::seal::SealKey;
use journal::chain::chained;
use protocol::{TableMode, TableSettings};
use room::{Options, Room};
use serde_json::Value;
use server::start::Database;
use store::{Commit, CommitResult, LogId};
use uth::Book;

const DOCUMENT: &str = include_str!("../../../docs/FAIRNESS.md");

fn uth(arguments: &[&str]) -> (Option<i32>, String, String) {
    let Output { status, stdout, stderr } =
        Command::new(env!("CARGO_BIN_EXE_uth")).arg("verify").args(arguments).output().expect("uth runs");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("text");
    (status.code(), text(stdout), text(stderr))
}

/// An empty folder of that name.
fn folder(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    // It may be left from another run, or not.
    let _ = std::fs::remove_dir_all(&path);
    std::fs::create_dir_all(&path).expect("a folder");
    path
}

/// A card room with one table, whose log ends with an entry that has a wrong hash if it is `tampered`.
fn card_room(path: &Path, tampered: bool) {
    let runtime = tokio::runtime::Runtime::new().expect("a runtime");
    runtime.block_on(async {
        let store = Database::File(path.to_owned()).open(None).await.expect("a file");
        let options = Options {
            key: SealKey::from_bytes(&[7; 32]),
            signer: std::sync::Arc::new(Signer::from_key(&[7; 32])),
            entropy: Box::new(OperatingSystem),
            runtime: std::sync::Arc::new(server::runtime::Tokio::default()),
            bot_delay_ms: 0,
            is_shared: false,
        };
        let room = Room::new(store, options).await.expect("a room");
        let settings = TableSettings::new(Book::House, TableMode::Solo {});
        room.open_table(None, "Solo", &settings, 0).await.expect("a table");
        if tampered {
            let head = room.store().head(LogId(1)).await.expect("an answer").expect("a log");
            let mut entry = chained(&head.hash, LogId(1), head.seq + 1, 1, 0, "{}".to_owned());
            entry.hash[0] ^= 1;
            let commit = Commit { entry: Some(entry), ..Commit::default() };
            assert_eq!(room.store().append(commit).await.expect("an answer"), CommitResult::Done(Vec::new()));
        }
        room.close().await;
    });
}

fn proof() -> &'static str {
    DOCUMENT.split("```json\n").nth(1).and_then(|rest| rest.split("```").next()).expect("a proof")
}

#[test]
fn a_card_room_is_verified() {
    let path = folder("verified").join("room.db");
    card_room(&path, false);
    let path = path.to_str().expect("a path");
    let (code, said, complaints) = uth(&["--database", path]);
    assert_eq!((code, complaints.as_str()), (Some(0), ""));
    assert!(said.starts_with("verified: nothing is wrong\n  2 logs, 3 entries chained"), "{said}");
    assert!(said.ends_with("2 accounts that hold what the postings leave them, $0.00 in all\n"), "{said}");
    let (code, said, _) = uth(&["--database", path, "--table", "1", "--json"]);
    let said: Value = serde_json::from_str(&said).expect("JSON");
    assert_eq!((code, &said["verified"], &said["logs"]), (Some(0), &true.into(), &1.into()));
}

#[test]
fn what_is_wrong_is_named() {
    let path = folder("wrong").join("room.db");
    card_room(&path, true);
    let path = path.to_str().expect("a path");
    let expected = "the chain does not hold: the entry, or one before it, was changed";
    let (code, said, complaints) = uth(&["--database", path]);
    assert_eq!((code, complaints.as_str()), (Some(1), ""));
    assert_eq!(said, format!("wrong: table 1, event 3: {expected}\n"));
    let (code, said, _) = uth(&["--database", path, "--json"]);
    let said: Value = serde_json::from_str(&said).expect("JSON");
    assert_eq!(code, Some(1));
    assert_eq!(said, serde_json::json!({ "verified": false, "log": 1, "seq": 3, "why": expected }));
}

#[test]
fn exported_hands_are_verified() {
    let folder = folder("hands");
    let hand = folder.join("hand.json");
    let path = hand.to_str().expect("a path");
    std::fs::write(&hand, proof()).expect("a file");
    let (code, said, _) = uth(&[path]);
    assert_eq!(code, Some(0));
    assert!(said.contains("1 exported hand") && said.contains("1 deck dealt from the seeds"), "{said}");
    std::fs::write(&hand, proof().replace("4s Tc", "Tc 4s")).expect("a file");
    let (code, said, _) = uth(&[path]);
    assert_eq!(code, Some(1));
    assert_eq!(said, "wrong: table 7: round 1203: card 1 of the deck should be 4s and is Tc\n");
}

#[test]
fn what_cannot_be_read_is_no_verdict() {
    let folder = folder("unreadable");
    let place = |name: &str| folder.join(name).to_str().expect("a path").to_owned();
    std::fs::write(place("nonsense"), "nonsense").expect("a file");
    card_room(Path::new(&place("room.db")), false);
    let rows: [(&[&str], &str); 5] = [
        (&["--database", &place("none.db")], "there is no file"),
        (&["--database", &place("nonsense")], "file is not a database"),
        (&["--database", &place("room.db"), "--table", "9"], "there is no table 9"),
        (&[&place("nonsense")], "expected ident at line 1"),
        (&[&place("none")], "No such file"),
    ];
    for (arguments, why) in rows {
        let (code, said, complaints) = uth(arguments);
        assert_eq!((code, said.as_str()), (Some(2), ""), "{arguments:?}");
        assert!(complaints.starts_with("uth: ") && complaints.contains(why), "{complaints}");
    }
}
