//! A store in one file, by `SQLite`, for a card room with one node.
//!
//! One thread writes. It drains its queue into one transaction and answers when that transaction is on the disk, so
//! that a hundred commits cost one `fsync`; a single commit is written at once. Readers have connections of their own:
//! in WAL mode they neither wait for the writer nor delay it.

use std::fs::{File, OpenOptions, TryLockError};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;

use rusqlite::{Connection, params};
use table::Account;
use tokio::sync::{Semaphore, oneshot};
use uth::Cents;

use super::{
    Commit, CommitResult, Entry, Head, KeyRange, LedgerTotal, LogId, LogReader, LogWriter, Pending,
    PostedTransfer, RecordKind, StoreError,
};

mod rows;
mod writer;

use rows::{account, balance, cents, entry, head, record, transfer, unsigned};

/// The most concurrent readers. Each has a connection with a page cache and open files of its own.
const MAX_READERS: usize = 32;

/// The steps from an empty file to the current schema. A released step is never changed: a change is another step.
const MIGRATIONS: &[&str] = &[include_str!("1.sql")];

type Answer = oneshot::Sender<Result<CommitResult, StoreError>>;

/// A store in one file.
pub struct Sqlite {
    /// Dropped before `thread` is joined: a closed queue is what ends the thread.
    writer: Option<Sender<(Commit, Answer)>>,
    thread: Option<JoinHandle<()>>,
    readers: Arc<Readers>,
    /// Locked for as long as this store is open. Two writers would each cache heads and balances that the other
    /// changes.
    _lock: Option<File>,
}

impl Sqlite {
    /// Opens a file, creating and migrating it if necessary. Fails if another process has it open for writing.
    pub fn open(path: &Path) -> Result<Sqlite, StoreError> {
        let lock = lock(path)?;
        create(path)?;
        let mut connection = connect(path)?;
        migrate(&mut connection)?;
        let (writer, commits) = channel();
        let thread = std::thread::Builder::new()
            .name("storage".into())
            .spawn(move || writer::write_all(&mut connection, &commits))
            .map_err(|error| StoreError::Unavailable(error.to_string()))?;
        let readers = Arc::new(Readers::new(path));
        Ok(Sqlite { writer: Some(writer), thread: Some(thread), readers, _lock: Some(lock) })
    }

    /// Opens an existing file for reading, whether or not a card room runs on it.
    pub fn open_read_only(path: &Path) -> Result<impl LogReader + use<>, StoreError> {
        if !path.exists() {
            return Err(StoreError::Unavailable(format!("there is no file {}", path.display())));
        }
        let readers = Arc::new(Readers::new(path));
        Ok(Sqlite { writer: None, thread: None, readers, _lock: None })
    }

    fn read<T: Send + 'static>(
        &self,
        query: impl FnOnce(&Connection) -> rusqlite::Result<T> + Send + 'static,
    ) -> Pending<'static, T> {
        let readers = Arc::clone(&self.readers);
        Box::pin(async move {
            let _permit = readers.permits.acquire().await;
            let reader = Arc::clone(&readers);
            let reading = tokio::task::spawn_blocking(move || reader.read(query));
            reading.await.map_err(|error| StoreError::Unavailable(error.to_string()))?
        })
    }
}

/// Waits until every queued commit is written.
impl Drop for Sqlite {
    fn drop(&mut self) {
        self.writer = None;
        if let Some(thread) = self.thread.take() {
            // If the writer panicked, its clients have already seen their answer channels close.
            let _ = thread.join();
        }
    }
}

impl LogWriter for Sqlite {
    fn append(&self, commit: Commit) -> Pending<'_, CommitResult> {
        Box::pin(async move {
            let stopped = || StoreError::Unknown("the writer has stopped".into());
            let (answer, answered) = oneshot::channel();
            let writer = self.writer.as_ref().ok_or_else(stopped)?;
            writer.send((commit, answer)).map_err(|_| stopped())?;
            answered.await.map_err(|_| stopped())?
        })
    }
}

