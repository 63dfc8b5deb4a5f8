//! From boards to flops, and back.
//!
//! The gain of checking, summed over all runouts, decides the flop. The sum is split: first as if suits never mattered,
//! over the 6,175 boards by rank; then, for boards with three or more cards in a suit, the correction that the suit
//! makes. Each of the 42,783 board classes is added to each of its flops, times the number of ways to deal the runout.
//! In the other direction, each flop that is checked counts for its boards.

mod bad_beat;

use uth::Category;

use crate::board::Suited;
use crate::board_class::{Number, add_times};
use crate::deal_counts::{DealCounts, DealCountsByCategory, sum};
use crate::flop_matrix::FlopMatrix;
use crate::payoff::{BlindPays, Payoff, RiverTotals, spread};
use crate::preflop::by_class;
use crate::showdowns::{Showdown, Showdowns};
use crate::sweep::Step;

/// Returns the gain of checking over raising for every flop and hole; and for every starting hand what the Bad Beat
/// returns, if it is in the mix.
pub(crate) fn check_gains<T: Number + Into<S>, S: Number>(
    showdowns: &Showdowns,
    payoff: &Payoff<T>,
) -> (FlopMatrix<S>, Vec<i128>) {
    let parts = showdowns.split_boards(|boards| {
        let mut flops = FlopMatrix::new(showdowns);
        let mut river = RiverBoard::new(showdowns, payoff);
        for board in boards {
            river.add_gains(board, &mut flops);
        }
        (flops, river.rank_bonuses, river.suit_bonuses)
    });
    let bonus = |hole: usize, of: fn(&ThreadResult<S>) -> &Vec<i128>| {
        parts.iter().map(|part| of(part)[hole]).sum::<i128>()
    };
    let times = |bonus: i128, times: i64| bonus * i128::from(times);
    let bonuses =
        by_class(showdowns, |hole| bonus(hole, |part| &part.1), |hole| bonus(hole, |part| &part.2), times);
    (FlopMatrix::sum(parts.into_iter().map(|part| part.0).collect()), bonuses)
}

/// The result of one thread: gains, and the Bad Beat's returns to each hole by rank and by suit.
type ThreadResult<S> = (FlopMatrix<S>, Vec<i128>, Vec<i128>);

/// Returns the sums at the river, given how often each hole checks each flop.
pub(crate) fn totals<T: Number>(
    showdowns: &Showdowns,
    payoff: &Payoff<T>,
    checked: &FlopMatrix<i16>,
) -> RiverTotals {
    let parts = showdowns.split_boards(|boards| {
        let mut river = RiverBoard::<T, T>::new(showdowns, payoff);
        let mut totals = RiverTotals::default();
        for board in boards {
            river.add_totals(board, checked, &mut totals, |_, _, _| ());
        }
        totals
    });
    merged(parts)
}

/// Returns the sums at the river, and by category the deals that are called there and those that are folded.
pub(crate) fn totals_and_endings<T: Number>(
    showdowns: &Showdowns,
    payoff: &Payoff<T>,
    checked: &FlopMatrix<i16>,
) -> (RiverTotals, [DealCountsByCategory; 2]) {
    let parts = showdowns.split_boards(|boards| {
        let mut river = RiverBoard::<T, T>::new(showdowns, payoff);
        let (mut totals, mut endings) = (RiverTotals::default(), [DealCountsByCategory::default(); 2]);
        for board in boards {
            river.add_endings(board, checked, &mut totals, &mut endings);
        }
        (totals, endings)
    });
    let of = |end: usize| sum(&parts.iter().map(|(_, endings)| endings[end]).collect::<Vec<_>>());
    let endings = [of(0), of(1)];
    (merged(parts.into_iter().map(|(totals, _)| totals)), endings)
}

fn merged(parts: impl IntoIterator<Item = RiverTotals>) -> RiverTotals {
    let mut all = RiverTotals::default();
    for part in parts {
        all += part;
    }
    all
}

/// The working state of one thread: one number per hole on the current board. Gains have the width `T`, their sums over
/// runouts the width `S`.
struct RiverBoard<'a, T, S> {
    showdowns: &'a Showdowns,
    payoff: &'a Payoff<T>,
    rank_pays: BlindPays<T>,
    rank_paid: Vec<T>,
    rank_gains: Vec<T>,
    rank_ways: Vec<i16>,
    rank_deals: Vec<i32>,
    pays: BlindPays<T>,
    paid: Vec<T>,
    without_suit: Vec<T>,
    gains: Vec<T>,
    ways: Vec<i16>,
    sums: Vec<S>,
    deals: Vec<i16>,
    suit_deals: Vec<i32>,
    checked: Vec<i16>,
    rank_matters: Vec<i16>,
    matters: Vec<i16>,
    always: Vec<i16>,
    rank_bonuses: Vec<i128>,
    suit_bonuses: Vec<i128>,
    without_suit_bonus: Vec<i64>,
    /// The holes of one board in ascending strength, and the index of that board.
    steps: Vec<Step>,
    ordered: Option<usize>,
}

