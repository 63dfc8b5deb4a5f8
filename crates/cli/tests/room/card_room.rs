//! `uth serve` in a process of its own.

use std::ffi::OsString;
use std::fs::{File, OpenOptions};
use std::io::{BufRead, BufReader};
use std::path::PathBuf;
use std::process::{Child, ChildStdout, Command, Stdio};
use std::sync::Arc;
use std::time::Duration;

use server::start::Database;
use store::LogReader;
use tempfile::TempDir;
use tokio::runtime::Runtime;
use tokio_postgres::NoTls;

use crate::postgres;

/// The program as it is built now.
pub(crate) const PROGRAM: &str = env!("CARGO_BIN_EXE_uth");

/// How one of several nodes is started.
pub(crate) struct Node {
    pub(crate) program: OsString,
    pub(crate) database: String,
    pub(crate) fanout: Option<String>,
}

/// Where a card room keeps everything, however often it is started.
pub(crate) struct Place {
    /// As it is named on the command line.
    address: String,
    database: Database,
    folder: TempDir,
    /// The library that stands between the program and the disk, if the power will be cut.
    preloaded: Option<PathBuf>,
    runtime: Runtime,
}

impl Place {
    pub(crate) fn file() -> Place {
        let folder = tempfile::tempdir().expect("a folder");
        let address = disk(&folder).join("room.db").display().to_string();
        Place::at(address, folder, Runtime::new().expect("a runtime"))
    }

    /// In a folder of its own on another file system.
    pub(crate) fn file_in(other: &std::path::Path) -> Place {
        let address = other.join("room.db").display().to_string();
        Place::at(address, tempfile::tempdir().expect("a folder"), Runtime::new().expect("a runtime"))
    }

    /// The same on a disk whose power can be cut.
    pub(crate) fn disk() -> Place {
        let place = Place { preloaded: Some(powercut_library()), ..Place::file() };
        powercut::watch(&disk(&place.folder)).expect("a disk");
        place
    }

    /// Cuts the power of the disk. Whatever is there afterwards is safe.
    pub(crate) fn cut(&self, reaches: impl FnMut() -> bool) {
        powercut::cut(&disk(&self.folder), reaches).expect("a disk");
    }

    /// Takes what was done to the disk by others as safe.
    pub(crate) fn settle_disk(&self) {
        powercut::watch(&disk(&self.folder)).expect("a disk");
    }

    /// A database that is served with a role that may only add to logs and transfers.
    pub(crate) fn postgres() -> Place {
        let runtime = Runtime::new().expect("a runtime");
        let address = runtime.block_on(async {
            let owner = postgres::fresh_database().await;
            let (client, connection) = tokio_postgres::connect(&owner, NoTls).await.expect("a connection");
            tokio::spawn(connection);
            let name = client.query_one("SELECT current_database()::text", &[]).await.expect("a name");
            let role = format!("serves_{}", name.get::<_, &str>(0));
            client.batch_execute(&format!("CREATE ROLE {role} LOGIN")).await.expect("a role");
            let database: Database = owner.parse().expect("a database");
            database.migrate(Some(&role)).await.expect("a schema");
            owner.replace("uth@", &format!("{role}@"))
        });
        Place::at(address, tempfile::tempdir().expect("a folder"), runtime)
    }

    /// A database with the schema of a card room.
    pub(crate) fn named(address: String) -> Place {
        let folder = tempfile::tempdir().expect("a folder");
        Place::at(address, folder, Runtime::new().expect("a runtime"))
    }

    fn at(address: String, folder: TempDir, runtime: Runtime) -> Place {
        let database = address.parse().expect("a database");
        disk(&folder);
        Place { address, database, folder, preloaded: None, runtime }
    }

    /// Does something with what is stored.
    pub(crate) fn look<T>(&self, act: impl AsyncFnOnce(Arc<dyn LogReader>) -> T) -> T {
        self.runtime.block_on(async {
            let store = self.database.open_read_only().await.expect("the storage can be read");
            act(store).await
        })
    }

    /// What `uth verify` says of all of it, which must be that nothing is wrong.
    pub(crate) fn verify(&self) -> String {
        let mut command = Command::new(PROGRAM);
        command.args(["verify", "--json", "--database", &self.address()]);
        let verified = command.arg("--key").arg(self.key()).output().expect("the program starts");
        let said = String::from_utf8(verified.stdout).expect("text");
        assert!(verified.status.success(), "{said}{}", String::from_utf8_lossy(&verified.stderr));
        said.trim_end().to_owned()
    }

    /// The folder with the socket of the PostgreSQL.
    pub(crate) fn server_folder(&self) -> PathBuf {
        self.address().split_once("host=").expect("it listens on a socket").1.into()
    }

    /// The role and the name of the database there.
    pub(crate) fn role_and_name(&self) -> (String, String) {
        let mut parts = self.address.split(['/', '@', '?']).skip(2).map(ToOwned::to_owned);
        let role = parts.next().expect("a role");
        (role, parts.nth(1).expect("a name"))
    }

    pub(crate) fn address(&self) -> String {
        self.address.clone()
    }

