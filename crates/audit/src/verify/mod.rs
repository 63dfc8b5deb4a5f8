//! Verification of a whole card room: everything derived is recomputed from the first event and compared.
//!
//! Each log is read from its beginning. Verified are the chain of its entries, the legality of each event, the money it
//! moves, the commitment and deck of each round, checkpoints, and the records that histories and reports are read from.
//! Then every transfer goes through a fresh ledger, whose balances must be the stored ones, and every grant must have
//! found in the wallet and on tables what its event says. The records of accounts, names, tokens and roles are
//! recomputed from the journal, which must end where the card room has signed that it ends. Entries that are appended
//! while the verification runs are left to the next one.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use table::Move;
use thiserror::Error;

use fair::receipt::PublicKey;
use fair::seal::SealKey;
use journal::ReadRecords;
use journal::record::{RecordRange, TableRecord};
use journal::replay::ReplayFailure;
use store::{LogId, LogReader, StoreError};

mod accounts;
mod claims;
mod file;
mod head;
mod log;
mod money;
mod receipts;
mod tables;

pub use file::{file, file_with_receipts};
pub use receipts::{Comparison, ReceiptFault, Receipts};

/// What was verified.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, serde::Serialize)]
pub struct Figures {
    /// Logs: one for each table, and the room log.
    pub logs: u64,
    /// Entries of logs, each chained to the one before.
    pub entries: u64,
    /// Events, each legal when it happened.
    pub events: u64,
    /// Rounds that were settled, every wager to the cent.
    pub rounds_settled: u64,
    /// Rounds that were declared void, and all chips went back.
    pub rounds_void: u64,
    /// Decks that follow from seeds, which are those that were committed to.
    pub decks: u64,
    /// Rounds that are not over, whose seeds are still secret.
    pub rounds_under_way: u64,
    /// Of these, how many whose sealed seed was opened and is the one that was committed to.
    pub seeds_unsealed: u64,
    /// Checkpoints that are what the events say.
    pub checkpoints: u64,
    /// Records of hands, rounds and days that are what the events say.
    pub records: u64,
    /// Whether the card room has signed the journal as it is. Without its public key nobody can tell.
    pub journal_signed: bool,
    /// Records of accounts, names, tokens and passwords that are what the journal says.
    pub account_records: u64,
    /// Moves of chips from one account to another.
    pub postings: u64,
    /// Accounts whose balance follows from those moves.
    pub accounts: u64,
    /// The sum of all balances.
    pub sum: i64,
    /// Exported hands.
    pub hands: u64,
}

/// The first fault that was found, and where.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Wrong {
    /// In which log, if it is in one.
    pub log: Option<LogId>,
    /// At which event.
    pub seq: Option<u64>,
    /// What is wrong, as a clause that can follow a colon.
    pub why: String,
}

impl Wrong {
    fn at(log: LogId, seq: u64, why: impl fmt::Display) -> Wrong {
        Wrong { log: Some(log), seq: Some(seq), why: why.to_string() }
    }

    fn anywhere(why: impl fmt::Display) -> Wrong {
        Wrong { log: None, seq: None, why: why.to_string() }
    }
}

impl fmt::Display for Wrong {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.log {
            Some(LogId::ROOM) => f.write_str("the room log")?,
            Some(log) => write!(f, "table {log}")?,
            None => return f.write_str(&self.why),
        }
        if let Some(seq) = self.seq {
            write!(f, ", event {seq}")?;
        }
        write!(f, ": {}", self.why)
    }
}

/// Why the verification failed.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum Failure {
    /// The card room holds something that it must not.
    #[error(transparent)]
    Wrong(#[from] Wrong),
    /// The store does not answer, or there is no such table.
    #[error("{0}")]
    Unreadable(String),
}

impl std::error::Error for Wrong {}

impl From<ReplayFailure> for Wrong {
    fn from(failure: ReplayFailure) -> Wrong {
        Wrong::at(failure.log, failure.seq, failure.fault)
    }
}

