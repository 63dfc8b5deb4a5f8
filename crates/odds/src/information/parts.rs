//! The ways to split a board into flop and runout.

use crate::board::{Board, SuitFlop, Suited};
use crate::deck::{Deck, triple};
use crate::view::Runout;

/// No card: greater than every kind.
const NONE: u8 = u8::MAX;

/// A flop that can be part of a board, and the runout that completes it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Part {
    /// The kinds of the cards in the runout of which there may be more than one, in ascending order.
    off: [u8; 2],
    /// The set of the other cards in the runout, by kind.
    inside: u32,
    /// The place of the flop in the view.
    pub flop: u16,
}

/// The parts of every board: by rank, and by each suit that matters.
pub(crate) struct Parts {
    boards: Vec<(Vec<Part>, Vec<Vec<Part>>)>,
}

impl Parts {
    pub(crate) fn new(deck: Deck, boards: &[Board]) -> Parts {
        let parts = |board: &Board| {
            let suits = board.suited.iter().map(|suited| by_suit(deck, *suited)).collect();
            (by_rank(board), suits)
        };
        Parts { boards: boards.iter().map(parts).collect() }
    }

    pub(crate) fn ranks(&self, board: usize) -> &[Part] {
        &self.boards[board].0
    }

    pub(crate) fn suits(&self, board: usize, suited: usize) -> &[Part] {
        &self.boards[board].1[suited]
    }
}

impl Part {
    /// Whether both have the same runout as far as several ways to deal it go.
    pub(crate) fn is_like(self, other: Part) -> bool {
        self.off == other.off
    }

    /// Whether the runout holds a card of that kind.
    pub(crate) fn holds(self, kind: usize) -> bool {
        self.off.contains(&(kind as u8)) || self.inside >> kind & 1 == 1
    }

    /// The runout, given how many cards of each kind are left beside the board, and a card of it that is known.
    pub(crate) fn runout(self, left: &[i16], known: Option<usize>) -> Runout {
        let mut off = self.off;
        if let Some(place) = off.iter().position(|kind| known == Some(*kind as usize)) {
            off = [off[1 - place], NONE];
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

fn by_rank(board: &Board) -> Vec<Part> {
    let cards = board.ranks.map(|rank| (rank, false));
    split(cards, |runout, flop| Part {
        off: runout.map(|(rank, _)| rank as u8),
        inside: 0,
        flop: triple(flop.map(|(rank, _)| rank)) as u16,
    })
}

fn by_suit(deck: Deck, suited: Suited) -> Vec<Part> {
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
        Part { off, inside, flop: flop.index(deck.ranks) as u16 }
    })
}

/// Every different way to take two of five cards; those with the same runout stand together.
fn split(
    cards: [(usize, bool); 5],
    part: impl Fn([(usize, bool); 2], [(usize, bool); 3]) -> Part,
) -> Vec<Part> {
    let mut parts = Vec::with_capacity(10);
    for river in 1..5 {
        for turn in 0..river {
            let mut rest = (0..5).filter(|place| *place != turn && *place != river);
            let flop = [(); 3].map(|()| cards[rest.next().expect("three cards are left")]);
            parts.push(part([cards[turn], cards[river]], flop));
        }
    }
    parts.sort_unstable();
    parts.dedup();
    parts
}
