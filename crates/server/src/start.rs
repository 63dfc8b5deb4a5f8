//! Starts a card room and runs it until it is told to stop.

use std::fs::{File, OpenOptions};
use std::io::Write;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::sync::Arc;
use std::{fmt, io};

use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
use tokio::net::TcpListener;

use crate::http::{self, App};
use crate::paths::RoomKey;
use crate::runtime::Tokio;
use crate::witness::{self, Witness};
use crate::{bootstrap, paths};
use fair::entropy::{Entropy, NoEntropy, OperatingSystem, fill};
use fair::seal::SealKey;
use fair::seed::ServerSeed;
use fair::shuffle::RoundId;
use journal::ReadRecords;
use journal::record::{SealCheck, Unkeyed, create};
use room::{CommandError, Options, Room};
use store::fanout::nats::NatsAddress;
use store::fanout::{Fanout, FanoutTransport, Listener};
use store::postgres::{ConnectOptions, ConnectionStringError, Migrated, Postgres};
use store::sqlite::Sqlite;
use store::{Commit, LogId, LogReader, LogWriter, StoreError};

/// How many tables are loaded before a card room says that it is ready. Others are loaded by the first message to them.
const CHECKED_AT_START: usize = 100;

/// Where a card room is stored.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Database {
    /// In one file.
    File(PathBuf),
    /// In a PostgreSQL database, which other nodes may share.
    Postgres(ConnectOptions),
}

impl Database {
    /// Opens the store for writing. A store that several nodes share notifies them of each commit.
    pub async fn open(&self, fanout: Option<Fanout>) -> Result<Arc<dyn LogWriter>, StoreError> {
        Ok(match self {
            Database::File(path) => Arc::new(Sqlite::open(path)?),
            Database::Postgres(options) => Arc::new(Postgres::open(options, fanout).await?),
        })
    }

    /// Returns both sides of the notices between nodes; none for a file, which has one node.
    fn fanout(&self, nats: Option<NatsAddress>) -> Result<Option<(Fanout, Listener)>, StartError> {
        let transport = match (self, nats) {
            (Database::File(_), Some(_)) => return Err(StartError::FanoutOfFile),
            (Database::File(_), None) => return Ok(None),
            (Database::Postgres(_), Some(nats)) => FanoutTransport::Nats(nats),
            (Database::Postgres(options), None) => FanoutTransport::Postgres(options.clone()),
        };
        Ok(Some(Fanout::new(&random_name()?, transport)))
    }

    /// Opens the store for reading, whether or not a card room runs on it.
    pub async fn open_read_only(&self) -> Result<Arc<dyn LogReader>, StoreError> {
        Ok(match self {
            Database::File(path) => Arc::new(Sqlite::open_read_only(path)?),
            Database::Postgres(options) => Arc::new(Postgres::open_read_only(options).await?),
        })
    }

    /// Creates the schema in a PostgreSQL database or brings it to the current version, and grants `role` what serving
    /// needs. Opening does neither: nodes run with a role that could not.
    pub async fn migrate(&self, role: Option<&str>) -> Result<Migrated, StoreError> {
        match self {
            Database::File(_) => Err(StoreError::Unfit(
                "a card room in a file needs no migration: `uth serve` creates the file and keeps it current"
                    .into(),
            )),
            Database::Postgres(options) => Postgres::migrate(options, role).await,
        }
    }

    /// Accepts a PostgreSQL database that may lose what it has committed.
    #[must_use]
    pub fn waive_durability(self) -> Database {
        match self {
            Database::File(path) => Database::File(path),
            Database::Postgres(options) => Database::Postgres(options.waive_durability()),
        }
    }
}

/// Reads a path or a connection string of PostgreSQL: a URL, or pairs like `host=db dbname=room`. What is neither for
/// sure is refused, so that a slip in an address does not make a file of that name.
impl FromStr for Database {
    type Err = DatabaseError;

