//! Rows of the database as domain values. Each function names the columns that it expects.

use table::{Account, Move};
use tokio_postgres::Row;
use uth::Cents;

use crate::{Entry, Head, LedgerTotal, LogId, PostedTransfer, StoreError};

/// `log, seq, hash, wake_ms`
pub(super) fn head(row: &Row) -> Result<(LogId, Head), StoreError> {
    let wake_ms: Option<i64> = row.try_get(3)?;
    let head = Head { seq: unsigned(row, 1)?, hash: hash(row, 2)?, wake_ms: wake_ms.map(i64::cast_unsigned) };
    Ok((log(row)?, head))
}

/// `log`
pub(super) fn log(row: &Row) -> Result<LogId, StoreError> {
    unsigned(row, 0).map(LogId)
}

/// `log, seq, events, at_ms, body, previous, hash`
pub(super) fn entry(row: &Row) -> Result<Entry, StoreError> {
    Ok(Entry {
        log: log(row)?,
        seq: unsigned(row, 1)?,
        events: events(row, 2)?,
        at_ms: unsigned(row, 3)?,
        body: row.try_get(4)?,
        previous: hash(row, 5)?,
        hash: hash(row, 6)?,
    })
}

/// `log, seq, debit, credit, amount, debit_after, credit_after`
pub(super) fn transfer(row: &Row) -> Result<PostedTransfer, StoreError> {
    Ok(PostedTransfer {
        log: log(row)?,
        seq: unsigned(row, 1)?,
        moved: Move { debit: account(row, 2)?, credit: account(row, 3)?, amount: cents(row, 4)? },
        debit_after: cents(row, 5)?,
        credit_after: cents(row, 6)?,
    })
}

/// `account, balance`
pub(super) fn balance(row: &Row) -> Result<(Account, Cents), StoreError> {
    Ok((account(row, 0)?, cents(row, 1)?))
}

/// `accounts, sum`
pub(super) fn total(row: &Row) -> Result<LedgerTotal, StoreError> {
    Ok(LedgerTotal { accounts: unsigned(row, 0)?, sum: cents(row, 1)? })
}

/// Reads a number that is stored as the signed number with the same bits.
fn unsigned(row: &Row, column: usize) -> Result<u64, StoreError> {
    Ok(row.try_get::<_, i64>(column)?.cast_unsigned())
}

fn events(row: &Row, column: usize) -> Result<u32, StoreError> {
    let events: i64 = row.try_get(column)?;
    u32::try_from(events).map_err(|_| StoreError::Broken(format!("an entry of {events} events")))
}

fn cents(row: &Row, column: usize) -> Result<Cents, StoreError> {
    Ok(Cents(row.try_get(column)?))
}

fn account(row: &Row, column: usize) -> Result<Account, StoreError> {
    let text: &str = row.try_get(column)?;
    text.parse().map_err(|error| StoreError::Broken(format!("an account `{text}`: {error}")))
}

fn hash(row: &Row, column: usize) -> Result<[u8; 32], StoreError> {
    let bytes: &[u8] = row.try_get(column)?;
    bytes.try_into().map_err(|_| StoreError::Broken(format!("a hash of {} bytes", bytes.len())))
}
