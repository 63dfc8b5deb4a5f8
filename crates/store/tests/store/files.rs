//! What holds for files only.

use store::sqlite::Sqlite;
use store::{Commit, LogId, LogReader, StoreError};
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

#[tokio::test(flavor = "multi_thread")]
async fn a_file_with_a_later_schema_is_left_alone() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("room.db");
    drop(Sqlite::open(&path).expect("a file"));
    let later = rusqlite::Connection::open(&path).expect("a file");
    later.pragma_update(None, "user_version", 99).expect("a version");
    let error = Sqlite::open(&path).err().expect("it is refused");
    assert!(matches!(&error, StoreError::Broken(why) if why.contains("version 99")), "{error}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_file_can_be_read_while_a_card_room_writes() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("room.db");
    let store = Sqlite::open(&path).expect("a file");
    done(&store, appended(1, 1, 1)).await;
    let reader = Sqlite::open_read_only(&path).expect("a file");
    assert_eq!(reader.head(LogId(1)).await.expect("an answer").map(|head| head.seq), Some(1));
}