    fn from_str(text: &str) -> Result<Database, DatabaseError> {
        let is_key = |key: &str| !key.is_empty() && key.chars().all(|c| c.is_ascii_lowercase() || c == '_');
        if text.starts_with("postgres://") || text.starts_with("postgresql://") {
            Ok(Database::Postgres(text.parse().map_err(DatabaseError::Url)?))
        } else if text.split_once('=').is_some_and(|(key, _)| is_key(key.trim())) {
            Ok(Database::Postgres(text.parse().map_err(DatabaseError::Pairs)?))
        } else if looks_like_an_address(text) {
            Err(DatabaseError::Mistyped)
        } else {
            Ok(Database::File(text.into()))
        }
    }
}

/// Whether a text is more likely an address with a slip in it than the name of a file: `postgre://db/room`,
/// `uth@db/room`, `db:5432/room`.
fn looks_like_an_address(text: &str) -> bool {
    let (first, rest) = text.split_once('/').unwrap_or((text, ""));
    let (host, port) = first.rsplit_once(':').unwrap_or((first, ""));
    let has_port = !port.is_empty() && port.bytes().all(|digit| digit.is_ascii_digit());
    let is_scheme = |scheme: &str| host.eq_ignore_ascii_case(scheme) && first.contains(':');
    text.contains("://")
        || ["postgres", "postgresql"].into_iter().any(is_scheme)
        || has_port
        || (first.contains('@') && !rest.is_empty())
}

/// The text names no database. No message quotes it, because it may contain a password.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[allow(missing_docs)]
pub enum DatabaseError {
    #[error(transparent)]
    Url(ConnectionStringError),
    #[error("{0}; the name of a file with = in it begins with ./")]
    Pairs(ConnectionStringError),
    #[error(
        "this looks like the address of a PostgreSQL server, but that begins with postgres:// or has pairs like \
         \"host=db dbname=room\"; if it is a file, begin its name with ./"
    )]
    Mistyped,
}

/// Writes the path, or the URL without credentials.
impl fmt::Display for Database {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Database::File(path) => path.display().fmt(f),
            Database::Postgres(options) => options.fmt(f),
        }
    }
}

/// How a card room is started.
pub struct Start {
    /// Where it is stored.
    pub database: Database,
    /// The file with the card room's key; by default beside the database.
    pub key: Option<PathBuf>,
    /// The NATS server through which nodes notify each other; by default the database itself.
    pub fanout: Option<NatsAddress>,
    /// Where it listens; by default at [`USUAL_ADDRESS`], or at a free port if that is taken.
    pub listen: Option<SocketAddr>,
    /// How clients reach it, and how much they may ask for.
    pub app: http::Config,
    /// The source of seeds, nonces and secrets: the operating system's, unless a test chooses its decks.
    pub entropy: Box<dyn Entropy + Send + Sync>,
    /// How long a bot waits before it acts.
    pub bot_delay_ms: u64,
    /// Whether a new card room opens with tables.
    pub first_tables: bool,
    /// Who is told of the ends of all logs.
    pub witness: Option<Witness>,
    /// When the store was restored from an older copy, in milliseconds since 1970; 0 if it never was.
    pub restored_ms: u64,
}

/// A card room that runs.
pub struct Running {
    /// The address where it listens.
    pub address: SocketAddr,
    /// The one-time code that makes an account floor, unless it is used.
    pub floor_code: Option<String>,
    room: Arc<Room>,
    app: http::AppState,
    listener: TcpListener,
    others: Option<Listener>,
    witness: Option<Witness>,
}

/// The address where a card room listens unless told otherwise: this machine only.
pub const USUAL_ADDRESS: SocketAddr =
    SocketAddr::new(std::net::IpAddr::V4(std::net::Ipv4Addr::LOCALHOST), 8600);