    pub(crate) fn key(&self) -> PathBuf {
        disk(&self.folder).join("room.key")
    }

    /// Everything that nodes have written to their log.
    pub(crate) fn log_text(&self) -> String {
        std::fs::read_to_string(self.log()).expect("there is a log")
    }

    pub(crate) fn log(&self) -> PathBuf {
        self.folder.path().join("log")
    }

    fn command(&self, port: u16) -> Command {
        self.node_command(port, &Node { program: PROGRAM.into(), database: self.address(), fanout: None })
    }

    fn node_command(&self, port: u16, node: &Node) -> Command {
        let log = OpenOptions::new().create(true).append(true).open(self.log()).expect("a log");
        let mut command = Command::new(&node.program);
        if let Some(library) = &self.preloaded {
            command.env("LD_PRELOAD", library).env(powercut::FOLDER_VARIABLE, disk(&self.folder));
        }
        command
            .args(["serve", "--no-tables", "--bot-delay", "0ms", "--database", &node.database])
            .args(["--listen", &format!("127.0.0.1:{port}"), "--uncounted", "127.0.0.1"])
            .args(node.fanout.iter().flat_map(|nats| ["--fanout", nats]))
            .arg("--key")
            .arg(self.key())
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(log);
        command
    }
}

/// The folder of the database and the key.
fn disk(folder: &TempDir) -> PathBuf {
    let disk = folder.path().join("disk");
    std::fs::create_dir_all(&disk).expect("a folder");
    disk
}

/// Cargo builds it beside the tests, because they depend on it.
fn powercut_library() -> PathBuf {
    let test = std::env::current_exe().expect("a path");
    test.with_file_name("libpowercut.so")
}

/// A card room that runs.
pub(crate) struct CardRoom {
    pub(crate) port: u16,
    /// The code of the first start.
    pub(crate) floor_code: Option<String>,
    child: Child,
    output: BufReader<ChildStdout>,
}

impl CardRoom {
    /// Starts one and waits until it is open. Port 0 is any that is free.
    pub(crate) fn start(place: &Place, port: u16) -> CardRoom {
        CardRoom::spawn(place, port, place.command(port))
    }

    /// The same at any port, with more options.
    pub(crate) fn start_with(place: &Place, words: &[&str]) -> CardRoom {
        let mut command = place.command(0);
        command.args(words);
        CardRoom::spawn(place, 0, command)
    }

    /// The same for one of several nodes.
    pub(crate) fn start_node(place: &Place, port: u16, node: &Node) -> CardRoom {
        CardRoom::spawn(place, port, place.node_command(port, node))
    }

    fn spawn(place: &Place, port: u16, mut command: Command) -> CardRoom {
        let mut child = command.spawn().expect("the program starts");
        let output = BufReader::new(child.stdout.take().expect("its output is ours"));
        let mut room = CardRoom { port, floor_code: None, child, output };
        room.wait_until_open(place);
        room
    }

    fn wait_until_open(&mut self, place: &Place) {
        loop {
            let mut line = String::new();
            if self.output.read_line(&mut line).expect("its output is text") == 0 {
                let log = std::fs::read_to_string(place.log()).unwrap_or_default();
                panic!("the card room does not open:\n{log}");
            }
            let line = line.trim_end();
            if let Some(address) = line.strip_prefix("The card room is open: http://127.0.0.1:") {
                self.port = address.trim_end_matches('/').parse().expect("a port");
            }
            if let Some((_, code)) = line.split_once("to become the floor: ") {
                self.floor_code = Some(code.to_owned());
            }
            if line.starts_with("Stop it with") {
                return;
            }
        }
    }

    /// Starts one and kills it after so long, open or not.
    pub(crate) fn start_and_kill(place: &Place, port: u16, after: Duration) {
        let mut child = place.command(port).spawn().expect("the program starts");
        std::thread::sleep(after);
        child.kill().expect("it is killed");
        child.wait().expect("it is gone");
    }

    pub(crate) fn url(&self) -> String {
        format!("http://127.0.0.1:{}", self.port)
    }

    /// Kills it without a warning.
    pub(crate) fn kill(mut self) {
        self.child.kill().expect("it is killed");
        self.child.wait().expect("it is gone");
    }

    pub(crate) fn signal(&self, name: &str) {
        let id = self.child.id().to_string();
        let asked = Command::new("kill").args([&format!("-{name}"), &id]).status().expect("there is a kill");
        assert!(asked.success(), "it still runs");
    }

    /// Asks it to stop, and waits until it has.
    pub(crate) fn stop(mut self) {
        self.signal("TERM");
        let status = self.child.wait().expect("it ends");
        assert!(status.success(), "it ends in order: {status}");
    }
}

/// A test that fails leaves nothing running.
impl Drop for CardRoom {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// What the card room has written to its log about things that should not happen.
pub(crate) fn faults(place: &Place) -> Vec<String> {
    let log = File::open(place.log()).expect("there is a log");
    let lines = BufReader::new(log).lines().map_while(Result::ok);
    let wrong = ["panicked", "table_unreadable", "forked", "foreign_writer"];
    lines.filter(|line| wrong.iter().any(|what| line.contains(what))).collect()
}
