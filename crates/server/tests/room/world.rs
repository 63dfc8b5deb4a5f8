//! A card room on a file of its own.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use fair::entropy::{Entropy, OperatingSystem};
use fair::receipt::Signer;
use fair::seal::SealKey;
use journal::accounts::{GRANT, new_account};
use journal::room_log::{GrantReason, RoomEvent};
use protocol::{ClientCommand, CollectionSchedule, LogPosition, PayTable, Seq, TableMode, TableSettings};
use room::{CommandRequest, Options, Outbox, OutgoingMessages, Room};
use serde_json::Value;
use store::sqlite::Sqlite;
use store::{CommitResult, LogWriter, StoreError};
use table::{PlayerId, TableId, Viewer};
use uth::{Book, Cents};

pub(crate) struct World {
    folder: tempfile::TempDir,
}

impl World {
    pub(crate) fn new() -> World {
        World { folder: tempfile::tempdir().expect("a folder") }
    }

    pub(crate) fn path(&self) -> PathBuf {
        self.folder.path().join("room.db")
    }

    /// Opens the card room, again if it was open before.
    pub(crate) async fn room(&self) -> Arc<Room> {
        open(&self.path()).await
    }
}

pub(crate) async fn open(path: &Path) -> Arc<Room> {
    open_with(path, Box::new(OperatingSystem)).await
}

/// So many card rooms on one storage, as several nodes are.
pub(crate) async fn nodes(path: &Path, count: usize) -> Vec<Arc<Room>> {
    let store = Arc::new(Sqlite::open(path).expect("a file"));
    let mut rooms = Vec::new();
    for _ in 0..count {
        let (key, entropy) = (SealKey::from_bytes(&[7; 32]), Box::new(OperatingSystem));
        let options = Options {
            key,
            signer: Arc::new(Signer::from_key(&[7; 32])),
            entropy,
            runtime: Arc::new(server::runtime::Tokio::default()),
            bot_delay_ms: 0,
            is_shared: true,
        };
        let store: Arc<dyn LogWriter> = Arc::clone(&store) as Arc<dyn LogWriter>;
        rooms.push(Room::new(store, options).await.expect("a room"));
    }
    rooms
}

pub(crate) async fn open_with(path: &Path, entropy: Box<dyn Entropy + Send + Sync>) -> Arc<Room> {
    let store = Arc::new(Sqlite::open(path).expect("a file"));
    let options = Options {
        key: SealKey::from_bytes(&[7; 32]),
        signer: Arc::new(Signer::from_key(&[7; 32])),
        entropy,
        runtime: Arc::new(server::runtime::Tokio::default()),
        bot_delay_ms: 0,
        is_shared: false,
    };
    Room::new(store, options).await.expect("a room")
}

/// A table of that book with clocks that do not disturb, and so many house-run players.
pub(crate) async fn table(room: &Room, book: Book, house_players: u8) -> TableId {
    let pace = TableMode::Clock { betting_ms: 50, bank_ms: 5_000 };
    let settings = TableSettings {
        pay_table: book.rules().pay_tables.first().copied().map(PayTable),
        minimum: Some(500),
        maximum: Some(10_000),
        schedule: (book == Book::CaliforniaBadBeat).then_some(CollectionSchedule::Printed(7)),
        ..TableSettings::new(book, pace)
    };
    room.open_table(None, book.id(), &settings, house_players).await.expect("a table").table.into()
}

pub(crate) async fn solo(room: &Room) -> TableId {
    let settings = TableSettings::new(Book::House, TableMode::Solo {});
    room.open_table(None, "Solo", &settings, 0).await.expect("a table").table.into()
}

/// Creates the account of a player, with the starting grant.
pub(crate) async fn join(room: &Room, player: PlayerId) -> Result<CommitResult, StoreError> {
    let (number, now_ms) = (player.0, room.now_ms());
    let events = vec![
        RoomEvent::Joined { player: number, name: format!("Guest {number}"), bot: false },
        RoomEvent::Granted { player: number, amount: GRANT.0, why: GrantReason::Starting {} },
    ];
    let writes = new_account(player, &events, now_ms).expect("a new account");
    room.journal().write(now_ms, |_| (events.clone(), writes.clone())).await
}

/// Somebody at a table: what they see, and what they ask.
pub(crate) struct Guest {
    pub(crate) player: PlayerId,
    pub(crate) table: TableId,
    room: Arc<Room>,
    outbox: Outbox,
    frames: OutgoingMessages,
    pub(crate) seen: Value,
    hash: Value,
    commands: u64,
}

impl Guest {
    pub(crate) async fn new(room: &Arc<Room>, table: TableId, player: u64) -> Guest {
        let (outbox, frames) = Outbox::new();
        let player = PlayerId(player);
        if room.wallet(player).await.expect("a wallet") == Cents::ZERO {
            join(room, player).await.expect("an account");
        }
        room.watch(table, Viewer::Player(player), &outbox, None, None).await.expect("a view");
        let room = Arc::clone(room);
        let mut guest =
            Guest { player, table, room, outbox, frames, seen: Value::Null, hash: Value::Null, commands: 0 };
        guest.look().await;
        guest
    }

    /// Waits for the next frame that tells something new about the table. They have no connection, so that sooner or
    /// later a frame without events says that they are away.
    pub(crate) async fn look(&mut self) -> Value {
        loop {
            let frame = tokio::time::timeout(Duration::from_secs(20), self.frames.recv()).await;
            let frame = frame.expect("in time");
            let told: Value = serde_json::from_str(&frame).expect("JSON");
            if let Some(view) = told.get("view").filter(|view| view["seq"] != self.seen["seq"]) {
                (self.seen, self.hash) = (view.clone(), told["hash"].clone());
                return told;
            }
        }
    }

    pub(crate) fn seq(&self) -> u64 {
        self.seen["seq"].as_u64().expect("a number")
    }

    /// The last event that they have seen, with its hash.
    pub(crate) fn position(&self) -> LogPosition {
        let hash = serde_json::from_value(self.hash.clone()).expect("a hash");
        LogPosition { seq: Seq(self.seq()), hash }
    }

    pub(crate) async fn ask(&mut self, ask: &str) -> Result<u64, String> {
        let name = format!("c{}", self.commands);
        self.commands += 1;
        self.ask_as(&name, self.seq(), ask).await
    }

    pub(crate) async fn ask_as(&mut self, name: &str, seen: u64, ask: &str) -> Result<u64, String> {
        let ask: ClientCommand = serde_json::from_str(ask).expect("a command");
        let id = name.parse().map_err(|error: protocol::InvalidCommandId| error.to_string())?;
        let request = CommandRequest::new(self.player, id, Seq(seen), ask);
        let answer = self.room.execute(self.table, request).await;
        while let Some(frame) = self.frames.try_recv() {
            let told: Value = serde_json::from_str(&frame).expect("JSON");
            if let Some(view) = told.get("view") {
                (self.seen, self.hash) = (view.clone(), told["hash"].clone());
            }
        }
        answer.map(|receipt| receipt.seq.0).map_err(|refused| refused.code.to_string())
    }

    pub(crate) fn leave(self) {
        self.room.unwatch(self.table, &self.outbox);
    }
}

/// All balances together.
pub(crate) async fn imbalance(room: &Room) -> i64 {
    let balances = room.store().balances(vec![]).await.expect("balances");
    balances.iter().map(|(_, balance)| balance.0).sum()
}