impl Start {
    /// Opens the store, the key and the address. The card room answers once it [runs](Running::run).
    pub async fn open(self) -> Result<Running, StartError> {
        // The address comes first: a card room that nobody can reach need not open its store.
        let listener = listen(self.listen).await?;
        let address = listener.local_addr().map_err(StartError::Listen)?;
        if let Database::File(path) = &self.database
            && let Some(folder) = path.parent()
        {
            std::fs::create_dir_all(folder).map_err(|error| StartError::Key(folder.to_owned(), error))?;
        }
        let (fanout, others) = self.database.fanout(self.fanout)?.unzip();
        let store = self.database.open(fanout.clone()).await?;
        let path = key_file(&self.database, self.key);
        let key = (&*path, &key_of(&path)?);
        let room = open_room(store, &self.database, key, self.entropy, self.bot_delay_ms).await?;
        room.declare_restored(self.restored_ms);
        // Only in a new card room. Tables that the floor has closed do not come back with a restart.
        if self.first_tables && room.store().head(LogId(1)).await?.is_none() {
            bootstrap::open_tables(&room).await?;
        }
        let limits = limits(self.app.limits);
        let app = App::new(Arc::clone(&room), http::Config { limits, fanout, ..self.app });
        let floor_code = app.accounts().floor_code().await?.map(|code| code.reveal().to_owned());
        // Before `open`, so that a load balancer sends nobody to a node whose logs are broken.
        check(&room).await?;
        room.started(random_name()?, env!("CARGO_PKG_VERSION")).await?;
        app.open();
        Ok(Running { address, floor_code, room, app, listener, others, witness: self.witness })
    }
}

impl Running {
    /// Answers requests until `stop` is ready, and then finishes those under way.
    pub async fn run(self, stop: impl Future<Output = ()>) {
        // It holds the room weakly, so that it never keeps a closed one alive.
        let maintenance = tokio::spawn(Room::run_maintenance(Arc::downgrade(&self.room)));
        let witness = self.witness.map(|witness| {
            tokio::spawn(witness::run(Arc::downgrade(&self.room), witness, self.app.witnessed().clone()))
        });
        let listening = self.others.map(|others| {
            let app = Arc::clone(&self.app);
            tokio::spawn(others.run(move |notice| app.on_peer_notice(notice)))
        });
        // Returns once the sockets are closed and the requests under way are answered; the room closes after its last
        // client.
        http::serve(self.app, self.listener, stop).await;
        maintenance.abort();
        for task in [listening, witness].into_iter().flatten() {
            task.abort();
            // A task may hold the room until it has ended, and closing waits for everything that does.
            let _ = task.await;
        }
        // A stop that could not be written looks like an interruption, which is no harm.
        if let Err(error) = self.room.stopped().await {
            tracing::warn!(%error, "the journal does not say that this node has stopped");
        }
        self.room.close().await;
    }
}

/// Returns a name that no other node and no other start has.
fn random_name() -> Result<String, NoEntropy> {
    let mut name = [0; 8];
    // The operating system's chance, whatever a test has chosen for its decks.
    fill(&mut name, &OperatingSystem)?;
    Ok(hex::encode(name))
}

/// Returns the file of the card room's key: the one that was named, or the one beside the database.
pub(crate) fn key_file(database: &Database, named: Option<PathBuf>) -> PathBuf {
    named.unwrap_or_else(|| match database {
        Database::File(path) => paths::key_beside(path),
        Database::Postgres(_) => paths::key(),
    })
}

/// Opens the card room of a store, if the key is its own.
pub(crate) async fn open_room(
    store: Arc<dyn LogWriter>,
    database: &Database,
    (path, key): (&Path, &RoomKey),
    entropy: Box<dyn Entropy + Send + Sync>,
    bot_delay_ms: u64,
) -> Result<Arc<Room>, StartError> {
    // Checked before the room exists: with another key it could not load a table whose round is under way.
    if !is_the_key(&*store, &key.seal()).await? {
        return Err(StartError::AnotherKey(path.to_owned()));
    }
    let options = Options {
        runtime: Arc::new(Tokio::default()),
        key: key.seal(),
        signer: Arc::new(key.signer()),
        entropy,
        bot_delay_ms,
        is_shared: matches!(database, Database::Postgres(_)),
    };
    Ok(Room::new(store, options).await?)
}

