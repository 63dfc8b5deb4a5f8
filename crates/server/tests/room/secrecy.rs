//! What a copy of the database tells during a round: no card that has not been seen, and not the seed.

use store::sqlite::Sqlite;
use store::{Entry, KeyRange, LogId, LogReader, RecordKind};
use uth::Card;

use crate::world::{Guest, World, solo};

/// Every text of the database that people could read.
async fn texts(store: &dyn LogReader) -> Vec<String> {
    let mut texts = Vec::new();
    for log in [LogId::ROOM, LogId(1)] {
        let entries: Vec<Entry> = store.entries(log, 0, 10_000).await.expect("entries");
        texts.extend(entries.into_iter().map(|entry| entry.body));
    }
    for &kind in RecordKind::ALL {
        let records = store.records(KeyRange::prefix(kind, "", 10_000)).await.expect("records");
        texts.extend(records.into_iter().map(|(_, value)| value));
    }
    texts
}

/// The words of a text that are cards.
fn cards(text: &str) -> Vec<&str> {
    let words = text.split(|character: char| !character.is_ascii_alphanumeric());
    words.filter(|word| word.len() == 2 && word.parse::<Card>().is_ok()).collect()
}

/// All bytes of the file and of what was last written beside it.
fn bytes(world: &World) -> Vec<u8> {
    let path = world.path();
    let ahead = path.with_extension("db-wal");
    [path, ahead].iter().flat_map(|path| std::fs::read(path).expect("a file")).collect()
}

fn holds(haystack: &[u8], needle: &[u8]) -> bool {
    haystack.windows(needle.len()).any(|window| window == needle)
}

#[tokio::test(flavor = "multi_thread")]
async fn a_copy_of_the_database_during_a_round_tells_no_card_and_no_seed() {
    let world = World::new();
    let room = world.room().await;
    let mut guest = Guest::new(&room, solo(&room).await, 1_000).await;
    guest.ask(r#"{"type":"sit","seat":1}"#).await.expect("a seat");
    guest.ask(r#"{"type":"wager","seat":1,"ante":1000}"#).await.expect("a wager");
    guest.ask(r#"{"type":"no_more_bets"}"#).await.expect("cards");
    guest.ask(r#"{"type":"check","seat":1}"#).await.expect("the flop");
    let reader = Sqlite::open_read_only(&world.path()).expect("the same file");
    let during = texts(&reader).await;
    let found: Vec<&str> = during.iter().flat_map(|text| cards(text)).collect();
    assert!(found.is_empty(), "{found:?}");
    let copy = bytes(&world);
    guest.ask(r#"{"type":"check","seat":1}"#).await.expect("the river");
    guest.ask(r#"{"type":"fold","seat":1}"#).await.expect("the end");
    let seed = guest.seen["round"]["revealed"].as_str().expect("a seed").to_owned();
    let raw: Vec<u8> =
        (0..32).map(|byte| u8::from_str_radix(&seed[byte * 2..][..2], 16).expect("a byte")).collect();
    assert!(!holds(&copy, seed.as_bytes()) && !holds(&copy, &raw), "the seed was there before its time");
    // The same search finds it once it is revealed, so it could have found it before.
    assert!(holds(&bytes(&world), seed.as_bytes()));
    assert_eq!(cards("\"hole\":[\"As\",\"Td\"]"), ["As", "Td"]);
}
