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
use tokio_postgres::error::{DbError, Severity, SqlState};
use tokio_postgres::types::{ToSql, Type};
use tokio_postgres::{Client, Error};

use crate::fanout::Fanout;
use crate::sql::{Database, Parameter, Queue, Row, enqueue};
use crate::{Commit, CommitResult, LogReader, LogWriter, Pending, StoreError};

mod connect_options;
mod connection_string;
mod password_file;
mod schema;
mod session;
mod tls;
mod writer;

pub use connect_options::ConnectOptions;
pub use connection_string::ConnectionStringError;
pub use schema::Migrated;

use connect_options::Durability;
use session::Session;
use writer::Writer;

/// Settings of the writing connection. A node that stalls within a transaction holds the writers' lock, so the server
/// ends it after two seconds. Sequential scans are off because prepared plans made while tables were small would scan
/// them when they are large; JIT is off because no statement is long enough to gain from it.
const WRITING: &str =
    "SET idle_in_transaction_session_timeout = '2s'; SET enable_seqscan = off; SET jit = off";

/// Selects the settings of this session with which the server may lose what it has committed, wherever they were set:
/// in its configuration, for the role, for the database or by the connection string.
const UNSAFE_SETTINGS: &str = "
    SELECT name || '=off' FROM unnest(ARRAY['fsync', 'full_page_writes', 'synchronous_commit']) AS name
    WHERE current_setting(name) = 'off'";

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
    options: ConnectOptions,
    /// Reads for all callers on one connection. Queries are pipelined: a caller sends its own without waiting for the
    /// answers to others.
    reader: Mutex<Option<Arc<Connected>>>,
    /// A reader with a connection of its own. A connection answers in turn, so that a report on the shared one would
    /// delay the commands behind it.
    replica: Option<Arc<Postgres>>,
}

impl Postgres {
    /// Opens a database whose schema is current. One of several nodes notifies the others of what it writes. The tasks
    /// that this starts run on the current runtime.
    pub async fn open(options: &ConnectOptions, fanout: Option<Fanout>) -> Result<Postgres, StoreError> {
        let connection = Connected::writing(options).await?;
        schema::check_version(&connection.client).await?;
        schema::check_privileges(&connection.client).await?;
        let replica = Some(Arc::new(Postgres::reading(options).await?));
        let (writer, commits) = unbounded_channel();
        let session = Some(Session::new(connection).await?);
        tokio::spawn(Writer { options: options.clone(), session, fanout }.write_all(commits));
        Ok(Postgres { writer: Some(writer), replica, ..Postgres::reading(options).await? })
    }

    /// Opens a database for reading.
    pub async fn open_read_only(options: &ConnectOptions) -> Result<impl LogReader + use<>, StoreError> {
        let store = Postgres::reading(options).await?;
        schema::check_version(&store.reader().await?.client).await?;
        Ok(store)
    }

    /// Creates the schema or brings it to the current version, and grants `role` exactly what serving needs: it can add
    /// log entries and transfers, and cannot change or delete any. All of it happens, or nothing.
    pub async fn migrate(options: &ConnectOptions, role: Option<&str>) -> Result<Migrated, StoreError> {
        schema::migrate(options, role).await
    }

    async fn reading(options: &ConnectOptions) -> Result<Postgres, StoreError> {
        let reader = Mutex::new(Some(Arc::new(Connected::open(options, READING).await?)));
        Ok(Postgres { writer: None, options: options.clone(), reader, replica: None })
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
        let asked = async { Ok(self.reader().await?.client.query_typed(query, &parameters).await?) };
        if let Ok(answer) = tokio::time::timeout(ANSWERED_WITHIN, asked).await {
            return answer;
        }
        // A connection that was silent for so long answers nobody; the next caller opens another one.
        *self.reader.lock().await = None;
        Err(Fault::silent())
    }

    async fn reader(&self) -> Result<Arc<Connected>, Fault> {
        let mut reader = self.reader.lock().await;
        match &*reader {
            Some(connection) if !connection.client.is_closed() => Ok(Arc::clone(connection)),
            _ => Ok(Arc::clone(reader.insert(Arc::new(Connected::open(&self.options, READING).await?)))),
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

/// A connection that is closed when dropped, even if an answer is outstanding: the driver task is aborted with it.
struct Connected {
    client: Client,
    _driver: JoinSet<()>,
}

impl Connected {
    async fn open(options: &ConnectOptions, preparation: &str) -> Result<Connected, Fault> {
        let (client, connection) = options.connect().await?;
        // The error is dropped here because every later call on the client reports that the connection is closed.
        let mut driver = JoinSet::new();
        driver.spawn(async { drop(connection.await) });
        let connected = Connected { client, _driver: driver };
        connected.client.batch_execute(preparation).await?;
        Ok(connected)
    }

    /// Opens a connection for writing, unless the server may lose what it commits: answered means durable. Each
    /// connection checks it, because an operator can change it while nodes run.
    async fn writing(options: &ConnectOptions) -> Result<Connected, Fault> {
        let connected = Connected::open(options, WRITING).await?;
        let settings = connected.client.query(UNSAFE_SETTINGS, &[]).await?;
        let settings: Vec<&str> = settings.iter().map(|row| row.try_get(0)).collect::<Result<_, _>>()?;
        let settings = settings.join(", ");
        match options.durability {
            _ if settings.is_empty() => {}
            Durability::Waived => {
                tracing::warn!(
                    settings,
                    "the database may lose what it has acknowledged, which was accepted"
                );
            }
            Durability::Required => {
                return Err(Fault::Refused(StoreError::Unfit(format!(
                    "the database may lose what it has acknowledged, because it runs with {settings}; turn that on, \
                     or accept the loss with --unsafe-durability"
                ))));
            }
        }
        Ok(connected)
    }
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
pub(crate) enum Fault {
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
            // Transient as well, but not within seconds: somebody has to make space.
            Some(refusal) if refusal.code() == &SqlState::DISK_FULL => Fault::Refused(error.into()),
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
        match error.code() {
            Some(&SqlState::DISK_FULL) => StoreError::Full(message(&error)),
            // A server in recovery, or a role that may only read.
            Some(&SqlState::READ_ONLY_SQL_TRANSACTION | &SqlState::INSUFFICIENT_PRIVILEGE) => {
                StoreError::ReadOnly(message(&error))
            }
            _ => StoreError::Unavailable(message(&error)),
        }
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
