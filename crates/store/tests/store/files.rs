//! What holds for files only.

use std::path::Path;
use std::process::Command;

use store::sqlite::Sqlite;
use store::{Commit, LogId, LogReader, LogWriter, StoreError};
use table::Account;

use crate::suite::{appended, done, pays, wallet};

/// Opens a file that a card room runs on already, by that name.
fn is_refused(path: &Path) {
    let error = Sqlite::open(path).err().expect("the second is refused");
    assert!(error.to_string().contains("another card room runs on this file"), "{error}");
}

#[test]
fn a_file_has_one_card_room_at_a_time() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("room.db");
    let first = Sqlite::open(&path).expect("a file");
    is_refused(&path);
    drop(first);
    Sqlite::open(&path).expect("free again");
}

#[cfg(unix)]
#[test]
fn a_file_has_one_card_room_by_whatever_name() {
    let folder = tempfile::tempdir().expect("a folder");
    let [path, link, hard, bound] =
        ["room.db", "link.db", "hard.db", "bound.db"].map(|name| folder.path().join(name));
    let first = Sqlite::open(&path).expect("a file");
    // What there once was beside the file is no lock.
    let _ = std::fs::remove_file(folder.path().join("room.db.lock"));
    is_refused(&path);
    std::os::unix::fs::symlink(&path, &link).expect("a link");
    is_refused(&link);
    std::fs::hard_link(&path, &hard).expect("a hard link");
    is_refused(&hard);
    std::fs::write(&bound, "").expect("a place");
    let mount = |arguments: &[&Path]| Command::new("mount").args(arguments).output().expect("there is mount");
    // Only an administrator may mount; for everybody else there is no such name.
    if mount(&[Path::new("--bind"), &path, &bound]).status.success() {
        is_refused(&bound);
        assert!(Command::new("umount").arg("-l").arg(&bound).status().expect("there is umount").success());
    }
    drop(first);
    let error = Sqlite::open(&hard).err().expect("which of the two names is meant?");
    assert!(error.to_string().contains("several names"), "{error}");
    std::fs::remove_file(&hard).expect("one name");
    Sqlite::open(&link).expect("a link leads to the one name");
}

