//! Classes of boards: 6,175 by rank, and for each the ways to have three or more cards in one suit.
//!
//! Classes suffice because a showdown depends on ranks alone unless a flush is possible, and a flush takes three board
//! cards of one suit. At most one suit has three of the five cards, and only membership in that suit matters then. The
//! 6,175 rank classes and their 36,608 suited variants, 42,783 classes together, replace 2,598,960 boards.

use crate::board_class::Runout;
use crate::deck::{Deck, choose_len, distinct_pair_index, distinct_triple_index, pair_index, triple_index};
use crate::sweep::RemainingCards;

/// A class of boards by rank.
pub(crate) struct Board {
    /// The five ranks in ascending order.
    pub ranks: [usize; 5],
    /// Every way to have three or more of the cards in one suit.
    pub suited: Vec<Suited>,
    /// The index of the first entry of `suited` among those of all boards.
    pub first_suited: usize,
    /// The same index, counting only the entries on which the dealer may fail to qualify. These come first in `suited`.
    pub first_unqualified: usize,
}

/// A class of boards with three or more cards in one suit.
#[derive(Clone, Copy)]
pub(crate) struct Suited {
    /// The set of ranks in the suit.
    pub ranks: u16,
    /// The ranks outside the suit in ascending order. Only the first `5 − |ranks|` entries are used.
    off: [u8; 2],
}

impl Board {
    /// Returns all boards of a deck. Five cards of one rank do not exist, so at most four ranks are equal.
    pub(crate) fn all(deck: Deck) -> Vec<Board> {
        let mut boards = Vec::new();
        let mut first_suited = 0;
        let mut first_unqualified = 0;
        for a in 0..deck.ranks {
            for b in a..deck.ranks {
                for c in b..deck.ranks {
                    for d in c..deck.ranks {
                        for e in d..deck.ranks {
                            if a != e {
                                let ranks = [a, b, c, d, e];
                                let suited = Suited::all(ranks);
                                let board = Board { ranks, suited, first_suited, first_unqualified };
                                first_suited += board.suited.len();
                                first_unqualified += board.unpaired_suited();
                                boards.push(board);
                            }
                        }
                    }
                }
            }
        }
        boards
    }

    /// Returns the cards left beside the board, without telling suits apart.
    pub(crate) fn left(&self, deck: Deck) -> RemainingCards {
        let mut left = RemainingCards::default();
        // Where no suit matters every card is filed as off the suit.
        left.off[..deck.ranks].fill(4);
        for rank in self.ranks {
            left.off[rank] -= 1;
        }
        left
    }

    /// Returns the rank of five ascending ranks in the combinatorial number system with repetition, five of a kind
    /// included.
    pub(crate) fn number(ranks: [usize; 5]) -> usize {
        (0..5).map(|place| choose_with_repetition(ranks[place], place + 1)).sum()
    }

    /// Whether all ranks differ, so that the dealer may fail to qualify.
    pub(crate) fn is_unpaired(&self) -> bool {
        self.ranks.is_sorted_by(|low, high| low < high)
    }

    /// The number of `suited` entries on which the dealer may fail to qualify: neither a pair nor a flush is on the
    /// board.
    pub(crate) fn unpaired_suited(&self) -> usize {
        if self.is_unpaired() { self.suited.len() - 1 } else { 0 }
    }

    /// Returns the number of ways to deal the board beside a hole of these ranks.
    pub(crate) fn ways_beside(&self, hole: [usize; 2]) -> i32 {
        let mut left = [4; 13];
        for rank in hole {
            left[rank] -= 1;
        }
        let mut ways = 1;
        for same in self.ranks.chunk_by(|a, b| a == b) {
            // Each prefix of the product is a binomial coefficient, so dividing at once is exact.
            for taken in 0..same.len() as i32 {
                ways = ways * (left[same[0]] - taken).max(0) / (taken + 1);
            }
        }
        ways
    }

    /// Visits every flop class contained in this board, with the runout that completes it.
    pub(crate) fn for_each_flop(&self, mut visit: impl FnMut(Runout, usize)) {
        let mut previous: Vec<[usize; 2]> = Vec::with_capacity(10);
        for turn in 0..5 {
            for river in turn + 1..5 {
                let runout = [self.ranks[turn], self.ranks[river]];
                // A board with a pair has the same runout twice. It is one class, and the number of ways to
                // deal it counts its cards.
                if previous.contains(&runout) {
                    continue;
                }
                previous.push(runout);
                let mut rest = (0..5).filter(|place| *place != turn && *place != river);
                let flop = [0; 3].map(|_: usize| self.ranks[rest.next().expect("three cards are left")]);
                let left = runout.map(|rank| 4 - flop.iter().filter(|other| **other == rank).count() as i16);
                let runout = if runout[0] == runout[1] {
                    Runout::Twice(runout[0], left[0])
                } else {
                    Runout::Two(runout, left)
                };
                visit(runout, triple_index(flop));
            }
        }
    }
}

impl Suited {
    fn all(board: [usize; 5]) -> Vec<Suited> {
        let present = board.iter().fold(0u16, |set, rank| set | 1 << rank);
        let mut all = Vec::new();
        // Enumerates all subsets of the ranks present, from the largest down.
        let mut ranks = present;
        while ranks != 0 {
            if ranks.count_ones() >= 3 {
                all.push(Suited { ranks, off: off_ranks(board, ranks) });
            }
            ranks = (ranks - 1) & present;
        }
        // Ascending order puts the one-suited board last, which `unpaired_suited` relies on.
        all.reverse();
        all
    }

    /// The ranks on the board that are not in the suit.
    pub(crate) fn off(&self) -> &[u8] {
        &self.off[..5 - self.ranks.count_ones() as usize]
    }

