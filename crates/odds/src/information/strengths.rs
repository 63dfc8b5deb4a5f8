//! The strength group of every hole on every board.

use rayon::prelude::*;
use uth::Category;

use crate::board::{Board, Suited};
use crate::board_class::SuitHole;
use crate::deck::pair_index;
use crate::showdowns::Showdowns;
use crate::sweep::{Holes, Step};

/// Strengths, which do not depend on the observation. Holes that cannot be dealt are in the weakest group.
pub(crate) struct Strengths {
    boards: Vec<BoardStrengths>,
}

/// One board.
pub(crate) struct BoardStrengths {
    /// The pairs of ranks in ascending strength.
    pub steps: Vec<Step>,
    /// The holes by rank, where no suit matters.
    pub ranks: Ranking,
    /// The holes by suit, for each suit that matters.
    pub suits: Vec<Ranking>,
}

/// The holes of one class of boards, grouped by strength on one board.
pub(crate) struct Ranking {
    /// The group of each hole, 0 the weakest. There are fewer than 256 groups, because each contains a pair of ranks or
    /// a pair of cards in the suit.
    pub groups: Vec<u8>,
    /// The first group with which the dealer qualifies.
    pub qualified: u8,
    pub categories: Vec<Category>,
}

impl Ranking {
    fn new(strengths: &[u16], weakest_pair: u16, categories: Vec<Category>) -> Ranking {
        let mut sorted = strengths.to_vec();
        sorted.sort_unstable();
        sorted.dedup();
        let group = |strength: u16| sorted.partition_point(|other| *other < strength) as u8;
        Ranking {
            groups: strengths.iter().map(|strength| group(*strength)).collect(),
            qualified: group(weakest_pair),
            categories,
        }
    }
}

impl Strengths {
    pub(crate) fn new(showdowns: &Showdowns) -> Strengths {
        let board_strengths =
            |(board_index, board): (usize, &Board)| BoardStrengths::new(showdowns, board_index, board);
        Strengths { boards: showdowns.boards.par_iter().enumerate().map(board_strengths).collect() }
    }

    pub(crate) fn board(&self, board_index: usize) -> &BoardStrengths {
        &self.boards[board_index]
    }
}

impl BoardStrengths {
    fn new(showdowns: &Showdowns, board_index: usize, board: &Board) -> BoardStrengths {
        let class = &showdowns.by_rank;
        let mut steps = Vec::new();
        let mut categories = vec![Category::HighCard; class.width];
        showdowns.orders.by_rank(board, class, &mut steps, &mut categories);
        let mut ranks = vec![0; class.width];
        for step in &steps {
            ranks[pair_index(step.low.into(), step.high.into())] = step.strength;
        }
        let weakest_pair = showdowns.orders.weakest_pair();
        let suit = |(index, suited): (usize, &Suited)| {
            let categories = padded(showdowns.suit_categories(board_index, index), showdowns.by_suit.width);
            Ranking::new(&by_suit(showdowns, &ranks, *suited), weakest_pair, categories)
        };
        let suits = board.suited.iter().enumerate().map(suit).collect();
        BoardStrengths { steps, ranks: Ranking::new(&ranks, weakest_pair, categories), suits }
    }
}

fn padded(mut categories: Vec<Category>, width: usize) -> Vec<Category> {
    categories.resize(width, Category::HighCard);
    categories
}

/// Returns the strength of each hole: that of its ranks, or of its flush if that is stronger.
fn by_suit(showdowns: &Showdowns, ranks: &[u16], suited: Suited) -> Vec<u16> {
    let count = showdowns.deck.ranks;
    let mut all = vec![0; showdowns.by_suit.width];
    for (all, hole) in all.iter_mut().zip(&showdowns.rank_hole) {
        *all = ranks[*hole as usize];
    }
    for step in &showdowns.orders.flushes(suited).steps {
        let (low, high) = (step.low as usize, step.high as usize);
        let mut raise = |hole: SuitHole| {
            let strength = &mut all[hole.index(count)];
            *strength = (*strength).max(step.strength);
        };
        match step.holes {
            Holes::BothIn => raise(SuitHole::Both(low, high)),
            Holes::FirstInAnyOff => (0..count).for_each(|off| raise(SuitHole::One(low, off))),
            _ => (0..count)
                .flat_map(|high| (0..=high).map(move |low| SuitHole::None(low, high)))
                .for_each(raise),
        }
    }
    all
}
