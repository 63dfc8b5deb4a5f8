//! Accumulates, board by board, what each hole wins and what checking the flop gains, for one observation.

use uth::Category;

use crate::board::{Board, Suited};
use crate::board_class::Number;
use crate::payoff::{Payoff, spread};
use crate::showdowns::Showdown;
use crate::sweep::Step;

use super::DeckTables;
use super::observation::{Dealer, KINDS, ObservedCards};
use super::scatter::{Scatter, Scratch};
use super::showdown_counts::{BoardContext, CountBuffers};
use super::splits::FlopSplit;
use super::strengths::Ranking;
use super::sums::{ObservedFlopMatrix, Won};
use super::uninformed::UninformedSums;

/// The working state of one thread.
pub(crate) struct BoardSums<'a, T, S> {
    tables: &'a DeckTables<'a>,
    payoff: &'a Payoff<T>,
    steps: Vec<Step>,
    by_rank: HoleValues<T>,
    by_suit: HoleValues<T>,
    rank_won: Vec<i16>,
    rank_gains: Vec<T>,
    scratch: Scratch<S>,
    /// The sums of a player who plays without the observation, if they are wanted too.
    pub uninformed: Option<UninformedSums<'a>>,
}

/// One number per hole on the current board, in one class of boards.
struct HoleValues<T> {
    counts: CountBuffers,
    paid: Vec<T>,
    won: Vec<i16>,
    gains: Vec<T>,
}

impl<'a, T: Number + Into<S>, S: Number> BoardSums<'a, T, S> {
    pub(crate) fn new(
        tables: &'a DeckTables<'a>,
        payoff: &'a Payoff<T>,
        uninformed: Option<UninformedSums<'a>>,
    ) -> BoardSums<'a, T, S> {
        let (ranks, suits) = (tables.showdowns.by_rank.width, tables.showdowns.by_suit.width);
        BoardSums {
            tables,
            payoff,
            steps: Vec::new(),
            by_rank: HoleValues::new(ranks),
            by_suit: HoleValues::new(suits),
            rank_won: vec![0; suits],
            rank_gains: vec![T::default(); suits],
            scratch: Scratch::new(suits),
            uninformed,
        }
    }

    /// Adds one board by rank and all its suited variants, unless the observation rules the board out.
    pub(crate) fn add(
        &mut self,
        board_index: usize,
        observed: &ObservedCards,
        by_suit: &[ObservedCards],
        won: &mut Won<S>,
        gains: &mut ObservedFlopMatrix<S>,
    ) {
        let (tables, showdowns) = (self.tables, self.tables.showdowns);
        let (board, strengths) = (&showdowns.boards[board_index], tables.strengths.board(board_index));
        let ranks = showdowns.deck.ranks;
        let mut left = [0; KINDS];
        left[..ranks].copy_from_slice(&board.left(showdowns.deck).off[..ranks]);
        let splits = tables.splits.ranks(board_index);
        if !observed.can_be_dealt(splits, &mut left) {
            return;
        }
        // Suits make their correction below, as in the solver.
        let context = self.context(false, &strengths.ranks, &strengths.steps, &left);
        let hand = &mut self.by_rank;
        hand.set(&context, observed, self.payoff, showdowns.by_rank.width);
        let scatter = Scatter { class: &showdowns.by_rank, splits, left: &left, observed };
        scatter.add(&hand.gains, &mut self.scratch, &mut gains.ranks);
        match won {
            Won::ByFlop(won) => scatter.add(&hand.won, &mut self.scratch, &mut won.ranks),
            Won::OverAllBoards(won) => {
                for ((all, hole), won) in won.ranks.iter_mut().zip(&scatter.class.holes).zip(&hand.won) {
                    *all += i64::from(*won) * ways_beside(board, *hole, observed);
                }
            }
        }
        if let Some(uninformed) = &mut self.uninformed {
            uninformed.add(
                board_index,
                self.payoff,
                hand.counts.showdown(),
                &strengths.ranks.categories,
                &scatter,
            );
        }
        spread(&hand.won, &showdowns.rank_hole, &mut self.rank_won);
        spread(&hand.gains, &showdowns.rank_hole, &mut self.rank_gains);
        for suited_index in 0..board.suited.len() {
            for (matrix_index, observed) in by_suit.iter().enumerate() {
                self.add_suit(board_index, suited_index, (matrix_index, observed), won, gains);
            }
        }
    }

    /// Adds the correction that one suit makes on one board.
    fn add_suit(
        &mut self,
        board_index: usize,
        suited_index: usize,
        (matrix_index, observed): (usize, &ObservedCards),
        won: &mut Won<S>,
        gains: &mut ObservedFlopMatrix<S>,
    ) {
        let (tables, showdowns) = (self.tables, self.tables.showdowns);
        let (suited, strengths) =
            (showdowns.boards[board_index].suited[suited_index], tables.strengths.board(board_index));
        let ranks = showdowns.deck.ranks;
        let beside = suited.left(showdowns.deck);
        let mut left = [0; KINDS];
        left[..ranks].copy_from_slice(&beside.inside[..ranks]);
        left[ranks..2 * ranks].copy_from_slice(&beside.off[..ranks]);
        let splits = tables.splits.suits(board_index, suited_index);
        if !observed.can_be_dealt(splits, &mut left) {
            return;
        }
        // With a card of the dealer known, counts come from the ranking and no order is needed.
        if observed.dealer == Dealer::Unseen {
            showdowns.orders.by_suit(suited, &strengths.steps, &mut self.steps);
        }
        let width = self.width(suited, observed);
        let context = self.context(true, &strengths.suits[suited_index], &self.steps, &left);
        let hand = &mut self.by_suit;
        hand.set(&context, observed, self.payoff, width);
        for (won, without) in hand.won[..width].iter_mut().zip(&self.rank_won) {
            *won -= without;
        }
        for (gain, without) in hand.gains[..width].iter_mut().zip(&self.rank_gains) {
            *gain = *gain - *without;
        }
        showdowns.clear_blocked(suited, &mut hand.won);
        showdowns.clear_blocked(suited, &mut hand.gains);
        let scatter = Scatter { class: &showdowns.by_suit, splits, left: &left, observed };
        scatter.add(&hand.gains[..width], &mut self.scratch, &mut gains.suits[matrix_index]);
        match won {
            Won::ByFlop(won) => {
                scatter.add(&hand.won[..width], &mut self.scratch, &mut won.suits[matrix_index]);
            }
            Won::OverAllBoards(won) => {
                scatter.add_to_total(&hand.won[..width], &mut self.scratch, &mut won.suits[matrix_index]);
            }
        }
        if let Some(uninformed) = &mut self.uninformed {
            let categories = &strengths.suits[suited_index].categories;
            let indices = (board_index, suited_index, matrix_index);
            uninformed.add_suit(
                indices,
                showdowns,
                self.payoff,
                hand.counts.showdown(),
                categories,
                &scatter,
            );
        }
    }

    /// Returns how many holes the suit can make a difference for: only those with a flush, if the dealer cannot have
    /// one. They come first in the order of holes.
    fn width(&self, suited: Suited, observed: &ObservedCards) -> usize {
        let showdowns = self.tables.showdowns;
        let flushes = showdowns.flush_holes(suited);
        let dealer_may_flush = match observed.dealer {
            Dealer::Unseen => true,
            Dealer::One(kind) => kind < showdowns.deck.ranks || suited.ranks.count_ones() > 3,
            Dealer::Both(hole) => hole < flushes,
        };
        if dealer_may_flush { showdowns.by_suit.width } else { flushes.next_multiple_of(8) }
    }

    fn context<'t>(
        &self,
        suit: bool,
        ranking: &'t Ranking,
        steps: &'t [Step],
        left: &'t [i16; KINDS],
    ) -> BoardContext<'t>
    where
        'a: 't,
    {
        let showdowns = self.tables.showdowns;
        BoardContext {
            class: if suit { &showdowns.by_suit } else { &showdowns.by_rank },
            ranks: showdowns.deck.ranks,
            suit,
            ranking,
            steps,
            left,
            dealer_hands: self.payoff.dealer_hands,
            weakest_pair: showdowns.orders.weakest_pair(),
        }
    }
}

