//! What the two databases share: their queries, rows as domain values, and the queue in front of the one writer.

use std::collections::BTreeMap;

use table::{Account, Move};
use tokio::sync::mpsc::UnboundedSender;
use tokio::sync::oneshot;
use uth::Cents;

use crate::{
    Commit, CommitResult, Entry, Head, KeyRange, LedgerTotal, LogId, LogReader, Pending, PostedTransfer,
    RecordKind, StoreError,
};

/// The most commits in one transaction.
pub(crate) const MAX_BATCH: usize = 512;

pub(crate) const HEAD: &str = "SELECT log, seq, hash, wake_ms FROM heads WHERE log = $1";
pub(crate) const RECORD: &str = "SELECT value FROM records WHERE kind = $1 AND key = $2";

/// Where the result of a commit goes.
pub(crate) type Answer = oneshot::Sender<Result<CommitResult, StoreError>>;

/// A commit that waits for the writer, and where its result goes.
pub(crate) type Queued = (Commit, Answer);

/// The commits that wait for the writer. Dropping it ends the writer once it has written them.
pub(crate) type Queue = UnboundedSender<Queued>;

/// Hands a commit to the writer and waits for its result. A store that was opened for reading has no queue.
pub(crate) async fn enqueue(queue: Option<&Queue>, commit: Commit) -> Result<CommitResult, StoreError> {
    let stopped = || StoreError::Unknown("the writer has stopped".into());
    let (answer, answered) = oneshot::channel();
    // Whether a writer that stopped had written is not known, so that this is `Unknown` and never `Unavailable`.
    queue.ok_or_else(stopped)?.send((commit, answer)).map_err(|_| stopped())?;
    answered.await.map_err(|_| stopped())?
}

/// A parameter of a query. Unsigned numbers travel as the signed numbers with the same bits.
pub(crate) enum Parameter {
    Number(i64),
    Text(String),
    Numbers(Vec<i64>),
    Texts(Vec<String>),
}

pub(crate) fn number(number: u64) -> Parameter {
    Parameter::Number(number.cast_signed())
}

/// The parameters of [`RECORD`].
pub(crate) fn record_place(kind: RecordKind, key: String) -> Vec<Parameter> {
    vec![Parameter::Text(kind.name().to_owned()), Parameter::Text(key)]
}

/// A row of either database.
pub(crate) trait Row {
    fn optional_number(&self, column: usize) -> Result<Option<i64>, StoreError>;
    fn text(&self, column: usize) -> Result<String, StoreError>;
    fn hash(&self, column: usize) -> Result<[u8; 32], StoreError>;

    fn number(&self, column: usize) -> Result<i64, StoreError> {
        let number = self.optional_number(column)?;
        number.ok_or_else(|| StoreError::Broken(format!("column {column} of a row has no number")))
    }
}

/// A database that answers queries. Both understand `$1`, provided that parameters first appear in order.
pub(crate) trait Database: Send + Sync + 'static {
    /// A condition that holds for columns with one of the values in `$1`.
    const AMONG: &'static str;

    /// Transfers of log `$1` whose entries begin at `$2` to `$3`. The databases index transfers differently.
    const TRANSFERS_OF: &'static str;

    /// Returns the rows of a query.
    fn rows<T: Send + 'static>(
        &self,
        query: String,
        parameters: Vec<Parameter>,
        read: fn(&dyn Row) -> Result<T, StoreError>,
    ) -> Pending<'_, Vec<T>>;
}

