//! A store in `PostgreSQL`, for a card room with any number of nodes.
//!
//! One task of each node writes. It drains its queue into one transaction and answers when that is durable; a single
//! commit is written at once. Writers of all nodes take turns by locking one row, so that transfers have one order and
//! deadlocks are impossible. A node that loses the connection tries again for a few seconds, but never repeats a
//! commit that was interrupted: it may have been applied.

use std::sync::Arc;
use std::time::{Duration, Instant};

use tokio::sync::Mutex;
use tokio::sync::mpsc::unbounded_channel;
use tokio::task::JoinSet;
use tokio_postgres::error::{DbError, Severity};
use tokio_postgres::types::{ToSql, Type};
use tokio_postgres::{Client, Config, Error, NoTls};

use crate::fanout::Fanout;
use crate::sql::{Database, Parameter, Queue, Row, enqueue};
use crate::{Commit, CommitResult, LogReader, LogWriter, Pending, StoreError};

mod session;
mod writer;

use session::Session;
use writer::Writer;

/// The steps from an empty database to the current schema. A released step is never changed: a change is another step.
const MIGRATIONS: &[&str] = &[include_str!("1.sql")];

/// An advisory lock for the migration, held until its transaction ends: nodes that start together migrate one after the
/// other, and all but the first find nothing to do. The number is ours alone.
const LOCK_MIGRATIONS: &str = "SELECT pg_advisory_xact_lock(7462)";

/// Settings of the writing connection. A node that stalls within a transaction holds the writers' lock, so the server
/// ends it after two seconds. Commits wait for the disk even if the server's default says otherwise: answered means
/// durable. Sequential scans are off because prepared plans made while tables were small would scan them when they are
/// large; JIT is off because no statement is long enough to gain from it.
const WRITING: &str = "SET idle_in_transaction_session_timeout = '2s';
    SET enable_seqscan = off; SET jit = off;
    SELECT set_config('synchronous_commit', 'on', false) WHERE current_setting('synchronous_commit') = 'off'";

/// Makes the server itself keep a connection from writing.
const READING: &str = "SET default_transaction_read_only = on";

/// How long one answer may take before the connection counts as lost.
const ANSWERED_WITHIN: Duration = Duration::from_secs(8);

/// How long attempts are repeated: about the time in which a server restarts. Longer would make clients wait for an
/// answer that they can ask for again.
const RETRY_FOR: Duration = Duration::from_secs(3);

/// SQLSTATE classes of transient errors: serialization and deadlocks (40), lack of resources (53), object in use (55),
/// operator intervention (57).
const TRANSIENT: [&str; 4] = ["40", "53", "55", "57"];

/// A database that the nodes of a card room share.
pub struct Postgres {
    /// Dropping it closes the queue, which ends the task.
    writer: Option<Queue>,
    config: Config,
    /// Reads for all callers on one connection. Queries are pipelined: a caller sends its own without waiting for the
    /// answers to others.
    reader: Mutex<Option<Arc<Connected>>>,
    /// A reader with a connection of its own. A connection answers in turn, so that a report on the shared one would
    /// delay the commands behind it.
    replica: Option<Arc<Postgres>>,
}

impl Postgres {
    /// Opens a database and migrates it if necessary. One of several nodes notifies the others of what it writes. The
    /// tasks that this starts run on the current runtime.
    pub async fn open(url: &str, fanout: Option<Fanout>) -> Result<Postgres, StoreError> {
        let config = settings(url)?;
        let mut connection = Connected::open(&config, WRITING).await?;
        migrate(&mut connection.client).await?;
        // After the migration, because a reader finds its tables or fails.
        let replica = Some(Arc::new(Postgres::reading(config.clone()).await?));
        let (writer, commits) = unbounded_channel();
        let session = Some(Session::new(connection).await?);
        tokio::spawn(Writer { config: config.clone(), session, fanout }.write_all(commits));
        Ok(Postgres { writer: Some(writer), replica, ..Postgres::reading(config).await? })
    }

    /// Opens a database for reading.
    pub async fn open_read_only(url: &str) -> Result<impl LogReader + use<>, StoreError> {
        Postgres::reading(settings(url)?).await
    }

    async fn reading(config: Config) -> Result<Postgres, StoreError> {
        let reader = Mutex::new(Some(Arc::new(Connected::open(&config, READING).await?)));
        Ok(Postgres { writer: None, config, reader, replica: None })
    }

