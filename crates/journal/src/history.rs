//! What is remembered of a round that is over: for each who played, for the table, and for the day's report.
//!
//! These records only say where to look: cards, decisions and money are in the log.

use serde::{Deserialize, Serialize};
use table::{PlayerId, Table, TableRound};
use uth::{Play, Settlement, Wager};

use protocol::sums::Sums;
use store::{RecordKind, RecordWrite};

const DAY_MS: u64 = 24 * 60 * 60 * 1000;

/// A round in which somebody played or banked.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[allow(missing_docs)]
pub struct RoundSummary {
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
pub struct DailyTotals {
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
    #[serde(with = "crate::sums")]
    pub sums: Sums,
}

impl DailyTotals {
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

/// A table whose round has just ended.
pub struct FinishedRound<'a> {
    pub table: &'a Table,
    /// The sequence number of the event that opened the round.
    pub began: u64,
    pub is_void: bool,
    pub at_ms: u64,
}

impl FinishedRound<'_> {
    /// The records that belong to it, and the day's sums brought up to date.
    pub fn records(&self, day: &mut DailyTotals) -> Vec<RecordWrite> {
        let Some(round) = self.table.round() else { return Vec::new() };
        let Some(settlement) = round.settlement.as_deref() else { return Vec::new() };
        let (id, at_ms) = (self.table.id().0, self.at_ms);
        let own = |(player, hand): (PlayerId, RoundSummary)| {
            let key = format!("p{:016x}/{at_ms:016x}/{id:016x}/{:016x}", player.0, round.number);
            put(RecordKind::RoundSummary, key, &hand)
        };
        let mut writes: Vec<RecordWrite> = self.hands(round, settlement).into_iter().map(own).collect();
        let whole = RoundSummary {
            seats: round.round.seats().map(uth::Seat::number).collect(),
            wagered: round.round.seats().map(|seat| wagered(round, seat)).sum(),
            net: settlement.seats.iter().map(|seat| seat.net.0).sum(),
            ..self.blank(round)
        };
        writes.push(put(RecordKind::RoundSummary, format!("t{id:016x}/{:016x}", round.number), &whole));
        // Clocks of nodes differ a little: a day that has begun at one of them has begun.
        let today = DailyTotals::of(at_ms).max(day.day);
        if day.day != today {
            *day = DailyTotals { day: today, ..DailyTotals::default() };
        }
        if self.is_void {
            day.void_rounds += 1;
        } else {
            day.add(round, settlement);
        }
        writes.push(put(RecordKind::DailyTotals, DailyTotals::key(today, id), day));
        writes
    }

    /// Everybody who played or banked, each with all of their seats.
    fn hands(&self, round: &TableRound, settlement: &Settlement) -> Vec<(PlayerId, RoundSummary)> {
        let mut hands: Vec<(PlayerId, RoundSummary)> = Vec::new();
        for seat in round.round.seats() {
            let Some(player) = round.owners[seat.index()] else { continue };
            let settled = settlement.seats.iter().find(|settled| settled.seat == seat);
            let place = hands.iter().position(|(other, _)| *other == player).unwrap_or_else(|| {
                hands.push((player, self.blank(round)));
                hands.len() - 1
            });
            let hand = &mut hands[place].1;
            hand.seats.push(seat.number());
            hand.wagered += wagered(round, seat);
            hand.net += settled.map_or(0, |settled| settled.net.0);
        }
        if let uth::Banker::PlayerDealer { seat, person, .. } = round.round.banker() {
            let net = settlement.bank.as_ref().map_or(0, |bank| bank.net().0);
            let collected = settlement.collection.unwrap_or_default().0;
            let (seats, net) = (vec![seat.number()], net - collected);
            let bank = RoundSummary { seats, banked: true, net, ..self.blank(round) };
            hands.push((PlayerId::from(*person), bank));
        }
        hands
    }

    fn blank(&self, round: &TableRound) -> RoundSummary {
        RoundSummary {
            table: self.table.id().0,
            round: round.number,
            at_ms: self.at_ms,
            first_seq: self.began,
            last_seq: self.table.seq().0,
            book: self.table.settings().terms().setup().book.to_string(),
            seats: Vec::new(),
            banked: false,
            void: self.is_void,
            wagered: 0,
            net: 0,
        }
    }
}

/// All that a seat put down in the round, the Play wager included.
fn wagered(round: &TableRound, seat: uth::Seat) -> i64 {
    let wagers = round.round.wagers(seat).unwrap_or_default();
    let play = round.round.play(seat).map_or(0, Play::times);
    wagers.table_action().0 + wagers.ante.0 * i64::from(play)
}

fn put(kind: RecordKind, key: String, value: &impl Serialize) -> RecordWrite {
    RecordWrite::put(kind, key, serde_json::to_string(value).unwrap_or_default())
}
