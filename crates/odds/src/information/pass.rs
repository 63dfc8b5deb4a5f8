//! Goes over the boards and adds each of them to its flops.

use uth::Category;

use crate::board::{Board, Suited};
use crate::showdowns::Showdown;
use crate::view::Number;
use crate::walk::Step;
use crate::worth::{Worth, spread};

use super::Known;
use super::counts::{Counts, Table};
use super::parts::Part;
use super::push::{Push, Room};
use super::sight::{Dealer, KINDS, Sight};
use super::strengths::Ranking;
use super::sums::{Flops, Won};
use super::told::ToldPass;

/// What one thread needs to go over boards.
pub(crate) struct Pass<'a, T, S> {
    known: &'a Known<'a>,
    worth: &'a Worth<T>,
    steps: Vec<Step>,
    by_rank: Hand<T>,
    by_suit: Hand<T>,
    rank_won: Vec<i16>,
    rank_gains: Vec<T>,
    room: Room<S>,
    /// Where best play without a glimpse is followed as well.
    pub told: Option<ToldPass<'a>>,
}

/// The board at hand in one view: a number for each hole.
struct Hand<T> {
    counts: Counts,
    paid: Vec<T>,
    won: Vec<i16>,
    gains: Vec<T>,
}

impl<'a, T: Number + Into<S>, S: Number> Pass<'a, T, S> {
    pub(crate) fn new(
        known: &'a Known<'a>,
        worth: &'a Worth<T>,
        told: Option<ToldPass<'a>>,
    ) -> Pass<'a, T, S> {
        let (ranks, suits) = (known.showdowns.by_rank.width, known.showdowns.by_suit.width);
        Pass {
            known,
            worth,
            steps: Vec::new(),
            by_rank: Hand::new(ranks),
            by_suit: Hand::new(suits),
            rank_won: vec![0; suits],
            rank_gains: vec![T::default(); suits],
            room: Room::new(suits),
            told,
        }
    }

    /// Adds the board at that place, as far as it can be dealt.
    pub(crate) fn add(
        &mut self,
        place: usize,
        sight: &Sight,
        by_suit: &[Sight],
        won: &mut Won<S>,
        gains: &mut Flops<S>,
    ) {
        let (known, showdowns) = (self.known, self.known.showdowns);
        let (board, page) = (&showdowns.boards[place], known.strengths.board(place));
        let ranks = showdowns.deck.ranks;
        let mut left = [0; KINDS];
        left[..ranks].copy_from_slice(&board.left(showdowns.deck).off[..ranks]);
        let parts = known.parts.ranks(place);
        if !sight.can_see(parts, &mut left) {
            return;
        }
        let table = self.table(false, &page.ranks, &page.steps, &left);
        let hand = &mut self.by_rank;
        hand.set(&table, sight, self.worth, showdowns.by_rank.width);
        let push = Push { view: &showdowns.by_rank, parts, left: &left, sight };
        push.add(&hand.gains, &mut self.room, &mut gains.ranks);
        match won {
            Won::ByFlop(won) => push.add(&hand.won, &mut self.room, &mut won.ranks),
            Won::InAll(won) => {
                for ((all, hole), won) in won.ranks.iter_mut().zip(&push.view.holes).zip(&hand.won) {
                    *all += i64::from(*won) * ways_beside(board, *hole, sight);
                }
            }
        }
        if let Some(told) = &mut self.told {
            told.add(place, self.worth, hand.counts.showdown(), &page.ranks.kinds, &push);
        }
        spread(&hand.won, &showdowns.rank_hole, &mut self.rank_won);
        spread(&hand.gains, &showdowns.rank_hole, &mut self.rank_gains);
        for index in 0..board.suited.len() {
            for (sight_place, sight) in by_suit.iter().enumerate() {
                self.add_suit(place, index, (sight_place, sight), won, gains);
            }
        }
    }

    /// Adds what a suit changes.
    fn add_suit(
        &mut self,
        place: usize,
        index: usize,
        (sight_place, sight): (usize, &Sight),
        won: &mut Won<S>,
        gains: &mut Flops<S>,
    ) {
        let (known, showdowns) = (self.known, self.known.showdowns);
        let (suited, page) = (showdowns.boards[place].suited[index], known.strengths.board(place));
        let ranks = showdowns.deck.ranks;
        let beside = suited.left(showdowns.deck);
        let mut left = [0; KINDS];
        left[..ranks].copy_from_slice(&beside.inside[..ranks]);
        left[ranks..2 * ranks].copy_from_slice(&beside.off[..ranks]);
        let parts = known.parts.suits(place, index);
        if !sight.can_see(parts, &mut left) {
            return;
        }
        if sight.dealer == Dealer::Unseen {
            showdowns.orders.by_suit(suited, &page.steps, &mut self.steps);
        }
        let width = self.width(suited, sight);
        let table = self.table(true, &page.suits[index], &self.steps, &left);
        let hand = &mut self.by_suit;
        hand.set(&table, sight, self.worth, width);
        for (won, without) in hand.won[..width].iter_mut().zip(&self.rank_won) {
            *won -= without;
        }
        for (gain, without) in hand.gains[..width].iter_mut().zip(&self.rank_gains) {
            *gain = *gain - *without;
        }
        showdowns.clear_dead(suited, &mut hand.won);
        showdowns.clear_dead(suited, &mut hand.gains);
        let push = Push { view: &showdowns.by_suit, parts, left: &left, sight };
        push.add(&hand.gains[..width], &mut self.room, &mut gains.suits[sight_place]);
        match won {
            Won::ByFlop(won) => push.add(&hand.won[..width], &mut self.room, &mut won.suits[sight_place]),
            Won::InAll(won) => push.add_up(&hand.won[..width], &mut self.room, &mut won.suits[sight_place]),
        }
        if let Some(told) = &mut self.told {
            let kinds = &page.suits[index].kinds;
            let place = (place, index, sight_place);
            told.add_suit(place, showdowns, self.worth, hand.counts.showdown(), kinds, &push);
        }
    }

    /// How many holes the suit can change something for: only those with a flush, if the dealer cannot have one.
    fn width(&self, suited: Suited, sight: &Sight) -> usize {
        let showdowns = self.known.showdowns;
        let flushes = showdowns.flush_holes(suited);
        let dealer_may_flush = match sight.dealer {
            Dealer::Unseen => true,
            Dealer::One(kind) => kind < showdowns.deck.ranks || suited.ranks.count_ones() > 3,
            Dealer::Both(hole) => hole < flushes,
        };
        if dealer_may_flush { showdowns.by_suit.width } else { flushes.next_multiple_of(8) }
    }

    fn table<'t>(
        &self,
        suit: bool,
        ranking: &'t Ranking,
        steps: &'t [Step],
        left: &'t [i16; KINDS],
    ) -> Table<'t>
    where
        'a: 't,
    {
        let showdowns = self.known.showdowns;
        Table {
            view: if suit { &showdowns.by_suit } else { &showdowns.by_rank },
            ranks: showdowns.deck.ranks,
            suit,
            ranking,
            steps,
            left,
            dealer_hands: self.worth.dealer_hands,
            weakest_pair: showdowns.orders.weakest_pair(),
        }
    }
}

