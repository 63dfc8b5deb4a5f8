//! Starts a card room and runs it until it is told to stop.

use std::fs::OpenOptions;
use std::io::Write;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::sync::Arc;
use std::{fmt, io};

use tokio::net::TcpListener;

use crate::http::{self, App};
use crate::runtime::Tokio;
use crate::{bootstrap, files, paths};
use fair::entropy::{NoEntropy, OperatingSystem, fill};
use fair::seal::SealKey;
use fair::seed::ServerSeed;
use fair::shuffle::RoundId;
use journal::ReadRecords;
use journal::record::{SealCheck, Unkeyed, create};
use room::{CommandError, Options, Room};
use store::fanout::nats::NatsAddress;
use store::fanout::{Fanout, FanoutTransport, Listener};
use store::postgres::Postgres;
use store::sqlite::Sqlite;
use store::{Commit, LogId, LogReader, LogWriter, StoreError};

/// How many tables are looked at before a card room says that it is ready; the others when somebody comes to them.
const CHECKED_AT_START: usize = 100;

/// Where a card room keeps everything.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Database {
    /// In one file.
    File(PathBuf),
    /// In a PostgreSQL, which other nodes may share.
    Postgres(String),
}

impl Database {
    /// The storage itself. One that several nodes share tells them what is written.
    pub async fn open(&self, fanout: Option<Fanout>) -> Result<Arc<dyn LogWriter>, StoreError> {
        Ok(match self {
            Database::File(path) => Arc::new(Sqlite::open(path)?),
            Database::Postgres(url) => Arc::new(Postgres::open_among(url, fanout).await?),
        })
    }

    /// How nodes on it tell each other what happens, and where that comes out.
    fn fanout(&self, nats: Option<NatsAddress>) -> Result<Option<(Fanout, Listener)>, StartError> {
        let way = match (self, nats) {
            (Database::File(_), Some(_)) => return Err(StartError::FanoutOfFile),
            (Database::File(_), None) => return Ok(None),
            (Database::Postgres(_), Some(nats)) => FanoutTransport::Nats(nats),
            (Database::Postgres(url), None) => FanoutTransport::Postgres(url.clone()),
        };
        let mut node = [0; 8];
        fill(&mut node, &OperatingSystem)?;
        Ok(Some(Fanout::new(&hex::encode(node), way)))
    }

    /// The storage to look at only, whether or not a card room has it.
    pub async fn open_read_only(&self) -> Result<Arc<dyn LogReader>, StoreError> {
        Ok(match self {
            Database::File(path) => Arc::new(Sqlite::open_read_only(path)?),
            Database::Postgres(url) => Arc::new(Postgres::open_read_only(url).await?),
        })
    }
}

/// A path, or an address that begins with `postgres://`.
impl FromStr for Database {
    type Err = std::convert::Infallible;

    fn from_str(text: &str) -> Result<Database, Self::Err> {
        let is_address = text.starts_with("postgres://") || text.starts_with("postgresql://");
        Ok(if is_address { Database::Postgres(text.to_owned()) } else { Database::File(text.into()) })
    }
}

/// Without what might be a password.
impl fmt::Display for Database {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Database::File(path) => path.display().fmt(f),
            Database::Postgres(url) => {
                let place = url.split_once("://").map_or("", |(_, rest)| rest);
                write!(f, "postgres://{}", place.rsplit_once('@').map_or(place, |(_, host)| host))
            }
        }
    }
}

/// How a card room is started.
pub struct Start {
    /// Where everything is kept.
    pub database: Database,
    /// The file with the key that seals seeds; beside the database, if none is named.
    pub key: Option<PathBuf>,
    /// The NATS through which nodes tell each other what happens; the database itself, if none is named.
    pub fanout: Option<NatsAddress>,
    /// Where it listens; if that is taken and nobody asked for it, anywhere on this machine.
    pub listen: Option<SocketAddr>,
    /// How it is reached.
    pub app: http::Config,
    /// How long a bot waits before it acts.
    pub bot_delay_ms: u64,
    /// Whether a new card room begins with tables.
    pub first_tables: bool,
}

/// A card room that runs.
pub struct Running {
    /// Where it is found.
    pub address: SocketAddr,
    /// The code that makes one account floor, if nobody has used it.
    pub floor_code: Option<String>,
    room: Arc<Room>,
    app: http::AppState,
    listener: TcpListener,
    others: Option<Listener>,
}

/// The address where a card room listens unless told otherwise: this machine only.
pub const USUAL_ADDRESS: SocketAddr =
    SocketAddr::new(std::net::IpAddr::V4(std::net::Ipv4Addr::LOCALHOST), 8600);

impl Start {
    /// Opens everything. The card room answers once it runs.
    pub async fn open(self) -> Result<Running, StartError> {
        let listener = listen(self.listen).await?;
        let address = listener.local_addr().map_err(StartError::Listen)?;
        if let Database::File(path) = &self.database
            && let Some(folder) = path.parent()
        {
            std::fs::create_dir_all(folder).map_err(|error| StartError::Key(folder.to_owned(), error))?;
        }
        let (fanout, others) = self.database.fanout(self.fanout)?.unzip();
        let store = self.database.open(fanout.clone()).await?;
        let key = self.key.unwrap_or_else(|| match &self.database {
            Database::File(path) => paths::key_beside(path),
            Database::Postgres(_) => paths::key(),
        });
        let seal = key_of(&key)?;
        if !is_the_key(&*store, &seal).await? {
            return Err(StartError::AnotherKey(key));
        }
        let options = Options {
            runtime: Arc::new(Tokio::new()),
            key: seal,
            entropy: Box::new(OperatingSystem),
            bot_delay_ms: self.bot_delay_ms,
            is_shared: matches!(self.database, Database::Postgres(_)),
        };
        let room = Room::new(store, options).await?;
        if self.first_tables && room.store().head(LogId(1)).await?.is_none() {
            bootstrap::open_tables(&room).await?;
        }
        let limits = limits(self.app.limits);
        let app = App::new(Arc::clone(&room), http::Config { limits, fanout, ..self.app });
        let floor_code = app.accounts().floor_code().await?.map(|code| code.reveal().to_owned());
        check(&room).await?;
        app.open();
        Ok(Running { address, floor_code, room, app, listener, others })
    }
}

