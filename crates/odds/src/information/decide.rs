//! Decides every hole on every flop, and then before the flop, knowing what has been seen.

use rayon::prelude::*;
use uth::Card;

use crate::board::SuitFlop;
use crate::deck::{Deck, choose, triple};
use crate::game::Stakes;
use crate::hole::Hole;
use crate::view::Number;

use super::Known;
use super::sight::Glimpse;
use super::sums::{Flops, InAll, Sums, Won};
use super::symmetry::{FlopOrbit, Symmetry};
use super::told::Told;

/// A flop in every view.
pub(crate) struct FlopPlace {
    by_rank: usize,
    by_suit: [Option<usize>; 4],
}

/// For each hole, over all flops. What differs only in the names of suits is summed up with the first of its kind.
#[derive(Clone)]
struct Holes {
    won: Vec<i64>,
    /// What checking gains where it is better than raising.
    gains: Vec<i64>,
    /// What checking gains where the hole is told to check.
    told: Vec<i64>,
}

/// What play brings beyond Ante and Blind of a player who never folds, over all deals, in units of the stakes.
pub(crate) struct Brings {
    pub best: i128,
    /// As told, if it is.
    pub told: i128,
}

/// Decides everything, given the sums.
pub(crate) fn decide<S: Number>(
    known: &Known,
    stakes: &Stakes,
    glimpse: &Glimpse,
    sums: &Sums<S>,
    told: Option<&Told>,
) -> Brings {
    let deck = known.showdowns.deck;
    let symmetry = Symmetry::of(deck, glimpse);
    let seen = glimpse.all();
    let firsts = symmetry.holes();
    let holes = known.holes.iter().zip(firsts).filter(|(hole, _)| hole.cards.is_disjoint(seen));
    let holes: Vec<(&Hole, u16)> = holes.collect();
    let zero = vec![0; known.holes.len()];
    let none = Holes { won: zero.clone(), gains: zero.clone(), told: zero };
    let mut all = symmetry
        .flops(glimpse)
        .par_chunks(64)
        .map(|flops| {
            let mut part = none.clone();
            let mut values = vec![S::default(); holes.len()];
            let mut told_values = vec![0; holes.len()];
            for flop in flops {
                part.add(deck, &holes, sums, flop, &mut values);
                if let Some((told, sums)) = told.zip(sums.told.as_ref().map(|told| (told, sums.sights))) {
                    part.add_told(deck, &holes, told, sums, flop, &mut told_values);
                }
            }
            part
        })
        .reduce(|| none.clone(), Holes::plus);
    if let Won::InAll(won) = &sums.won {
        all.set_won(&holes, sums.sights, won);
    }
    let mut brings = Brings { best: 0, told: 0 };
    for (place, hole) in known.holes.iter().enumerate() {
        brings.best += i128::from(best_of(stakes, all.won[place], all.gains[place]));
        let told = told.map_or(0, |told| told.start(hole.class as usize, all.won[place], all.told[place]));
        brings.told += i128::from(told);
    }
    brings
}

/// The best of all raises and a check.
fn best_of(stakes: &Stakes, won: i64, gains: i64) -> i64 {
    let check = i64::from(stakes.flop) * won + gains;
    stakes.preflop.iter().map(|raise| i64::from(*raise) * won).fold(check, i64::max)
}

impl Holes {
    fn add<S: Number>(
        &mut self,
        deck: Deck,
        holes: &[(&Hole, u16)],
        sums: &Sums<S>,
        flop: &FlopOrbit,
        values: &mut [S],
    ) {
        let place = FlopPlace::of(deck, flop.cards);
        let cards = flop.cards.into_iter().collect();
        place.values(holes, &sums.gains, sums.sights, values);
        for ((hole, first), gain) in holes.iter().zip(values.iter()) {
            if hole.cards.is_disjoint(cards) {
                self.gains[*first as usize] += i64::from((*gain).into().max(0)) * flop.flops;
            }
        }
        let Won::ByFlop(won) = &sums.won else { return };
        place.values(holes, won, sums.sights, values);
        for ((hole, first), won) in holes.iter().zip(values.iter()) {
            if hole.cards.is_disjoint(cards) {
                self.won[*first as usize] += i64::from((*won).into()) * flop.flops;
            }
        }
    }

    fn add_told(
        &mut self,
        deck: Deck,
        holes: &[(&Hole, u16)],
        told: &Told,
        (flops, sights): (&Flops<i32>, [usize; 4]),
        flop: &FlopOrbit,
        values: &mut [i32],
    ) {
        FlopPlace::of(deck, flop.cards).values(holes, flops, sights, values);
        let cards = flop.cards.into_iter().collect();
        let checks = told.flop(flop.cards);
        for ((hole, first), gain) in holes.iter().zip(values.iter()) {
            if hole.cards.is_disjoint(cards) && checks(hole.cards) {
                self.told[*first as usize] += i64::from(*gain) * flop.flops;
            }
        }
    }

    /// Sets what was won from the sums over all boards.
    fn set_won(&mut self, holes: &[(&Hole, u16)], sights: [usize; 4], won: &InAll) {
        // Every board counts once for each flop in it.
        let flops = choose(5, 3) as i64;
        for (hole, first) in holes {
            let by_suit = (0..4).map(|suit| i64::from(won.suits[sights[suit]][hole.by_suit[suit] as usize]));
            let all = won.ranks[hole.by_rank as usize] + by_suit.sum::<i64>();
            self.won[*first as usize] += all * flops;
        }
    }

    fn plus(mut self, other: Holes) -> Holes {
        self.won.iter_mut().zip(other.won).for_each(|(all, other)| *all += other);
        self.gains.iter_mut().zip(other.gains).for_each(|(all, other)| *all += other);
        self.told.iter_mut().zip(other.told).for_each(|(all, other)| *all += other);
        self
    }
}

impl FlopPlace {
    pub(crate) fn of(deck: Deck, cards: [Card; 3]) -> FlopPlace {
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
        FlopPlace { by_rank: triple(cards.map(|(rank, _)| rank)), by_suit }
    }

    /// The number that belongs to each hole; without meaning for holes with a card of the flop.
    pub(crate) fn values<S: Number>(
        &self,
        holes: &[(&Hole, u16)],
        flops: &Flops<S>,
        sights: [usize; 4],
        out: &mut [S],
    ) {
        let by_rank = flops.ranks(self.by_rank);
        for (out, (hole, _)) in out.iter_mut().zip(holes) {
            *out = by_rank[hole.by_rank as usize];
        }
        for (suit, flop) in self.by_suit.iter().enumerate() {
            let Some(flop) = flop else { continue };
            let by_suit = flops.suits(sights[suit], *flop);
            for (out, (hole, _)) in out.iter_mut().zip(holes) {
                *out += by_suit[hole.by_suit[suit] as usize];
            }
        }
    }
}
