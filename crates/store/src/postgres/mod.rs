//! A store in `PostgreSQL`, for a card room with any number of nodes.
//!
//! One task of each node writes. It drains its queue into one transaction and answers when that is durable; a single
//! commit is written at once. Writers of all nodes take turns by locking one row, so that transfers have one order and
//! deadlocks are impossible. A node that loses the connection tries again for a few seconds, but never repeats a
//! commit that was interrupted: it may have been applied.

use std::collections::BTreeMap;
use std::sync::Arc;

use table::Account;
use tokio::sync::mpsc::{UnboundedSender, unbounded_channel};
use tokio::sync::oneshot;
use tokio_postgres::types::Type;
use uth::Cents;

use super::{
    Commit, CommitResult, Entry, Head, KeyRange, LedgerTotal, LogId, LogReader, LogWriter, Pending,
    PostedTransfer, RecordKind, StoreError,
};
use crate::fanout::Fanout;

mod connection;
mod fault;
mod reader;
mod rows;
mod session;
mod statements;
mod writer;

pub use connection::settings;
use reader::Reader;
use session::Session;
use writer::Writer;

type Answer = oneshot::Sender<Result<CommitResult, StoreError>>;

/// A database that the nodes of a card room share.
pub struct Postgres {
    /// Dropping it closes the queue, which ends the task.
    writer: Option<UnboundedSender<(Commit, Answer)>>,
    reader: Reader,
    /// A reader with a connection of its own. A connection answers in turn, so that a report on the shared one would
    /// delay the commands behind it.
    replica: Option<Arc<Postgres>>,
}

impl Postgres {
    /// Opens a database and migrates it if necessary. The tasks that it starts run on the current runtime.
    pub async fn open(url: &str) -> Result<Postgres, StoreError> {
        Postgres::open_among(url, None).await
    }

    /// Opens a database as one of several nodes, which notifies the others of what it writes.
    pub async fn open_among(url: &str, fanout: Option<Fanout>) -> Result<Postgres, StoreError> {
        let config = connection::settings(url)?;
        let mut client = connection::writing(&config).await?;
        connection::migrate(&mut client).await?;
        let reader = Reader::new(config.clone()).await?;
        let replica = Some(Arc::new(Postgres::reading(config.clone()).await?));
        let (writer, commits) = unbounded_channel();
        let session = Session::of(client).await?;
        tokio::spawn(Writer { config, session: Some(session), fanout }.write_all(commits));
        Ok(Postgres { writer: Some(writer), reader, replica })
    }

    /// Opens a database for reading.
    pub async fn open_read_only(url: &str) -> Result<impl LogReader + use<>, StoreError> {
        Postgres::reading(connection::settings(url)?).await
    }

    async fn reading(config: tokio_postgres::Config) -> Result<Postgres, StoreError> {
        Ok(Postgres { writer: None, reader: Reader::new(config).await?, replica: None })
    }
}

impl LogWriter for Postgres {
    fn append(&self, commit: Commit) -> Pending<'_, CommitResult> {
        Box::pin(async move {
            let stopped = || StoreError::Unknown("the writer has stopped".into());
            let (answer, answered) = oneshot::channel();
            let writer = self.writer.as_ref().ok_or_else(stopped)?;
            writer.send((commit, answer)).map_err(|_| stopped())?;
            answered.await.map_err(|_| stopped())?
        })
    }

    fn read_replica(&self) -> Option<Arc<dyn LogReader>> {
        Some(Arc::clone(self.replica.as_ref()?) as Arc<dyn LogReader>)
    }
}

