//! The boards that differ: 6,175 by their ranks, and for each the ways to have three or more cards in one suit.

use crate::deck::{Deck, choose_len, distinct_pair, distinct_triple, pair, triple};
use crate::view::Runout;
use crate::walk::Left;

/// A board by its ranks.
pub(crate) struct Board {
    /// The five ranks in ascending order.
    pub ranks: [usize; 5],
    /// Which of them can be in one suit, three or more.
    pub suited: Vec<Suited>,
    /// The place of the first of `suited` among those of all boards.
    pub first_suited: usize,
    /// The same, counting only those on which the dealer may fail to qualify. They come first.
    pub first_unqualified: usize,
}

/// A board with three cards or more in one suit.
#[derive(Clone, Copy)]
pub(crate) struct Suited {
    /// The set of ranks in the suit.
    pub ranks: u16,
    /// The other ranks, in ascending order; the first two less the count of `ranks` above three are there.
    off: [u8; 2],
}

impl Board {
    /// All boards of that deck. At most four cards have the same rank.
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

    /// How many cards of each rank are left beside the board, no suit told apart.
    pub(crate) fn left(&self, deck: Deck) -> Left {
        let mut left = Left::default();
        left.off[..deck.ranks].fill(4);
        for rank in self.ranks {
            left.off[rank] -= 1;
        }
        left
    }

    /// The number of five ranks in ascending order, five of a kind included.
    pub(crate) fn number(ranks: [usize; 5]) -> usize {
        (0..5).map(|place| choose_with_repetition(ranks[place], place + 1)).sum()
    }

    /// Whether no rank is there twice, so that the dealer may fail to qualify.
    pub(crate) fn is_unpaired(&self) -> bool {
        self.ranks.is_sorted_by(|low, high| low < high)
    }

    /// On how many of `suited` the dealer may fail to qualify: neither a pair nor a flush lies on the board.
    pub(crate) fn unpaired_suited(&self) -> usize {
        if self.is_unpaired() { self.suited.len() - 1 } else { 0 }
    }

    /// In how many ways the board can be dealt beside a hole of those ranks.
    pub(crate) fn ways_beside(&self, hole: [usize; 2]) -> i32 {
        let mut left = [4; 13];
        for rank in hole {
            left[rank] -= 1;
        }
        let mut ways = 1;
        for same in self.ranks.chunk_by(|a, b| a == b) {
            // As in the binomial coefficient, dividing as soon as it is exact.
            for taken in 0..same.len() as i32 {
                ways = ways * (left[same[0]] - taken).max(0) / (taken + 1);
            }
        }
        ways
    }

    /// Every flop that can be part of this board, with the turn and river that complete it.
    pub(crate) fn each_flop(&self, mut visit: impl FnMut(Runout, usize)) {
        let mut previous: Vec<[usize; 2]> = Vec::with_capacity(10);
        for turn in 0..5 {
            for river in turn + 1..5 {
                let runout = [self.ranks[turn], self.ranks[river]];
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
                visit(runout, triple(flop));
            }
        }
    }
}

impl Suited {
    fn all(board: [usize; 5]) -> Vec<Suited> {
        let present = board.iter().fold(0u16, |set, rank| set | 1 << rank);
        let mut all = Vec::new();
        // Every subset of the ranks that are there, from the largest down.
        let mut ranks = present;
        while ranks != 0 {
            if ranks.count_ones() >= 3 {
                all.push(Suited { ranks, off: off_ranks(board, ranks) });
            }
            ranks = (ranks - 1) & present;
        }
        // A board of one suit comes last.
        all.reverse();
        all
    }

    /// The ranks on the board that are not in the suit.
    pub(crate) fn off(&self) -> &[u8] {
        &self.off[..5 - self.ranks.count_ones() as usize]
    }

    /// The cards that are not in the suit, as if they were dealt last.
    pub(crate) fn off_runout(self, deck: Deck) -> Runout {
        match *self.off() {
            [] => Runout::Settled,
            [u] => Runout::One(deck.ranks + u as usize, 3),
            [u, v] if u == v => Runout::Twice(deck.ranks + u as usize, 3),
            [u, v, ..] => Runout::Two([u, v].map(|rank| deck.ranks + rank as usize), [3, 3]),
        }
    }

    /// How many cards of each kind are left beside the board.
    pub(crate) fn left(self, deck: Deck) -> Left {
        let mut left = Left { all_off: (3 * deck.ranks - self.off().len()) as i16, ..Left::default() };
        for rank in 0..deck.ranks {
            left.inside[rank] = i16::from(self.ranks >> rank & 1 == 0);
            left.off[rank] = 3;
        }
        for rank in self.off() {
            left.off[*rank as usize] -= 1;
        }
        left
    }

    /// Every flop that can be part of this board, those with the same runout together.
    pub(crate) fn each_flop(self, deck: Deck, mut visit: impl FnMut(Runout, &[usize])) {
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

/// In how many ways so many numbers can be below `from`, if they may be the same.
const fn choose_with_repetition(from: usize, count: usize) -> usize {
    if from == 0 { 0 } else { choose_len(from + count - 1, count) }
}

fn off_ranks(board: [usize; 5], suited: u16) -> [u8; 2] {
    let mut off = [0; 2];
    let mut count = 0;
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

/// A flop seen from a suit that it holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum SuitFlop {
    /// One card is in the suit; the others are not.
    One(usize, [usize; 2]),
    /// Two cards are in the suit, in ascending order; the other is not.
    Two([usize; 2], usize),
    /// All three are in the suit, in ascending order.
    Three([usize; 3]),
}

impl SuitFlop {
    /// Its place among all such flops.
    pub(crate) const fn index(self, ranks: usize) -> usize {
        let ones = ranks * choose_len(ranks + 1, 2);
        let twos = choose_len(ranks, 2) * ranks;
        match self {
            SuitFlop::One(suited, [one, other]) => suited * choose_len(ranks + 1, 2) + pair(one, other),
            SuitFlop::Two([low, high], off) => ones + distinct_pair(low, high) * ranks + off,
            SuitFlop::Three(suited) => ones + twos + distinct_triple(suited),
        }
    }

    pub(crate) const fn count(ranks: usize) -> usize {
        ranks * choose_len(ranks + 1, 2) + choose_len(ranks, 2) * ranks + choose_len(ranks, 3)
    }
}
