//! What holds for files only.

use store::sqlite::Sqlite;
use store::{Commit, LogId, Store};
use table::Account;

use crate::suite::{appended, done, pays, wallet};

#[test]
fn a_file_has_one_card_room_at_a_time() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("room.db");
    let first = Sqlite::open(&path).expect("a file");
    let error = Sqlite::open(&path).err().expect("the second is refused");
    assert!(error.to_string().contains("another card room runs on this file"), "{error}");
    drop(first);
    Sqlite::open(&path).expect("free again");
}

#[cfg(unix)]
#[tokio::test(flavor = "multi_thread")]
async fn a_new_file_is_its_owners_alone() {
    use std::os::unix::fs::PermissionsExt;
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("room.db");
    let store = Sqlite::open(&path).expect("a file");
    done(&store, appended(1, 1, 1)).await;
    for name in ["room.db", "room.db-wal", "room.db-shm"] {
        let mode = folder.path().join(name).metadata().expect(name).permissions().mode();
        assert_eq!(mode & 0o777, 0o600, "{name}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_file_itself_refuses_an_overdraft() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("room.db");
    let store = Sqlite::open(&path).expect("a file");
    let grant = vec![pays(Account::Cashier, wallet(1), 100)];
    done(&store, Commit { moves: grant, ..appended(1, 1, 1) }).await;
    let connection = rusqlite::Connection::open(&path).expect("a file");
    let error = connection.execute("UPDATE balances SET balance = balance - 101", []);
    assert!(error.expect_err("it is refused").to_string().contains("CHECK"));
}

/// A file of the first form, with two entries of which the second moved chips twice.
const OLD: &str = "
    INSERT INTO heads VALUES (7, 3, zeroblob(32), NULL);
    INSERT INTO entries VALUES (7, 1, 1, 50, 'first', zeroblob(32)), (7, 2, 2, 60, 'second', zeroblob(32));
    INSERT INTO transfers VALUES (1, 7, 2, 'cashier', 'house', 100, -100, 100), (2, 7, 2, 'house', 'drop', 30, 70, 30);
    INSERT INTO balances VALUES ('cashier', -100), ('house', 70), ('drop', 30);
    PRAGMA user_version = 1;";

#[tokio::test(flavor = "multi_thread")]
async fn a_file_of_the_first_form_is_brought_to_the_present_one() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("room.db");
    let old = rusqlite::Connection::open(&path).expect("a file");
    old.execute_batch(include_str!("../../../store/src/sqlite/1.sql")).expect("the first form");
    old.execute_batch(OLD).expect("rows");
    drop(old);
    let store = Sqlite::open(&path).expect("a file");
    let log = LogId(7);
    let entries = store.entries(log, 0, 10).await.expect("entries");
    let said: Vec<_> =
        entries.iter().map(|one| (one.seq, one.events, one.at_ms, one.body.as_str())).collect();
    assert_eq!(said, [(1, 1, 50, "first"), (2, 2, 60, "second")]);
    let journal = store.journal(0, 10).await.expect("postings");
    let moved: Vec<_> = journal.iter().map(|one| (one.log, one.seq, one.moved, one.debit_after.0)).collect();
    let drop = Account::Drop;
    let expected = [
        (log, 2, pays(Account::Cashier, Account::House, 100), -100),
        (log, 2, pays(Account::House, drop, 30), 70),
    ];
    assert_eq!(moved, expected);
    assert_eq!(store.postings(log, 1, 1).await, Ok(vec![]));
    assert_eq!(store.postings(log, 1, 3).await, Ok(journal));
    done(&store, Commit { moves: vec![pays(drop, Account::House, 30)], ..appended(7, 4, 1) }).await;
    assert_eq!(store.postings(log, 4, 4).await.expect("postings").len(), 1);
}
