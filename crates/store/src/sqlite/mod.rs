//! A store in one file, by `SQLite`, for a card room with one node.
//!
//! One thread writes. It drains its queue into one transaction and answers when that transaction is on the disk, so
//! that a hundred commits cost one `fsync`; a single commit is written at once. Readers have connections of their own:
//! in WAL mode they neither wait for the writer nor delay it.
//!
//! One process writes to one file, whatever name it has for it: the file itself is locked, and a program that writes
//! without asking for the lock, or puts another file in its place, is noticed before the next commit.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;

use rusqlite::types::Value;
use rusqlite::{Connection, params_from_iter};
use tokio::sync::Semaphore;
use tokio::sync::mpsc::unbounded_channel;

use crate::sql::{Database, Parameter, Queue, Row, enqueue};
use crate::{Commit, CommitResult, LogReader, LogWriter, Pending, StoreError};

mod guard;
mod writer;

use guard::Guard;

/// The most concurrent readers. Each has a connection with a page cache and open files of its own.
const MAX_READERS: usize = 32;

/// The steps from an empty file to the current schema. A released step is never changed: a change is another step.
const MIGRATIONS: &[&str] = &[include_str!("1.sql")];

/// A store in one file.
pub struct Sqlite {
    /// Dropped before `thread` is joined: a closed queue is what ends the thread.
    writer: Option<Queue>,
    thread: Option<JoinHandle<()>>,
    readers: Arc<Readers>,
}

impl Sqlite {
    /// Opens a file, creating and migrating it if necessary. Fails if another process has it open for writing.
    pub fn open(path: &Path) -> Result<Sqlite, StoreError> {
        // Before the file is written to: a second program must not even migrate it.
        let lock = lock(path)?;
        let mut connection = connect(path)?;
        migrate(&mut connection)?;
        let mut guard = Guard::new(path, &connection)?;
        // Unbounded, because every sender waits for its answer: no more commits wait than there are table actors and
        // requests.
        let (writer, mut commits) = unbounded_channel();
        let thread = std::thread::Builder::new()
            .name("storage".into())
            .spawn(move || writer::write_all(&mut connection, &mut guard, &mut commits))
            .map_err(|error| StoreError::Unavailable(error.to_string()))?;
        let readers = Readers::new(path, Some(lock));
        Ok(Sqlite { writer: Some(writer), thread: Some(thread), readers })
    }

    /// Opens an existing file for reading, whether or not a card room runs on it.
    pub fn open_read_only(path: &Path) -> Result<impl LogReader + use<>, StoreError> {
        if !path.exists() {
            return Err(StoreError::Unavailable(format!("there is no file {}", path.display())));
        }
        Ok(Sqlite { writer: None, thread: None, readers: Readers::new(path, None) })
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
        Box::pin(enqueue(self.writer.as_ref(), commit))
    }

    /// Asks the thread that writes, by a commit of nothing.
    fn check(&self) -> Pending<'_, ()> {
        Box::pin(async { self.append(Commit::default()).await.map(drop) })
    }
}

impl Database for Sqlite {
    const AMONG: &'static str = "IN (SELECT value FROM json_each($1))";

    const TRANSFERS_OF: &'static str =
        "SELECT transfers.log, transfers.seq, debit, credit, amount, debit_after, credit_after
         FROM entries JOIN transfers ON transfers.entry = entries.id
         WHERE entries.log = $1 AND entries.seq BETWEEN $2 AND $3 ORDER BY transfers.id";

    fn rows<T: Send + 'static>(
        &self,
        query: String,
        parameters: Vec<Parameter>,
        read: fn(&dyn Row) -> Result<T, StoreError>,
    ) -> Pending<'_, Vec<T>> {
        let readers = Arc::clone(&self.readers);
        Box::pin(async move {
            // Waits here and not on a blocking thread, of which tokio has a limited number.
            let _permit = readers.permits.acquire().await;
            let reader = Arc::clone(&readers);
            let reading = tokio::task::spawn_blocking(move || {
                reader.read(|connection| rows(connection, &query, parameters, read))
            });
            reading.await.map_err(|error| StoreError::Unavailable(error.to_string()))?
        })
    }
}

