//! The holes of a board in ascending strength.

use std::sync::LazyLock;

use rayon::prelude::*;
use uth::{Card, Cards, Category, Strength, parse_cards};

use crate::board::{Board, Suited};
use crate::board_class::{BoardClass, SuitHole};
use crate::deck::Deck;
use crate::sweep::{Holes, Step};

/// The flushes that a set of suited board ranks makes possible, whatever the other cards are.
#[derive(Clone, Default)]
pub(crate) struct Flushes {
    /// The holes with a flush or better, weakest first.
    pub steps: Vec<Step>,
    /// Those with a straight flush, by their index among the holes by suit.
    pub straight: Vec<(u16, Category)>,
    /// The ranks of the holes with both cards in the suit among `straight`.
    pub straight_pairs: Vec<[u8; 2]>,
    /// For each hole with both cards in the suit, the number of weaker such holes that share no card with it. Only
    /// filled where three board cards are in the suit.
    pub weaker: Vec<i16>,
}

/// The weakest hand of each category.
const WEAKEST: [&str; 10] = [
    "2c 3c 4c 5c 7d",
    "2c 2d 3c 4c 5c",
    "2c 2d 3c 3d 4c",
    "2c 2d 2h 3c 4c",
    "Ac 2c 3c 4c 5d",
    "2c 3c 4c 5c 7c",
    "2c 2d 2h 3c 3d",
    "2c 2d 2h 2s 3c",
    "Ac 2c 3c 4c 5c",
    "Tc Jc Qc Kc Ac",
];

/// The strengths of [`WEAKEST`].
pub(crate) static WEAKEST_STRENGTHS: LazyLock<[u16; 10]> = LazyLock::new(|| {
    WEAKEST.map(|cards| strength(parse_cards::<5>(cards).expect("five cards")).index() as u16)
});

fn strength(cards: impl IntoIterator<Item = Card>) -> Strength {
    Strength::of(cards.into_iter().collect())
}

/// Strengths that do not depend on the board as a whole, computed once.
pub(crate) struct StrengthOrders {
    deck: Deck,
    /// The weakest strength of each category.
    pub weakest: [u16; 10],
    /// For each set of suited ranks on the board.
    flushes: Vec<Flushes>,
}

impl StrengthOrders {
    pub(crate) fn new(deck: Deck) -> StrengthOrders {
        let weakest = *WEAKEST_STRENGTHS;
        let flushes = (0..1u16 << deck.ranks)
            .into_par_iter()
            .map(|suited| match suited.count_ones() {
                3..=5 => Flushes::of(deck, suited),
                _ => Flushes::default(),
            })
            .collect();
        StrengthOrders { deck, weakest, flushes }
    }

    /// The weakest strength with which the dealer qualifies.
    pub(crate) fn weakest_pair(&self) -> u16 {
        self.weakest[Category::Pair as usize]
    }

    pub(crate) fn flushes(&self, board: Suited) -> &Flushes {
        &self.flushes[board.ranks as usize]
    }

    /// Orders all pairs of ranks beside a board without a flush, and writes their categories.
    pub(crate) fn by_rank(
        &self,
        board: &Board,
        class: &BoardClass,
        steps: &mut Vec<Step>,
        kinds: &mut [Category],
    ) {
        // The suits repeat after four cards, so none has more than two and no hole makes a flush.
        let dealt = (0..).zip(board.ranks).map(|(position, rank)| self.deck.card(rank, position % 4));
        let board: Cards = dealt.collect();
        let mut free = [[Cards::NONE; 2]; 13];
        for (rank, free) in free.iter_mut().enumerate().take(self.deck.ranks) {
            let cards = (0..4).map(|suit| Cards::of(self.deck.card(rank, suit)));
            for (free, card) in free.iter_mut().zip(cards.filter(|card| card.is_disjoint(board))) {
                *free = card;
            }
        }
        let mut keys = [0u32; 91];
        let mut count = 0;
        for (hole, [low, high]) in class.holes.iter().enumerate() {
            let other = free[*low as usize][usize::from(low == high)];
            let one = free[*high as usize][0];
            if one.is_empty() || other.is_empty() {
                continue;
            }
            let strength = Strength::of(board | one | other);
            kinds[hole] = strength.category();
            // Packed into plain integers, which sort twice as fast as steps.
            keys[count] = u32::from(strength.index() as u16) << 16 | u32::from(*low) << 8 | u32::from(*high);
            count += 1;
        }
        keys[..count].sort_unstable();
        steps.clear();
        steps.extend(keys[..count].iter().map(|key| Step {
            strength: (key >> 16) as u16,
            holes: Holes::NoneIn,
            low: (key >> 8) as u8,
            high: *key as u8,
        }));
    }

