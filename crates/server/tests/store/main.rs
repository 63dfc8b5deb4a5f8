//! What every storage must do. Each test runs on each of them.

mod files;
#[path = "../support/postgres.rs"]
mod postgres;
mod servers;
mod suite;

use store::Store;
use store::postgres::Postgres;
use store::sqlite::Sqlite;
use tempfile::TempDir;

/// Where a storage is.
enum World {
    File(TempDir),
    Database(String),
}

impl World {
    fn file() -> World {
        World::File(tempfile::tempdir().expect("a folder"))
    }

    async fn database() -> World {
        World::Database(postgres::fresh_database().await)
    }

    /// Opens the storage, again if it was open before.
    async fn store(&self) -> Box<dyn Store> {
        match self {
            World::File(folder) => Box::new(Sqlite::open(&folder.path().join("room.db")).expect("a file")),
            World::Database(url) => Box::new(Postgres::open(url).await.expect("a database")),
        }
    }
}

macro_rules! on_every_storage {
    ($($test:ident)*) => {
        mod on_sqlite {
            $(#[tokio::test(flavor = "multi_thread")]
            async fn $test() {
                crate::suite::$test(crate::World::file()).await;
            })*
        }

        mod on_postgres {
            $(#[tokio::test(flavor = "multi_thread")]
            async fn $test() {
                crate::suite::$test(crate::World::database().await).await;
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
    what_no_key_can_be_is_not_found
    a_storage_that_is_opened_again_has_everything
    many_changes_at_once_are_each_done_once
    logs_that_are_due_are_found
}
