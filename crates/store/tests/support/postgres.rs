//! A PostgreSQL for tests: one server for a test binary, one database for a test.

use std::io::{BufRead, BufReader};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, Ordering};

use store::postgres::Postgres;
use tokio_postgres::NoTls;

/// The address of a new database with the schema of a card room and nothing in it.
pub(crate) async fn fresh_database() -> String {
    let url = empty_database().await;
    let options = url.parse().expect("a connection string");
    Postgres::migrate(&options, None).await.expect("a schema can be made");
    url
}

/// The address of a new, empty database.
pub(crate) async fn empty_database() -> String {
    static SERVER: OnceLock<Server> = OnceLock::new();
    static DATABASES: AtomicU32 = AtomicU32::new(0);
    let server = SERVER.get_or_init(Server::start);
    let name = format!("test_{}", DATABASES.fetch_add(1, Ordering::Relaxed));
    let (client, connection) =
        tokio_postgres::connect(&server.url("postgres"), NoTls).await.expect("the server takes connections");
    let connection = tokio::spawn(connection);
    client.batch_execute(&format!("CREATE DATABASE {name}")).await.expect("a database can be made");
    drop(client);
    connection.await.expect("the connection does not panic").expect("the connection ends in order");
    server.url(&name)
}

/// A server in a directory of its own. It ends with this value, or with the process however that ends: `postgres.sh`
/// watches its standard input, which only this process holds.
pub(crate) struct Server {
    directory: PathBuf,
    port: u16,
    watcher: Child,
}

impl Server {
    pub(crate) fn start() -> Server {
        Server::with(&[], 5432, "")
    }

    /// Starts one with files of its own in its data directory, a port, and options.
    pub(crate) fn with(files: &[(&str, String)], port: u16, options: &str) -> Server {
        static SERVERS: AtomicU32 = AtomicU32::new(0);
        let place = SERVERS.fetch_add(1, Ordering::Relaxed);
        let directory = std::env::temp_dir().join(format!("uth-postgres-{}-{place}", std::process::id()));
        let folder = tempfile::tempdir().expect("a folder");
        for (name, text) in files {
            std::fs::write(folder.path().join(name), text).expect("a file");
        }
        let mut watcher = Command::new("sh")
            .args(["-c", include_str!("postgres.sh"), "postgres.sh"])
            .arg(&directory)
            .arg(if files.is_empty() { Path::new("") } else { folder.path() })
            .arg(format!("-c port={port} {options}"))
            .current_dir("/") // whoever PostgreSQL runs as may enter it
            .process_group(0) // what is sent to the tests' group is not sent to the watcher
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("there is a shell");
        let output = watcher.stdout.take().expect("its output is ours");
        let server = Server { directory, port, watcher };
        let mut said = String::new();
        let mut output = BufReader::new(output);
        while !said.ends_with("ready\n") {
            let length = output.read_line(&mut said).expect("what it says is text");
            assert!(length > 0, "no PostgreSQL; `cargo xtask test` installs what is missing\n{said}");
        }
        server
    }

    /// The address of one of its databases.
    pub(crate) fn url(&self, database: &str) -> String {
        let port = if self.port == 5432 { String::new() } else { format!("port={}&", self.port) };
        format!("postgres://uth@/{database}?{port}host={}", self.directory.display())
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        drop(self.watcher.stdin.take());
        self.watcher.wait().expect("the watcher ends");
    }
}
