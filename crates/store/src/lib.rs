//! Where the card room keeps what is true: logs of events, money, and records found by their key.
//!
//! A [`Commit`] is done as a whole and durably, or not at all; the storage is the only arbiter. Whoever appends to a
//! log says where they think it ends, and the one who comes second is [`CommitResult::Conflict`]. `group` decides for both
//! storages, so that they cannot differ: [`sqlite`] in one file, [`postgres`] for any number of nodes.

use std::fmt;
use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;

use table::{Account, Move};
use uth::Cents;

pub mod batch;
pub mod fanout;
pub mod postgres;
pub mod sqlite;

/// Names a log. Table 7 has log 7; log 0 is the card room's own journal.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct LogId(pub u64);

impl LogId {
    /// The card room's own journal: accounts, roles, chips from the cashier.
    pub const JOURNAL: LogId = LogId(0);
}

impl fmt::Display for LogId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

/// What one command did to a log: one event or more, as text, chained to all before.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Entry {
    /// Which log.
    pub log: LogId,
    /// The sequence number of its first event, counted from 1.
    pub seq: u64,
    /// How many events it has.
    pub events: u32,
    /// When it was decided, in milliseconds since 1970.
    pub at_ms: u64,
    /// Its events, who caused them and by which command.
    pub body: String,
    /// The hash of this entry and, through its predecessor's, of all before.
    pub hash: [u8; 32],
}

impl Entry {
    /// The sequence number of its last event.
    pub const fn last_seq(&self) -> u64 {
        self.seq.saturating_add(self.events as u64).saturating_sub(1)
    }
}

/// Where a log ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Head {
    /// The sequence number of the last event.
    pub seq: u64,
    /// The hash of the last entry.
    pub hash: [u8; 32],
    /// When somebody has to look at it, whoever that is.
    pub wake_ms: Option<u64>,
}

/// What kind of record it is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[allow(missing_docs)]
pub enum RecordKind {
    /// Accounts of people and house-run players, by number.
    Player,
    /// Which number a name has.
    Name,
    /// Who is signed in, by the hash of the session's secret.
    Session,
    /// Who a program acts for, by the hash of its token.
    Token,
    /// Names and house-run players of tables, by number.
    Table,
    /// Sealed seeds, by table and round.
    Seed,
    /// Tables between two rounds, by number.
    Checkpoint,
    /// Hands that were played, by player and time.
    RoundSummary,
    /// What a table turned over, by day and table.
    DailyTotals,
    /// What the card room remembers of itself.
    Room,
}

impl RecordKind {
    /// All of them.
    pub const ALL: [RecordKind; 10] = [
        RecordKind::Player,
        RecordKind::Name,
        RecordKind::Session,
        RecordKind::Token,
        RecordKind::Table,
        RecordKind::Seed,
        RecordKind::Checkpoint,
        RecordKind::RoundSummary,
        RecordKind::DailyTotals,
        RecordKind::Room,
    ];

    /// Its name in the database.
    pub const fn name(self) -> &'static str {
        [
            "player",
            "name",
            "session",
            "token",
            "table",
            "seed",
            "checkpoint",
            "round_summary",
            "daily_totals",
            "room",
        ][self as usize]
    }
}

/// What a stored record must be for a write to be applied.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Precondition {
    /// Any value, or none.
    Any,
    /// No record under that key.
    Absent,
    /// Exactly this value.
    Equals(String),
}

/// A write of one record, applied only if its precondition holds.
#[derive(Clone, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub struct RecordWrite {
    pub kind: RecordKind,
    pub key: String,
    /// The new value; `None` deletes the record.
    pub value: Option<String>,
    pub precondition: Precondition,
}

impl RecordWrite {
    /// Writes a record, replacing any earlier value.
    pub const fn put(kind: RecordKind, key: String, value: String) -> RecordWrite {
        RecordWrite { kind, key, value: Some(value), precondition: Precondition::Any }
    }

    /// Writes a record that must not exist yet.
    pub const fn create(kind: RecordKind, key: String, value: String) -> RecordWrite {
        RecordWrite { kind, key, value: Some(value), precondition: Precondition::Absent }
    }

    /// Deletes a record.
    pub const fn delete(kind: RecordKind, key: String) -> RecordWrite {
        RecordWrite { kind, key, value: None, precondition: Precondition::Any }
    }
}

/// Everything that is to become true at once.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Commit {
    /// What is appended to a log.
    pub entry: Option<Entry>,
    /// When somebody has to look at that log again.
    pub wake_ms: Option<u64>,
    /// The chips that move, in order; without an entry, none may.
    pub moves: Vec<Move>,
    /// The records that are written.
    pub writes: Vec<RecordWrite>,
}

