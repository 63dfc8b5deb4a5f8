//! Which clause of a document settles a wager. RULES.md has them all under these ids.

use crate::settlement::HandResult;
use crate::wager::Wager;

/// The clauses that one document gives for every way in which a wager can end.
#[derive(Debug)]
pub(crate) struct Clauses {
    /// Ante, Blind and losing Trips of a folded hand.
    fold: &'static str,
    /// Trips that wins although the hand folded.
    fold_trips: &'static str,
    /// Ante when the dealer has no pair.
    unqualified: &'static str,
    /// Ante and Play of a winning hand.
    win: &'static str,
    /// Ante, Play and Blind of a losing hand.
    lose: &'static str,
    /// Ante, Play and Blind of a tie.
    tie: &'static str,
    /// Blind of a hand that wins with a straight or better.
    blind_pays: &'static str,
    /// Blind of a hand that wins with less.
    blind_pushes: &'static str,
    /// Trips of a winning, a losing and a tied hand.
    trips: [&'static str; 3],
    /// Bad Beat of a winning, a losing, a tied and a folded hand.
    bad_beat: [&'static str; 4],
    /// A wager beyond what the player/dealer put up, or beyond the table's aggregate.
    pub(crate) cover: &'static str,
    /// A round that was declared void.
    pub(crate) void: &'static str,
}

impl Clauses {
    /// Returns the clause for a wager of a hand that ended so; `wins` says whether the wager itself is paid.
    #[inline]
    pub(crate) const fn cited(
        &self,
        wager: Wager,
        result: HandResult,
        qualifies: bool,
        wins: bool,
    ) -> &'static str {
        match (wager, result) {
            // The arms go from the special to the general: a bonus and a fold are cited before the hand's own result.
            (Wager::BadBeat, result) => self.bad_beat[result as usize],
            (Wager::Trips, HandResult::Fold) if wins => self.fold_trips,
            (_, HandResult::Fold) => self.fold,
            (Wager::Trips, result) => self.trips[result as usize],
            (Wager::Ante, _) if !qualifies => self.unqualified,
            (Wager::Blind, HandResult::Win) if wins => self.blind_pays,
            (Wager::Blind, HandResult::Win) => self.blind_pushes,
            (_, HandResult::Win) => self.win,
            (_, HandResult::Lose) => self.lose,
            (_, HandResult::Push) => self.tie,
        }
    }
}

pub(crate) static CALIFORNIA: Clauses = Clauses {
    fold: "CA.round.6a",
    fold_trips: "CA.round.note2",
    unqualified: "CA.round.9a",
    win: "CA.round.13a",
    lose: "CA.round.12a",
    tie: "CA.round.11c",
    blind_pays: "CA.round.13b",
    blind_pushes: "CA.round.11d",
    trips: ["CA.round.13c", "CA.round.12b", "CA.round.14a"],
    bad_beat: ["R5"; 4],
    cover: "CA.bet.4",
    void: "R18",
};

pub(crate) static BAD_BEAT: Clauses = Clauses {
    fold: "BB.deal.14a",
    fold_trips: "BB.settle.9",
    unqualified: "BB.unqualified.1a",
    win: "BB.settle.4a",
    lose: "BB.settle.3a",
    tie: "BB.settle.2c",
    blind_pays: "BB.settle.4b",
    blind_pushes: "BB.settle.2d",
    trips: ["BB.settle.4c", "BB.settle.3b", "BB.settle.5a"],
    bad_beat: ["BB.settle.4d", "BB.settle.3c", "BB.bonus.6", "BB.bonus.5"],
    cover: "BB.action.3",
    void: "R18",
};

pub(crate) static WASHINGTON_HAND: Clauses = Clauses {
    fold: "R3",
    fold_trips: "WA.hand.note",
    unqualified: "WA.hand.12",
    win: "WA.hand.11a",
    lose: "WA.hand.11b",
    tie: "WA.hand.11c",
    blind_pays: "WA.hand.11d",
    blind_pushes: "WA.hand.11e",
    trips: ["WA.hand.11f"; 3],
    bad_beat: ["R5"; 4],
    cover: "WA.more.3",
    void: "WA.void.1",
};

pub(crate) static WASHINGTON_IDEAL: Clauses = Clauses {
    fold: "R3",
    fold_trips: "WA.ideal.note",
    unqualified: "WA.ideal.14",
    win: "WA.ideal.13a",
    lose: "WA.ideal.13b",
    tie: "WA.ideal.13c",
    blind_pays: "WA.ideal.13d",
    blind_pushes: "WA.ideal.13e",
    trips: ["WA.ideal.13f"; 3],
    bad_beat: ["R5"; 4],
    cover: "WA.more.3",
    void: "WA.void.1",
};

pub(crate) static HOUSE: Clauses = Clauses {
    fold: "R3",
    fold_trips: "HB.trips.1",
    unqualified: "HB.11",
    win: "HB.7",
    lose: "HB.8",
    tie: "HB.9",
    blind_pays: "HB.10",
    blind_pushes: "HB.10",
    trips: ["HB.trips.1"; 3],
    bad_beat: ["R5"; 4],
    cover: "R7",
    void: "R18",
};
