//! How to connect to a server: what the connection string says, then the environment, then libpq's defaults.

use std::env;
use std::fmt;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::time::Duration;

use tokio_postgres::config::Host;
use tokio_postgres::error::SqlState;
use tokio_postgres::{Client, Config, Connection, Error, Socket};

use super::connection_string::{self, ConnectionStringError};
use super::password_file::{self, Place};
use super::tls::{self, HandshakeError, RootCertificates, SslMode, TlsStream};
use super::{Fault, message};
use crate::StoreError;

/// The options of a connection, and the environment variables that stand for those that are not named.
const OPTIONS: [(&str, Option<&str>); 22] = [
    ("host", Some("PGHOST")),
    ("hostaddr", Some("PGHOSTADDR")),
    ("port", Some("PGPORT")),
    ("dbname", Some("PGDATABASE")),
    ("user", Some("PGUSER")),
    ("password", Some("PGPASSWORD")),
    ("passfile", Some("PGPASSFILE")),
    ("sslmode", Some("PGSSLMODE")),
    ("sslrootcert", Some("PGSSLROOTCERT")),
    ("sslnegotiation", Some("PGSSLNEGOTIATION")),
    ("channel_binding", Some("PGCHANNELBINDING")),
    ("options", Some("PGOPTIONS")),
    ("application_name", Some("PGAPPNAME")),
    ("target_session_attrs", Some("PGTARGETSESSIONATTRS")),
    ("load_balance_hosts", Some("PGLOADBALANCEHOSTS")),
    ("connect_timeout", Some("PGCONNECT_TIMEOUT")),
    ("tcp_user_timeout", None),
    ("keepalives", None),
    ("keepalives_idle", None),
    ("keepalives_interval", None),
    ("keepalives_count", None),
    ("fallback_application_name", None),
];

/// Where servers have their sockets: as Debian and Red Hat build PostgreSQL, and as its authors do.
const SOCKET_FOLDERS: [&str; 2] = ["/var/run/postgresql", "/tmp"];

const USUAL_PORT: u16 = 5432;

/// Whether a server must keep what it has committed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Durability {
    Required,
    Waived,
}

/// How to connect to a PostgreSQL database, and on which terms.
///
/// It is read from a URL or from `key=value` pairs. What they leave open comes from the environment (`PGHOST`,
/// `PGPASSWORD`, …), and a password that is still missing from the password file. Neither `Display` nor `Debug` writes
/// credentials.
#[derive(Clone, PartialEq, Eq)]
pub struct ConnectOptions {
    config: Box<Config>,
    ssl_mode: SslMode,
    root_certificates: RootCertificates,
    password_file: PathBuf,
    pub(super) durability: Durability,
}

/// Reads a connection string in the environment of this process.
impl FromStr for ConnectOptions {
    type Err = ConnectionStringError;

    fn from_str(text: &str) -> Result<ConnectOptions, ConnectionStringError> {
        ConnectOptions::read(text, |name| env::var(name).ok())
    }
}

impl ConnectOptions {
    /// Accepts a server that may lose what it has committed. A node says so in its log.
    #[must_use]
    pub fn waive_durability(self) -> ConnectOptions {
        ConnectOptions { durability: Durability::Waived, ..self }
    }

    fn read(
        text: &str,
        variable: impl Fn(&str) -> Option<String>,
    ) -> Result<ConnectOptions, ConnectionStringError> {
        let mut pairs = connection_string::pairs(text)?;
        if pairs.keys().any(|key| !OPTIONS.iter().any(|(name, _)| name == key)) {
            return Err(ConnectionStringError::UnknownOption(OPTIONS.map(|(name, _)| name).join(", ")));
        }
        for (name, named) in OPTIONS {
            let value = || named.and_then(&variable).filter(|value| !value.is_empty());
            if !pairs.contains_key(name)
                && let Some(value) = value()
            {
                pairs.insert(name.to_owned(), value);
            }
        }
        let home = PathBuf::from(variable("HOME").unwrap_or_default());
        let (ssl_mode, root_certificates) =
            protection(pairs.remove("sslmode"), pairs.remove("sslrootcert"), &home)?;
        let password_file = pairs.remove("passfile").map_or_else(|| home.join(".pgpass"), PathBuf::from);
        // Two options that the driver calls, or counts, differently from libpq.
        if let Some(count) = pairs.remove("keepalives_count") {
            pairs.insert("keepalives_retries".to_owned(), count);
        }
        if let Some(name) = pairs.remove("fallback_application_name") {
            pairs.entry("application_name".to_owned()).or_insert(name);
        }
        let timeout = pairs.remove("tcp_user_timeout").map(|timeout| timeout.parse().map_err(|_| timeout));
        let timeout =
            timeout.transpose().map_err(|_| value("tcp_user_timeout is a number of milliseconds"))?;
        let config = connection_string::text(&pairs).parse();
        let mut config: Config = config.map_err(|error| ConnectionStringError::Value(reason(&error)))?;
        complete(&mut config, timeout);
        let (config, durability) = (Box::new(config), Durability::Required);
        Ok(ConnectOptions { config, ssl_mode, root_certificates, password_file, durability })
    }

