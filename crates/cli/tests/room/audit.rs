//! Reads what is stored, from the beginning or from where it stopped, and fails at the first thing that is wrong:
//! chains, sequence numbers, chips that moved, balances, commands that were done twice.

use std::collections::{BTreeMap, BTreeSet};

use journal::chain::{GENESIS, continues};
use journal::room_log::{JournalEntry, RoomEvent};
use protocol::{StoredEvent, StoredEvents};
use store::{Entry, KeyRange, LogId, LogReader, RecordKind};
use table::{Account, Event, Move};

use crate::history::History;
use crate::memory::Memory;

/// What was read so far.
#[derive(Default)]
pub(crate) struct Audit {
    /// Where each log ended.
    ends: BTreeMap<u64, (u64, [u8; 32])>,
    /// Every command in a log, and where the table stood after it.
    commands: BTreeMap<(u64, u64, String), u64>,
    /// The hash of each entry, by its log and last event.
    hashes: BTreeMap<(u64, u64), [u8; 32]>,
    /// Everything that each wallet ever held.
    held: BTreeSet<(u64, i64)>,
    balances: BTreeMap<Account, i64>,
    postings: u64,
    /// How many rounds were settled.
    pub(crate) settled: u64,
    /// How many events there were.
    pub(crate) events: u64,
}

impl Audit {
    /// Reads what has come since; nobody may write meanwhile.
    pub(crate) async fn read_on(&mut self, store: &dyn LogReader) {
        self.read_along(store).await;
        self.compare_balances(store).await;
    }

    /// Reads what has come since, while others write.
    pub(crate) async fn read_along(&mut self, store: &dyn LogReader) {
        let tables = store.records(KeyRange::prefix(RecordKind::Table, "", 1_000)).await.expect("tables");
        let numbers = tables.iter().map(|(key, _)| u64::from_str_radix(key, 16).expect("a number"));
        for log in std::iter::once(0).chain(numbers) {
            self.read_log(store, LogId(log)).await;
        }
        self.read_postings(store).await;
    }

    /// Whether everything that players remember is so.
    pub(crate) fn confirm(&self, memory: &Memory) {
        for (name, seq) in &memory.done {
            assert_eq!(self.commands.get(name), Some(seq), "{name:?} was done, and is not in the log so");
        }
        for (name, code) in &memory.refused {
            assert_eq!(self.commands.get(name), None, "{name:?} was refused ({code}), and is in the log");
        }
        let History { commands, wallets, .. } = &memory.history;
        for receipt in commands.iter().map(|command| command.receipt) {
            let hash = self.hashes.get(&(receipt.table.0, receipt.seq.0));
            assert_eq!(hash, Some(&receipt.hash.0), "{receipt:?} is not in the log");
        }
        for told in wallets {
            assert!(self.held.contains(told), "player {} was told of {} and never held it", told.0, told.1);
        }
        memory.history.confirm();
    }

    /// How many of those commands are in a log.
    pub(crate) fn found(&self, names: &[(u64, u64, String)]) -> usize {
        names.iter().filter(|name| self.commands.contains_key(*name)).count()
    }

    async fn read_log(&mut self, store: &dyn LogReader, log: LogId) {
        loop {
            let (end, mut hash) = self.ends.get(&log.0).copied().unwrap_or((0, GENESIS));
            let entries = store.entries(log, end, 1_000).await.expect("entries");
            let Some(last) = entries.last().map(Entry::last_seq) else { return };
            let mut moves = Vec::new();
            let mut seq = end;
            for entry in &entries {
                assert_eq!(entry.seq, seq + 1, "log {log} has a gap");
                assert!(continues(&hash, entry), "log {log} is broken at {}", entry.seq);
                (seq, hash) = (entry.last_seq(), entry.hash);
                self.hashes.insert((log.0, seq), hash);
                moves.extend(self.read_entry(entry));
            }
            let postings = store.transfers_of(log, end + 1, last).await.expect("postings");
            let posted: Vec<Move> = postings.iter().map(|posting| posting.moved).collect();
            assert_eq!(posted, moves, "log {log} after {end}: other chips moved than it says");
            self.ends.insert(log.0, (seq, hash));
        }
    }

    /// What an entry says; the chips that move with it.
    fn read_entry(&mut self, entry: &Entry) -> Vec<Move> {
        self.events += u64::from(entry.events);
        if entry.log == LogId::ROOM {
            let page: JournalEntry = serde_json::from_str(&entry.body).expect("a page");
            return page.events.iter().filter_map(RoomEvent::moves).collect();
        }
        let facts: StoredEvents = serde_json::from_str(&entry.body).expect("facts");
        assert_eq!(facts.events.len(), entry.events as usize, "log {} at {}", entry.log, entry.seq);
        if let (Some(player), Some(command)) = (facts.by, facts.command) {
            let name = (entry.log.0, player, command);
            let before = self.commands.insert(name.clone(), entry.last_seq());
            assert_eq!(before, None, "{name:?} was done twice");
        }
        let mut moves = Vec::new();
        for fact in &facts.events {
            if let StoredEvent::Event(event) = fact {
                self.settled += u64::from(matches!(event, Event::Settled { .. }));
                moves.extend(event.moves());
            }
        }
        moves
    }

    async fn read_postings(&mut self, store: &dyn LogReader) {
        loop {
            let postings = store.transfers(self.postings, 1_000).await.expect("the journal");
            if postings.is_empty() {
                break;
            }
            for posting in &postings {
                let Move { debit, credit, amount } = posting.moved;
                *self.balances.entry(debit).or_default() -= amount.0;
                *self.balances.entry(credit).or_default() += amount.0;
                let after = [self.balances[&debit], self.balances[&credit]];
                for (account, after) in [debit, credit].into_iter().zip(after) {
                    if let Account::Wallet(player) = account {
                        self.held.insert((player.0, after));
                    }
                }
                assert_eq!(after, [posting.debit_after.0, posting.credit_after.0], "{posting:?}");
                assert!(after[0] >= 0 || debit == Account::Cashier, "{posting:?} overdraws");
            }
            self.postings += postings.len() as u64;
        }
    }

    async fn compare_balances(&self, store: &dyn LogReader) {
        let held = store.balances(vec![]).await.expect("balances");
        let held: BTreeMap<Account, i64> =
            held.into_iter().map(|(account, cents)| (account, cents.0)).collect();
        assert_eq!(held, self.balances, "balances are not the sum of what moved");
        assert_eq!(held.values().sum::<i64>(), 0, "chips were made or lost");
    }
}
