//! `uth serve`: the card room.

use std::io::{self, Write};
use std::net::{IpAddr, SocketAddr};
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Context, Result};
use clap::Args;
use server::http;
use server::logs::{self, LogForm};
use server::paths;
use server::start::{Database, Running, Start};
use store::fanout::nats::NatsAddress;
use tokio::signal::unix::{SignalKind, signal};

const EXAMPLES: &str = "Examples:
  uth serve                                        the card room, on this machine only
  uth serve --listen 0.0.0.0:8600 --origin https://cards.example
  uth serve --database ./club.db                   another file
  uth serve --database postgres://uth@db/room      one of any number of nodes on a PostgreSQL
  uth serve --database postgres://uth@db/room --key /etc/uth/room.key --fanout nats://nats:4222";

#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct ServeArguments {
    /// A file, or the address of a PostgreSQL; the file in your data directory if none is named
    #[arg(long, value_name = "FILE|postgres://…")]
    database: Option<Database>,
    /// A NATS through which nodes tell each other what happens; without it PostgreSQL notifies them
    ///
    /// Only on a PostgreSQL. What a node says is where to look, never what happened: a notification that is lost delays
    /// what others see by about a second. All nodes need the same; a path after the address names the subject.
    #[arg(long, value_name = "nats://…")]
    fanout: Option<NatsAddress>,
    /// Where to listen; 127.0.0.1:8600, or any free port of this machine if that is taken
    #[arg(long, value_name = "ADDRESS:PORT")]
    listen: Option<SocketAddr>,
    /// The address that people know the card room by, if a proxy stands before it
    #[arg(long, value_name = "https://…")]
    origin: Option<http::PublicOrigin>,
    /// Take who is asking from X-Forwarded-For, which a proxy must set
    #[arg(long)]
    behind_proxy: bool,
    /// Do not count requests and new guests from this address; for load tests, see `uth load`
    #[arg(long, value_name = "ADDRESS")]
    uncounted: Vec<IpAddr>,
    /// The file with the key that seals the seeds of rounds under way; beside the database if none is named
    #[arg(long, value_name = "FILE")]
    key: Option<PathBuf>,
    /// How long house-run players seem to think
    #[arg(long, value_name = "MILLISECONDS", default_value_t = 900)]
    thinking_ms: u64,
    /// Begin without tables; the floor opens them
    #[arg(long)]
    no_tables: bool,
    /// How to write the log to standard error
    #[arg(long, value_name = "text|json", default_value = "text")]
    log: LogForm,
}

/// What is served when nothing is said.
impl Default for ServeArguments {
    fn default() -> ServeArguments {
        ServeArguments {
            database: None,
            fanout: None,
            listen: None,
            origin: None,
            behind_proxy: false,
            uncounted: Vec::new(),
            key: None,
            thinking_ms: 900,
            no_tables: false,
            log: LogForm::Text,
        }
    }
}

pub(crate) fn run(arguments: ServeArguments) -> Result<ExitCode> {
    logs::start(arguments.log);
    let runtime = tokio::runtime::Runtime::new().context("no threads can be started")?;
    runtime.block_on(serve(arguments))?;
    Ok(ExitCode::SUCCESS)
}

async fn serve(arguments: ServeArguments) -> Result<()> {
    let database = arguments.database.unwrap_or_else(|| Database::File(paths::database()));
    let start = Start {
        database: database.clone(),
        key: arguments.key,
        fanout: arguments.fanout,
        listen: arguments.listen,
        app: http::Config {
            origin: arguments.origin.unwrap_or_default(),
            behind_proxy: arguments.behind_proxy,
            limits: http::Limits { uncounted: arguments.uncounted, ..http::Limits::default() },
            ..http::Config::default()
        },
        bot_delay_ms: arguments.thinking_ms,
        first_tables: !arguments.no_tables,
    };
    let mut terminated = signal(SignalKind::terminate())?;
    let running = start.open().await?;
    // Whoever started it may have stopped reading, which is no reason to close the card room.
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
    let code = code.map(|code| format!("Whoever enters this code is the floor, once: {code}\n"));
    format!(
        "The card room is open: {address}\nEverything is kept in {database}\n{}\
         Stop it with Ctrl-C; the next start goes on where it was.\n",
        code.unwrap_or_default()
    )
}
