//! The symmetry of an observation: suit permutations that leave it unchanged.

use uth::{Card, Cards, Suit};

use crate::deck::{Deck, distinct_pair_index};

use super::observation::Observation;

/// The permutations of suits that map every part of an observation to itself.
pub(crate) struct Symmetry {
    deck: Deck,
    permutations: Vec<[usize; 4]>,
}

/// A flop that stands for its orbit under the permutations.
pub(crate) struct FlopOrbit {
    pub cards: [Card; 3],
    pub flops: i64,
}

impl Symmetry {
    pub(crate) fn of(deck: Deck, observation: &Observation) -> Symmetry {
        let set = |cards: &[Card]| cards.iter().copied().collect::<Cards>();
        let parts =
            [set(&observation.dealer), set(&observation.dead), one(observation.flop), one(observation.river)];
        let keeps = |permutation: &[usize; 4]| {
            parts
                .iter()
                .all(|part| part.iter().map(|card| moved(card, permutation)).collect::<Cards>() == *part)
        };
        Symmetry { deck, permutations: permutations().into_iter().filter(keeps).collect() }
    }

    /// Returns, for each hole, the first hole of its orbit.
    pub(crate) fn holes(&self) -> Vec<u16> {
        let cards = 4 * self.deck.ranks;
        let first = |[one, other]: [usize; 2]| {
            let to = |card: usize, permutation: &[usize; 4]| card / 4 * 4 + permutation[card % 4];
            let indices = self
                .permutations
                .iter()
                .map(|to_suit| distinct_pair_index(to(one, to_suit), to(other, to_suit)));
            indices.min().unwrap_or(0) as u16
        };
        (0..cards).flat_map(|high| (0..high).map(move |low| [low, high])).map(first).collect()
    }

    /// Returns one flop per orbit among the flops that contain the exposed flop card.
    pub(crate) fn flops(&self, observation: &Observation) -> Vec<FlopOrbit> {
        let not_on_flop = one(observation.river) | observation.gone();
        let free: Vec<usize> =
            (0..4 * self.deck.ranks).filter(|card| !not_on_flop.contains(self.card(*card))).collect();
        let known = observation.flop.map(|card| self.deck.rank(card) * 4 + card.suit() as usize);
        let mut orbits = Vec::new();
        for (third, high) in free.iter().enumerate() {
            for (second, middle) in free[..third].iter().enumerate() {
                for low in &free[..second] {
                    let flop = [*low, *middle, *high];
                    if known.is_none_or(|known| flop.contains(&known)) {
                        orbits.extend(self.orbit(flop));
                    }
                }
            }
        }
        orbits
    }

    /// Returns the orbit of a flop, if the flop is the first one in it. By the orbit–stabiliser theorem its size is the
    /// number of permutations divided by the number of those that fix the flop.
    fn orbit(&self, flop: [usize; 3]) -> Option<FlopOrbit> {
        let mut same = 0;
        for permutation in &self.permutations {
            let mut other = flop.map(|card| card / 4 * 4 + permutation[card % 4]);
            other.sort_unstable();
            // The orbit is represented by its smallest flop, and this is not it.
            if other < flop {
                return None;
            }
            same += i64::from(other == flop);
        }
        let flops = self.permutations.len() as i64 / same;
        Some(FlopOrbit { cards: flop.map(|card| self.card(card)), flops })
    }

    fn card(&self, index: usize) -> Card {
        self.deck.card(index / 4, index % 4)
    }

    /// The number of observations that differ from this one by a renaming of suits.
    pub(crate) fn observations(&self) -> i128 {
        // The same theorem: the permutations that keep the observation are its stabiliser.
        (24 / self.permutations.len()) as i128
    }
}

fn one(card: Option<Card>) -> Cards {
    card.into_iter().collect()
}

fn moved(card: Card, permutation: &[usize; 4]) -> Card {
    Card::new(card.rank(), Suit::ALL[permutation[card.suit() as usize]])
}

/// Returns all 24 permutations of four suits.
fn permutations() -> Vec<[usize; 4]> {
    let all = (0..256).map(|code| [code & 3, code >> 2 & 3, code >> 4 & 3, code >> 6]);
    all.filter(|to| (0..4).all(|suit| to.contains(&suit))).collect()
}
