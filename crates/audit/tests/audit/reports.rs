//! Reports: what was turned over, beside exact theory, and who lost to whom.

use audit::report::{Query, flows, report};
use protocol::{GroupBy, Report, Wager};
use store::sqlite::Sqlite;
use table::TableId;

use crate::world::{CALIFORNIA_ROUNDS, PAIR, SOLO_ROUNDS, played};

async fn asked(query: Query) -> Report {
    let store = Sqlite::open_read_only(played()).expect("a file");
    report(&store, query).await.expect("a report")
}

/// What the bank wins of one cent on the Ante at best play, from Ante, Blind and Play together.
const ANTE_HOLD: f64 = 0.021_849_7;

#[tokio::test(flavor = "multi_thread")]
async fn every_report_has_the_same_total() {
    let by_table = asked(Query::of_all_time(GroupBy::Table)).await;
    assert_eq!(by_table.rows.iter().map(|row| row.of.as_str()).collect::<Vec<_>>(), ["1", "2"]);
    for by in [GroupBy::Day, GroupBy::Month, GroupBy::Book] {
        let other = asked(Query::of_all_time(by)).await;
        assert_eq!(other.total, by_table.total, "{by:?}");
        let rounds: u64 = other.rows.iter().map(|row| row.rounds).sum();
        let hold: i64 = other.rows.iter().map(|row| row.hold).sum();
        assert_eq!((rounds, hold), (other.total.rounds, other.total.hold), "{by:?}");
        let width = match by {
            GroupBy::Day => 10,
            GroupBy::Month => 7,
            GroupBy::Table | GroupBy::Book => 0,
        };
        assert!(width == 0 || other.rows.iter().all(|row| row.of.len() == width), "{other:?}");
    }
    assert_eq!((by_table.total.rounds, by_table.total.void_rounds), (SOLO_ROUNDS + CALIFORNIA_ROUNDS, 1));
}

#[tokio::test(flavor = "multi_thread")]
async fn hold_is_told_beside_theory() {
    let report = asked(Query::of_all_time(GroupBy::Table)).await;
    let solo = &report.rows[0];
    assert_eq!((solo.hands, solo.collection), (SOLO_ROUNDS, 0));
    let stakes: Vec<(Wager, i64)> = solo.wagers.iter().map(|row| (row.wager, row.stake)).collect();
    let antes = 1_000 * SOLO_ROUNDS.cast_signed();
    assert_eq!(stakes[..2], [(Wager::Ante, antes), (Wager::Blind, antes)]);
    assert_eq!(stakes[3..], [(Wager::Trips, antes / 2), (Wager::BadBeat, 0)]);
    assert_eq!(solo.hold, solo.wagers.iter().map(|row| row.hold).sum::<i64>());
    let ante = &solo.theory.parts[0];
    assert_eq!((ante.part.as_str(), ante.wagered), ("ante_blind_play", antes));
    assert!((ante.expected - ANTE_HOLD * 1_000.0 * 40.0).abs() < 1.0, "{ante:?}");
    let parts: f64 = solo.theory.parts.iter().map(|part| part.expected).sum();
    assert!((solo.theory.expected - parts).abs() < 1e-6);
    let [near, far] = &solo.theory.bands[..] else { panic!("two bands: {:?}", solo.theory) };
    assert!(far.low < near.low && near.low < solo.theory.expected && near.high < far.high);
    #[allow(clippy::cast_precision_loss)]
    let hold = solo.hold as f64;
    assert_eq!(near.inside, (near.low..=near.high).contains(&hold));
    let california = &report.rows[1];
    assert!(california.collection > 0 && california.theory.deviation > 0.0);
    let both = california.theory.deviation.hypot(solo.theory.deviation);
    assert!((report.total.theory.deviation - both).abs() < 1e-6, "tables have nothing to do with each other");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_report_can_be_about_one_table_or_no_day() {
    let only = Query { table: Some(TableId(2)), ..Query::of_all_time(GroupBy::Book) };
    let report = asked(only).await;
    assert_eq!(report.rows.iter().map(|row| row.of.as_str()).collect::<Vec<_>>(), ["california"]);
    let nothing = asked(Query { last_day: 5, ..Query::of_all_time(GroupBy::Day) }).await;
    assert_eq!((nothing.rows.len(), nothing.total.rounds, nothing.total.theory.expected), (0, 0, 0.0));
}

#[tokio::test(flavor = "multi_thread")]
async fn flows_between_players_are_summed_up() {
    let store = Sqlite::open_read_only(played()).expect("a file");
    let found = flows(&store, 0, 99_999).await.expect("flows");
    let rounds: u64 = found.iter().map(|flow| flow.rounds).sum();
    assert_eq!(rounds, CALIFORNIA_ROUNDS, "the house is nobody's partner: {found:?}");
    let pair = PAIR.map(protocol::PlayerId::from);
    assert!(found.iter().all(|flow| pair.contains(&flow.banker) && pair.contains(&flow.player)));
    let report = asked(Query { table: Some(TableId(2)), ..Query::of_all_time(GroupBy::Table) }).await;
    assert_eq!(found.iter().map(|flow| flow.net).sum::<i64>(), report.total.hold);
    assert_eq!(flows(&store, 0, 5).await.expect("flows"), []);
}
