//! Connections over TLS: what each `sslmode` accepts is what libpq accepts.

use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::Command;

use rcgen::{
    BasicConstraints, CertificateParams, CertifiedIssuer, DistinguishedName, DnType, IsCa, KeyPair,
    date_time_ymd,
};
use store::LogWriter;
use store::fanout::{Fanout, FanoutTransport};
use store::postgres::Postgres;
use tempfile::TempDir;

use crate::postgres::Server;
use crate::servers::{client, options};
use crate::suite::{appended, done};

/// Who may come in how. The last line that does not match is a refusal.
const ENTRANCES: &str = "local all all trust
    hostssl all tls_only 127.0.0.1/32 trust
    hostnossl all plain_only 127.0.0.1/32 trust
    host all either 127.0.0.1/32 trust
";
const ROLES: [&str; 3] = ["either", "tls_only", "plain_only"];

/// A server with TLS whose certificate names `localhost`, and files with authorities.
struct Encrypted {
    server: Server,
    port: u16,
    folder: TempDir,
}

impl Encrypted {
    /// Starts a server whose certificate an authority has signed.
    fn signed() -> Encrypted {
        let (authority, other) = (authority("one"), authority("another"));
        let key = KeyPair::generate().expect("a key");
        let certificate = named_localhost().signed_by(&key, &authority).expect("a certificate");
        let encrypted = Encrypted::start(&[("server", certificate.pem(), key.serialize_pem())]);
        std::fs::write(encrypted.file("authority"), authority.pem()).expect("a file");
        std::fs::write(encrypted.file("another"), other.pem()).expect("a file");
        std::fs::write(encrypted.file("empty"), "").expect("a file");
        encrypted
    }

    /// Starts a server with those certificates and keys, of which it uses `server`.
    fn start(certificates: &[(&str, String, String)]) -> Encrypted {
        let folder = tempfile::tempdir().expect("a folder");
        let free = TcpListener::bind("127.0.0.1:0").expect("a port");
        let port = free.local_addr().expect("an address").port();
        drop(free);
        let names: Vec<[String; 2]> =
            certificates.iter().map(|(name, ..)| [format!("{name}.crt"), format!("{name}.key")]).collect();
        let mut files = vec![("pg_hba.conf", ENTRANCES.to_owned())];
        for ([certificate_file, key_file], (_, certificate, key)) in names.iter().zip(certificates) {
            files.push((certificate_file, certificate.clone()));
            files.push((key_file, key.clone()));
        }
        let server = Server::with(&files, port, "-c ssl=on -c listen_addresses=127.0.0.1");
        Encrypted { server, port, folder }
    }

    fn file(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// Creates a database and the roles, who may do anything in it.
    async fn prepare(&self) {
        let owner = self.server.url("postgres");
        Postgres::migrate(&options(&owner), None).await.expect("a schema");
        for role in ROLES {
            let create = format!("CREATE ROLE {role} LOGIN SUPERUSER");
            client(&owner).await.batch_execute(&create).await.expect("a role");
        }
    }

    /// Whether a node of ours connects, and then whether it does over TLS.
    async fn ours(&self, connection: &str) -> Option<bool> {
        let connected = Postgres::open_read_only(&options(connection)).await.ok()?;
        let session =
            "SELECT ssl FROM pg_stat_activity JOIN pg_stat_ssl USING (pid) WHERE application_name = 'uth'";
        let rows = client(&self.server.url("postgres")).await.query(session, &[]).await.expect("an answer");
        drop(connected);
        assert_eq!(rows.len(), 1, "one row's connection is closed before the next");
        Some(rows[0].get(0))
    }

    /// The same for libpq.
    fn libpqs(&self, connection: &str) -> Option<bool> {
        let query = "SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()";
        let psql = Command::new("psql")
            .args(["--no-psqlrc", "--tuples-only", "--no-align", "--command", query, "--dbname", connection])
            .env("HOME", self.folder.path())
            .current_dir("/")
            .output()
            .expect("psql comes with PostgreSQL");
        psql.status.success().then(|| String::from_utf8_lossy(&psql.stdout).trim() == "t")
    }
}

/// A certificate authority.
fn authority(name: &str) -> CertifiedIssuer<'static, KeyPair> {
    let mut parameters = CertificateParams::default();
    parameters.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
    parameters.distinguished_name = DistinguishedName::new();
    parameters.distinguished_name.push(DnType::CommonName, name);
    CertifiedIssuer::self_signed(parameters, KeyPair::generate().expect("a key")).expect("a certificate")
}

fn named_localhost() -> CertificateParams {
    CertificateParams::new(["localhost".to_owned()]).expect("a name")
}

/// Waits until the node's sessions of the row before are gone, so that a session is that of its row.
async fn all_gone(server: &Server) {
    let sessions = "SELECT FROM pg_stat_activity WHERE application_name = 'uth'";
    let operator = client(&server.url("postgres")).await;
    while !operator.query(sessions, &[]).await.expect("an answer").is_empty() {}
}

