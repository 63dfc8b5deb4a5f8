//! Several nodes on one database: whoever is at one of them is at all of them.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use fair::entropy::OperatingSystem;
use fair::receipt::Signer;
use fair::seal::SealKey;
use journal::ReadRecords;
use journal::record::RecordRange;
use journal::summary::DailyTotals;
use protocol::{TableMode, TableSettings};
use room::{Options, Room};
use store::LogId;
use store::fanout::{Fanout, FanoutTransport, PeerNotice};
use store::postgres::{ConnectOptions, Postgres};
use table::PlayerId;
use tokio_postgres::NoTls;
use uth::Book;

use crate::postgres::fresh_database;
use crate::world::{Guest, imbalance, solo};

fn options(url: &str) -> ConnectOptions {
    url.parse().expect("a connection string")
}

/// A node that tells others and listens to nobody.
async fn node(url: &str, fanout: Option<Fanout>) -> Arc<Room> {
    let store = Arc::new(Postgres::open(&options(url), fanout).await.expect("a database"));
    let (key, entropy) = (SealKey::from_bytes(&[7; 32]), Box::new(OperatingSystem));
    Room::new(
        store,
        Options {
            key,
            signer: Arc::new(Signer::from_key(&[7; 32])),
            entropy,
            runtime: Arc::new(server::runtime::Tokio::default()),
            bot_delay_ms: 0,
            is_shared: true,
        },
    )
    .await
    .expect("a room")
}

/// A node that tells others, listens to them, and does not look for anything by itself.
async fn listening(url: &str, name: &str) -> (Arc<Room>, Fanout) {
    let (fanout, others) = Fanout::new(name, FanoutTransport::Postgres(options(url)));
    let room = node(url, Some(fanout.clone())).await;
    let heard = Arc::clone(&room);
    tokio::spawn(others.run(move |word| {
        if let PeerNotice::Log(log, seq) = word {
            heard.on_peer_notice(log, seq);
        }
    }));
    while !fanout.is_connected() {
        tokio::task::yield_now().await;
    }
    (room, fanout)
}

const ROUND: [&str; 3] = [
    r#"{"type":"wager","seat":1,"ante":500}"#,
    r#"{"type":"no_more_bets"}"#,
    r#"{"type":"raise","seat":1,"times":4}"#,
];
const SIT: &str = r#"{"type":"sit","seat":1}"#;

