//! Passwords: where they come from, and that they appear nowhere.

use std::os::unix::fs::PermissionsExt;
use std::path::Path;

use store::postgres::Postgres;

use crate::postgres::Server;
use crate::servers::{client, options};

fn password_file(path: &Path, lines: &str, mode: u32) {
    std::fs::write(path, lines).expect("a file");
    std::fs::set_permissions(path, std::fs::Permissions::from_mode(mode)).expect("a mode");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_password_comes_from_the_connection_string_or_the_password_file() {
    let entrances = "local all uth trust\nlocal all all scram-sha-256\n".to_owned();
    let server = Server::with(&[("pg_hba.conf", entrances)], 5432, "");
    let owner = server.url("postgres");
    let create = "CREATE ROLE ann LOGIN SUPERUSER PASSWORD 'it''s a secret'";
    client(&owner).await.batch_execute(create).await.expect("a role");
    Postgres::migrate(&options(&owner), None).await.expect("a schema");
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("passwords");
    let socket = owner.split_once("host=").expect("it listens on a socket").1.to_owned();
    let place = format!("host={socket} dbname=postgres user=ann passfile={}", file.display());
    let refused = async |connection: &str| {
        let error =
            Postgres::open_read_only(&options(connection)).await.err().expect("it is refused").to_string();
        assert!(!error.contains("secret") && !error.contains("guess"), "{error}");
        error
    };
    let accepted = async |connection: &str| {
        Postgres::open_read_only(&options(connection)).await.expect("it is accepted");
        let debug = format!("{:?} {}", options(connection), options(connection));
        assert!(!debug.contains("secret") && !debug.contains("ann"), "{debug}");
    };

    assert!(refused(&place).await.contains("password missing"));
    accepted(&format!(r"{place} password='it\'s a secret'")).await;
    accepted(&format!("postgres://ann:it's%20a%20secret@/postgres?host={socket}")).await;
    password_file(&file, "*:*:*:bob:guess\n*:5432:postgres:ann:it's a secret\n", 0o600);
    accepted(&place).await;
    let own = format!("{place} password=guess");
    assert!(refused(&own).await.contains("password authentication failed"), "a named password comes first");

    password_file(&file, "*:*:*:*:it's a secret\n", 0o640);
    let why = refused(&place).await;
    assert!(why.contains("is open to others and was not read; give it mode 600"), "{why}");
    std::fs::remove_file(&file).expect("it goes");
    std::fs::create_dir(&file).expect("a folder");
    assert!(refused(&place).await.contains("is not a plain file"));
    std::fs::remove_dir(&file).expect("it goes");

    password_file(&file, &format!("{socket}:*:*:*:it's a secret\nelsewhere:*:*:*:guess\n"), 0o600);
    accepted(&place).await;
    let several =
        place.replace("dbname", "port=5432 dbname").replace(&*socket, &format!("elsewhere,{socket}"));
    let several = several.replace(&format!("passfile=elsewhere,{socket}"), &format!("passfile={socket}"));
    assert!(refused(&several).await.contains("different passwords for the hosts of one connection"));
}
