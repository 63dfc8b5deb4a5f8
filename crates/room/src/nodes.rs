//! A node among others: it acts on deadlines of tables that no node has loaded, follows the notices of its peers, and
//! searches for entries and balances of which no notice arrived.

use std::sync::Weak;
use std::sync::atomic::Ordering;
use std::time::Duration;

use table::{Account, PlayerId};

use crate::room::Room;
use crate::table_actor::TableMessage;
use ::journal::room_log::{JournalEntry, RoomEvent};
use store::{LogId, StoreError};

/// The pause between two rounds of maintenance.
const MAINTENANCE_INTERVAL: Duration = Duration::from_millis(500);

/// Every how many rounds of maintenance entries without a notice are searched for.
const ROUNDS_PER_SEARCH: u32 = 2;

/// How much later a node acts on the deadline of a table that it has no viewer of. Another node may have the players'
/// connections and acts in time; this one would only run into a conflict with it.
pub(super) const GRACE_MS: u64 = 1_000;

/// How many entries of the journal are read at a time.
const ENTRIES_AT_ONCE: u32 = 500;

impl Room {
    /// Wakes tables whose deadline has passed, loading them if need be, and searches for entries of other nodes, for as
    /// long as the room is there.
    pub async fn run_maintenance(this: Weak<Room>) {
        let mut journal_seq = None;
        for round in 0_u32.. {
            let Some(room) = this.upgrade() else { return };
            // Deadlines first: players wait for them.
            let mut maintained = room.wake_due_tables().await;
            if round.is_multiple_of(ROUNDS_PER_SEARCH) {
                maintained = maintained.and(room.search_balances().await);
                if room.options.is_shared {
                    maintained = maintained.and(room.search_entries(&mut journal_seq).await);
                }
            }
            match maintained {
                Ok(()) => room.health.record_answer(room.runtime().monotonic()),
                // One failure is logged and tried again; only a silence of several seconds ends the sockets.
                Err(error) => {
                    room.fault(&error.to_string());
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
        let behind = self.loaded_table(log).filter(|handle| handle.seq.load(Ordering::Relaxed) < seq);
        if let Some(handle) = behind {
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

    /// Searches for what other nodes wrote at loaded tables and in the journal, with one query.
    async fn search_entries(&self, journal_seq: &mut Option<u64>) -> Result<(), StoreError> {
        let known = self.loaded_seqs();
        let logs = known.keys().copied().chain([LogId::ROOM]).collect();
        for (log, seq) in self.store.heads(logs).await? {
            match known.get(&log) {
                Some(known) if seq > *known => self.forward(log, TableMessage::CatchUp { is_late: true }),
                Some(_) => {}
                None => self.follow_journal(journal_seq, seq).await?,
            }
        }
        Ok(())
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