    async fn query(&self, query: &str, parameters: &[Parameter]) -> Result<Vec<tokio_postgres::Row>, Fault> {
        let parameters: Vec<(&(dyn ToSql + Sync), Type)> = parameters
            .iter()
            .map(|parameter| match parameter {
                Parameter::Number(number) => (number as _, Type::INT8),
                Parameter::Text(text) => (text as _, Type::TEXT),
                Parameter::Numbers(numbers) => (numbers as _, Type::INT8_ARRAY),
                Parameter::Texts(texts) => (texts as _, Type::TEXT_ARRAY),
            })
            .collect();
        // The lock on the reader is held only while it is taken: queries of all callers are on their way at the same
        // time.
        let asked = async { self.reader().await?.client.query_typed(query, &parameters).await };
        if let Ok(answer) = tokio::time::timeout(ANSWERED_WITHIN, asked).await {
            return Ok(answer?);
        }
        // A connection that was silent for so long answers nobody; the next caller opens another one.
        *self.reader.lock().await = None;
        Err(Fault::silent())
    }

    async fn reader(&self) -> Result<Arc<Connected>, Error> {
        let mut reader = self.reader.lock().await;
        match &*reader {
            Some(connection) if !connection.client.is_closed() => Ok(Arc::clone(connection)),
            _ => Ok(Arc::clone(reader.insert(Arc::new(Connected::open(&self.config, READING).await?)))),
        }
    }
}

impl LogWriter for Postgres {
    fn append(&self, commit: Commit) -> Pending<'_, CommitResult> {
        Box::pin(enqueue(self.writer.as_ref(), commit))
    }

    fn read_replica(&self) -> Option<Arc<dyn LogReader>> {
        Some(Arc::clone(self.replica.as_ref()?) as Arc<dyn LogReader>)
    }
}

impl Database for Postgres {
    const AMONG: &'static str = "= ANY($1)";

    const TRANSFERS_OF: &'static str =
        "SELECT log, seq, debit, credit, amount, debit_after, credit_after FROM transfers
         WHERE log = $1 AND seq BETWEEN $2 AND $3 ORDER BY id";

    /// An interrupted query is sent again, because reading has no effect.
    fn rows<T: Send + 'static>(
        &self,
        query: String,
        mut parameters: Vec<Parameter>,
        read: fn(&dyn Row) -> Result<T, StoreError>,
    ) -> Pending<'_, Vec<T>> {
        // `PostgreSQL` rejects NUL in text. No key contains it or the control character that replaces it, so that the
        // query finds nothing instead of failing.
        for parameter in &mut parameters {
            if let Parameter::Text(text) = parameter {
                *text = text.replace('\0', "\u{1}");
            }
        }
        Box::pin(async move {
            let mut retries = Retries::new();
            loop {
                match self.query(&query, &parameters).await {
                    Err(fault) if retries.allow(&fault).await => {}
                    rows => return rows?.iter().map(|row| read(row)).collect(),
                }
            }
        })
    }
}

impl Row for tokio_postgres::Row {
    fn optional_number(&self, column: usize) -> Result<Option<i64>, StoreError> {
        Ok(self.try_get(column)?)
    }

    fn text(&self, column: usize) -> Result<String, StoreError> {
        Ok(self.try_get(column)?)
    }

    fn hash(&self, column: usize) -> Result<[u8; 32], StoreError> {
        let bytes: &[u8] = self.try_get(column)?;
        bytes.try_into().map_err(|_| StoreError::Broken(format!("a hash of {} bytes", bytes.len())))
    }
}

/// Parses a database URL and fills in timeouts that it does not name.
pub fn settings(url: &str) -> Result<Config, StoreError> {
    let mut config: Config = url.parse()?;
    if config.get_connect_timeout().is_none() {
        config.connect_timeout(Duration::from_secs(5));
    }
    if config.get_tcp_user_timeout().is_none() {
        // Without it, the operating system retries a vanished server for a quarter of an hour.
        config.tcp_user_timeout(Duration::from_secs(10));
    }
    if config.get_application_name().is_none() {
        // An operator finds the connections in `pg_stat_activity`.
        config.application_name("uth");
    }
    Ok(config)
}

/// A connection that is closed when dropped, even if an answer is outstanding: the driver task is aborted with it.
struct Connected {
    client: Client,
    _driver: JoinSet<()>,
}

impl Connected {
    async fn open(config: &Config, preparation: &str) -> Result<Connected, Error> {
        let (client, connection) = config.connect(NoTls).await?;
        // The error is dropped here because every later call on the client reports that the connection is closed.
        let mut driver = JoinSet::new();
        driver.spawn(async { drop(connection.await) });
        let connected = Connected { client, _driver: driver };
        connected.client.batch_execute(preparation).await?;
        Ok(connected)
    }
}

