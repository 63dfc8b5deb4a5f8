//! The tests themselves, which do not know which store they run on.

use store::{
    Commit, CommitResult, Entry, KeyRange, LedgerTotal, LogId, LogWriter, Precondition, RecordKind,
    RecordWrite,
};
use table::{Account, Move, PlayerId};
use uth::Cents;

use crate::World;

/// An entry whose hashes follow from its numbers, so that entries in order form a chain.
pub(crate) fn entry(log: u64, seq: u64, events: u32) -> Entry {
    let body = format!("entry {seq} of log {log}, with “quotes” and \u{1F0A1}");
    let last = seq + u64::from(events) - 1;
    let (previous, hash) = ([(seq - 1) as u8; 32], [last as u8; 32]);
    Entry { log: LogId(log), seq, events, at_ms: 1_700_000_000_000 + seq, body, previous, hash }
}

pub(crate) fn appended(log: u64, seq: u64, events: u32) -> Commit {
    Commit { entry: Some(entry(log, seq, events)), ..Commit::default() }
}

pub(crate) fn wallet(number: u64) -> Account {
    Account::Wallet(PlayerId(number))
}

pub(crate) fn pays(debit: Account, credit: Account, cents: i64) -> Move {
    Move { debit, credit, amount: Cents(cents) }
}

pub(crate) async fn done(store: &dyn LogWriter, change: Commit) -> Vec<(Account, Cents)> {
    match store.append(change).await {
        Ok(CommitResult::Done(balances)) => balances,
        other => panic!("{other:?}"),
    }
}

pub(crate) async fn held(store: &dyn LogWriter, account: Account) -> i64 {
    store.balances(vec![account]).await.expect("a balance")[0].1.0
}

pub(crate) async fn a_new_store_is_empty(world: World) {
    let store = world.store().await;
    assert_eq!(store.head(LogId(1)).await, Ok(None));
    assert_eq!(store.entries(LogId(1), 0, 10).await, Ok(vec![]));
    assert_eq!(store.transfers(0, 10).await, Ok(vec![]));
    assert_eq!(store.balances(vec![]).await, Ok(vec![]));
    assert_eq!(store.balances(vec![Account::House]).await, Ok(vec![(Account::House, Cents(0))]));
    assert_eq!(store.total().await, Ok(LedgerTotal { accounts: 0, sum: Cents(0) }));
    assert_eq!(store.record(RecordKind::FloorCode, "key".into()).await, Ok(None));
}

pub(crate) async fn entries_come_back_as_they_were(world: World) {
    let store = world.store().await;
    for (seq, events) in [(1, 1), (2, 3), (5, 2)] {
        done(&*store, appended(7, seq, events)).await;
    }
    done(&*store, appended(u64::MAX, 1, 1)).await;
    let entries = store.entries(LogId(7), 1, 10).await;
    assert_eq!(entries, Ok(vec![entry(7, 2, 3), entry(7, 5, 2)]));
    assert_eq!(store.entries(LogId(7), 0, 1).await, Ok(vec![entry(7, 1, 1)]));
    assert_eq!(store.entries(LogId(u64::MAX), 0, 9).await, Ok(vec![entry(u64::MAX, 1, 1)]));
    let head = store.head(LogId(7)).await.expect("an answer").expect("a head");
    assert_eq!((head.seq, head.hash), (6, [6; 32]));
}

pub(crate) async fn the_second_to_append_at_one_place_gets_a_conflict(world: World) {
    let store = world.store().await;
    for (seq, outcome) in
        [(2, CommitResult::Conflict), (1, CommitResult::Done(vec![])), (1, CommitResult::Conflict)]
    {
        assert_eq!(store.append(appended(3, seq, 2)).await, Ok(outcome), "{seq}");
    }
    let (one, other) = tokio::join!(store.append(appended(3, 3, 1)), store.append(appended(3, 3, 1)));
    let outcomes = [one.expect("an answer"), other.expect("an answer")];
    assert!(
        outcomes.contains(&CommitResult::Conflict) && outcomes.contains(&CommitResult::Done(vec![])),
        "{outcomes:?}"
    );
}

pub(crate) async fn an_entry_that_builds_on_another_hash_gets_a_conflict(world: World) {
    let store = world.store().await;
    let building_on =
        |previous, seq| Commit { entry: Some(Entry { previous, ..entry(4, seq, 1) }), ..Commit::default() };
    assert_eq!(store.append(building_on([9; 32], 1)).await, Ok(CommitResult::Conflict));
    done(&*store, appended(4, 1, 1)).await;
    for previous in [[0; 32], [9; 32]] {
        assert_eq!(store.append(building_on(previous, 2)).await, Ok(CommitResult::Conflict));
    }
    assert_eq!(store.append(building_on([1; 32], 2)).await, Ok(CommitResult::Done(vec![])));
}

