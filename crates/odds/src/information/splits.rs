//! The ways to split a board into flop and runout.

use crate::board::{Board, SuitFlop, Suited};
use crate::board_class::Runout;
use crate::deck::{Deck, triple_index};

/// Marks the absence of a card; greater than every kind.
const NONE: u8 = u8::MAX;

/// A flop contained in a board, and the runout that completes it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct FlopSplit {
    /// The kinds of runout cards of which several cards may be left, in ascending order.
    off: [u8; 2],
    /// The set of the other runout cards, by kind; each of them is the only card of its kind.
    inside: u32,
    /// The index of the flop in its matrix.
    pub flop: u16,
}

/// The splits of every board: by rank, and for each suit that matters.
pub(crate) struct FlopSplits {
    boards: Vec<(Vec<FlopSplit>, Vec<Vec<FlopSplit>>)>,
}

impl FlopSplits {
    pub(crate) fn new(deck: Deck, boards: &[Board]) -> FlopSplits {
        let splits = |board: &Board| {
            let suits = board.suited.iter().map(|suited| by_suit(deck, *suited)).collect();
            (by_rank(board), suits)
        };
        FlopSplits { boards: boards.iter().map(splits).collect() }
    }

    pub(crate) fn ranks(&self, board: usize) -> &[FlopSplit] {
        &self.boards[board].0
    }

    pub(crate) fn suits(&self, board: usize, suited: usize) -> &[FlopSplit] {
        &self.boards[board].1[suited]
    }
}

impl FlopSplit {
    /// Whether both runouts can be dealt in the same number of ways beside every hole.
    pub(crate) fn has_same_runout(self, other: FlopSplit) -> bool {
        self.off == other.off
    }

    /// Whether the runout contains a card of this kind.
    pub(crate) fn holds(self, kind: usize) -> bool {
        self.off.contains(&(kind as u8)) || self.inside >> kind & 1 == 1
    }

    /// Returns the runout, given the number of cards of each kind left beside the board and a runout card that is
    /// already known. The cards of the runout itself are on the board, so they are added to what is left.
    pub(crate) fn runout(self, left: &[i16], known: Option<usize>) -> Runout {
        let mut off = self.off;
        if let Some(index) = off.iter().position(|kind| known == Some(*kind as usize)) {
            off = [off[1 - index], NONE];
        }
        let left = |kind: u8| left[kind as usize];
        match off {
            [NONE, NONE] => Runout::Settled,
            [one, NONE] => Runout::One(one as usize, left(one) + 1),
            [one, other] if one == other => Runout::Twice(one as usize, left(one) + 2),
            [one, other] => Runout::Two([one as usize, other as usize], [left(one) + 1, left(other) + 1]),
        }
    }
}

fn by_rank(board: &Board) -> Vec<FlopSplit> {
    let cards = board.ranks.map(|rank| (rank, false));
    split(cards, |runout, flop| FlopSplit {
        off: runout.map(|(rank, _)| rank as u8),
        inside: 0,
        flop: triple_index(flop.map(|(rank, _)| rank)) as u16,
    })
}

fn by_suit(deck: Deck, suited: Suited) -> Vec<FlopSplit> {
    let inside = (0..deck.ranks).filter(|rank| suited.ranks >> rank & 1 == 1).map(|rank| (rank, true));
    let mut cards = inside.chain(suited.off().iter().map(|rank| (*rank as usize, false)));
    let cards = [(); 5].map(|()| cards.next().expect("a board has five cards"));
    split(cards, |runout, flop| {
        let mut off = runout.map(|(rank, inside)| if inside { NONE } else { (deck.ranks + rank) as u8 });
        off.sort_unstable();
        let inside = runout.iter().filter(|(_, inside)| *inside).map(|(rank, _)| 1 << rank).sum();
        // Cards in the suit come first.
        let [(a, _), (b, b_in), (c, c_in)] = flop;
        let flop = match (b_in, c_in) {
            (true, true) => SuitFlop::Three([a, b, c]),
            (true, false) => SuitFlop::Two([a, b], c),
            _ => SuitFlop::One(a, [b, c]),
        };
        FlopSplit { off, inside, flop: flop.index(deck.ranks) as u16 }
    })
}

/// Returns every distinct way to take two of five cards, sorted so that equal runouts are adjacent.
fn split(
    cards: [(usize, bool); 5],
    split_of: impl Fn([(usize, bool); 2], [(usize, bool); 3]) -> FlopSplit,
) -> Vec<FlopSplit> {
    let mut splits = Vec::with_capacity(10);
    for river in 1..5 {
        for turn in 0..river {
            let mut rest = (0..5).filter(|index| *index != turn && *index != river);
            let flop = [(); 3].map(|()| cards[rest.next().expect("three cards are left")]);
            splits.push(split_of([cards[turn], cards[river]], flop));
        }
    }
    splits.sort_unstable();
    splits.dedup();
    splits
}
