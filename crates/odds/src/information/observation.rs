//! Cards that a player knows beside the hole, and how they look in each class of boards.

use uth::{Card, Cards};

use crate::board_class::SuitHole;
use crate::deck::{Deck, choose};
use crate::hole::Hole;

/// Cards that are known before the first decision.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Observation {
    /// One or both cards of the dealer.
    pub dealer: Vec<Card>,
    /// A card that will be on the flop.
    pub flop: Option<Card>,
    /// A card that will be turn or river.
    pub river: Option<Card>,
    /// Cards that are in neither hand and not on the board, such as those of other players.
    pub dead: Vec<Card>,
}

impl Observation {
    /// The cards that cannot be on the board.
    pub(crate) fn gone(&self) -> Cards {
        self.dealer.iter().chain(&self.dead).copied().collect()
    }

    /// The cards that cannot be in the player's hand.
    pub(crate) fn all(&self) -> Cards {
        self.flop.into_iter().chain(self.river).fold(self.gone(), Cards::with)
    }

    /// The number of hands the dealer can hold once the board is known.
    pub(crate) fn dealer_hands(&self, deck: Deck) -> i32 {
        // Seven cards: the hole and the board, whichever of them were exposed.
        let unseen = deck.cards() - 7 - self.gone().len() as u64;
        choose(unseen, 2 - self.dealer.len() as u64) as i32
    }

    /// The number of ways to deal the player, the flop, the runout and the dealer consistent with the observation.
    /// Formed in 64 bits: the product of the first three factors alone exceeds 32.
    pub(crate) fn deals(&self, deck: Deck) -> i128 {
        let cards = deck.cards() - self.all().len() as u64;
        let flop = 3 - u64::from(self.flop.is_some());
        let runout = 2 - u64::from(self.river.is_some());
        let ways = choose(cards, 2) * choose(cards - 2, flop) * choose(cards - 2 - flop, runout);
        i128::from(ways) * i128::from(self.dealer_hands(deck))
    }

    pub(crate) fn by_rank(&self, deck: Deck) -> ObservedCards {
        self.observed(deck, |card| deck.rank(card), |hole| hole.by_rank as usize)
    }

    pub(crate) fn by_suit(&self, deck: Deck, suit: usize) -> ObservedCards {
        let kind = |card: Card| deck.rank(card) + if card.suit() as usize == suit { 0 } else { deck.ranks };
        self.observed(deck, kind, |hole| hole.by_suit[suit] as usize)
    }

    fn observed(
        &self,
        deck: Deck,
        kind: impl Fn(Card) -> usize,
        hole_index: impl Fn(&Hole) -> usize,
    ) -> ObservedCards {
        let mut gone = [0; KINDS];
        for card in self.gone().iter() {
            gone[kind(card)] += 1;
        }
        let dealer = match self.dealer[..] {
            [] => Dealer::Unseen,
            [card] => Dealer::One(kind(card)),
            [one, other, ..] => Dealer::Both(hole_index(&hole(deck, [one, other]))),
        };
        ObservedCards { gone, dealer, river: self.river.map(kind) }
    }
}

/// The largest number of card kinds in any class of boards.
pub(crate) const KINDS: usize = 26;

/// An observation in one class of boards.
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct ObservedCards {
    /// The number of cards of each kind that are gone.
    pub gone: [i16; KINDS],
    pub dealer: Dealer,
    /// The kind of the card that is turn or river.
    pub river: Option<usize>,
}

/// What is known of the dealer's hand.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Dealer {
    Unseen,
    /// One card, by its kind.
    One(usize),
    /// Both cards, by the index of the hole.
    Both(usize),
}

fn hole(deck: Deck, cards: [Card; 2]) -> Hole {
    let [one, other] = cards.map(|card| [deck.rank(card), card.suit() as usize]);
    Hole::of(deck, one.min(other), one.max(other))
}

/// Returns the index of a hole of two card kinds in the class of boards with a suit.
pub(crate) fn suit_hole_index(ranks: usize, one: usize, other: usize) -> usize {
    let (low, high) = if one < other { (one, other) } else { (other, one) };
    let hole = match (low < ranks, high < ranks) {
        (true, true) => SuitHole::Both(low, high),
        (true, false) => SuitHole::One(low, high - ranks),
        _ => SuitHole::None(low - ranks, high - ranks),
    };
    hole.index(ranks)
}
