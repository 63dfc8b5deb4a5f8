//! Best play on the river: one bit for each hole on each of the 42,783 boards that differ.

use rayon::prelude::*;
use uth::{Card, Cards, Rank, Strength, Suit};

use crate::bad_beat::{Weaker, rank_steps};
use crate::board::Board;
use crate::deck::{Deck, pair};
use crate::game::Stakes;
use crate::showdowns::{Showdown, Showdowns};
use crate::view::SuitHole;
use crate::walk::Step;
use crate::worth::Worth;

/// The holes that are called on one board where a suit matters.
type SuitCalls = [u64; 6];

pub(super) struct RiverLookUp {
    /// Where no suit matters: a bit for each hole by rank. The strength of its five cards is the number of a board.
    by_rank: Vec<u128>,
    /// Where a suit matters: a bit for each hole by suit.
    by_suit: Vec<SuitCalls>,
    /// For each set of ranks in the suit, where its boards begin; the other ranks tell them apart.
    first: Vec<u16>,
}

impl RiverLookUp {
    pub(super) fn new(showdowns: &Showdowns, stakes: &Stakes) -> RiverLookUp {
        let worth = Worth::<i32>::new(stakes, showdowns.deck.dealer_hands());
        let calls = Calls { showdowns, worth: &worth };
        let first = first_of_suit();
        let boards = showdowns.boards.par_iter().enumerate();
        let pages: Vec<(u128, Vec<SuitCalls>)> =
            boards.map(|(place, board)| calls.on(place, board)).collect();
        let suited = showdowns.boards.iter().map(|board| board.suited.len()).sum();
        let mut look_up =
            RiverLookUp { by_rank: vec![0; Strength::COUNT], by_suit: vec![[0; 6]; suited], first };
        for (board, (ranks, suits)) in showdowns.boards.iter().zip(pages) {
            look_up.by_rank[strength_without_flush(board)] = ranks;
            for (suited, calls) in board.suited.iter().zip(suits) {
                let place =
                    usize::from(look_up.first[usize::from(suited.ranks)]) + place_of_others(suited.off());
                look_up.by_suit[place] = calls;
            }
        }
        look_up
    }

    #[inline]
    pub(super) fn calls(&self, hole: [Card; 2], board: [Card; 5]) -> bool {
        let cards: Cards = board.into_iter().collect();
        let [one, other] = hole.map(|card| card.index() / 4);
        let Some(suit) = suit_that_matters(board) else {
            return self.by_rank[Strength::of(cards).index()] >> pair(one, other) & 1 == 1;
        };
        let mut others = [0; 5];
        let mut count = 0;
        for card in board {
            others[count] = (card.index() / 4) as u8;
            count += usize::from(card.index() % 4 != suit);
        }
        let first = usize::from(self.first[usize::from(cards.ranks(Suit::ALL[suit]))]);
        let calls = &self.by_suit[first + place_of_others(&others[..count])];
        let hole = match hole.map(|card| card.index() % 4 == suit) {
            [true, true] => SuitHole::Both(one, other),
            [true, false] => SuitHole::One(one, other),
            [false, true] => SuitHole::One(other, one),
            [false, false] => SuitHole::None(one, other),
        };
        let hole = hole.index(Deck::FULL.ranks);
        calls[hole / 64] >> (hole % 64) & 1 == 1
    }
}

/// The place of the suit with three cards or more: four bits count each suit, and five more reach the highest bit.
#[inline]
fn suit_that_matters(board: [Card; 5]) -> Option<usize> {
    let counts: u32 = board.iter().map(|card| 1 << (card.index() % 4 * 4)).sum();
    let reached = (counts + 0x5555) & 0x8888;
    (reached != 0).then(|| reached.trailing_zeros() as usize / 4)
}

/// The place of a board among those with the same ranks in the suit.
#[inline]
fn place_of_others(others: &[u8]) -> usize {
    match *others {
        [] => 0,
        [one] => one.into(),
        [one, other, ..] => pair(one.into(), other.into()),
    }
}

fn first_of_suit() -> Vec<u16> {
    let mut next = 0;
    let boards = |set: u16| match set.count_ones() {
        3 => 91,
        4 => 13,
        5 => 1,
        _ => 0,
    };
    let first = |set| {
        let first = next;
        next += boards(set);
        first
    };
    (0..1 << 13).map(first).collect()
}

/// The strength of the five ranks in suits that make no flush.
fn strength_without_flush(board: &Board) -> usize {
    let card = |place: usize| Card::new(Rank::ALL[board.ranks[place]], Suit::ALL[place % 4]);
    // The fifth card is of the first one's suit, which is safe: all five ranks are never the same.
    Strength::of((0..5).map(card).collect()).index()
}

struct Calls<'a> {
    showdowns: &'a Showdowns,
    worth: &'a Worth<i32>,
}

impl Calls<'_> {
    /// The holes that are called on the board at that place: where no suit matters, and with each of its suits.
    fn on(&self, place: usize, board: &Board) -> (u128, Vec<SuitCalls>) {
        let showdowns = self.showdowns;
        let (showdown, categories) = (showdowns.ranks(place), showdowns.categories(place));
        let mut steps = Vec::new();
        if self.worth.bad_beat.is_some() {
            rank_steps(showdowns, board, &mut steps);
        }
        let weaker = self.worth.bad_beat.map(|_| Weaker::by_rank(showdowns, board, &steps));
        let mut ranks = 0;
        for (hole, kinds) in showdowns.by_rank.holes.iter().enumerate() {
            let called = self.calls(showdown, hole, *kinds, categories[hole], weaker.as_ref());
            ranks |= u128::from(called) << hole;
        }
        let suits = 0..board.suited.len();
        (ranks, suits.map(|suit| self.on_suited(place, board, suit, &steps)).collect())
    }

    fn on_suited(&self, place: usize, board: &Board, suited: usize, steps: &[Step]) -> SuitCalls {
        let showdowns = self.showdowns;
        let showdown = showdowns.suits(board, suited);
        let categories = showdowns.suit_categories(place, suited);
        let weaker = self.worth.bad_beat.map(|_| Weaker::by_suit(showdowns, board, suited, steps));
        let mut calls = [0; 6];
        for (hole, kinds) in showdowns.by_suit.holes.iter().enumerate() {
            let called = self.calls(showdown, hole, *kinds, categories[hole], weaker.as_ref());
            calls[hole / 64] |= u64::from(called) << (hole % 64);
        }
        calls
    }

    fn calls(
        &self,
        showdown: Showdown,
        hole: usize,
        kinds: [u8; 2],
        made: uth::Category,
        weaker: Option<&Weaker>,
    ) -> bool {
        let counts = showdown.count(hole);
        let mut paid = self.worth.pay(made).of(counts.0);
        if let (Some(weaker), Some(returned)) = (weaker, self.worth.bad_beat) {
            let beaten = weaker.beaten(kinds, made, counts.0, counts.1);
            // Holes that cannot be dealt have counts without meaning.
            paid = beaten
                .iter()
                .zip(returned)
                .fold(paid, |paid, (beaten, pay)| paid.wrapping_add(beaten.wrapping_mul(pay)));
        }
        !self.worth.folds(counts, paid)
    }
}
