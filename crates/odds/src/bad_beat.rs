//! Which hands are beaten at a showdown, by kind: what the Bad Beat pays on.

use uth::Category;

use crate::board::Board;
use crate::showdowns::Showdowns;
use crate::walk::{Step, below_each};

/// How many hands of each kind are beaten, the player's or the dealer's.
pub(crate) type Beaten = [i32; 10];

/// The hands on one board that are weaker than each kind of hand.
pub(crate) struct Weaker {
    /// In all, and with a certain card of each kind.
    below: [(i16, [i16; 26]); 10],
}

impl Weaker {
    /// Where no suit matters.
    pub(crate) fn by_rank(showdowns: &Showdowns, board: &Board) -> Weaker {
        let steps = rank_steps(showdowns, board);
        let below = below_each(&steps, &board.left(showdowns.deck), &showdowns.orders.weakest);
        // Where no suit matters every card is off, and its kind is its rank.
        let ranks = showdowns.deck.ranks;
        let by_rank = |with: [i16; 26]| core::array::from_fn(|rank| *with.get(ranks + rank).unwrap_or(&0));
        Weaker { below: below.map(|below| below.counts(ranks)).map(|(hands, with)| (hands, by_rank(with))) }
    }

    /// Where the suit of that place among the board's suits matters.
    pub(crate) fn by_suit(showdowns: &Showdowns, board: &Board, suited: usize) -> Weaker {
        let suited = board.suited[suited];
        let mut steps = Vec::new();
        showdowns.orders.by_suit(suited, &rank_steps(showdowns, board), &mut steps);
        let below = below_each(&steps, &suited.left(showdowns.deck), &showdowns.orders.weakest);
        Weaker { below: below.map(|below| below.counts(showdowns.deck.ranks)) }
    }

    /// What is beaten when a hole of those kinds of cards makes that kind of hand, with so many wins and losses.
    pub(crate) fn beaten(&self, [one, other]: [u8; 2], made: Category, wins: i16, losses: i16) -> Beaten {
        let mut beaten = [0; 10];
        let mut counted = 0;
        for (beaten, (hands, with)) in beaten[..made as usize].iter_mut().zip(&self.below[1..]) {
            let below = i32::from(hands - with[one as usize] - with[other as usize]);
            *beaten = below - counted;
            counted = below;
        }
        beaten[made as usize] = i32::from(wins) - counted + i32::from(losses);
        beaten
    }
}

fn rank_steps(showdowns: &Showdowns, board: &Board) -> Vec<Step> {
    let mut steps = Vec::new();
    let mut kinds = vec![Category::HighCard; showdowns.by_rank.width];
    showdowns.orders.by_rank(board, &showdowns.by_rank, &mut steps, &mut kinds);
    steps
}
