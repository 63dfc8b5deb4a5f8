//! From boards to flops, and back.
//!
//! The gain of checking, summed over all runouts, decides the flop. The sum is split: first as if suits never
//! mattered, board by board in the view by rank; then, for boards with three cards or more in a suit, what the suit
//! changes, in the view by that suit. So each of the 42,783 boards is added to each of its ten flops, times the
//! number of ways to deal the runout. The other way round, each flop that is checked counts for its boards.

mod bonus;

use uth::Category;

use crate::board::Suited;
use crate::flops::Flops;
use crate::preflop::by_class;
use crate::showdowns::{Showdown, Showdowns};
use crate::tally::{Tallies, Tally, sum};
use crate::view::{Number, add_times};
use crate::walk::Step;
use crate::worth::{Arrived, Pays, Worth, spread};

/// For every flop and hole, the gain of checking the flop over raising it; and for every class of holes what the
/// Bad Beat returns, if it is part of the mix.
pub(crate) fn gains_of_checking<T: Number>(
    showdowns: &Showdowns,
    worth: &Worth<T>,
) -> (Flops<i32>, Vec<i64>) {
    let parts = showdowns.share_boards(|boards| {
        let mut flops = Flops::new(showdowns);
        let mut river = River::new(showdowns, worth);
        for board in boards {
            river.add_gains(board, &mut flops);
        }
        (flops, river.rank_bonuses, river.suit_bonuses)
    });
    let bonus =
        |hole: usize, of: fn(&Part) -> &Vec<i64>| parts.iter().map(|part| of(part)[hole]).sum::<i64>();
    let bonuses = by_class(showdowns, |hole| bonus(hole, |part| &part.1), |hole| bonus(hole, |part| &part.2));
    (Flops::sum(parts.into_iter().map(|part| part.0).collect()), bonuses)
}

/// What one thread found: gains, and what the Bad Beat returns to each hole by rank and by suit.
type Part = (Flops<i32>, Vec<i64>, Vec<i64>);

/// What becomes of the holes that arrive at the river, given how often each of them checks each flop.
pub(crate) fn arrive<T: Number>(showdowns: &Showdowns, worth: &Worth<T>, checked: &Flops<i16>) -> Arrived {
    let parts = showdowns.share_boards(|boards| {
        let mut river = River::new(showdowns, worth);
        let mut arrived = Arrived::default();
        for board in boards {
            river.add_arrived(board, checked, &mut arrived, |_, _, _| ());
        }
        arrived
    });
    all_arrived(parts)
}

/// The same, and by kind of hand the deals that are called on the river, and those that are folded.
pub(crate) fn ends<T: Number>(
    showdowns: &Showdowns,
    worth: &Worth<T>,
    checked: &Flops<i16>,
) -> (Arrived, [Tallies; 2]) {
    let parts = showdowns.share_boards(|boards| {
        let mut river = River::new(showdowns, worth);
        let (mut arrived, mut ends) = (Arrived::default(), [Tallies::default(); 2]);
        for board in boards {
            river.add_ends(board, checked, &mut arrived, &mut ends);
        }
        (arrived, ends)
    });
    let of = |end: usize| sum(&parts.iter().map(|(_, ends)| ends[end]).collect::<Vec<_>>());
    let ends = [of(0), of(1)];
    (all_arrived(parts.into_iter().map(|(arrived, _)| arrived)), ends)
}

