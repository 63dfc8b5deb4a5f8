//! Sums over all runouts for every flop and hole: wins less losses, and what checking the flop gains.

use core::ops::AddAssign;

use crate::board::SuitFlop;
use crate::board_class::Number;
use crate::deck::choose_len;
use crate::game::Stakes;
use crate::payoff::Payoff;
use crate::showdowns::Showdowns;

use super::DeckTables;
use super::board_sums::BoardSums;
use super::observation::{Observation, ObservedCards};
use super::uninformed::{UninformedPlay, UninformedSums};

/// One number per flop and hole: by rank, and the correction of each suit. Suits that look the same under the
/// observation share a matrix.
pub(crate) struct ObservedFlopMatrix<S> {
    rank_width: usize,
    suit_width: usize,
    pub ranks: Vec<S>,
    pub suits: Vec<Vec<S>>,
}

impl<S: Number> ObservedFlopMatrix<S> {
    pub(crate) fn new(showdowns: &Showdowns, observed_suits: usize) -> ObservedFlopMatrix<S> {
        let ranks = showdowns.deck.ranks;
        let (rank_width, suit_width) = (showdowns.by_rank.width, showdowns.by_suit.width);
        ObservedFlopMatrix {
            rank_width,
            suit_width,
            ranks: vec![S::default(); choose_len(ranks + 2, 3) * rank_width],
            suits: vec![vec![S::default(); SuitFlop::count(ranks) * suit_width]; observed_suits],
        }
    }

    pub(crate) fn ranks(&self, flop: usize) -> &[S] {
        &self.ranks[flop * self.rank_width..][..self.rank_width]
    }

    pub(crate) fn suits(&self, observed: usize, flop: usize) -> &[S] {
        &self.suits[observed][flop * self.suit_width..][..self.suit_width]
    }

    fn merge(&mut self, other: &ObservedFlopMatrix<S>) {
        add(&mut self.ranks, &other.ranks);
        self.suits.iter_mut().zip(&other.suits).for_each(|(all, other)| add(all, other));
    }
}

/// Wins less losses.
pub(crate) enum Won<S> {
    /// Summed over the runouts of each flop, where the observation excludes flops.
    ByFlop(ObservedFlopMatrix<S>),
    /// Summed over all boards, which is cheaper.
    OverAllBoards(OverAllBoards),
}

/// One number per hole over all boards: by rank, and the correction of each suit.
pub(crate) struct OverAllBoards {
    pub ranks: Vec<i64>,
    /// Bounded by 36,608 suited boards · 9 ways to deal each · 990 dealer hands < 2³¹.
    pub suits: Vec<Vec<i32>>,
}

impl<S: Number> Won<S> {
    fn new(showdowns: &Showdowns, observed_suits: usize, by_flop: bool) -> Won<S> {
        if by_flop {
            return Won::ByFlop(ObservedFlopMatrix::new(showdowns, observed_suits));
        }
        let suits = vec![vec![0; showdowns.by_suit.width]; observed_suits];
        Won::OverAllBoards(OverAllBoards { ranks: vec![0; showdowns.by_rank.width], suits })
    }

    fn merge(&mut self, other: &Won<S>) {
        match (self, other) {
            (Won::ByFlop(all), Won::ByFlop(other)) => all.merge(other),
            (Won::OverAllBoards(all), Won::OverAllBoards(other)) => {
                add(&mut all.ranks, &other.ranks);
                all.suits.iter_mut().zip(&other.suits).for_each(|(all, other)| add(all, other));
            }
            _ => unreachable!("all threads sum up alike"),
        }
    }
}

/// The sums of one observation.
pub(crate) struct Sums<S> {
    /// The index of the matrix that belongs to each suit.
    pub observed_suits: [usize; 4],
    pub won: Won<S>,
    /// What checking the flop gains over raising it.
    pub gains: ObservedFlopMatrix<S>,
    /// The same for the uninformed player.
    pub uninformed: Option<ObservedFlopMatrix<i32>>,
}

impl<S: Number> Sums<S> {
    /// Sums over all boards: wins by flop if the observation excludes flops, and the uninformed player's gains if
    /// `uninformed` is given.
    pub(crate) fn new<T: Number + Into<S>>(
        tables: &DeckTables,
        stakes: &Stakes,
        observation: &Observation,
        by_flop: bool,
        uninformed: Option<&UninformedPlay>,
    ) -> Sums<S> {
        let showdowns = tables.showdowns;
        let deck = showdowns.deck;
        let mut by_suit: Vec<ObservedCards> = Vec::new();
        let observed_suits = [0, 1, 2, 3].map(|suit| {
            let observed = observation.by_suit(deck, suit);
            by_suit.iter().position(|other| *other == observed).unwrap_or_else(|| {
                by_suit.push(observed);
                by_suit.len() - 1
            })
        });
        let payoff = Payoff::<T>::new(stakes, observation.dealer_hands(deck));
        let by_rank = observation.by_rank(deck);
        let parts = showdowns.split_boards(|boards| {
            let mut won = Won::new(showdowns, by_suit.len(), by_flop);
            let mut gains = ObservedFlopMatrix::new(showdowns, by_suit.len());
            let uninformed =
                uninformed.map(|uninformed| UninformedSums::new(uninformed, showdowns, by_suit.len()));
            let mut board_sums = BoardSums::<T, S>::new(tables, &payoff, uninformed);
            for board in boards {
                board_sums.add(board, &by_rank, &by_suit, &mut won, &mut gains);
            }
            (won, gains, board_sums.uninformed.map(|uninformed| uninformed.flops))
        });
        let mut parts = parts.into_iter();
        let (mut won, mut gains, mut uninformed) = parts.next().expect("there is a thread");
        for (more_won, more_gains, more_uninformed) in parts {
            won.merge(&more_won);
            gains.merge(&more_gains);
            uninformed.iter_mut().zip(&more_uninformed).for_each(|(uninformed, more)| uninformed.merge(more));
        }
        Sums { observed_suits, won, gains, uninformed }
    }
}

fn add<N: Copy + AddAssign>(all: &mut [N], other: &[N]) {
    all.iter_mut().zip(other).for_each(|(all, other)| *all += *other);
}
