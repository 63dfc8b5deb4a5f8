//! Boards with exactly three cards in a suit, which are most of those with a suit: no walk is needed.
//!
//! Only the holes with both cards in the suit make a flush there; all others keep the strength of their ranks. So
//! their wins are those of a board without a suit, less the suited hands that have moved up from below them. Hands
//! that hold one of their own cards were never counted; of those that moved they must not be taken off:
//! `wins − moved + moved[card in the suit]`. Losses likewise with the hands that moved up from among their equals.

use uth::Category;

use crate::board::{Board, Suited};
use crate::deck::{Deck, distinct_pair, pair};
use crate::order::Orders;
use crate::showdowns::Showdown;
use crate::walk::Step;

/// The suited hands below some strength that have moved: in all, and with the card of each rank.
#[derive(Clone, Copy, Default)]
struct Moved {
    hands: i16,
    /// Sixteen counts of eight bits.
    with: u128,
}

impl Moved {
    #[inline]
    fn with(&self, rank: usize) -> i16 {
        i16::from(self.with.to_le_bytes()[rank & 15])
    }

    #[inline]
    fn add(&mut self, low: u8, high: u8) {
        self.hands += 1;
        self.with += 1 << (8 * low) | 1 << (8 * high);
    }
}

/// A board by rank, made ready for each of its suits.
pub(crate) struct ThreeSuited {
    /// The steps up with the number of their group.
    steps: Vec<(Step, u8)>,
    /// The number of the group of each hole by rank, and of each pair of ranks as a square.
    groups: Vec<u8>,
    square: Vec<u8>,
    /// The first group that qualifies, and the first that beats a flush.
    qualified: usize,
    above_flush: usize,
    /// Hands that beat a flush: in all, and with a certain card of each rank.
    higher: (i16, [i16; 13]),
    /// What has moved from below each group, and from the group as well.
    below: Vec<Moved>,
    through: Vec<Moved>,
}

impl ThreeSuited {
    pub(crate) fn new() -> ThreeSuited {
        ThreeSuited {
            steps: Vec::new(),
            groups: Vec::new(),
            square: Vec::new(),
            qualified: 0,
            above_flush: 0,
            higher: (0, [0; 13]),
            below: Vec::new(),
            through: Vec::new(),
        }
    }

    /// Makes ready for a board, given the order of its pairs of ranks.
    pub(crate) fn set_board(&mut self, deck: Deck, orders: &Orders, board: &Board, steps: &[Step]) {
        let left = board.left(deck).off;
        self.groups.clear();
        self.groups.resize(pair(0, deck.ranks), 0);
        self.steps.clear();
        self.higher = (0, [0; 13]);
        let (mut group, mut last) = (0, None);
        (self.qualified, self.above_flush) = (0, 0);
        for step in steps {
            group += u8::from(last.is_some_and(|last| last != step.strength));
            last = Some(step.strength);
            let (low, high) = (step.low as usize, step.high as usize);
            self.groups[pair(low, high)] = group;
            self.steps.push((*step, group));
            if step.strength < orders.weakest_pair() {
                self.qualified = group as usize + 1;
            }
            if step.strength < orders.weakest[Category::FullHouse as usize] {
                self.above_flush = group as usize + 1;
            } else if low == high {
                self.higher.0 += left[low] * (left[low] - 1) / 2;
                self.higher.1[low] += left[low] - 1;
            } else {
                self.higher.0 += left[low] * left[high];
                self.higher.1[low] += left[high];
                self.higher.1[high] += left[low];
            }
        }
        self.square.clear();
        let ranks = 0..deck.ranks;
        self.square.extend(
            ranks
                .clone()
                .flat_map(|one| ranks.clone().map(move |other| (one, other)))
                .map(|(one, other)| self.groups[pair(one, other)]),
        );
        self.below.resize(group as usize + 1, Moved::default());
        self.through.resize(group as usize + 1, Moved::default());
    }

