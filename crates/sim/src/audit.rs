//! Everything that must hold after each step. The auditor sees every group as it becomes durable, and every answer and
//! message as it leaves a node. It relies on nothing that a node says.

use std::collections::BTreeMap;
use std::hash::{DefaultHasher, Hash, Hasher};

use fair::seal::SealKey;
use journal::accounts::AccountBook;
use journal::chain::Chain;
use journal::room_log::{JournalEntry, RoomEvent};
use protocol::{EntryBody, ErrorCode, LogPosition, Receipt, ServerMessage, StoredEvents};
use store::batch::Plan;
use store::{Entry, LogId};
use table::{Move, Viewer};

use crate::checker::{Checker, Mutant, Violation, ensure};
use crate::storage::{Disk, Drift};

mod cards;
mod limits;
mod plain;
mod shadow;
pub(crate) mod stream;

use limits::PlainLimits;
use plain::PlainTable;
use shadow::Shadow;
pub(crate) use shadow::Turn;
use stream::TableMessage;

/// A command: its table, its player, and the id that the client gave it.
pub(crate) type CommandKey = (u64, u64, String);

/// The longest time from the arrival of a command to its decision: the room's own limit, once in the queue of its
/// connection and once at the table, the difference between clocks, and what reading takes.
const LATEST_DECISION_MS: u64 = 11_000;