impl<'a, T: Number + Into<S>, S: Number> RiverBoard<'a, T, S> {
    fn new(showdowns: &'a Showdowns, payoff: &'a Payoff<T>) -> RiverBoard<'a, T, S> {
        let (ranks, suits) = (showdowns.by_rank.width, showdowns.by_suit.width);
        RiverBoard {
            showdowns,
            payoff,
            rank_pays: BlindPays::new(ranks),
            rank_paid: vec![T::default(); ranks],
            rank_gains: vec![T::default(); ranks],
            rank_ways: vec![0; ranks],
            rank_deals: vec![0; ranks],
            pays: BlindPays::new(suits),
            paid: vec![T::default(); suits],
            without_suit: vec![T::default(); suits],
            gains: vec![T::default(); suits],
            ways: vec![0; suits],
            sums: vec![S::default(); suits],
            deals: vec![0; suits],
            suit_deals: vec![0; suits],
            checked: vec![0; suits],
            rank_matters: vec![0; ranks],
            matters: vec![0; suits],
            always: vec![
                -i16::from(payoff.lowest_beaten.is_some_and(|lowest| lowest <= Category::RoyalFlush));
                suits
            ],
            rank_bonuses: vec![0; ranks],
            suit_bonuses: vec![0; suits],
            without_suit_bonus: vec![0; suits],
            steps: Vec::new(),
            ordered: None,
        }
    }

    fn add_gains(&mut self, board_index: usize, flops: &mut FlopMatrix<S>) {
        let board = &self.showdowns.boards[board_index];
        let (by_rank, by_suit) = (&self.showdowns.by_rank, &self.showdowns.by_suit);
        self.set_blind_pays(board_index);
        self.payoff.gains(self.showdowns.ranks(board_index), &self.rank_paid, &mut self.rank_gains);
        board.for_each_flop(|runout, flop| {
            add_times(flops.ranks_mut(flop), &self.rank_gains, by_rank.ways(runout, &mut self.rank_ways));
        });
        // The boards by rank have counted the suited boards as if the suit did not matter. What follows adds
        // the difference, so each board counts once in all.
        spread(&self.rank_gains, &self.showdowns.rank_hole, &mut self.without_suit);
        for (suit_index, suited) in board.suited.iter().enumerate() {
            let showdown = self.set_blind_paid(board_index, suit_index);
            self.payoff.gains(showdown, &self.paid, &mut self.gains);
            for (gain, without) in self.gains.iter_mut().zip(&self.without_suit) {
                *gain = *gain - *without;
            }
            // A hole with a card of the board cannot be dealt: its meaningless gain must not reach any flop.
            self.showdowns.clear_blocked(*suited, &mut self.gains);
            suited.for_each_flop(self.showdowns.deck, |runout, flops_in| {
                let ways = by_suit.ways(runout, &mut self.ways);
                // Flops completed by the same runout get the same sums, so these are formed once.
                self.sums.fill(S::default());
                add_times(&mut self.sums, &self.gains, ways);
                for flop in flops_in {
                    add_times(flops.suits_mut(*flop), &self.sums, None);
                }
            });
        }
    }

    /// Adds one board, and calls `visit` for its holes by rank (`None`) and for each suit once the deals are known.
    fn add_totals(
        &mut self,
        board_index: usize,
        checked: &FlopMatrix<i16>,
        totals: &mut RiverTotals,
        mut visit: impl FnMut(&Self, Option<usize>, Showdown),
    ) {
        let board = &self.showdowns.boards[board_index];
        let by_rank = &self.showdowns.by_rank;
        self.set_blind_pays(board_index);
        self.rank_deals.fill(0);
        board.for_each_flop(|runout, flop| {
            let ways = by_rank.ways(runout, &mut self.rank_ways);
            add_times(&mut self.rank_deals, checked.ranks(flop), ways);
        });
        self.suit_deals.fill(0);
        for (suit_index, suited) in board.suited.iter().enumerate() {
            let showdown = self.set_blind_paid(board_index, suit_index);
            self.count_deals(*suited, checked);
            add_times(&mut self.suit_deals, &self.deals, None);
            let flushes = self.showdowns.flush_holes(*suited);
            let [flush, other] = showdown.split(flushes);
            let (flush, flush_folded) = self.payoff.sum_river(flush, &self.paid, &self.deals, &self.always);
            let (other, other_folded) = self.payoff.sum_river(
                other,
                &self.paid[flushes..],
                &self.deals[flushes..],
                &self.matters[flushes..],
            );
            *totals += flush;
            *totals += other;
            // Losing hands by category take a sweep of their own, which most boards do not need: hands that
            // the Bad Beat pays on are rarely folded.
            if flush_folded || other_folded {
                self.add_suit_beaten(board_index, suit_index, &mut totals.beaten);
            }
            visit(self, Some(suit_index), showdown);
        }
        // Deals on suited boards have been counted with their suit; what is left has none that matters.
        for (deals, hole) in self.suit_deals.iter().zip(&self.showdowns.rank_hole) {
            self.rank_deals[*hole as usize] -= deals;
        }
        let showdown = self.showdowns.ranks(board_index);
        for (hole, deals) in self.rank_deals.iter().enumerate() {
            *totals += self.payoff.sum_river_hole(showdown.count(hole), self.rank_paid[hole], *deals);
        }
        self.add_rank_beaten(board_index, &mut totals.beaten);
        visit(self, None, showdown);
    }

    fn add_endings(
        &mut self,
        board_index: usize,
        checked: &FlopMatrix<i16>,
        totals: &mut RiverTotals,
        endings: &mut [DealCountsByCategory; 2],
    ) {
        let (showdowns, payoff) = (self.showdowns, self.payoff);
        let dealer_hands = showdowns.deck.dealer_hands();
        let mut end = |counts, paid, category: Category, deals| {
            endings[usize::from(payoff.folds(counts, paid))][category as usize] +=
                DealCounts::of(counts, dealer_hands, deals);
        };
        self.add_totals(board_index, checked, totals, |river, suited, showdown| match suited {
            Some(suited) => {
                for (hole, category) in showdowns.suit_categories(board_index, suited).into_iter().enumerate()
                {
                    if river.deals[hole] != 0 {
                        let deals = i32::from(river.deals[hole]);
                        end(showdown.count(hole), river.paid[hole], category, deals);
                    }
                }
            }
            None => {
                for (hole, category) in showdowns.categories(board_index).iter().enumerate() {
                    end(showdown.count(hole), river.rank_paid[hole], *category, river.rank_deals[hole]);
                }
            }
        });
    }

    /// Counts the deals of each hole that reach this board. Sixteen bits suffice: 4 suits, 9 holes of a kind, 9 ways to
    /// deal the two cards off the suit and 10 flops make 3,240.
    fn count_deals(&mut self, suited: Suited, checked: &FlopMatrix<i16>) {
        self.deals.fill(0);
        suited.for_each_flop(self.showdowns.deck, |runout, flops_in| {
            // Copying the first flop saves clearing the buffer before it is added to.
            let (first, rest) = flops_in.split_first().expect("a board has a flop");
            self.checked.copy_from_slice(checked.suits(*first));
            for flop in rest {
                add_times(&mut self.checked, checked.suits(*flop), None);
            }
            let ways = self.showdowns.by_suit.ways(runout, &mut self.ways);
            add_times(&mut self.deals, &self.checked, ways);
        });
        self.showdowns.clear_blocked(suited, &mut self.deals);
    }

    /// Sets what each hole is paid on a board where no suit matters.
    fn set_blind_pays(&mut self, board_index: usize) {
        for (hole, category) in self.showdowns.categories(board_index).iter().enumerate() {
            self.rank_pays.set(hole, self.payoff.pay(*category));
            let pays = self.payoff.lowest_beaten.is_some_and(|lowest| *category >= lowest);
            self.rank_matters[hole] = -i16::from(pays);
        }
        self.rank_pays.paid(self.showdowns.ranks(board_index).wins, 0, &mut self.rank_paid);
        self.rank_pays.spread(&self.showdowns.rank_hole, &mut self.pays);
        spread(&self.rank_matters, &self.showdowns.rank_hole, &mut self.matters);
        if let Some(returned) = self.payoff.bad_beat {
            self.add_rank_bonuses(board_index, &returned);
        }
    }

    /// Sets what each hole is paid where a suit matters: flushes by the suit, everything else by its ranks.
    fn set_blind_paid(&mut self, board_index: usize, suit_index: usize) -> Showdown<'a> {
        let board = &self.showdowns.boards[board_index];
        let suited = board.suited[suit_index];
        let showdown = self.showdowns.suits(board, suit_index);
        let flushes = self.showdowns.flush_holes(suited);
        let flush = self.payoff.pay(Category::Flush);
        for (paid, wins) in self.paid[..flushes].iter_mut().zip(showdown.wins) {
            *paid = flush.of(*wins);
        }
        self.pays.paid(showdown.wins, flushes, &mut self.paid);
        for (hole, category) in &self.showdowns.orders.flushes(suited).straight {
            let hole = *hole as usize;
            self.paid[hole] = self.payoff.pay(*category).of(showdown.wins[hole]);
        }
        if let Some(returned) = self.payoff.bad_beat {
            self.add_suit_bonuses(board_index, suit_index, &returned);
        }
        showdown
    }
}
