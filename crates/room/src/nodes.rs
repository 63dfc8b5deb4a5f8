//! What a node does because there are others, or because there may have been: it looks after tables whose time is up,
//! hears of what others wrote, and looks for what it did not hear of.

use std::collections::BTreeMap;
use std::sync::Weak;
use std::sync::atomic::Ordering;
use std::time::Duration;

use table::PlayerId;

use super::Room;
use super::table_actor::TableMessage;
use ::journal::journal::{JournalEntry, RoomEvent};
use store::{LogId, StoreError};

/// How often the storage is asked whose time is up.
const LOOKS_EVERY: Duration = Duration::from_millis(500);

/// What no word told of is looked for every so many looks.
const LOOKS_PER_SEARCH: u32 = 2;

/// How long a node leaves a table to others who have somebody there.
pub(super) const GRACE_MS: u64 = 1_000;

/// How many pages of the journal are read at a time.
const PAGES_AT_ONCE: u32 = 500;

impl Room {
    /// Looks after tables whose time is up, also those that nobody has loaded, for as long as the card room is there.
    /// Among several nodes it also looks for what others wrote.
    pub async fn run_maintenance(this: Weak<Room>) {
        let mut every = tokio::time::interval(LOOKS_EVERY);
        let mut journal = None;
        for look in 0_u32.. {
            every.tick().await;
            let Some(room) = this.upgrade() else { return };
            let mut looked = room.look_for_due().await;
            if room.is_shared && look % LOOKS_PER_SEARCH == 0 {
                looked = looked.and(room.search(&mut journal).await);
            }
            match looked {
                Ok(()) => room.health.keep(),
                Err(error) => {
                    room.fault(&error.to_string());
                    room.health.look();
                }
            }
        }
    }

    /// A log goes up to there, somebody says.
    pub fn on_peer_notice(&self, log: LogId, seq: u64) {
        let behind = self.hosts().as_ref().and_then(|hosts| hosts.get(&log).cloned());
        if let Some(host) = behind.filter(|host| host.seq.load(Ordering::Relaxed) < seq) {
            // A table that is so busy will look by itself.
            let _ = host.messages.try_send(TableMessage::Look { is_late: false });
        }
    }

    /// Tables that are loaded know themselves when their time is up; among nodes, others get time to see to theirs.
    async fn look_for_due(&self) -> Result<(), StoreError> {
        let grace_ms = if self.is_shared { GRACE_MS } else { 0 };
        for log in self.store.due(self.now_ms().saturating_sub(grace_ms)).await? {
            self.forward(log, TableMessage::Due);
        }
        Ok(())
    }

    /// Looks for what others wrote, at tables that are loaded and in the journal, with one question for all.
    async fn search(&self, journal: &mut Option<u64>) -> Result<(), StoreError> {
        let known: BTreeMap<LogId, u64> = self.hosts().as_ref().map_or_else(BTreeMap::new, |hosts| {
            hosts.iter().map(|(log, host)| (*log, host.seq.load(Ordering::Relaxed))).collect()
        });
        let logs = known.keys().copied().chain([LogId::JOURNAL]).collect();
        for (log, seq) in self.store.heads(logs).await? {
            match known.get(&log) {
                Some(known) if seq > *known => self.forward(log, TableMessage::Look { is_late: true }),
                Some(_) => {}
                None => self.follow(journal, seq).await?,
            }
        }
        Ok(())
    }

    /// Forgets the names of those who have another name by now.
    async fn follow(&self, journal: &mut Option<u64>, end: u64) -> Result<(), StoreError> {
        let seen = journal.get_or_insert(end);
        while *seen < end {
            let entries = self.store.entries(LogId::JOURNAL, *seen, PAGES_AT_ONCE).await?;
            let Some(last) = entries.last() else { return Ok(()) };
            *seen = last.last_seq();
            let pages =
                entries.iter().filter_map(|entry| serde_json::from_str::<JournalEntry>(&entry.body).ok());
            for notice in pages.flat_map(|page| page.events) {
                if let RoomEvent::Named { player, .. } = notice {
                    self.people.forget(PlayerId(player));
                }
            }
        }
        Ok(())
    }
}
