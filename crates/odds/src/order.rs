//! The holes of a board in the order of their strength.

use uth::{Cards, Category, Strength, parse_cards};

use crate::board::{Board, Suited};
use crate::deck::Deck;
use crate::showdown::Made;
use crate::view::{SuitHole, View};
use crate::walk::{Ranked, Walk};

/// Strengths that do not depend on the board as a whole, made once.
pub(crate) struct Orders {
    deck: Deck,
    /// The weakest hand with which the dealer qualifies.
    pub weakest_pair: u16,
    /// For each set of suited ranks on the board, the holes that make a flush or better with it.
    flushes: Vec<Vec<Ranked>>,
    /// For each pair of ranks, the same pair in the view by suit: one card in the suit, then none.
    unsuited: Vec<Vec<u16>>,
}

impl Orders {
    pub(crate) fn new(deck: Deck, by_rank: &View, by_suit: &View) -> Orders {
        let pair: [_; 5] = parse_cards("2c 2d 3h 4s 5c").expect("five cards");
        let flushes = (0..1u16 << deck.ranks)
            .map(|suited| match suited.count_ones() {
                3..=5 => flushes(deck, suited, by_suit),
                _ => Vec::new(),
            })
            .collect();
        let unsuited = by_rank.holes.iter().map(|[low, high]| unsuited(deck, *low as usize, *high as usize));
        let weakest_pair = Strength::of(pair.into_iter().collect()).index() as u16;
        Orders { deck, weakest_pair, flushes, unsuited: unsuited.collect() }
    }

    /// All pairs of ranks beside a board on which there is no flush, and what kind of hand they make.
    pub(crate) fn by_rank(
        &self,
        board: &Board,
        view: &View,
        order: &mut Vec<Ranked>,
        kinds: &mut [Category],
    ) {
        // No suit has more than two cards of the board, so that no hole makes a flush.
        let dealt = (0..).zip(board.ranks).map(|(place, rank)| self.deck.card(rank, place % 4));
        let board: Cards = dealt.collect();
        let mut free = [[Cards::NONE; 2]; 13];
        for (rank, free) in free.iter_mut().enumerate().take(self.deck.ranks) {
            let cards = (0..4).map(|suit| Cards::of(self.deck.card(rank, suit)));
            for (free, card) in free.iter_mut().zip(cards.filter(|card| card.is_disjoint(board))) {
                *free = card;
            }
        }
        order.clear();
        for (hole, [low, high]) in view.holes.iter().enumerate() {
            let other = free[*low as usize][usize::from(low == high)];
            let one = free[*high as usize][0];
            if one.is_empty() || other.is_empty() {
                continue;
            }
            let strength = Strength::of(board | one | other);
            kinds[hole] = strength.category();
            order.push(Ranked { strength: strength.index() as u16, hole: hole as u16, made: Made::ByRanks });
        }
        order.sort_unstable_by_key(|ranked| ranked.strength);
    }

    /// Starts a walk over all holes beside a board with a suit, given the order of the pairs of ranks.
    pub(crate) fn by_suit(&self, board: &Suited, order: &[Ranked], view: &View, walk: &mut Walk) {
        let left = board.left(self.deck);
        let mut flushes = self.flushes[board.ranks as usize].iter().copied().peekable();
        walk.start();
        for ranked in order {
            while let Some(flush) = flushes.next_if(|flush| flush.strength < ranked.strength) {
                walk.push(flush, view, &left);
            }
            let unsuited = &self.unsuited[ranked.hole as usize];
            let without_flush = match board.ranks.count_ones() {
                3 => &unsuited[..],
                4 => &unsuited[unsuited.len() - 1..],
                _ => &[],
            };
            for hole in without_flush {
                walk.push(Ranked { hole: *hole, ..*ranked }, view, &left);
            }
        }
        for flush in flushes {
            walk.push(flush, view, &left);
        }
    }
}

/// The holes that make a flush or better with that set of suited ranks, weakest first.
fn flushes(deck: Deck, suited: u16, view: &View) -> Vec<Ranked> {
    let mut strength_of = [None; 1 << 13];
    let mut flushes = Vec::new();
    for (hole, kinds) in view.holes.iter().enumerate() {
        let in_suit = kinds.iter().filter(|kind| (**kind as usize) < deck.ranks);
        let ranks = in_suit.clone().fold(suited, |ranks, kind| ranks | 1 << kind);
        if ranks.count_ones() < 5 || ranks.count_ones() != suited.count_ones() + in_suit.count() as u32 {
            continue;
        }
        let strength = *strength_of[ranks as usize].get_or_insert_with(|| flush_strength(deck, ranks));
        let made = match strength.category() {
            Category::RoyalFlush => Made::RoyalFlush,
            Category::StraightFlush => Made::StraightFlush,
            _ => Made::Flush,
        };
        flushes.push(Ranked { strength: strength.index() as u16, hole: hole as u16, made });
    }
    flushes.sort_unstable_by_key(|ranked| ranked.strength);
    flushes
}

fn flush_strength(deck: Deck, ranks: u16) -> Strength {
    Strength::of(
        (0..deck.ranks).filter(|rank| ranks >> rank & 1 == 1).map(|rank| deck.card(rank, 0)).collect(),
    )
}

fn unsuited(deck: Deck, low: usize, high: usize) -> Vec<u16> {
    let mut holes = vec![SuitHole::One(low, high), SuitHole::One(high, low), SuitHole::None(low, high)];
    if low == high {
        holes.remove(0);
    }
    holes.iter().map(|hole| hole.index(deck.ranks) as u16).collect()
}
