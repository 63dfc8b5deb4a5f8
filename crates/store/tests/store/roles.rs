//! A role that `migrate` prepared can serve, and cannot rewrite history.

use store::postgres::{Migrated, Postgres};
use store::{Commit, LogId, LogReader, RecordKind, RecordWrite, StoreError};
use table::Account;
use tokio_postgres::error::SqlState;

use crate::postgres::{empty_database, fresh_database};
use crate::servers::{client, options};
use crate::suite::{appended, done, pays, wallet};

/// Creates a role that only this database's test knows, and returns its name and its connection string.
async fn role(url: &str, kind: &str) -> (String, String) {
    let database: String =
        client(url).await.query_one("SELECT current_database()::text", &[]).await.expect("a name").get(0);
    let role = format!("{kind} of {database}");
    client(url).await.batch_execute(&format!("CREATE ROLE \"{role}\" LOGIN")).await.expect("a role");
    let connection = url.replace("uth@", &format!("{}@", role.replace(' ', "%20")));
    (role, connection)
}

async fn refused(connection: &str) -> String {
    match Postgres::open(&options(connection), None).await {
        Err(StoreError::Unfit(why)) => why,
        other => panic!("{:?}", other.err()),
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_role_serves_and_cannot_change_or_delete_an_entry_or_a_transfer() {
    let url = empty_database().await;
    let (role, connection) = role(&url, "serves").await;
    let migrated = Postgres::migrate(&options(&url), Some(&role)).await;
    assert_eq!(migrated, Ok(Migrated { from: 0, to: 1 }));

    let store = Postgres::open(&options(&connection), None).await.expect("it may serve");
    let record = |value: &str| RecordWrite::put(RecordKind::Name, "ann".into(), value.into());
    for (seq, value) in [(1, "one"), (2, "two")] {
        let moves = vec![pays(Account::Cashier, wallet(1), 100)];
        done(&store, Commit { moves, writes: vec![record(value)], ..appended(1, seq, 1) }).await;
    }
    let remove = RecordWrite { value: None, ..record("") };
    done(&store, Commit { writes: vec![remove], ..Commit::default() }).await;
    assert_eq!(store.head(LogId(1)).await.expect("an answer").map(|head| head.seq), Some(2));
    assert_eq!(store.record(RecordKind::Name, "ann".into()).await, Ok(None));
    assert_eq!(store.transfers(0, 9).await.map(|transfers| transfers.len()), Ok(2));

    let attacks = [
        "UPDATE entries SET body = '{}'",
        "DELETE FROM entries",
        "TRUNCATE entries CASCADE",
        "INSERT INTO entries SELECT * FROM entries ON CONFLICT (log, seq) DO UPDATE SET body = '{}'",
        "SELECT FROM entries FOR UPDATE",
        "ALTER TABLE entries DISABLE TRIGGER ALL",
        "DROP TABLE entries CASCADE",
        "CREATE TRIGGER t BEFORE INSERT ON entries EXECUTE FUNCTION suppress_redundant_updates_trigger()",
        "UPDATE transfers SET amount = 1",
        "DELETE FROM transfers",
        "TRUNCATE transfers",
        "DROP TABLE transfers",
        "DELETE FROM heads",
        "DELETE FROM balances",
        "DELETE FROM ledger",
        "INSERT INTO ledger VALUES (0)",
        "UPDATE migrations SET version = 0",
        "INSERT INTO migrations VALUES (2)",
        "DROP TABLE migrations",
    ];
    let attacker = client(&connection).await;
    for attack in attacks {
        let error = attacker.batch_execute(attack).await.expect_err(attack);
        assert_eq!(error.code(), Some(&SqlState::INSUFFICIENT_PRIVILEGE), "{attack}: {error}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn migrating_again_changes_nothing_and_takes_back_what_was_granted_beyond() {
    let url = fresh_database().await;
    let (role, connection) = role(&url, "serves").await;
    let owner = client(&url).await;
    owner.batch_execute(&format!("GRANT ALL ON entries, transfers TO \"{role}\"")).await.expect("a grant");
    let migrated = Postgres::migrate(&options(&url), Some(&role)).await;
    assert_eq!(migrated, Ok(Migrated { from: 1, to: 1 }));
    let error =
        client(&connection).await.batch_execute("DELETE FROM entries").await.expect_err("it is refused");
    assert_eq!(error.code(), Some(&SqlState::INSUFFICIENT_PRIVILEGE), "{error}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_role_that_could_rewrite_history_all_the_same_is_not_prepared() {
    let url = empty_database().await;
    let (member, connection) = role(&url, "member").await;
    client(&url).await.batch_execute(&format!("GRANT uth TO \"{member}\"")).await.expect("a grant");
    for (role, expected) in [
        ("uth", "could still change or delete entries"),
        (&*member, "could still change or delete entries"),
        ("nobody\"; DROP TABLE entries; --", "there is no role nobody\"; DROP"),
    ] {
        let migrated = Postgres::migrate(&options(&url), Some(role)).await;
        assert!(matches!(&migrated, Err(StoreError::Unfit(why)) if why.contains(expected)), "{migrated:?}");
    }
    let why = refused(&connection).await;
    assert!(why.contains("no tables of a card room yet"), "a migration that fails changes nothing: {why}");
}

#[tokio::test(flavor = "multi_thread")]
async fn serving_changes_no_schema_and_says_what_to_run() {
    let url = empty_database().await;
    let why = refused(&url).await;
    assert_eq!(why, "the database has no tables of a card room yet; create them with `uth migrate`");
    let tables = "SELECT FROM information_schema.tables WHERE table_schema = 'public'";
    assert!(client(&url).await.query(tables, &[]).await.expect("an answer").is_empty());
    let read = Postgres::open_read_only(&options(&url)).await.err().map(|error| error.to_string());
    assert_eq!(read, Some(why), "who only reads hears the same");

    let (role, connection) = role(&url, "stranger").await;
    Postgres::migrate(&options(&url), None).await.expect("a schema");
    let why = refused(&connection).await;
    assert!(why.contains("may not read the card room's tables"), "{why}");
    Postgres::migrate(&options(&url), Some(&role)).await.expect("a role");
    let owner = client(&url).await;
    owner.batch_execute(&format!("REVOKE INSERT ON transfers FROM \"{role}\"")).await.expect("it is revoked");
    let why = refused(&connection).await;
    assert!(why.contains("lacks the privilege INSERT on transfers"), "{why}");

    owner.batch_execute("UPDATE migrations SET version = 0").await.expect("an older version");
    let why = refused(&url).await;
    assert!(why.contains("has version 0 and this program needs 1; run `uth migrate`"), "{why}");
}
