//! Connections, and the schema of the database.

use std::ops::{Deref, DerefMut};
use std::time::{Duration, Instant};

use tokio::task::JoinHandle;
use tokio_postgres::{Client, Config, Error, NoTls};

use crate::StoreError;

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

const READING: &str = "SET default_transaction_read_only = on";

/// Parses a database URL and fills in timeouts that it does not name.
pub fn settings(url: &str) -> Result<Config, StoreError> {
    let mut config: Config = url.parse()?;
    if config.get_connect_timeout().is_none() {
        config.connect_timeout(Duration::from_secs(5));
    }
    if config.get_tcp_user_timeout().is_none() {
        config.tcp_user_timeout(Duration::from_secs(10));
    }
    if config.get_application_name().is_none() {
        config.application_name("uth");
    }
    Ok(config)
}

/// Opens a connection that may write.
pub(super) async fn writing(config: &Config) -> Result<Connected, Error> {
    connect(config, WRITING).await
}

/// Opens a connection that the server itself keeps from writing.
pub(super) async fn reading(config: &Config) -> Result<Connected, Error> {
    connect(config, READING).await
}

async fn connect(config: &Config, preparation: &str) -> Result<Connected, Error> {
    let (client, connection) = config.connect(NoTls).await?;
    // The error is dropped here because every later call on the client reports that the connection is closed.
    let driver = tokio::spawn(async { drop(connection.await) });
    let connected = Connected { client, driver };
    connected.batch_execute(preparation).await?;
    Ok(connected)
}

/// A connection that is closed when dropped, even if an answer is outstanding: the driver task is aborted with it.
pub(super) struct Connected {
    client: Client,
    driver: JoinHandle<()>,
}

impl Deref for Connected {
    type Target = Client;

    fn deref(&self) -> &Client {
        &self.client
    }
}

impl DerefMut for Connected {
    fn deref_mut(&mut self) -> &mut Client {
        &mut self.client
    }
}

impl Drop for Connected {
    fn drop(&mut self) {
        self.driver.abort();
    }
}

/// Migrates the database to the current schema, in one transaction.
pub(super) async fn migrate(client: &mut Client) -> Result<(), StoreError> {
    let transaction = client.transaction().await?;
    transaction.batch_execute(LOCK_MIGRATIONS).await?;
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

/// How long one answer may take before the connection counts as lost.
pub(super) const ANSWERED_WITHIN: Duration = Duration::from_secs(8);

/// Bounds the attempts after a lost connection: pauses double, and the total is limited.
pub(super) struct RetryBudget {
    began: Instant,
    pause: Duration,
}

impl RetryBudget {
    /// About the time in which a server restarts. Longer would make clients wait for an answer that they can ask for
    /// again.
    const LIMIT: Duration = Duration::from_secs(3);

    /// Starts a budget that allows seven attempts if each fails at once.
    pub(super) fn new() -> RetryBudget {
        RetryBudget { began: Instant::now(), pause: Duration::from_millis(50) }
    }

    /// Waits before the next attempt; returns `false` if the budget is spent.
    pub(super) async fn lasts(&mut self) -> bool {
        if self.began.elapsed() > RetryBudget::LIMIT {
            return false;
        }
        tokio::time::sleep(self.pause).await;
        self.pause *= 2;
        true
    }
}

impl From<Error> for StoreError {
    fn from(error: Error) -> StoreError {
        StoreError::Unavailable(message(&error))
    }
}

/// Formats an error with its source, which `tokio_postgres` leaves out of its message.
pub(super) fn message(error: &Error) -> String {
    match std::error::Error::source(error) {
        Some(reason) => format!("{error}: {reason}"),
        None => error.to_string(),
    }
}
