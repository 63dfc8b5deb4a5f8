//! Suits that can be exchanged without changing what has been seen.

use uth::{Card, Cards, Suit};

use crate::deck::{Deck, distinct_pair};

use super::sight::Glimpse;

/// The exchanges of suits that leave every part of a glimpse as it is.
pub(crate) struct Symmetry {
    deck: Deck,
    exchanges: Vec<[usize; 4]>,
}

/// A flop that stands for all that differ from it by an exchange of suits.
pub(crate) struct FlopOrbit {
    pub cards: [Card; 3],
    pub flops: i64,
}

impl Symmetry {
    pub(crate) fn of(deck: Deck, glimpse: &Glimpse) -> Symmetry {
        let set = |cards: &[Card]| cards.iter().copied().collect::<Cards>();
        let parts = [set(&glimpse.dealer), set(&glimpse.dead), one(glimpse.flop), one(glimpse.river)];
        let keeps = |exchange: &[usize; 4]| {
            parts.iter().all(|part| part.iter().map(|card| moved(card, exchange)).collect::<Cards>() == *part)
        };
        Symmetry { deck, exchanges: exchanges().into_iter().filter(keeps).collect() }
    }

    /// For each hole, the first of those that differ from it by an exchange of suits.
    pub(crate) fn holes(&self) -> Vec<u16> {
        let cards = 4 * self.deck.ranks;
        let first = |[one, other]: [usize; 2]| {
            let to = |card: usize, exchange: &[usize; 4]| card / 4 * 4 + exchange[card % 4];
            let places =
                self.exchanges.iter().map(|to_suit| distinct_pair(to(one, to_suit), to(other, to_suit)));
            places.min().unwrap_or(0) as u16
        };
        (0..cards).flat_map(|high| (0..high).map(move |low| [low, high])).map(first).collect()
    }

    /// The flops that differ, with the card that is known to be on it.
    pub(crate) fn flops(&self, glimpse: &Glimpse) -> Vec<FlopOrbit> {
        let not_on_flop = one(glimpse.river) | glimpse.gone();
        let free: Vec<usize> =
            (0..4 * self.deck.ranks).filter(|card| !not_on_flop.contains(self.card(*card))).collect();
        let known = glimpse.flop.map(|card| self.deck.rank(card) * 4 + card.suit() as usize);
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

    /// The orbit of that flop, if the flop is the first in it.
    fn orbit(&self, flop: [usize; 3]) -> Option<FlopOrbit> {
        let mut same = 0;
        for exchange in &self.exchanges {
            let mut other = flop.map(|card| card / 4 * 4 + exchange[card % 4]);
            other.sort_unstable();
            if other < flop {
                return None;
            }
            same += i64::from(other == flop);
        }
        let flops = self.exchanges.len() as i64 / same;
        Some(FlopOrbit { cards: flop.map(|card| self.card(card)), flops })
    }

    fn card(&self, place: usize) -> Card {
        self.deck.card(place / 4, place % 4)
    }

    /// How many glimpses differ from this one only in the names of the suits.
    pub(crate) fn glimpses(&self) -> i128 {
        (24 / self.exchanges.len()) as i128
    }
}

fn one(card: Option<Card>) -> Cards {
    card.into_iter().collect()
}

fn moved(card: Card, exchange: &[usize; 4]) -> Card {
    Card::new(card.rank(), Suit::ALL[exchange[card.suit() as usize]])
}

/// All 24 ways to exchange suits.
fn exchanges() -> Vec<[usize; 4]> {
    let all = (0..256).map(|code| [code & 3, code >> 2 & 3, code >> 4 & 3, code >> 6]);
    all.filter(|to| (0..4).all(|suit| to.contains(&suit))).collect()
}
