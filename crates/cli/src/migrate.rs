//! `uth migrate`: creates or updates the schema of a card room in PostgreSQL.

use std::io::{self, Write};
use std::process::ExitCode;

use anyhow::{Context, Result};
use server::start::Database;
use store::postgres::Migrated;

use crate::options::DatabaseParser;

const EXAMPLES: &str = "Examples:
  uth migrate --database postgres://owner@db/room              create the schema, or bring it up to date
  uth migrate --database postgres://owner@db/room --role uth   and let the role uth serve
  uth serve --database postgres://uth@db/room                  with that role, on any number of nodes";

/// Create or update the tables of a card room in PostgreSQL
///
/// `uth serve` never changes the schema, so that it can run with a role that may only add to logs and transfers. A
/// migration is one transaction and leaves a current schema as it is; nodes may run meanwhile. A card room in a file
/// needs none.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    /// The PostgreSQL database, with a role that may create tables there
    #[arg(long, value_name = "postgres://…|host=…", value_parser = DatabaseParser)]
    database: Database,
    /// Grant this role exactly what serving needs: no log entry or transfer can be changed or deleted with it
    ///
    /// The role must exist. What it was granted on these tables beyond that is revoked.
    #[arg(long, value_name = "NAME")]
    role: Option<String>,
}

pub(crate) fn run(arguments: Arguments) -> Result<ExitCode> {
    let Arguments { database, role } = arguments;
    let runtime = tokio::runtime::Runtime::new().context("cannot start threads")?;
    let migrated = runtime.block_on(database.migrate(role.as_deref()));
    let migrated = migrated.with_context(|| database.to_string())?;
    let done = match migrated {
        Migrated { from: 0, to } => format!("was created with version {to}"),
        Migrated { from, to } if from == to => format!("has version {to} already"),
        Migrated { from, to } => format!("went from version {from} to {to}"),
    };
    let mut output = io::stdout().lock();
    writeln!(output, "{database}: the schema {done}")?;
    if let Some(role) = role {
        writeln!(output, "{role} may serve, and may neither change nor delete log entries and transfers")?;
    }
    Ok(ExitCode::SUCCESS)
}
