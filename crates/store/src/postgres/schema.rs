//! The schema: its versions, who may do what with it, and what a node checks before it serves.

use tokio_postgres::error::SqlState;
use tokio_postgres::{Client, Transaction};

use super::{ConnectOptions, Connected};
use crate::StoreError;

/// The steps from an empty database to the current schema. A released step is never changed: a change is another step.
const MIGRATIONS: &[&str] = &[include_str!("1.sql")];

/// An advisory lock for the migration, held until its transaction ends: of migrations that start together, all but the
/// first find nothing to do. The number is ours alone.
const LOCK_MIGRATIONS: &str = "SELECT pg_advisory_xact_lock(7462)";

/// What a role needs to serve, by table. Nothing in it can change or remove a log entry or a transfer. `ledger` is one
/// row with the number of transfers, which a writer locks and counts up.
const PRIVILEGES: [(&str, &str); 7] = [
    ("entries", "SELECT, INSERT"),
    ("transfers", "SELECT, INSERT"),
    ("heads", "SELECT, INSERT, UPDATE"),
    ("balances", "SELECT, INSERT, UPDATE"),
    ("records", "SELECT, INSERT, UPDATE, DELETE"),
    ("ledger", "SELECT, UPDATE"),
    ("migrations", "SELECT"),
];

/// Tables whose rows are never changed, and what would change them.
const APPEND_ONLY: [&str; 2] = ["entries", "transfers"];
const REWRITING: &str = "UPDATE, DELETE, TRUNCATE, TRIGGER";

/// What a migration did.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Migrated {
    /// The version of the schema before; 0 if there was none.
    pub from: u64,
    /// The version of the schema now.
    pub to: u64,
}

/// Migrates a database to the current schema and grants a role what it needs to serve, in one transaction.
pub(super) async fn migrate(options: &ConnectOptions, role: Option<&str>) -> Result<Migrated, StoreError> {
    let mut connection = Connected::open(options, "").await?;
    let transaction = connection.client.transaction().await?;
    transaction.batch_execute(LOCK_MIGRATIONS).await?;
    // Names and reasons are UTF-8; a database of another encoding would refuse some of them in the middle of a round.
    let encoding: String = transaction.query_one("SHOW server_encoding", &[]).await?.try_get(0)?;
    if encoding != "UTF8" {
        return Err(StoreError::Unfit(format!("the database has the encoding {encoding} and needs UTF8")));
    }
    transaction.batch_execute("CREATE TABLE IF NOT EXISTS migrations (version BIGINT PRIMARY KEY)").await?;
    let version: i64 =
        transaction.query_one("SELECT coalesce(max(version), 0) FROM migrations", &[]).await?.try_get(0)?;
    let from = known(version)?;
    for (step, number) in MIGRATIONS.iter().zip(1..).filter(|(_, number)| *number > version) {
        transaction.batch_execute(step).await?;
        transaction.execute("INSERT INTO migrations VALUES ($1)", &[&number]).await?;
    }
    if let Some(role) = role {
        grant(&transaction, role).await?;
    }
    transaction.commit().await?;
    Ok(Migrated { from, to: MIGRATIONS.len() as u64 })
}

/// Grants a role what it needs to serve, and takes away what it was granted beyond that.
async fn grant(transaction: &Transaction<'_>, role: &str) -> Result<(), StoreError> {
    if transaction.query_opt("SELECT FROM pg_roles WHERE rolname = $1", &[&role]).await?.is_none() {
        return Err(StoreError::Unfit(format!(
            "there is no role {role}; create it first: CREATE ROLE {} LOGIN",
            identifier(role)
        )));
    }
    let schema: String = transaction.query_one("SELECT current_schema()::text", &[]).await?.try_get(0)?;
    let (schema, grantee) = (identifier(&schema), identifier(role));
    transaction.batch_execute(&format!("GRANT USAGE ON SCHEMA {schema} TO {grantee}")).await?;
    for (table, privileges) in PRIVILEGES {
        let sql = format!("REVOKE ALL ON {table} FROM {grantee}; GRANT {privileges} ON {table} TO {grantee}");
        transaction.batch_execute(&sql).await?;
    }
    // Ownership, membership in another role and what everybody may do are not ours to take away.
    match rewritable(transaction.client(), role).await? {
        Some(table) => Err(StoreError::Unfit(format!(
            "the role {role} could still change or delete {table}, because it is a superuser, owns the table or \
             belongs to a role that may; name another role"
        ))),
        None => Ok(()),
    }
}

/// Checks that the schema is the one that this program knows.
pub(super) async fn check_version(client: &Client) -> Result<(), StoreError> {
    let exists: bool =
        client.query_one("SELECT to_regclass('migrations') IS NOT NULL", &[]).await?.try_get(0)?;
    if !exists {
        return Err(StoreError::Unfit(
            "the database has no tables of a card room yet; create them with `uth migrate`".into(),
        ));
    }
    let version = match client.query_one("SELECT coalesce(max(version), 0) FROM migrations", &[]).await {
        Ok(row) => row.try_get(0)?,
        Err(error) if error.code() == Some(&SqlState::INSUFFICIENT_PRIVILEGE) => {
            return Err(StoreError::Unfit(
                "this role may not read the card room's tables; grant it what it needs with `uth migrate --role`"
                    .into(),
            ));
        }
        Err(error) => return Err(error.into()),
    };
    if known(version)? < MIGRATIONS.len() as u64 {
        return Err(StoreError::Unfit(format!(
            "the database's schema has version {version} and this program needs {}; run `uth migrate`",
            MIGRATIONS.len()
        )));
    }
    Ok(())
}

/// Checks that the current role may do what serving needs, and warns if it may do more to logs and transfers.
pub(super) async fn check_privileges(client: &Client) -> Result<(), StoreError> {
    let role: String = client.query_one("SELECT current_user::text", &[]).await?.try_get(0)?;
    for (table, privileges) in PRIVILEGES {
        for privilege in privileges.split(", ") {
            let allowed = "SELECT has_table_privilege($1::text, $2)";
            let allowed: bool = client.query_one(allowed, &[&table, &privilege]).await?.try_get(0)?;
            if !allowed {
                return Err(StoreError::Unfit(format!(
                    "the role {role} lacks the privilege {privilege} on {table}; grant it what it needs with \
                     `uth migrate --role {role}`"
                )));
            }
        }
    }
    if let Some(table) = rewritable(client, &role).await? {
        tracing::warn!(
            role,
            table,
            "this role may change and delete log entries; serve with one that `uth migrate --role` prepared"
        );
    }
    Ok(())
}

/// Returns a table of what is only ever appended to that the role could change, if there is one.
async fn rewritable(client: &Client, role: &str) -> Result<Option<&'static str>, StoreError> {
    for table in APPEND_ONLY {
        let query = "SELECT has_table_privilege($1::name, $2::text, $3)";
        if client.query_one(query, &[&role, &table, &REWRITING]).await?.try_get(0)? {
            return Ok(Some(table));
        }
    }
    Ok(None)
}

/// Returns the version of a schema, unless only a later program knows it.
fn known(version: i64) -> Result<u64, StoreError> {
    let version = version.cast_unsigned();
    if version > MIGRATIONS.len() as u64 {
        return Err(StoreError::Unfit(format!(
            "the database's schema has version {version}; this program knows {} and must be updated",
            MIGRATIONS.len()
        )));
    }
    Ok(version)
}

/// Quotes a name.
fn identifier(name: &str) -> String {
    format!("\"{}\"", name.replace('"', "\"\""))
}
