//! What holds for a database that several nodes share, and that can go away.

use store::postgres::{ConnectOptions, Postgres};
use store::{
    Commit, CommitResult, LedgerTotal, LogId, LogReader, LogWriter, RecordKind, RecordWrite, StoreError,
};
use table::Account;
use tokio_postgres::{Client, NoTls};
use uth::Cents;

use crate::postgres::{Server, fresh_database};
use crate::suite::{appended, done, futures, pays, wallet};

pub(crate) async fn client(url: &str) -> Client {
    let (client, connection) = tokio_postgres::connect(url, NoTls).await.expect("the database is there");
    tokio::spawn(connection);
    client
}

async fn node(url: &str) -> Postgres {
    Postgres::open(&options(url), None).await.expect("a database")
}

pub(crate) fn options(text: &str) -> ConnectOptions {
    text.parse().expect("a connection string")
}

/// The same changes from two nodes at once, and how many of each pair were done.
async fn race(url: &str, changes: Vec<Commit>) -> Vec<usize> {
    let (one, other) = tokio::join!(node(url), node(url));
    let (one, other) =
        tokio::join!(futures(&one, changes.clone().into_iter()), futures(&other, changes.into_iter()));
    let is_done = |outcome: &CommitResult| usize::from(matches!(outcome, CommitResult::Done(_)));
    one.iter().zip(&other).map(|(one, other)| is_done(one) + is_done(other)).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn nodes_that_start_at_once_share_a_new_database() {
    let url = fresh_database().await;
    let mut nodes = tokio::task::JoinSet::new();
    for log in 1..=8 {
        let url = url.clone();
        nodes.spawn(async move { done(&node(&url).await, appended(log, 1, 1)).await });
    }
    nodes.join_all().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn of_two_nodes_that_append_at_one_place_one_wins() {
    let url = fresh_database().await;
    for seq in 1..=5 {
        let changes = (1..=50).map(|log| appended(log, seq, 1)).collect();
        assert_eq!(race(&url, changes).await, [1; 50], "event {seq}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn of_two_nodes_that_take_one_name_one_gets_it() {
    let url = fresh_database().await;
    let take = |name: i32| RecordWrite::create(RecordKind::Name, name.to_string(), "mine".into());
    let changes = (0..50).map(|name| Commit { writes: vec![take(name)], ..Commit::default() }).collect();
    assert_eq!(race(&url, changes).await, [1; 50]);
}

#[tokio::test(flavor = "multi_thread")]
async fn two_nodes_do_not_overdraw_one_wallet_and_number_every_transfer() {
    let url = fresh_database().await;
    let (one, other) = (node(&url).await, node(&url).await);
    done(&one, Commit { moves: vec![pays(Account::Cashier, wallet(1), 100)], ..appended(1, 1, 1) }).await;
    let spend = |log| Commit { moves: vec![pays(wallet(1), Account::House, 1)], ..appended(log, 1, 1) };
    let (first, second) =
        tokio::join!(futures(&one, (100..200).map(spend)), futures(&other, (200..300).map(spend)));
    let outcomes = [first, second].concat();
    assert_eq!(outcomes.iter().filter(|outcome| matches!(outcome, CommitResult::Done(_))).count(), 100);
    assert_eq!(
        outcomes.iter().filter(|outcome| **outcome == CommitResult::Overdrawn(wallet(1))).count(),
        100
    );
    let posted = one.transfers(1, 1_000).await.expect("transfers");
    let held: Vec<i64> = posted.iter().map(|one| one.debit_after.0).collect();
    assert_eq!(held, (0..100).rev().collect::<Vec<_>>());
    let row = client(&url).await.query_one("SELECT count(*), max(id) FROM transfers", &[]).await;
    let row = row.expect("numbers");
    assert_eq!((row.get::<_, i64>(0), row.get::<_, i64>(1)), (101, 101));
}

#[tokio::test(flavor = "multi_thread")]
async fn the_database_itself_refuses_an_overdraft() {
    let url = fresh_database().await;
    let store = node(&url).await;
    let grant = vec![pays(Account::Cashier, wallet(1), 100)];
    done(&store, Commit { moves: grant, ..appended(1, 1, 1) }).await;
    let error = client(&url).await.batch_execute("UPDATE balances SET balance = balance - 101").await;
    let error = error.expect_err("it is refused");
    assert_eq!(error.code(), Some(&tokio_postgres::error::SqlState::CHECK_VIOLATION));
}

#[tokio::test(flavor = "multi_thread")]
async fn what_the_database_refuses_takes_nothing_else_with_it() {
    let store = node(&fresh_database().await).await;
    let text_with_zero = RecordWrite::put(RecordKind::FloorCode, "a\0b".into(), "value".into());
    let refused = Commit { writes: vec![text_with_zero], ..appended(1, 1, 1) };
    let (first, wrong, last) =
        tokio::join!(store.append(appended(2, 1, 1)), store.append(refused), store.append(appended(3, 1, 1)));
    assert_eq!((first, last), (Ok(CommitResult::Done(vec![])), Ok(CommitResult::Done(vec![]))));
    assert!(matches!(wrong, Err(StoreError::Unavailable(_))), "{wrong:?}");
    assert_eq!(store.head(LogId(1)).await, Ok(None));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_lost_connection_is_made_anew() {
    let url = fresh_database().await;
    let store = node(&url).await;
    let operator = client(&url).await;
    for seq in 1..=3 {
        operator.batch_execute(END_THE_OTHERS).await.expect("connections end");
        done(&store, appended(1, seq, 1)).await;
        operator.batch_execute(END_THE_OTHERS).await.expect("connections end");
        assert_eq!(store.head(LogId(1)).await.expect("an answer").map(|head| head.seq), Some(seq));
    }
}

const END_THE_OTHERS: &str = "SELECT pg_terminate_backend(pid, 1000) FROM pg_stat_activity
    WHERE datname = current_database() AND pid <> pg_backend_pid()";

#[tokio::test(flavor = "multi_thread")]
async fn nobody_who_plays_waits_for_those_who_read_much() {
    let url = fresh_database().await;
    let store = node(&url).await;
    let moves = vec![pays(Account::Cashier, wallet(1), 100)];
    done(&store, Commit { moves, ..appended(1, 1, 1) }).await;
    let replica = store.read_replica().expect("a connection of their own");
    let operator = client(&url).await;
    operator.batch_execute("BEGIN; LOCK TABLE balances").await.expect("a lock");
    let mut total = replica.total();
    for _ in 0..20 {
        let wait = tokio::time::timeout(std::time::Duration::from_millis(5), &mut total);
        assert!(wait.await.is_err(), "it waits for the lock");
        assert_eq!(store.head(LogId(1)).await.map(|head| head.map(|head| head.seq)), Ok(Some(1)));
    }
    operator.batch_execute("COMMIT").await.expect("no lock");
    assert_eq!(total.await, Ok(LedgerTotal { accounts: 2, sum: Cents(0) }));
}

/// Whatever an entry's commit is to wait for or to fail of.
async fn at_commit(client: &Client, statement: &str) {
    let trigger = format!(
        "CREATE OR REPLACE FUNCTION at_commit() RETURNS trigger LANGUAGE plpgsql AS
             $$ BEGIN {statement}; RETURN NULL; END $$;
         DROP TRIGGER IF EXISTS at_commit ON entries;
         CREATE CONSTRAINT TRIGGER at_commit AFTER INSERT ON entries
             DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION at_commit()"
    );
    client.batch_execute(&trigger).await.expect("a trigger");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_commit_that_breaks_off_is_neither_done_nor_safe_to_repeat() {
    let url = fresh_database().await;
    let store = node(&url).await;
    let operator = client(&url).await;
    at_commit(&operator, "PERFORM pg_sleep(60)").await;
    let break_off = async {
        let committing = "SELECT FROM pg_stat_activity WHERE query = 'COMMIT' AND wait_event = 'PgSleep'";
        while operator.query(committing, &[]).await.expect("an answer").is_empty() {}
        operator.batch_execute(END_THE_OTHERS).await.expect("connections end");
    };
    let (outcome, ()) = tokio::join!(store.append(appended(1, 1, 1)), break_off);
    assert!(matches!(outcome, Err(StoreError::Unknown(_))), "{outcome:?}");
    at_commit(&operator, "NULL").await;
    done(&store, appended(1, 1, 1)).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_commit_that_is_refused_has_changed_nothing() {
    let url = fresh_database().await;
    let store = node(&url).await;
    let operator = client(&url).await;
    at_commit(&operator, "RAISE 'never'").await;
    let outcome = store.append(appended(1, 1, 1)).await;
    assert!(matches!(&outcome, Err(StoreError::Unavailable(why)) if why.contains("never")), "{outcome:?}");
    at_commit(&operator, "NULL").await;
    done(&store, appended(1, 1, 1)).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_database_without_space_refuses_commits_as_full_and_takes_them_again_later() {
    let url = fresh_database().await;
    let store = node(&url).await;
    let operator = client(&url).await;
    at_commit(&operator, "RAISE 'no space left on device' USING ERRCODE = 'disk_full'").await;
    let outcome = store.append(appended(1, 1, 1)).await;
    assert!(matches!(&outcome, Err(StoreError::Full(why)) if why.contains("no space")), "{outcome:?}");
    at_commit(&operator, "NULL").await;
    done(&store, appended(1, 1, 1)).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_database_that_can_only_be_read_says_so_until_it_can_be_written_to() {
    let url = fresh_database().await;
    let store = node(&url).await;
    let operator = client(&url).await;
    let name: String =
        operator.query_one("SELECT current_database()::text", &[]).await.expect("a name").get(0);
    for setting in ["on", "off"] {
        let changed = format!("ALTER DATABASE {name} SET default_transaction_read_only = {setting}");
        operator.batch_execute(&changed).await.expect("a setting");
        operator.batch_execute(END_THE_OTHERS).await.expect("connections end");
        if setting == "on" {
            let outcome = store.append(appended(1, 1, 1)).await;
            assert!(matches!(outcome, Err(StoreError::ReadOnly(_))), "{outcome:?}");
            assert_eq!(store.head(LogId(1)).await, Ok(None), "it can be read");
        }
    }
    done(&store, appended(1, 1, 1)).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_database_with_a_later_schema_is_left_alone() {
    let url = fresh_database().await;
    drop(node(&url).await);
    client(&url).await.batch_execute("INSERT INTO migrations VALUES (99)").await.expect("a row");
    let error = Postgres::open(&options(&url), None).await.err().expect("it is refused");
    assert!(matches!(&error, StoreError::Unfit(why) if why.contains("version 99")), "{error}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_database_can_be_read_while_a_node_writes() {
    let url = fresh_database().await;
    done(&node(&url).await, appended(1, 1, 1)).await;
    let store = Postgres::open_read_only(&options(&url)).await.expect("a database");
    assert_eq!(store.head(LogId(1)).await.expect("an answer").map(|head| head.seq), Some(1));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_that_is_gone_is_unavailable_and_leaves_nothing_behind() {
    let server = Server::start();
    let url = server.url("postgres");
    Postgres::migrate(&options(&url), None).await.expect("a schema");
    let store = node(&url).await;
    let directory = url.split_once("host=").expect("it listens on a socket").1.to_owned();
    assert!(std::fs::exists(&directory).expect("it can be asked"));
    drop(server);
    assert!(!std::fs::exists(&directory).expect("it can be asked"));
    let (outcome, head) = tokio::join!(store.append(appended(1, 1, 1)), store.head(LogId(1)));
    assert!(matches!(outcome, Err(StoreError::Unavailable(_))), "{outcome:?}");
    assert!(matches!(head, Err(StoreError::Unavailable(_))), "{head:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn commits_of_the_tests_are_durable() {
    let client = client(&fresh_database().await).await;
    for setting in ["fsync", "synchronous_commit", "full_page_writes"] {
        let row = client.query_one(&format!("SHOW {setting}"), &[]).await.expect("a known setting");
        assert_eq!(row.get::<_, &str>(0), "on", "{setting}");
    }
}
