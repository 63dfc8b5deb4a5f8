//! A wall clock that is set back or forward while a table waits, and before a node starts. Time is simulated: it passes
//! only when every task waits.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::Duration;

use audit::verify::{self, Keys};
use fair::entropy::OperatingSystem;
use fair::receipt::Signer;
use fair::seal::SealKey;
use journal::room_log::{JournalEntry, RoomEvent};
use protocol::{ClientCommand, Seq, TableMode, TableSettings};
use room::accounts::Accounts;
use room::faults::FaultKind;
use room::{CommandRequest, Options, Outbox, Room, Runtime, Task};
use store::memory::Memory;
use store::{LogId, LogReader, LogWriter};
use table::{TableId, Viewer};
use tokio::time::Instant;
use uth::Book;

const HOUR_MS: i64 = 60 * 60 * 1_000;
const DECISION_MS: u64 = 20_000;

/// A node's surroundings with a wall clock that can be set.
struct Clock {
    began: Instant,
    wall_ms: Arc<AtomicI64>,
}

impl Runtime for Clock {
    fn now_ms(&self) -> u64 {
        let elapsed_ms = self.began.elapsed().as_millis() as i64;
        (self.wall_ms.load(Ordering::Relaxed) + elapsed_ms).cast_unsigned()
    }

    fn monotonic(&self) -> Duration {
        self.began.elapsed()
    }

    fn sleep(&self, duration: Duration) -> Task {
        Box::pin(tokio::time::sleep(duration))
    }

    fn spawn(&self, task: Task) {
        tokio::spawn(task);
    }

    fn spawn_blocking(&self, work: Box<dyn FnOnce() + Send>) {
        work();
    }
}

struct World {
    store: Arc<Memory>,
    wall_ms: Arc<AtomicI64>,
}

impl World {
    fn new() -> World {
        World { store: Arc::default(), wall_ms: Arc::new(AtomicI64::new(1_800_000_000_000)) }
    }

    fn set_clock(&self, by_ms: i64) {
        self.wall_ms.fetch_add(by_ms, Ordering::Relaxed);
    }

    async fn node(&self) -> Arc<Room> {
        let runtime = Arc::new(Clock { began: Instant::now(), wall_ms: Arc::clone(&self.wall_ms) });
        let (key, entropy) = (SealKey::from_bytes(&[7; 32]), Box::new(OperatingSystem));
        let signer = Arc::new(Signer::from_key(&[7; 32]));
        let options = Options { key, signer, entropy, runtime, bot_delay_ms: 500, is_shared: false };
        let room = Room::new(Arc::clone(&self.store) as Arc<dyn LogWriter>, options).await.expect("a room");
        tokio::spawn(Room::run_maintenance(Arc::downgrade(&room)));
        room
    }

