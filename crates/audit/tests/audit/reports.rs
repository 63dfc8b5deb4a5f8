//! Reports: what was turned over, beside exact theory, and who lost to whom.

use std::sync::Arc;

use audit::history::{ExportOf, hands_page};
use audit::report::{Query, banking, flows, report};
use odds::Fraction;
use protocol::{GroupBy, PlayerBanked, Report, Wager};
use store::LogReader;
use store::sqlite::Sqlite;
use table::TableId;

use crate::world::{ALONE, CALIFORNIA_ROUNDS, PAIR, SOLO_ROUNDS, played};

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
        let hold: i64 = other.rows.iter().map(|row| row.house_banked.people.hold).sum();
        assert_eq!((rounds, hold), (other.total.rounds, other.total.house_banked.people.hold), "{by:?}");
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
    let solo = &report.rows[0].house_banked.people;
    assert_eq!(solo.hands, SOLO_ROUNDS);
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
    assert_eq!(report.total.house_banked.people, *solo, "a table that players bank is no part of the hold");
    assert_eq!(report.rows[0].house_banked.bots.hands, 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn where_players_bank_the_money_of_people_and_bots_is_apart() {
    let report = asked(Query::of_all_time(GroupBy::Table)).await;
    let california = &report.rows[1];
    assert_eq!(california.house_banked.people.hands + california.house_banked.bots.hands, 0);
    let PlayerBanked { people, bots } = &california.player_banked;
    for side in [people, bots] {
        assert_eq!((side.hands, side.banked_rounds), (CALIFORNIA_ROUNDS / 2, CALIFORNIA_ROUNDS / 2));
        assert_eq!(side.action, 2 * (2_500 + 2_500 + 7_500 + 1_000), "Ante, Blind, Play and Trips");
        assert!(side.fees > 0);
    }
    assert_eq!(
        (people.bank_gain, bots.bank_gain),
        (-bots.result, -people.result),
        "they bank for each other"
    );
    assert_eq!(report.total.player_banked, california.player_banked);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_banker_is_told_the_gain_of_a_session_beside_exact_theory() {
    let store: Arc<dyn LogReader> = Arc::new(Sqlite::open_read_only(played()).expect("a file"));
    let report = banking(&store, PAIR[0], 0, 99_999).await.expect("a report");
    let [session] = &report.sessions[..] else { panic!("one session: {report:?}") };
    let result = &session.result;
    assert_eq!((session.table.0, result.rounds, result.void_rounds), (2, 2, 0));
    assert!(session.from_ms < session.to_ms && !report.truncated);
    assert_eq!(result.action, 2 * 13_500);
    assert_eq!(result.net, result.gain - result.fees);
    let hands = hands_page(&*store, ExportOf::Player(PAIR[0]), None, 100).await.expect("a page").hands;
    assert_eq!(result.net, hands.iter().filter(|hand| hand.banked).map(|hand| hand.net).sum::<i64>());
    let theory = result.theory.as_ref().expect("the game is solved");
    // Two Antes of $25 and two Trips of $10 under UTH-01, whose exact holds are known.
    let fraction = |text: &str| text.parse::<Fraction>().expect("a fraction");
    let antes = fraction("50643648973/2317817502000") * Fraction::whole(5_000);
    let trips = fraction("301629/33446140") * Fraction::whole(2_000);
    assert_eq!(fraction(&theory.exact), antes + trips);
    assert!(theory.deviation > 0.0 && theory.deviations.is_some());
    assert_eq!(report.total, *result);
    assert!(report.assumptions[1].ends_with("in all of these rounds it did."), "{:?}", report.assumptions);
    let nothing = banking(&store, ALONE, 0, 99_999).await.expect("a report");
    assert_eq!((nothing.sessions.len(), nothing.total.rounds), (0, 0), "the house banked all of those");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_report_can_be_about_one_table_or_no_day() {
    let only = Query { table: Some(TableId(2)), ..Query::of_all_time(GroupBy::Book) };
    let report = asked(only).await;
    assert_eq!(report.rows.iter().map(|row| row.of.as_str()).collect::<Vec<_>>(), ["california"]);
    let nothing = asked(Query { last_day: 5, ..Query::of_all_time(GroupBy::Day) }).await;
    assert_eq!((nothing.rows.len(), nothing.total.rounds), (0, 0));
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
    let PlayerBanked { people, bots } = report.total.player_banked;
    assert_eq!(found.iter().map(|flow| flow.net).sum::<i64>(), people.bank_gain + bots.bank_gain);
    assert_eq!(flows(&store, 0, 5).await.expect("flows"), []);
}
