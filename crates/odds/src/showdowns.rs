//! Every showdown of the game: what depends on the deck alone, built once and used for every pay table.
//!
//! The tables hold 42,783 board classes with at most 338 holes each in sixteen-bit counts (a dealer has 990 hands),
//! about 70 MB in all, so they fit the address space of a 32-bit target as well.

use std::sync::atomic::{AtomicUsize, Ordering};

use rayon::prelude::*;
use uth::Category;

use crate::board::{Board, Suited};
use crate::board_class::BoardClass;
use crate::deck::{Deck, choose_len, pair_index};
use crate::showdown_builder::{BoardTables, ShowdownBuilder};
use crate::strength_order::StrengthOrders;

/// Counts over all dealer hands for each hole on one board. Entries of holes that cannot be dealt are meaningless.
#[derive(Clone, Copy)]
pub(crate) struct Showdown<'a> {
    pub wins: &'a [i16],
    pub losses: &'a [i16],
    /// Dealer hands without a pair.
    pub unqualified: &'a [i16],
}

impl<'a> Showdown<'a> {
    /// Iterates over wins, losses and unqualified dealer hands of each hole.
    #[inline]
    pub(crate) fn counts(self) -> impl Iterator<Item = (i16, i16, i16)> + 'a {
        let all = self.wins.iter().zip(self.losses).zip(self.unqualified);
        all.map(|((wins, losses), unqualified)| (*wins, *losses, *unqualified))
    }

    /// Returns wins, losses and unqualified dealer hands of one hole.
    pub(crate) fn count(self, hole: usize) -> (i16, i16, i16) {
        (self.wins[hole], self.losses[hole], self.unqualified[hole])
    }

    /// Splits into the holes before `end` and those from there on.
    pub(crate) fn split(self, end: usize) -> [Showdown<'a>; 2] {
        let (wins, more_wins) = self.wins.split_at(end);
        let (losses, more_losses) = self.losses.split_at(end);
        let (unqualified, more_unqualified) = self.unqualified.split_at(end);
        let rest = Showdown { wins: more_wins, losses: more_losses, unqualified: more_unqualified };
        [Showdown { wins, losses, unqualified }, rest]
    }
}

/// All boards, and the showdown of every hole on each of them.
pub(crate) struct Showdowns {
    pub deck: Deck,
    pub by_rank: BoardClass,
    pub by_suit: BoardClass,
    /// For each hole by suit, the same hole by rank.
    pub rank_hole: Vec<u8>,
    pub boards: Vec<Board>,
    /// The index of each board by its [`Board::number`].
    pub board_indices: Vec<u16>,
    pub orders: StrengthOrders,
    /// The category of each hole by rank on each board, where no suit matters.
    categories: Vec<Category>,
    /// Per board: wins, losses and unqualified hands of each hole by rank.
    ranks: Vec<i16>,
    /// Per board with a suit: wins and losses of each hole by suit.
    suits: Vec<i16>,
    /// Per board with a suit and without a pair: unqualified hands of each hole by suit. Elsewhere every dealer
    /// qualifies, and the row of zeros is used.
    unqualified: Vec<i16>,
    zero: Vec<i16>,
}

/// The tables are exactly as long as the parts of all boards together.
const TABLES_FIT: &str = "each board has its part of the tables";

impl Showdowns {
    pub(crate) fn new(deck: Deck) -> Showdowns {
        let by_rank = BoardClass::by_rank(deck);
        let by_suit = BoardClass::by_suit(deck);
        let orders = StrengthOrders::new(deck);
        let boards = Board::all(deck);
        let suited: usize = boards.iter().map(|board| board.suited.len()).sum();
        let unpaired: usize = boards.iter().map(Board::unpaired_suited).sum();
        let mut categories = vec![Category::HighCard; boards.len() * by_rank.width];
        let mut ranks = vec![0; boards.len() * 3 * by_rank.width];
        let mut suits = vec![0; suited * 2 * by_suit.width];
        let mut unqualified = vec![0; unpaired * by_suit.width];
        // Boards have different numbers of suits, so each takes its part from the front; threads then write
        // without locks.
        let (mut suits_left, mut unqualified_left) = (&mut suits[..], &mut unqualified[..]);
        let mut tables: Vec<BoardTables> = boards
            .iter()
            .zip(categories.chunks_exact_mut(by_rank.width))
            .zip(ranks.chunks_exact_mut(3 * by_rank.width))
            .map(|((board, categories), ranks)| BoardTables {
                board,
                categories,
                ranks,
                suits: suits_left.split_off_mut(..board.suited.len() * 2 * by_suit.width).expect(TABLES_FIT),
                unqualified: unqualified_left
                    .split_off_mut(..board.unpaired_suited() * by_suit.width)
                    .expect(TABLES_FIT),
            })
            .collect();
        tables.par_chunks_mut(16).for_each_init(
            || ShowdownBuilder::new(deck, &by_rank, &by_suit, &orders),
            |builder, boards| boards.iter_mut().for_each(|board| builder.fill_board(board)),
        );
        let rank_of = |kind: u8| kind as usize % deck.ranks;
        let rank_hole =
            by_suit.holes.iter().map(|[one, other]| pair_index(rank_of(*one), rank_of(*other)) as u8);
        let rank_hole = rank_hole.collect();
        let mut board_indices = vec![0; choose_len(deck.ranks + 4, 5)];
        for (board_index, board) in (0..).zip(&boards) {
            board_indices[Board::number(board.ranks)] = board_index;
        }
        let zero = vec![0; by_suit.width];
        Showdowns {
            deck,
            by_rank,
            by_suit,
            rank_hole,
            boards,
            board_indices,
            orders,
            categories,
            ranks,
            suits,
            unqualified,
            zero,
        }
    }

