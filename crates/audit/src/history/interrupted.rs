//! A round that was declared void, as it was at that moment, and what it would have come to.

use table::{By, PlayerId, TableRound};
use uth::{Banker, Cents, Decision, Round, Seat, Settlement, Stage};

/// A round at the moment at which it was declared void.
#[derive(Clone, Debug)]
pub(crate) struct Interrupted {
    /// The round before the void, cards included if they were dealt.
    pub(crate) round: Round,
    owners: [Option<PlayerId>; Seat::MOST],
    /// Who declared it void.
    pub(crate) by: By,
    /// Why.
    pub(crate) reason: String,
    /// When.
    pub(crate) at_ms: u64,
}

/// What a player would have won or lost.
pub(crate) struct Part {
    pub(crate) player: PlayerId,
    pub(crate) banked: bool,
    pub(crate) decided: bool,
    pub(crate) net: Option<Cents>,
    pub(crate) net_raised: Option<Cents>,
}

/// How hands go on that were not decided.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Undecided {
    /// As the table decides for an absent player (R20).
    Fold,
    /// With one Ante on the river.
    Raise,
}

impl Interrupted {
    pub(crate) fn new(live: &TableRound, by: By, reason: String, at_ms: u64) -> Interrupted {
        Interrupted { round: live.round.clone(), owners: live.owners, by, reason, at_ms }
    }

    /// Returns what each player had in the round, hands first, by seat.
    pub(crate) fn parts(&self) -> Vec<Part> {
        let [folded, raised] = [Undecided::Fold, Undecided::Raise].map(|way| self.completed(way));
        let of_seat = |settled: &Option<Settlement>, seat: Seat| {
            let settled = settled.as_ref()?.seats.iter().find(|settled| settled.seat == seat)?;
            Some(settled.net)
        };
        let is_decided = |seat: Seat| self.round.play(seat).is_some();
        let hand = |seat: Seat| {
            Some(Part {
                player: self.owners[seat.index()]?,
                banked: false,
                decided: is_decided(seat),
                net: of_seat(&folded, seat),
                net_raised: of_seat(&raised, seat),
            })
        };
        let of_bank = |settled: &Option<Settlement>| {
            let settled = settled.as_ref()?;
            Some(settled.bank?.net() - settled.collection.unwrap_or(Cents::ZERO))
        };
        let bank = match self.round.banker() {
            Banker::House => None,
            Banker::PlayerDealer { person, .. } => Some(Part {
                player: PlayerId::from(*person),
                banked: true,
                decided: self.round.seats().all(is_decided),
                net: of_bank(&folded),
                net_raised: of_bank(&raised),
            }),
        };
        self.round.seats().filter_map(hand).chain(bank).collect()
    }

    /// Plays the round to its end and settles it; `None` if the cards were not dealt, because seeds could still change
    /// them.
    fn completed(&self, way: Undecided) -> Option<Settlement> {
        let mut round = self.round.clone();
        if !(Stage::Preflop..=Stage::River).contains(&round.stage()) {
            return None;
        }
        // Three streets, in each of which every hand decides once at most.
        for _ in 0..3 {
            let undecided: Vec<Seat> = round.seats().filter(|seat| round.awaits(*seat)).collect();
            for seat in undecided {
                let decision = match way {
                    Undecided::Raise if round.stage() == Stage::River => Some(Decision::Raise(1)),
                    _ => round.decision_for_absent(seat),
                };
                round.act(decision?.action(seat)).ok()?;
            }
        }
        round.settlement()
    }
}
