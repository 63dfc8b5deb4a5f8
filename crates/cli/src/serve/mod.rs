//! `uth serve`: the card room.

use std::net::{IpAddr, SocketAddr};
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Context, Result};
use clap::Args;
use server::http;
use server::logs::{self, LogForm};
use server::places;
use server::start::{Database, Start};
use tokio::signal::unix::{SignalKind, signal};

const EXAMPLES: &str = "Examples:
  uth serve                                        the card room, on this machine only
  uth serve --listen 0.0.0.0:8600 --origin https://cards.example
  uth serve --database ./club.db                   another file
  uth serve --database postgres://uth@db/room      one of any number of nodes on a PostgreSQL";

#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct ServeArguments {
    /// A file, or the address of a PostgreSQL; the file in your data directory if none is named
    #[arg(long, value_name = "FILE|postgres://…")]
    database: Option<Database>,
    /// Where to listen; 127.0.0.1:8600, or any free port of this machine if that is taken
    #[arg(long, value_name = "ADDRESS:PORT")]
    listen: Option<SocketAddr>,
    /// The address that people know the card room by, if a proxy stands before it
    #[arg(long, value_name = "https://…")]
    origin: Option<String>,
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
    let database = arguments.database.unwrap_or_else(|| Database::File(places::database()));
    let start = Start {
        database: database.clone(),
        key: arguments.key,
        listen: arguments.listen,
        site: http::Config {
            origin: arguments.origin,
            behind_proxy: arguments.behind_proxy,
            limits: http::Limits { uncounted: arguments.uncounted, ..http::Limits::default() },
        },
        thinking_ms: arguments.thinking_ms,
        first_tables: !arguments.no_tables,
    };
    let mut terminated = signal(SignalKind::terminate())?;
    let running = start.open().await?;
    println!("The card room is open: {}", http::address(running.address));
    println!("Everything is kept in {database}");
    if let Some(code) = &running.floor_code {
        println!("Whoever enters this code is the floor, once: {code}");
    }
    println!("Stop it with Ctrl-C; the next start goes on where it was.");
    let stop = async {
        tokio::select! {
            _ = terminated.recv() => {}
            _ = tokio::signal::ctrl_c() => {}
        }
    };
    running.run(stop).await;
    Ok(())
}
