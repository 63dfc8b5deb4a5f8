//! Rounds that people and house-run players play.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use fair::entropy::{Entropy, NoEntropy, OperatingSystem};
use journal::record::RecordRange;
use journal::summary::DailyTotals;
use journal::{CheckpointRecord, ReadRecords};
use protocol::{ClientCommand, Seq, TableMode, TableSettings};
use room::{CommandRequest, Outbox};
use store::LogId;
use table::{PlayerId, TableId, Viewer};
use uth::Book;

use crate::world::{Guest, World, imbalance, nodes, open_with, solo, table};

#[tokio::test(flavor = "multi_thread")]
async fn a_guest_plays_alone_against_the_house() {
    let world = World::new();
    let room = world.room().await;
    let mut guest = Guest::new(&room, solo(&room).await, 1_000).await;
    guest.ask(r#"{"type":"sit","seat":1}"#).await.expect("a seat");
    guest.ask(r#"{"type":"wager","seat":1,"ante":1000,"trips":500}"#).await.expect("a wager");
    assert_eq!(guest.seen["round"]["stage"], "betting");
    guest.ask(r#"{"type":"no_more_bets"}"#).await.expect("cards");
    assert_eq!(guest.seen["round"]["stage"], "preflop");
    assert_eq!(guest.seen["round"]["hands"][0]["hole"].as_array().expect("cards").len(), 2);
    assert!(guest.seen["round"]["dealer"].is_null());
    guest.ask(r#"{"type":"raise","seat":1,"times":4}"#).await.expect("a raise");
    assert_eq!(guest.seen["round"]["stage"], "settled");
    assert_eq!(guest.seen["round"]["board"].as_array().expect("cards").len(), 5);
    assert!(guest.seen["round"]["revealed"].is_string());
    let net = guest.seen["round"]["hands"][0]["net"].as_i64().expect("a result");
    assert_eq!(room.wallet(guest.player).await.expect("a wallet").0, 100_000 + net);
    assert_eq!(imbalance(&room).await, 0);
    guest.leave();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_repeat_has_one_effect_and_the_same_answer() {
    let world = World::new();
    let room = world.room().await;
    let mut guest = Guest::new(&room, solo(&room).await, 1_000).await;
    guest.ask(r#"{"type":"sit","seat":1}"#).await.expect("a seat");
    let seen = guest.seq();
    let wager = r#"{"type":"wager","seat":1,"ante":1000}"#;
    let first = guest.ask_as("mine", seen, wager).await;
    assert!(first.is_ok());
    assert_eq!(guest.ask_as("mine", seen, wager).await, first);
    assert_eq!(room.wallet(guest.player).await.expect("a wallet").0, 98_000);
    guest.ask(r#"{"type":"no_more_bets"}"#).await.expect("cards");
    let check = r#"{"type":"check","seat":1}"#;
    let before = guest.seq();
    guest.ask_as("first", before, check).await.expect("a check");
    assert_eq!(
        guest.ask_as("second", before, check).await,
        Err("stale".into()),
        "it was meant for another street"
    );
    assert_eq!(guest.ask_as("third", guest.seq() + 1, check).await, Err("ahead".into()));
    assert_eq!(guest.ask_as("", guest.seq(), check).await, Err("a command id has 1 to 64 bytes".into()));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_repeat_is_recognized_by_a_table_that_was_loaded_from_a_checkpoint() {
    let world = World::new();
    let room = world.room().await;
    let mut guest = Guest::new(&room, solo(&room).await, 1_000).await;
    let (table, mut answers) = (guest.table, Vec::new());
    guest.ask(r#"{"type":"sit","seat":1}"#).await.expect("a seat");
    let round = [
        r#"{"type":"wager","seat":1,"ante":500}"#,
        r#"{"type":"no_more_bets"}"#,
        r#"{"type":"check","seat":1}"#,
        r#"{"type":"check","seat":1}"#,
        r#"{"type":"fold","seat":1}"#,
    ];
    for command in round.iter().cycle().take(5 * 20) {
        let (name, seen) = (format!("n{}", answers.len()), guest.seq());
        let seq = guest.ask_as(&name, seen, command).await.expect("a legal command");
        answers.push((name, seen, *command, seq));
    }
    guest.leave();
    room.close().await;

    let room = world.room().await;
    let checkpoints =
        room.store().scan(&RecordRange::<CheckpointRecord>::of_log(table)).await.expect("records");
    assert!(!checkpoints.is_empty(), "the table has a checkpoint to start from");
    let mut guest = Guest::new(&room, table, 1_000).await;
    let forgotten = answers.len() - 64;
    for (number, (name, seen, command, seq)) in answers.into_iter().enumerate() {
        let expected = if number < forgotten { Err("stale".into()) } else { Ok(seq) };
        assert_eq!(guest.ask_as(&name, seen, command).await, expected, "{name}");
        if number >= forgotten {
            let other = r#"{"type":"sit_out","seat":1}"#;
            assert_eq!(guest.ask_as(&name, guest.seq(), other).await, Err("id_reused".into()), "{name}");
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn an_id_that_comes_again_with_another_command_is_refused() {
    let world = World::new();
    let room = world.room().await;
    let mut guest = Guest::new(&room, solo(&room).await, 1_000).await;
    let table = guest.table;
    guest.ask(r#"{"type":"sit","seat":1}"#).await.expect("a seat");
    let (small, large) =
        (r#"{"type":"wager","seat":1,"ante":500}"#, r#"{"type":"wager","seat":1,"ante":5000}"#);
    let seen = guest.seq();
    let done = guest.ask_as("mine", seen, small).await;
    assert!(done.is_ok());
    for seen in [seen, guest.seq()] {
        assert_eq!(guest.ask_as("mine", seen, large).await, Err("id_reused".into()));
        assert_eq!(guest.ask_as("mine", seen, small).await, done, "what the client had seen is no content");
    }
    assert_eq!(room.wallet(guest.player).await.expect("a wallet").0, 99_000);
    guest.leave();
    room.close().await;
    // A node that replays the log knows it as well.
    let room = world.room().await;
    let mut guest = Guest::new(&room, table, 1_000).await;
    assert_eq!(guest.ask_as("mine", guest.seq(), large).await, Err("id_reused".into()));
    assert_eq!(guest.ask_as("mine", guest.seq(), small).await, done);
}

#[tokio::test(flavor = "multi_thread")]
async fn one_player_cannot_make_the_log_grow_by_toggling() {
    let world = World::new();
    let room = world.room().await;
    let mut guest = Guest::new(&room, solo(&room).await, 1_000).await;
    guest.ask(r#"{"type":"sit","seat":1}"#).await.expect("a seat");
    let rows = [
        [r#"{"type":"sit_out","seat":1}"#, r#"{"type":"come_back","seat":1}"#],
        [r#"{"type":"wager","seat":1,"ante":500}"#, r#"{"type":"withdraw","seat":1}"#],
    ];
    let before = guest.seq();
    let mut refused = 0;
    for toggle in rows.iter().cycle().take(200).flatten() {
        match guest.ask(toggle).await {
            Err(code) if code == "too_fast" => refused += 1,
            _ => {}
        }
    }
    assert!(refused > 100, "{refused}");
    assert!(guest.seq() < before + 100, "{} events", guest.seq() - before);
    // They may still play, and leave.
    let _ = guest.ask(r#"{"type":"wager","seat":1,"ante":500}"#).await;
    guest.ask(r#"{"type":"leave","seat":1}"#).await.expect("nobody is kept");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_spectator_who_reads_slowly_gets_the_newest_view() {
    let world = World::new();
    let room = world.room().await;
    let mut guest = Guest::new(&room, solo(&room).await, 1_000).await;
    let (outbox, frames) = Outbox::new();
    room.watch(guest.table, Viewer::Spectator, &outbox, None, None).await.expect("a view");
    guest.ask(r#"{"type":"sit","seat":1}"#).await.expect("a seat");
    // Far more frames than ever wait for a connection.
    for _ in 0..80 {
        for command in [
            r#"{"type":"wager","seat":1,"ante":500}"#,
            r#"{"type":"no_more_bets"}"#,
            r#"{"type":"check","seat":1}"#,
            r#"{"type":"check","seat":1}"#,
            r#"{"type":"fold","seat":1}"#,
        ] {
            guest.ask(command).await.expect("a legal command");
        }
    }
    assert!(!outbox.is_full(), "a spectator is not ended because of the frames of others");
    let (mut seq, mut gaps, mut count) = (0, 0, 0);
    while let Some(frame) = frames.try_recv() {
        let told: serde_json::Value = serde_json::from_str(&frame).expect("JSON");
        let (next, events) = (told["seq"].as_u64().expect("a number"), told["events"].as_array());
        if told["type"] == "snapshot" {
            assert!(events.is_none(), "events that were left out are said to be: {told}");
            gaps += u64::from(count > 0);
        } else {
            assert_eq!(
                next,
                seq + events.map_or(0, |events| events.len() as u64),
                "no gap without a snapshot"
            );
        }
        (seq, count) = (next, count + 1);
    }
    assert_eq!((seq, gaps), (guest.seq(), 1), "of {count} frames");
    assert!(count <= 40, "{count} frames");
}

#[tokio::test(flavor = "multi_thread")]
async fn house_run_players_play_every_book_as_long_as_somebody_watches() {
    let world = World::new();
    let room = world.room().await;
    for book in Book::ALL {
        let id = table(&room, book, 4).await;
        let mut guest = Guest::new(&room, id, 1_000).await;
        let mut buttons = std::collections::BTreeSet::new();
        while guest.seen["round"]["number"].as_u64().is_none_or(|number| number < 12) {
            guest.look().await;
            buttons.extend(guest.seen["button"].as_u64());
            let round = &guest.seen["round"];
            if round["stage"] != "settled" && round["stage"] != "void" {
                let mut hands = round["hands"].as_array().into_iter().flatten();
                assert!(
                    hands.all(|hand| hand["hole"].is_null()),
                    "nobody sees other people's cards: {round}"
                );
            }
        }
        let moves = book.rules().banking == uth::Banking::PlayerDealer;
        assert_eq!(buttons.len() > 1, moves, "{book}: the button goes round where players bank");
        let players = guest.seen["seats"].as_array().expect("seats").iter();
        let names: Vec<&str> = players.filter_map(|seat| seat["player"]["name"].as_str()).collect();
        assert!(names.len() == 4 && names.iter().all(|name| name.ends_with("(house)")), "{names:?}");
        guest.leave();
    }
    assert_eq!(imbalance(&room).await, 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn house_run_players_give_way_to_people() {
    let world = World::new();
    let room = world.room().await;
    let id = table(&room, Book::CaliforniaBadBeat, 4).await;
    let mut people = Vec::new();
    for number in 1_000..1_006 {
        let mut guest = Guest::new(&room, id, number).await;
        loop {
            let seats = guest.seen["seats"].as_array().expect("seats");
            let free = seats.iter().find(|seat| seat["player"].is_null()).map(|seat| seat["seat"].clone());
            let sat = match free {
                Some(seat) => guest.ask(&format!(r#"{{"type":"sit","seat":{seat}}}"#)).await.is_ok(),
                None => false,
            };
            if sat {
                break;
            }
            guest.look().await;
        }
        people.push(guest);
    }
    assert_eq!(imbalance(&room).await, 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn after_a_stop_the_round_goes_on_with_the_same_cards() {
    let world = World::new();
    let mut cards = Vec::new();
    for step in 0..4 {
        let room = world.room().await;
        let table = if step == 0 { solo(&room).await } else { TableId(1) };
        let mut guest = Guest::new(&room, table, 1_000).await;
        match step {
            0 => {
                guest.ask(r#"{"type":"sit","seat":1}"#).await.expect("a seat");
                guest.ask(r#"{"type":"wager","seat":1,"ante":1000}"#).await.expect("a wager");
                guest.ask(r#"{"type":"no_more_bets"}"#).await.expect("cards");
            }
            1 | 2 => {
                guest
                    .ask_as(&format!("check {step}"), guest.seq(), r#"{"type":"check","seat":1}"#)
                    .await
                    .expect("a check");
            }
            _ => {
                guest.ask_as("end", guest.seq(), r#"{"type":"fold","seat":1}"#).await.expect("the end");
                assert_eq!(guest.seen["round"]["stage"], "settled");
            }
        }
        cards.push(guest.seen["round"]["hands"][0]["hole"].to_string());
        guest.leave();
        room.close().await;
    }
    assert!(cards.windows(2).all(|pair| pair[0] == pair[1]), "{cards:?}");
    assert_eq!(imbalance(&*world.room().await).await, 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn rounds_that_nodes_play_in_turn_all_count_in_the_days_report() {
    let world = World::new();
    let rooms = nodes(&world.path(), 2).await;
    let table = solo(&rooms[0]).await;
    let first = Guest::new(&rooms[0], table, 1_000).await;
    let mut guests = [first, Guest::new(&rooms[1], table, 1_000).await];
    guests[0].ask(r#"{"type":"sit","seat":1}"#).await.expect("a seat");
    for round in 0..4 {
        let guest = &mut guests[round % 2];
        for (step, ask) in [
            r#"{"type":"come_back","seat":1}"#,
            r#"{"type":"wager","seat":1,"ante":1000}"#,
            r#"{"type":"no_more_bets"}"#,
            r#"{"type":"raise","seat":1,"times":4}"#,
        ]
        .iter()
        .enumerate()
        {
            let done = guest.ask_as(&format!("{round}/{step}"), guest.seq(), ask).await;
            // Nobody sat out: asking to come back only makes a node look at what the other has written.
            assert_eq!(done.is_err(), step == 0, "{done:?}");
        }
    }
    let days = rooms[0].store().scan(&RecordRange::<DailyTotals>::all()).await.expect("days");
    assert_eq!(days.iter().map(|(_, day)| day.record.rounds).sum::<u64>(), 4);
}

/// A source that can dry up.
struct Well(Arc<AtomicBool>);

impl Entropy for Well {
    fn fill(&self, bytes: &mut [u8]) -> Result<(), NoEntropy> {
        if self.0.load(Ordering::SeqCst) { Err(NoEntropy::Unavailable) } else { OperatingSystem.fill(bytes) }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn without_chance_no_round_opens_and_nothing_changes() {
    let world = World::new();
    let dry = Arc::new(AtomicBool::new(false));
    let room = open_with(&world.path(), Box::new(Well(Arc::clone(&dry)))).await;
    let mut guest = Guest::new(&room, solo(&room).await, 1_000).await;
    guest.ask(r#"{"type":"sit","seat":1}"#).await.expect("a seat");
    dry.store(true, Ordering::SeqCst);
    // The seed of this round is there: it is played to its end.
    let round = [
        r#"{"type":"wager","seat":1,"ante":1000}"#,
        r#"{"type":"no_more_bets"}"#,
        r#"{"type":"raise","seat":1,"times":4}"#,
    ];
    for command in round {
        guest.ask(command).await.expect("a legal command");
    }
    assert!(guest.seen["round"]["revealed"].is_string() && guest.seen["next_round"].is_null());
    let (before, balance) = (guest.seq(), room.wallet(guest.player).await.expect("a wallet"));
    assert_eq!(guest.ask(round[0]).await, Err("no_entropy".into()));
    assert_eq!((guest.seq(), room.wallet(guest.player).await.expect("a wallet")), (before, balance));
    let settings = TableSettings::new(Book::House, TableMode::Solo {});
    assert!(room.open_table(None, "Dry", &settings, 0).await.is_err());
    // The commitment comes by itself, and before any wager.
    dry.store(false, Ordering::SeqCst);
    let told = guest.look().await;
    assert_eq!(told["events"][0]["type"], "committed", "{told}");
    guest.ask(round[0]).await.expect("chance is back");
    assert_eq!(imbalance(&room).await, 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_shuffle_is_committed_to_before_anybody_sits_wagers_or_adds_a_seed() {
    let world = World::new();
    let room = world.room().await;
    for book in Book::ALL {
        let id = table(&room, book, 0).await;
        let mut guest = Guest::new(&room, id, 1_000).await;
        let commitment = guest.seen["next_round"]["commitment"].clone();
        assert!(commitment.is_string(), "{book}: {}", guest.seen);
        assert_eq!(guest.seen["next_round"]["number"], 0);
        for _ in 0..3 {
            guest.ask(r#"{"type":"sit","seat":1}"#).await.expect("a seat");
            guest.ask(r#"{"type":"leave","seat":1}"#).await.expect("it is free");
        }
        assert_eq!(
            guest.seen["next_round"]["commitment"], commitment,
            "one commitment stays until it is used"
        );
        guest.leave();
    }
    let mut guest = Guest::new(&room, solo(&room).await, 1_000).await;
    let first = guest.seen["next_round"]["commitment"].clone();
    guest.ask(r#"{"type":"sit","seat":1}"#).await.expect("a seat");
    let seed = format!(r#"{{"type":"add_seed","seat":1,"seed":"{}"}}"#, "7a".repeat(32));
    guest.ask(&seed).await.expect("a seed");
    assert_eq!(
        (&guest.seen["round"]["commitment"], &guest.seen["next_round"]),
        (&first, &serde_json::Value::Null)
    );
    for command in [
        r#"{"type":"wager","seat":1,"ante":1000}"#,
        r#"{"type":"no_more_bets"}"#,
        r#"{"type":"raise","seat":1,"times":4}"#,
    ] {
        guest.ask(command).await.expect("a legal command");
    }
    // The next commitment is published with the end of the round.
    assert_eq!(
        (&guest.seen["round"]["commitment"], guest.seen["round"]["stage"].as_str()),
        (&first, Some("settled"))
    );
    let second = guest.seen["next_round"]["commitment"].clone();
    assert!(second.is_string() && second != first);
    guest.ask(r#"{"type":"wager","seat":1,"ante":1000}"#).await.expect("a wager");
    assert_eq!(guest.seen["round"]["commitment"], second);
}

/// Whoever asks may go away at any moment, and the card room may be killed at any.
#[tokio::test]
async fn every_act_of_the_floor_is_told_of_once_however_often_somebody_hangs_up() {
    let world = World::new();
    let room = world.room().await;
    let floor = PlayerId(1);
    for number in 0..40 {
        let settings = TableSettings::new(Book::House, TableMode::Solo {});
        let opened = room.open_table(Some(floor), "Table", &settings, 0);
        // So many steps are taken, and then nobody waits any longer.
        let _ = tokio::time::timeout(Duration::from_micros(number * 50), opened).await;
    }
    let last = solo(&room).await;
    for (table, _) in room.tables().await.expect("tables") {
        let close = ClientCommand::Close { reason: "enough".into() };
        let id = "close".parse().expect("an id");
        let closed = room.execute(table, CommandRequest::new(floor, id, Seq(1), close));
        if table == last {
            closed.await.expect("it is closed");
        } else {
            let _ = tokio::time::timeout(Duration::from_micros(table.0 * 50), closed).await;
        }
    }
    // What was begun is finished without anybody waiting, and told of at the latest when the card room opens again.
    room.close().await;
    let room = world.room().await;
    let (ever, open) = (room.tables_ever().await.expect("tables"), room.tables().await.expect("tables"));
    let entries = room.store().entries(LogId::ROOM, 0, 1_000).await.expect("the journal");
    let told = |kind: &str| entries.iter().filter(|entry| entry.body.contains(kind)).count();
    assert_eq!((told("table_opened"), told("table_closed")), (ever.len(), ever.len() - open.len()));
}