/// What became of a change.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum CommitResult {
    /// It is true and durable. These accounts hold that much now.
    Done(Vec<(Account, Cents)>),
    /// The log does not end where the entry would begin: somebody else was first. Nothing changed.
    Conflict,
    /// The account does not hold so much. Nothing changed.
    Overdrawn(Account),
    /// A record is not as expected. Nothing changed.
    PreconditionFailed(RecordKind, String),
}

/// A move of chips as it was written, with what both accounts held afterwards.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Posting {
    /// Which log moved them.
    pub log: LogId,
    /// The first sequence number of the entry that moved them.
    pub seq: u64,
    /// What moved.
    pub moved: Move,
    /// What the paying account held afterwards.
    pub debit_after: Cents,
    /// What the paid account held afterwards.
    pub credit_after: Cents,
}

/// What all accounts hold together.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Total {
    /// How many accounts ever held chips.
    pub accounts: u64,
    /// The sum of what they hold; anything but nothing is wrong.
    pub sum: Cents,
}

/// Some records of a shelf, in the order of their keys.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct KeyRange {
    /// Which shelf.
    pub kind: RecordKind,
    /// The first key that counts.
    pub from: String,
    /// The first key that does not.
    pub until: String,
    /// At most so many.
    pub limit: u32,
    /// From the last key backwards.
    pub backwards: bool,
}

impl KeyRange {
    /// The records whose keys begin so.
    pub fn prefix(kind: RecordKind, prefix: &str, limit: u32) -> KeyRange {
        KeyRange { kind, from: prefix.to_owned(), until: format!("{prefix}~"), limit, backwards: false }
    }
}

/// Why the storage did not answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum StoreError {
    /// It cannot be reached or refuses to work. Nothing is known to have changed.
    Unavailable(String),
    /// It broke off while a change was under way: the change is done or it is not.
    Unknown(String),
    /// It holds what it should not.
    Broken(String),
}

impl fmt::Display for StoreError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            StoreError::Unavailable(why) => write!(f, "the storage does not answer: {why}"),
            StoreError::Unknown(why) => write!(f, "the storage broke off, ask again: {why}"),
            StoreError::Broken(why) => write!(f, "the storage holds what it should not: {why}"),
        }
    }
}

impl std::error::Error for StoreError {}

/// An answer of the storage, when it comes.
pub type Pending<'a, T> = Pin<Box<dyn Future<Output = Result<T, StoreError>> + Send + 'a>>;

/// A storage. Logs and postings are only ever appended to.
pub trait Store: Send + Sync + 'static {
    /// Makes a change true and durable. Changes that come together are written together.
    fn append(&self, change: Commit) -> Pending<'_, CommitResult>;

    /// Where a log ends.
    fn head(&self, log: LogId) -> Pending<'_, Option<Head>>;

    /// How far those logs go, of those that there are. A storage that is asked this often asks once for all.
    fn heads(&self, logs: Vec<LogId>) -> Pending<'_, Vec<(LogId, u64)>> {
        Box::pin(async move {
            let mut heads = Vec::new();
            for log in logs {
                heads.extend(self.head(log).await?.map(|head| (log, head.seq)));
            }
            Ok(heads)
        })
    }

    /// The logs that somebody has to look at by then.
    fn due(&self, now_ms: u64) -> Pending<'_, Vec<LogId>>;

    /// The entries of a log that begin after that sequence number, in order.
    fn entries(&self, log: LogId, after: u64, limit: u32) -> Pending<'_, Vec<Entry>>;

    /// The chips that the entries of a log moved, from that sequence number to that.
    fn postings(&self, log: LogId, from: u64, to: u64) -> Pending<'_, Vec<Posting>>;

    /// All chips that ever moved, in the order in which they did: those after that many.
    fn journal(&self, after: u64, limit: u32) -> Pending<'_, Vec<Posting>>;

    /// What accounts hold, all of them if none is named.
    fn balances(&self, accounts: Vec<Account>) -> Pending<'_, Vec<(Account, Cents)>>;

    /// What all accounts hold together. A storage that has many adds them up where they are.
    fn total(&self) -> Pending<'_, Total> {
        Box::pin(async move {
            let balances = self.balances(Vec::new()).await?;
            let sum = Cents(balances.iter().map(|(_, held)| held.0).sum());
            Ok(Total { accounts: balances.len() as u64, sum })
        })
    }

    /// A record.
    fn record(&self, place: RecordKind, key: String) -> Pending<'_, Option<String>>;

    /// Some records with their keys.
    fn records(&self, span: KeyRange) -> Pending<'_, Vec<(String, String)>>;

    /// The same storage for those who read much, where players would otherwise wait for them.
    fn read_replica(&self) -> Option<Arc<dyn Store>> {
        None
    }
}
