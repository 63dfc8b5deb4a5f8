//! `uth account`: what the operator does to accounts, at the machine of the card room.

use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Context, Result};
use clap::{Subcommand, ValueEnum};
use protocol::{Person, Role};
use serde::Serialize;
use server::operator::Operator;
use server::paths;
use server::start::Database;

use crate::options::DatabaseParser;
use crate::output;

const EXAMPLES: &str = "Examples:
  uth account list                                   every account of the card room in your data directory
  uth account list --role floor                      who is floor
  uth account unlock Flora                           let Flora try to sign in again
  uth account reset Flora                            two recovery codes for Flora, who has lost everything else
  uth account role Flora floor --reason \"new shift\"  make Flora floor
  uth account --database postgres://uth@db/room --key /etc/uth/room.key list

A card room in a file must not run meanwhile. In PostgreSQL the command works beside the nodes; sessions
that it ends are closed there within 80 seconds. The journal has all that it does, as done by the operator.";

/// List accounts, unlock or reset one, or give it a role
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    /// A file, or a PostgreSQL database by URL or as key=value pairs; a file in your data directory if not given
    #[arg(long, value_name = "FILE|postgres://…|host=…", value_parser = DatabaseParser, global = true)]
    database: Option<Database>,
    /// The file with the card room's key; next to the database if not given
    #[arg(long, value_name = "FILE", global = true)]
    key: Option<PathBuf>,
    /// Write JSON
    #[arg(long, global = true)]
    json: bool,
    #[command(subcommand)]
    act: Act,
}

#[derive(Subcommand)]
enum Act {
    /// List the accounts, the newest first
    List {
        /// Only accounts with this role
        #[arg(long)]
        role: Option<RoleName>,
    },
    /// Let an owner try again whose attempts to sign in were too many
    Unlock {
        /// The name of the account
        name: String,
    },
    /// Give an account back to its owner
    ///
    /// All sessions and tokens end, and the second factor and earlier recovery codes no longer count. Two recovery
    /// codes are printed, once: with the first the owner signs in, and with the second they set a new password, on the
    /// account page.
    Reset {
        /// The name of the account
        name: String,
    },
    /// Change the role of an account
    Role {
        /// The name of the account
        name: String,
        /// The new role
        role: RoleName,
        /// Why; it is recorded
        #[arg(long)]
        reason: String,
    },
}

#[derive(Clone, Copy, ValueEnum)]
enum RoleName {
    Player,
    Auditor,
    Floor,
}

impl From<RoleName> for Role {
    fn from(name: RoleName) -> Role {
        match name {
            RoleName::Player => Role::Player,
            RoleName::Auditor => Role::Auditor,
            RoleName::Floor => Role::Floor,
        }
    }
}

/// The result for programs.
#[derive(Serialize)]
#[serde(untagged)]
enum Record {
    People(Vec<Person>),
    Changed { player: u64 },
    Reset { player: u64, recovery_codes: Vec<String> },
}

pub(crate) fn run(arguments: Arguments) -> Result<ExitCode> {
    let Arguments { database, key, json, act } = arguments;
    let database = database.unwrap_or_else(|| Database::File(paths::database()));
    let runtime = tokio::runtime::Runtime::new().context("cannot start threads")?;
    let (record, sentence) = runtime.block_on(async {
        let operator = Operator::open(&database, key).await?;
        let done = perform(&operator, act).await;
        operator.close().await;
        done
    })?;
    output::print(json, || &record, |output| write(output, &record, &sentence))
}

/// Does what was asked, and returns the result with the sentence that tells of it.
async fn perform(operator: &Operator, act: Act) -> Result<(Record, String)> {
    let accounts = operator.accounts();
    Ok(match act {
        Act::List { role } => (Record::People(people(operator, role.map(Into::into)).await?), String::new()),
        Act::Unlock { name } => {
            let player = accounts.unlock(&name).await?.0;
            (Record::Changed { player }, format!("{name} can try to sign in again."))
        }
        Act::Reset { name } => {
            let (player, codes) = accounts.reset(&name).await?;
            let recovery_codes = codes.iter().map(|code| code.reveal().to_owned()).collect();
            let sentence = format!(
                "{name} is signed out everywhere and has no second factor. These codes are shown this once: \
                 sign in with the first instead of the password, and set a new password with the second as \
                 the current one."
            );
            (Record::Reset { player: player.0, recovery_codes }, sentence)
        }
        Act::Role { name, role, reason } => {
            let role = Role::from(role);
            let player = accounts.set_role(&name, role, &reason).await?.0;
            (Record::Changed { player }, format!("{name} is {} now.", role_name(role)))
        }
    })
}

/// Returns all accounts, page by page.
async fn people(operator: &Operator, role: Option<Role>) -> Result<Vec<Person>> {
    let (mut all, mut next) = (Vec::new(), None);
    loop {
        let page = operator.accounts().people(role, next.as_deref(), 500).await?;
        all.extend(page.people);
        match page.next {
            Some(cursor) => next = Some(cursor),
            None => return Ok(all),
        }
    }
}

const fn role_name(role: Role) -> &'static str {
    match role {
        Role::Player => "a player",
        Role::Auditor => "an auditor",
        Role::Floor => "floor",
    }
}

fn write(output: &mut dyn Write, record: &Record, sentence: &str) -> std::io::Result<()> {
    match record {
        Record::People(people) => {
            for person in people {
                let kind = match person {
                    Person { bot: true, .. } => "a bot",
                    Person { guest: true, .. } => "a guest",
                    person => role_name(person.role),
                };
                writeln!(output, "{:>8}  {:<24}  {kind}", person.id, person.name)?;
            }
            Ok(())
        }
        Record::Changed { .. } => writeln!(output, "{sentence}"),
        Record::Reset { recovery_codes, .. } => {
            writeln!(output, "{sentence}")?;
            recovery_codes.iter().try_for_each(|code| writeln!(output, "  {code}"))
        }
    }
}
