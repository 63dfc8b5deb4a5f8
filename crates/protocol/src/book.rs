//! The rule books, and what wagers pay.

use std::collections::BTreeMap;
use std::ops::RangeInclusive;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use uth::{BAD_BEAT, BLIND, Banking, Bracket, Cents, HandResult, Required, RuleBook, Schedule, Wager};

use super::settings::SeatOrder;

/// A rule book: everything that a player may want to know before sitting down.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "RuleBook")]
pub struct BookRecord {
    /// Its name in settings and addresses.
    pub id: String,
    /// Its title.
    pub title: String,
    /// Who banks: `house` or `player/dealer`.
    pub bank: String,
    /// How many places a table may have.
    pub places: Range<u8>,
    /// The wagers of the layout, in its order, as they are printed there.
    pub layout: Vec<String>,
    /// The settings that a table must state, by their names in `TableSettings`: they have no default.
    pub required: Vec<String>,
    /// What the layout must say.
    pub inscription: Option<String>,
    /// What the layout or a placard at the table must say.
    pub placard: Option<String>,
    /// The approved pay tables, by name.
    pub pay_tables: BTreeMap<String, PayTables>,
    /// How cards may be dealt.
    pub dealings: Vec<String>,
    /// How many decks alternate.
    pub decks: u8,
    /// What a table's limits may be; null for any.
    pub limits: Option<LimitRanges>,
    /// What no single wager may exceed, Play included; null for any.
    pub authorised_limit: Option<AuthorisedLimit>,
    /// What a table's aggregate must be, if it sets one; null where it may not.
    pub aggregate: Option<AggregateRange>,
    /// On how many games one player may wager at once.
    pub games_per_person: Option<u8>,
    /// How many rounds a player may bank in a row.
    pub rounds_banked_in_a_row: Option<u8>,
    /// The orders of seats among which a table may choose, the usual one first; empty where one is prescribed.
    pub seat_orders: Vec<SeatOrder>,
    /// The order in which wagers settle.
    pub settlement: SettlementOrder,
    /// The printed collection schedules.
    pub collection_schedules: Vec<PrintedSchedule>,
}

/// Both ends belong to it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Range<T> {
    /// The lowest.
    pub min: T,
    /// The highest.
    pub max: T,
}

/// What a table's limits may be, in cents.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct LimitRanges {
    /// The minimum of a wager.
    pub minimum: Range<i64>,
    /// The maximum of a wager.
    pub maximum: Range<i64>,
}

/// What no single wager may exceed. It is no part of the rules of the game and changes, so it has a date.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct AuthorisedLimit {
    /// The amount, in cents.
    pub amount: i64,
    /// The highest maximum of a table, in cents: a Play wager is up to four Antes.
    pub maximum: i64,
    /// Since when it holds.
    pub since: String,
    /// Where it is written.
    pub source: String,
}

/// What the aggregate of a table must be.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct AggregateRange {
    /// It is at least so many times the maximum of a wager.
    pub least_multiple: i64,
}

/// What the wagers with pay tables pay, best hand first.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct PayTables {
    /// The Blind; hands that are not listed push.
    pub blind: Vec<PayRow>,
    /// The Trips bonus wager.
    pub trips: Vec<PayRow>,
    /// The Bad Beat bonus wager, where the layout has it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bad_beat: Option<Vec<PayRow>>,
    /// The house edge that the document prints under the Blind, if it does.
    pub blind_edge: Option<PrintedEdge>,
    /// The house edge that the document prints under Trips, if it does.
    pub trips_edge: Option<PrintedEdge>,
}

/// A house edge as the document prints it, beside the true one.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct PrintedEdge {
    /// As it is printed, like `0.84%*`.
    pub printed: String,
    /// The true edge as a fraction, like `301629/33446140`.
    pub exact: String,
    /// The true edge in words, like `0.526214% of all money wagered under best play`.
    pub actual: String,
    /// Why the two differ, where they do.
    pub note: Option<String>,
}

/// The order in which wagers settle.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct SettlementOrder {
    /// The order of the seats, in words.
    pub seats: String,
    /// The wagers of a winning hand.
    pub winning_hand: Vec<String>,
    /// The wagers of a losing hand.
    pub losing_hand: Vec<String>,
    /// The wagers of a winning hand against a dealer without a pair.
    pub dealer_not_qualified: Vec<String>,
}

/// A printed collection schedule.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct PrintedSchedule {
    /// Its number.
    pub schedule: Option<u8>,
    /// Its brackets of the table action.
    pub brackets: Vec<CollectionBracket>,
    /// What players other than the player/dealer pay, in cents.
    pub player_collection: i64,
}

/// A bracket of a collection schedule.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct CollectionBracket {
    /// The table action as it is printed, like `$1 - $49`.
    pub table_action: String,
    /// Where the bracket starts, in cents.
    pub from: i64,
    /// What the player/dealer pays, in cents.
    pub player_dealer_collection: i64,
}

