//! How a PostgreSQL is named on the command line, signed in to, prepared and refused.

use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::{Command, Output};

use tempfile::TempDir;
use tokio::runtime::Runtime;
use tokio_postgres::NoTls;

use crate::card_room::{CardRoom, PROGRAM, Place};
use crate::postgres::{Server, empty_database};

/// A command in a folder of its own, in an environment that says nothing about PostgreSQL.
fn uth(folder: &Path, words: &[&str], variables: &[(&str, &str)]) -> (Option<i32>, String, String) {
    let mut command = Command::new(PROGRAM);
    command.args(words).current_dir(folder).env_clear().env("HOME", folder).envs(variables.iter().copied());
    let Output { status, stdout, stderr } = command.output().expect("the program starts");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("text");
    (status.code(), text(stdout), text(stderr))
}

fn folder() -> TempDir {
    tempfile::tempdir().expect("a folder")
}

fn is_empty(folder: &Path) -> bool {
    folder.read_dir().expect("a folder").next().is_none()
}

fn execute(url: &str, statements: &str) {
    Runtime::new().expect("a runtime").block_on(async {
        let (client, connection) = tokio_postgres::connect(url, NoTls).await.expect("a connection");
        tokio::spawn(connection);
        client.batch_execute(statements).await.expect("it is done");
    });
}

#[test]
fn a_slip_in_an_address_is_one_sentence_and_neither_a_file_nor_a_printed_password() {
    let folder = folder();
    for address in [
        "postgre://uth:secret@db/room",
        "uth:secret@db:5432/room",
        "hots=db password=secret",
        "host=db password=my secret",
        "postgres://uth:secret%@db/room",
        "postgres://uth@db/room?sslmode=secret",
    ] {
        for command in ["serve", "verify", "migrate"] {
            let (code, said, complaint) = uth(folder.path(), &[command, "--database", address], &[]);
            assert_eq!(code, Some(2), "{command} {address}: {complaint}");
            assert!(complaint.contains("--database: "), "{complaint}");
            assert!(!complaint.contains("secret") && !said.contains("secret"), "{complaint}");
            assert!(is_empty(folder.path()), "{address} made a file");
        }
    }
}

#[test]
fn a_new_database_is_migrated_and_then_served() {
    let folder = folder();
    let owner = Runtime::new().expect("a runtime").block_on(empty_database());
    let socket = owner.split_once("host=").expect("a socket").1;
    let name = owner.split(['/', '?']).nth(3).expect("a name");
    let pairs = format!("host={socket} dbname={name} user=uth");

    let serve = ["serve", "--listen", "127.0.0.1:0", "--key", "room.key", "--database", &pairs];
    let (code, _, complaint) = uth(folder.path(), &serve, &[]);
    assert_eq!(code, Some(2));
    let sentence = "the database has no tables of a card room yet; create them with `uth migrate`";
    assert!(complaint.contains(sentence), "{complaint}");
    let (code, _, complaint) = uth(folder.path(), &["verify", "--database", &pairs], &[]);
    assert!(code == Some(2) && complaint.contains(sentence), "{complaint}");

    let migrate = ["migrate", "--database", &pairs];
    let (code, said, complaint) = uth(folder.path(), &migrate, &[]);
    assert_eq!((code, &*complaint), (Some(0), ""));
    assert!(said.ends_with(": the schema was created with version 1\n"), "{said}");
    let (code, said, _) = uth(folder.path(), &migrate, &[]);
    assert!(code == Some(0) && said.ends_with(": the schema has version 1 already\n"), "{said}");
    let (code, _, complaint) =
        uth(folder.path(), &["migrate", "--database", &pairs, "--role", "nobody"], &[]);
    assert_eq!(code, Some(2));
    assert!(complaint.contains("there is no role nobody; create it first"), "{complaint}");

    let (code, said, complaint) = uth(folder.path(), &["verify", "--database", &pairs], &[]);
    assert!(code == Some(0) && said.contains("nothing is wrong"), "{complaint}");
    let environment = [("PGHOST", socket), ("PGDATABASE", name), ("PGUSER", "uth")];
    let (code, _, complaint) = uth(folder.path(), &["verify", "--database", "postgres://"], &environment);
    assert_eq!(code, Some(0), "everything may come from the environment: {complaint}");
    assert!(is_empty(folder.path()), "nothing of it made a file");

    let place = Place::named(pairs);
    CardRoom::start(&place, 0).stop();
    assert!(place.log_text().contains("this role may change and delete log entries"), "{}", place.log_text());
}

