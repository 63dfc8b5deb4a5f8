//! Rows of the file as domain values.

use rusqlite::types::Type;
use rusqlite::{Connection, OptionalExtension, Row, params};
use table::{Account, Move};
use uth::Cents;

use crate::{Entry, Head, LogId, PostedTransfer, RecordKind};

pub(super) fn head(connection: &Connection, log: LogId) -> rusqlite::Result<Option<Head>> {
    let mut query = connection.prepare_cached("SELECT seq, hash, wake_ms FROM heads WHERE log = ?1")?;
    let read = |row: &Row<'_>| {
        let wake_ms: Option<i64> = row.get(2)?;
        Ok(Head { seq: unsigned(row, 0)?, hash: row.get(1)?, wake_ms: wake_ms.map(i64::cast_unsigned) })
    };
    query.query_row([log.0.cast_signed()], read).optional()
}

pub(super) fn balance(connection: &Connection, account: Account) -> rusqlite::Result<Option<Cents>> {
    let mut query = connection.prepare_cached("SELECT balance FROM balances WHERE account = ?1")?;
    query.query_row([account.to_string()], |row| cents(row, 0)).optional()
}

pub(super) fn record(
    connection: &Connection,
    kind: RecordKind,
    key: &str,
) -> rusqlite::Result<Option<String>> {
    let mut query = connection.prepare_cached("SELECT value FROM records WHERE kind = ?1 AND key = ?2")?;
    query.query_row(params![kind.name(), key], |row| row.get(0)).optional()
}

pub(super) fn entry(row: &Row<'_>) -> rusqlite::Result<Entry> {
    Ok(Entry {
        log: LogId(unsigned(row, 0)?),
        seq: unsigned(row, 1)?,
        events: row.get(2)?,
        at_ms: unsigned(row, 3)?,
        body: row.get(4)?,
        previous: row.get(5)?,
        hash: row.get(6)?,
    })
}

pub(super) fn transfer(row: &Row<'_>) -> rusqlite::Result<PostedTransfer> {
    Ok(PostedTransfer {
        log: LogId(unsigned(row, 0)?),
        seq: unsigned(row, 1)?,
        moved: Move { debit: account(row, 2)?, credit: account(row, 3)?, amount: cents(row, 4)? },
        debit_after: cents(row, 5)?,
        credit_after: cents(row, 6)?,
    })
}

pub(super) fn account(row: &Row<'_>, column: usize) -> rusqlite::Result<Account> {
    let text: String = row.get(column)?;
    text.parse()
        .map_err(|error| rusqlite::Error::FromSqlConversionFailure(column, Type::Text, Box::new(error)))
}

pub(super) fn cents(row: &Row<'_>, column: usize) -> rusqlite::Result<Cents> {
    row.get(column).map(Cents)
}

/// Reads a number that is stored as the signed number with the same bits.
pub(super) fn unsigned(row: &Row<'_>, column: usize) -> rusqlite::Result<u64> {
    row.get(column).map(i64::cast_unsigned)
}