impl<D: Database> LogReader for D {
    fn head(&self, log: LogId) -> Pending<'_, Option<Head>> {
        let heads = self.rows(HEAD.to_owned(), vec![number(log.0)], head);
        Box::pin(async { Ok(heads.await?.first().map(|(_, head)| *head)) })
    }

    fn heads(&self, logs: Vec<LogId>) -> Pending<'_, Vec<(LogId, Head)>> {
        let query = format!("SELECT log, seq, hash, wake_ms FROM heads WHERE log {}", D::AMONG);
        let logs = Parameter::Numbers(logs.into_iter().map(|log| log.0.cast_signed()).collect());
        self.rows(query, vec![logs], head)
    }

    fn all_heads(&self) -> Pending<'_, Vec<(LogId, Head)>> {
        let query = "SELECT log, seq, hash, wake_ms FROM heads ORDER BY log";
        self.rows(query.to_owned(), Vec::new(), head)
    }

    fn due(&self, now_ms: u64) -> Pending<'_, Vec<LogId>> {
        // Without an index: there is one row for each log, and an index would be written with every commit.
        let query = "SELECT log FROM heads WHERE wake_ms <= $1 ORDER BY log";
        self.rows(query.to_owned(), vec![number(now_ms)], log)
    }

    fn entries(&self, log: LogId, after: u64, limit: u32) -> Pending<'_, Vec<Entry>> {
        let query = "SELECT log, seq, events, at_ms, body, previous, hash FROM entries
            WHERE log = $1 AND seq > $2 ORDER BY seq LIMIT $3";
        self.rows(
            query.to_owned(),
            vec![number(log.0), number(after), Parameter::Number(limit.into())],
            entry,
        )
    }

    fn transfers_of(&self, log: LogId, from: u64, to: u64) -> Pending<'_, Vec<PostedTransfer>> {
        self.rows(D::TRANSFERS_OF.to_owned(), vec![number(log.0), number(from), number(to)], transfer)
    }

    fn transfers(&self, after: u64, limit: u32) -> Pending<'_, Vec<PostedTransfer>> {
        let query = "SELECT log, seq, debit, credit, amount, debit_after, credit_after FROM transfers
            WHERE id > $1 ORDER BY id LIMIT $2";
        self.rows(query.to_owned(), vec![number(after), Parameter::Number(limit.into())], transfer)
    }

    fn balances(&self, accounts: Vec<Account>) -> Pending<'_, Vec<(Account, Cents)>> {
        // `ANY` of an empty list would find none, and the trait promises all.
        if accounts.is_empty() {
            return self.rows("SELECT account, balance FROM balances".to_owned(), Vec::new(), balance);
        }
        let query = format!("SELECT account, balance FROM balances WHERE account {}", D::AMONG);
        let names = Parameter::Texts(accounts.iter().map(Account::to_string).collect());
        let found = self.rows(query, vec![names], balance);
        Box::pin(async {
            // An account that never held chips has no row and holds nothing.
            let found: BTreeMap<Account, Cents> = found.await?.into_iter().collect();
            let held = |account: Account| (account, found.get(&account).copied().unwrap_or_default());
            Ok(accounts.into_iter().map(held).collect())
        })
    }

    fn total(&self) -> Pending<'_, LedgerTotal> {
        let query = "SELECT count(*), CAST(coalesce(sum(balance), 0) AS BIGINT) FROM balances";
        let total = self.rows(query.to_owned(), Vec::new(), |row| {
            Ok(LedgerTotal { accounts: unsigned(row, 0)?, sum: Cents(row.number(1)?) })
        });
        Box::pin(async {
            let total = total.await?.into_iter().next();
            total.ok_or_else(|| StoreError::Broken("a sum without a row".into()))
        })
    }

    fn record(&self, kind: RecordKind, key: String) -> Pending<'_, Option<String>> {
        let values = self.rows(RECORD.to_owned(), record_place(kind, key), |row| row.text(0));
        Box::pin(async { Ok(values.await?.into_iter().next()) })
    }

    fn records(&self, range: KeyRange) -> Pending<'_, Vec<(String, String)>> {
        let KeyRange { kind, from, until, limit, backwards } = range;
        let direction = if backwards { "DESC" } else { "ASC" };
        let query = format!(
            "SELECT key, value FROM records WHERE kind = $1 AND key >= $2 AND key < $3
             ORDER BY key {direction} LIMIT $4"
        );
        let bounds = [
            Parameter::Text(kind.name().to_owned()),
            Parameter::Text(from),
            Parameter::Text(until),
            Parameter::Number(limit.into()),
        ];
        self.rows(query, bounds.into(), |row| Ok((row.text(0)?, row.text(1)?)))
    }
}

/// Reads `log, seq, hash, wake_ms`.
pub(crate) fn head(row: &dyn Row) -> Result<(LogId, Head), StoreError> {
    let wake_ms = row.optional_number(3)?.map(i64::cast_unsigned);
    Ok((log(row)?, Head { seq: unsigned(row, 1)?, hash: row.hash(2)?, wake_ms }))
}

/// Reads `account, balance`.
pub(crate) fn balance(row: &dyn Row) -> Result<(Account, Cents), StoreError> {
    Ok((account(row, 0)?, Cents(row.number(1)?)))
}

/// Reads `log, seq, events, at_ms, body, previous, hash`.
fn entry(row: &dyn Row) -> Result<Entry, StoreError> {
    let events = row.number(2)?;
    Ok(Entry {
        log: log(row)?,
        seq: unsigned(row, 1)?,
        events: u32::try_from(events)
            .map_err(|_| StoreError::Broken(format!("an entry of {events} events")))?,
        at_ms: unsigned(row, 3)?,
        body: row.text(4)?,
        previous: row.hash(5)?,
        hash: row.hash(6)?,
    })
}

/// Reads `log, seq, debit, credit, amount, debit_after, credit_after`.
fn transfer(row: &dyn Row) -> Result<PostedTransfer, StoreError> {
    Ok(PostedTransfer {
        log: log(row)?,
        seq: unsigned(row, 1)?,
        moved: Move { debit: account(row, 2)?, credit: account(row, 3)?, amount: Cents(row.number(4)?) },
        debit_after: Cents(row.number(5)?),
        credit_after: Cents(row.number(6)?),
    })
}

fn log(row: &dyn Row) -> Result<LogId, StoreError> {
    unsigned(row, 0).map(LogId)
}

fn unsigned(row: &dyn Row, column: usize) -> Result<u64, StoreError> {
    row.number(column).map(i64::cast_unsigned)
}

fn account(row: &dyn Row, column: usize) -> Result<Account, StoreError> {
    let text = row.text(column)?;
    text.parse().map_err(|error| StoreError::Broken(format!("an account `{text}`: {error}")))
}