/// Migrates the database to the current schema, in one transaction.
async fn migrate(client: &mut Client) -> Result<(), StoreError> {
    let transaction = client.transaction().await?;
    transaction.batch_execute(LOCK_MIGRATIONS).await?;
    // Names and reasons are UTF-8; a database of another encoding would refuse some of them in the middle of a round.
    let encoding: String = transaction.query_one("SHOW server_encoding", &[]).await?.try_get(0)?;
    if encoding != "UTF8" {
        return Err(StoreError::Unavailable(format!(
            "the database has the encoding {encoding} and needs UTF8"
        )));
    }
    transaction.batch_execute("CREATE TABLE IF NOT EXISTS migrations (version BIGINT PRIMARY KEY)").await?;
    let version: i64 =
        transaction.query_one("SELECT coalesce(max(version), 0) FROM migrations", &[]).await?.try_get(0)?;
    if version.cast_unsigned() > MIGRATIONS.len() as u64 {
        let newer = format!("its schema has version {version}; this program knows {}", MIGRATIONS.len());
        return Err(StoreError::Broken(newer));
    }
    for (step, number) in MIGRATIONS.iter().zip(1..).filter(|(_, number)| *number > version) {
        transaction.batch_execute(step).await?;
        transaction.execute("INSERT INTO migrations VALUES ($1)", &[&number]).await?;
    }
    Ok(transaction.commit().await?)
}

/// Bounds the attempts after a lost connection: pauses double, and the total is limited.
struct Retries {
    began: Instant,
    pause: Duration,
}

impl Retries {
    /// Allows seven attempts if each fails at once.
    fn new() -> Retries {
        Retries { began: Instant::now(), pause: Duration::from_millis(50) }
    }

    /// Returns whether another attempt makes sense after that fault, once it is time for it.
    async fn allow(&mut self, fault: &Fault) -> bool {
        // A refusal comes again, and a commit of unknown outcome must not be repeated.
        if !matches!(fault, Fault::Disconnected(_)) || self.began.elapsed() > RETRY_FOR {
            return false;
        }
        tokio::time::sleep(self.pause).await;
        self.pause *= 2;
        true
    }
}

/// Why a batch was not written, or a query not answered.
#[derive(Debug)]
enum Fault {
    /// The database rejects it, and will again. Nothing changed.
    Refused(StoreError),
    /// The connection was lost before COMMIT, or the error is transient. Nothing changed.
    Disconnected(String),
    /// The connection was lost during COMMIT: the batch was applied or it was not.
    Unknown(String),
}

impl Fault {
    /// The database accepted the connection and does not answer.
    fn silent() -> Fault {
        Fault::Disconnected("the database does not answer in time".into())
    }

    /// Classifies a failed COMMIT. Only an error that the server itself reports proves that it was not applied.
    fn of_commit(error: Error) -> Fault {
        if refusal(&error).is_some() { Fault::from(error) } else { Fault::Unknown(message(&error)) }
    }
}

/// Classifies a failure before COMMIT.
impl From<Error> for Fault {
    fn from(error: Error) -> Fault {
        let is_transient =
            |refusal: &DbError| TRANSIENT.iter().any(|class| refusal.code().code().starts_with(class));
        match refusal(&error) {
            Some(refusal) if !is_transient(refusal) => Fault::Refused(error.into()),
            _ => Fault::Disconnected(message(&error)),
        }
    }
}

impl From<Fault> for StoreError {
    fn from(fault: Fault) -> StoreError {
        match fault {
            Fault::Refused(error) => error,
            Fault::Disconnected(why) => StoreError::Unavailable(why),
            Fault::Unknown(why) => StoreError::Unknown(why),
        }
    }
}

impl From<StoreError> for Fault {
    fn from(error: StoreError) -> Fault {
        Fault::Refused(error)
    }
}

impl From<Error> for StoreError {
    fn from(error: Error) -> StoreError {
        StoreError::Unavailable(message(&error))
    }
}

/// Returns the server's error if it rolled back and keeps the connection.
fn refusal(error: &Error) -> Option<&DbError> {
    error.as_db_error().filter(|error| error.parsed_severity() == Some(Severity::Error))
}

/// Formats an error with its source, which `tokio_postgres` leaves out of its message.
fn message(error: &Error) -> String {
    match std::error::Error::source(error) {
        Some(reason) => format!("{error}: {reason}"),
        None => error.to_string(),
    }
}
