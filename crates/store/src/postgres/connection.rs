//! Connections, and the form of the database.

use std::ops::{Deref, DerefMut};
use std::time::{Duration, Instant};

use tokio::task::JoinHandle;
use tokio_postgres::{Client, Config, Error, NoTls};

use crate::StoreError;

/// The steps from an empty database to the present form. A step that has been published is never changed.
const MIGRATIONS: &[&str] = &[include_str!("1.sql")];

/// Nodes that start at once bring the database to its form one after the other.
const MIGRATING: &str = "SELECT pg_advisory_xact_lock(7462)";

/// A node that falls silent within a transaction keeps the others waiting no longer than this. A server that was told
/// to answer before a commit is on the disk is told otherwise. Rows are looked for by their keys: a plan that was
/// made when the tables were small would read them from end to end when they no longer are. Nothing is worth
/// compiling.
const WRITING: &str = "SET idle_in_transaction_session_timeout = '2s';
    SET enable_seqscan = off; SET jit = off;
    SELECT set_config('synchronous_commit', 'on', false) WHERE current_setting('synchronous_commit') = 'off'";

const READING: &str = "SET default_transaction_read_only = on";

/// Where the database is, and how long to wait for it.
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

/// A connection that may write.
pub(super) async fn writing(config: &Config) -> Result<Connected, Error> {
    connect(config, WRITING).await
}

/// A connection that cannot change anything.
pub(super) async fn reading(config: &Config) -> Result<Connected, Error> {
    connect(config, READING).await
}

async fn connect(config: &Config, preparation: &str) -> Result<Connected, Error> {
    let (client, connection) = config.connect(NoTls).await?;
    // Why it ended is told to whoever asks the client.
    let driver = tokio::spawn(async { drop(connection.await) });
    let connected = Connected { client, driver };
    connected.batch_execute(preparation).await?;
    Ok(connected)
}

/// A connection that ends when it is dropped, also in the middle of an answer that never comes.
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

/// Brings the database to the present form, in one transaction.
pub(super) async fn migrate(client: &mut Client) -> Result<(), StoreError> {
    let transaction = client.transaction().await?;
    transaction.batch_execute(MIGRATING).await?;
    let encoding: String = transaction.query_one("SHOW server_encoding", &[]).await?.try_get(0)?;
    if encoding != "UTF8" {
        return Err(StoreError::Unavailable(format!(
            "the database has the encoding {encoding} and needs UTF8"
        )));
    }
    transaction.batch_execute("CREATE TABLE IF NOT EXISTS migrations (form BIGINT PRIMARY KEY)").await?;
    let form: i64 =
        transaction.query_one("SELECT coalesce(max(form), 0) FROM migrations", &[]).await?.try_get(0)?;
    if form.cast_unsigned() > MIGRATIONS.len() as u64 {
        let newer = format!("it has form {form}, and this program knows {}", MIGRATIONS.len());
        return Err(StoreError::Broken(newer));
    }
    for (step, number) in MIGRATIONS.iter().zip(1..).filter(|(_, number)| *number > form) {
        transaction.batch_execute(step).await?;
        transaction.execute("INSERT INTO migrations VALUES ($1)", &[&number]).await?;
    }
    Ok(transaction.commit().await?)
}

/// How long one answer may take. A server that is there and says nothing is as good as gone.
pub(super) const ANSWERED_WITHIN: Duration = Duration::from_secs(8);

/// How long to wait before the next attempt, and whether there is one.
pub(super) struct RetryBudget {
    began: Instant,
    pause: Duration,
}

impl RetryBudget {
    /// As long as a server takes to start again.
    const ENOUGH: Duration = Duration::from_secs(3);

    /// Seven attempts that fail at once.
    pub(super) fn new() -> RetryBudget {
        RetryBudget { began: Instant::now(), pause: Duration::from_millis(50) }
    }

    /// Waits, unless that took long enough.
    pub(super) async fn lasts(&mut self) -> bool {
        if self.began.elapsed() > RetryBudget::ENOUGH {
            return false;
        }
        tokio::time::sleep(self.pause).await;
        self.pause *= 2;
        true
    }
}

impl From<Error> for StoreError {
    fn from(error: Error) -> StoreError {
        StoreError::Unavailable(said(&error))
    }
}

/// What an error says with its reason, which it keeps to itself otherwise.
pub(super) fn said(error: &Error) -> String {
    match std::error::Error::source(error) {
        Some(reason) => format!("{error}: {reason}"),
        None => error.to_string(),
    }
}
