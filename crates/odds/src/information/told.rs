//! Best play of a player who has seen nothing, as it turns out where cards are gone.

use rayon::prelude::*;
use uth::{Card, Cards, Category};

use crate::board::Board;
use crate::deck::{Deck, distinct_pair};
use crate::flop::FlopClass;
use crate::game::Stakes;
use crate::play::Action;
use crate::showdowns::{Showdown, Showdowns};
use crate::solution::Solution;
use crate::view::Number;
use crate::worth::{Worth, spread};

use super::push::{Push, Room};
use super::strengths::{Page, Ranking, Strengths};
use super::sums::Flops;

/// What a solution says, street by street.
pub(crate) struct Told<'a> {
    solution: &'a Solution,
    stakes: Stakes,
    boards: Vec<Folds>,
    deck: Deck,
}

/// The holes that fold on one board: by rank, and by suit for each suit that matters.
struct Folds {
    ranks: Vec<bool>,
    suits: Vec<Vec<bool>>,
}

impl<'a> Told<'a> {
    pub(crate) fn new(
        showdowns: &Showdowns,
        strengths: &Strengths,
        solution: &'a Solution,
        stakes: Stakes,
    ) -> Told<'a> {
        let worth = Worth::<i32>::new(&stakes, showdowns.deck.dealer_hands());
        let folds = |(place, board): (usize, &Board)| {
            let Page { ranks, suits, .. } = strengths.board(place);
            Folds {
                ranks: folds(&worth, showdowns.ranks(place), ranks),
                suits: (0..suits.len())
                    .map(|index| folds(&worth, showdowns.suits(board, index), &suits[index]))
                    .collect(),
            }
        };
        let boards = showdowns.boards.par_iter().enumerate().map(folds).collect();
        Told { solution, stakes, boards, deck: showdowns.deck }
    }

    /// What checking the flop gains over raising it, for each hole, if it folds as told on the river.
    fn gains<T: Number>(
        &self,
        worth: &Worth<T>,
        showdown: Showdown,
        kinds: &[Category],
        folds: &[bool],
        out: &mut [i32],
    ) {
        let stakes = &self.stakes;
        let fold = i32::from(worth.dealer_hands) * -2 * stakes.ante;
        let holes = out.iter_mut().zip(showdown.counts()).zip(kinds.iter().zip(folds));
        for ((out, (wins, losses, unqualified)), (kind, folds)) in holes {
            let won = i32::from(wins - losses);
            *out = if *folds {
                let antes = i32::from(worth.antes(wins, losses, unqualified) - losses);
                let paid = stakes.blind[*kind as usize] * i32::from(wins);
                fold - stakes.flop * won - stakes.ante * antes - paid
            } else {
                (stakes.river - stakes.flop) * won
            };
        }
    }

    /// What a class of holes brings that wins so much, and gains so much where it checks flops.
    pub(crate) fn start(&self, class: usize, won: i64, gains: i64) -> i64 {
        let start = &self.solution.preflop[class];
        let raise =
            self.solution.game.raises.preflop.iter().position(|raise| start.best == Action::Raise(*raise));
        match raise {
            Some(place) => i64::from(self.stakes.preflop[place]) * won,
            None => i64::from(self.stakes.flop) * won + gains,
        }
    }

    /// Tells which holes check that flop, having checked before.
    pub(crate) fn flop(&self, flop: [Card; 3]) -> impl Fn(Cards) -> bool {
        let (place, suits) = FlopClass::find(self.deck, flop);
        let raises = self.solution.flop_raises.on(place);
        move |hole: Cards| {
            let mut cards = hole.iter().map(|card| self.deck.rank(card) * 4 + suits[card.suit() as usize]);
            let [one, other] = [(); 2].map(|()| cards.next().expect("a hole has two cards"));
            let hole = distinct_pair(one, other);
            raises[hole / 64] >> (hole % 64) & 1 == 0
        }
    }
}

/// What one thread needs to sum up what is told.
pub(crate) struct ToldPass<'a> {
    told: &'a Told<'a>,
    rank_gains: Vec<i32>,
    without_suit: Vec<i32>,
    gains: Vec<i32>,
    room: Room<i32>,
    pub flops: Flops<i32>,
}

impl<'a> ToldPass<'a> {
    pub(crate) fn new(told: &'a Told<'a>, showdowns: &Showdowns, sights: usize) -> ToldPass<'a> {
        let (ranks, suits) = (showdowns.by_rank.width, showdowns.by_suit.width);
        ToldPass {
            told,
            rank_gains: vec![0; ranks],
            without_suit: vec![0; suits],
            gains: vec![0; suits],
            room: Room::new(suits),
            flops: Flops::new(showdowns, sights),
        }
    }

    /// Adds a board by rank.
    pub(crate) fn add<T: Number>(
        &mut self,
        place: usize,
        worth: &Worth<T>,
        showdown: Showdown,
        kinds: &[Category],
        push: &Push,
    ) {
        let folds = &self.told.boards[place].ranks;
        self.told.gains(worth, showdown, kinds, folds, &mut self.rank_gains);
        push.add(&self.rank_gains, &mut self.room, &mut self.flops.ranks);
    }

    /// Adds what a suit changes.
    pub(crate) fn add_suit<T: Number>(
        &mut self,
        (place, index, sight): (usize, usize, usize),
        showdowns: &Showdowns,
        worth: &Worth<T>,
        showdown: Showdown,
        kinds: &[Category],
        push: &Push,
    ) {
        spread(&self.rank_gains, &showdowns.rank_hole, &mut self.without_suit);
        let folds = &self.told.boards[place].suits[index];
        self.told.gains(worth, showdown, kinds, folds, &mut self.gains);
        for (gain, without) in self.gains.iter_mut().zip(&self.without_suit) {
            *gain -= without;
        }
        showdowns.clear_dead(showdowns.boards[place].suited[index], &mut self.gains);
        push.add(&self.gains, &mut self.room, &mut self.flops.suits[sight]);
    }
}

fn folds(worth: &Worth<i32>, showdown: Showdown, ranking: &Ranking) -> Vec<bool> {
    let holes = showdown.counts().zip(&ranking.kinds);
    holes.map(|(counts, kind)| worth.folds(counts, worth.pay(*kind).of(counts.0))).collect()
}
