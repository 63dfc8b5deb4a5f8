//! Everything that must hold after each step. The auditor sees every group as it becomes durable, every answer and
//! every frame as it leaves a node, and keeps no opinion that it has from a node.

use std::collections::BTreeMap;
use std::hash::{DefaultHasher, Hash, Hasher};

use fair::seal::SealKey;
use journal::room_log::{JournalEntry, RoomEvent};
use protocol::{ErrorCode, StoredEvents};
use store::batch::Plan;
use store::{Entry, LogId};
use table::{Move, Viewer};

use crate::frame::Told;
use crate::storage::{Disk, Drift};
use crate::violation::{Checker, Violation, ensure};

mod cards;
mod shadow;

use shadow::Shadow;
pub(crate) use shadow::Turn;

/// A command: its table, its player, and the name that they gave it.
pub(crate) type Name = (u64, u64, String);

/// Watches everything.
pub(crate) struct Auditor {
    key: SealKey,
    /// All balances together.
    sum: i128,
    shadows: BTreeMap<LogId, Shadow>,
    /// Where each command that is in a log left its table.
    done: BTreeMap<Name, u64>,
    /// Everything that has happened, in order.
    trace: DefaultHasher,
    /// The first thing that is wrong.
    violation: Option<Violation>,
    pub(crate) rounds: u64,
    pub(crate) entries: u64,
    pub(crate) frames: u64,
}

impl Auditor {
    pub(crate) fn new(key: SealKey) -> Auditor {
        Auditor {
            key,
            sum: 0,
            shadows: BTreeMap::new(),
            done: BTreeMap::new(),
            trace: DefaultHasher::new(),
            violation: None,
            rounds: 0,
            entries: 0,
            frames: 0,
        }
    }

    /// The first thing that was found to be wrong.
    pub(crate) const fn violation(&self) -> Option<&Violation> {
        self.violation.as_ref()
    }

    /// One number for everything that has happened.
    pub(crate) fn trace(&self) -> u64 {
        self.trace.finish()
    }

    /// Something has happened that does not show in a log.
    pub(crate) fn note(&mut self, what: impl Hash) {
        what.hash(&mut self.trace);
    }

    /// Remembers what is wrong, if it is the first.
    pub(crate) fn blame(&mut self, verdict: Result<(), Violation>) {
        if let (Err(violation), None) = (verdict, &self.violation) {
            self.violation = Some(violation);
        }
    }

    /// How many rounds each table has ended, settled and void.
    pub(crate) fn ended(&self) -> impl Iterator<Item = (LogId, u64, u64)> {
        self.shadows.iter().map(|(log, shadow)| (*log, shadow.settled, shadow.void))
    }

    /// Where a log ends.
    pub(crate) fn seq(&self, log: LogId) -> u64 {
        self.shadows.get(&log).map_or(0, |shadow| shadow.seq)
    }

    /// A group has become durable.
    pub(crate) fn committed(&mut self, plan: &Plan, disk: &Disk, drift: Drift) -> Result<(), Violation> {
        self.sum += drift.cents;
        ensure(self.sum == 0, Checker::Ledger, || {
            format!("all balances together are {} cents, not zero", self.sum)
        })?;
        if let Some((account, balance)) = drift.overdrawn {
            return ensure(false, Checker::Wallet, || format!("{account} holds {balance}"));
        }
        for entry in &plan.entries {
            self.entries += 1;
            (entry.log, entry.seq, entry.at_ms, entry.hash).hash(&mut self.trace);
            let shadow = self.shadows.entry(entry.log).or_default();
            shadow.link(entry)?;
            let moves =
                if entry.log == LogId::ROOM { journal_moves(entry)? } else { self.follow(entry, disk)? };
            let posted =
                plan.transfers.iter().filter(|posting| (posting.log, posting.seq) == (entry.log, entry.seq));
            ensure(posted.map(|posting| posting.moved).eq(moves), Checker::Postings, || {
                format!("table {}, event {}: the postings are not what the events move", entry.log, entry.seq)
            })?;
        }
        Ok(())
    }

