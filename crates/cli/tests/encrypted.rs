//! `uth bot` over https and wss: a proxy with a certificate of its own stands before the real card room.

use std::io::{self, Read, Write};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::path::Path;
use std::process::{Command, Output};
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use card_room::CardRoom;
use rcgen::{CertifiedKey, generate_simple_self_signed};
use rustls::pki_types::{PrivateKeyDer, PrivatePkcs8KeyDer};
use rustls::{ServerConfig, ServerConnection, StreamOwned};

mod card_room;

/// A proxy that takes TLS off and passes everything on to the card room. It lives as long as the test.
fn proxy(to: &str, certificate: &Path) -> String {
    let CertifiedKey { cert, signing_key } =
        generate_simple_self_signed(["localhost".to_owned()]).expect("a certificate");
    std::fs::write(certificate, cert.pem()).expect("a file");
    let key = PrivateKeyDer::Pkcs8(PrivatePkcs8KeyDer::from(signing_key.serialize_der()));
    let config = ServerConfig::builder_with_provider(Arc::new(rustls::crypto::ring::default_provider()))
        .with_safe_default_protocol_versions()
        .expect("versions")
        .with_no_client_auth()
        .with_single_cert(vec![cert.der().clone()], key)
        .expect("a configuration");
    let (config, listener) = (Arc::new(config), TcpListener::bind("127.0.0.1:0").expect("a port"));
    let port = listener.local_addr().expect("an address").port();
    let to = to.trim_start_matches("http://").to_owned();
    thread::spawn(move || {
        for client in listener.incoming().flatten() {
            let (config, to) = (Arc::clone(&config), to.clone());
            thread::spawn(move || drop(pass_on(client, &to, config)));
        }
    });
    format!("https://localhost:{port}")
}

/// Passes bytes on in both directions until one side ends. Short timeouts let one thread serve both.
fn pass_on(client: TcpStream, to: &str, config: Arc<ServerConfig>) -> io::Result<()> {
    let mut room = TcpStream::connect(to)?;
    room.set_read_timeout(Some(Duration::from_millis(2)))?;
    let tls = ServerConnection::new(config).map_err(io::Error::other)?;
    let mut client = StreamOwned::new(tls, client);
    while client.conn.is_handshaking() {
        client.conn.complete_io(&mut client.sock)?;
    }
    client.sock.set_read_timeout(Some(Duration::from_millis(2)))?;
    let mut buffer = [0; 16 * 1024];
    loop {
        match client.read(&mut buffer) {
            Ok(0) => return room.shutdown(Shutdown::Both),
            Ok(count) => room.write_all(&buffer[..count])?,
            Err(error) => ignore_timeout(error)?,
        }
        match room.read(&mut buffer) {
            Ok(0) => {
                client.conn.send_close_notify();
                return client.flush();
            }
            Ok(count) => client.write_all(&buffer[..count])?,
            Err(error) => ignore_timeout(error)?,
        }
    }
}

fn ignore_timeout(error: io::Error) -> io::Result<()> {
    match error.kind() {
        io::ErrorKind::WouldBlock | io::ErrorKind::TimedOut => Ok(()),
        _ => Err(error),
    }
}

fn bot(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_uth"))
        .arg("bot")
        .args(arguments)
        .env("XDG_STATE_HOME", env!("CARGO_TARGET_TMPDIR"))
        .output()
        .expect("uth runs")
}

#[test]
fn a_bot_plays_over_an_encrypted_connection() {
    let room = CardRoom::open();
    let certificate = room.folder.path().join("ca.pem");
    let url = proxy(&room.url, &certificate);
    let ca = certificate.to_str().expect("a path");
    let output = bot(&["--server", &url, "--ca", ca, "--rounds", "2"]);
    let (text, error) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(output.status.success(), "{text}{error}");
    assert!(text.contains("2 rounds played"), "{text}{error}");
}

#[test]
fn a_certificate_that_is_not_trusted_is_refused() {
    let room = CardRoom::open();
    let url = proxy(&room.url, &room.folder.path().join("ca.pem"));
    let other = room.folder.path().join("other.pem");
    proxy(&room.url, &other);
    let output = bot(&["--server", &url, "--ca", other.to_str().expect("a path"), "--rounds", "1"]);
    let error = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{error}");
    assert!(error.contains("certificate"), "{error}");
    let output = bot(&["--server", &url, "--ca", "/no/such/file.pem"]);
    let error = String::from_utf8_lossy(&output.stderr);
    assert!(error.contains("cannot read certificates from /no/such/file.pem"), "{error}");
}

#[test]
fn a_bot_finds_a_table_when_all_solo_tables_are_taken() {
    let room = CardRoom::open();
    // A new card room has four tables for one, so the last two of these need tables that are opened for them.
    let bots: Vec<_> = (0..6)
        .map(|_| {
            let url = room.url.clone();
            thread::spawn(move || bot(&["--server", &url, "--rounds", "25"]))
        })
        .collect();
    for bot in bots {
        let output = bot.join().expect("no panic");
        let error = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{error}");
        assert!(String::from_utf8_lossy(&output.stdout).contains("25 rounds played"), "{error}");
    }
}
