//! From boards to flops, and back.
//!
//! The gain of checking, summed over all runouts, decides the flop. The sum is split: first as if suits never
//! mattered, board by board in the view by rank; then, for boards with three cards or more in a suit, what the suit
//! changes, in the view by that suit. So each of the 42,783 boards is added to each of its ten flops, times the
//! number of ways to deal the runout. The other way round, each flop that is checked counts for its boards.

use uth::Category;

use crate::board::{Board, Suited};
use crate::flops::Flops;
use crate::showdowns::{Showdown, Showdowns};
use crate::view::Number;
use crate::worth::{Arrived, Pays, Worth};

/// For every flop and hole, the gain of checking the flop over raising it.
pub(crate) fn gains_of_checking<T: Number>(showdowns: &Showdowns, worth: &Worth<T>) -> Flops<i32> {
    Flops::sum(showdowns.share_boards(|boards| {
        let mut flops = Flops::new(showdowns);
        let mut river = River::new(showdowns, worth);
        for board in boards {
            river.add_gains(board, &mut flops);
        }
        flops
    }))
}

/// What becomes of the holes that arrive at the river, given how often each of them checks each flop.
pub(crate) fn arrive<T: Number>(showdowns: &Showdowns, worth: &Worth<T>, checked: &Flops<i16>) -> Arrived {
    let parts = showdowns.share_boards(|boards| {
        let mut river = River::new(showdowns, worth);
        let mut arrived = Arrived::default();
        for board in boards {
            river.add_arrived(board, checked, &mut arrived);
        }
        arrived
    });
    let mut all = Arrived::default();
    for part in parts {
        all += part;
    }
    all
}

/// The board at hand: vectors with a number for each hole.
struct River<'a, T> {
    showdowns: &'a Showdowns,
    worth: &'a Worth<T>,
    rank_pays: Pays<T>,
    rank_paid: Vec<T>,
    rank_gains: Vec<T>,
    rank_wide: Vec<i32>,
    rank_ways: Vec<i32>,
    rank_deals: Vec<i32>,
    pays: Pays<T>,
    paid: Vec<T>,
    without_suit: Vec<T>,
    gains: Vec<T>,
    wide: Vec<i32>,
    ways: Vec<i32>,
    deals: Vec<i16>,
    checked: Vec<i16>,
    deal_ways: Vec<i16>,
    matters: Vec<i16>,
    always: Vec<i16>,
}