/// Watches everything.
pub(crate) struct Auditor {
    key: SealKey,
    mutant: Option<Mutant>,
    /// All balances together.
    sum: i128,
    room_log: Chain,
    accounts: AccountBook,
    shadows: BTreeMap<LogId, Shadow>,
    plain: BTreeMap<LogId, PlainTable>,
    limits: PlainLimits,
    /// When each command last arrived at a node.
    arrivals: BTreeMap<CommandKey, u64>,
    /// What was confirmed, by place.
    receipts: BTreeMap<(u64, u64, [u8; 32]), Receipt>,
    /// What each life of a node last confirmed of a table.
    confirmed: BTreeMap<((usize, u64), u64), LogPosition>,
    /// The history that the store has lost.
    lost: Option<Box<Auditor>>,
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
    pub(crate) fn new(key: SealKey, mutant: Option<Mutant>) -> Auditor {
        Auditor {
            key,
            mutant,
            sum: 0,
            room_log: Chain::new(LogId::ROOM),
            accounts: AccountBook::default(),
            shadows: BTreeMap::new(),
            plain: BTreeMap::new(),
            limits: PlainLimits::default(),
            arrivals: BTreeMap::new(),
            receipts: BTreeMap::new(),
            confirmed: BTreeMap::new(),
            lost: None,
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

    /// The store has gone back to the history that another auditor has followed.
    pub(crate) fn lose_all_but(&mut self, left: Auditor) {
        let mut lost = std::mem::replace(self, left);
        std::mem::swap(&mut self.trace, &mut lost.trace);
        std::mem::swap(&mut self.receipts, &mut lost.receipts);
        std::mem::swap(&mut self.confirmed, &mut lost.confirmed);
        std::mem::swap(&mut self.arrivals, &mut lost.arrivals);
        (self.entries, self.messages) = (lost.entries, lost.messages);
        self.violation = self.violation.take().or(lost.violation.take());
        self.lost = Some(Box::new(lost));
    }

    /// Returns everything that was confirmed, and whether the log has it.
    pub(crate) fn receipts(&self) -> impl Iterator<Item = (Receipt, bool)> {
        self.receipts.values().map(|receipt| {
            let position = LogPosition { seq: receipt.seq, hash: receipt.hash };
            (*receipt, self.has(receipt.table.0, position))
        })
    }

    /// Whether the log of a table has an entry that ends there.
    fn has(&self, table: u64, position: LogPosition) -> bool {
        let turn = self.shadows.get(&LogId(table)).and_then(|shadow| shadow.turn(position.seq.0));
        turn.is_some_and(|turn| turn.hash == position.hash.0)
    }

    /// A client that knows some places of a log is shown another one, which must continue them.
    pub(crate) fn continues(
        &self,
        table: u64,
        known: &[LogPosition],
        shown: LogPosition,
    ) -> Result<(), Violation> {
        let ahead = known.iter().find(|known| known.seq > shown.seq);
        ensure(ahead.is_none(), Checker::Forgotten, || {
            let (seq, known) = (shown.seq, ahead.map_or(0, |known| known.seq.0));
            format!("table {table}: a client that knows event {known} is shown {seq}")
        })?;
        self.agrees(table, known, shown)
    }

    /// A place of a log is confirmed where others were, which must be of the same history. A repeated command gets the
    /// receipt of an earlier place.
    pub(crate) fn agrees(
        &self,
        table: u64,
        known: &[LogPosition],
        shown: LogPosition,
    ) -> Result<(), Violation> {
        let Some(lost) = &self.lost else { return Ok(()) };
        let has_all =
            |history: &Auditor| known.iter().chain([&shown]).all(|place| history.has(table, *place));
        ensure(has_all(self) || has_all(lost), Checker::Forgotten, || {
            let (seq, known) = (shown.seq, known.first().map_or(0, |known| known.seq.0));
            format!("table {table}: who knows event {known} is told of {seq} in another history")
        })
    }

    /// A client was told that the card room has forgotten something.
    pub(crate) fn told(&mut self, table: u64) -> Result<(), Violation> {
        ("told", table).hash(&mut self.trace);
        ensure(self.lost.is_some(), Checker::Forgotten, || {
            format!("table {table}: a client is told that something was lost, and nothing was")
        })
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
                self.follow_journal(entry)?
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

    /// Follows the journal, whose events the rules of accounts must allow; the chips that move.
    fn follow_journal(&mut self, entry: &Entry) -> Result<Vec<Move>, Violation> {
        let page = JournalEntry::read(entry).map_err(|error| wrong(Checker::Log, entry, &error))?;
        for event in &page.events {
            let applied = self.accounts.apply(event, entry.at_ms);
            applied.map_err(|fault| wrong(Checker::Log, entry, &format!("{fault}: {event:?}")))?;
            self.limits.follow_journal(event, entry.at_ms);
        }
        Ok(page.events.iter().filter_map(RoomEvent::moves).collect())
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
        if let (Some(player), Some(command)) = (facts.by, &facts.command) {
            self.in_time(&(entry.log.0, player, command.clone()), entry)?;
        }
        let shadow = self.shadows.entry(entry.log).or_insert_with(|| Shadow::new(entry.log));
        let settled = shadow.settled;
        let moves = shadow.follow(entry, disk, &self.key)?;
        self.rounds += shadow.settled - settled;
        let body: EntryBody =
            serde_json::from_str(&entry.body).map_err(|error| wrong(Checker::Log, entry, &error))?;
        let plain = self.plain.entry(entry.log).or_insert_with(|| PlainTable::new(self.mutant));
        plain.follow(entry.log.0, &body.events, &shadow.over)?;
        for event in &body.events {
            self.limits.follow(entry.log.0, entry.at_ms, event, plain::moves(event))?;
        }
        Ok(moves)
    }

    /// Whether a command was decided soon after it arrived. The floor's own commands come without a socket.
    fn in_time(&self, name: &CommandKey, entry: &Entry) -> Result<(), Violation> {
        let arrived_ms = self.arrivals.get(name).copied().unwrap_or(entry.at_ms);
        let late_ms = entry.at_ms.saturating_sub(arrived_ms);
        ensure(late_ms <= LATEST_DECISION_MS, Checker::Late, || {
            let (table, player, command) = name;
            format!("command {command} of player {player} at table {table} was decided after {late_ms} ms")
        })
    }

    /// How many commands of players are in the logs. Bots, which need no answers, do not count.
    pub(crate) fn commands(&self) -> usize {
        self.done.len()
    }

    /// A command has arrived at a node; returns whether it is in a log already.
    pub(crate) fn arrived(&mut self, name: &CommandKey, now_ms: u64) -> bool {
        self.arrivals.insert(name.clone(), now_ms);
        self.done.contains_key(name)
    }

    /// A life of a node has said that a command is done.
    pub(crate) fn acknowledged(
        &mut self,
        life: (usize, u64),
        name: &CommandKey,
        receipt: Receipt,
    ) -> Result<(), Violation> {
        let seq = receipt.seq.0;
        (name, seq).hash(&mut self.trace);
        let (table, player, command) = name;
        self.receipts.insert((*table, seq, receipt.hash.0), receipt);
        let confirmed = LogPosition { seq: receipt.seq, hash: receipt.hash };
        let before = self.confirmed.insert((life, *table), confirmed);
        // A node that has confirmed one history confirms nothing of another one.
        self.agrees(*table, before.as_slice(), confirmed)?;
        let is_there = |of: &Auditor| of.done.get(name) == Some(&(seq, receipt.hash.0));
        if self.lost.as_deref().is_some_and(is_there) {
            return Ok(());
        }
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
        let is_fair = !was_done || code == ErrorCode::Stale || code.is_retryable() || self.lost.is_some();
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
        let Some(TableMessage { table, view, hash, .. }) = TableMessage::of(message) else { return Ok(()) };
        let position = LogPosition { seq: view.seq, hash };
        let history = self.lost.as_deref().filter(|lost| lost.has(table.0, position)).unwrap_or(self);
        let turn = history.turn(LogId(table.0), view.seq.0)?;
        ensure(turn.hash == hash.0, Checker::Messages, || {
            format!("table {table} at {}: the hash is {hash} and not that of the log", view.seq)
        })?;
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

fn wrong(checker: Checker, entry: &Entry, why: &dyn std::fmt::Display) -> Violation {
    Violation { checker, what: format!("table {}, event {}: {why}", entry.log, entry.seq) }
}
