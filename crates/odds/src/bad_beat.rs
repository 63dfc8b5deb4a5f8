//! Losing hands at a showdown by category: what the Bad Beat pays on.

use rayon::prelude::*;
use uth::Category;

use crate::board::Board;
use crate::showdowns::Showdowns;
use crate::sweep::{Step, below_each};

/// The number of losing hands in each category, the player's and the dealer's together.
pub(crate) type BeatenCounts = [i32; 10];

/// The dealer hands on one board that are weaker than the weakest hand of each category.
pub(crate) struct HandsBelowCategory {
    /// Per category: all such hands, and those that contain one given card of each kind.
    below: [(i16, [i16; 26]); 10],
}

impl HandsBelowCategory {
    /// Counts on a board where no suit matters, given its holes in ascending strength.
    pub(crate) fn by_rank(showdowns: &Showdowns, board: &Board, rank_steps: &[Step]) -> HandsBelowCategory {
        let below = below_each(rank_steps, &board.left(showdowns.deck), &showdowns.orders.weakest);
        // The sweep files a card outside the suit under `ranks + rank`. Without a suit every card is filed there, and
        // its kind is its rank.
        let ranks = showdowns.deck.ranks;
        let by_rank = |with: [i16; 26]| core::array::from_fn(|rank| *with.get(ranks + rank).unwrap_or(&0));
        HandsBelowCategory {
            below: below.map(|below| below.counts(ranks)).map(|(hands, with)| (hands, by_rank(with))),
        }
    }

    /// Counts on a board where the suit `suited` (an index into the board's suits) matters.
    pub(crate) fn by_suit(
        showdowns: &Showdowns,
        board: &Board,
        suited: usize,
        rank_steps: &[Step],
    ) -> HandsBelowCategory {
        let suited = board.suited[suited];
        let mut steps = Vec::new();
        showdowns.orders.by_suit(suited, rank_steps, &mut steps);
        let below = below_each(&steps, &suited.left(showdowns.deck), &showdowns.orders.weakest);
        HandsBelowCategory { below: below.map(|below| below.counts(showdowns.deck.ranks)) }
    }

    /// Returns the losing hands for a hole of the given card kinds that makes `made`, given its wins and losses.
    ///
    /// Dealer hands that share a card with the hole are excluded by inclusion and exclusion: no weaker hand contains
    /// both hole cards, so subtracting the hands with each of them is exact.
    pub(crate) fn beaten(
        &self,
        [one, other]: [u8; 2],
        made: Category,
        wins: i16,
        losses: i16,
    ) -> BeatenCounts {
        let mut beaten = [0; 10];
        let mut counted = 0;
        for (beaten, (hands, with)) in beaten[..made as usize].iter_mut().zip(&self.below[1..]) {
            // Hands below a category, not in it: differences of neighbours are what the category holds.
            let below = i32::from(hands - with[one as usize] - with[other as usize]);
            *beaten = below - counted;
            counted = below;
        }
        // Dealer hands of the player's own category lose where the player wins; and where the player loses,
        // it is the player's hand of this category that is beaten.
        beaten[made as usize] = i32::from(wins) - counted + i32::from(losses);
        beaten
    }
}

/// [`HandsBelowCategory`] of every board, about 23 MB. Only advice before the flop and on the flop needs them all.
pub(crate) struct BeatenTables {
    /// Per board, where no suit matters.
    pub ranks: Vec<HandsBelowCategory>,
    /// Per board with a suit, in the order of [`Board::first_suited`].
    pub suits: Vec<HandsBelowCategory>,
}

impl BeatenTables {
    pub(crate) fn new(showdowns: &Showdowns) -> BeatenTables {
        let of_board = |board: &Board| {
            let mut steps = Vec::new();
            rank_steps(showdowns, board, &mut steps);
            let suits = 0..board.suited.len();
            let by_suit = |suited| HandsBelowCategory::by_suit(showdowns, board, suited, &steps);
            (HandsBelowCategory::by_rank(showdowns, board, &steps), suits.map(by_suit).collect::<Vec<_>>())
        };
        let (ranks, suits): (Vec<_>, Vec<_>) = showdowns.boards.par_iter().map(of_board).unzip();
        BeatenTables { ranks, suits: suits.into_iter().flatten().collect() }
    }
}

/// What the Bad Beat returns on one board, by the category that a hole makes. The sum over all losing categories is
/// linear in the counts of [`HandsBelowCategory`], so all but the last term is accumulated once for all holes.
pub(crate) struct BadBeatReturns {
    /// Per made category: the constant term, what one hole card of each kind subtracts, and the pay per hand that loses
    /// in that category.
    made: [(i64, [i64; 26], i64); 10],
}

impl BadBeatReturns {
    pub(crate) fn new(weaker: &HandsBelowCategory, returned: &[i64; 10]) -> BadBeatReturns {
        let mut sum = 0;
        let mut with_card = [0; 26];
        let made = core::array::from_fn(|category| {
            let pay = returned[category];
            let (hands, with) = &weaker.below[category];
            let below = if category == 0 { 0 } else { i64::from(*hands) };
            let card = |card: usize| if category == 0 { 0 } else { i64::from(with[card]) };
            let rest = core::array::from_fn(|index| with_card[index] - pay * card(index));
            let entry = (sum - pay * below, rest, pay);
            if let Some((next, next_with)) = weaker.below.get(category + 1) {
                sum += pay * (i64::from(*next) - below);
                for (index, sum) in with_card.iter_mut().enumerate() {
                    *sum += pay * (i64::from(next_with[index]) - card(index));
                }
            }
            entry
        });
        BadBeatReturns { made }
    }

    /// Returns the total for a hole of the given card kinds that makes `made`, given its wins and losses.
    pub(crate) fn of(&self, [one, other]: [u8; 2], made: Category, wins: i16, losses: i16) -> i64 {
        let (all, with, pay) = &self.made[made as usize];
        let last = pay * (i64::from(wins) + i64::from(losses));
        all - with[one as usize] - with[other as usize] + last
    }
}

/// Orders the holes of a board by strength where no suit matters.
pub(crate) fn rank_steps(showdowns: &Showdowns, board: &Board, steps: &mut Vec<Step>) {
    let mut kinds = [Category::HighCard; 96];
    let kinds = &mut kinds[..showdowns.by_rank.width];
    showdowns.orders.by_rank(board, &showdowns.by_rank, steps, kinds);
}