/// Returns the rows of a query on a connection.
fn rows<T>(
    connection: &Connection,
    query: &str,
    parameters: Vec<Parameter>,
    read: fn(&dyn Row) -> Result<T, StoreError>,
) -> Result<Vec<T>, StoreError> {
    let parameters = parameters.into_iter().map(|parameter| match parameter {
        Parameter::Number(number) => Value::Integer(number),
        Parameter::Text(text) => Value::Text(text),
        // `SQLite` has no lists; those of numbers and plain words are JSON as Rust prints them.
        Parameter::Numbers(numbers) => Value::Text(format!("{numbers:?}")),
        Parameter::Texts(texts) => Value::Text(format!("{texts:?}")),
    });
    let mut query = connection.prepare_cached(query)?;
    query.query_and_then(params_from_iter(parameters), |row| read(row))?.collect()
}

impl Row for rusqlite::Row<'_> {
    fn optional_number(&self, column: usize) -> Result<Option<i64>, StoreError> {
        Ok(self.get(column)?)
    }

    fn text(&self, column: usize) -> Result<String, StoreError> {
        Ok(self.get(column)?)
    }

    fn hash(&self, column: usize) -> Result<[u8; 32], StoreError> {
        Ok(self.get(column)?)
    }
}

/// A pool of read-only connections, opened on demand.
struct Readers {
    path: PathBuf,
    permits: Semaphore,
    idle: Mutex<Vec<Connection>>,
    /// The lock of the store that writes. It is released after the last connection is closed: closing any descriptor
    /// of a file releases all locks that `SQLite` holds on it in this process.
    _lock: Option<File>,
}

impl Readers {
    fn new(path: &Path, lock: Option<File>) -> Arc<Readers> {
        let permits = Semaphore::new(MAX_READERS);
        Arc::new(Readers { path: path.to_owned(), permits, idle: Mutex::default(), _lock: lock })
    }

    fn read<T>(&self, query: impl FnOnce(&Connection) -> Result<T, StoreError>) -> Result<T, StoreError> {
        let idle = || self.idle.lock().unwrap_or_else(PoisonError::into_inner);
        let waiting = idle().pop();
        let connection = waiting.map_or_else(|| self.fresh(), Ok)?;
        // A connection that failed is dropped and not put back.
        let answer = query(&connection)?;
        idle().push(connection);
        Ok(answer)
    }

    fn fresh(&self) -> Result<Connection, StoreError> {
        let connection = connect(&self.path)?;
        // A reader that could write would escape the file lock and the cache of the writer.
        connection.pragma_update(None, "query_only", true)?;
        Ok(connection)
    }
}

fn connect(path: &Path) -> Result<Connection, StoreError> {
    let open = || -> rusqlite::Result<Connection> {
        let connection = Connection::open(path)?;
        // In WAL mode a lock is met only in short moments, as when the log is recovered after a crash.
        connection.busy_timeout(std::time::Duration::from_secs(10))?;
        // FULL makes an answered commit survive a power failure. Each log's head is on a page of its own; letting the
        // write-ahead log grow to 16 MB copies such a page into the file once for many commits.
        connection.execute_batch(
            "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA cache_size = -16384;
             PRAGMA wal_autocheckpoint = 4000;",
        )?;
        // There are fewer statements than this, so that none is prepared twice.
        connection.set_prepared_statement_cache_capacity(64);
        Ok(connection)
    };
    open().map_err(|error| StoreError::from(error).of(path))
}

