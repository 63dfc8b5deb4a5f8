//! For every flop and hole the sums over all runouts: of wins less losses, and of what checking gains.

use core::ops::AddAssign;

use crate::board::SuitFlop;
use crate::deck::choose_len;
use crate::game::Stakes;
use crate::showdowns::Showdowns;
use crate::view::Number;
use crate::worth::Worth;

use super::Known;
use super::pass::Pass;
use super::sight::{Glimpse, Sight};
use super::told::{Told, ToldPass};

/// A number for each flop and hole: by rank, and what a suit changes, for each sight by suit.
pub(crate) struct Flops<S> {
    rank_width: usize,
    suit_width: usize,
    pub ranks: Vec<S>,
    pub suits: Vec<Vec<S>>,
}

impl<S: Number> Flops<S> {
    pub(crate) fn new(showdowns: &Showdowns, sights: usize) -> Flops<S> {
        let ranks = showdowns.deck.ranks;
        let (rank_width, suit_width) = (showdowns.by_rank.width, showdowns.by_suit.width);
        Flops {
            rank_width,
            suit_width,
            ranks: vec![S::default(); choose_len(ranks + 2, 3) * rank_width],
            suits: vec![vec![S::default(); SuitFlop::count(ranks) * suit_width]; sights],
        }
    }

    pub(crate) fn ranks(&self, flop: usize) -> &[S] {
        &self.ranks[flop * self.rank_width..][..self.rank_width]
    }

    pub(crate) fn suits(&self, sight: usize, flop: usize) -> &[S] {
        &self.suits[sight][flop * self.suit_width..][..self.suit_width]
    }

    fn merge(&mut self, other: &Flops<S>) {
        add(&mut self.ranks, &other.ranks);
        self.suits.iter_mut().zip(&other.suits).for_each(|(all, other)| add(all, other));
    }
}

/// Wins less losses.
pub(crate) enum Won<S> {
    /// Over the runouts of each flop.
    ByFlop(Flops<S>),
    /// Over all boards.
    InAll(InAll),
}

/// A number for each hole over all boards: by rank, and what a suit changes, for each sight by suit.
pub(crate) struct InAll {
    pub ranks: Vec<i64>,
    /// At most 36,608 boards, 9 ways to deal each of them and 990 dealer hands.
    pub suits: Vec<Vec<i32>>,
}

impl<S: Number> Won<S> {
    fn new(showdowns: &Showdowns, sights: usize, by_flop: bool) -> Won<S> {
        if by_flop {
            return Won::ByFlop(Flops::new(showdowns, sights));
        }
        let suits = vec![vec![0; showdowns.by_suit.width]; sights];
        Won::InAll(InAll { ranks: vec![0; showdowns.by_rank.width], suits })
    }

    fn merge(&mut self, other: &Won<S>) {
        match (self, other) {
            (Won::ByFlop(all), Won::ByFlop(other)) => all.merge(other),
            (Won::InAll(all), Won::InAll(other)) => {
                add(&mut all.ranks, &other.ranks);
                all.suits.iter_mut().zip(&other.suits).for_each(|(all, other)| add(all, other));
            }
            _ => unreachable!("all threads sum up alike"),
        }
    }
}

/// What is summed up for one glimpse.
pub(crate) struct Sums<S> {
    /// Which sight belongs to each suit.
    pub sights: [usize; 4],
    pub won: Won<S>,
    /// What checking the flop gains over raising it.
    pub gains: Flops<S>,
    /// The same for play as told.
    pub told: Option<Flops<i32>>,
}

impl<S: Number> Sums<S> {
    /// Sums up over all boards; wins by flop, if some flops will be left out; play as told, if it is.
    pub(crate) fn new<T: Number + Into<S>>(
        known: &Known,
        stakes: &Stakes,
        glimpse: &Glimpse,
        by_flop: bool,
        told: Option<&Told>,
    ) -> Sums<S> {
        let showdowns = known.showdowns;
        let deck = showdowns.deck;
        let mut by_suit: Vec<Sight> = Vec::new();
        let sights = [0, 1, 2, 3].map(|suit| {
            let sight = glimpse.by_suit(deck, suit);
            by_suit.iter().position(|other| *other == sight).unwrap_or_else(|| {
                by_suit.push(sight);
                by_suit.len() - 1
            })
        });
        let worth = Worth::<T>::new(stakes, glimpse.dealer_hands(deck));
        let by_rank = glimpse.by_rank(deck);
        let parts = showdowns.share_boards(|boards| {
            let mut won = Won::new(showdowns, by_suit.len(), by_flop);
            let mut gains = Flops::new(showdowns, by_suit.len());
            let told = told.map(|told| ToldPass::new(told, showdowns, by_suit.len()));
            let mut pass = Pass::<T, S>::new(known, &worth, told);
            for board in boards {
                pass.add(board, &by_rank, &by_suit, &mut won, &mut gains);
            }
            (won, gains, pass.told.map(|told| told.flops))
        });
        let mut parts = parts.into_iter();
        let (mut won, mut gains, mut told) = parts.next().expect("there is a thread");
        for (more_won, more_gains, more_told) in parts {
            won.merge(&more_won);
            gains.merge(&more_gains);
            told.iter_mut().zip(&more_told).for_each(|(told, more)| told.merge(more));
        }
        Sums { sights, won, gains, told }
    }
}

fn add<N: Copy + AddAssign>(all: &mut [N], other: &[N]) {
    all.iter_mut().zip(other).for_each(|(all, other)| *all += *other);
}