    /// Follows a table; the chips that move.
    fn follow(&mut self, entry: &Entry, disk: &Disk) -> Result<Vec<Move>, Violation> {
        let facts: StoredEvents =
            serde_json::from_str(&entry.body).map_err(|error| wrong(Checker::Log, entry, &error))?;
        if let (Some(player), Some(command)) = (facts.by, &facts.command) {
            let before = self.done.insert((entry.log.0, player, command.clone()), entry.last_seq());
            ensure(before.is_none(), Checker::Doubled, || {
                let at = before.unwrap_or_default();
                format!("command {command} of player {player} was done at {at} and again at {}", entry.seq)
            })?;
        }
        let shadow = self.shadows.entry(entry.log).or_default();
        let settled = shadow.settled;
        let moves = shadow.follow(entry, facts, disk, &self.key)?;
        self.rounds += shadow.settled - settled;
        Ok(moves)
    }

    /// Whether a command is in a log.
    pub(crate) fn is_done(&self, name: &Name) -> bool {
        self.done.contains_key(name)
    }

    /// A node has said that a command is done.
    pub(crate) fn acknowledged(&mut self, name: &Name, seq: u64) -> Result<(), Violation> {
        (name, seq).hash(&mut self.trace);
        let (table, player, command) = name;
        let there = self.done.get(name).copied();
        ensure(there == Some(seq), Checker::Acknowledged, || {
            let there = there.map_or_else(|| "not at all".to_owned(), |there| format!("at {there}"));
            format!(
                "command {command} of player {player} is done at {seq} of table {table}, and durable {there}"
            )
        })
    }

    /// A node has refused a command; `was_done` when it was sent.
    pub(crate) fn refused(&mut self, name: &Name, was_done: bool, code: ErrorCode) -> Result<(), Violation> {
        (name, code).hash(&mut self.trace);
        let (table, player, command) = name;
        ensure(code != ErrorCode::Fault, Checker::Fault, || {
            format!("command {command} of player {player} at table {table} ended in a fault")
        })?;
        let is_fair = !was_done || code == ErrorCode::Stale || code.is_retryable();
        ensure(is_fair, Checker::Acknowledged, || {
            format!(
                "command {command} of player {player} was done at table {table}, and its repeat is refused: {code}"
            )
        })
    }

    /// A node has shown a frame to somebody.
    pub(crate) fn shown(&mut self, viewer: Viewer, text: &str, told: &Told) -> Result<(), Violation> {
        self.frames += 1;
        let (Some(table), Some(view)) = (told.table, &told.view) else { return Ok(()) };
        let turn = self.turn(LogId(table), view.seq)?;
        turn.compare(viewer, table, view)?;
        turn.hides(viewer, table, text)
    }

    /// What lay on a table when its log ended there.
    pub(crate) fn turn(&self, log: LogId, seq: u64) -> Result<&Turn, Violation> {
        let missing = || {
            let ends = self.seq(log);
            let checker = if seq > ends { Checker::Acknowledged } else { Checker::Frames };
            let what = format!(
                "a frame shows table {log} at {seq}, and the durable log has no such moment up to {ends}"
            );
            Violation { checker, what }
        };
        self.shadows.get(&log).and_then(|shadow| shadow.turn(seq)).ok_or_else(missing)
    }
}

fn journal_moves(entry: &Entry) -> Result<Vec<Move>, Violation> {
    let page: JournalEntry =
        serde_json::from_str(&entry.body).map_err(|error| wrong(Checker::Log, entry, &error))?;
    Ok(page.events.iter().filter_map(RoomEvent::moves).collect())
}

fn wrong(checker: Checker, entry: &Entry, why: &dyn std::fmt::Display) -> Violation {
    Violation { checker, what: format!("table {}, event {}: {why}", entry.log, entry.seq) }
}
