//! The statements of a batch: one for each kind of row, whatever the number of rows.

use tokio_postgres::{Client, Error, Statement};

/// Statements that are prepared once for each connection.
pub(super) struct Statements {
    pub(super) heads: Statement,
    pub(super) balances: Statement,
    pub(super) records: Statement,
    pub(super) add_entries: Statement,
    pub(super) add_transfers: Statement,
    pub(super) set_heads: Statement,
    pub(super) set_balances: Statement,
    pub(super) set_records: Statement,
    pub(super) remove_records: Statement,
    pub(super) notify: Statement,
}

impl Statements {
    pub(super) async fn prepare(client: &Client) -> Result<Statements, Error> {
        Ok(Statements {
            heads: client.prepare(HEADS).await?,
            balances: client.prepare(BALANCES).await?,
            records: client.prepare(RECORDS).await?,
            add_entries: client.prepare(ADD_ENTRIES).await?,
            add_transfers: client.prepare(ADD_TRANSFERS).await?,
            set_heads: client.prepare(SET_HEADS).await?,
            set_balances: client.prepare(SET_BALANCES).await?,
            set_records: client.prepare(SET_RECORDS).await?,
            remove_records: client.prepare(REMOVE_RECORDS).await?,
            notify: client.prepare(NOTIFY).await?,
        })
    }
}

/// Begins a transaction and waits for the row lock that admits one writer at a time. READ COMMITTED is enough, and
/// needed: the reads that follow must see what the writer before committed while this one waited.
pub(super) const BEGIN: &str = "BEGIN ISOLATION LEVEL READ COMMITTED; SELECT FROM ledger FOR UPDATE";

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