    /// Waits until the log of a table goes beyond `seq`, and returns how long that took.
    async fn goes_on(&self, table: TableId, seq: u64) -> Duration {
        let began = Instant::now();
        while self.seq(table).await <= seq {
            assert!(began.elapsed() < Duration::from_hours(2), "the table stands still");
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
        began.elapsed()
    }

    async fn seq(&self, table: TableId) -> u64 {
        self.store.head(LogId(table.0)).await.expect("a head").expect("a log").seq
    }
}

/// Plays at a new solo table until the player has to decide.
async fn playing(room: &Arc<Room>) -> (TableId, Outbox, impl Sized + use<>) {
    let settings =
        TableSettings { decision_ms: DECISION_MS, ..TableSettings::new(Book::House, TableMode::Solo {}) };
    let table = TableId::from(room.open_table(None, "Solo", &settings, 0).await.expect("a table").table);
    let player = Accounts::new(Arc::clone(room)).guest().await.expect("a guest").player;
    let (outbox, frames) = Outbox::new();
    room.watch(table, Viewer::Player(player), &outbox, None, None).await.expect("a view");
    let commands = [
        r#"{"type":"sit","seat":1}"#,
        r#"{"type":"wager","seat":1,"ante":500}"#,
        r#"{"type":"no_more_bets"}"#,
    ];
    for (command, number) in commands.into_iter().zip(1..) {
        let command: ClientCommand = serde_json::from_str(command).expect("a command");
        let id = format!("c{number}").parse().expect("an id");
        let seen = Seq(room.lobby_entry(table).await.expect("a table").seq.0);
        room.execute(table, CommandRequest::new(player, id, seen, command)).await.expect("it is done");
    }
    (table, outbox, frames)
}

/// A deadline that is acted on when it was meant to be.
fn in_time(took: Duration) {
    let decision = Duration::from_millis(DECISION_MS);
    assert!(took + Duration::from_millis(100) >= decision, "too early: {took:?}");
    assert!(took <= decision + Duration::from_secs(2), "too late: {took:?}");
}

#[tokio::test(start_paused = true)]
async fn a_clock_that_is_set_neither_freezes_a_table_nor_takes_time_from_its_players() {
    for by_ms in [-HOUR_MS, -5_000, 0, 5_000, HOUR_MS] {
        let world = World::new();
        let room = world.node().await;
        let (table, ..) = playing(&room).await;
        let seq = world.seq(table).await;
        world.set_clock(by_ms);
        in_time(world.goes_on(table, seq).await);
        // The next street as well, whose deadline is written with the clock as it is now.
        let seq = world.seq(table).await;
        in_time(world.goes_on(table, seq).await);
        let keys = Keys { seal: None, public: None };
        let verified = verify::room(&*world.store, keys, None, &mut |_| {}).await;
        assert!(verified.is_ok(), "set by {by_ms} ms: {verified:?}");
    }
}

#[tokio::test(start_paused = true)]
async fn a_clock_that_was_set_back_before_a_start_does_not_freeze_a_table() {
    let world = World::new();
    let room = world.node().await;
    let (table, outbox, frames) = playing(&room).await;
    room.unwatch(table, &outbox);
    drop((outbox, frames));
    room.close().await;
    let seq = world.seq(table).await;
    world.set_clock(-HOUR_MS);
    // Nobody comes to look at the table: its player may be gone, but their chips are not.
    let _room = world.node().await;
    let took = world.goes_on(table, seq).await;
    assert!(took <= Duration::from_millis(DECISION_MS + 2_000), "{took:?}");
}

#[tokio::test(start_paused = true)]
async fn bots_act_in_time_after_the_clock_was_set_back() {
    let world = World::new();
    let room = world.node().await;
    let settings = TableSettings {
        pay_table: Some(uth::PayTableId::Uth01.into()),
        minimum: Some(500),
        maximum: Some(10_000),
        ..TableSettings::new(Book::House, TableMode::Clock { betting_ms: 5_000, bank_ms: 5_000 })
    };
    let table = TableId::from(room.open_table(None, "Company", &settings, 2).await.expect("a table").table);
    let (outbox, _frames) = Outbox::new();
    room.watch(table, Viewer::Spectator, &outbox, None, None).await.expect("a view");
    for _ in 0..20 {
        let seq = world.seq(table).await;
        world.set_clock(-HOUR_MS);
        let took = world.goes_on(table, seq).await;
        assert!(took < Duration::from_secs(10), "{took:?} at {seq}");
    }
}

#[tokio::test(start_paused = true)]
async fn a_clock_that_is_set_is_a_fault_until_it_is_steady_again() {
    let world = World::new();
    let room = world.node().await;
    let has_fault = || room.faults().has(FaultKind::ClockJumped, None);
    tokio::time::sleep(Duration::from_mins(10)).await;
    assert!(!has_fault());
    room.started("a node".to_owned(), "1").await.expect("it is written");
    for by_ms in [-HOUR_MS, HOUR_MS] {
        world.set_clock(by_ms);
        tokio::time::sleep(Duration::from_secs(2)).await;
        assert!(has_fault(), "{by_ms}");
        let direction = if by_ms < 0 { "set back by 36" } else { "set forward by 36" };
        assert!(room.faults().lasting()[0].reason.contains(direction), "{:?}", room.faults().lasting());
        tokio::time::sleep(Duration::from_secs(15)).await;
        assert!(!has_fault(), "{by_ms}");
        let head = world.store.head(LogId::ROOM).await.expect("a head").expect("a journal");
        let last = world.store.entries(LogId::ROOM, head.seq - 1, 1).await.expect("entries").remove(0);
        let events = JournalEntry::read(&last).expect("an entry").events;
        let is_jump = |event: &RoomEvent| {
            matches!(event, RoomEvent::ClockJumped { node, by_ms: written_ms }
                if node == "a node" && *written_ms == by_ms)
        };
        assert!(events.iter().any(is_jump), "{by_ms}: {events:?}");
    }
}
