//! Writes the room's own log, the journal: accounts, roles, grants, and acts of the floor.
//!
//! An act of the floor at a table is committed to an outbox record together with its events, and removed from there
//! together with its entry in the journal: whichever node is interrupted, each act is copied exactly once.

use std::sync::Arc;

use ::journal::ReadRecords;
use ::journal::chain::{GENESIS, chained};
use ::journal::record::{FloorOutboxRecord, JournalHead, RecordRange, Unkeyed, put};
use ::journal::room_log::{JournalEntry, RoomEvent};
use async_lock::Mutex;
use fair::receipt::{Confirmation, Signer};
use protocol::Receipt;
use store::{Commit, CommitResult, Head, LogId, LogWriter, RecordWrite, StoreError};
use table::Account;
use uth::Cents;

use crate::confirmed::{Confirmed, FollowError};
use crate::faults::{Fault, Faults};
use crate::room::Room;

/// What is written into the journal in one commit.
#[derive(Clone, Debug, Default)]
pub struct JournalCommit {
    /// The events.
    pub events: Vec<RoomEvent>,
    /// The records that belong to them.
    pub writes: Vec<RecordWrite>,
    /// Balances that the events depend on, as they were read.
    pub balances: Vec<(Account, Cents)>,
}

impl From<(Vec<RoomEvent>, Vec<RecordWrite>)> for JournalCommit {
    fn from((events, writes): (Vec<RoomEvent>, Vec<RecordWrite>)) -> JournalCommit {
        JournalCommit { events, writes, balances: Vec::new() }
    }
}

/// Appends to the journal.
pub struct Journal {
    store: Arc<dyn LogWriter>,
    signer: Arc<Signer>,
    /// The end of the journal as far as this node knows; held during a write, so that the writers of one node queue up
    /// instead of running into conflicts with each other.
    head: Mutex<Option<Head>>,
    faults: Arc<Faults>,
    confirmed: Arc<Confirmed>,
}

impl Journal {
    /// The journal of that store, which the signer signs.
    pub(crate) fn new(
        store: Arc<dyn LogWriter>,
        signer: Arc<Signer>,
        faults: Arc<Faults>,
        confirmed: Arc<Confirmed>,
    ) -> Journal {
        Journal { store, signer, head: Mutex::new(None), faults, confirmed }
    }

    /// Appends events together with the records that belong to them, all or nothing. `entry` is given the sequence
    /// number of the first event, which is unique and therefore serves as the number of a new account. After a conflict
    /// with another node it is called again.
    pub async fn write<Written: Into<JournalCommit>>(
        &self,
        at_ms: u64,
        entry: impl Fn(u64) -> Written + Send,
    ) -> Result<CommitResult, StoreError> {
        // Held across the append: a second writer would only build on an end that is about to change.
        let mut known = self.head.lock().await;
        loop {
            if known.is_none() {
                self.require_confirmed().await?;
                *known = self.store.head(LogId::ROOM).await?;
            }
            let (before, previous) = known.map_or((0, GENESIS), |head| (head.seq, head.hash));
            let JournalCommit { events, mut writes, balances } = entry(before + 1).into();
            let moves = events.iter().filter_map(RoomEvent::moves).collect();
            let count = events.len() as u32;
            let body = JournalEntry { events }.body();
            let entry = chained(&previous, LogId::ROOM, before + 1, count, at_ms, body);
            let head = Head { seq: entry.last_seq(), hash: entry.hash, wake_ms: None };
            // Without a precondition: the entry itself has one, and both are written or neither.
            let confirmation = Confirmation { log: entry.log.0, seq: head.seq, hash: head.hash, at_ms };
            writes.push(put(&Unkeyed, &JournalHead(Receipt::new(&confirmation, &self.signer))));
            let change = Commit { entry: Some(entry), wake_ms: None, moves, writes, balances };
            // Unless this succeeds, the end of the journal is unknown and has to be read again.
            *known = None;
            match self.store.append(change).await? {
                // Another node has written; the end is read again and the entry made anew.
                CommitResult::Conflict => {}
                CommitResult::Done(balances) => {
                    *known = Some(head);
                    self.confirmed.advance(LogId::ROOM, head.into());
                    return Ok(CommitResult::Done(balances));
                }
                refused => return Ok(refused),
            }
        }
    }

    /// Fails if the store's journal does not contain what this node has confirmed. Such a journal is not written to
    /// again: an account would be acknowledged on top of a history that lacks others.
    pub(crate) async fn require_confirmed(&self) -> Result<(), StoreError> {
        let followed = match self.confirmed.end(LogId::ROOM) {
            Some(end) => end.require_in(&*self.store, LogId::ROOM).await,
            None => Ok(()),
        };
        followed.map_err(|error| match error {
            FollowError::Store(error) => error,
            FollowError::Forked(fork) => {
                self.faults.raise(fork.fault());
                StoreError::Unavailable("the journal has another history there".into())
            }
        })
    }
}

