//! What a node does by itself: it acts on deadlines of tables that no node has loaded, follows the notices of its
//! peers, searches for entries and balances of which no notice arrived, and compares the store with what it has
//! confirmed.

use std::collections::BTreeMap;
use std::sync::Weak;
use std::time::Duration;

use table::{Account, PlayerId};

use crate::clock::{ClockChange, ClockWatch};
use crate::confirmed::LogEnd;
use crate::faults::{Fault, FaultKind};
use crate::room::Room;
use crate::table_actor::TableMessage;
use ::journal::record::{Unkeyed, WriteProbe, put};
use ::journal::room_log::{JournalEntry, RoomEvent};
use store::{Commit, Head, LogId, StoreError};

/// The pause between two rounds of maintenance.
const MAINTENANCE_INTERVAL: Duration = Duration::from_millis(500);

/// Every how many rounds of maintenance entries without a notice are searched for.
const ROUNDS_PER_SEARCH: u32 = 2;

/// How much later a node acts on the deadline of a table that it has no viewer of. Another node may have the players'
/// connections and acts in time; this one would only run into a conflict with it.
pub(super) const GRACE_MS: u64 = 1_000;

/// The faults that end by themselves once the store can be read and written again.
const STORE_FAULTS: [FaultKind; 3] =
    [FaultKind::StoreUnreachable, FaultKind::StoreReadOnly, FaultKind::DiskFull];

/// How many entries of the journal are read at a time.
const ENTRIES_AT_ONCE: u32 = 500;

impl Room {
    /// Wakes tables whose deadline has passed, loading them if need be, and searches for entries of other nodes, for as
    /// long as the room is there.
    pub async fn run_maintenance(this: Weak<Room>) {
        let (mut journal_seq, mut clock) = (None, ClockWatch::default());
        for round in 0_u32.. {
            let Some(room) = this.upgrade() else { return };
            room.watch_clock(&mut clock).await;
            // Deadlines first: players wait for them.
            let mut maintained = match round {
                // A clock that was set back before this start would let them wait for as long.
                0 => room.wake_all_waiting().await,
                _ => room.wake_due_tables().await,
            };
            if round.is_multiple_of(ROUNDS_PER_SEARCH) {
                maintained = maintained.and(room.search_balances().await);
                maintained = maintained.and(room.compare_heads(&mut journal_seq).await);
                room.check_store(maintained.is_ok()).await;
            }
            room.halt_if_needed();
            match maintained {
                Ok(()) => room.health.record_answer(room.runtime().monotonic()),
                // One failure is logged and tried again; only a silence of several seconds ends the sockets.
                Err(error) => {
                    room.raise(Fault::from(&error));
                    room.health.check(room.runtime().monotonic());
                }
            }
            let pause = room.runtime().sleep(MAINTENANCE_INTERVAL);
            // The room must not be held during the pause, or it could not be closed.
            drop(room);
            pause.await;
        }
    }

    /// Handles a peer's notice that `log` ends at `seq`; wakes the table actor if it is behind.
    pub fn on_peer_notice(&self, log: LogId, seq: u64) {
        let is_behind = self.confirmed.end(log).is_none_or(|end| end.seq < seq);
        if let Some(handle) = self.loaded_table(log).filter(|_| is_behind) {
            // An actor whose inbox is full is found to be behind by the next search.
            let _ = handle.messages.try_send(TableMessage::CatchUp { is_late: false });
        }
    }

    /// Wakes tables whose deadline has passed. Loaded tables have timers of their own; this is for all others, and for
    /// deadlines that another node wrote.
    async fn wake_due_tables(&self) -> Result<(), StoreError> {
        let grace_ms = if self.options.is_shared { GRACE_MS } else { 0 };
        for log in self.store.due(self.now_ms().saturating_sub(grace_ms)).await? {
            self.forward(log, TableMessage::Due);
        }
        Ok(())
    }

    /// Loads all tables that wait for a deadline, so that it is counted here, whatever the wall clock says.
    async fn wake_all_waiting(&self) -> Result<(), StoreError> {
        for log in self.store.due(i64::MAX.cast_unsigned()).await? {
            self.forward(log, TableMessage::Due);
        }
        Ok(())
    }