pub(crate) async fn chips_move_with_their_entry_or_not_at_all(world: World) {
    let store = world.store().await;
    let moves = vec![pays(Account::Cashier, wallet(1), 1_000), pays(wallet(1), wallet(2), 300)];
    let balances = done(&*store, Commit { moves: moves.clone(), ..appended(1, 1, 1) }).await;
    assert_eq!(
        balances,
        [(Account::Cashier, Cents(-1_000)), (wallet(1), Cents(700)), (wallet(2), Cents(300))]
    );
    let behind = Commit { moves: moves.clone(), ..appended(1, 1, 1) };
    assert_eq!(store.append(behind).await, Ok(CommitResult::Conflict));
    let overdraft = vec![pays(wallet(2), wallet(1), 300), pays(wallet(2), wallet(1), 1)];
    let change = Commit { moves: overdraft, ..appended(1, 2, 1) };
    assert_eq!(store.append(change).await, Ok(CommitResult::Overdrawn(wallet(2))));
    let loose = Commit { moves: moves.clone(), ..Commit::default() };
    assert_eq!(
        store.append(loose).await,
        Ok(CommitResult::Overdrawn(Account::Cashier)),
        "no chips without an entry"
    );
    assert_eq!((held(&*store, wallet(1)).await, held(&*store, wallet(2)).await), (700, 300));
    let posted = store.transfers_of(LogId(1), 1, 1).await.expect("transfers");
    let after = posted.iter().map(|one| (one.debit_after.0, one.credit_after.0));
    assert_eq!(after.collect::<Vec<_>>(), [(-1_000, 1_000), (700, 300)]);
    assert_eq!(posted.iter().map(|one| one.moved).collect::<Vec<_>>(), moves);
    assert_eq!(store.transfers(1, 10).await, Ok(posted[1..].to_vec()));
    let all = store.balances(vec![]).await.expect("balances");
    assert_eq!(all.iter().map(|(_, balance)| balance.0).sum::<i64>(), 0);
    assert_eq!(store.total().await, Ok(LedgerTotal { accounts: 3, sum: Cents(0) }));
}

pub(crate) async fn nobody_is_overdrawn_even_within_a_batch(world: World) {
    let store = world.store().await;
    let grant = Commit { moves: vec![pays(Account::Cashier, wallet(1), 100)], ..appended(1, 1, 1) };
    done(&*store, grant).await;
    let spend = |log| Commit { moves: vec![pays(wallet(1), Account::House, 30)], ..appended(log, 1, 1) };
    let outcomes = futures(&*store, (2..12).map(spend)).await;
    assert_eq!(outcomes.iter().filter(|outcome| matches!(outcome, CommitResult::Done(_))).count(), 3);
    assert_eq!(outcomes.iter().filter(|outcome| **outcome == CommitResult::Overdrawn(wallet(1))).count(), 7);
    assert_eq!((held(&*store, wallet(1)).await, held(&*store, Account::House).await), (10, 90));
}

pub(crate) async fn records_are_written_only_if_their_preconditions_hold(world: World) {
    let store = world.store().await;
    let write = |put| Commit { writes: vec![put], ..Commit::default() };
    let fresh = RecordWrite::create(RecordKind::Name, "ann".into(), "1".into());
    let taken = CommitResult::PreconditionFailed(RecordKind::Name, "ann".into());
    assert_eq!(store.append(write(fresh.clone())).await, Ok(CommitResult::Done(vec![])));
    assert_eq!(store.append(write(fresh.clone())).await, Ok(taken.clone()));
    let expecting =
        |value: &str| RecordWrite { precondition: Precondition::Equals(value.into()), ..fresh.clone() };
    assert_eq!(store.append(write(expecting("2"))).await, Ok(taken.clone()));
    assert_eq!(store.append(write(expecting("1"))).await, Ok(CommitResult::Done(vec![])));
    let both = Commit { writes: vec![fresh.clone()], ..appended(1, 1, 1) };
    assert_eq!(store.append(both).await, Ok(taken));
    assert_eq!(store.head(LogId(1)).await, Ok(None), "nothing of a refused change is done");
    done(&*store, write(RecordWrite::delete(RecordKind::Name, "ann".into()))).await;
    assert_eq!(store.record(RecordKind::Name, "ann".into()).await, Ok(None));
    done(&*store, write(fresh)).await;
    assert_eq!(store.record(RecordKind::Name, "ann".into()).await, Ok(Some("1".into())));
}

