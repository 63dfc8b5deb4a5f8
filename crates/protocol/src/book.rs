//! A rule book for programs and for pages.

use std::collections::BTreeMap;
use std::ops::RangeInclusive;

use serde::Serialize;
use uth::{
    BAD_BEAT, BLIND, Banking, Bracket, Cents, HandResult, PayTable, RuleBook, Schedule, SeatOrder, Wager,
};

/// A rule book: everything that people may want to know before they sit down.
#[derive(Serialize)]
pub struct BookRecord {
    id: &'static str,
    title: &'static str,
    bank: &'static str,
    places: Range<u8>,
    layout: Vec<&'static str>,
    inscription: Option<&'static str>,
    paytables: BTreeMap<&'static str, PayTablesRecord>,
    dealings: Vec<&'static str>,
    decks: u8,
    limits: Option<LimitsRecord>,
    games_per_person: Option<u8>,
    rounds_banked_in_a_row: Option<u8>,
    settlement: SettlementRecord,
    collection_schedules: Vec<ScheduleRecord>,
}

#[derive(Serialize)]
struct Range<T> {
    min: T,
    max: T,
}

#[derive(Serialize)]
struct LimitsRecord {
    minimum: Range<i64>,
    maximum: Range<i64>,
}

#[derive(Serialize)]
struct PayTablesRecord {
    blind: Vec<PayRow>,
    trips: Vec<PayRow>,
    #[serde(skip_serializing_if = "Option::is_none")]
    bad_beat: Option<Vec<PayRow>>,
}

#[derive(Serialize)]
struct PayRow {
    hand: &'static str,
    pays: u32,
    to: u32,
}

#[derive(Serialize)]
struct SettlementRecord {
    seats: &'static str,
    winning_hand: Vec<&'static str>,
    losing_hand: Vec<&'static str>,
    dealer_not_qualified: Vec<&'static str>,
}

#[derive(Serialize)]
struct ScheduleRecord {
    schedule: Option<u8>,
    brackets: Vec<BracketRecord>,
    player_collection: i64,
}

#[derive(Serialize)]
struct BracketRecord {
    table_action: String,
    from: i64,
    player_dealer_collection: i64,
}

impl From<&RuleBook> for BookRecord {
    fn from(rules: &RuleBook) -> Self {
        let player_banked = rules.banking == Banking::PlayerDealer;
        let pay_tables = rules.pay_tables.iter().map(|table| {
            let bad_beat = rules.offers(Wager::BadBeat).then(|| pay_rows(&BAD_BEAT));
            let record =
                PayTablesRecord { blind: pay_rows(&BLIND), trips: pay_rows(&table.trips()), bad_beat };
            (table.name(), record)
        });
        BookRecord {
            id: rules.book.id(),
            title: rules.title,
            bank: if player_banked { "player/dealer" } else { "house" },
            places: Range { min: *rules.places.start(), max: *rules.places.end() },
            layout: rules.areas.iter().map(|area| area.inscription()).collect(),
            inscription: rules.inscription,
            paytables: pay_tables.collect(),
            dealings: rules.dealings.iter().map(|dealing| dealing.name()).collect(),
            decks: rules.decks,
            limits: rules.limits.as_ref().map(|limits| LimitsRecord {
                minimum: cents(&limits.minimum),
                maximum: cents(&limits.maximum),
            }),
            games_per_person: rules.games_per_person,
            rounds_banked_in_a_row: player_banked.then_some(uth::MOST_ROUNDS_BANKED),
            settlement: SettlementRecord::from(rules),
            collection_schedules: (rules.schedules)().iter().map(ScheduleRecord::from).collect(),
        }
    }
}

impl From<&RuleBook> for SettlementRecord {
    fn from(rules: &RuleBook) -> Self {
        let wagers = |verdict, qualifies| {
            let order = rules.wager_order.wagers(verdict, qualifies).iter();
            order.filter(|wager| rules.offers(**wager)).map(|wager| wager.inscription()).collect()
        };
        SettlementRecord {
            seats: match rules.seat_order {
                SeatOrder::ClockwiseFromBank => "clockwise from the player/dealer's left, folded hands first",
                SeatOrder::RightToLeft => "right to left",
                SeatOrder::LeftToRight => "left to right",
            },
            winning_hand: wagers(HandResult::Win, true),
            losing_hand: wagers(HandResult::Lose, true),
            dealer_not_qualified: wagers(HandResult::Win, false),
        }
    }
}

impl From<&Schedule> for ScheduleRecord {
    fn from(schedule: &Schedule) -> Self {
        let brackets = schedule.brackets().iter().zip(bracket_labels(schedule));
        ScheduleRecord {
            schedule: schedule.number(),
            brackets: brackets
                .map(|(bracket, table_action)| BracketRecord {
                    table_action,
                    from: bracket.from.0,
                    player_dealer_collection: bracket.fee.0,
                })
                .collect(),
            player_collection: 0,
        }
    }
}

fn pay_rows(table: &PayTable) -> Vec<PayRow> {
    table.rows().map(|(kind, odds)| PayRow { hand: kind.name(), pays: odds.pays(), to: odds.per() }).collect()
}

fn cents(range: &RangeInclusive<Cents>) -> Range<i64> {
    Range { min: range.start().0, max: range.end().0 }
}

/// The total table action of each bracket, as the document prints it: "$1 - $49", "$200+".
pub fn bracket_labels(schedule: &Schedule) -> Vec<String> {
    let brackets = schedule.brackets();
    let next = brackets.iter().skip(1).map(|bracket| Some(bracket.from)).chain([None]);
    let label = |(bracket, next): (&Bracket, Option<Cents>)| match next {
        Some(next) => format!("{} - {}", dollars(bracket.from), dollars(next - Cents::dollars(1))),
        None => format!("{}+", dollars(bracket.from)),
    };
    brackets.iter().zip(next).map(label).collect()
}

/// Whole dollars without their cents: "$1,000".
pub fn dollars(amount: Cents) -> String {
    amount.to_string().trim_end_matches(".00").to_string()
}