/// In how many ways the board can be dealt beside a hole of those ranks and what is gone.
fn ways_beside(board: &Board, hole: [u8; 2], sight: &Sight) -> i64 {
    let mut ways = 1;
    for same in board.ranks.chunk_by(|a, b| a == b) {
        let held = hole.iter().filter(|rank| **rank as usize == same[0]).count() as i64;
        let left = 4 - i64::from(sight.gone[same[0]]) - held;
        // As in the binomial coefficient, dividing as soon as it is exact.
        for taken in 0..same.len() as i64 {
            ways = ways * (left - taken).max(0) / (taken + 1);
        }
    }
    ways
}

impl Sight {
    /// Whether the board can be dealt, of which the parts are given; takes what is gone from the cards left.
    fn can_see(&self, parts: &[Part], left: &mut [i16; KINDS]) -> bool {
        left.iter_mut().zip(self.gone).for_each(|(left, gone)| *left -= gone);
        let on_board = |river| parts.iter().any(|part| part.holds(river));
        left.iter().all(|left| *left >= 0) && self.river.is_none_or(on_board)
    }
}

impl<T: Number> Hand<T> {
    fn new(width: usize) -> Hand<T> {
        Hand {
            counts: Counts::new(width),
            paid: vec![T::default(); width],
            won: vec![0; width],
            gains: vec![T::default(); width],
        }
    }

    /// What the first holes do on that board, and what it is worth.
    fn set(&mut self, table: &Table, sight: &Sight, worth: &Worth<T>, width: usize) {
        let (won, gains) = (&mut self.won[..width], &mut self.gains[..width]);
        if let Dealer::Both(hole) = sight.dealer {
            let dealer = table.ranking.groups[hole];
            let [win, loss] = worth.gains_against(dealer >= table.ranking.qualified);
            for ((won, gain), own) in won.iter_mut().zip(gains).zip(&table.ranking.groups) {
                *won = i16::from(*own > dealer) - i16::from(*own < dealer);
                let better = if *own > dealer { win } else { T::default() };
                *gain = if *own < dealer { loss } else { better };
            }
            return;
        }
        self.counts.set(table, sight);
        let Showdown { wins, losses, .. } = self.counts.showdown();
        let pays = Category::ALL.map(|kind| worth.pay(kind));
        for ((paid, wins), kind) in self.paid.iter_mut().zip(wins).zip(&table.ranking.kinds) {
            *paid = pays[*kind as usize].of(*wins);
        }
        for ((won, wins), losses) in won.iter_mut().zip(wins).zip(losses) {
            *won = wins - losses;
        }
        worth.gains(self.counts.showdown(), &self.paid, gains);
    }
}