    /// Connects. The password file and the certificates are read each time, so that a change needs no restart.
    pub(crate) async fn connect(&self) -> Result<(Client, Connection<Socket, TlsStream>), Fault> {
        let mut config = Config::clone(&self.config);
        let is_local = |host: &Host| matches!(host, Host::Unix(_));
        // A socket in the file system has no TLS, and as in libpq no mode asks for it.
        let mode = if config.get_hosts().iter().all(is_local) { SslMode::Disable } else { self.ssl_mode };
        let connector = tls::connector(mode, &self.root_certificates)?;
        let passed_over = self.add_password(&mut config)?;
        let [first, others @ ..] = mode.attempts() else { return Err(Fault::silent()) };
        let mut connected = config.ssl_mode(*first).connect(connector.clone()).await;
        for attempt in others {
            if connected.as_ref().is_err_and(is_of_encryption) {
                connected = config.ssl_mode(*attempt).connect(connector.clone()).await;
            }
        }
        connected.map_err(|error| match passed_over {
            Some(why) => Fault::Disconnected(format!("{} ({why})", message(&error))),
            None => Fault::from(error),
        })
    }

    /// Adds the password from the password file if none is named. Returns why that file was passed over, if it was.
    fn add_password(&self, config: &mut Config) -> Result<Option<String>, StoreError> {
        if config.get_password().is_some() {
            return Ok(None);
        }
        let lines = match password_file::read(&self.password_file) {
            Ok(lines) => lines,
            Err(why) => return Ok(Some(why)),
        };
        let user = config.get_user().unwrap_or_default();
        let database = config.get_dbname().unwrap_or(user);
        let mut passwords: Vec<Option<String>> = hosts(config)
            .map(|(host, port)| {
                let is_usual = SOCKET_FOLDERS.contains(&&*host);
                let host = if is_usual { "localhost" } else { &*host };
                password_file::password(&lines, &Place { host, port: port.to_string(), database, user })
            })
            .collect();
        passwords.dedup();
        match <[Option<String>; 1]>::try_from(passwords) {
            Ok([Some(password)]) => drop(config.password(password)),
            Ok([None]) => {}
            // The driver knows one password for all hosts, and must not show one host the password for another.
            Err(_) => {
                return Err(StoreError::Unfit(format!(
                    "{} has different passwords for the hosts of one connection; give them one, or name it with \
                     PGPASSWORD",
                    self.password_file.display()
                )));
            }
        }
        Ok(None)
    }
}

/// Writes a URL without credentials.
impl fmt::Display for ConnectOptions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let place = |(host, port): (String, u16)| {
            let host = if host.contains(':') { format!("[{host}]") } else { host };
            if port == USUAL_PORT { host } else { format!("{host}:{port}") }
        };
        let name = self.config.get_dbname().or(self.config.get_user()).unwrap_or_default();
        let places: Vec<(String, u16)> = hosts(&self.config).collect();
        match &*places {
            [(folder, port)] if folder.starts_with('/') => {
                write!(f, "postgres:///{name}?host={folder}")?;
                if *port == USUAL_PORT { Ok(()) } else { write!(f, "&port={port}") }
            }
            _ => {
                write!(f, "postgres://{}/{name}", places.into_iter().map(place).collect::<Vec<_>>().join(","))
            }
        }
    }
}

impl fmt::Debug for ConnectOptions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// Reads how much a connection is protected.
fn protection(
    mode: Option<String>,
    roots: Option<String>,
    home: &Path,
) -> Result<(SslMode, RootCertificates), ConnectionStringError> {
    let roots = match roots {
        Some(system) if system == "system" => RootCertificates::System,
        Some(file) => RootCertificates::File(file.into()),
        None => RootCertificates::UsualFile(home.join(".postgresql/root.crt")),
    };
    let is_system = roots == RootCertificates::System;
    let usual = if is_system { SslMode::VerifyFull } else { SslMode::Prefer };
    let mode = mode.map_or(Ok(usual), |mode| {
        let modes = "sslmode is disable, allow, prefer, require, verify-ca or verify-full";
        mode.parse().map_err(|()| value(modes))
    })?;
    // The system trusts authorities that sign for anybody: without the name their signature proves nothing.
    if is_system && mode < SslMode::VerifyFull {
        return Err(value("sslrootcert=system needs sslmode=verify-full"));
    }
    Ok((mode, roots))
}

