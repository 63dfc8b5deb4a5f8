//! A card room that nobody has tampered with.

use std::sync::Arc;

use audit::history::{Histories, Reader};
use audit::report::{Query, report};
use audit::verify::{Failure, Figures, Keys, Progress, room};
use fair::seal::SealKey;
use protocol::GroupBy;
use store::postgres::Postgres;
use store::sqlite::Sqlite;
use store::{LogId, LogReader};

use crate::postgres::fresh_database;
use crate::world::{CALIFORNIA, CALIFORNIA_ROUNDS, KEY, SOLO, SOLO_ROUNDS, play, played, public_key};

async fn verified(key: Option<SealKey>, only: Option<LogId>) -> Result<Figures, Failure> {
    let store = Sqlite::open_read_only(played()).expect("a file");
    let keys = Keys { seal: key.as_ref(), public: Some(public_key()) };
    room(&store, keys, only, &mut |_| {}).await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_played_card_room_is_verified() {
    let figures = verified(None, None).await.expect("nothing is wrong");
    assert_eq!(figures.logs, 3, "the journal and two tables");
    assert_eq!(figures.rounds_settled, SOLO_ROUNDS + CALIFORNIA_ROUNDS);
    assert_eq!((figures.rounds_void, figures.rounds_under_way, figures.seeds_unsealed), (1, 1, 0));
    assert_eq!(figures.decks, SOLO_ROUNDS + CALIFORNIA_ROUNDS + 1, "the void round was dealt");
    assert_eq!(figures.checkpoints, 2, "every sixteenth round");
    // The player and the table; the player, the banker and the table; and the days.
    let hands = 2 * (SOLO_ROUNDS + 1) + 3 * CALIFORNIA_ROUNDS;
    assert!(figures.records >= hands + 2, "{figures:?}");
    assert_eq!((figures.accounts, figures.sum), (10, 0));
    // Five accounts and their names, a likeness, a token, a password, a second factor, the code and the house.
    assert_eq!((figures.account_records, figures.journal_signed), (16, true));
    assert!(figures.events > figures.entries && figures.postings > 150, "{figures:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn rounds_leave_the_journal_alone() {
    let store = Sqlite::open_read_only(played()).expect("a file");
    let entries = store.entries(LogId::ROOM, 0, 1_000).await.expect("the journal");
    // The house, five accounts, a start, two tables, and a round that the floor declared void.
    assert_eq!(entries.len(), 10, "{entries:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn with_the_key_the_round_that_is_under_way_is_played_too() {
    let figures = verified(Some(SealKey::from_bytes(&KEY)), None).await.expect("nothing is wrong");
    assert_eq!(
        (figures.rounds_under_way, figures.seeds_unsealed),
        (1, 2),
        "and the next one of the other table"
    );
    assert_eq!(figures.decks, SOLO_ROUNDS + CALIFORNIA_ROUNDS + 2);
    let failure = verified(Some(SealKey::from_bytes(&[8; 32])), None).await.expect_err("another key");
    assert!(failure.to_string().starts_with("table 1, event "), "{failure}");
}

#[tokio::test(flavor = "multi_thread")]
async fn one_table_can_be_verified_alone() {
    let figures = verified(None, Some(LogId(CALIFORNIA.0))).await.expect("nothing is wrong");
    assert_eq!((figures.logs, figures.rounds_settled, figures.decks), (1, CALIFORNIA_ROUNDS, 4));
    assert!(figures.postings > 0 && figures.accounts == 0, "{figures:?}");
    let failure = verified(None, Some(LogId(3))).await.expect_err("no such table");
    assert_eq!(failure, Failure::Unreadable("there is no table 3".to_owned()));
    assert!(verified(None, Some(LogId(SOLO.0))).await.is_ok());
}

#[tokio::test(flavor = "multi_thread")]
async fn progress_goes_to_its_end() {
    let store = Sqlite::open_read_only(played()).expect("a file");
    let (mut events, mut postings) = ((0, 0), (0, 0));
    let mut progress = |progress: Progress| match progress {
        Progress::Events { done, of } => events = (done, of),
        Progress::Postings { done, of } => postings = (done, of),
    };
    let figures = room(&store, Keys::default(), None, &mut progress).await.expect("nothing is wrong");
    assert_eq!(events, (figures.events, figures.events));
    assert_eq!(postings, (figures.postings, figures.postings));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_card_room_is_verified_while_it_plays() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("room.db");
    let playing = tokio::spawn(play(Arc::new(Sqlite::open(&path).expect("a file"))));
    let (mut verified, mut rounds) = (0, 0);
    while !playing.is_finished() {
        let store = Sqlite::open_read_only(&path).expect("a file");
        let keys = Keys { seal: Some(&SealKey::from_bytes(&KEY)), public: Some(public_key()) };
        match room(&store, keys, None, &mut |_| {}).await {
            Ok(figures) => (verified, rounds) = (verified + 1, figures.rounds_settled.max(rounds)),
            Err(failure) => panic!("{failure}"),
        }
    }
    playing.await.expect("all is played");
    assert!(verified > 1 && rounds > 1, "{verified} times, {rounds} rounds");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_card_room_on_postgresql_is_verified_read_and_reported_alike() {
    let url = fresh_database().await;
    let options = url.parse().expect("a connection string");
    play(Arc::new(Postgres::open(&options, None).await.expect("a database"))).await;
    let store: Arc<dyn LogReader> = Arc::new(Postgres::open_read_only(&options).await.expect("a database"));
    let key = SealKey::from_bytes(&KEY);
    let keys = Keys { seal: Some(&key), public: Some(public_key()) };
    let figures = room(&*store, keys, None, &mut |_| {}).await.expect("nothing is wrong");
    let on_sqlite = verified(Some(key), None).await.expect("nothing is wrong");
    assert_eq!(figures, on_sqlite, "the same was played");
    let mut histories = Histories::new(Arc::clone(&store), Reader::Auditor);
    assert!(histories.round(CALIFORNIA, 1).await.expect("an answer").is_some());
    let report = report(&*store, Query::of_all_time(GroupBy::Book)).await.expect("a report");
    assert_eq!(report.total.rounds, SOLO_ROUNDS + CALIFORNIA_ROUNDS);
}
