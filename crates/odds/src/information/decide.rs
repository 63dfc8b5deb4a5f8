//! Decides every hole on every flop, and then before the flop, for one observation.

use rayon::prelude::*;
use uth::Card;

use crate::board::SuitFlop;
use crate::board_class::Number;
use crate::deck::{Deck, choose, triple_index};
use crate::game::Stakes;
use crate::hole::Hole;

use super::DeckTables;
use super::observation::Observation;
use super::sums::{ObservedFlopMatrix, OverAllBoards, Sums, Won};
use super::symmetry::{FlopOrbit, Symmetry};
use super::uninformed::UninformedPlay;

/// The indices of a flop in the matrices by rank and by suit.
pub(crate) struct FlopIndices {
    by_rank: usize,
    by_suit: [Option<usize>; 4],
}

/// Sums over all flops, per hole. Holes that differ by a symmetry of the observation are added to the first of them.
#[derive(Clone)]
struct HoleSums {
    won: Vec<i64>,
    /// What checking gains on the flops where it is better than raising.
    gains: Vec<i64>,
    /// What checking gains on the flops that the uninformed player checks.
    uninformed: Vec<i64>,
}

/// What decisions add to Ante and Blind of a player who never folds, over all deals, in units of the stakes.
pub(crate) struct DecisionValues {
    pub best: i128,
    /// The same for the uninformed player; 0 if it was not asked for.
    pub uninformed: i128,
}

/// Decides everything, given the sums of one observation.
pub(crate) fn decide<S: Number>(
    tables: &DeckTables,
    stakes: &Stakes,
    observation: &Observation,
    sums: &Sums<S>,
    uninformed: Option<&UninformedPlay>,
) -> DecisionValues {
    let deck = tables.showdowns.deck;
    let symmetry = Symmetry::of(deck, observation);
    let seen = observation.all();
    let firsts = symmetry.holes();
    let holes = tables.holes.iter().zip(firsts).filter(|(hole, _)| hole.cards.is_disjoint(seen));
    let holes: Vec<(&Hole, u16)> = holes.collect();
    let zero = vec![0; tables.holes.len()];
    let none = HoleSums { won: zero.clone(), gains: zero.clone(), uninformed: zero };
    let mut all = symmetry
        .flops(observation)
        .par_chunks(64)
        .map(|flops| {
            let mut part = none.clone();
            let mut values = vec![S::default(); holes.len()];
            let mut uninformed_values = vec![0; holes.len()];
            for flop in flops {
                part.add(deck, &holes, sums, flop, &mut values);
                if let Some((uninformed, sums)) = uninformed
                    .zip(sums.uninformed.as_ref().map(|uninformed| (uninformed, sums.observed_suits)))
                {
                    part.add_uninformed(deck, &holes, uninformed, sums, flop, &mut uninformed_values);
                }
            }
            part
        })
        .reduce(|| none.clone(), HoleSums::plus);
    if let Won::OverAllBoards(won) = &sums.won {
        all.set_won(&holes, sums.observed_suits, won);
    }
    let mut total = DecisionValues { best: 0, uninformed: 0 };
    for (index, hole) in tables.holes.iter().enumerate() {
        total.best += i128::from(best_of(stakes, all.won[index], all.gains[index]));
        let uninformed = uninformed.map_or(0, |uninformed| {
            uninformed.preflop(hole.class as usize, all.won[index], all.uninformed[index])
        });
        total.uninformed += i128::from(uninformed);
    }
    total
}

/// Returns the best of all raises and a check.
fn best_of(stakes: &Stakes, won: i64, gains: i64) -> i64 {
    let check = stakes.flop * won + gains;
    stakes.preflop.iter().map(|raise| raise * won).fold(check, i64::max)
}