/// Locks the database file itself, which is created if need be, for as long as the returned handle lives. A second
/// writer is refused at once, by whatever name it opened the file: links and mounts lead to the same inode.
fn lock(path: &Path) -> Result<File, StoreError> {
    let unusable = |error: io::Error| StoreError::from(error).of(path);
    let mut options = OpenOptions::new();
    options.read(true).write(true).create(true).truncate(false);
    // `SQLite` copies the mode to the files beside it: they hold password hashes.
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let file = options.open(path).map_err(unusable)?;
    // This is `flock`, which neither meets nor replaces the record locks that `SQLite` takes on bytes of the same file.
    match file.try_lock() {
        Ok(()) => {}
        Err(TryLockError::WouldBlock) => {
            // Not closed: should this very process have the file open, its locks of `SQLite` would go with it.
            std::mem::forget(file);
            let reason = "another card room runs on this file and has to be stopped first";
            return Err(StoreError::Unavailable(reason.into()).of(path));
        }
        Err(TryLockError::Error(error)) => return Err(unusable(error)),
    }
    #[cfg(unix)]
    if std::os::unix::fs::MetadataExt::nlink(&file.metadata().map_err(unusable)?) > 1 {
        // The last commits are in a file beside the name by which the database was opened. Under another name they
        // would be missing after a crash.
        let reason = "this file has several names (hard links), and its last commits lie beside one of them; \
                      remove the others";
        return Err(StoreError::Unavailable(reason.into()).of(path));
    }
    Ok(file)
}

fn migrate(connection: &mut Connection) -> Result<(), StoreError> {
    // A file of a later version is refused: this program would not know what it must not change.
    let version: u32 = connection.query_row("PRAGMA user_version", [], |row| row.get(0))?;
    if version as usize > MIGRATIONS.len() {
        let newer = format!("its schema has version {version}; this program knows {}", MIGRATIONS.len());
        return Err(StoreError::Broken(newer));
    }
    for (step, number) in MIGRATIONS.iter().zip(1u32..).skip(version as usize) {
        let apply = |connection: &mut Connection| -> rusqlite::Result<()> {
            // The step and its number are one transaction: after a crash the step has happened or it has not.
            let transaction = connection.transaction()?;
            transaction.execute_batch(step)?;
            transaction.pragma_update(None, "user_version", number)?;
            transaction.commit()
        };
        apply(connection)?;
    }
    Ok(())
}

impl StoreError {
    /// The same error, with the file that it concerns.
    fn of(self, path: &Path) -> StoreError {
        let named = |why: String| format!("{}: {why}", path.display());
        match self {
            StoreError::Unavailable(why) => StoreError::Unavailable(named(why)),
            StoreError::Full(why) => StoreError::Full(named(why)),
            StoreError::ReadOnly(why) => StoreError::ReadOnly(named(why)),
            other => other,
        }
    }
}

impl From<io::Error> for StoreError {
    fn from(error: io::Error) -> StoreError {
        let why = error.to_string();
        match error.kind() {
            ErrorKind::StorageFull | ErrorKind::QuotaExceeded => StoreError::Full(why),
            ErrorKind::ReadOnlyFilesystem | ErrorKind::PermissionDenied => StoreError::ReadOnly(why),
            _ => StoreError::Unavailable(why),
        }
    }
}

impl From<rusqlite::Error> for StoreError {
    fn from(error: rusqlite::Error) -> StoreError {
        let why = error.to_string();
        match error {
            rusqlite::Error::FromSqlConversionFailure(..)
            | rusqlite::Error::IntegralValueOutOfRange(..)
            | rusqlite::Error::InvalidColumnType(..) => StoreError::Broken(why),
            rusqlite::Error::SqliteFailure(failure, _) => match failure.code {
                rusqlite::ErrorCode::DiskFull => StoreError::Full(why),
                rusqlite::ErrorCode::ReadOnly => StoreError::ReadOnly(why),
                rusqlite::ErrorCode::DatabaseCorrupt => StoreError::Broken(why),
                _ => StoreError::Unavailable(why),
            },
            _ => StoreError::Unavailable(why),
        }
    }
}