impl From<&RuleBook> for BookRecord {
    fn from(rules: &RuleBook) -> Self {
        let player_banked = rules.banking == Banking::PlayerDealer;
        let pay_tables = rules.pay_tables.iter().map(|table| {
            let bad_beat = rules.offers(Wager::BadBeat).then(|| pay_rows(&BAD_BEAT));
            let record = PayTables {
                blind: pay_rows(&BLIND),
                trips: pay_rows(&table.trips()),
                bad_beat,
                blind_edge: rules.printed_edges.map(|edges| PrintedEdge::from(&edges.blind)),
                trips_edge: rules.printed_edges.map(|edges| PrintedEdge::from(&edges.trips(*table))),
            };
            (table.name().to_owned(), record)
        });
        BookRecord {
            id: rules.book.id().to_owned(),
            title: rules.title.to_owned(),
            bank: if player_banked { "player/dealer" } else { "house" }.to_owned(),
            places: Range { min: *rules.places.start(), max: *rules.places.end() },
            layout: rules.areas.iter().map(|area| area.inscription().to_owned()).collect(),
            required: rules
                .required
                .iter()
                .flat_map(|choice| fields(*choice))
                .map(ToString::to_string)
                .collect(),
            inscription: rules.inscription.map(str::to_owned),
            placard: rules.placard.map(str::to_owned),
            pay_tables: pay_tables.collect(),
            dealings: rules.dealings.iter().map(|dealing| dealing.name().to_owned()).collect(),
            decks: rules.decks,
            limits: rules.limits.as_ref().map(|limits| LimitRanges {
                minimum: cents(&limits.minimum),
                maximum: cents(&limits.maximum),
            }),
            authorised_limit: rules.authorised_limit.as_ref().map(AuthorisedLimit::from),
            aggregate: rules
                .may_have_aggregate
                .then_some(AggregateRange { least_multiple: uth::Aggregate::LEAST_MULTIPLE }),
            games_per_person: rules.games_per_person,
            rounds_banked_in_a_row: player_banked.then_some(uth::MOST_ROUNDS_BANKED),
            seat_orders: rules.seat_orders.iter().filter_map(|order| SeatOrder::chosen(*order)).collect(),
            settlement: SettlementOrder::from(rules),
            collection_schedules: (rules.schedules)().iter().map(PrintedSchedule::from).collect(),
        }
    }
}

/// Returns the settings on the wire that state a choice.
const fn fields(choice: Required) -> &'static [&'static str] {
    match choice {
        Required::PayTable => &["pay_table"],
        Required::Limits => &["minimum", "maximum"],
        Required::Schedule => &["schedule"],
    }
}

impl From<&uth::AuthorisedLimit> for AuthorisedLimit {
    fn from(limit: &uth::AuthorisedLimit) -> Self {
        AuthorisedLimit {
            amount: limit.amount.0,
            maximum: limit.largest_maximum().0,
            since: limit.since.to_owned(),
            source: limit.source.to_owned(),
        }
    }
}

impl From<&uth::PrintedEdge> for PrintedEdge {
    fn from(edge: &uth::PrintedEdge) -> Self {
        PrintedEdge {
            printed: edge.printed.to_owned(),
            exact: format!("{}/{}", edge.exact.0, edge.exact.1),
            actual: edge.to_string(),
            note: edge.note.map(str::to_owned),
        }
    }
}

impl From<&RuleBook> for SettlementOrder {
    fn from(rules: &RuleBook) -> Self {
        let wagers = |verdict, qualifies| {
            let order = rules.wager_order.wagers(verdict, qualifies).iter();
            order.filter(|wager| rules.offers(**wager)).map(|wager| wager.inscription().to_owned()).collect()
        };
        SettlementOrder {
            seats: rules.seat_order.to_string(),
            winning_hand: wagers(HandResult::Win, true),
            losing_hand: wagers(HandResult::Lose, true),
            dealer_not_qualified: wagers(HandResult::Win, false),
        }
    }
}

impl From<&Schedule> for PrintedSchedule {
    fn from(schedule: &Schedule) -> Self {
        let brackets = schedule.brackets().iter().zip(bracket_labels(schedule));
        PrintedSchedule {
            schedule: schedule.number(),
            brackets: brackets
                .map(|(bracket, table_action)| CollectionBracket {
                    table_action,
                    from: bracket.from.0,
                    player_dealer_collection: bracket.fee.0,
                })
                .collect(),
            player_collection: 0,
        }
    }
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

/// What a kind of hand pays: `pays` for every `to` staked.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PayRow {
    /// The kind of hand, like `Full house`.
    pub hand: String,
    /// What is won.
    pub pays: u32,
    /// For every so much staked.
    pub to: u32,
}

/// The odds at which a wager won: `pays` for every `to` staked.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Odds {
    /// What is won.
    pub pays: u32,
    /// For every so much staked.
    pub to: u32,
}

impl From<uth::Odds> for Odds {
    fn from(odds: uth::Odds) -> Odds {
        Odds { pays: odds.pays(), to: odds.per() }
    }
}

/// Returns the paying kinds of hands, best first.
pub(crate) fn pay_rows(table: &uth::PayTable) -> Vec<PayRow> {
    let row = |(kind, odds): (uth::Category, uth::Odds)| PayRow {
        hand: kind.name().to_owned(),
        pays: odds.pays(),
        to: odds.per(),
    };
    table.rows().map(row).collect()
}