    /// Notices that the wall clock was set.
    async fn watch_clock(&self, clock: &mut ClockWatch) {
        let before = self.runtime().monotonic();
        let wall_ms = self.now_ms();
        match clock.look(wall_ms, before, self.runtime().monotonic()) {
            Some(ClockChange::Set { by_ms }) => {
                let (direction, seconds) =
                    (if by_ms < 0 { "back" } else { "forward" }, by_ms.unsigned_abs() / 1_000);
                let reason = format!(
                    "The clock was set {direction} by {seconds} s; see that this machine follows a time server."
                );
                self.raise(Fault::new(FaultKind::ClockJumped, reason));
                // Deadlines of tables that are not loaded may be far away now.
                let woken = self.wake_all_waiting().await;
                if let Err(error) = woken.and(self.clock_jumped(by_ms).await) {
                    self.raise(Fault::from(&error));
                }
            }
            Some(ClockChange::Steady) => self.clear(FaultKind::ClockJumped, None),
            None => {}
        }
    }

    /// Searches for balances that the connected players were not told of, with one query. Another node may have
    /// changed them at a table that is not loaded here; and two tables that commit at the same time may report theirs
    /// in the wrong order.
    async fn search_balances(&self) -> Result<(), StoreError> {
        let (players, reports): (Vec<PlayerId>, Vec<u64>) = self.connections().players().into_iter().unzip();
        // Without this, an empty list would ask for the balances of all accounts.
        if players.is_empty() {
            return Ok(());
        }
        let wallets = players.iter().copied().map(Account::Wallet).collect();
        let balances = self.archive.balances(wallets).await?;
        for ((player, reports), (_, held)) in players.into_iter().zip(reports).zip(balances) {
            self.connections().report_read(player, held, reports);
        }
        Ok(())
    }

    /// Compares the ends of loaded tables and of the journal with what this node has confirmed, with one query. What
    /// other nodes wrote is caught up with; a history that is not the confirmed one is a fault.
    async fn compare_heads(&self, journal_seq: &mut Option<u64>) -> Result<(), StoreError> {
        // Noted before the store is asked: what is committed in between makes the store longer, never shorter.
        let confirmed = self.loaded_ends();
        let logs = confirmed.iter().map(|(log, _)| *log).chain([LogId::ROOM]).collect();
        let heads: BTreeMap<LogId, Head> = self.store.heads(logs).await?.into_iter().collect();
        for (log, end) in confirmed.into_iter().filter(|(log, _)| *log != LogId::ROOM) {
            let head = heads.get(&log).copied();
            match end.require_before(log, head) {
                Err(fork) => drop(self.lose_table(log, &fork)),
                Ok(()) if head.is_some_and(|head| head.seq > end.seq) && self.options.is_shared => {
                    self.forward(log, TableMessage::CatchUp { is_late: true });
                }
                Ok(()) => {}
            }
        }
        let head = heads.get(&LogId::ROOM).copied();
        if head.map(LogEnd::from) != self.confirmed.end(LogId::ROOM) {
            match self.journal.require_confirmed().await {
                // The fault is raised, and the store answers.
                Err(_) if self.has_other_store() => return Ok(()),
                followed => followed?,
            }
        }
        let Some(head) = head else { return Ok(()) };
        self.confirmed.advance(LogId::ROOM, head.into());
        if self.options.is_shared {
            self.follow_journal(journal_seq, head.seq).await?;
        }
        Ok(())
    }

    /// Checks that no other program writes to the store. After a failure it tries to write, and ends the faults of the
    /// store once that works and reading does: a node that is not ready gets no command that could try it.
    async fn check_store(&self, is_readable: bool) {
        let has_fault = STORE_FAULTS.iter().any(|kind| self.faults().has(*kind, None));
        let checked = if has_fault {
            let writes = vec![put(&Unkeyed, &WriteProbe { at_ms: self.now_ms() })];
            self.store.append(Commit { writes, ..Commit::default() }).await.map(drop)
        } else {
            self.store.check().await
        };
        match checked {
            Ok(()) if is_readable => STORE_FAULTS.iter().for_each(|kind| self.clear(*kind, None)),
            Ok(()) => {}
            Err(error) => self.raise(Fault::from(&error)),
        }
    }

    /// Reads the journal from `seq` to `end` and forgets cached names that another node has changed.
    async fn follow_journal(&self, seq: &mut Option<u64>, end: u64) -> Result<(), StoreError> {
        // What was written before this node started is not cached here.
        let seq = seq.get_or_insert(end);
        while *seq < end {
            let entries = self.store.entries(LogId::ROOM, *seq, ENTRIES_AT_ONCE).await?;
            let Some(last) = entries.last() else { return Ok(()) };
            let last_seq = last.last_seq();
            for entry in &entries {
                for event in JournalEntry::read(entry)?.events {
                    if let RoomEvent::Named { player, .. } = event {
                        self.names.forget(PlayerId(player));
                    }
                }
            }
            *seq = last_seq;
        }
        Ok(())
    }
}
