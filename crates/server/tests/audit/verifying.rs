//! A card room that nobody has tampered with.

use server::seal::SealKey;
use server::store::LogId;
use server::store::sqlite::Sqlite;
use server::verify::{Failure, Figures, Progress, room};

use crate::world::{CALIFORNIA, CALIFORNIA_ROUNDS, KEY, SOLO, SOLO_ROUNDS, played};

async fn verified(key: Option<SealKey>, only: Option<LogId>) -> Result<Figures, Failure> {
    let store = Sqlite::look_at(played()).expect("a file");
    room(&store, key.as_ref(), only, &mut |_| {}).await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_played_card_room_is_verified() {
    let figures = verified(None, None).await.expect("nothing is wrong");
    assert_eq!(figures.logs, 3, "the journal and two tables");
    assert_eq!(figures.rounds_settled, SOLO_ROUNDS + CALIFORNIA_ROUNDS);
    assert_eq!((figures.rounds_void, figures.rounds_under_way, figures.seeds_unsealed), (1, 1, 0));
    assert_eq!(figures.decks, SOLO_ROUNDS + CALIFORNIA_ROUNDS + 1, "the void round was dealt");
    assert_eq!(figures.checkpoints, 2, "every sixteenth round");
    assert_eq!((figures.accounts, figures.sum), (8, 0));
    assert!(figures.events > figures.entries && figures.postings > 150, "{figures:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn with_the_key_the_round_that_is_under_way_is_played_too() {
    let figures = verified(Some(SealKey::from_bytes(&KEY)), None).await.expect("nothing is wrong");
    assert_eq!((figures.rounds_under_way, figures.seeds_unsealed), (1, 1));
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
    let store = Sqlite::look_at(played()).expect("a file");
    let (mut events, mut postings) = ((0, 0), (0, 0));
    let mut progress = |progress: Progress| match progress {
        Progress::Events { done, of } => events = (done, of),
        Progress::Postings { done, of } => postings = (done, of),
    };
    let figures = room(&store, None, None, &mut progress).await.expect("nothing is wrong");
    assert_eq!(events, (figures.events, figures.events));
    assert_eq!(postings, (figures.postings, figures.postings));
}
