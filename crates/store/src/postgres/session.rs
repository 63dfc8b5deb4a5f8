//! The connection that writes, and the transaction of one batch.
//!
//! Statements are pipelined, so that a batch takes four round trips: taking the turn, reading, writing, committing.

use std::collections::BTreeMap;

use table::Account;
use tokio_postgres::types::ToSql;
use tokio_postgres::{Error, Row, Statement};

use super::{Connected, Fault};
use crate::RecordKind;
use crate::batch::{Loaded, Needs, Plan};
use crate::fanout::CHANNEL;
use crate::sql::{balance, head};

/// Begins a transaction and waits for the row lock that admits one writer at a time. READ COMMITTED is enough, and
/// needed: the reads that follow must see what the writer before committed while this one waited.
const BEGIN: &str = "BEGIN ISOLATION LEVEL READ COMMITTED; SELECT FROM ledger FOR UPDATE";

const HEADS: &str = "SELECT log, seq, hash, wake_ms FROM heads WHERE log = ANY($1)";

const BALANCES: &str = "SELECT account, balance FROM balances WHERE account = ANY($1)";

/// Selects records with their position in the parameters, from 1. The LIMIT makes PostgreSQL look up each key in the
/// index; without it, it scans the table as long as that is small, and keeps the plan when it no longer is.
const RECORDS: &str = "
    SELECT place, value
    FROM unnest($1::text[], $2::text[]) WITH ORDINALITY AS needed (kind, key, place), LATERAL (
        SELECT value FROM records WHERE records.kind = needed.kind AND records.key = needed.key LIMIT 1
    ) AS found";

const ADD_ENTRIES: &str = "
    INSERT INTO entries (log, seq, events, at_ms, body, previous, hash)
    SELECT * FROM unnest(
        $1::bigint[], $2::bigint[], $3::bigint[], $4::bigint[], $5::text[], $6::bytea[], $7::bytea[])";

/// Posts transfers and numbers them without gaps, in the order of the parameters.
const ADD_TRANSFERS: &str = "
    WITH added AS (
        SELECT * FROM
            unnest($1::bigint[], $2::bigint[], $3::text[], $4::text[], $5::bigint[], $6::bigint[], $7::bigint[])
            WITH ORDINALITY AS added (log, seq, debit, credit, amount, debit_after, credit_after, place)
    ), counted AS (
        UPDATE ledger SET transfers = transfers + cardinality($1) RETURNING transfers - cardinality($1) AS before
    )
    INSERT INTO transfers (id, log, seq, debit, credit, amount, debit_after, credit_after)
    SELECT before + place, log, seq, debit, credit, amount, debit_after, credit_after FROM counted, added";

const SET_HEADS: &str = "
    INSERT INTO heads (log, seq, hash, wake_ms)
    SELECT * FROM unnest($1::bigint[], $2::bigint[], $3::bytea[], $4::bigint[])
    ON CONFLICT (log) DO UPDATE SET seq = excluded.seq, hash = excluded.hash, wake_ms = excluded.wake_ms";

const SET_BALANCES: &str = "
    INSERT INTO balances (account, balance)
    SELECT * FROM unnest($1::text[], $2::bigint[])
    ON CONFLICT (account) DO UPDATE SET balance = excluded.balance";

const SET_RECORDS: &str = "
    INSERT INTO records (kind, key, value)
    SELECT * FROM unnest($1::text[], $2::text[], $3::text[])
    ON CONFLICT (kind, key) DO UPDATE SET value = excluded.value";

/// Deletes records, each found by the index for the same reason.
const REMOVE_RECORDS: &str = "
    DELETE FROM records WHERE ctid = ANY(ARRAY(
        SELECT found.ctid
        FROM unnest($1::text[], $2::text[]) AS gone (kind, key), LATERAL (
            SELECT ctid FROM records WHERE records.kind = gone.kind AND records.key = gone.key LIMIT 1
        ) AS found
    ))";

const NOTIFY: &str = "SELECT pg_notify($1, payload) FROM unnest($2::text[]) AS payload";

/// The statements of a batch: one for each kind of row, whatever the number of rows.
const STATEMENTS: [&str; 10] = [
    HEADS,
    BALANCES,
    RECORDS,
    ADD_ENTRIES,
    ADD_TRANSFERS,
    SET_HEADS,
    SET_BALANCES,
    SET_RECORDS,
    REMOVE_RECORDS,
    NOTIFY,
];

/// A connection with its prepared statements.
pub(super) struct Session {
    connection: Connected,
    /// Prepared once for each connection, by their text.
    statements: BTreeMap<&'static str, Statement>,
    /// Whether a transaction is open that holds the writers' lock.
    has_turn: bool,
}

impl Session {
    /// Prepares a connection to a database whose schema is current.
    pub(super) async fn new(connection: Connected) -> Result<Session, Error> {
        let mut statements = BTreeMap::new();
        for text in STATEMENTS {
            statements.insert(text, connection.client.prepare(text).await?);
        }
        Ok(Session { connection, statements, has_turn: false })
    }

    pub(super) fn is_over(&self) -> bool {
        self.connection.client.is_closed()
    }

    /// Begins a transaction and waits for the writers' lock, unless this session holds it already.
    pub(super) async fn take_turn(&mut self) -> Result<(), Error> {
        if !self.has_turn {
            // Until this returns, another node may hold the lock; it does so for one batch at most.
            self.connection.client.batch_execute(BEGIN).await?;
            self.has_turn = true;
        }
        Ok(())
    }