/// Fills in what neither the connection string nor the environment names.
fn complete(config: &mut Config, tcp_user_timeout_ms: Option<u64>) {
    if config.get_user().is_none()
        && let Ok(user) = whoami::username()
    {
        config.user(user);
    }
    if config.get_hosts().is_empty() {
        let addresses: Vec<String> = config.get_hostaddrs().iter().map(ToString::to_string).collect();
        let port = config.get_ports().first().copied().unwrap_or(USUAL_PORT);
        let has_socket = |folder: &&&str| Path::new(folder).join(format!(".s.PGSQL.{port}")).exists();
        let usual = || SOCKET_FOLDERS.iter().find(has_socket).map_or("localhost", |folder| folder).to_owned();
        let hosts = if addresses.is_empty() { vec![usual()] } else { addresses };
        for host in hosts {
            config.host(host);
        }
    }
    if config.get_connect_timeout().is_none() {
        config.connect_timeout(Duration::from_secs(5));
    }
    // Without it, the operating system retries a vanished server for a quarter of an hour.
    config.tcp_user_timeout(Duration::from_millis(tcp_user_timeout_ms.unwrap_or(10_000)));
    if config.get_application_name().is_none() {
        // An operator finds the connections in `pg_stat_activity`.
        config.application_name("uth");
    }
}

/// Returns the hosts and their ports.
fn hosts(config: &Config) -> impl Iterator<Item = (String, u16)> {
    let ports = config.get_ports();
    config.get_hosts().iter().enumerate().map(move |(place, host)| {
        let port = ports.get(place).or(ports.first()).copied().unwrap_or(USUAL_PORT);
        match host {
            Host::Tcp(host) => (host.clone(), port),
            Host::Unix(folder) => (folder.display().to_string(), port),
        }
    })
}

/// Whether a connection may have failed because it was encrypted, or because it was not.
fn is_of_encryption(error: &Error) -> bool {
    let handshake =
        std::error::Error::source(error).and_then(|source| source.downcast_ref::<HandshakeError>());
    handshake.is_some() || error.code() == Some(&SqlState::INVALID_AUTHORIZATION_SPECIFICATION)
}

fn value(why: &str) -> ConnectionStringError {
    ConnectionStringError::Value(why.to_owned())
}

/// Returns the driver's reason, which names the option and never its value.
fn reason(error: &Error) -> String {
    std::error::Error::source(error).map_or_else(|| error.to_string(), ToString::to_string)
}

#[cfg(test)]
mod tests {
    use super::{ConnectOptions, SslMode};

    fn read(text: &str, variables: &[(&str, &str)]) -> Result<ConnectOptions, String> {
        let variable = |name: &str| {
            let found = variables.iter().find(|(known, _)| *known == name);
            found.map(|(_, value)| (*value).to_owned())
        };
        ConnectOptions::read(text, variable).map_err(|error| error.to_string())
    }

    #[test]
    fn the_environment_names_what_the_connection_string_does_not() {
        let all = [
            ("PGHOST", "elsewhere"),
            ("PGPORT", "6000"),
            ("PGDATABASE", "other"),
            ("PGUSER", "ann"),
            ("PGPASSWORD", "secret"),
            ("PGSSLMODE", "require"),
        ];
        let rows = [
            ("host=db dbname=room", "postgres://db:6000/room"),
            ("postgres://uth:hidden@db:5432/room", "postgres://db/room"),
            ("postgres://", "postgres://elsewhere:6000/other"),
            ("user=uth", "postgres://elsewhere:6000/other"),
            ("host=/run/pg", "postgres:///other?host=/run/pg&port=6000"),
            ("host=one,two port=1,2 dbname=room", "postgres://one:1,two:2/room"),
            ("host=::1 port=5432", "postgres://[::1]/other"),
        ];
        for (text, expected) in rows {
            let options = read(text, &all).expect(text);
            assert_eq!(options.to_string(), expected, "{text}");
            assert_eq!(format!("{options:?}"), expected, "{text}");
            assert_eq!(options.ssl_mode, SslMode::Require);
        }
        let password = |text| read(text, &all).expect(text).config.get_password().map(<[u8]>::to_vec);
        assert_eq!(password("host=db"), Some(b"secret".to_vec()));
        assert_eq!(password("host=db password=own"), Some(b"own".to_vec()));
        assert_eq!(read("host=db", &[]).expect("a host").ssl_mode, SslMode::Prefer);
        assert_eq!(read("sslrootcert=system", &[]).expect("a mode").ssl_mode, SslMode::VerifyFull);
    }

    #[test]
    fn a_wrong_option_is_one_sentence_without_values() {
        let rows = [
            ("host=db hots=secret", "an option that is not understood; the options are host,"),
            ("host=db port=secret", "invalid value for option `port`"),
            ("postgres://uth:secret/word@db/room", "invalid value for option `port`"),
            ("sslmode=secret", "sslmode is disable, allow, prefer, require, verify-ca or verify-full"),
            ("sslrootcert=system sslmode=require", "sslrootcert=system needs sslmode=verify-full"),
            ("tcp_user_timeout=secret", "tcp_user_timeout is a number of milliseconds"),
            ("password=my secret", "as pairs like"),
        ];
        for (text, expected) in rows {
            let why = read(text, &[]).expect_err(text);
            assert!(why.contains(expected) && !why.contains("secret"), "{text}: {why}");
        }
    }
}
