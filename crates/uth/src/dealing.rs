//! The order in which cards leave the deck.

use core::fmt;
use core::str::FromStr;

use crate::card::{Card, CardError};
use crate::cards::Cards;
use crate::seat::{Seat, SeatSet};

/// How a table deals (R15). No card is burnt.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Dealing {
    /// One card to each place and the dealer, twice; then the board (CA.deal.3a, BB.deal.6a).
    Shoe,
    /// Two cards to each place, two to the dealer; then the board (CA.deal.4a, BB.deal.7a).
    Shuffler,
    /// Two cards to each place and the dealer; the board street by street (WA.hand.3).
    Hand,
    /// The board first, face down; then two cards to each place and the dealer (WA.ideal.3).
    Ideal,
}

impl Dealing {
    /// All four.
    pub const ALL: [Dealing; 4] = [Dealing::Shoe, Dealing::Shuffler, Dealing::Hand, Dealing::Ideal];

    /// Returns its name.
    pub const fn name(self) -> &'static str {
        ["shoe", "shuffler", "hand", "ideal"][self as usize]
    }

    /// Returns where each card goes, first card first. The dealer's cards come after those of all places (CA.deal.1b).
    pub fn order(self, seats: impl Iterator<Item = Seat> + Clone) -> impl Iterator<Item = Destination> {
        let (before, turns, each, after) = match self {
            // Cards of the board before, turns round the table, cards each turn, cards of the board after (R15).
            Dealing::Shoe => (0, 2, 1, 5),
            Dealing::Shuffler | Dealing::Hand => (0, 1, 2, 5),
            Dealing::Ideal => (5, 1, 2, 0),
        };
        // The dealer comes last in every document, the player/dealer of California included (CA.deal.3a, CA.deal.4b).
        let places = seats.map(Destination::Seat).chain([Destination::Dealer]);
        let turn = places.flat_map(move |place| core::iter::repeat_n(place, each));
        let board = |cards| core::iter::repeat_n(Destination::Board, cards);
        board(before).chain((0..turns).flat_map(move |_| turn.clone())).chain(board(after))
    }
}

impl fmt::Display for Dealing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Dealing {
    type Err = DealingError;

    fn from_str(text: &str) -> Result<Self, DealingError> {
        Dealing::ALL.into_iter().find(|dealing| dealing.name() == text).ok_or(DealingError)
    }
}

/// The text names no way of dealing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DealingError;

impl fmt::Display for DealingError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the ways of dealing are shoe, shuffler, hand and ideal")
    }
}

impl core::error::Error for DealingError {}

/// Where a card goes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum Destination {
    Seat(Seat),
    Dealer,
    Board,
}

/// A shuffled deck: all 52 cards in the order in which they are dealt.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Deck([Card; 52]);

impl Deck {
    /// Returns the deck as it comes from the box, twos first.
    pub fn unshuffled() -> Deck {
        let mut cards = Card::all();
        Deck(core::array::from_fn(|_| {
            cards.next().unwrap_or(Card::new(crate::Rank::Two, crate::Suit::Clubs))
        }))
    }

    /// Returns the deck in that order, unless a card is there twice.
    pub fn new(cards: [Card; 52]) -> Result<Deck, CardError> {
        Cards::distinct(cards)?;
        Ok(Deck(cards))
    }

    /// Returns the cards in order.
    pub const fn cards(&self) -> &[Card; 52] {
        &self.0
    }

    /// Exchanges two cards, as a shuffle does.
    ///
    /// # Panics
    /// If there is no such place in the deck.
    #[inline]
    pub fn swap(&mut self, one: usize, other: usize) {
        self.0.swap(one, other);
    }
}

/// The cards of one round, each where it was dealt. They are all different.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Deal {
    /// Who has cards. In the place of all others are the dealer's, so that equal deals are equal.
    seats: SeatSet,
    holes: [[Card; 2]; Seat::MOST],
    dealer: [Card; 2],
    board: [Card; 5],
}

impl Deal {
    /// Deals from the top of the deck to those seats.
    #[inline]
    pub fn from_deck(deck: &Deck, dealing: Dealing, seats: impl Iterator<Item = Seat> + Clone) -> Deal {
        let places = seats.clone().count();
        // Where the first place's two cards and the board lie, and how far it is from place to place. This is
        // [`Dealing::order`] worked out.
        let (one, other, step, board) = match dealing {
            Dealing::Shoe => (0, places + 1, 1, 2 * places + 2),
            Dealing::Shuffler | Dealing::Hand => (0, 1, 2, 2 * places + 2),
            Dealing::Ideal => (5, 6, 2, 0),
        };
        let hole = |place: usize| [deck.0[one + step * place], deck.0[other + step * place]];
        let mut deal = Deal {
            seats: SeatSet::default(),
            // Seats without a hand get the dealer's cards as a filler that `hole` never shows.
            holes: [hole(places); Seat::MOST],
            dealer: hole(places),
            board: core::array::from_fn(|place| deck.0[board + place]),
        };
        for (place, seat) in seats.enumerate() {
            deal.give(seat, hole(place));
        }
        deal
    }

    /// Returns the cards of a round as they are known, for instance from a dispute.
    pub fn known(
        holes: impl IntoIterator<Item = (Seat, [Card; 2])>,
        dealer: [Card; 2],
        board: [Card; 5],
    ) -> Result<Deal, CardError> {
        let mut deal = Deal { seats: SeatSet::default(), holes: [dealer; Seat::MOST], dealer, board };
        for (seat, hole) in holes {
            deal.give(seat, hole);
        }
        let holes = deal.seats.iter().flat_map(|seat| deal.holes[seat.index()]);
        // A deck has each card once; a hand that was written down by people may not.
        Cards::distinct(holes.chain(dealer).chain(board))?;
        Ok(deal)
    }

    /// Returns who has cards.
    pub(crate) const fn seats(&self) -> SeatSet {
        self.seats
    }

    #[inline]
    pub(crate) const fn hole(&self, seat: Seat) -> Option<[Card; 2]> {
        if self.seats.contains(seat) { Some(self.holes[seat.index()]) } else { None }
    }

    pub(crate) const fn dealer(&self) -> [Card; 2] {
        self.dealer
    }

    pub(crate) const fn board(&self) -> &[Card; 5] {
        &self.board
    }

    #[inline]
    fn give(&mut self, seat: Seat, hole: [Card; 2]) {
        self.seats = self.seats.with(seat);
        self.holes[seat.index()] = hole;
    }
}