#[tokio::test(flavor = "multi_thread")]
async fn what_is_done_on_one_node_is_told_on_the_other() {
    let url = fresh_database().await;
    let ((one, said), (other, _)) = (listening(&url, "one").await, listening(&url, "other").await);
    let table = solo(&one).await;
    let mut ann = Guest::new(&one, table, 7).await;
    let mut elsewhere = Guest::new(&other, table, 7).await;
    let seq = ann.ask(SIT).await.expect("a seat");
    let told = elsewhere.look().await;
    assert_eq!(
        (&told["seq"], &told["by"], &told["events"][0]["type"]),
        (&seq.into(), &7.into(), &"sat".into())
    );
    ann.ask(ROUND[0]).await.expect("a wager");
    assert_eq!(elsewhere.look().await["view"]["round"]["stage"], "betting");
    assert!(said.state.sent.load(Ordering::Relaxed) > 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn what_no_word_told_of_is_found() {
    let url = fresh_database().await;
    let (one, other) = (node(&url, None).await, node(&url, None).await);
    let table = solo(&one).await;
    let mut ann = Guest::new(&one, table, 7).await;
    let mut elsewhere = Guest::new(&other, table, 8).await;
    let looking = tokio::spawn(Room::run_maintenance(Arc::downgrade(&other)));
    let seq = ann.ask(SIT).await.expect("a seat");
    assert_eq!(elsewhere.look().await["seq"], seq);
    // It is counted just after it was told.
    while other.counters().found_behind.get() == 0 {
        tokio::task::yield_now().await;
    }
    looking.abort();
}

/// Plays on one node until it is gone in the middle of a round, which the other has to end by the clock.
async fn one_is_gone(is_loaded: bool) {
    let url = fresh_database().await;
    let (one, other) = (node(&url, None).await, node(&url, None).await);
    let settings = TableSettings::new(Book::House, TableMode::Solo {});
    let settings = TableSettings { decision_ms: 2_000, ..settings };
    let table = one.open_table(None, "Solo", &settings, 0).await.expect("a table").table.into();
    if is_loaded {
        // The other node knows the table as it was at first, and nobody watches it there.
        Guest::new(&other, table, 9).await.leave();
    }
    let looking = tokio::spawn(Room::run_maintenance(Arc::downgrade(&other)));
    let mut ann = Guest::new(&one, table, 7).await;
    for command in [SIT, ROUND[0], ROUND[1]] {
        ann.ask(command).await.expect("it is done");
    }
    let (left_at, log) = (ann.seq(), LogId(table.0));
    ann.leave();
    one.close().await;
    let mut head = other.store().head(log).await.expect("a head").expect("a log");
    assert_eq!((head.seq, other.loaded()), (left_at, usize::from(is_loaded)), "nobody has acted yet");
    let patience = Instant::now() + Duration::from_secs(20);
    while head.wake_ms.is_some() {
        assert!(Instant::now() < patience, "nobody acts: {head:?}");
        tokio::time::sleep(Duration::from_millis(50)).await;
        head = other.store().head(log).await.expect("a head").expect("a log");
    }
    assert!(head.seq > left_at);
    looking.abort();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_deadline_of_a_node_that_is_gone_is_acted_on_where_the_table_is_loaded_and_unwatched() {
    one_is_gone(true).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_deadline_of_a_node_that_is_gone_is_acted_on_where_the_table_is_not_loaded() {
    one_is_gone(false).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_round_goes_on_at_any_node_and_every_round_counts_once() {
    let url = fresh_database().await;
    let nodes = [node(&url, None).await, node(&url, None).await, node(&url, None).await];
    let table = solo(&nodes[0]).await;
    for room in &nodes {
        // Each node knows the table as it was at first.
        Guest::new(room, table, 9).await.leave();
    }
    let mut sits = Guest::new(&nodes[0], table, 7).await;
    sits.ask(SIT).await.expect("a seat");
    sits.leave();
    for command in 0..12 {
        // Whoever comes from another node finds the table as they left it, and their command is done once.
        let mut ann = Guest::new(&nodes[command % 2], table, 7).await;
        let (name, seen) = (format!("n{command}"), ann.seq());
        let seq = ann.ask_as(&name, seen, ROUND[command % 3]).await.expect("it is done");
        let mut again = Guest::new(&nodes[2], table, 7).await;
        assert_eq!(again.ask_as(&name, seen, ROUND[command % 3]).await, Ok(seq), "{command}");
        ann.leave();
        again.leave();
    }
    let days = nodes[0].store().scan(&RecordRange::<DailyTotals>::all()).await.expect("days");
    assert_eq!(days.iter().map(|(_, day)| day.record.rounds).sum::<u64>(), 4);
    assert_eq!(imbalance(&nodes[0]).await, 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn nodes_that_start_at_once_fund_the_house_once() {
    let url = fresh_database().await;
    let mut nodes = tokio::task::JoinSet::new();
    for _ in 0..8 {
        let url = url.clone();
        nodes.spawn(async move { node(&url, None).await });
    }
    let nodes = nodes.join_all().await;
    let postings = nodes[0].store().transfers(0, 100).await.expect("postings");
    assert_eq!(postings.len(), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn nodes_that_lost_each_other_find_each_other_again() {
    let url = fresh_database().await;
    let ((_one, said), (_other, heard)) = (listening(&url, "one").await, listening(&url, "other").await);
    let received = || heard.state.received.load(Ordering::Relaxed);
    let (operator, connection) = tokio_postgres::connect(&url, NoTls).await.expect("the database is there");
    tokio::spawn(connection);
    for _ in 0..3 {
        operator.batch_execute(END_THE_OTHERS).await.expect("connections end");
        let before = received();
        while received() == before {
            said.send(PeerNotice::Ended(PlayerId(7)));
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    }
}

/// More than may wait to be taken.
const MANY: u64 = 1_000;

#[tokio::test(flavor = "multi_thread")]
async fn a_node_that_stood_still_hears_everything_that_was_said_meanwhile() {
    let url = fresh_database().await;
    let (fanout, others) = Fanout::new("one", FanoutTransport::Postgres(options(&url)));
    let (operator, connection) = tokio_postgres::connect(&url, NoTls).await.expect("the database is there");
    tokio::spawn(connection);
    let (heard, stands_still) = (Arc::new(AtomicU64::new(0)), Arc::new(AtomicBool::new(true)));
    let (count, waits) = (Arc::clone(&heard), Arc::clone(&stands_still));
    // It stands still with all its tasks, and with nobody else's.
    std::thread::spawn(|| {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
        runtime.block_on(others.run(move |_| {
            while waits.load(Ordering::Relaxed) {
                std::thread::sleep(Duration::from_millis(1));
            }
            count.fetch_add(1, Ordering::Relaxed);
        }));
    });
    while !fanout.is_connected() {
        tokio::task::yield_now().await;
    }
    let said = format!("SELECT pg_notify('uth', 'other 7:' || n) FROM generate_series(1, {MANY}) n");
    operator.batch_execute(&said).await.expect("it is said");
    // What it has to say itself is answered after all that.
    fanout.send(PeerNotice::Ended(PlayerId(7)));
    stands_still.store(false, Ordering::Relaxed);
    let patience = Instant::now() + Duration::from_secs(20);
    while heard.load(Ordering::Relaxed) < MANY {
        assert!(Instant::now() < patience, "only {} were heard", heard.load(Ordering::Relaxed));
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    assert!(fanout.is_connected());
}

const END_THE_OTHERS: &str = "SELECT pg_terminate_backend(pid, 1000) FROM pg_stat_activity
    WHERE datname = current_database() AND pid <> pg_backend_pid()";
