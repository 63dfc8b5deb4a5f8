//! What every store must do. Each test of the suite runs on each of them.

mod durability;
mod files;
#[path = "../support/postgres.rs"]
mod postgres;
mod roles;
mod servers;
mod signing_in;
mod suite;
mod tls;

use std::sync::Arc;

use store::LogWriter;
use store::memory::Memory;
use store::postgres::Postgres;
use store::sqlite::Sqlite;
use tempfile::TempDir;

/// Where a store is.
enum World {
    Memory(Arc<Memory>),
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

    /// Opens the store, again if it was open before.
    async fn store(&self) -> Arc<dyn LogWriter> {
        match self {
            World::Memory(memory) => Arc::clone(memory) as Arc<dyn LogWriter>,
            World::File(folder) => Arc::new(Sqlite::open(&folder.path().join("room.db")).expect("a file")),
            World::Database(url) => {
                let options = url.parse().expect("a connection string");
                Arc::new(Postgres::open(&options, None).await.expect("a database"))
            }
        }
    }
}

macro_rules! on_every_store {
    ($($test:ident)*) => {
        mod in_memory {
            $(#[tokio::test(flavor = "multi_thread")]
            async fn $test() {
                crate::suite::$test(crate::World::Memory(std::sync::Arc::default())).await;
            })*
        }

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

on_every_store! {
    a_new_store_is_empty
    entries_come_back_as_they_were
    the_second_to_append_at_one_place_gets_a_conflict
    an_entry_that_builds_on_another_hash_gets_a_conflict
    chips_move_with_their_entry_or_not_at_all
    nobody_is_overdrawn_even_within_a_batch
    records_are_written_only_if_their_preconditions_hold
    records_are_found_in_the_order_of_their_keys
    what_no_key_can_be_is_not_found
    a_store_that_is_opened_again_has_everything
    many_commits_at_once_are_each_applied_once
    logs_that_are_due_are_found
}