impl<'a, T: Number> River<'a, T> {
    fn new(showdowns: &'a Showdowns, worth: &'a Worth<T>) -> River<'a, T> {
        let (ranks, suits) = (showdowns.by_rank.width, showdowns.by_suit.width);
        River {
            showdowns,
            worth,
            rank_pays: Pays::new(ranks),
            rank_paid: vec![T::default(); ranks],
            rank_gains: vec![T::default(); ranks],
            rank_wide: vec![0; ranks],
            rank_ways: vec![0; ranks],
            rank_deals: vec![0; ranks],
            pays: Pays::new(suits),
            paid: vec![T::default(); suits],
            without_suit: vec![T::default(); suits],
            gains: vec![T::default(); suits],
            wide: vec![0; suits],
            ways: vec![0; suits],
            deals: vec![0; suits],
            checked: vec![0; suits],
            deal_ways: vec![0; suits],
            matters: vec![0; suits],
            always: vec![-1; suits],
        }
    }

    fn add_gains(&mut self, place: usize, flops: &mut Flops<i32>) {
        let board = &self.showdowns.boards[place];
        let (by_rank, by_suit) = (&self.showdowns.by_rank, &self.showdowns.by_suit);
        self.set_pays(place);
        self.worth.gains(self.showdowns.ranks(place), &self.rank_paid, &mut self.rank_gains);
        widen(&self.rank_gains, &mut self.rank_wide);
        board.each_flop(|runout, flop| {
            by_rank.times_ways(runout, &self.rank_wide, &mut self.rank_ways);
            add(flops.ranks_mut(flop), &self.rank_ways);
        });
        for (gain, hole) in self.without_suit.iter_mut().zip(&self.showdowns.rank_hole) {
            *gain = self.rank_gains[*hole as usize];
        }
        for (place, suited) in board.suited.iter().enumerate() {
            let showdown = self.set_paid(board, place);
            self.worth.gains(showdown, &self.paid, &mut self.gains);
            for ((wide, gain), without) in self.wide.iter_mut().zip(&self.gains).zip(&self.without_suit) {
                *wide = (*gain - *without).into();
            }
            self.showdowns.clear_dead(suited, &mut self.wide);
            suited.each_flop(self.showdowns.deck, |runout, those| {
                by_suit.times_ways(runout, &self.wide, &mut self.ways);
                for flop in those {
                    add(flops.suits_mut(*flop), &self.ways);
                }
            });
        }
    }

    fn add_arrived(&mut self, place: usize, checked: &Flops<i16>, arrived: &mut Arrived) {
        let board = &self.showdowns.boards[place];
        let by_rank = &self.showdowns.by_rank;
        self.set_pays(place);
        self.rank_deals.fill(0);
        board.each_flop(|runout, flop| {
            widen(checked.ranks(flop), &mut self.rank_wide);
            by_rank.times_ways(runout, &self.rank_wide, &mut self.rank_ways);
            add(&mut self.rank_deals, &self.rank_ways);
        });
        for (place, suited) in board.suited.iter().enumerate() {
            let showdown = self.set_paid(board, place);
            self.count_deals(suited, checked);
            for (deals, hole) in self.deals.iter().zip(&self.showdowns.rank_hole) {
                self.rank_deals[*hole as usize] -= i32::from(*deals);
            }
            let flushes = self.showdowns.flush_holes(suited);
            let [flush, other] = showdown.split(flushes);
            let (flush, _) = self.worth.arrive(flush, &self.paid, &self.deals, &self.always);
            let (other, _) = self.worth.arrive(
                other,
                &self.paid[flushes..],
                &self.deals[flushes..],
                &self.matters[flushes..],
            );
            *arrived += flush;
            *arrived += other;
        }
        let showdown = self.showdowns.ranks(place);
        for (hole, deals) in self.rank_deals.iter().enumerate() {
            *arrived += self.worth.arrive_one(showdown.count(hole), self.rank_paid[hole], *deals);
        }
    }

    /// How many deals of each hole arrive at that board.
    fn count_deals(&mut self, suited: &Suited, checked: &Flops<i16>) {
        self.deals.fill(0);
        suited.each_flop(self.showdowns.deck, |runout, those| {
            let (first, rest) = those.split_first().expect("a board has a flop");
            self.checked.copy_from_slice(checked.suits(*first));
            for flop in rest {
                add(&mut self.checked, checked.suits(*flop));
            }
            self.showdowns.by_suit.times_ways(runout, &self.checked, &mut self.deal_ways);
            add(&mut self.deals, &self.deal_ways);
        });
        self.showdowns.clear_dead(suited, &mut self.deals);
    }

    /// What each hole is paid on that board where no suit matters.
    fn set_pays(&mut self, place: usize) {
        let categories = self.showdowns.categories(place);
        for (hole, category) in categories.iter().enumerate() {
            self.rank_pays.set(hole, self.worth.pay(*category));
        }
        self.rank_pays.paid(self.showdowns.ranks(place).wins, 0, &mut self.rank_paid);
        for (hole, rank_hole) in self.showdowns.rank_hole.iter().enumerate() {
            let category = categories[*rank_hole as usize];
            self.pays.set(hole, self.worth.pay(category));
            self.matters[hole] = -i16::from(category >= Category::ThreeOfAKind);
        }
    }

    /// What each hole is paid where the suit matters: flushes by the suit, all else by ranks.
    fn set_paid(&mut self, board: &Board, place: usize) -> Showdown<'a> {
        let suited = &board.suited[place];
        let showdown = self.showdowns.suits(board, place);
        let flushes = self.showdowns.flush_holes(suited);
        let flush = self.worth.pay(Category::Flush);
        for (paid, wins) in self.paid[..flushes].iter_mut().zip(showdown.wins) {
            *paid = flush.of(*wins);
        }
        self.pays.paid(showdown.wins, flushes, &mut self.paid);
        for (hole, category) in &self.showdowns.orders.flushes(suited).straight_flushes {
            let hole = *hole as usize;
            self.paid[hole] = self.worth.pay(*category).of(showdown.wins[hole]);
        }
        showdown
    }
}

fn widen<T: Number>(values: &[T], out: &mut [i32]) {
    for (out, value) in out.iter_mut().zip(values) {
        *out = (*value).into();
    }
}

fn add<T: Number>(all: &mut [T], part: &[T]) {
    for (all, part) in all.iter_mut().zip(part) {
        *all += *part;
    }
}
