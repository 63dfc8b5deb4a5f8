//! Boards with exactly three cards in a suit, the majority of suited boards, without a sweep of their own.
//!
//! Only the holes with both cards in the suit make a flush there; they are promoted above everything but full houses
//! and better, and all other holes keep the strength of their ranks. So the wins of an unpromoted hole are those on the
//! board without a suit, less the hands promoted from below it. Hands that share a card with the hole were never
//! counted as wins, so they must not be subtracted either: `wins − promoted + promoted[card in the suit]`. Losses grow
//! in the same way by the hands promoted from below or from among its equals.

use uth::Category;

use crate::board::{Board, Suited};
use crate::deck::{Deck, choose, distinct_pair_index, pair_index};
use crate::showdowns::Showdown;
use crate::strength_order::StrengthOrders;
use crate::sweep::Step;

/// At least the number of strength groups on a board, which is at most 91 (pairs of ranks); a power of two makes the
/// bounds checks vanish.
const GROUPS: usize = 128;

/// The promoted hands below some strength: in total, and with the card of each rank.
#[derive(Clone, Copy, Default)]
struct Promoted {
    hands: i16,
    with: [u8; 16],
}

/// The same while it is being counted: sixteen counts of eight bits in one integer. No card is in more than 12 suited
/// hands.
#[derive(Clone, Copy, Default)]
struct PromotedCounter {
    hands: i16,
    with: u128,
}

impl PromotedCounter {
    fn add(&mut self, low: u8, high: u8) {
        self.hands += 1;
        self.with += 1 << (8 * low) | 1 << (8 * high);
    }

    fn moved(self) -> Promoted {
        Promoted { hands: self.hands, with: self.with.to_le_bytes() }
    }
}

/// A board by rank, prepared for each of its suits.
pub(crate) struct ThreeSuited {
    deck: Deck,
    /// The hole by rank of each two ranks, as a square.
    square: Vec<u8>,
    /// The steps in ascending strength with the number of their group.
    steps: Vec<(Step, u8)>,
    /// The group of each hole by rank.
    groups: [u8; GROUPS],
    /// The first group that qualifies, and the first that beats a flush.
    qualified: usize,
    above_flush: usize,
    /// Hands that beat a flush: in total, and with one given card of each rank.
    higher: (i16, [i16; 13]),
    /// What is promoted from below each group, and from below or within it.
    below: [Promoted; GROUPS],
    through: [Promoted; GROUPS],
}

impl ThreeSuited {
    pub(crate) fn new(deck: Deck) -> ThreeSuited {
        let square = (0..deck.ranks * deck.ranks)
            .map(|index| pair_index(index / deck.ranks, index % deck.ranks) as u8);
        ThreeSuited {
            deck,
            square: square.collect(),
            steps: Vec::new(),
            groups: [0; GROUPS],
            qualified: 0,
            above_flush: 0,
            higher: (0, [0; 13]),
            below: [Promoted::default(); GROUPS],
            through: [Promoted::default(); GROUPS],
        }
    }