impl LogReader for Sqlite {
    fn head(&self, log: LogId) -> Pending<'_, Option<Head>> {
        self.read(move |connection| head(connection, log))
    }

    fn due(&self, now_ms: u64) -> Pending<'_, Vec<LogId>> {
        self.read(move |connection| {
            let mut query =
                connection.prepare_cached("SELECT log FROM heads WHERE wake_ms <= ?1 ORDER BY log")?;
            query.query_map([now_ms.cast_signed()], |row| Ok(LogId(unsigned(row, 0)?)))?.collect()
        })
    }

    fn entries(&self, log: LogId, after: u64, limit: u32) -> Pending<'_, Vec<Entry>> {
        self.read(move |connection| {
            let mut query = connection.prepare_cached(
                "SELECT log, seq, events, at_ms, body, previous, hash FROM entries
                 WHERE log = ?1 AND seq > ?2 ORDER BY seq LIMIT ?3",
            )?;
            query.query_map(params![log.0.cast_signed(), after.cast_signed(), limit], entry)?.collect()
        })
    }

    fn transfers_of(&self, log: LogId, from: u64, to: u64) -> Pending<'_, Vec<PostedTransfer>> {
        self.read(move |connection| {
            let mut query = connection.prepare_cached(
                "SELECT transfers.log, transfers.seq, debit, credit, amount, debit_after, credit_after
                 FROM entries JOIN transfers ON transfers.entry = entries.id
                 WHERE entries.log = ?1 AND entries.seq BETWEEN ?2 AND ?3 ORDER BY transfers.id",
            )?;
            let span = params![log.0.cast_signed(), from.cast_signed(), to.cast_signed()];
            query.query_map(span, transfer)?.collect()
        })
    }

    fn transfers(&self, after: u64, limit: u32) -> Pending<'_, Vec<PostedTransfer>> {
        self.read(move |connection| {
            let mut query = connection.prepare_cached(
                "SELECT log, seq, debit, credit, amount, debit_after, credit_after FROM transfers
                 WHERE id > ?1 ORDER BY id LIMIT ?2",
            )?;
            query.query_map(params![after.cast_signed(), limit], transfer)?.collect()
        })
    }

    fn balances(&self, accounts: Vec<Account>) -> Pending<'_, Vec<(Account, Cents)>> {
        self.read(move |connection| {
            if accounts.is_empty() {
                let mut query = connection.prepare_cached("SELECT account, balance FROM balances")?;
                return query.query_map([], |row| Ok((account(row, 0)?, cents(row, 1)?)))?.collect();
            }
            let held = |account: Account| Ok((account, balance(connection, account)?.unwrap_or_default()));
            accounts.into_iter().map(held).collect()
        })
    }

    fn total(&self) -> Pending<'_, LedgerTotal> {
        self.read(|connection| {
            let mut query =
                connection.prepare_cached("SELECT count(*), coalesce(sum(balance), 0) FROM balances")?;
            query.query_row([], |row| Ok(LedgerTotal { accounts: unsigned(row, 0)?, sum: cents(row, 1)? }))
        })
    }

    fn record(&self, kind: RecordKind, key: String) -> Pending<'_, Option<String>> {
        self.read(move |connection| record(connection, kind, &key))
    }

    fn records(&self, range: KeyRange) -> Pending<'_, Vec<(String, String)>> {
        self.read(move |connection| {
            let direction = if range.backwards { "DESC" } else { "ASC" };
            let mut query = connection.prepare_cached(&format!(
                "SELECT key, value FROM records WHERE kind = ?1 AND key >= ?2 AND key < ?3
                 ORDER BY key {direction} LIMIT ?4",
            ))?;
            let bounds = params![range.kind.name(), range.from, range.until, range.limit];
            query.query_map(bounds, |row| Ok((row.get(0)?, row.get(1)?)))?.collect()
        })
    }
}