#[test]
fn a_file_needs_no_migration() {
    let folder = folder();
    let (code, _, complaint) = uth(folder.path(), &["migrate", "--database", "room.db"], &[]);
    assert_eq!(code, Some(2));
    assert!(complaint.contains("a card room in a file needs no migration"), "{complaint}");
    assert!(is_empty(folder.path()));
}

#[test]
fn passwords_come_from_the_environment_and_the_password_file_at_home() {
    let entrances = "local all uth trust\nlocal all all scram-sha-256\n".to_owned();
    let server = Server::with(&[("pg_hba.conf", entrances)], 5432, "");
    let owner = server.url("postgres");
    execute(&owner, "CREATE ROLE ann LOGIN PASSWORD 'secret'");
    let folder = folder();
    let migrate = ["migrate", "--database", &owner, "--role", "ann"];
    assert_eq!(uth(folder.path(), &migrate, &[]).0, Some(0));
    let address = owner.replace("uth@", "ann@");
    let verify = |variables: &[(&str, &str)]| {
        let (code, said, complaint) = uth(folder.path(), &["verify", "--database", &address], variables);
        assert!(!said.contains("secret") && !complaint.contains("secret"), "{said}{complaint}");
        (code == Some(0), complaint)
    };
    assert!(verify(&[]).1.contains("password missing"));
    assert!(verify(&[("PGPASSWORD", "secret")]).0);
    assert!(verify(&[("PGPASSWORD", "another")]).1.contains("password authentication failed"));
    for (name, variables) in [(".pgpass", [].as_slice()), ("other", &[("PGPASSFILE", "other")])] {
        let file = folder.path().join(name);
        std::fs::write(&file, "*:*:*:ann:secret\n").expect("a file");
        std::fs::set_permissions(&file, std::fs::Permissions::from_mode(0o600)).expect("a mode");
        assert!(verify(variables).0, "{name}");
        std::fs::set_permissions(&file, std::fs::Permissions::from_mode(0o644)).expect("a mode");
        let (_, complaint) = verify(variables);
        assert!(complaint.contains("is open to others and was not read"), "{complaint}");
        std::fs::remove_file(&file).expect("it goes");
    }
}

#[test]
fn a_database_that_may_lose_commits_is_served_only_if_that_is_asked_for() {
    let server = Server::with(&[], 5432, "-c fsync=off -c full_page_writes=off");
    let owner = server.url("postgres");
    let folder = folder();
    assert_eq!(uth(folder.path(), &["migrate", "--database", &owner], &[]).0, Some(0));
    let serve = ["serve", "--listen", "127.0.0.1:0", "--key", "room.key", "--database", &owner];
    let (code, _, complaint) = uth(folder.path(), &serve, &[]);
    assert_eq!(code, Some(2));
    let sentence =
        "may lose what it has acknowledged, because it runs with fsync=off, full_page_writes=off; turn";
    assert!(complaint.contains(sentence) && complaint.contains("--unsafe-durability"), "{complaint}");

    let place = Place::named(owner);
    CardRoom::start_with(&place, &["--unsafe-durability"]).stop();
    let log = place.log_text();
    assert!(
        log.contains("may lose what it has acknowledged, which was accepted") && log.contains("fsync=off"),
        "{log}"
    );
}
