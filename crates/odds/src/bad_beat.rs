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
    /// Where no suit matters, given the holes in the order of their strength.
    pub(crate) fn by_rank(showdowns: &Showdowns, board: &Board, rank_steps: &[Step]) -> Weaker {
        let below = below_each(rank_steps, &board.left(showdowns.deck), &showdowns.orders.weakest);
        // Where no suit matters every card is off, and its kind is its rank.
        let ranks = showdowns.deck.ranks;
        let by_rank = |with: [i16; 26]| core::array::from_fn(|rank| *with.get(ranks + rank).unwrap_or(&0));
        Weaker { below: below.map(|below| below.counts(ranks)).map(|(hands, with)| (hands, by_rank(with))) }
    }

    /// Where the suit of that place among the board's suits matters.
    pub(crate) fn by_suit(
        showdowns: &Showdowns,
        board: &Board,
        suited: usize,
        rank_steps: &[Step],
    ) -> Weaker {
        let suited = board.suited[suited];
        let mut steps = Vec::new();
        showdowns.orders.by_suit(suited, rank_steps, &mut steps);
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

/// What the Bad Beat returns on one board, for holes by the kind of hand that they make. The sum over all kinds of
/// beaten hands is linear in the counts of [`Weaker`], so most of it is added up once for all holes.
pub(crate) struct Returns {
    /// For each kind that is made: in all, what goes off for a card of each kind in the hole, and for each hand that
    /// is beaten at last.
    made: [(i64, [i64; 26], i64); 10],
}

impl Returns {
    pub(crate) fn new(weaker: &Weaker, returned: &[i32; 10]) -> Returns {
        let mut sum = 0;
        let mut with_card = [0; 26];
        let made = core::array::from_fn(|kind| {
            let pay = i64::from(returned[kind]);
            let (hands, with) = &weaker.below[kind];
            let below = if kind == 0 { 0 } else { i64::from(*hands) };
            let card = |card: usize| if kind == 0 { 0 } else { i64::from(with[card]) };
            let rest = core::array::from_fn(|place| with_card[place] - pay * card(place));
            let entry = (sum - pay * below, rest, pay);
            if let Some((next, next_with)) = weaker.below.get(kind + 1) {
                sum += pay * (i64::from(*next) - below);
                for (place, sum) in with_card.iter_mut().enumerate() {
                    *sum += pay * (i64::from(next_with[place]) - card(place));
                }
            }
            entry
        });
        Returns { made }
    }

    /// The returns of a hole of those kinds of cards that makes that kind of hand, with so many wins and losses.
    pub(crate) fn of(&self, [one, other]: [u8; 2], made: Category, wins: i16, losses: i16) -> i32 {
        let (all, with, pay) = &self.made[made as usize];
        let last = pay * (i64::from(wins) + i64::from(losses));
        (all - with[one as usize] - with[other as usize] + last) as i32
    }
}

/// The holes in the order of their strength where no suit matters.
pub(crate) fn rank_steps(showdowns: &Showdowns, board: &Board, steps: &mut Vec<Step>) {
    let mut kinds = [Category::HighCard; 96];
    let kinds = &mut kinds[..showdowns.by_rank.width];
    showdowns.orders.by_rank(board, &showdowns.by_rank, steps, kinds);
}