impl HoleSums {
    fn add<S: Number>(
        &mut self,
        deck: Deck,
        holes: &[(&Hole, u16)],
        sums: &Sums<S>,
        flop: &FlopOrbit,
        values: &mut [S],
    ) {
        let indices = FlopIndices::of(deck, flop.cards);
        let cards = flop.cards.into_iter().collect();
        indices.values(holes, &sums.gains, sums.observed_suits, values);
        for ((hole, first), gain) in holes.iter().zip(values.iter()) {
            if hole.cards.is_disjoint(cards) {
                self.gains[*first as usize] += (*gain).into().max(0) * flop.flops;
            }
        }
        let Won::ByFlop(won) = &sums.won else { return };
        indices.values(holes, won, sums.observed_suits, values);
        for ((hole, first), won) in holes.iter().zip(values.iter()) {
            if hole.cards.is_disjoint(cards) {
                self.won[*first as usize] += (*won).into() * flop.flops;
            }
        }
    }

    fn add_uninformed(
        &mut self,
        deck: Deck,
        holes: &[(&Hole, u16)],
        uninformed: &UninformedPlay,
        (flops, observed_suits): (&ObservedFlopMatrix<i32>, [usize; 4]),
        flop: &FlopOrbit,
        values: &mut [i32],
    ) {
        FlopIndices::of(deck, flop.cards).values(holes, flops, observed_suits, values);
        let cards = flop.cards.into_iter().collect();
        let checks = uninformed.checks_flop(flop.cards);
        for ((hole, first), gain) in holes.iter().zip(values.iter()) {
            if hole.cards.is_disjoint(cards) && checks(hole.cards) {
                self.uninformed[*first as usize] += i64::from(*gain) * flop.flops;
            }
        }
    }

    /// Sets what each hole wins from the sums over all boards.
    fn set_won(&mut self, holes: &[(&Hole, u16)], observed_suits: [usize; 4], won: &OverAllBoards) {
        // The sums count each board once, but a deal names its flop: there are ten per board.
        let flops = choose(5, 3) as i64;
        for (hole, first) in holes {
            let by_suit =
                (0..4).map(|suit| i64::from(won.suits[observed_suits[suit]][hole.by_suit[suit] as usize]));
            let all = won.ranks[hole.by_rank as usize] + by_suit.sum::<i64>();
            self.won[*first as usize] += all * flops;
        }
    }

    fn plus(mut self, other: HoleSums) -> HoleSums {
        self.won.iter_mut().zip(other.won).for_each(|(all, other)| *all += other);
        self.gains.iter_mut().zip(other.gains).for_each(|(all, other)| *all += other);
        self.uninformed.iter_mut().zip(other.uninformed).for_each(|(all, other)| *all += other);
        self
    }
}

impl FlopIndices {
    pub(crate) fn of(deck: Deck, cards: [Card; 3]) -> FlopIndices {
        let mut cards = cards.map(|card| (deck.rank(card), card.suit() as usize));
        cards.sort_unstable();
        let by_suit = [0, 1, 2, 3].map(|suit| {
            let mut in_first = cards;
            in_first.sort_by_key(|(_, other)| *other != suit);
            let [a, b, c] = in_first.map(|(rank, _)| rank);
            match in_first.iter().filter(|(_, other)| *other == suit).count() {
                0 => None,
                1 => Some(SuitFlop::One(a, [b, c]).index(deck.ranks)),
                2 => Some(SuitFlop::Two([a, b], c).index(deck.ranks)),
                _ => Some(SuitFlop::Three([a, b, c]).index(deck.ranks)),
            }
        });
        FlopIndices { by_rank: triple_index(cards.map(|(rank, _)| rank)), by_suit }
    }

    /// Writes the number of each hole. Holes that share a card with the flop get meaningless numbers.
    pub(crate) fn values<S: Number>(
        &self,
        holes: &[(&Hole, u16)],
        flops: &ObservedFlopMatrix<S>,
        observed_suits: [usize; 4],
        out: &mut [S],
    ) {
        let by_rank = flops.ranks(self.by_rank);
        for (out, (hole, _)) in out.iter_mut().zip(holes) {
            *out = by_rank[hole.by_rank as usize];
        }
        for (suit, flop) in self.by_suit.iter().enumerate() {
            let Some(flop) = flop else { continue };
            let by_suit = flops.suits(observed_suits[suit], *flop);
            for (out, (hole, _)) in out.iter_mut().zip(holes) {
                *out += by_suit[hole.by_suit[suit] as usize];
            }
        }
    }
}