    /// Orders all holes beside a board with a suit by merging the flushes into the order of the pairs of ranks.
    pub(crate) fn by_suit(&self, board: Suited, by_rank: &[Step], steps: &mut Vec<Step>) {
        let holes = match board.ranks.count_ones() {
            3 => Some(Holes::AtMostOneIn),
            4 => Some(Holes::NoneIn),
            _ => None,
        };
        let mut flushes = &self.flushes(board).steps[..];
        steps.clear();
        for step in by_rank {
            let weaker = flushes.iter().take_while(|flush| flush.strength < step.strength).count();
            steps.extend_from_slice(&flushes[..weaker]);
            flushes = &flushes[weaker..];
            steps.extend(holes.map(|holes| Step { holes, ..*step }));
        }
        steps.extend_from_slice(flushes);
    }
}

impl Flushes {
    fn of(deck: Deck, suited: u16) -> Flushes {
        let mut flushes = Flushes::default();
        let free = || (0..deck.ranks).filter(|rank| suited >> rank & 1 == 0);
        if suited.count_ones() == 5 {
            flushes.add(deck, suited, Holes::AnyOff, [0, 0]);
        }
        for high in free() {
            if suited.count_ones() >= 4 {
                flushes.add(deck, suited | 1 << high, Holes::FirstInAnyOff, [high, high]);
            }
            for low in free().take_while(|low| *low < high) {
                flushes.add(deck, suited | 1 << high | 1 << low, Holes::BothIn, [low, high]);
            }
        }
        flushes.steps.sort_unstable_by_key(|step| step.strength);
        if suited.count_ones() == 3 {
            flushes.count_weaker(deck);
        }
        flushes
    }

    fn count_weaker(&mut self, deck: Deck) {
        self.weaker = vec![0; deck.ranks * (deck.ranks - 1) / 2];
        let mut with = [0; 16];
        for (step, weaker) in self.steps.iter().zip(0..) {
            let (low, high) = (step.low as usize, step.high as usize);
            self.weaker[SuitHole::Both(low, high).index(deck.ranks)] = weaker - with[low] - with[high];
            with[low] += 1;
            with[high] += 1;
        }
    }

    fn add(&mut self, deck: Deck, suited: u16, holes: Holes, [low, high]: [usize; 2]) {
        let ranks = (0..deck.ranks).filter(|rank| suited >> rank & 1 == 1);
        let strength = strength(ranks.map(|rank| deck.card(rank, 0)));
        let step = Step { strength: strength.index() as u16, holes, low: low as u8, high: high as u8 };
        self.steps.push(step);
        if strength.category() == Category::Flush {
            return;
        }
        let all = 0..deck.ranks;
        let mut add = |hole: SuitHole| {
            self.straight.push((hole.index(deck.ranks) as u16, strength.category()));
        };
        match holes {
            Holes::BothIn => {
                add(SuitHole::Both(low, high));
                self.straight_pairs.push([low as u8, high as u8]);
            }
            Holes::FirstInAnyOff => all.for_each(|off| add(SuitHole::One(low, off))),
            _ => all.flat_map(|high| (0..=high).map(move |low| SuitHole::None(low, high))).for_each(add),
        }
    }
}
