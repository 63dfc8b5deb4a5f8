//! `uth serve`: the card room.

use std::io::{self, Write};
use std::net::{IpAddr, SocketAddr};
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use anyhow::{Context, Result};
use fair::entropy::OperatingSystem;
use server::logs::{self, LogForm};
use server::start::{Database, Running, Start};
use server::{http, paths};
use store::fanout::nats::NatsAddress;
use tokio::signal::unix::{SignalKind, signal};

use crate::options::duration;

const EXAMPLES: &str = "Examples:
  uth serve                                        on this machine only
  uth serve --listen 0.0.0.0:8600 --origin https://cards.example
  uth serve --database ./club.db                   with another database file
  uth serve --database postgres://uth@db/room      one of any number of nodes
  uth serve --database postgres://uth@db/room --key /etc/uth/room.key --fanout nats://nats:4222";

/// Open the card room; `uth` without a command does the same
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    /// A file, or the address of a PostgreSQL server; a file in your data directory if not given
    #[arg(long, value_name = "FILE|postgres://…")]
    database: Option<Database>,
    /// A NATS server through which nodes notify each other; without it PostgreSQL does that
    ///
    /// Only with PostgreSQL. A notification says which log has grown, never what happened: one that is lost delays what
    /// other nodes show by about a second. All nodes need the same server; a path after the address names the subject.
    #[arg(long, value_name = "nats://…")]
    fanout: Option<NatsAddress>,
    /// Where to listen; 127.0.0.1:8600 if not given, or any free port if that one is taken
    #[arg(long, value_name = "ADDRESS:PORT")]
    listen: Option<SocketAddr>,
    /// The public address of the card room, if it stands behind a proxy
    #[arg(long, value_name = "https://…")]
    origin: Option<http::PublicOrigin>,
    /// Take the client's address from X-Forwarded-For, which the proxy must set
    #[arg(long)]
    behind_proxy: bool,
    /// Do not limit requests and new guests from this address; for load tests, see `uth load`
    #[arg(long, value_name = "ADDRESS")]
    uncounted: Vec<IpAddr>,
    /// The file with the key that seals the seeds of running rounds; next to the database if not given
    #[arg(long, value_name = "FILE")]
    key: Option<PathBuf>,
    /// How long bots wait before they act
    #[arg(long, value_name = "DURATION", default_value = "900ms", value_parser = duration)]
    bot_delay: Duration,
    /// Start without tables; the floor opens them
    #[arg(long)]
    no_tables: bool,
    /// The format of the log on standard error
    #[arg(long, value_name = "text|json", default_value = "text")]
    log: LogForm,
}

pub(crate) fn run(arguments: Arguments) -> Result<ExitCode> {
    logs::start(arguments.log);
    let runtime = tokio::runtime::Runtime::new().context("cannot start threads")?;
    runtime.block_on(serve(arguments))?;
    Ok(ExitCode::SUCCESS)
}

async fn serve(arguments: Arguments) -> Result<()> {
    let database = arguments.database.unwrap_or_else(|| Database::File(paths::database()));
    let start = Start {
        database: database.clone(),
        key: arguments.key,
        fanout: arguments.fanout,
        listen: arguments.listen,
        app: http::Config {
            origin: arguments.origin.unwrap_or_default(),
            behind_proxy: arguments.behind_proxy,
            limits: http::ServerLimits { uncounted: arguments.uncounted, ..http::ServerLimits::default() },
            ..http::Config::default()
        },
        entropy: Box::new(OperatingSystem),
        bot_delay_ms: u64::try_from(arguments.bot_delay.as_millis()).unwrap_or(u64::MAX),
        first_tables: !arguments.no_tables,
    };
    // Registered before the room opens: a supervisor may stop the program while it starts.
    let mut terminated = signal(SignalKind::terminate())?;
    let running = start.open().await?;
    // The card room stays open even if nothing reads its output any more.
    let _ = io::stdout().write_all(welcome(&running, &database).as_bytes());
    let stop = async {
        tokio::select! {
            _ = terminated.recv() => {}
            _ = tokio::signal::ctrl_c() => {}
        }
    };
    running.run(stop).await;
    Ok(())
}

fn welcome(running: &Running, database: &Database) -> String {
    let address = http::address(running.address);
    let code = running.floor_code.as_ref();
    let code = code.map(|code| format!("Enter this code once to become the floor: {code}\n"));
    format!(
        "The card room is open: {address}\nIts database is {database}\n{}\
         Stop it with Ctrl-C; the next start continues where it stopped.\n",
        code.unwrap_or_default()
    )
}