impl LogReader for Postgres {
    fn head(&self, log: LogId) -> Pending<'_, Option<Head>> {
        Box::pin(async move {
            let query = "SELECT log, seq, hash, wake_ms FROM heads WHERE log = $1";
            let heads = self.reader.rows(query, &[(&log.0.cast_signed(), Type::INT8)], rows::head).await?;
            Ok(heads.first().map(|(_, head)| *head))
        })
    }

    fn heads(&self, logs: Vec<LogId>) -> Pending<'_, Vec<(LogId, u64)>> {
        Box::pin(async move {
            let query = "SELECT log, seq, hash, wake_ms FROM heads WHERE log = ANY($1)";
            let logs: Vec<i64> = logs.into_iter().map(|log| log.0.cast_signed()).collect();
            let heads = self.reader.rows(query, &[(&logs, Type::INT8_ARRAY)], rows::head).await?;
            Ok(heads.into_iter().map(|(log, head)| (log, head.seq)).collect())
        })
    }

    fn due(&self, now_ms: u64) -> Pending<'_, Vec<LogId>> {
        Box::pin(async move {
            let query = "SELECT log FROM heads WHERE wake_ms <= $1 ORDER BY log";
            self.reader.rows(query, &[(&now_ms.cast_signed(), Type::INT8)], rows::log).await
        })
    }

    fn entries(&self, log: LogId, after: u64, limit: u32) -> Pending<'_, Vec<Entry>> {
        Box::pin(async move {
            let query = "SELECT log, seq, events, at_ms, body, previous, hash FROM entries
                WHERE log = $1 AND seq > $2 ORDER BY seq LIMIT $3";
            let [log, after, limit] = [log.0.cast_signed(), after.cast_signed(), limit.into()];
            let span = [(&log as _, Type::INT8), (&after as _, Type::INT8), (&limit as _, Type::INT8)];
            self.reader.rows(query, &span, rows::entry).await
        })
    }

    fn transfers_of(&self, log: LogId, from: u64, to: u64) -> Pending<'_, Vec<PostedTransfer>> {
        Box::pin(async move {
            let query = "SELECT log, seq, debit, credit, amount, debit_after, credit_after FROM transfers
                WHERE log = $1 AND seq BETWEEN $2 AND $3 ORDER BY id";
            let [log, from, to] = [log.0, from, to].map(u64::cast_signed);
            let span = [(&log as _, Type::INT8), (&from as _, Type::INT8), (&to as _, Type::INT8)];
            self.reader.rows(query, &span, rows::transfer).await
        })
    }

    fn transfers(&self, after: u64, limit: u32) -> Pending<'_, Vec<PostedTransfer>> {
        Box::pin(async move {
            let query = "SELECT log, seq, debit, credit, amount, debit_after, credit_after FROM transfers
                WHERE id > $1 ORDER BY id LIMIT $2";
            let [after, limit] = [after.cast_signed(), limit.into()];
            let span = [(&after as _, Type::INT8), (&limit as _, Type::INT8)];
            self.reader.rows(query, &span, rows::transfer).await
        })
    }

    fn balances(&self, accounts: Vec<Account>) -> Pending<'_, Vec<(Account, Cents)>> {
        Box::pin(async move {
            if accounts.is_empty() {
                let query = "SELECT account, balance FROM balances";
                return self.reader.rows(query, &[], rows::balance).await;
            }
            let query = "SELECT account, balance FROM balances WHERE account = ANY($1)";
            let names: Vec<String> = accounts.iter().map(Account::to_string).collect();
            let held = self.reader.rows(query, &[(&names, Type::TEXT_ARRAY)], rows::balance).await?;
            let held: BTreeMap<Account, Cents> = held.into_iter().collect();
            Ok(accounts
                .into_iter()
                .map(|account| (account, held.get(&account).copied().unwrap_or_default()))
                .collect())
        })
    }

    fn total(&self) -> Pending<'_, LedgerTotal> {
        Box::pin(async move {
            let query = "SELECT count(*), coalesce(sum(balance), 0)::BIGINT FROM balances";
            let totals = self.reader.rows(query, &[], rows::total).await?;
            totals.first().copied().ok_or_else(|| StoreError::Broken("a sum without a row".into()))
        })
    }

    fn record(&self, kind: RecordKind, key: String) -> Pending<'_, Option<String>> {
        Box::pin(async move {
            let query = "SELECT value FROM records WHERE kind = $1 AND key = $2";
            let key = without_nul(&key);
            let place = [(&kind.name() as _, Type::TEXT), (&key as _, Type::TEXT)];
            let values = self.reader.rows(query, &place, |row| Ok(row.try_get(0)?)).await?;
            Ok(values.into_iter().next())
        })
    }

    fn records(&self, range: KeyRange) -> Pending<'_, Vec<(String, String)>> {
        Box::pin(async move {
            let direction = if range.backwards { "DESC" } else { "ASC" };
            let query = format!(
                "SELECT key, value FROM records WHERE kind = $1 AND key >= $2 AND key < $3
                 ORDER BY key {direction} LIMIT $4"
            );
            let (from, until) = (without_nul(&range.from), without_nul(&range.until));
            let bounds = [
                (&range.kind.name() as _, Type::TEXT),
                (&from as _, Type::TEXT),
                (&until as _, Type::TEXT),
                (&i64::from(range.limit) as _, Type::INT8),
            ];
            self.reader.rows(&query, &bounds, |row| Ok((row.try_get(0)?, row.try_get(1)?))).await
        })
    }
}

/// Replaces NUL, which `PostgreSQL` rejects in text, with another control character. No key contains either, so the
/// query finds nothing instead of failing.
fn without_nul(key: &str) -> String {
    key.replace('\0', "\u{1}")
}
