//! Every showdown of the game: what depends on the deck alone, made once and used for every pay table.

use std::sync::atomic::{AtomicUsize, Ordering};

use rayon::prelude::*;
use uth::Category;

use crate::board::{Board, Suited};
use crate::deck::{Deck, choose_len, pair};
use crate::fill::{Fill, Page};
use crate::order::Orders;
use crate::view::View;

/// What each hole does on one board, over all dealer hands. Entries of holes that cannot be dealt have no meaning.
#[derive(Clone, Copy)]
pub(crate) struct Showdown<'a> {
    pub wins: &'a [i16],
    pub losses: &'a [i16],
    /// The dealer hands without a pair.
    pub unqualified: &'a [i16],
}

impl<'a> Showdown<'a> {
    /// Wins, losses and unqualified dealer hands of each hole.
    #[inline]
    pub(crate) fn counts(self) -> impl Iterator<Item = (i16, i16, i16)> + 'a {
        let all = self.wins.iter().zip(self.losses).zip(self.unqualified);
        all.map(|((wins, losses), unqualified)| (*wins, *losses, *unqualified))
    }

    /// The same of one hole.
    pub(crate) fn count(self, hole: usize) -> (i16, i16, i16) {
        (self.wins[hole], self.losses[hole], self.unqualified[hole])
    }

    /// Only the holes up to `end`, and from there on.
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
    pub by_rank: View,
    pub by_suit: View,
    /// For each hole by suit, the same hole by rank.
    pub rank_hole: Vec<u8>,
    pub boards: Vec<Board>,
    /// The place of each board by its number.
    pub places: Vec<u16>,
    pub orders: Orders,
    /// What kind of hand each hole by rank makes on each board, where no suit matters.
    categories: Vec<Category>,
    /// For each board its wins, losses and unqualified, each hole by rank.
    ranks: Vec<i16>,
    /// For each board with a suit its wins and losses, each hole by suit.
    suits: Vec<i16>,
    /// For each board with a suit and without a pair, the dealer hands without a pair.
    unqualified: Vec<i16>,
    zero: Vec<i16>,
}

/// The tables are made as large as their pages together.
const ENOUGH: &str = "there is a page for each board";

impl Showdowns {
    pub(crate) fn new(deck: Deck) -> Showdowns {
        let by_rank = View::by_rank(deck);
        let by_suit = View::by_suit(deck);
        let orders = Orders::new(deck);
        let boards = Board::all(deck);
        let suited: usize = boards.iter().map(|board| board.suited.len()).sum();
        let unpaired: usize = boards.iter().map(Board::unpaired_suited).sum();
        let mut categories = vec![Category::HighCard; boards.len() * by_rank.width];
        let mut ranks = vec![0; boards.len() * 3 * by_rank.width];
        let mut suits = vec![0; suited * 2 * by_suit.width];
        let mut unqualified = vec![0; unpaired * by_suit.width];
        let (mut suits_left, mut unqualified_left) = (&mut suits[..], &mut unqualified[..]);
        let mut pages: Vec<Page> = boards
            .iter()
            .zip(categories.chunks_exact_mut(by_rank.width))
            .zip(ranks.chunks_exact_mut(3 * by_rank.width))
            .map(|((board, categories), ranks)| Page {
                board,
                categories,
                ranks,
                suits: suits_left.split_off_mut(..board.suited.len() * 2 * by_suit.width).expect(ENOUGH),
                unqualified: unqualified_left
                    .split_off_mut(..board.unpaired_suited() * by_suit.width)
                    .expect(ENOUGH),
            })
            .collect();
        pages.par_chunks_mut(16).for_each_init(
            || Fill::new(deck, &by_rank, &by_suit, &orders),
            |fill, pages| pages.iter_mut().for_each(|page| fill.page(page)),
        );
        let rank_of = |kind: u8| kind as usize % deck.ranks;
        let rank_hole = by_suit.holes.iter().map(|[one, other]| pair(rank_of(*one), rank_of(*other)) as u8);
        let rank_hole = rank_hole.collect();
        let mut places = vec![0; choose_len(deck.ranks + 4, 5)];
        for (place, board) in (0..).zip(&boards) {
            places[Board::number(board.ranks)] = place;
        }
        let zero = vec![0; by_suit.width];
        Showdowns {
            deck,
            by_rank,
            by_suit,
            rank_hole,
            boards,
            places,
            orders,
            categories,
            ranks,
            suits,
            unqualified,
            zero,
        }
    }