/// Returns the number of ways to deal the board beside a hole of these ranks and the cards that are gone.
fn ways_beside(board: &Board, hole: [u8; 2], observed: &ObservedCards) -> i64 {
    let mut ways = 1;
    for same in board.ranks.chunk_by(|a, b| a == b) {
        let held = hole.iter().filter(|rank| **rank as usize == same[0]).count() as i64;
        let left = 4 - i64::from(observed.gone[same[0]]) - held;
        // Each prefix of the product is a binomial coefficient, so dividing at once is exact.
        for taken in 0..same.len() as i64 {
            ways = ways * (left - taken).max(0) / (taken + 1);
        }
    }
    ways
}

impl ObservedCards {
    /// Subtracts the cards that are gone from `left`, and returns whether the board can still be dealt.
    fn can_be_dealt(&self, splits: &[FlopSplit], left: &mut [i16; KINDS]) -> bool {
        left.iter_mut().zip(self.gone).for_each(|(left, gone)| *left -= gone);
        let on_board = |river| splits.iter().any(|split| split.holds(river));
        left.iter().all(|left| *left >= 0) && self.river.is_none_or(on_board)
    }
}

impl<T: Number> HoleValues<T> {
    fn new(width: usize) -> HoleValues<T> {
        HoleValues {
            counts: CountBuffers::new(width),
            paid: vec![T::default(); width],
            won: vec![0; width],
            gains: vec![T::default(); width],
        }
    }

    /// Sets what the first `width` holes win on the board, and what checking gains them.
    fn set(&mut self, context: &BoardContext, observed: &ObservedCards, payoff: &Payoff<T>, width: usize) {
        let (won, gains) = (&mut self.won[..width], &mut self.gains[..width]);
        if let Dealer::Both(hole) = observed.dealer {
            let dealer = context.ranking.groups[hole];
            let [win, loss] = payoff.gains_against(dealer >= context.ranking.qualified);
            for ((won, gain), own) in won.iter_mut().zip(gains).zip(&context.ranking.groups) {
                *won = i16::from(*own > dealer) - i16::from(*own < dealer);
                let better = if *own > dealer { win } else { T::default() };
                *gain = if *own < dealer { loss } else { better };
            }
            return;
        }
        self.counts.set(context, observed);
        let Showdown { wins, losses, .. } = self.counts.showdown();
        let pays = Category::ALL.map(|category| payoff.pay(category));
        for ((paid, wins), category) in self.paid.iter_mut().zip(wins).zip(&context.ranking.categories) {
            *paid = pays[*category as usize].of(*wins);
        }
        for ((won, wins), losses) in won.iter_mut().zip(wins).zip(losses) {
            *won = wins - losses;
        }
        payoff.gains(self.counts.showdown(), &self.paid, gains);
    }
}
