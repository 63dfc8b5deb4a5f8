//! Best play on the river: one bit per hole on each of the 42,783 board classes.

use rayon::prelude::*;
use uth::{Card, Cards, Rank, Strength, Suit};

use crate::bad_beat::{HandsBelowCategory, rank_steps};
use crate::board::Board;
use crate::board_class::SuitHole;
use crate::deck::{Deck, pair_index};
use crate::game::Stakes;
use crate::payoff::Payoff;
use crate::showdowns::{Showdown, Showdowns};
use crate::sweep::Step;

/// The holes that call on one board where a suit matters: 338 bits.
type SuitCalls = [u64; 6];

pub(super) struct RiverTable {
    /// Where no suit matters: one bit per hole by rank. Boards are indexed by the strength of their five cards, which
    /// is different for different ranks.
    by_rank: Vec<u128>,
    /// Where a suit matters: one bit per hole by suit.
    by_suit: Vec<SuitCalls>,
    /// For each set of ranks in the suit, the index of its first board; the other ranks tell the boards apart.
    first: Vec<u16>,
}

impl RiverTable {
    pub(super) fn new(showdowns: &Showdowns, stakes: &Stakes) -> RiverTable {
        // The table is built once, so the widest integers cost nothing worth saving.
        let payoff = Payoff::<i64>::new(stakes, showdowns.deck.dealer_hands());
        let calls = Calls { showdowns, payoff: &payoff };
        let first = first_of_suit();
        let boards = showdowns.boards.par_iter().enumerate();
        let pages: Vec<(u128, Vec<SuitCalls>)> =
            boards.map(|(board_index, board)| calls.on(board_index, board)).collect();
        let suited = showdowns.boards.iter().map(|board| board.suited.len()).sum();
        let mut table =
            RiverTable { by_rank: vec![0; Strength::COUNT], by_suit: vec![[0; 6]; suited], first };
        for (board, (ranks, suits)) in showdowns.boards.iter().zip(pages) {
            table.by_rank[strength_without_flush(board)] = ranks;
            for (suited, calls) in board.suited.iter().zip(suits) {
                let board_index =
                    usize::from(table.first[usize::from(suited.ranks)]) + off_suit_index(suited.off());
                table.by_suit[board_index] = calls;
            }
        }
        table
    }

    #[inline]
    pub(super) fn calls(&self, hole: [Card; 2], board: [Card; 5]) -> bool {
        let cards: Cards = board.into_iter().collect();
        let [one, other] = hole.map(|card| card.index() / 4);
        // Without a flush the ranks of the board decide, and its five-card strength tells these apart.
        let Some(suit) = suit_that_matters(board) else {
            return self.by_rank[Strength::of(cards).index()] >> pair_index(one, other) & 1 == 1;
        };
        let mut others = [0; 5];
        let mut count = 0;
        for card in board {
            others[count] = (card.index() / 4) as u8;
            count += usize::from(card.index() % 4 != suit);
        }
        let first = usize::from(self.first[usize::from(cards.ranks(Suit::ALL[suit]))]);
        let calls = &self.by_suit[first + off_suit_index(&others[..count])];
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

/// Returns the suit with three or more cards. Each suit is counted in four bits; adding 5 carries a count of 3 or more
/// into the highest of them.
#[inline]
fn suit_that_matters(board: [Card; 5]) -> Option<usize> {
    let counts: u32 = board.iter().map(|card| 1 << (card.index() % 4 * 4)).sum();
    let reached = (counts + 0x5555) & 0x8888;
    (reached != 0).then(|| reached.trailing_zeros() as usize / 4)
}

/// Returns the index of a board among those with the same ranks in the suit.
#[inline]
fn off_suit_index(others: &[u8]) -> usize {
    match *others {
        [] => 0,
        [one] => one.into(),
        [one, other, ..] => pair_index(one.into(), other.into()),
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

/// Returns the strength of the five ranks without a flush.
fn strength_without_flush(board: &Board) -> usize {
    let card =
        |board_index: usize| Card::new(Rank::ALL[board.ranks[board_index]], Suit::ALL[board_index % 4]);
    // The fifth card repeats the first suit, which is safe: five equal ranks do not exist.
    Strength::of((0..5).map(card).collect()).index()
}

struct Calls<'a> {
    showdowns: &'a Showdowns,
    payoff: &'a Payoff<i64>,
}

impl Calls<'_> {
    /// Returns the holes that call on a board: where no suit matters, and with each of its suits.
    fn on(&self, board_index: usize, board: &Board) -> (u128, Vec<SuitCalls>) {
        let showdowns = self.showdowns;
        let (showdown, categories) = (showdowns.ranks(board_index), showdowns.categories(board_index));
        let mut steps = Vec::new();
        if self.payoff.bad_beat.is_some() {
            rank_steps(showdowns, board, &mut steps);
        }
        let weaker = self.payoff.bad_beat.map(|_| HandsBelowCategory::by_rank(showdowns, board, &steps));
        let mut ranks = 0;
        for (hole, kinds) in showdowns.by_rank.holes.iter().enumerate() {
            let called = self.calls(showdown, hole, *kinds, categories[hole], weaker.as_ref());
            ranks |= u128::from(called) << hole;
        }
        let suits = 0..board.suited.len();
        (ranks, suits.map(|suit| self.on_suited(board_index, board, suit, &steps)).collect())
    }

    fn on_suited(&self, board_index: usize, board: &Board, suited: usize, steps: &[Step]) -> SuitCalls {
        let showdowns = self.showdowns;
        let showdown = showdowns.suits(board, suited);
        let categories = showdowns.suit_categories(board_index, suited);
        let weaker =
            self.payoff.bad_beat.map(|_| HandsBelowCategory::by_suit(showdowns, board, suited, steps));
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
        weaker: Option<&HandsBelowCategory>,
    ) -> bool {
        let counts = showdown.count(hole);
        let mut paid = self.payoff.pay(made).of(counts.0);
        if let (Some(weaker), Some(returned)) = (weaker, self.payoff.bad_beat) {
            let beaten = weaker.beaten(kinds, made, counts.0, counts.1);
            paid += beaten.iter().zip(returned).map(|(beaten, pay)| i64::from(*beaten) * pay).sum::<i64>();
        }
        !self.payoff.folds(counts, paid)
    }
}