impl Running {
    /// Answers everybody until it is told to stop, and then finishes what is under way.
    pub async fn run(self, stop: impl Future<Output = ()>) {
        let looking_after = tokio::spawn(Room::run_maintenance(Arc::downgrade(&self.room)));
        let listening = self.others.map(|others| {
            let app = Arc::clone(&self.app);
            tokio::spawn(others.run(move |word| app.hear(word)))
        });
        http::serve(self.app, self.listener, stop).await;
        looking_after.abort();
        if let Some(listening) = listening {
            listening.abort();
            // It holds the card room until it has ended.
            let _ = listening.await;
        }
        self.room.close().await;
    }
}

/// What has to hold before anybody plays: chance comes, and the logs of tables hold together.
async fn check(room: &Room) -> Result<(), StartError> {
    fill(&mut [0; 32], room.entropy())?;
    for (table, _) in room.tables().await?.into_iter().take(CHECKED_AT_START) {
        room.lobby_entry(table).await?;
    }
    Ok(())
}

/// As many connections as are wanted, or as the operating system has open files for.
fn limits(wanted: http::ServerLimits) -> http::ServerLimits {
    let Some(files) = files::most() else { return wanted };
    let limits = wanted.clone().within(files);
    if limits.connections < wanted.connections {
        let (connections, each) = (limits.connections, limits.connections_each);
        tracing::warn!(
            files,
            connections,
            each,
            "few files may be open, so that there are fewer connections"
        );
    }
    limits
}

async fn listen(wanted: Option<SocketAddr>) -> Result<TcpListener, StartError> {
    match (TcpListener::bind(wanted.unwrap_or(USUAL_ADDRESS)).await, wanted) {
        (Err(error), None) if error.kind() == io::ErrorKind::AddrInUse => {
            let anywhere = SocketAddr::new(USUAL_ADDRESS.ip(), 0);
            TcpListener::bind(anywhere).await.map_err(StartError::Listen)
        }
        (listener, _) => listener.map_err(StartError::Listen),
    }
}

/// The key of a file, which is made if there is none.
fn key_of(path: &Path) -> Result<SealKey, StartError> {
    let failed = |error| StartError::Key(path.to_owned(), error);
    if let Some(key) = paths::read_key(path).map_err(failed)? {
        return Ok(key);
    }
    let mut bytes = zeroize::Zeroizing::new([0; 32]);
    fill(&mut *bytes, &OperatingSystem)?;
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let mut file = options.open(path).map_err(failed)?;
    file.write_all(format!("{}\n", hex::encode(*bytes)).as_bytes()).map_err(failed)?;
    file.sync_all().map_err(failed)?;
    Ok(SealKey::from_bytes(&bytes))
}

/// Whether the card room began with that key, which all nodes need: it keeps something that only this key opens.
async fn is_the_key(store: &dyn LogWriter, key: &SealKey) -> Result<bool, StartError> {
    let nothing = RoundId { table: 0, round: 0 };
    loop {
        if let Some(SealCheck(sealed)) = store.get(&Unkeyed).await? {
            return Ok(key.open(&sealed, nothing).is_ok());
        }
        let seed = ServerSeed::fresh(&OperatingSystem)?;
        let sealed = key.seal(&seed, nothing, &OperatingSystem)?;
        let writes = vec![create(&Unkeyed, &SealCheck(sealed))];
        // If another node is faster, its word counts.
        store.append(Commit { writes, ..Commit::default() }).await?;
    }
}

/// Why a card room does not start.
#[derive(Debug)]
#[allow(missing_docs)]
pub enum StartError {
    Listen(io::Error),
    Key(PathBuf, io::Error),
    AnotherKey(PathBuf),
    FanoutOfFile,
    NoEntropy(NoEntropy),
    Store(StoreError),
    Table(CommandError),
}

impl fmt::Display for StartError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            StartError::Listen(error) => {
                write!(f, "the address cannot be listened on ({error}); name another with --listen")
            }
            StartError::Key(path, error) => write!(f, "{}: {error}", path.display()),
            StartError::AnotherKey(path) => write!(
                f,
                "{} has another key than the one that this card room began with; name the file of that with --key",
                path.display()
            ),
            StartError::FanoutOfFile => f.write_str(
                "a card room in a file has one node, so that --fanout has nobody to tell; leave it out, or name a \
                 PostgreSQL with --database",
            ),
            StartError::NoEntropy(error) => error.fmt(f),
            StartError::Store(error) => error.fmt(f),
            StartError::Table(refused) => refused.fmt(f),
        }
    }
}

impl std::error::Error for StartError {}

macro_rules! from {
    ($($error:ty => $variant:ident),* $(,)?) => {
        $(impl From<$error> for StartError {
            fn from(error: $error) -> StartError {
                StartError::$variant(error)
            }
        })*
    };
}

from!(NoEntropy => NoEntropy, StoreError => Store, CommandError => Table);