/// Whether a store has stopped because of another program, for good.
async fn has_stopped(store: &Sqlite) {
    for _ in 0..2 {
        let refused = store.append(appended(1, 2, 1)).await;
        assert!(matches!(refused, Err(StoreError::ForeignWriter(_))), "{refused:?}");
        let checked = store.check().await;
        assert!(matches!(checked, Err(StoreError::ForeignWriter(_))), "{checked:?}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_program_that_writes_to_the_file_by_hand_is_noticed() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("room.db");
    let store = Sqlite::open(&path).expect("a file");
    let moves = vec![pays(Account::Cashier, wallet(1), 100)];
    done(&store, Commit { moves, ..appended(1, 1, 1) }).await;
    let by_hand = rusqlite::Connection::open(&path).expect("a file");
    let held: i64 = by_hand
        .query_row("SELECT balance FROM balances WHERE account = ?1", [wallet(1).to_string()], |row| {
            row.get(0)
        })
        .expect("reading is allowed");
    assert_eq!((held, store.check().await), (100, Ok(())));
    by_hand.execute("UPDATE balances SET balance = balance + 1", []).expect("nobody stops it");
    has_stopped(&store).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_file_that_is_exchanged_or_written_over_or_gone_is_noticed() {
    type Change = fn(&Path, &Path);
    let changes: [(&str, Change); 5] = [
        ("exchanged", |path, copy| std::fs::rename(copy, path).expect("exchanged")),
        ("written over", |path, copy| assert!(std::fs::copy(copy, path).expect("written") > 0)),
        ("moved away", |path, _| std::fs::rename(path, path.with_extension("old")).expect("moved")),
        ("gone", |path, _| std::fs::remove_file(path).expect("removed")),
        ("without its last commits", |path, _| {
            std::fs::remove_file(path.with_extension("db-wal")).expect("removed");
        }),
    ];
    for (what, change) in changes {
        let folder = tempfile::tempdir().expect("a folder");
        let (path, copy) = (folder.path().join("room.db"), folder.path().join("copy.db"));
        let store = Sqlite::open(&path).expect("a file");
        let reader = rusqlite::Connection::open(&path).expect("a file");
        reader.execute("VACUUM INTO ?1", [copy.to_str().expect("a name")]).expect("a copy");
        drop(reader);
        done(&store, appended(1, 1, 1)).await;
        assert_eq!(store.check().await, Ok(()), "a copy was made, and nothing was written: {what}");
        change(&path, &copy);
        has_stopped(&store).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn what_the_card_room_writes_and_what_others_read_is_no_foreign_write() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("room.db");
    let store = Sqlite::open(&path).expect("a file");
    let length = || path.metadata().expect("a file").len();
    let (mut seq, began) = (0, length());
    // Until the last commits were copied into the file several times.
    while length() < began + 2 * 16 * 1024 * 1024 {
        let reader = Sqlite::open_read_only(&path).expect("a file");
        let commits = (1..=16).map(|place| {
            let mut commit = appended(1, seq + place, 1);
            commit.entry.as_mut().expect("an entry").body = "x".repeat(64 * 1024);
            commit
        });
        for commit in commits {
            done(&store, commit).await;
        }
        seq += 16;
        assert_eq!(reader.head(LogId(1)).await.expect("an answer").map(|head| head.seq), Some(seq));
    }
    assert_eq!(store.check().await, Ok(()));
}

/// A file system of so many kilobytes, until it is dropped; none where the tests may not mount one.
struct Small(tempfile::TempDir);

impl Small {
    fn mount(kilobytes: u32) -> Option<Small> {
        let folder = tempfile::tempdir().expect("a folder");
        let size = format!("size={kilobytes}k");
        let mounted =
            Command::new("mount").args(["-t", "tmpfs", "-o", &size, "tmpfs"]).arg(folder.path()).output();
        mounted.expect("there is mount").status.success().then_some(Small(folder))
    }
}

impl Drop for Small {
    fn drop(&mut self) {
        let _ = Command::new("umount").arg("-l").arg(self.0.path()).status();
    }
}

#[cfg(target_os = "linux")]
#[tokio::test(flavor = "multi_thread")]
async fn a_full_disk_refuses_commits_as_full_and_takes_them_again_later() {
    let Some(small) = Small::mount(1_024) else { return };
    let (path, ballast) = (small.0.path().join("room.db"), small.0.path().join("ballast"));
    let store = Sqlite::open(&path).expect("a file");
    done(&store, appended(1, 1, 1)).await;
    // Whatever is left is used up.
    let _ = std::fs::write(&ballast, vec![0; 2 * 1_024 * 1_024]);
    let mut large = appended(1, 2, 1);
    large.entry.as_mut().expect("an entry").body = "x".repeat(64 * 1_024);
    for _ in 0..2 {
        let refused = store.append(large.clone()).await;
        assert!(matches!(refused, Err(StoreError::Full(_))), "{refused:?}");
        assert_eq!(store.head(LogId(1)).await.expect("reading works").map(|head| head.seq), Some(1));
    }
    std::fs::remove_file(&ballast).expect("space");
    done(&store, large).await;
}

#[cfg(target_os = "linux")]
#[test]
fn a_file_that_cannot_be_written_to_is_said_to_be_so() {
    let Some(small) = Small::mount(1_024) else { return };
    let path = small.0.path().join("room.db");
    drop(Sqlite::open(&path).expect("a file"));
    let read_only = Command::new("mount").args(["-o", "remount,ro"]).arg(small.0.path()).status();
    assert!(read_only.expect("there is mount").success());
    let error = Sqlite::open(&path).err().expect("it is refused");
    assert!(matches!(&error, StoreError::ReadOnly(why) if why.contains("room.db")), "{error:?}");
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