    /// Prepares for a board, given the order of its pairs of ranks.
    pub(crate) fn set_board(&mut self, orders: &StrengthOrders, board: &Board, steps: &[Step]) {
        let left = board.left(self.deck).off;
        self.groups.fill(0);
        self.steps.clear();
        self.higher = (0, [0; 13]);
        (self.qualified, self.above_flush) = (0, 0);
        let (mut group, mut last) = (0, None);
        for step in steps {
            group += u8::from(last.is_some_and(|last| last != step.strength));
            last = Some(step.strength);
            let (low, high) = (step.low as usize, step.high as usize);
            self.groups[pair_index(low, high)] = group;
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
    }

    /// Writes the wins and losses of all holes with one of the board's suits.
    pub(crate) fn showdowns(
        &mut self,
        orders: &StrengthOrders,
        suited: Suited,
        by_rank: Showdown,
        [wins, losses]: [&mut [i16]; 2],
    ) {
        self.count_moved(orders, suited);
        let [both_wins, one_wins, none_wins] = self.blocks(wins);
        let [both_losses, one_losses, none_losses] = self.blocks(losses);
        self.flushes(orders, suited, [both_wins, both_losses]);
        let counts = by_rank.wins.iter().zip(by_rank.losses).zip(&self.groups);
        for ((wins, losses), ((by_wins, by_losses), group)) in
            none_wins.iter_mut().zip(none_losses.iter_mut()).zip(counts)
        {
            // Neither card of the hole is in the suit, so no promoted hand shares a card with it.
            *wins = by_wins - self.below[*group as usize % GROUPS].hands;
            *losses = by_losses + self.through[*group as usize % GROUPS].hands;
        }
        let rows =
            one_wins.chunks_exact_mut(self.deck.ranks).zip(one_losses.chunks_exact_mut(self.deck.ranks));
        for (rank, ((wins, losses), holes)) in rows.zip(self.square.chunks_exact(self.deck.ranks)).enumerate()
        {
            for ((wins, losses), hole) in wins.iter_mut().zip(losses).zip(holes) {
                let group = self.groups[*hole as usize % GROUPS] as usize % GROUPS;
                *wins = none_wins[*hole as usize] + i16::from(self.below[group].with[rank % 16]);
                *losses = none_losses[*hole as usize] - i16::from(self.through[group].with[rank % 16]);
            }
        }
    }

    /// Writes the unqualified dealer hands beside each hole. Must follow [`ThreeSuited::showdowns`].
    pub(crate) fn unqualified(&self, by_rank: Showdown, categories: &[Category], out: &mut [i16]) {
        let last = self.qualified.checked_sub(1);
        let moved = last.map_or_else(Promoted::default, |last| self.through[last]);
        let with = moved.with.map(i16::from);
        let [both, one, none] = self.blocks(out);
        for (out, count) in none.iter_mut().zip(by_rank.unqualified) {
            *out = count - moved.hands;
        }
        let rows = one.chunks_exact_mut(self.deck.ranks).zip(self.square.chunks_exact(self.deck.ranks));
        for (rank, (row, holes)) in rows.enumerate() {
            for (out, hole) in row.iter_mut().zip(holes) {
                *out = none[*hole as usize] + with[rank];
            }
        }
        for high in 0..self.deck.ranks {
            for low in 0..high {
                // The hole itself was promoted, and subtracted with each of its cards.
                let itself = i16::from(categories[pair_index(low, high)] == Category::HighCard);
                both[distinct_pair_index(low, high)] =
                    none[pair_index(low, high)] + with[low] + with[high] - itself;
            }
        }
    }

    /// Splits a row into the holes with both cards in the suit, with one, with none.
    fn blocks<'a>(&self, holes: &'a mut [i16]) -> [&'a mut [i16]; 3] {
        let ranks = self.deck.ranks;
        let (both, rest) = holes.split_at_mut(ranks * (ranks - 1) / 2);
        let (one, none) = rest.split_at_mut(ranks * ranks);
        [both, one, &mut none[..ranks * (ranks + 1) / 2]]
    }

    fn count_moved(&mut self, orders: &StrengthOrders, suited: Suited) {
        let mut moving = PromotedCounter::default();
        let mut last = GROUPS;
        for (step, group) in &self.steps {
            let group = *group as usize % GROUPS;
            if group != last {
                self.below[group] = moving.moved();
                last = group;
            }
            // Both cards must be left in the suit, which has each rank once.
            if step.low != step.high && (suited.ranks >> step.low | suited.ranks >> step.high) & 1 == 0 {
                moving.add(step.low, step.high);
            }
            self.through[group] = moving.moved();
        }
        // Hands that beat a flush are passed by straight flushes only.
        let mut passing = PromotedCounter::default();
        for [low, high] in &orders.flushes(suited).straight_pairs {
            passing.add(*low, *high);
        }
        self.below[self.above_flush..].fill(passing.moved());
        self.through[self.above_flush..].fill(passing.moved());
    }

    /// Writes the holes with a flush. No two of them are equally strong, and every hand off the suit is weaker unless
    /// it is a full house or better.
    fn flushes(&self, orders: &StrengthOrders, suited: Suited, [wins, losses]: [&mut [i16]; 2]) {
        let (deck, flushes) = (self.deck, orders.flushes(suited));
        let dealer_hands = deck.dealer_hands() as i16;
        let alive = deck.ranks as u64 - 3;
        // The hole has two of the cards that the board leaves in the suit; dealer hands of two others are
        // flushes.
        let others = dealer_hands - choose(alive - 2, 2) as i16;
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
                let hole = distinct_pair_index(low, high);
                // The only hand with both cards is the hole itself, and a suited hole makes no full house
                // here: see [`Showdowns::suit_categories`](crate::showdowns::Showdowns::suit_categories).
                let higher = hands - with[low] - with[high];
                wins[hole] -= higher;
                losses[hole] += higher;
            }
        }
        for [low, high] in &flushes.straight_pairs {
            let (low, high) = (*low as usize, *high as usize);
            let higher = hands - with[low] - with[high];
            wins[distinct_pair_index(low, high)] += higher;
            losses[distinct_pair_index(low, high)] -= higher;
        }
    }
}