    /// The wins and losses of all holes with one of the board's suits, and the unqualified dealer hands.
    pub(crate) fn showdowns(
        &mut self,
        (deck, orders): (Deck, &Orders),
        suited: &Suited,
        by_rank: (Showdown, &[Category]),
        [wins, losses]: [&mut [i16]; 2],
        unqualified: Option<&mut [i16]>,
    ) {
        self.count_moved(orders, suited);
        let (ranks, one_in, none_in) = (deck.ranks, deck.ranks * (deck.ranks - 1) / 2, 0);
        let none_in = none_in + one_in + ranks * ranks;
        let (by_rank, categories) = by_rank;
        self.flushes(deck, orders, suited, [&mut wins[..one_in], &mut losses[..one_in]]);
        for (hole, group) in self.groups.iter().enumerate() {
            wins[none_in + hole] = by_rank.wins[hole] - self.below[*group as usize].hands;
            losses[none_in + hole] = by_rank.losses[hole] + self.through[*group as usize].hands;
        }
        for one in 0..ranks {
            let groups = &self.square[one * ranks..][..ranks];
            for (other, group) in groups.iter().enumerate() {
                let (hole, group) = (pair(one, other), *group as usize);
                let place = one_in + one * ranks + other;
                wins[place] = wins[none_in + hole] + self.below[group].with(one);
                losses[place] = losses[none_in + hole] - self.through[group].with(one);
            }
        }
        if let Some(out) = unqualified {
            let moved = self.moved_unqualified();
            for (hole, count) in by_rank.unqualified[..self.groups.len()].iter().enumerate() {
                out[none_in + hole] = count - moved.hands;
            }
            for one in 0..ranks {
                let with = moved.with(one);
                for other in 0..ranks {
                    out[one_in + one * ranks + other] = out[none_in + pair(one, other)] + with;
                }
                for other in 0..one {
                    // The hole itself has moved up.
                    let hole = pair(one, other);
                    let itself = i16::from(categories[hole] == Category::HighCard);
                    out[distinct_pair(one, other)] = out[none_in + hole] + with + moved.with(other) - itself;
                }
            }
        }
    }

    /// The suited hands that would not qualify by their ranks.
    fn moved_unqualified(&self) -> Moved {
        self.qualified.checked_sub(1).map_or_else(Moved::default, |last| self.through[last])
    }

    fn count_moved(&mut self, orders: &Orders, suited: &Suited) {
        let mut moved = Moved::default();
        let mut last = usize::MAX;
        for (step, group) in &self.steps {
            let group = *group as usize;
            if group != last {
                self.below[group] = moved;
                last = group;
            }
            if step.low != step.high && (suited.ranks >> step.low | suited.ranks >> step.high) & 1 == 0 {
                moved.add(step.low, step.high);
            }
            self.through[group] = moved;
        }
        // What beats a flush is passed by straight flushes alone.
        let mut passed = Moved::default();
        for [low, high] in &orders.flushes(suited).straight_pairs {
            passed.add(*low, *high);
        }
        self.below[self.above_flush..].fill(passed);
        self.through[self.above_flush..].fill(passed);
    }

    /// The holes that make a flush: no two of them have the same strength, and what is not in the suit is weaker,
    /// unless it is a full house or better.
    fn flushes(&self, deck: Deck, orders: &Orders, suited: &Suited, [wins, losses]: [&mut [i16]; 2]) {
        let flushes = orders.flushes(suited);
        let dealer_hands = deck.dealer_hands() as i16;
        let alive = deck.ranks - 3;
        let others = dealer_hands - crate::deck::choose(alive - 2, 2) as i16;
        for ((wins, losses), weaker) in wins.iter_mut().zip(losses.iter_mut()).zip(&flushes.weaker) {
            *wins = others + weaker;
            *losses = dealer_hands - *wins;
        }
        if self.higher.0 == 0 {
            return;
        }
        let (hands, with) = &self.higher;
        for high in 0..deck.ranks {
            for low in 0..high {
                let hole = distinct_pair(low, high);
                let higher = hands - with[low] - with[high];
                wins[hole] -= higher;
                losses[hole] += higher;
            }
        }
        for [low, high] in &flushes.straight_pairs {
            let (low, high) = (*low as usize, *high as usize);
            let higher = hands - with[low] - with[high];
            wins[distinct_pair(low, high)] += higher;
            losses[distinct_pair(low, high)] -= higher;
        }
    }
}
