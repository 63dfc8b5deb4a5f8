//! What is derived from a finished round: a summary for each player and for the table, and the day's totals.
//!
//! The room writes these records with the events that end the round; `audit` derives them again from the log and
//! compares.

use std::ops::AddAssign;

use serde::{Deserialize, Serialize};
use table::{PlayerId, Table, TableId, TableRound};
use uth::{Play, Settlement, Wager};

use fair::shuffle::RoundId;
use protocol::sums::Sums;
use store::RecordWrite;

use crate::deck::round_id;
use crate::record::{DailyTotalsKey, PlayerRoundKey, PlayerRoundRecord, RoundSummary, TableRoundRecord, put};

/// A day in milliseconds.
pub const DAY_MS: u64 = 24 * 60 * 60 * 1000;

/// The turnover of a table on one day. People and bots are apart: what bots lose to the house is no income.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs)]
pub struct DailyTotals {
    /// Days since 1970.
    pub day: u64,
    pub rounds: u64,
    pub void_rounds: u64,
    pub people: Turnover,
    pub bots: Turnover,
}

/// What players wagered, and what became of the rounds that they banked, in cents.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Turnover {
    /// Stakes on Ante, Blind, Play, Trips and Bad Beat.
    pub stakes: [i64; 5],
    /// What the players won or lost on them.
    pub nets: [i64; 5],
    /// Sums of wagers, from which theory derives the expected hold.
    pub sums: Sums,
    /// Rounds that they banked.
    pub banked_rounds: u64,
    /// What their banks won.
    pub bank_gain: i64,
    /// What they paid to the drop as player/dealers.
    pub collection: i64,
}

impl AddAssign<&Turnover> for Turnover {
    fn add_assign(&mut self, more: &Turnover) {
        for (sum, more) in [(&mut self.stakes, &more.stakes), (&mut self.nets, &more.nets)] {
            sum.iter_mut().zip(more).for_each(|(sum, more)| *sum += more);
        }
        self.sums += &more.sums;
        self.banked_rounds += more.banked_rounds;
        self.bank_gain += more.bank_gain;
        self.collection += more.collection;
    }
}

impl DailyTotals {
    /// Returns the day of a time.
    pub const fn of(at_ms: u64) -> u64 {
        at_ms / DAY_MS
    }

    fn add(&mut self, round: &TableRound, settlement: &Settlement, is_bot: &dyn Fn(PlayerId) -> bool) {
        self.rounds += 1;
        let is_bots = |seat: uth::Seat| round.owners[seat.index()].is_some_and(is_bot);
        for line in &settlement.lines {
            let turnover = if is_bots(line.seat) { &mut self.bots } else { &mut self.people };
            let place = Wager::ALL.iter().position(|wager| *wager == line.wager).unwrap_or_default();
            turnover.stakes[place] += line.stake.0;
            turnover.nets[place] += line.net.0;
        }
        // Hands of one round share a dealer and a board: their results are correlated, so they are added together.
        for (turnover, bots) in [(&mut self.people, false), (&mut self.bots, true)] {
            let seats = round.round.seats().filter(|seat| is_bots(*seat) == bots);
            turnover.sums.add_round(seats.filter_map(|seat| round.round.wagers(seat)));
        }
        if let uth::Banker::PlayerDealer { person, .. } = round.round.banker() {
            let bot = is_bot(PlayerId::from(*person));
            let turnover = if bot { &mut self.bots } else { &mut self.people };
            turnover.banked_rounds += 1;
            turnover.bank_gain += settlement.bank.map_or(0, |bank| bank.net().0);
            turnover.collection += settlement.collection.unwrap_or_default().0;
        }
    }
}

/// A table whose round has just ended.
pub struct FinishedRound<'a> {
    /// The table after the round.
    pub table: &'a Table,
    /// The sequence number of the event that opened the round.
    pub began: u64,
    /// Whether the round was declared void.
    pub is_void: bool,
    /// When it ended.
    pub at_ms: u64,
    /// Returns whether the card room plays for that account.
    pub is_bot: &'a dyn Fn(PlayerId) -> bool,
}

/// The records that belong to a finished round.
pub struct RoundRecords {
    /// One for each player who played or banked.
    pub players: Vec<(PlayerRoundKey, PlayerRoundRecord)>,
    /// One for the table.
    pub table: (RoundId, TableRoundRecord),
    /// The day's totals, this round included.
    pub day: (DailyTotalsKey, DailyTotals),
}

impl RoundRecords {
    /// Returns the writes that store them.
    pub fn writes(&self) -> Vec<RecordWrite> {
        let mut writes: Vec<RecordWrite> = self.players.iter().map(|(key, round)| put(key, round)).collect();
        writes.push(put(&self.table.0, &self.table.1));
        writes.push(put(&self.day.0, &self.day.1));
        writes
    }
}

