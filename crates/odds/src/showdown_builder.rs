//! Builds the showdown tables, board by board.

use uth::Category;

use crate::board::{Board, Suited};
use crate::board_class::BoardClass;
use crate::deck::Deck;
use crate::showdowns::Showdown;
use crate::strength_order::StrengthOrders;
use crate::sweep::{HandsBelow, HoleOffsets, Step, sweep};
use crate::three_suited::ThreeSuited;

/// The parts of the tables that belong to one board.
pub(crate) struct BoardTables<'a> {
    pub board: &'a Board,
    pub categories: &'a mut [Category],
    pub ranks: &'a mut [i16],
    pub suits: &'a mut [i16],
    pub unqualified: &'a mut [i16],
}

/// The working state of one thread.
pub(crate) struct ShowdownBuilder<'a> {
    deck: Deck,
    by_rank: &'a BoardClass,
    by_suit: &'a BoardClass,
    orders: &'a StrengthOrders,
    rank_steps: Vec<Step>,
    suit_steps: Vec<Step>,
    three_suited: ThreeSuited,
}

impl<'a> ShowdownBuilder<'a> {
    pub(crate) fn new(
        deck: Deck,
        by_rank: &'a BoardClass,
        by_suit: &'a BoardClass,
        orders: &'a StrengthOrders,
    ) -> ShowdownBuilder<'a> {
        let three_suited = ThreeSuited::new(deck);
        ShowdownBuilder {
            deck,
            by_rank,
            by_suit,
            orders,
            rank_steps: Vec::new(),
            suit_steps: Vec::new(),
            three_suited,
        }
    }

    pub(crate) fn fill_board(&mut self, tables: &mut BoardTables) {
        self.orders.by_rank(tables.board, self.by_rank, &mut self.rank_steps, tables.categories);
        self.ranks(tables.board, tables.categories, tables.ranks);
        let [wins, losses, unqualified] = thirds(tables.ranks);
        let by_rank = Showdown { wins, losses, unqualified };
        self.three_suited.set_board(self.orders, tables.board, &self.rank_steps);
        let width = self.by_suit.width;
        let mut unqualified = tables.unqualified.chunks_exact_mut(width);
        for (board, out) in tables.board.suited.iter().zip(tables.suits.chunks_exact_mut(2 * width)) {
            let out = out.split_at_mut(width).into();
            if board.ranks.count_ones() == 3 {
                self.three_suited.showdowns(self.orders, *board, by_rank, out);
                if let Some(out) = unqualified.next() {
                    self.three_suited.unqualified(by_rank, tables.categories, out);
                }
            } else {
                let below = self.suits(*board, out);
                if let Some(out) = unqualified.next() {
                    self.unqualified(below, tables.categories, out);
                }
            }
        }
    }

    /// Fills a board on which no suit matters.
    fn ranks(&self, board: &Board, categories: &[Category], out: &mut [i16]) {
        let ranks = self.deck.ranks;
        let [wins, losses, unqualified] = thirds(out);
        let offsets = HoleOffsets { ranks, one_in: 0, none_in: 0 };
        let dealer_hands = self.deck.dealer_hands() as i16;
        let (left, limit) = (board.left(self.deck), self.orders.weakest_pair());
        let below = sweep(&self.rank_steps, &left, offsets, dealer_hands, limit, [wins, losses]);
        let (hands, with) = below.counts(ranks);
        for (hole, [low, high]) in self.by_rank.holes.iter().enumerate() {
            let itself = i16::from(hands > 0 && categories[hole] == Category::HighCard);
            unqualified[hole] = hands - with[ranks + *low as usize] - with[ranks + *high as usize] + itself;
        }
    }

    /// Fills a board with four or five cards in a suit. Returns the hands with which the dealer does not qualify.
    fn suits(&mut self, board: Suited, out: [&mut [i16]; 2]) -> HandsBelow {
        let ranks = self.deck.ranks;
        let none_in = self.by_suit.holes.len() - self.by_rank.holes.len();
        let offsets = HoleOffsets { ranks, one_in: none_in - ranks * ranks, none_in };
        self.orders.by_suit(board, &self.rank_steps, &mut self.suit_steps);
        let (left, limit) = (board.left(self.deck), self.orders.weakest_pair());
        sweep(&self.suit_steps, &left, offsets, self.deck.dealer_hands() as i16, limit, out)
    }

    /// Writes the unqualified dealer hands beside each hole, where four cards are in a suit.
    fn unqualified(&self, below: HandsBelow, categories: &[Category], out: &mut [i16]) {
        let (hands, with) = below.counts(self.deck.ranks);
        for (out, [one, other]) in out.iter_mut().zip(&self.by_suit.holes) {
            *out = hands - with[*one as usize] - with[*other as usize];
        }
        // A hole that is itself unqualified was added once and subtracted once with each of its cards. With four cards
        // in the suit only holes without a card of it can be unqualified.
        let none_in = self.by_suit.holes.len() - self.by_rank.holes.len();
        for (out, category) in out[none_in..].iter_mut().zip(&categories[..self.by_rank.holes.len()]) {
            *out += i16::from(*category == Category::HighCard);
        }
    }
}

fn thirds(tables: &mut [i16]) -> [&mut [i16]; 3] {
    let (first, rest) = tables.split_at_mut(tables.len() / 3);
    let (second, third) = rest.split_at_mut(rest.len() / 2);
    [first, second, third]
}