/// Broken content is a fault of the card room; a store that does not answer proves nothing either way.
impl From<StoreError> for Failure {
    fn from(error: StoreError) -> Failure {
        match error {
            StoreError::Broken(why) => Wrong::anywhere(why).into(),
            error => Failure::Unreadable(error.to_string()),
        }
    }
}

/// How far the verification has come.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum Progress {
    /// Events of logs.
    Events { done: u64, of: u64 },
    /// Moves of chips.
    Postings { done: u64, of: u64 },
}

/// The keys with which more can be verified than without.
#[derive(Clone, Copy, Debug, Default)]
pub struct Keys<'a> {
    /// Opens the seeds of rounds that are under way. Without it these rounds are counted.
    pub seal: Option<&'a SealKey>,
    /// Checks that the journal is the one that the card room has signed. Without it, anybody who can write to the store
    /// may have written the journal.
    pub public: Option<PublicKey>,
}

/// Verifies a card room, or only the log of one of its tables.
pub async fn room(
    store: &dyn LogReader,
    keys: Keys<'_>,
    only: Option<LogId>,
    progress: &mut (dyn FnMut(Progress) + Send),
) -> Result<Figures, Failure> {
    let mut verifier = Verifier {
        store,
        keys,
        progress,
        figures: Figures::default(),
        read: BTreeMap::new(),
        expected: tables::Expected::default(),
        journal: log::Log::new(LogId::ROOM),
        of: 0,
    };
    match only {
        Some(log) => verifier.table(log).await?,
        // Balances, and records that no log tells of, can only be judged when all logs were read.
        None => verifier.everything().await?,
    }
    Ok(verifier.figures)
}

/// Verifies one thing after the other.
struct Verifier<'a> {
    store: &'a dyn LogReader,
    keys: Keys<'a>,
    progress: &'a mut (dyn FnMut(Progress) + Send),
    figures: Figures,
    /// The logs that were read, and how far.
    read: BTreeMap<LogId, u64>,
    /// The records that they tell of.
    expected: tables::Expected,
    /// The journal, as far as it was read.
    journal: log::Log,
    /// How many events there are in all.
    of: u64,
}

impl Verifier<'_> {
    async fn table(&mut self, log: LogId) -> Result<(), Failure> {
        match self.store.head(log).await? {
            Some(head) if log != LogId::ROOM => self.of = head.seq,
            _ => return Err(Failure::Unreadable(format!("there is no table {log}"))),
        }
        self.log(log).await?;
        Ok(())
    }

    async fn everything(&mut self) -> Result<(), Failure> {
        let mut logs = self.tables().await?;
        // Heads are read first, for the progress alone: logs may grow, and are read to where they end then.
        let mut heads = vec![(LogId::ROOM, self.store.head(LogId::ROOM).await?)];
        for log in &logs {
            heads.push((*log, self.store.head(*log).await?));
        }
        self.of = heads.iter().filter_map(|(_, head)| Some(head.as_ref()?.seq)).sum();
        // The room log says which tables were opened. One whose record was deleted is still verified.
        logs.extend(self.log(LogId::ROOM).await?);
        self.signed_head().await?;
        for log in logs {
            self.log(log).await?;
        }
        // Money comes after the logs, because each transfer must belong to an entry that was read.
        self.money().await?;
        self.no_other_records().await?;
        self.accounts().await
    }

    /// The tables that the card room keeps records of. The journal names others whose records may have gone.
    async fn tables(&self) -> Result<BTreeSet<LogId>, Failure> {
        let records = self.store.scan::<TableRecord>(&RecordRange::all()).await?;
        Ok(records.into_iter().map(|(table, _)| LogId(table.0)).collect())
    }
}

/// "wallet:7 pays $5.00 to escrow:3".
fn told(Move { debit, credit, amount }: &Move) -> String {
    format!("{debit} pays {amount} to {credit}")
}