/// Starts, stops and clocks of nodes.
impl Room {
    /// Writes into the journal that this node has started, under a name that no start had before.
    pub async fn started(&self, node: String, version: &str) -> Result<(), StoreError> {
        let started = RoomEvent::Started { node: node.clone(), version: version.to_owned() };
        self.tell(started).await?;
        // A node starts once.
        let _ = self.node.set(node);
        Ok(())
    }

    /// Writes into the journal that this node was told to stop.
    pub async fn stopped(&self) -> Result<(), StoreError> {
        let Some(node) = self.node.get().cloned() else { return Ok(()) };
        self.tell(RoomEvent::Stopped { node }).await
    }

    /// Writes into the journal that this node's clock jumped by so many milliseconds.
    pub async fn clock_jumped(&self, by_ms: i64) -> Result<(), StoreError> {
        let Some(node) = self.node.get().cloned() else { return Ok(()) };
        self.tell(RoomEvent::ClockJumped { node, by_ms }).await
    }

    async fn tell(&self, event: RoomEvent) -> Result<(), StoreError> {
        self.journal.write(self.now_ms(), |_| (vec![event.clone()], Vec::new())).await.map(|_| ())
    }
}

/// How many acts are read at once.
const ACTS_AT_ONCE: u32 = 100;

impl Room {
    /// Copies all acts of the outbox into the room log.
    pub async fn drain_outbox(&self) -> Result<(), StoreError> {
        loop {
            let acts = self.store.scan(&RecordRange::<FloorOutboxRecord>::all().limit(ACTS_AT_ONCE)).await?;
            if acts.is_empty() {
                return Ok(());
            }
            for (key, act) in acts {
                let FloorOutboxRecord(event) = act.record.clone();
                // If the record is gone by then, another node has written the event.
                let copied = act.delete(&key);
                self.journal.write(self.now_ms(), |_| (vec![event.clone()], vec![copied.clone()])).await?;
            }
        }
    }

    /// Does the same after an act, which is durable already: what fails now is copied later.
    pub(super) async fn drain_outbox_or_log(&self) {
        if let Err(error) = self.drain_outbox().await
            && !self.has_other_store()
        {
            self.raise(Fault::from(&error));
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::time::Instant;

    use ::journal::ReadRecords;
    use ::journal::accounts::HOUSE_CHIPS;
    use ::journal::record::{JournalHead, Unkeyed};
    use ::journal::room_log::{JournalEntry, RoomEvent};
    use fair::entropy::OperatingSystem;
    use fair::receipt::Signer;
    use fair::seal::SealKey;
    use futures_executor::block_on;
    use store::memory::Memory;
    use store::{LogId, LogReader, LogWriter};

    use crate::runtime::threads::Threads;
    use crate::{Options, Room};

    async fn events(store: &dyn LogReader) -> Vec<RoomEvent> {
        let entries = store.entries(LogId::ROOM, 0, 100).await.expect("the journal");
        entries.iter().flat_map(|entry| JournalEntry::read(entry).expect("an entry").events).collect()
    }

    #[test]
    fn a_node_tells_when_it_starts_and_stops_and_signs_the_end_of_the_journal() {
        let store: Arc<dyn LogWriter> = Arc::new(Memory::default());
        let options = Options {
            runtime: Arc::new(Threads(Instant::now())),
            key: SealKey::from_bytes(&[7; 32]),
            signer: Arc::new(Signer::from_key(&[7; 32])),
            entropy: Box::new(OperatingSystem),
            bot_delay_ms: 0,
            is_shared: false,
        };
        block_on(async {
            let room = Room::new(Arc::clone(&store), options).await.expect("a room");
            room.clock_jumped(9).await.expect("a room that no program started has no name and tells nothing");
            room.started("a".to_owned(), "1").await.expect("a start");
            room.clock_jumped(-5).await.expect("a jump");
            room.stopped().await.expect("a stop");
            let node = || "a".to_owned();
            let expected = [
                RoomEvent::HouseFunded { amount: HOUSE_CHIPS.0 },
                RoomEvent::Started { node: node(), version: "1".to_owned() },
                RoomEvent::ClockJumped { node: node(), by_ms: -5 },
                RoomEvent::Stopped { node: node() },
            ];
            assert_eq!(events(&*store).await, expected);
            let head = store.head(LogId::ROOM).await.expect("an answer").expect("a journal");
            let JournalHead(signed) = store.get(&Unkeyed).await.expect("an answer").expect("a signature");
            assert_eq!((signed.table.0, signed.seq.0, signed.hash.0), (0, head.seq, head.hash));
            assert!(signed.is_signed_by(&room.signer().public_key()));
        });
    }
}
