//! What is remembered of a round that is over: for each who played, for the table, and for the day's report.
//!
//! These records only say where to look: cards, decisions and money are in the log.

use serde::{Deserialize, Serialize};
use table::{Event, PlayerId, TableRound};
use uth::{Play, Settlement, Wager};

use super::desk::Desk;
use crate::store::{Put, Shelf};
use crate::theory::Sums;

const DAY_MS: u64 = 24 * 60 * 60 * 1000;

/// A round in which somebody played or banked.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[allow(missing_docs)]
pub struct Hand {
    pub table: u64,
    pub round: u64,
    pub at_ms: u64,
    /// The sequence numbers of its first and last event.
    pub first_seq: u64,
    pub last_seq: u64,
    pub book: String,
    pub seats: Vec<u8>,
    pub banked: bool,
    pub void: bool,
    pub wagered: i64,
    pub net: i64,
}

/// What a table turned over in a day.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
#[allow(missing_docs)]
pub struct Day {
    /// Days since 1970.
    pub day: u64,
    pub rounds: u64,
    pub void_rounds: u64,
    /// What lay on Ante, Blind, Play, Trips and Bad Beat.
    pub stakes: [i64; 5],
    /// What the players won or lost there.
    pub nets: [i64; 5],
    /// What player/dealers paid to the drop.
    pub collection: i64,
    /// The wagers as far as theory needs them.
    #[serde(with = "crate::wire::sums")]
    pub sums: Sums,
}

impl Day {
    /// The day of a time.
    pub const fn of(at_ms: u64) -> u64 {
        at_ms / DAY_MS
    }

    /// Where a table's day is kept.
    pub fn key(day: u64, table: u64) -> String {
        format!("{day:08}/{table:016x}")
    }

    fn add(&mut self, round: &TableRound, settlement: &Settlement) {
        self.rounds += 1;
        self.collection += settlement.collection.unwrap_or_default().0;
        for line in &settlement.lines {
            let place = Wager::ALL.iter().position(|wager| *wager == line.wager).unwrap_or_default();
            self.stakes[place] += line.stake.0;
            self.nets[place] += line.net.0;
        }
        // Hands of one round meet the same dealer and board, so they are added together.
        self.sums.add_round(round.round.seats().filter_map(|seat| round.round.wagers(seat)));
    }
}

/// The records that belong to what has just happened, and the day's sums brought up to date.
pub(super) fn records(desk: &mut Desk, events: &[Event], at_ms: u64) -> Vec<Put> {
    let is_void = events.iter().any(|event| matches!(event, Event::Voided { .. }));
    let is_over = is_void || events.iter().any(|event| matches!(event, Event::Settled { .. }));
    let Some((round, settlement)) =
        desk.table.round().filter(|_| is_over).and_then(|round| Some((round, round.round.settlement()?)))
    else {
        return Vec::new();
    };
    let id = desk.table.id().0;
    let hands = hands(desk, round, &settlement, is_void, at_ms);
    let mut puts: Vec<Put> = hands
        .into_iter()
        .map(|(player, hand)| {
            let key = format!("p{:016x}/{at_ms:016x}/{id:016x}/{:016x}", player.0, round.number);
            put(Shelf::Hand, key, &hand)
        })
        .collect();
    let whole = Hand {
        seats: round.round.seats().map(uth::Seat::number).collect(),
        wagered: round.round.seats().map(|seat| wagered(round, seat)).sum(),
        net: settlement.seats.iter().map(|seat| seat.net.0).sum(),
        ..blank(desk, round, is_void, at_ms)
    };
    puts.push(put(Shelf::Hand, format!("t{id:016x}/{:016x}", round.number), &whole));
    // Clocks of nodes differ a little: a day that has begun at one of them has begun.
    let today = Day::of(at_ms).max(desk.day.day);
    let mut day = if desk.day.day == today { desk.day.clone() } else { Day { day: today, ..Day::default() } };
    if is_void {
        day.void_rounds += 1;
    } else {
        day.add(round, &settlement);
    }
    puts.push(put(Shelf::Day, Day::key(today, id), &day));
    desk.day = day;
    puts
}

/// Everybody who played or banked, each with all of their seats.
fn hands(
    desk: &Desk,
    round: &TableRound,
    settlement: &Settlement,
    is_void: bool,
    at_ms: u64,
) -> Vec<(PlayerId, Hand)> {
    let mut hands: Vec<(PlayerId, Hand)> = Vec::new();
    for seat in round.round.seats() {
        let Some(player) = round.owners[seat.index()] else { continue };
        let net =
            settlement.seats.iter().find(|settled| settled.seat == seat).map_or(0, |settled| settled.net.0);
        let place = hands.iter().position(|(other, _)| *other == player).unwrap_or_else(|| {
            hands.push((player, blank(desk, round, is_void, at_ms)));
            hands.len() - 1
        });
        let hand = &mut hands[place].1;
        hand.seats.push(seat.number());
        hand.wagered += wagered(round, seat);
        hand.net += net;
    }
    if let uth::Banker::PlayerDealer { seat, person, .. } = round.round.banker() {
        let net = settlement.bank.as_ref().map_or(0, |bank| bank.net().0);
        let collected = settlement.collection.unwrap_or_default().0;
        let bank = Hand {
            seats: vec![seat.number()],
            banked: true,
            net: net - collected,
            ..blank(desk, round, is_void, at_ms)
        };
        hands.push((PlayerId::from(*person), bank));
    }
    hands
}

fn blank(desk: &Desk, round: &TableRound, void: bool, at_ms: u64) -> Hand {
    Hand {
        table: desk.table.id().0,
        round: round.number,
        at_ms,
        first_seq: desk.round_began,
        last_seq: desk.table.seq(),
        book: desk.table.settings().terms().setup().book.to_string(),
        seats: Vec::new(),
        banked: false,
        void,
        wagered: 0,
        net: 0,
    }
}

/// All that a seat put down in the round, the Play wager included.
fn wagered(round: &TableRound, seat: uth::Seat) -> i64 {
    let wagers = round.round.wagers(seat).unwrap_or_default();
    let play = round.round.play(seat).map_or(0, Play::times);
    wagers.table_action().0 + wagers.ante.0 * i64::from(play)
}

fn put(shelf: Shelf, key: String, value: &impl Serialize) -> Put {
    Put::new(shelf, key, serde_json::to_string(value).unwrap_or_default())
}
