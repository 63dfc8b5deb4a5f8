//! Notices that another program has written to the file, or has put another one in its place.

use std::ffi::OsString;
use std::fs::metadata;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use rusqlite::Connection;
use rusqlite::config::DbConfig;

use crate::StoreError;

/// Asks `SQLite` for a number that changes with every commit of another connection, and with none of this one.
const DATA_VERSION: &str = "PRAGMA data_version";

/// What the file is as long as this process alone writes to it.
pub(super) struct Guard {
    path: PathBuf,
    /// The file with the last commits.
    wal: PathBuf,
    data_version: i64,
    found: Found,
    /// What was noticed. From then on nothing is written: the cache may be wrong, and so may the file.
    noticed: Option<StoreError>,
}

/// The two files, as they are found by name.
#[derive(PartialEq, Eq)]
struct Found {
    file: Identity,
    wal: Identity,
    /// When the file was last written to, and its length. Only a checkpoint writes to it, which is part of a commit.
    written: Option<SystemTime>,
    length: u64,
}

/// The device and the inode of a file, where there is such a thing.
type Identity = (u64, u64);

impl Guard {
    /// Begins with the file as it is now. The connection has its schema.
    pub(super) fn new(path: &Path, connection: &Connection) -> Result<Guard, StoreError> {
        let mut wal: OsString = path.canonicalize()?.into_os_string();
        wal.push("-wal");
        let wal = PathBuf::from(wal);
        // The file with the last commits is made by the first transaction and stays until the last connection is
        // closed.
        connection.execute_batch("BEGIN IMMEDIATE; COMMIT")?;
        let data_version = data_version(connection)?;
        let found = find(path, &wal)?;
        Ok(Guard { path: path.to_owned(), wal, data_version, found, noticed: None })
    }

    /// Fails if anything but this connection has changed the file. Asked within a transaction that may write, so that
    /// no other connection can commit between this and the commit.
    pub(super) fn check(&mut self, connection: &Connection) -> Result<(), StoreError> {
        if let Some(noticed) = &self.noticed {
            return Err(noticed.clone());
        }
        let Err(error) = self.compare(connection) else { return Ok(()) };
        if matches!(error, StoreError::ForeignWriter(_)) {
            // What is in memory must not be written over what the other program has put there.
            connection.set_db_config(DbConfig::SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, true)?;
            self.noticed = Some(error.clone());
        }
        Err(error)
    }

    fn compare(&self, connection: &Connection) -> Result<(), StoreError> {
        let changed = |what: &str| Err(StoreError::ForeignWriter(format!("{}: {what}", self.path.display())));
        if data_version(connection)? != self.data_version {
            return changed("another connection has committed to it");
        }
        let Ok(found) = find(&self.path, &self.wal) else { return changed("it or its `-wal` is gone") };
        if found.file != self.found.file || found.wal != self.found.wal {
            return changed("another file has taken its place");
        }
        if found != self.found {
            return changed("something has written over it");
        }
        Ok(())
    }

    /// Takes the file as the commit of this connection has left it.
    pub(super) fn record_commit(&mut self) {
        // A file that is gone at this moment is noticed by the next check.
        if let Ok(found) = find(&self.path, &self.wal)
            && (found.file == self.found.file && found.wal == self.found.wal)
        {
            self.found = found;
        }
    }
}

fn data_version(connection: &Connection) -> Result<i64, StoreError> {
    Ok(connection.prepare_cached(DATA_VERSION)?.query_row([], |row| row.get(0))?)
}

fn find(path: &Path, wal: &Path) -> Result<Found, StoreError> {
    let (file, wal) = (metadata(path)?, metadata(wal)?);
    Ok(Found {
        file: identity(&file),
        wal: identity(&wal),
        written: file.modified().ok(),
        length: file.len(),
    })
}

#[cfg(unix)]
fn identity(file: &std::fs::Metadata) -> Identity {
    use std::os::unix::fs::MetadataExt;
    (file.dev(), file.ino())
}

#[cfg(not(unix))]
fn identity(_: &std::fs::Metadata) -> Identity {
    (0, 0)
}