    /// Takes its turn and reads what the planner needs.
    pub(super) async fn begin(&mut self, needs: &Needs) -> Result<Loaded, Fault> {
        self.take_turn().await?;
        let places: Vec<&(RecordKind, String)> = needs.records.iter().collect();
        let (kinds, keys) =
            (column(&places, |(kind, _)| kind.name()), column(&places, |(_, key)| key.as_str()));
        // All three are sent before the first answer is awaited: one round trip instead of three.
        let (heads, balances, records) = tokio::try_join!(
            biased;
            self.run(HEADS, needs.logs.len(), vec![column(&needs.logs, |log| log.0.cast_signed())]),
            self.run(BALANCES, needs.accounts.len(), vec![column(&needs.accounts, Account::to_string)]),
            self.run(RECORDS, places.len(), vec![kinds, keys]),
        )?;
        let record = |row: &Row| {
            let place = row.try_get::<_, i64>(0)?.cast_unsigned() as usize;
            Ok((places[place - 1].clone(), row.try_get(1)?))
        };
        Ok(Loaded {
            heads: heads.iter().map(|row| head(row)).collect::<Result<_, _>>()?,
            balances: balances.iter().map(|row| balance(row)).collect::<Result<_, _>>()?,
            records: records.iter().map(record).collect::<Result<_, Error>>()?,
        })
    }

    /// Writes a plan, and the notifications that PostgreSQL delivers to other nodes when the transaction commits.
    pub(super) async fn write(&self, plan: &Plan, notifications: &[String]) -> Result<(), Error> {
        let Plan { entries, transfers, heads, balances, records, .. } = plan;
        // The planner has one final value for each record, so that writes and deletions of a batch never meet.
        let set = records.iter().filter_map(|(place, value)| Some((place, value.as_ref()?)));
        let set: Vec<(&(RecordKind, String), &String)> = set.collect();
        let gone = records.iter().filter(|(_, value)| value.is_none()).map(|(place, _)| place);
        let gone: Vec<&(RecordKind, String)> = gone.collect();
        let entry_columns = vec![
            column(entries, |entry| entry.log.0.cast_signed()),
            column(entries, |entry| entry.seq.cast_signed()),
            column(entries, |entry| i64::from(entry.events)),
            column(entries, |entry| entry.at_ms.cast_signed()),
            column(entries, |entry| entry.body.as_str()),
            column(entries, |entry| entry.previous.as_slice()),
            column(entries, |entry| entry.hash.as_slice()),
        ];
        let transfer_columns = vec![
            column(transfers, |transfer| transfer.log.0.cast_signed()),
            column(transfers, |transfer| transfer.seq.cast_signed()),
            column(transfers, |transfer| transfer.moved.debit.to_string()),
            column(transfers, |transfer| transfer.moved.credit.to_string()),
            column(transfers, |transfer| transfer.moved.amount.0),
            column(transfers, |transfer| transfer.debit_after.0),
            column(transfers, |transfer| transfer.credit_after.0),
        ];
        let head_columns = vec![
            column(heads, |(log, _)| log.0.cast_signed()),
            column(heads, |(_, head)| head.seq.cast_signed()),
            column(heads, |(_, head)| head.hash.as_slice()),
            column(heads, |(_, head)| head.wake_ms.map(u64::cast_signed)),
        ];
        let balance_columns = vec![
            column(balances, |(account, _)| account.to_string()),
            column(balances, |(_, balance)| balance.0),
        ];
        let set_columns = vec![
            column(&set, |((kind, _), _)| kind.name()),
            column(&set, |((_, key), _)| key.as_str()),
            column(&set, |(_, value)| value.as_str()),
        ];
        let gone_columns =
            vec![column(&gone, |(kind, _)| kind.name()), column(&gone, |(_, key)| key.as_str())];
        tokio::try_join!(
            biased;
            self.run(ADD_ENTRIES, entries.len(), entry_columns),
            self.run(ADD_TRANSFERS, transfers.len(), transfer_columns),
            self.run(SET_HEADS, heads.len(), head_columns),
            self.run(SET_BALANCES, balances.len(), balance_columns),
            self.run(SET_RECORDS, set.len(), set_columns),
            self.run(REMOVE_RECORDS, gone.len(), gone_columns),
            self.run(NOTIFY, notifications.len(), vec![Box::new(CHANNEL), column(notifications, String::as_str)]),
        )?;
        Ok(())
    }

    pub(super) async fn commit(&mut self) -> Result<(), Error> {
        self.has_turn = false;
        self.connection.client.batch_execute("COMMIT").await
    }

    /// Rolls the transaction back.
    pub(super) async fn roll_back(&mut self) {
        self.has_turn = false;
        // If this fails too, the connection is gone, and the server rolls the transaction back.
        let _ = self.connection.client.batch_execute("ROLLBACK").await;
    }

    /// Runs a statement, unless it would read or write no rows.
    async fn run(&self, statement: &str, rows: usize, columns: Vec<Column<'_>>) -> Result<Vec<Row>, Error> {
        if rows == 0 {
            return Ok(Vec::new());
        }
        let columns: Vec<&(dyn ToSql + Sync)> = columns.iter().map(|column| &**column as _).collect();
        self.connection.client.query(&self.statements[statement], &columns).await
    }
}

/// One column of some rows, as a parameter for `unnest`.
type Column<'a> = Box<dyn ToSql + Send + Sync + 'a>;

fn column<'a, Row, Value: ToSql + Send + Sync + 'a>(
    rows: impl IntoIterator<Item = Row>,
    value: impl Fn(Row) -> Value,
) -> Column<'a> {
    Box::new(rows.into_iter().map(value).collect::<Vec<Value>>())
}
