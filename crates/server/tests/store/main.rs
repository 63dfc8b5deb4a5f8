//! What every storage must do. Each test runs on each of them.

mod suite;

use std::path::Path;

use server::store::Store;
use server::store::sqlite::Sqlite;

/// Opens the storage of a folder, again if it was there before.
type Open = fn(&Path) -> Box<dyn Store>;

fn sqlite(folder: &Path) -> Box<dyn Store> {
    Box::new(Sqlite::open(&folder.join("room.db")).expect("a file"))
}

macro_rules! on_every_storage {
    ($($test:ident)*) => {
        mod on_sqlite {
            $(#[test]
            fn $test() {
                super::run(super::sqlite, super::suite::$test);
            })*
        }
    };
}

on_every_storage! {
    a_new_storage_is_empty
    entries_come_back_as_they_were
    the_second_to_append_at_one_place_is_behind
    chips_move_with_their_entry_or_not_at_all
    nobody_is_overdrawn_even_within_a_group
    records_are_written_only_where_they_are_expected
    records_are_found_in_the_order_of_their_keys
    a_storage_that_is_opened_again_has_everything
    many_changes_at_once_are_each_done_once
    logs_that_are_due_are_found
}

fn run<Future: std::future::Future<Output = ()>>(open: Open, test: fn(suite::World) -> Future) {
    let folder = tempfile::tempdir().expect("a folder");
    let runtime = tokio::runtime::Runtime::new().expect("a runtime");
    runtime.block_on(test(suite::World { folder: folder.path().to_owned(), open }));
}

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
