//! Hands that reach the river: how often each kind of hole meets each class of boards after two checks.

use uth::{Card, Cards};

use crate::board::{Board, Suited};
use crate::board_class::add_times;
use crate::deck::Deck;
use crate::flop_matrix::FlopMatrix;
use crate::showdowns::Showdowns;

/// A hole and a board that stand for all that differ only in suits that cannot matter.
pub(crate) struct Arrival {
    pub hole: [Card; 2],
    pub board: [Card; 5],
    /// Wins, losses and unqualified dealer hands.
    pub counts: (i16, i16, i16),
    /// The category of the hand.
    pub category: uth::Category,
    /// The number of holes, flops and runouts that it stands for.
    pub deals: i32,
}

/// The working state of one thread: one number per hole on the current board.
pub(crate) struct Arrivals<'a> {
    showdowns: &'a Showdowns,
    checked: &'a FlopMatrix<i16>,
    rank_deals: Vec<i32>,
    deals: Vec<i32>,
    rank_ways: Vec<i16>,
    suit_ways: Vec<i16>,
}

impl<'a> Arrivals<'a> {
    /// Prepares the state, given how often each hole checks each flop.
    pub(crate) fn new(showdowns: &'a Showdowns, checked: &'a FlopMatrix<i16>) -> Arrivals<'a> {
        let (ranks, suits) = (showdowns.by_rank.width, showdowns.by_suit.width);
        Arrivals {
            showdowns,
            checked,
            rank_deals: vec![0; ranks],
            deals: vec![0; suits],
            rank_ways: vec![0; ranks],
            suit_ways: vec![0; suits],
        }
    }

    /// Visits everything that reaches the boards with the ranks of `board_index`.
    pub(crate) fn visit(&mut self, board_index: usize, mut visit: impl FnMut(&Arrival)) {
        let showdowns = self.showdowns;
        let board = &showdowns.boards[board_index];
        self.count_by_rank(board);
        for (index, suited) in board.suited.iter().enumerate() {
            self.count_by_suit(*suited);
            let showdown = showdowns.suits(board, index);
            let categories = showdowns.suit_categories(board_index, index);
            let cards = suited_board(showdowns.deck, *suited);
            for (hole, kinds) in showdowns.by_suit.holes.iter().enumerate() {
                let deals = self.deals[hole];
                if deals > 0 {
                    self.rank_deals[showdowns.rank_hole[hole] as usize] -= deals;
                    visit(&Arrival {
                        hole: suited_hole(showdowns.deck, cards, *kinds),
                        board: cards,
                        counts: showdown.count(hole),
                        category: categories[hole],
                        deals,
                    });
                }
            }
        }
        // The deals with a suit have been subtracted: what is left are the deals in which no suit matters.
        let (showdown, categories) = (showdowns.ranks(board_index), showdowns.categories(board_index));
        let cards = rank_board(showdowns.deck, board);
        for (hole, ranks) in showdowns.by_rank.holes.iter().enumerate() {
            if self.rank_deals[hole] > 0 {
                visit(&Arrival {
                    hole: free_cards(showdowns.deck, cards, *ranks),
                    board: cards,
                    counts: showdown.count(hole),
                    category: categories[hole],
                    deals: self.rank_deals[hole],
                });
            }
        }
    }

    /// Counts the deals of each hole by rank that reach boards of these ranks, whatever the suits.
    fn count_by_rank(&mut self, board: &Board) {
        self.rank_deals.fill(0);
        board.for_each_flop(|runout, flop| {
            let ways = self.showdowns.by_rank.ways(runout, &mut self.rank_ways);
            add_times(&mut self.rank_deals, self.checked.ranks(flop), ways);
        });
    }

    /// Counts the deals of each hole by suit that reach this board.
    fn count_by_suit(&mut self, suited: Suited) {
        self.deals.fill(0);
        suited.for_each_flop(self.showdowns.deck, |runout, flops| {
            let ways = self.showdowns.by_suit.ways(runout, &mut self.suit_ways);
            for flop in flops {
                add_times(&mut self.deals, self.checked.suits(*flop), ways);
            }
        });
        self.showdowns.clear_blocked(suited, &mut self.deals);
    }
}

/// Returns a board of these ranks on which no suit has three cards.
fn rank_board(deck: Deck, board: &Board) -> [Card; 5] {
    core::array::from_fn(|board_index| deck.card(board.ranks[board_index], board_index % 4))
}

/// Returns the board with the suit that matters in clubs.
fn suited_board(deck: Deck, suited: Suited) -> [Card; 5] {
    let in_suit = (0..deck.ranks).filter(|rank| suited.ranks >> rank & 1 == 1).map(|rank| (rank, 0));
    let off = suited.off().iter().map(|rank| usize::from(*rank)).zip(1..);
    let mut cards = in_suit.chain(off).map(|(rank, suit)| deck.card(rank, suit));
    core::array::from_fn(|_| cards.next().expect("a board has five cards"))
}

/// Returns two cards of these ranks that are not on the board.
fn free_cards(deck: Deck, board: [Card; 5], [low, high]: [u8; 2]) -> [Card; 2] {
    let taken: Cards = board.into_iter().collect();
    let one = free_card(deck, taken, low.into(), [0, 1, 2, 3]);
    [one, free_card(deck, taken.with(one), high.into(), [0, 1, 2, 3])]
}

/// Returns two cards of these kinds that are not on the board.
fn suited_hole(deck: Deck, board: [Card; 5], kinds: [u8; 2]) -> [Card; 2] {
    let mut taken: Cards = board.into_iter().collect();
    kinds.map(|kind| {
        let kind = usize::from(kind);
        let card = match kind.checked_sub(deck.ranks) {
            None => deck.card(kind, 0),
            Some(rank) => free_card(deck, taken, rank, [3, 2, 1, 1]),
        };
        taken = taken.with(card);
        card
    })
}

fn free_card(deck: Deck, taken: Cards, rank: usize, suits: [usize; 4]) -> Card {
    let mut cards = suits.into_iter().map(|suit| deck.card(rank, suit));
    cards.find(|card| !taken.contains(*card)).expect("a hole that is dealt has its cards")
}