pub(crate) async fn what_no_key_can_be_is_not_found(world: World) {
    let store = world.store().await;
    let put = RecordWrite::put(RecordKind::PlayerRound, "b/1".into(), "a hand".into());
    done(&*store, Commit { writes: vec![put], ..Commit::default() }).await;
    for key in ["\0", "b/1\0", "b/\u{1}", "'; DROP TABLE records; --", "b/%", "\u{10ffff}"] {
        assert_eq!(store.record(RecordKind::PlayerRound, key.into()).await, Ok(None), "{key:?}");
    }
    let until =
        |until: &str| KeyRange { until: until.into(), ..KeyRange::prefix(RecordKind::PlayerRound, "b/", 10) };
    let found = async |text: &str| store.records(until(text)).await.map(|found| found.len());
    assert_eq!([found("b/1\0").await, found("b/\0").await, found("\0").await], [Ok(1), Ok(0), Ok(0)]);
}

pub(crate) async fn records_are_found_in_the_order_of_their_keys(world: World) {
    let store = world.store().await;
    let keys = ["b/2", "a/1", "b/10", "b/1", "c/0"];
    let writes = keys.map(|key| RecordWrite::put(RecordKind::PlayerRound, key.into(), format!("of {key}")));
    done(&*store, Commit { writes: writes.into(), ..Commit::default() }).await;
    let found = async |span| {
        let records = store.records(span).await.expect("records");
        records.into_iter().map(|(key, _)| key).collect::<Vec<_>>()
    };
    let span = KeyRange::prefix(RecordKind::PlayerRound, "b/", 10);
    assert_eq!(found(span.clone()).await, ["b/1", "b/10", "b/2"]);
    assert_eq!(found(KeyRange { limit: 2, backwards: true, ..span.clone() }).await, ["b/2", "b/10"]);
    assert_eq!(found(KeyRange { kind: RecordKind::DailyTotals, ..span }).await, [""; 0]);
}

pub(crate) async fn a_store_that_is_opened_again_has_everything(world: World) {
    let store = world.store().await;
    let writes = vec![RecordWrite::put(RecordKind::FloorCode, "key".into(), "value".into())];
    let moves = vec![pays(Account::Cashier, wallet(1), 5)];
    let change = Commit { writes, moves, wake_ms: Some(77), ..appended(1, 1, 2) };
    done(&*store, change).await;
    drop(store);
    let store = world.store().await;
    assert_eq!(store.entries(LogId(1), 0, 10).await, Ok(vec![entry(1, 1, 2)]));
    assert_eq!(store.head(LogId(1)).await.expect("a head").and_then(|head| head.wake_ms), Some(77));
    assert_eq!(store.record(RecordKind::FloorCode, "key".into()).await, Ok(Some("value".into())));
    assert_eq!(held(&*store, wallet(1)).await, 5);
}

pub(crate) async fn many_commits_at_once_are_each_applied_once(world: World) {
    let store = world.store().await;
    let grant = Commit { moves: vec![pays(Account::Cashier, wallet(1), 1_000)], ..appended(1, 1, 1) };
    done(&*store, grant).await;
    let change = |log| Commit { moves: vec![pays(wallet(1), Account::House, 1)], ..appended(log, 1, 1) };
    let outcomes = futures(&*store, (100..1_100).map(change)).await;
    assert!(outcomes.iter().all(|outcome| matches!(outcome, CommitResult::Done(_))));
    assert_eq!((held(&*store, wallet(1)).await, held(&*store, Account::House).await), (0, 1_000));
    let posted = store.transfers(1, 2_000).await.expect("transfers");
    let balances: Vec<i64> = posted.iter().map(|one| one.debit_after.0).collect();
    assert_eq!(balances, (0..1_000).rev().collect::<Vec<_>>(), "in the order in which they happened");
}

pub(crate) async fn logs_that_are_due_are_found(world: World) {
    let store = world.store().await;
    for (log, wake_ms) in [(1, Some(50)), (2, None), (3, Some(10)), (4, Some(90))] {
        done(&*store, Commit { wake_ms, ..appended(log, 1, 1) }).await;
    }
    assert_eq!(store.due(50).await, Ok(vec![LogId(1), LogId(3)]));
    done(&*store, Commit { wake_ms: None, ..appended(3, 2, 1) }).await;
    assert_eq!(store.due(50).await, Ok(vec![LogId(1)]));
}

/// Appends everything at once and waits for all.
pub(crate) async fn futures(
    store: &dyn LogWriter,
    changes: impl Iterator<Item = Commit>,
) -> Vec<CommitResult> {
    let mut pending: Vec<_> = changes.map(|change| store.append(change)).collect();
    let mut outcomes = vec![None; pending.len()];
    std::future::poll_fn(|context| {
        for (pending, outcome) in pending.iter_mut().zip(&mut outcomes) {
            if outcome.is_none()
                && let std::task::Poll::Ready(answer) = pending.as_mut().poll(context)
            {
                *outcome = Some(answer.expect("an answer"));
            }
        }
        if outcomes.iter().all(Option::is_some) {
            std::task::Poll::Ready(())
        } else {
            std::task::Poll::Pending
        }
    })
    .await;
    outcomes.into_iter().flatten().collect()
}
