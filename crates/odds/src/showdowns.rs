//! Every showdown of the game: what depends on the deck alone, made once and used for every pay table.

use std::sync::atomic::{AtomicUsize, Ordering};

use rayon::prelude::*;
use uth::Category;

use crate::board::{Board, Suited};
use crate::deck::{Deck, pair};
use crate::order::Orders;
use crate::showdown::Showdown;
use crate::view::View;
use crate::walk::Walk;

/// All boards, and the showdown of every hole on each of them.
pub(crate) struct Showdowns {
    pub deck: Deck,
    pub by_rank: View,
    pub by_suit: View,
    /// For each hole by suit, the same hole by rank.
    pub rank_hole: Vec<u8>,
    pub boards: Vec<Board>,
    /// Where no suit matters: for each board, each hole by rank.
    rank_showdowns: Vec<Showdown>,
    /// What kind of hand the ranks make.
    categories: Vec<Category>,
    /// Where a suit matters: for each such board, each hole by suit.
    suit_showdowns: Vec<Showdown>,
}

/// One board by rank while it is being filled.
struct Page<'a> {
    board: &'a Board,
    ranks: &'a mut [Showdown],
    categories: &'a mut [Category],
    suits: &'a mut [Showdown],
}

impl Showdowns {
    pub(crate) fn new(deck: Deck) -> Showdowns {
        let by_rank = View::by_rank(deck);
        let by_suit = View::by_suit(deck);
        let orders = Orders::new(deck, &by_rank, &by_suit);
        let boards = Board::all(deck);
        let suited: usize = boards.iter().map(|board| board.suited.len()).sum();
        let mut rank_showdowns = vec![Showdown::default(); boards.len() * by_rank.holes.len()];
        let mut categories = vec![Category::HighCard; boards.len() * by_rank.holes.len()];
        let mut suit_showdowns = vec![Showdown::default(); suited * by_suit.holes.len()];
        let mut suits = &mut suit_showdowns[..];
        let mut pages: Vec<Page> = boards
            .iter()
            .zip(rank_showdowns.chunks_exact_mut(by_rank.holes.len()))
            .zip(categories.chunks_exact_mut(by_rank.holes.len()))
            .map(|((board, ranks), categories)| {
                let (of_board, rest) =
                    std::mem::take(&mut suits).split_at_mut(board.suited.len() * by_suit.holes.len());
                suits = rest;
                Page { board, ranks, categories, suits: of_board }
            })
            .collect();
        pages.par_chunks_mut(16).for_each_init(
            || (Walk::default(), Vec::new()),
            |(walk, order), pages| {
                for page in pages {
                    orders.by_rank(page.board, &by_rank, order, page.categories);
                    walk.start();
                    let left = page.board.left();
                    for ranked in order.iter() {
                        walk.push(*ranked, &by_rank, &left);
                    }
                    walk.showdowns(deck, orders.weakest_pair, page.ranks);
                    let suits = page.suits.chunks_exact_mut(by_suit.holes.len());
                    for (suited, out) in page.board.suited.iter().zip(suits) {
                        orders.by_suit(suited, order, &by_suit, walk);
                        walk.showdowns(deck, orders.weakest_pair, out);
                    }
                }
            },
        );
        let rank_of = |kind: u8| kind as usize % deck.ranks;
        let rank_hole =
            by_suit.holes.iter().map(|[one, other]| pair(rank_of(*one), rank_of(*other)) as u8).collect();
        Showdowns { deck, by_rank, by_suit, rank_hole, boards, rank_showdowns, categories, suit_showdowns }
    }

    /// The showdowns of a board on which no suit matters.
    pub(crate) fn ranks(&self, board: usize) -> &[Showdown] {
        let holes = self.by_rank.holes.len();
        &self.rank_showdowns[board * holes..][..holes]
    }

    /// The kinds of hands that the ranks alone make.
    pub(crate) fn categories(&self, board: usize) -> &[Category] {
        let holes = self.by_rank.holes.len();
        &self.categories[board * holes..][..holes]
    }

    /// The showdowns of the board with that place among all boards with a suit.
    pub(crate) fn suits(&self, suited: usize) -> &[Showdown] {
        let holes = self.by_suit.holes.len();
        &self.suit_showdowns[suited * holes..][..holes]
    }

    /// Sets to zero what belongs to holes with a card that lies on the board.
    pub(crate) fn clear_dead(&self, board: &Suited, values: &mut [i32]) {
        for rank in (0..self.deck.ranks).filter(|rank| board.ranks >> rank & 1 == 1) {
            for (hole, _) in &self.by_suit.holding[rank] {
                values[*hole as usize] = 0;
            }
        }
    }

    /// Runs `work` on every thread; they share out the boards among them.
    pub(crate) fn share_boards<T: Send>(
        &self,
        work: impl Fn(&mut dyn Iterator<Item = usize>) -> T + Sync,
    ) -> Vec<T> {
        const BATCH: usize = 8;
        let next = AtomicUsize::new(0);
        rayon::broadcast(|_| {
            let batches = std::iter::from_fn(|| {
                let first = next.fetch_add(BATCH, Ordering::Relaxed);
                (first < self.boards.len()).then(|| first..(first + BATCH).min(self.boards.len()))
            });
            work(&mut batches.flatten())
        })
    }
}