/// A pool of read-only connections, opened on demand.
struct Readers {
    path: PathBuf,
    permits: Semaphore,
    idle: Mutex<Vec<Connection>>,
}

impl Readers {
    fn new(path: &Path) -> Readers {
        Readers { path: path.to_owned(), permits: Semaphore::new(MAX_READERS), idle: Mutex::default() }
    }

    fn read<T>(&self, query: impl FnOnce(&Connection) -> rusqlite::Result<T>) -> Result<T, StoreError> {
        let idle = || self.idle.lock().unwrap_or_else(PoisonError::into_inner);
        let waiting = idle().pop();
        let connection = waiting.map_or_else(|| self.fresh(), Ok)?;
        let answer = query(&connection)?;
        idle().push(connection);
        Ok(answer)
    }

    fn fresh(&self) -> Result<Connection, StoreError> {
        let connection = connect(&self.path)?;
        connection.pragma_update(None, "query_only", true)?;
        Ok(connection)
    }
}

fn connect(path: &Path) -> Result<Connection, StoreError> {
    let open = || -> rusqlite::Result<Connection> {
        let connection = Connection::open(path)?;
        connection.busy_timeout(std::time::Duration::from_secs(10))?;
        // FULL makes an answered commit survive a power failure. Each log's head is on a page of its own; letting the
        // write-ahead log grow to 16 MB copies such a page into the file once for many commits.
        connection.execute_batch(
            "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA cache_size = -16384;
             PRAGMA wal_autocheckpoint = 4000;",
        )?;
        connection.set_prepared_statement_cache_capacity(64);
        Ok(connection)
    };
    open().map_err(|error| StoreError::Unavailable(format!("{}: {error}", path.display())))
}

/// Locks a file next to the database for as long as the returned handle lives. A second writer is refused at once.
fn lock(path: &Path) -> Result<File, StoreError> {
    let mut name = path.as_os_str().to_owned();
    name.push(".lock");
    let refused = |why: String| StoreError::Unavailable(format!("{}: {why}", path.display()));
    let file = File::create(&name).map_err(|error| refused(error.to_string()))?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(TryLockError::WouldBlock) => Err(refused("another card room runs on this file".into())),
        Err(TryLockError::Error(error)) => Err(refused(error.to_string())),
    }
}

/// Creates the file with mode 0600, which `SQLite` copies to the files beside it: they hold password hashes.
fn create(path: &Path) -> Result<(), StoreError> {
    let mut options = OpenOptions::new();
    options.write(true).create(true).truncate(false);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let file = options.open(path);
    file.map(drop).map_err(|error| StoreError::Unavailable(format!("{}: {error}", path.display())))
}

fn migrate(connection: &mut Connection) -> Result<(), StoreError> {
    let version: u32 = connection.query_row("PRAGMA user_version", [], |row| row.get(0))?;
    if version as usize > MIGRATIONS.len() {
        let newer = format!("its schema has version {version}; this program knows {}", MIGRATIONS.len());
        return Err(StoreError::Broken(newer));
    }
    for (step, number) in MIGRATIONS.iter().zip(1u32..).skip(version as usize) {
        let apply = |connection: &mut Connection| -> rusqlite::Result<()> {
            let transaction = connection.transaction()?;
            transaction.execute_batch(step)?;
            transaction.pragma_update(None, "user_version", number)?;
            transaction.commit()
        };
        apply(connection)?;
    }
    Ok(())
}

impl From<rusqlite::Error> for StoreError {
    fn from(error: rusqlite::Error) -> StoreError {
        match error {
            rusqlite::Error::FromSqlConversionFailure(..)
            | rusqlite::Error::IntegralValueOutOfRange(..)
            | rusqlite::Error::InvalidColumnType(..) => StoreError::Broken(error.to_string()),
            error => StoreError::Unavailable(error.to_string()),
        }
    }
}
