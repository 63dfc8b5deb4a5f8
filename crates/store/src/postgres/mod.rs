//! The storage of any number of card rooms, by PostgreSQL.
//!
//! One task writes. It takes all changes that have come by, writes them in one transaction, and answers when that is
//! durable; a change that comes alone waits for nobody. A node that loses the database tries for a few seconds, but a
//! commit that broke off is never tried again, because it may have been done.

use std::collections::BTreeMap;
use std::sync::Arc;

use table::Account;
use tokio::sync::mpsc::{UnboundedSender, unbounded_channel};
use tokio::sync::oneshot;
use tokio_postgres::types::Type;
use uth::Cents;

use super::{
    Commit, CommitResult, Entry, Head, KeyRange, LogId, Pending, Posting, RecordKind, Store, StoreError,
    Total,
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

/// A card room's database, which it may share with others.
pub struct Postgres {
    /// Gone when the storage is dropped, which ends the task.
    writer: Option<UnboundedSender<(Commit, Answer)>>,
    reader: Reader,
    /// The same with a connection of its own for those who read much: a connection gives its answers in turn.
    apart: Option<Arc<Postgres>>,
}

impl Postgres {
    /// Opens a database by its address and brings it to the present form, within a runtime that stays.
    pub async fn open(url: &str) -> Result<Postgres, StoreError> {
        Postgres::open_among(url, None).await
    }

    /// The same for one of several nodes, which tells the others what it writes.
    pub async fn open_among(url: &str, fanout: Option<Fanout>) -> Result<Postgres, StoreError> {
        let config = connection::settings(url)?;
        let mut client = connection::writing(&config).await?;
        connection::migrate(&mut client).await?;
        let reader = Reader::new(config.clone()).await?;
        let apart = Some(Arc::new(Postgres::reading(config.clone()).await?));
        let (writer, changes) = unbounded_channel();
        let session = Session::of(client).await?;
        tokio::spawn(Writer { config, session: Some(session), fanout }.write_all(changes));
        Ok(Postgres { writer: Some(writer), reader, apart })
    }

    /// Opens a database to look at it only.
    pub async fn open_read_only(url: &str) -> Result<Postgres, StoreError> {
        Postgres::reading(connection::settings(url)?).await
    }

    async fn reading(config: tokio_postgres::Config) -> Result<Postgres, StoreError> {
        Ok(Postgres { writer: None, reader: Reader::new(config).await?, apart: None })
    }
}

impl Store for Postgres {
    fn append(&self, change: Commit) -> Pending<'_, CommitResult> {
        Box::pin(async move {
            let stopped = || StoreError::Unknown("the writer has stopped".into());
            let (answer, answered) = oneshot::channel();
            let writer = self.writer.as_ref().ok_or_else(stopped)?;
            writer.send((change, answer)).map_err(|_| stopped())?;
            answered.await.map_err(|_| stopped())?
        })
    }

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
            let query = "SELECT log, seq, events, at_ms, body, hash FROM entries
                WHERE log = $1 AND seq > $2 ORDER BY seq LIMIT $3";
            let [log, after, limit] = [log.0.cast_signed(), after.cast_signed(), limit.into()];
            let span = [(&log as _, Type::INT8), (&after as _, Type::INT8), (&limit as _, Type::INT8)];
            self.reader.rows(query, &span, rows::entry).await
        })
    }

    fn postings(&self, log: LogId, from: u64, to: u64) -> Pending<'_, Vec<Posting>> {
        Box::pin(async move {
            let query = "SELECT log, seq, debit, credit, amount, debit_after, credit_after FROM transfers
                WHERE log = $1 AND seq BETWEEN $2 AND $3 ORDER BY id";
            let [log, from, to] = [log.0, from, to].map(u64::cast_signed);
            let span = [(&log as _, Type::INT8), (&from as _, Type::INT8), (&to as _, Type::INT8)];
            self.reader.rows(query, &span, rows::posting).await
        })
    }

    fn journal(&self, after: u64, limit: u32) -> Pending<'_, Vec<Posting>> {
        Box::pin(async move {
            let query = "SELECT log, seq, debit, credit, amount, debit_after, credit_after FROM transfers
                WHERE id > $1 ORDER BY id LIMIT $2";
            let [after, limit] = [after.cast_signed(), limit.into()];
            let span = [(&after as _, Type::INT8), (&limit as _, Type::INT8)];
            self.reader.rows(query, &span, rows::posting).await
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

    fn total(&self) -> Pending<'_, Total> {
        Box::pin(async move {
            let query = "SELECT count(*), coalesce(sum(balance), 0)::BIGINT FROM balances";
            let totals = self.reader.rows(query, &[], rows::total).await?;
            totals.first().copied().ok_or_else(|| StoreError::Broken("a sum without a row".into()))
        })
    }

    fn record(&self, place: RecordKind, key: String) -> Pending<'_, Option<String>> {
        Box::pin(async move {
            let query = "SELECT value FROM records WHERE shelf = $1 AND key = $2";
            let key = askable(&key);
            let place = [(&place.name() as _, Type::TEXT), (&key as _, Type::TEXT)];
            let values = self.reader.rows(query, &place, |row| Ok(row.try_get(0)?)).await?;
            Ok(values.into_iter().next())
        })
    }

    fn records(&self, span: KeyRange) -> Pending<'_, Vec<(String, String)>> {
        Box::pin(async move {
            let direction = if span.backwards { "DESC" } else { "ASC" };
            let query = format!(
                "SELECT key, value FROM records WHERE kind = $1 AND key >= $2 AND key < $3
                 ORDER BY key {direction} LIMIT $4"
            );
            let (from, until) = (askable(&span.from), askable(&span.until));
            let bounds = [
                (&span.kind.name() as _, Type::TEXT),
                (&from as _, Type::TEXT),
                (&until as _, Type::TEXT),
                (&i64::from(span.limit) as _, Type::INT8),
            ];
            self.reader.rows(&query, &bounds, |row| Ok((row.try_get(0)?, row.try_get(1)?))).await
        })
    }

    fn read_replica(&self) -> Option<Arc<dyn Store>> {
        Some(Arc::clone(self.apart.as_ref()?) as Arc<dyn Store>)
    }
}

/// `PostgreSQL` keeps no NUL in a text, and takes a question with one for a fault. No key has a control character, so
/// that another one finds as little.
fn askable(key: &str) -> String {
    key.replace('\0', "\u{1}")
}