fn all_arrived(parts: impl IntoIterator<Item = Arrived>) -> Arrived {
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
    rank_ways: Vec<i16>,
    rank_deals: Vec<i32>,
    pays: Pays<T>,
    paid: Vec<T>,
    without_suit: Vec<T>,
    gains: Vec<T>,
    ways: Vec<i16>,
    sums: Vec<i32>,
    deals: Vec<i16>,
    suit_deals: Vec<i32>,
    checked: Vec<i16>,
    rank_matters: Vec<i16>,
    matters: Vec<i16>,
    always: Vec<i16>,
    rank_bonuses: Vec<i64>,
    suit_bonuses: Vec<i64>,
    without_suit_bonus: Vec<i32>,
    /// The holes of a board in the order of their strength, and of which board.
    steps: Vec<Step>,
    ordered: Option<usize>,
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
            rank_ways: vec![0; ranks],
            rank_deals: vec![0; ranks],
            pays: Pays::new(suits),
            paid: vec![T::default(); suits],
            without_suit: vec![T::default(); suits],
            gains: vec![T::default(); suits],
            ways: vec![0; suits],
            sums: vec![0; suits],
            deals: vec![0; suits],
            suit_deals: vec![0; suits],
            checked: vec![0; suits],
            rank_matters: vec![0; ranks],
            matters: vec![0; suits],
            always: vec![
                -i16::from(worth.lowest_beaten.is_some_and(|lowest| lowest <= Category::RoyalFlush));
                suits
            ],
            rank_bonuses: vec![0; ranks],
            suit_bonuses: vec![0; suits],
            without_suit_bonus: vec![0; suits],
            steps: Vec::new(),
            ordered: None,
        }
    }

    fn add_gains(&mut self, board_place: usize, flops: &mut Flops<i32>) {
        let place = board_place;
        let board = &self.showdowns.boards[place];
        let (by_rank, by_suit) = (&self.showdowns.by_rank, &self.showdowns.by_suit);
        self.set_pays(place);
        self.worth.gains(self.showdowns.ranks(place), &self.rank_paid, &mut self.rank_gains);
        board.each_flop(|runout, flop| {
            add_times(flops.ranks_mut(flop), &self.rank_gains, by_rank.ways(runout, &mut self.rank_ways));
        });
        spread(&self.rank_gains, &self.showdowns.rank_hole, &mut self.without_suit);
        for (place, suited) in board.suited.iter().enumerate() {
            let showdown = self.set_paid(board_place, place);
            self.worth.gains(showdown, &self.paid, &mut self.gains);
            for (gain, without) in self.gains.iter_mut().zip(&self.without_suit) {
                *gain = *gain - *without;
            }
            self.showdowns.clear_dead(*suited, &mut self.gains);
            suited.each_flop(self.showdowns.deck, |runout, those| {
                let ways = by_suit.ways(runout, &mut self.ways);
                self.sums.fill(0);
                add_times(&mut self.sums, &self.gains, ways);
                for flop in those {
                    add_times(flops.suits_mut(*flop), &self.sums, None);
                }
            });
        }
    }

    /// Tells each part of the board, by rank and by suit, once its deals are known.
    fn add_arrived(
        &mut self,
        board_place: usize,
        checked: &Flops<i16>,
        arrived: &mut Arrived,
        mut tell: impl FnMut(&Self, Option<usize>, Showdown),
    ) {
        let place = board_place;
        let board = &self.showdowns.boards[place];
        let by_rank = &self.showdowns.by_rank;
        self.set_pays(place);
        self.rank_deals.fill(0);
        board.each_flop(|runout, flop| {
            let ways = by_rank.ways(runout, &mut self.rank_ways);
            add_times(&mut self.rank_deals, checked.ranks(flop), ways);
        });
        self.suit_deals.fill(0);
        for (place, suited) in board.suited.iter().enumerate() {
            let showdown = self.set_paid(board_place, place);
            self.count_deals(*suited, checked);
            add_times(&mut self.suit_deals, &self.deals, None);
            let flushes = self.showdowns.flush_holes(*suited);
            let [flush, other] = showdown.split(flushes);
            let (flush, flush_folded) = self.worth.arrive(flush, &self.paid, &self.deals, &self.always);
            let (other, other_folded) = self.worth.arrive(
                other,
                &self.paid[flushes..],
                &self.deals[flushes..],
                &self.matters[flushes..],
            );
            *arrived += flush;
            *arrived += other;
            if flush_folded || other_folded {
                self.add_suit_beaten(board_place, place, &mut arrived.beaten);
            }
            tell(self, Some(place), showdown);
        }
        for (deals, hole) in self.suit_deals.iter().zip(&self.showdowns.rank_hole) {
            self.rank_deals[*hole as usize] -= deals;
        }
        let showdown = self.showdowns.ranks(place);
        for (hole, deals) in self.rank_deals.iter().enumerate() {
            *arrived += self.worth.arrive_one(showdown.count(hole), self.rank_paid[hole], *deals);
        }
        self.add_rank_beaten(board_place, &mut arrived.beaten);
        tell(self, None, showdown);
    }

    fn add_ends(
        &mut self,
        place: usize,
        checked: &Flops<i16>,
        arrived: &mut Arrived,
        ends: &mut [Tallies; 2],
    ) {
        let (showdowns, worth) = (self.showdowns, self.worth);
        let dealer_hands = showdowns.deck.dealer_hands();
        let mut end = |counts, paid, category: Category, deals| {
            ends[usize::from(worth.folds(counts, paid))][category as usize] +=
                Tally::of(counts, dealer_hands, deals);
        };
        self.add_arrived(place, checked, arrived, |river, suited, showdown| match suited {
            Some(suited) => {
                for (hole, category) in showdowns.suit_categories(place, suited).into_iter().enumerate() {
                    if river.deals[hole] != 0 {
                        let deals = i32::from(river.deals[hole]);
                        end(showdown.count(hole), river.paid[hole], category, deals);
                    }
                }
            }
            None => {
                for (hole, category) in showdowns.categories(place).iter().enumerate() {
                    end(showdown.count(hole), river.rank_paid[hole], *category, river.rank_deals[hole]);
                }
            }
        });
    }

    /// How many deals of each hole arrive at that board.
    fn count_deals(&mut self, suited: Suited, checked: &Flops<i16>) {
        self.deals.fill(0);
        suited.each_flop(self.showdowns.deck, |runout, those| {
            let (first, rest) = those.split_first().expect("a board has a flop");
            self.checked.copy_from_slice(checked.suits(*first));
            for flop in rest {
                add_times(&mut self.checked, checked.suits(*flop), None);
            }
            let ways = self.showdowns.by_suit.ways(runout, &mut self.ways);
            add_times(&mut self.deals, &self.checked, ways);
        });
        self.showdowns.clear_dead(suited, &mut self.deals);
    }

    /// What each hole is paid on that board where no suit matters.
    fn set_pays(&mut self, place: usize) {
        for (hole, category) in self.showdowns.categories(place).iter().enumerate() {
            self.rank_pays.set(hole, self.worth.pay(*category));
            let pays = self.worth.lowest_beaten.is_some_and(|lowest| *category >= lowest);
            self.rank_matters[hole] = -i16::from(pays);
        }
        self.rank_pays.paid(self.showdowns.ranks(place).wins, 0, &mut self.rank_paid);
        self.rank_pays.spread(&self.showdowns.rank_hole, &mut self.pays);
        spread(&self.rank_matters, &self.showdowns.rank_hole, &mut self.matters);
        if let Some(returned) = self.worth.bad_beat {
            self.add_rank_bonuses(place, &returned);
        }
    }

    /// What each hole is paid where the suit matters: flushes by the suit, all else by ranks.
    fn set_paid(&mut self, board_place: usize, place: usize) -> Showdown<'a> {
        let board = &self.showdowns.boards[board_place];
        let suited = board.suited[place];
        let showdown = self.showdowns.suits(board, place);
        let flushes = self.showdowns.flush_holes(suited);
        let flush = self.worth.pay(Category::Flush);
        for (paid, wins) in self.paid[..flushes].iter_mut().zip(showdown.wins) {
            *paid = flush.of(*wins);
        }
        self.pays.paid(showdown.wins, flushes, &mut self.paid);
        for (hole, category) in &self.showdowns.orders.flushes(suited).straight {
            let hole = *hole as usize;
            self.paid[hole] = self.worth.pay(*category).of(showdown.wins[hole]);
        }
        if let Some(returned) = self.worth.bad_beat {
            self.add_suit_bonuses(board_place, place, &returned);
        }
        showdown
    }
}