    /// Returns the showdowns of a board on which no suit matters.
    pub(crate) fn ranks(&self, board: usize) -> Showdown<'_> {
        let width = self.by_rank.width;
        let rows = &self.ranks[board * 3 * width..][..3 * width];
        Showdown { wins: &rows[..width], losses: &rows[width..2 * width], unqualified: &rows[2 * width..] }
    }

    /// Returns the categories that ranks alone make.
    pub(crate) fn categories(&self, board: usize) -> &[Category] {
        &self.categories[board * self.by_rank.width..][..self.by_rank.width]
    }

    /// Returns the showdowns of a board with one of its suits.
    pub(crate) fn suits(&self, board: &Board, suited: usize) -> Showdown<'_> {
        // Rows of wins and losses alternate, so that one board is one stretch of memory.
        let width = self.by_suit.width;
        let rows = &self.suits[(board.first_suited + suited) * 2 * width..][..2 * width];
        let unqualified = match board.suited[suited].ranks.count_ones() {
            3 | 4 if board.is_unpaired() => {
                &self.unqualified[(board.first_unqualified + suited) * width..][..width]
            }
            _ => &self.zero[..],
        };
        Showdown { wins: &rows[..width], losses: &rows[width..], unqualified }
    }

    /// Returns the category of each hole on a board with one of its suits.
    pub(crate) fn suit_categories(&self, board: usize, suited: usize) -> Vec<Category> {
        let categories = self.categories(board);
        let suited = self.boards[board].suited[suited];
        let mut all: Vec<Category> = self.rank_hole.iter().map(|hole| categories[*hole as usize]).collect();
        // A hole with a flush has suited cards of ranks that the suited board cards lack, so it pairs one
        // rank at most: it never makes a full house or better, but for straight flushes.
        all[..self.flush_holes(suited)].fill(Category::Flush);
        for (hole, category) in &self.orders.flushes(suited).straight {
            all[*hole as usize] = *category;
        }
        all
    }

    /// Returns the number of holes with a flush or better on such a board. They come first in the order of holes.
    pub(crate) fn flush_holes(&self, board: Suited) -> usize {
        let none_in = self.by_suit.holes.len() - self.by_rank.holes.len();
        match board.ranks.count_ones() {
            3 => none_in - self.deck.ranks * self.deck.ranks,
            4 => none_in,
            _ => self.by_suit.holes.len(),
        }
    }

    /// Writes the number of ways to deal such a board beside each hole.
    pub(crate) fn ways(&self, board: Suited, out: &mut [i16]) {
        let mut scratch = vec![0; self.by_suit.width];
        match self.by_suit.ways(board.off_runout(self.deck), &mut scratch) {
            Some(ways) => out.copy_from_slice(ways),
            None => out.fill(1),
        }
        self.clear_blocked(board, out);
    }

    /// Sets to zero the values of holes that contain a card of the board.
    pub(crate) fn clear_blocked<T: Default>(&self, board: Suited, values: &mut [T]) {
        for rank in (0..self.deck.ranks).filter(|rank| board.ranks >> rank & 1 == 1) {
            for hole in &self.by_suit.holding[rank] {
                values[*hole as usize] = T::default();
            }
        }
    }

    /// Runs `work` once on every thread; the threads share the boards. See [`split_work`].
    pub(crate) fn split_boards<T: Send>(
        &self,
        work: impl Fn(&mut dyn Iterator<Item = usize>) -> T + Sync,
    ) -> Vec<T> {
        split_work(self.boards.len(), work)
    }
}

/// Runs `work` once on every thread. The iterators given to the threads share the indices below `end` in small batches,
/// so that each thread can keep its own buffers and no thread waits for the slowest board.
pub(crate) fn split_work<T: Send>(
    end: usize,
    work: impl Fn(&mut dyn Iterator<Item = usize>) -> T + Sync,
) -> Vec<T> {
    const BATCH: usize = 8;
    let next = AtomicUsize::new(0);
    rayon::broadcast(|_| {
        let batches = std::iter::from_fn(|| {
            // Relaxed suffices: the counter orders nothing but itself, and the results are joined by
            // `broadcast`.
            let first = next.fetch_add(BATCH, Ordering::Relaxed);
            (first < end).then(|| first..(first + BATCH).min(end))
        });
        work(&mut batches.flatten())
    })
}