/// Checks what has to hold before a round is dealt: there are random bytes, and the logs of tables are in order.
async fn check(room: &Room) -> Result<(), StartError> {
    // Better no start than a room that cannot shuffle.
    fill(&mut [0; 32], room.entropy())?;
    for (table, _) in room.tables().await?.into_iter().take(CHECKED_AT_START) {
        room.lobby_entry(table).await?;
    }
    Ok(())
}

/// Lowers the limits to what the operating system's limit of open files permits.
fn limits(wanted: http::ServerLimits) -> http::ServerLimits {
    // A connection that cannot be accepted for want of a file would be retried in a loop; fewer connections are turned
    // away cleanly.
    let Some(files) = raise_open_files() else { return wanted };
    let limits = wanted.clone().within(files);
    if limits.connections < wanted.connections {
        let (connections, each) = (limits.connections, limits.connections_each);
        tracing::warn!(files, connections, each, "few files may be open, so fewer connections are accepted");
    }
    limits
}

/// Raises the limit as far as the operating system permits, and returns it; `None` if there is none.
fn raise_open_files() -> Option<usize> {
    let before = getrlimit(Resource::Nofile);
    let wanted = Rlimit { current: before.maximum, maximum: before.maximum };
    // If it may not be raised, the program keeps what it has.
    let most = if setrlimit(Resource::Nofile, wanted).is_ok() { before.maximum } else { before.current };
    most.map(|files| usize::try_from(files).unwrap_or(usize::MAX))
}

async fn listen(wanted: Option<SocketAddr>) -> Result<TcpListener, StartError> {
    match (TcpListener::bind(wanted.unwrap_or(USUAL_ADDRESS)).await, wanted) {
        // Whoever named no address wants to play and not to read about ports. A named address is an error if it is
        // taken.
        (Err(error), None) if error.kind() == io::ErrorKind::AddrInUse => {
            let anywhere = SocketAddr::new(USUAL_ADDRESS.ip(), 0);
            TcpListener::bind(anywhere).await.map_err(StartError::Listen)
        }
        (listener, _) => listener.map_err(StartError::Listen),
    }
}

/// Reads the key in a file, which is created if it does not exist.
fn key_of(path: &Path) -> Result<RoomKey, StartError> {
    let failed = |error| StartError::Key(path.to_owned(), error);
    if let Some(key) = paths::read_key(path).map_err(failed)? {
        return Ok(key);
    }
    let mut bytes = zeroize::Zeroizing::new([0; 32]);
    fill(&mut *bytes, &OperatingSystem)?;
    let mut options = OpenOptions::new();
    // Never overwritten: the key of a running room would be lost, and with it every sealed seed.
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let mut file = options.open(path).map_err(failed)?;
    file.write_all(format!("{}\n", hex::encode(*bytes)).as_bytes()).map_err(failed)?;
    // On the disk before the first seed is sealed with it, and its name too: a power cut would otherwise leave sealed
    // seeds that nothing opens.
    file.sync_all().map_err(failed)?;
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    File::open(folder).and_then(|folder| folder.sync_all()).map_err(failed)?;
    Ok(RoomKey(bytes))
}

/// Whether the card room began with that key. It stores a value that only this key opens, because nodes with different
/// keys could not read each other's seeds.
async fn is_the_key(store: &dyn LogWriter, key: &SealKey) -> Result<bool, StartError> {
    // No table has the number 0, so that this seal can never stand for the seed of a round.
    let nothing = RoundId { table: 0, round: 0 };
    loop {
        if let Some(SealCheck(sealed)) = store.get(&Unkeyed).await? {
            return Ok(key.open(&sealed, nothing).is_ok());
        }
        let seed = ServerSeed::fresh(&OperatingSystem)?;
        let sealed = key.seal(&seed, nothing, &OperatingSystem)?;
        let writes = vec![create(&Unkeyed, &SealCheck(sealed))];
        // If another node is faster, this fails its precondition, and the next turn reads what that node wrote.
        store.append(Commit { writes, ..Commit::default() }).await?;
    }
}