#[tokio::test(flavor = "multi_thread")]
async fn every_sslmode_accepts_and_refuses_what_libpq_does() {
    const REFUSED: Option<bool> = None;
    const PLAIN: Option<bool> = Some(false);
    const TLS: Option<bool> = Some(true);
    let rows = [
        ("either", "localhost", "disable", "", PLAIN),
        ("either", "localhost", "allow", "", PLAIN),
        ("either", "localhost", "prefer", "", TLS),
        ("either", "localhost", "require", "", TLS),
        ("tls_only", "localhost", "disable", "", REFUSED),
        ("tls_only", "localhost", "allow", "", TLS),
        ("tls_only", "localhost", "prefer", "", TLS),
        ("plain_only", "localhost", "prefer", "", PLAIN),
        ("plain_only", "localhost", "require", "", REFUSED),
        ("either", "localhost", "require", "authority", TLS),
        ("either", "localhost", "require", "another", REFUSED),
        ("either", "127.0.0.1", "require", "authority", TLS),
        ("either", "localhost", "verify-ca", "authority", TLS),
        ("either", "127.0.0.1", "verify-ca", "authority", TLS),
        ("either", "localhost", "verify-ca", "another", REFUSED),
        ("either", "localhost", "verify-ca", "empty", REFUSED),
        ("either", "localhost", "verify-ca", "missing", REFUSED),
        ("either", "localhost", "verify-ca", "", REFUSED),
        ("either", "localhost", "verify-full", "authority", TLS),
        ("either", "127.0.0.1", "verify-full", "authority", REFUSED),
        ("either", "localhost", "verify-full", "another", REFUSED),
        ("plain_only", "localhost", "verify-full", "authority", REFUSED),
    ];
    let encrypted = Encrypted::signed();
    encrypted.prepare().await;
    for (role, host, mode, root, expected) in rows {
        let root = match root {
            "" => String::new(),
            root => format!("sslrootcert={}", encrypted.file(root).display()),
        };
        let port = encrypted.port;
        let connection = format!("host={host} port={port} user={role} dbname=postgres sslmode={mode} {root}");
        let ours = encrypted.ours(&connection).await;
        assert_eq!((ours, encrypted.libpqs(&connection)), (expected, expected), "{connection}");
        all_gone(&encrypted.server).await;
    }
    every_connection_of_a_node_is_encrypted(&encrypted).await;
    sockets_in_the_file_system_have_no_tls(&encrypted).await;
}

async fn every_connection_of_a_node_is_encrypted(encrypted: &Encrypted) {
    let root = encrypted.file("authority");
    let connection = format!(
        "postgres://tls_only@localhost:{}/postgres?sslmode=verify-full&sslrootcert={}",
        encrypted.port,
        root.display()
    );
    let (fanout, listener) = Fanout::new("one", FanoutTransport::Postgres(options(&connection)));
    let listening = tokio::spawn(listener.run(|_| {}));
    let store = Postgres::open(&options(&connection), Some(fanout.clone())).await.expect("a database");
    done(&store, appended(1, 1, 1)).await;
    store.read_replica().expect("a replica").total().await.expect("a total");
    while !fanout.is_connected() {
        tokio::task::yield_now().await;
    }
    let sessions =
        "SELECT ssl FROM pg_stat_activity JOIN pg_stat_ssl USING (pid) WHERE application_name = 'uth'";
    let operator = client(&encrypted.server.url("postgres")).await;
    let rows = operator.query(sessions, &[]).await.expect("an answer");
    let ssl: Vec<bool> = rows.iter().map(|row| row.get(0)).collect();
    assert_eq!(ssl, [true; 4], "it writes, reads, reads for lists, and listens");
    listening.abort();
}

/// As in libpq, where no mode asks for what such a socket cannot have.
async fn sockets_in_the_file_system_have_no_tls(encrypted: &Encrypted) {
    let connection = format!("{}&sslmode=verify-full", encrypted.server.url("postgres"));
    Postgres::open_read_only(&options(&connection)).await.expect("a connection");
    assert_eq!(encrypted.libpqs(&connection), Some(false));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_certificate_that_is_itself_trusted_is_accepted_until_it_expires() {
    let mut parameters = named_localhost();
    // As `openssl req -x509` makes it, which PostgreSQL's manual shows first.
    parameters.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
    let key = KeyPair::generate().expect("a key");
    let certificate = parameters.self_signed(&key).expect("a certificate").pem();
    parameters.not_after = date_time_ymd(2020, 1, 1);
    let expired = parameters.self_signed(&key).expect("a certificate").pem();
    let encrypted = Encrypted::start(&[
        ("server", certificate.clone(), key.serialize_pem()),
        ("expired", expired.clone(), key.serialize_pem()),
    ]);
    encrypted.prepare().await;
    let connection = |host: &str, root: &Path| {
        let (port, root) = (encrypted.port, root.display());
        format!("host={host} port={port} user=either dbname=postgres sslmode=verify-full sslrootcert={root}")
    };
    let (trusted, old) = (encrypted.file("trusted"), encrypted.file("old"));
    std::fs::write(&trusted, certificate).expect("a file");
    std::fs::write(&old, expired).expect("a file");
    let check = async |host: &str, root: &Path, expected: Option<bool>| {
        let connection = connection(host, root);
        let both = (encrypted.ours(&connection).await, encrypted.libpqs(&connection));
        assert_eq!(both, (expected, expected), "{connection}");
        all_gone(&encrypted.server).await;
    };
    check("localhost", &trusted, Some(true)).await;
    check("127.0.0.1", &trusted, None).await;
    let operator = encrypted.server.url("postgres");
    let change = client(&operator).await;
    change.batch_execute("ALTER SYSTEM SET ssl_cert_file = 'expired.crt'").await.expect("a setting");
    change.batch_execute("SELECT pg_reload_conf()").await.expect("it is read");
    while client(&operator).await.query_one("SHOW ssl_cert_file", &[]).await.expect("it").get::<_, &str>(0)
        != "expired.crt"
    {}
    check("localhost", &old, None).await;
    check("localhost", &trusted, None).await;
}