    /// Returns the cards outside the suit as a runout, as if they were dealt last.
    pub(crate) fn off_runout(self, deck: Deck) -> Runout {
        match *self.off() {
            [] => Runout::Settled,
            [u] => Runout::One(deck.ranks + u as usize, 3),
            [u, v] if u == v => Runout::Twice(deck.ranks + u as usize, 3),
            [u, v, ..] => Runout::Two([u, v].map(|rank| deck.ranks + rank as usize), [3, 3]),
        }
    }

    /// Returns the cards of each kind left beside the board.
    pub(crate) fn left(self, deck: Deck) -> RemainingCards {
        let mut left = RemainingCards {
            all_off: (3 * deck.ranks - self.off().len()) as i16,
            ..RemainingCards::default()
        };
        for rank in 0..deck.ranks {
            left.inside[rank] = i16::from(self.ranks >> rank & 1 == 0);
            left.off[rank] = 3;
        }
        for rank in self.off() {
            left.off[*rank as usize] -= 1;
        }
        left
    }

    /// Visits every flop class contained in this board; flops completed by the same runout come together.
    pub(crate) fn for_each_flop(self, deck: Deck, mut visit: impl FnMut(Runout, &[usize])) {
        let mut suited = [0; 5];
        let suited = collect_ranks(self.ranks, &mut suited);
        let off = |rank: u8| deck.ranks + rank as usize;
        let triples = || triples(suited).map(|ranks| SuitFlop::Three(ranks).index(deck.ranks));
        let pairs =
            |off: u8| pairs(suited).map(move |ranks| SuitFlop::Two(ranks, off as usize).index(deck.ranks));
        match *self.off() {
            [] => visit(Runout::Settled, &gather(triples()).0),
            [u] => {
                let (flops, count) = gather(pairs(u));
                visit(Runout::Settled, &flops[..count]);
                let (flops, count) = gather(triples());
                visit(Runout::One(off(u), 3), &flops[..count]);
            }
            [u, v] => {
                let singles = suited
                    .iter()
                    .map(|rank| SuitFlop::One(*rank, [u as usize, v as usize]).index(deck.ranks));
                let (flops, count) = gather(singles);
                visit(Runout::Settled, &flops[..count]);
                let (flops, count) = gather(pairs(u));
                visit(Runout::One(off(v), 3 - i16::from(u == v)), &flops[..count]);
                if u != v {
                    let (flops, count) = gather(pairs(v));
                    visit(Runout::One(off(u), 3), &flops[..count]);
                }
                let (flops, count) = gather(triples());
                let runout =
                    if u == v { Runout::Twice(off(u), 3) } else { Runout::Two([off(u), off(v)], [3, 3]) };
                visit(runout, &flops[..count]);
            }
            _ => unreachable!("three of five cards are in the suit"),
        }
    }
}

/// The number of multisets of `count` numbers below `from`.
const fn choose_with_repetition(from: usize, count: usize) -> usize {
    if from == 0 { 0 } else { choose_len(from + count - 1, count) }
}

fn off_ranks(board: [usize; 5], suited: u16) -> [u8; 2] {
    let mut off = [0; 2];
    let mut count = 0;
    // A rank on the board twice has one card in the suit; the other is off it.
    let mut in_suit = suited;
    for rank in board {
        if in_suit >> rank & 1 == 1 {
            in_suit ^= 1 << rank;
        } else {
            off[count] = rank as u8;
            count += 1;
        }
    }
    off
}

fn gather(flops: impl Iterator<Item = usize>) -> ([usize; 10], usize) {
    let mut all = [0; 10];
    let mut count = 0;
    for flop in flops {
        all[count] = flop;
        count += 1;
    }
    (all, count)
}

fn collect_ranks(set: u16, ranks: &mut [usize; 5]) -> &[usize] {
    let mut count = 0;
    let mut rest = set;
    while rest != 0 {
        ranks[count] = rest.trailing_zeros() as usize;
        rest &= rest - 1;
        count += 1;
    }
    &ranks[..count]
}

fn pairs(ranks: &[usize]) -> impl Iterator<Item = [usize; 2]> {
    (1..ranks.len()).flat_map(move |high| (0..high).map(move |low| [ranks[low], ranks[high]]))
}

fn triples(ranks: &[usize]) -> impl Iterator<Item = [usize; 3]> {
    (2..ranks.len())
        .flat_map(move |high| pairs(&ranks[..high]).map(move |[low, middle]| [low, middle, ranks[high]]))
}

/// A flop seen from a suit that it contains.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum SuitFlop {
    /// One card is in the suit, two are not.
    One(usize, [usize; 2]),
    /// Two cards are in the suit, in ascending order; one is not.
    Two([usize; 2], usize),
    /// All three cards are in the suit, in ascending order.
    Three([usize; 3]),
}

impl SuitFlop {
    /// Returns the index among all such flops.
    pub(crate) const fn index(self, ranks: usize) -> usize {
        let ones = ranks * choose_len(ranks + 1, 2);
        let twos = choose_len(ranks, 2) * ranks;
        match self {
            SuitFlop::One(suited, [one, other]) => suited * choose_len(ranks + 1, 2) + pair_index(one, other),
            SuitFlop::Two([low, high], off) => ones + distinct_pair_index(low, high) * ranks + off,
            SuitFlop::Three(suited) => ones + twos + distinct_triple_index(suited),
        }
    }

    pub(crate) const fn count(ranks: usize) -> usize {
        ranks * choose_len(ranks + 1, 2) + choose_len(ranks, 2) * ranks + choose_len(ranks, 3)
    }
}