    /// The showdowns of a board on which no suit matters.
    pub(crate) fn ranks(&self, board: usize) -> Showdown<'_> {
        let width = self.by_rank.width;
        let page = &self.ranks[board * 3 * width..][..3 * width];
        Showdown { wins: &page[..width], losses: &page[width..2 * width], unqualified: &page[2 * width..] }
    }

    /// The kinds of hands that the ranks alone make.
    pub(crate) fn categories(&self, board: usize) -> &[Category] {
        &self.categories[board * self.by_rank.width..][..self.by_rank.width]
    }

    /// The showdowns of a board with one of its suits.
    pub(crate) fn suits(&self, board: &Board, suited: usize) -> Showdown<'_> {
        let width = self.by_suit.width;
        let page = &self.suits[(board.first_suited + suited) * 2 * width..][..2 * width];
        let unqualified = match board.suited[suited].ranks.count_ones() {
            3 | 4 if board.is_unpaired() => {
                &self.unqualified[(board.first_unqualified + suited) * width..][..width]
            }
            _ => &self.zero[..],
        };
        Showdown { wins: &page[..width], losses: &page[width..], unqualified }
    }

    /// The kinds of hands that the holes make on the board at that place, with one of its suits.
    pub(crate) fn suit_categories(&self, board: usize, suited: usize) -> Vec<Category> {
        let categories = self.categories(board);
        let suited = self.boards[board].suited[suited];
        let mut all: Vec<Category> = self.rank_hole.iter().map(|hole| categories[*hole as usize]).collect();
        all[..self.flush_holes(suited)].fill(Category::Flush);
        for (hole, category) in &self.orders.flushes(suited).straight {
            all[*hole as usize] = *category;
        }
        all
    }

    /// The holes that make a flush or better on such a board come first in the view; so many they are.
    pub(crate) fn flush_holes(&self, board: Suited) -> usize {
        let none_in = self.by_suit.holes.len() - self.by_rank.holes.len();
        match board.ranks.count_ones() {
            3 => none_in - self.deck.ranks * self.deck.ranks,
            4 => none_in,
            _ => self.by_suit.holes.len(),
        }
    }

    /// In how many ways such a board can be dealt beside each hole.
    pub(crate) fn ways(&self, board: Suited, out: &mut [i16]) {
        let mut room = vec![0; self.by_suit.width];
        match self.by_suit.ways(board.off_runout(self.deck), &mut room) {
            Some(ways) => out.copy_from_slice(ways),
            None => out.fill(1),
        }
        self.clear_dead(board, out);
    }

    /// Sets to zero what belongs to holes with a card that lies on the board.
    pub(crate) fn clear_dead<T: Default>(&self, board: Suited, values: &mut [T]) {
        for rank in (0..self.deck.ranks).filter(|rank| board.ranks >> rank & 1 == 1) {
            for hole in &self.by_suit.holding[rank] {
                values[*hole as usize] = T::default();
            }
        }
    }

    /// Runs `work` on every thread; they share out the boards among them.
    pub(crate) fn share_boards<T: Send>(
        &self,
        work: impl Fn(&mut dyn Iterator<Item = usize>) -> T + Sync,
    ) -> Vec<T> {
        share_out(self.boards.len(), work)
    }
}

/// Runs `work` on every thread; they share out the places up to `end` among them, a few at a time.
pub(crate) fn share_out<T: Send>(
    end: usize,
    work: impl Fn(&mut dyn Iterator<Item = usize>) -> T + Sync,
) -> Vec<T> {
    const BATCH: usize = 8;
    let next = AtomicUsize::new(0);
    rayon::broadcast(|_| {
        let batches = std::iter::from_fn(|| {
            let first = next.fetch_add(BATCH, Ordering::Relaxed);
            (first < end).then(|| first..(first + BATCH).min(end))
        });
        work(&mut batches.flatten())
    })
}
