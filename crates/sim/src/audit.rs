//! Everything that must hold after each step. The auditor sees every group as it becomes durable, and every answer and
//! message as it leaves a node. It relies on nothing that a node says.

use std::collections::BTreeMap;
use std::hash::{DefaultHasher, Hash, Hasher};

use fair::seal::SealKey;
use journal::chain::Chain;
use journal::room_log::{JournalEntry, RoomEvent};
use protocol::{ErrorCode, Receipt, ServerMessage, StoredEvents};
use store::batch::Plan;
use store::{Entry, LogId};
use table::{Move, Viewer};

use crate::checker::{Checker, Violation, ensure};
use crate::storage::{Disk, Drift};

mod cards;
mod shadow;
pub(crate) mod stream;

use shadow::Shadow;
pub(crate) use shadow::Turn;
use stream::TableMessage;

/// A command: its table, its player, and the id that the client gave it.
pub(crate) type CommandKey = (u64, u64, String);

/// Watches everything.
pub(crate) struct Auditor {
    key: SealKey,
    /// All balances together.
    sum: i128,
    room_log: Chain,
    shadows: BTreeMap<LogId, Shadow>,
    /// Where each command that is in a log left its table.
    done: BTreeMap<CommandKey, (u64, [u8; 32])>,
    /// Everything that has happened, in order.
    trace: DefaultHasher,
    /// The first thing that is wrong.
    pub(crate) violation: Option<Violation>,
    pub(crate) rounds: u64,
    pub(crate) entries: u64,
    pub(crate) messages: u64,
}

impl Auditor {
    pub(crate) fn new(key: SealKey) -> Auditor {
        Auditor {
            key,
            sum: 0,
            room_log: Chain::new(LogId::ROOM),
            shadows: BTreeMap::new(),
            done: BTreeMap::new(),
            trace: DefaultHasher::new(),
            violation: None,
            rounds: 0,
            entries: 0,
            messages: 0,
        }
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
        self.shadows.get(&log).map_or(0, Shadow::seq)
    }

    /// A group has become durable.
    pub(crate) fn committed(&mut self, plan: &Plan, disk: &Disk, drift: Drift) -> Result<(), Violation> {
        // Kept as a running sum: adding up all balances after every group would make a world quadratic.
        self.sum += drift.cents;
        ensure(self.sum == 0, Checker::Ledger, || {
            format!("all balances together are {} cents, not zero", self.sum)
        })?;
        if let Some((account, balance)) = drift.overdrawn {
            return ensure(false, Checker::Wallet, || format!("{account} holds {balance}"));
        }
        for entry in &plan.entries {
            self.entries += 1;
            // The trace is what two runs of a seed are compared by, so that it covers every byte through the hash.
            (entry.log, entry.seq, entry.at_ms, entry.hash).hash(&mut self.trace);
            let moves = if entry.log == LogId::ROOM {
                self.room_log.push(entry).map_err(Violation::from)?;
                journal_moves(entry)?
            } else {
                self.follow(entry, disk)?
            };
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
            // A command may be in the log once, whatever was lost, repeated or torn.
            let before =
                self.done.insert((entry.log.0, player, command.clone()), (entry.last_seq(), entry.hash));
            ensure(before.is_none(), Checker::Doubled, || {
                let (at, _) = before.unwrap_or_default();
                format!("command {command} of player {player} was done at {at} and again at {}", entry.seq)
            })?;
        }
        let shadow = self.shadows.entry(entry.log).or_insert_with(|| Shadow::new(entry.log));
        let settled = shadow.settled;
        let moves = shadow.follow(entry, disk, &self.key)?;
        self.rounds += shadow.settled - settled;
        Ok(moves)
    }

    /// Whether a command is in a log.
    pub(crate) fn is_done(&self, name: &CommandKey) -> bool {
        self.done.contains_key(name)
    }

    /// A node has said that a command is done.
    pub(crate) fn acknowledged(&mut self, name: &CommandKey, receipt: Receipt) -> Result<(), Violation> {
        let seq = receipt.seq.0;
        (name, seq).hash(&mut self.trace);
        let (table, player, command) = name;
        let there = self.done.get(name).copied();
        ensure(there == Some((seq, receipt.hash.0)), Checker::Acknowledged, || {
            let there = there.map_or_else(|| "not at all".to_owned(), |(there, _)| format!("at {there}"));
            format!(
                "command {command} of player {player} is done at {seq} of table {table}, and durable {there}"
            )
        })
    }

    /// A node has refused a command; `was_done` when it was sent.
    pub(crate) fn refused(
        &mut self,
        name: &CommandKey,
        was_done: bool,
        code: ErrorCode,
    ) -> Result<(), Violation> {
        (name, code).hash(&mut self.trace);
        let (table, player, command) = name;
        ensure(code != ErrorCode::Fault, Checker::Fault, || {
            format!("command {command} of player {player} at table {table} ended in a fault")
        })?;
        // A table remembers a bounded number of commands and refuses older ones as stale; a conflict is to be tried
        // again. Anything else denies what was done.
        let is_fair = !was_done || code == ErrorCode::Stale || code.is_retryable();
        ensure(is_fair, Checker::Acknowledged, || {
            format!(
                "command {command} of player {player} was done at table {table}, and its repeat is refused: {code}"
            )
        })
    }

    /// Checks a message that a viewer has received.
    pub(crate) fn shown(
        &mut self,
        viewer: Viewer,
        text: &str,
        message: &ServerMessage,
    ) -> Result<(), Violation> {
        self.messages += 1;
        let Some(TableMessage { table, view, .. }) = TableMessage::of(message) else { return Ok(()) };
        let turn = self.turn(LogId(table.0), view.seq.0)?;
        turn.compare(viewer, table.0, view)?;
        turn.hides(viewer, table.0, text)
    }

    /// What lay on a table when its log ended there.
    pub(crate) fn turn(&self, log: LogId, seq: u64) -> Result<&Turn, Violation> {
        let missing = || {
            let ends = self.seq(log);
            // A moment beyond the log was shown before it was durable; one within it does not exist.
            let checker = if seq > ends { Checker::Acknowledged } else { Checker::Messages };
            let what = format!(
                "a message shows table {log} at {seq}, and the durable log has no such moment up to {ends}"
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
