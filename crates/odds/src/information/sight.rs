//! Cards that a player has seen besides the own two, and how they look in every view.

use uth::{Card, Cards};

use crate::deck::{Deck, choose};
use crate::hole::Hole;
use crate::view::SuitHole;

/// Cards that are known before the first decision.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Glimpse {
    /// One or both cards of the dealer.
    pub dealer: Vec<Card>,
    /// A card that will lie on the flop.
    pub flop: Option<Card>,
    /// A card that will be turn or river.
    pub river: Option<Card>,
    /// Cards that are in no hand and not on the board, for all that is known: those of other players.
    pub dead: Vec<Card>,
}

impl Glimpse {
    /// The cards that cannot be on the board.
    pub(crate) fn gone(&self) -> Cards {
        self.dealer.iter().chain(&self.dead).copied().collect()
    }

    /// The cards that cannot be in the player's hand.
    pub(crate) fn all(&self) -> Cards {
        self.flop.into_iter().chain(self.river).fold(self.gone(), Cards::with)
    }

    /// How many hands the dealer can have, once the board is known.
    pub(crate) fn dealer_hands(&self, deck: Deck) -> i32 {
        let unseen = deck.cards() - 7 - self.gone().len() as u64;
        choose(unseen, 2 - self.dealer.len() as u64) as i32
    }

    /// How many ways there are to deal the player, the flop, turn and river, and the dealer.
    pub(crate) fn deals(&self, deck: Deck) -> i128 {
        let cards = deck.cards() - self.all().len() as u64;
        let flop = 3 - u64::from(self.flop.is_some());
        let runout = 2 - u64::from(self.river.is_some());
        let ways = choose(cards, 2) * choose(cards - 2, flop) * choose(cards - 2 - flop, runout);
        i128::from(ways) * i128::from(self.dealer_hands(deck))
    }

    pub(crate) fn by_rank(&self, deck: Deck) -> Sight {
        self.sight(deck, |card| deck.rank(card), |hole| hole.by_rank as usize)
    }

    pub(crate) fn by_suit(&self, deck: Deck, suit: usize) -> Sight {
        let kind = |card: Card| deck.rank(card) + if card.suit() as usize == suit { 0 } else { deck.ranks };
        self.sight(deck, kind, |hole| hole.by_suit[suit] as usize)
    }

    fn sight(&self, deck: Deck, kind: impl Fn(Card) -> usize, place: impl Fn(&Hole) -> usize) -> Sight {
        let mut gone = [0; KINDS];
        for card in self.gone().iter() {
            gone[kind(card)] += 1;
        }
        let dealer = match self.dealer[..] {
            [] => Dealer::Unseen,
            [card] => Dealer::One(kind(card)),
            [one, other, ..] => Dealer::Both(place(&hole(deck, [one, other]))),
        };
        Sight { gone, dealer, river: self.river.map(kind) }
    }
}

/// No view has more kinds of cards.
pub(crate) const KINDS: usize = 26;

/// What has been seen, in one view.
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct Sight {
    /// How many cards of each kind are gone.
    pub gone: [i16; KINDS],
    pub dealer: Dealer,
    /// The kind of the card that is turn or river.
    pub river: Option<usize>,
}

/// What is known of the dealer's hand.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Dealer {
    Unseen,
    /// A card, by kind.
    One(usize),
    /// Both cards, by their place among the holes.
    Both(usize),
}

fn hole(deck: Deck, cards: [Card; 2]) -> Hole {
    let [one, other] = cards.map(|card| [deck.rank(card), card.suit() as usize]);
    Hole::of(deck, one.min(other), one.max(other))
}

/// The place of a hole of those two kinds in the view by suit.
pub(crate) fn suit_place(ranks: usize, one: usize, other: usize) -> usize {
    let (low, high) = if one < other { (one, other) } else { (other, one) };
    let hole = match (low < ranks, high < ranks) {
        (true, true) => SuitHole::Both(low, high),
        (true, false) => SuitHole::One(low, high - ranks),
        _ => SuitHole::None(low - ranks, high - ranks),
    };
    hole.index(ranks)
}
