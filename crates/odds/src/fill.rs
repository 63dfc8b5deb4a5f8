//! Fills the tables of showdowns, board by board.

use uth::Category;

use crate::board::{Board, Suited};
use crate::deck::Deck;
use crate::order::Orders;
use crate::showdowns::Showdown;
use crate::three_suited::ThreeSuited;
use crate::view::View;
use crate::walk::{Below, Places, Step, walk};

/// One board while it is being filled.
pub(crate) struct Page<'a> {
    pub board: &'a Board,
    pub categories: &'a mut [Category],
    pub ranks: &'a mut [i16],
    pub suits: &'a mut [i16],
    pub unqualified: &'a mut [i16],
}

/// What one thread needs to fill pages.
pub(crate) struct Fill<'a> {
    deck: Deck,
    by_rank: &'a View,
    by_suit: &'a View,
    orders: &'a Orders,
    rank_steps: Vec<Step>,
    suit_steps: Vec<Step>,
    three_suited: ThreeSuited,
}

impl<'a> Fill<'a> {
    pub(crate) fn new(deck: Deck, by_rank: &'a View, by_suit: &'a View, orders: &'a Orders) -> Fill<'a> {
        let three_suited = ThreeSuited::new(deck);
        Fill { deck, by_rank, by_suit, orders, rank_steps: Vec::new(), suit_steps: Vec::new(), three_suited }
    }

    pub(crate) fn page(&mut self, page: &mut Page) {
        self.orders.by_rank(page.board, self.by_rank, &mut self.rank_steps, page.categories);
        self.ranks(page.board, page.categories, page.ranks);
        let [wins, losses, unqualified] = thirds(page.ranks);
        let by_rank = Showdown { wins, losses, unqualified };
        self.three_suited.set_board(self.orders, page.board, &self.rank_steps);
        let width = self.by_suit.width;
        let mut unqualified = page.unqualified.chunks_exact_mut(width);
        for (board, out) in page.board.suited.iter().zip(page.suits.chunks_exact_mut(2 * width)) {
            let out = out.split_at_mut(width).into();
            if board.ranks.count_ones() == 3 {
                self.three_suited.showdowns(self.orders, *board, by_rank, out);
                if let Some(out) = unqualified.next() {
                    self.three_suited.unqualified(by_rank, page.categories, out);
                }
            } else {
                let below = self.suits(*board, out);
                if let Some(out) = unqualified.next() {
                    self.unqualified(below, page.categories, out);
                }
            }
        }
    }

    /// A board on which no suit matters.
    fn ranks(&self, board: &Board, categories: &[Category], out: &mut [i16]) {
        let ranks = self.deck.ranks;
        let [wins, losses, unqualified] = thirds(out);
        let places = Places { ranks, one_in: 0, none_in: 0 };
        let dealer_hands = self.deck.dealer_hands() as i16;
        let (left, limit) = (board.left(self.deck), self.orders.weakest_pair());
        let below = walk(&self.rank_steps, &left, places, dealer_hands, limit, [wins, losses]);
        let (hands, with) = below.counts(ranks);
        for (hole, [low, high]) in self.by_rank.holes.iter().enumerate() {
            let itself = i16::from(hands > 0 && categories[hole] == Category::HighCard);
            unqualified[hole] = hands - with[ranks + *low as usize] - with[ranks + *high as usize] + itself;
        }
    }

    /// A board with four or five cards in a suit. Returns the hands that do not qualify.
    fn suits(&mut self, board: Suited, out: [&mut [i16]; 2]) -> Below {
        let ranks = self.deck.ranks;
        let none_in = self.by_suit.holes.len() - self.by_rank.holes.len();
        let places = Places { ranks, one_in: none_in - ranks * ranks, none_in };
        self.orders.by_suit(board, &self.rank_steps, &mut self.suit_steps);
        let (left, limit) = (board.left(self.deck), self.orders.weakest_pair());
        walk(&self.suit_steps, &left, places, self.deck.dealer_hands() as i16, limit, out)
    }

    /// The dealer hands without a pair beside each hole, where four cards are in a suit.
    fn unqualified(&self, below: Below, categories: &[Category], out: &mut [i16]) {
        let (hands, with) = below.counts(self.deck.ranks);
        for (out, [one, other]) in out.iter_mut().zip(&self.by_suit.holes) {
            *out = hands - with[*one as usize] - with[*other as usize];
        }
        // A hole that has no pair itself, and no flush, has been taken off twice.
        let none_in = self.by_suit.holes.len() - self.by_rank.holes.len();
        for (out, category) in out[none_in..].iter_mut().zip(&categories[..self.by_rank.holes.len()]) {
            *out += i16::from(*category == Category::HighCard);
        }
    }
}

fn thirds(page: &mut [i16]) -> [&mut [i16]; 3] {
    let (first, rest) = page.split_at_mut(page.len() / 3);
    let (second, third) = rest.split_at_mut(rest.len() / 2);
    [first, second, third]
}
