//! A server that may lose what it has committed is refused, unless that is asked for.

use store::StoreError;
use store::postgres::Postgres;
use tokio_postgres::Client;

use crate::postgres::Server;
use crate::servers::{client, options};
use crate::suite::{appended, done};

async fn refused(connection: &str) -> Option<String> {
    match Postgres::open(&options(connection), None).await {
        Ok(_) => None,
        Err(StoreError::Unfit(why)) => Some(why),
        Err(other) => panic!("{other}"),
    }
}

/// Changes the configuration of a running server, and waits until new connections have it.
async fn configure(url: &str, setting: &str, value: &str) {
    let operator = client(url).await;
    operator.batch_execute(&format!("ALTER SYSTEM SET {setting} = {value}")).await.expect("a setting");
    operator.batch_execute("SELECT pg_reload_conf()").await.expect("it is read");
    while shown(&client(url).await, setting).await != value {}
}

async fn shown(client: &Client, setting: &str) -> String {
    client.query_one(&format!("SHOW {setting}"), &[]).await.expect("a setting").get(0)
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_that_may_lose_commits_is_refused_unless_asked_for() {
    let server = Server::start();
    let url = server.url("postgres");
    Postgres::migrate(&options(&url), None).await.expect("a schema");
    assert_eq!(refused(&url).await, None);
    let operator = client(&url).await;
    for (change, undo, setting) in [
        ("ALTER ROLE uth SET synchronous_commit = off", "ALTER ROLE uth RESET ALL", "synchronous_commit"),
        (
            "ALTER DATABASE postgres SET synchronous_commit = off",
            "ALTER DATABASE postgres RESET ALL",
            "synchronous_commit",
        ),
    ] {
        operator.batch_execute(change).await.expect("a setting");
        assert!(refused(&url).await.is_some_and(|why| why.contains(setting)), "{change}");
        operator.batch_execute(undo).await.expect("a setting");
        assert_eq!(refused(&url).await, None);
    }
    let session = format!("{url}&options=-c%20synchronous_commit%3Doff");
    assert!(refused(&session).await.is_some_and(|why| why.contains("synchronous_commit=off")));
    for setting in ["fsync", "full_page_writes", "synchronous_commit"] {
        configure(&url, setting, "off").await;
        let why = refused(&url).await.expect("it is refused");
        let expected =
            format!("the database may lose what it has acknowledged, because it runs with {setting}=off");
        assert!(why.starts_with(&expected) && why.contains("--unsafe-durability"), "{why}");
        let waived = options(&url).waive_durability();
        let store = Postgres::open(&waived, None).await.expect("it was asked for");
        drop(store);
        configure(&url, setting, "on").await;
    }
    let local = format!("{url}&options=-c%20synchronous_commit%3Dlocal");
    assert_eq!(refused(&local).await, None, "it waits for its own disk");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_that_becomes_unsafe_is_noticed_at_the_next_connection() {
    let server = Server::start();
    let url = server.url("postgres");
    Postgres::migrate(&options(&url), None).await.expect("a schema");
    let store = Postgres::open(&options(&url), None).await.expect("a database");
    done(&store, appended(1, 1, 1)).await;
    configure(&url, "fsync", "off").await;
    let others =
        "SELECT pg_terminate_backend(pid, 1000) FROM pg_stat_activity WHERE application_name = 'uth'";
    client(&url).await.batch_execute(others).await.expect("connections end");
    let outcome = store::LogWriter::append(&store, appended(1, 2, 1)).await;
    assert!(matches!(&outcome, Err(StoreError::Unfit(why)) if why.contains("fsync=off")), "{outcome:?}");
    configure(&url, "fsync", "on").await;
    done(&store, appended(1, 2, 1)).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_node_sets_nothing_that_the_operator_did_not() {
    let server = Server::start();
    let url = format!("{}&options=-c%20synchronous_commit%3Doff", server.url("postgres"));
    Postgres::migrate(&options(&url), None).await.expect("a schema");
    let operator = client(&server.url("postgres")).await;
    let notice = "CREATE FUNCTION notice() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
            NEW.body = current_setting('synchronous_commit'); RETURN NEW; END $$;
        CREATE TRIGGER notice BEFORE INSERT ON entries FOR EACH ROW EXECUTE FUNCTION notice()";
    operator.batch_execute(notice).await.expect("a trigger");
    let store = Postgres::open(&options(&url).waive_durability(), None).await.expect("it was asked for");
    done(&store, appended(1, 1, 1)).await;
    let row = operator.query_one("SELECT body FROM entries", &[]).await.expect("an entry");
    assert_eq!(row.get::<_, &str>(0), "off");
}