/// Why a card room does not start.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs)]
pub enum StartError {
    #[error("the address cannot be listened on ({0}); name another with --listen")]
    Listen(io::Error),
    #[error("{}: {}", .0.display(), .1)]
    Key(PathBuf, io::Error),
    #[error(
        "{} has another key than the one that this card room began with; name the file of that with --key",
        .0.display()
    )]
    AnotherKey(PathBuf),
    #[error("{} is not there; name the database of the card room with --database", .0.display())]
    NoCardRoom(PathBuf),
    #[error("{} is not there; name the file with the card room's key with --key", .0.display())]
    NoKey(PathBuf),
    #[error(
        "a card room in a file has one node, so that --fanout has nobody to tell; leave it out, or name a \
         PostgreSQL with --database"
    )]
    FanoutOfFile,
    #[error(transparent)]
    NoEntropy(#[from] NoEntropy),
    #[error("{0}{advice}", advice = advice(.0))]
    Store(#[from] StoreError),
    #[error(transparent)]
    Table(#[from] CommandError),
}

/// Returns what to do about a store that cannot be opened, as the end of a sentence.
fn advice(error: &StoreError) -> &'static str {
    match error {
        StoreError::Unavailable(_) | StoreError::Unknown(_) => {
            "; see that it is there and can be reached, or name another with --database"
        }
        StoreError::Full(_) => "; make space, and start again",
        StoreError::ReadOnly(_) => "; let the user that runs this program write to it, and start again",
        StoreError::ForeignWriter(_) => "; end the other program, run `uth verify`, and start again",
        StoreError::Broken(_) => "; run `uth verify`, or restore a backup",
        // Its own sentence says what to do.
        StoreError::Unfit(_) => "",
    }
}

#[cfg(test)]
mod tests {
    use super::{Database, Resource, getrlimit, raise_open_files};

    #[test]
    fn a_slip_in_an_address_makes_no_file() {
        let rows = [
            ("room.db", "room.db"),
            ("/var/lib/uth/room.db", "/var/lib/uth/room.db"),
            ("./uth@db/room", "./uth@db/room"),
            ("./host=db", "./host=db"),
            ("backup@night.db", "backup@night.db"),
            ("2026-11-18T10:30.db", "2026-11-18T10:30.db"),
            ("postgres", "postgres"),
            ("postgresql://uth:secret@db:5433/room", "postgres://db:5433/room"),
            ("host=db dbname=room user=uth password=secret port=5433", "postgres://db:5433/room"),
            ("postgre://uth:secret@db/room", "this looks like the address"),
            ("Postgres://uth:secret@db/room", "this looks like the address"),
            ("postgres:/uth:secret@db/room", "this looks like the address"),
            ("postgresql:room", "this looks like the address"),
            ("uth:secret@db/room", "this looks like the address"),
            ("db:5432/room", "this looks like the address"),
            ("localhost:5432", "this looks like the address"),
            ("hots=db password=secret", "an option that is not understood"),
            ("host=db secret", "begins with ./"),
        ];
        for (text, expected) in rows {
            let read = text.parse::<Database>();
            let said = read.as_ref().map_or_else(ToString::to_string, ToString::to_string);
            assert!(said.contains(expected) && !said.contains("secret"), "{text}: {said}");
            assert_eq!(read.is_ok(), said == expected, "{text}: {said}");
        }
    }

    #[test]
    fn the_limit_is_raised_as_far_as_it_goes() {
        let files = raise_open_files();
        let after = getrlimit(Resource::Nofile);
        assert_eq!(files.map(|files| files as u64), after.current);
        assert!(cfg!(not(target_os = "linux")) || after.current == after.maximum, "{after:?}");
    }
}