impl FinishedRound<'_> {
    /// Derives the records of the round. `day` is the latest total of the table; the round is added to it, or to a new
    /// day.
    pub fn records(&self, day: &DailyTotals) -> Option<RoundRecords> {
        let round = self.table.round()?;
        let settlement = round.settlement.as_deref()?;
        let (table, at_ms) = (self.table.id(), self.at_ms);
        let own = |(player, summary): (PlayerId, RoundSummary)| {
            (PlayerRoundKey { player, at_ms, table, round: round.number }, PlayerRoundRecord(summary))
        };
        let whole = RoundSummary {
            seats: round.round.seats().map(Into::into).collect(),
            wagered: round.round.seats().map(|seat| wagered(round, seat)).sum(),
            net: settlement.seats.iter().map(|seat| seat.net.0).sum(),
            ..self.blank(round)
        };
        Some(RoundRecords {
            players: self.hands(round, settlement).into_iter().map(own).collect(),
            table: (round_id(self.table, round.number), TableRoundRecord(whole)),
            day: self.day(table, day, round, settlement),
        })
    }

    fn day(
        &self,
        table: TableId,
        day: &DailyTotals,
        round: &TableRound,
        settlement: &Settlement,
    ) -> (DailyTotalsKey, DailyTotals) {
        // The clocks of nodes differ a little: a day that has begun on one of them has begun.
        let today = DailyTotals::of(self.at_ms).max(day.day);
        let mut day =
            if day.day == today { day.clone() } else { DailyTotals { day: today, ..DailyTotals::default() } };
        if self.is_void {
            day.void_rounds += 1;
        } else {
            day.add(round, settlement, self.is_bot);
        }
        (DailyTotalsKey { day: today, table }, day)
    }

    /// Summarizes the round for each player, with all seats of that player.
    fn hands(&self, round: &TableRound, settlement: &Settlement) -> Vec<(PlayerId, RoundSummary)> {
        let mut hands: Vec<(PlayerId, RoundSummary)> = Vec::new();
        for seat in round.round.seats() {
            let Some(player) = round.owners[seat.index()] else { continue };
            let settled = settlement.seats.iter().find(|settled| settled.seat == seat);
            // A player with two seats has one record, or lists would count the round twice.
            let place = hands.iter().position(|(other, _)| *other == player).unwrap_or_else(|| {
                hands.push((player, self.blank(round)));
                hands.len() - 1
            });
            let hand = &mut hands[place].1;
            hand.seats.push(seat.into());
            hand.wagered += wagered(round, seat);
            hand.net += settled.map_or(0, |settled| settled.net.0);
        }
        if let uth::Banker::PlayerDealer { seat, person, .. } = round.round.banker() {
            let net = settlement.bank.as_ref().map_or(0, |bank| bank.net().0);
            let collected = settlement.collection.unwrap_or_default().0;
            // The fee is a cost of banking and no result of the bank, so it is subtracted here and nowhere else.
            let (seats, net) = (vec![(*seat).into()], net - collected);
            let bank = RoundSummary { seats, banked: true, net, ..self.blank(round) };
            hands.push((PlayerId::from(*person), bank));
        }
        hands
    }

    fn blank(&self, round: &TableRound) -> RoundSummary {
        RoundSummary {
            table: self.table.id().into(),
            round: protocol::RoundId(round.number),
            at_ms: protocol::Timestamp(self.at_ms),
            first_seq: protocol::Seq(self.began),
            last_seq: self.table.seq().into(),
            book: self.table.settings().terms().setup().book.into(),
            seats: Vec::new(),
            banked: false,
            void: self.is_void,
            wagered: 0,
            net: 0,
        }
    }
}

/// Returns the players who played or banked a round.
pub fn players(round: &TableRound) -> impl Iterator<Item = PlayerId> {
    let banker = match round.round.banker() {
        uth::Banker::House => None,
        uth::Banker::PlayerDealer { person, .. } => Some(PlayerId::from(*person)),
    };
    round.owners.into_iter().flatten().chain(banker)
}

/// Returns all that a seat wagered in the round, the Play wager included.
fn wagered(round: &TableRound, seat: uth::Seat) -> i64 {
    let wagers = round.round.wagers(seat).unwrap_or_default();
    let play = round.round.play(seat).map_or(0, Play::times);
    wagers.table_action().0 + wagers.ante.0 * i64::from(play)
}

#[cfg(test)]
mod tests {
    use uth::{Cents, Wagers};

    use super::DailyTotals;

    #[test]
    fn sums_come_back_as_they_were() {
        let mut day = DailyTotals::default();
        let large = Cents(i64::MAX / 1_000);
        let hands = [
            Wagers { ante: Cents(500), trips: Cents(300), bad_beat: Cents(200) },
            Wagers { ante: large, trips: large, bad_beat: Cents::ZERO },
        ];
        day.people.sums.add_round(hands);
        let text = serde_json::to_string(&day).expect("text");
        assert!(text.contains(r#""sums":{"hands":2,"wagered":[9223372036855275,"#), "{text}");
        assert!(day.people.sums.own[0][0] > i128::from(u64::MAX), "a product of more than 64 bits");
        assert_eq!(serde_json::from_str::<DailyTotals>(&text).expect("a day"), day);
        assert!(serde_json::from_str::<DailyTotals>(&text.replace("[92", "[\"92\",92")).is_err());
    }
}
