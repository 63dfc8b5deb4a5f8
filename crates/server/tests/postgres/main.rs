//! The PostgreSQL that tests start is there, and goes away with them.

#[path = "../support/postgres.rs"]
mod postgres;

use postgres::{Server, fresh_database};
use tokio_postgres::{Client, NoTls};

async fn client(url: &str) -> Client {
    let (client, connection) = tokio_postgres::connect(url, NoTls).await.expect("the database is there");
    tokio::spawn(connection);
    client
}

#[tokio::test]
async fn every_test_has_a_database_of_its_own() {
    for _ in 0..2 {
        let client = client(&fresh_database().await).await;
        client.batch_execute("CREATE TABLE mine (id int)").await.expect("nobody else's table is there");
        let row = client.query_one("SELECT 1", &[]).await.expect("the database answers");
        assert_eq!(row.get::<_, i32>(0), 1);
    }
}

#[tokio::test]
async fn commits_are_durable() {
    let client = client(&fresh_database().await).await;
    for setting in ["fsync", "synchronous_commit", "full_page_writes"] {
        let row = client.query_one(&format!("SHOW {setting}"), &[]).await.expect("a known setting");
        assert_eq!(row.get::<_, &str>(0), "on", "{setting}");
    }
}

#[tokio::test]
async fn a_server_that_is_dropped_leaves_nothing_behind() {
    let server = Server::start();
    let url = server.url("postgres");
    drop(client(&url).await);
    let directory = url.split_once("host=").expect("it listens on a socket").1.to_owned();
    assert!(std::fs::exists(&directory).expect("it can be asked"));
    drop(server);
    assert!(!std::fs::exists(&directory).expect("it can be asked"));
}
