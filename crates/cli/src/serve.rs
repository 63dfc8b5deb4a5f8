//! `uth serve`: the card room.

use std::io::{self, Write};
use std::net::{IpAddr, SocketAddr};
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use anyhow::{Context, Result, ensure};
use audit::calendar;
use fair::entropy::OperatingSystem;
use server::logs::{self, LogForm};
use server::start::{Database, Running, Start};
use server::witness::{Witness, WitnessFile, WitnessSink};
use server::{http, paths};
use store::fanout::nats::NatsAddress;
use tokio::signal::unix::{SignalKind, signal};

use crate::options::{DatabaseParser, duration};

const EXAMPLES: &str = "Examples:
  uth serve                                        on this machine only
  uth serve --listen 0.0.0.0:8600 --origin https://cards.example
  uth serve --database ./club.db                   with another database file
  uth serve --require-second-factor                floor and auditors need an authenticator
  uth serve --database postgres://uth@db/room      one of any number of nodes
  uth serve --database \"host=db dbname=room user=uth sslmode=verify-full sslrootcert=/etc/uth/ca.crt\"
  uth serve --database postgres://uth@db/room --key /etc/uth/room.key --fanout nats://nats:4222
  uth serve --witness /mnt/auditor/heads.jsonl     an auditor elsewhere notices a rewritten history
  uth serve --witness https://auditor.example/uth --witness-every 10s";

/// Open the card room; `uth` without a command does the same
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
// Each is a flag of its own; together they mean nothing.
#[allow(clippy::struct_excessive_bools)]
pub(crate) struct Arguments {
    /// A file, or a PostgreSQL database by URL or as key=value pairs; a file in your data directory if not given
    ///
    /// PostgreSQL is addressed as psql does it: sslmode, sslrootcert, PGHOST, PGPASSWORD, ~/.pgpass and the like apply.
    /// Its schema is made by `uth migrate`.
    #[arg(long, value_name = "FILE|postgres://…|host=…", value_parser = DatabaseParser)]
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
    /// Accept a PostgreSQL that may lose acknowledged commands when its machine fails
    ///
    /// Without it, a server with `fsync`, `full_page_writes` or `synchronous_commit` off is refused.
    #[arg(long)]
    unsafe_durability: bool,
    /// How long bots wait before they act
    #[arg(long, value_name = "DURATION", default_value = "900ms", value_parser = duration)]
    bot_delay: Duration,
    /// Give the floor and auditors no more than a player's rights until they have enrolled a second factor
    #[arg(long)]
    require_second_factor: bool,
    /// Write the signed ends of all logs to this file or address, for `uth verify --witness`
    ///
    /// Lines of JSON are appended to a file, or sent with POST to an http:// or https:// address: one receipt for each
    /// log that has grown. It should not be in the hands of whoever runs the database. A failure is logged and counted,
    /// and the next attempt makes up for it; play never waits.
    #[arg(long, value_name = "FILE|https://…")]
    witness: Option<String>,
    /// How often the witness is told
    #[arg(long, value_name = "DURATION", default_value = "60s", value_parser = duration)]
    witness_every: Duration,
    /// When you restored the database from an older copy, such as 2026-11-18T10:00:00Z
    ///
    /// Clients whose receipts are older and no longer in the logs are still told so, and no longer raise a fault.
    #[arg(long, value_name = "TIME", value_parser = time)]
    restored: Option<u64>,
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
    let database = if arguments.unsafe_durability { database.waive_durability() } else { database };
    let start = Start {
        database: database.clone(),
        key: arguments.key,
        fanout: arguments.fanout,
        listen: arguments.listen,
        app: http::Config {
            origin: arguments.origin.unwrap_or_default(),
            behind_proxy: arguments.behind_proxy,
            require_second_factor: arguments.require_second_factor,
            limits: http::ServerLimits { uncounted: arguments.uncounted, ..http::ServerLimits::default() },
            ..http::Config::default()
        },
        entropy: Box::new(OperatingSystem),
        bot_delay_ms: u64::try_from(arguments.bot_delay.as_millis()).unwrap_or(u64::MAX),
        first_tables: !arguments.no_tables,
        witness: arguments.witness.map(|place| witness(&place, arguments.witness_every)).transpose()?,
        restored_ms: arguments.restored.unwrap_or(0),
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

fn time(text: &str) -> Result<u64, String> {
    calendar::time(text).ok_or_else(|| format!("{text:?} is not a time: write it like 2026-11-18T10:00:00Z"))
}

/// Returns the witness at an address or in a file.
fn witness(place: &str, every: Duration) -> Result<Witness> {
    ensure!(!every.is_zero(), "--witness-every needs a pause, such as 60s");
    let is_address = place.starts_with("http://") || place.starts_with("https://");
    let sink: Box<dyn WitnessSink> =
        if is_address { upload(place)? } else { Box::new(WitnessFile(place.into())) };
    Ok(Witness { sink, every })
}

#[cfg(feature = "client")]
fn upload(address: &str) -> Result<Box<dyn WitnessSink>> {
    struct Post(client::Upload);

    impl WitnessSink for Post {
        fn write(&mut self, lines: &str) -> io::Result<()> {
            self.0.send(lines).map_err(|error| io::Error::other(format!("{error:#}")))
        }
    }

    Ok(Box::new(Post(client::Upload::new(address)?)))
}

#[cfg(not(feature = "client"))]
fn upload(_: &str) -> Result<Box<dyn WitnessSink>> {
    anyhow::bail!("this program was built without its client: name a file with --witness")
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
