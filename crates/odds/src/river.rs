//! From showdowns to flops, and back.
//!
//! On the flop two plans compete: raise now, or check and take the better of call and fold on the river. For one
//! hole and one board, with `a` wins less losses and `c` what Ante and Blind bring, the plans are worth
//! `flop·a + c` and `max(river·a + c, fold)`. Only their difference decides:
//! `max((river − flop)·a, fold − flop·a − c)`, the gain of checking. It is one number for a hole and a board, and
//! its sum over all runouts decides the flop.
//!
//! The sum is split: first as if suits never mattered, board by board in the view by rank; then, for boards with
//! three cards or more in a suit, what the suit changes, in the view by that suit. So each of the 42,783 boards
//! is added to each of its ten flops, times the number of ways to deal the runout.

use rayon::prelude::*;
use uth::Category;

use crate::board::SuitFlop;
use crate::deck::choose;
use crate::game::{Qualify, Stakes};
use crate::showdown::Showdown;
use crate::showdowns::Showdowns;
use crate::tally::{Tallies, Tally};

/// A number for each flop and hole: by rank, and what a suit changes in the view by suit.
pub(crate) struct Flops {
    rank_holes: usize,
    suit_holes: usize,
    ranks: Vec<i32>,
    suits: Vec<i32>,
}

impl Flops {
    pub(crate) fn new(showdowns: &Showdowns) -> Flops {
        let ranks = showdowns.deck.ranks;
        let (rank_holes, suit_holes) = (showdowns.by_rank.holes.len(), showdowns.by_suit.holes.len());
        Flops {
            rank_holes,
            suit_holes,
            ranks: vec![0; choose(ranks + 2, 3) * rank_holes],
            suits: vec![0; SuitFlop::count(ranks) * suit_holes],
        }
    }

    pub(crate) fn ranks(&self, flop: usize) -> &[i32] {
        &self.ranks[flop * self.rank_holes..][..self.rank_holes]
    }

    pub(crate) fn suits(&self, flop: usize) -> &[i32] {
        &self.suits[flop * self.suit_holes..][..self.suit_holes]
    }

    pub(crate) fn ranks_mut(&mut self, flop: usize) -> &mut [i32] {
        &mut self.ranks[flop * self.rank_holes..][..self.rank_holes]
    }

    pub(crate) fn suits_mut(&mut self, flop: usize) -> &mut [i32] {
        &mut self.suits[flop * self.suit_holes..][..self.suit_holes]
    }

    /// The sum of what the threads found.
    pub(crate) fn sum(parts: Vec<Flops>) -> Flops {
        let mut parts = parts.into_iter();
        let mut all = parts.next().expect("there is a thread");
        for part in parts {
            all.ranks
                .par_chunks_mut(1 << 14)
                .zip(part.ranks.par_chunks(1 << 14))
                .for_each(|(all, part)| add(all, part));
            all.suits
                .par_chunks_mut(1 << 14)
                .zip(part.suits.par_chunks(1 << 14))
                .for_each(|(all, part)| add(all, part));
        }
        all
    }
}

pub(crate) fn add(all: &mut [i32], part: &[i32]) {
    for (all, part) in all.iter_mut().zip(part) {
        *all += part;
    }
}

/// What a showdown is worth under given stakes, in units, summed over all dealer hands.
#[derive(Clone, Copy)]
pub(crate) struct Worth<'a> {
    pub stakes: &'a Stakes,
    pub dealer_hands: i32,
}

impl Worth<'_> {
    /// What the Blind pays for flushes that the suit makes, by [`Made`](crate::showdown::Made).
    fn suited_pays(&self) -> [i32; 4] {
        let pay = |category: Category| self.stakes.blind[category as usize];
        [0, pay(Category::Flush), pay(Category::StraightFlush), pay(Category::RoyalFlush)]
    }

    /// Antes won less Antes lost: only dealers with a pair count, where one must qualify. A hand that beats a
    /// pair beats all that have none, and a hand without a pair loses to all pairs, so that the lesser of two
    /// counts is always the right one.
    #[inline]
    pub(crate) fn antes(&self, showdown: Showdown) -> i32 {
        let unqualified = match self.stakes.qualify {
            Qualify::Pair => showdown.unqualified(),
            Qualify::Always => 0,
        };
        (showdown.wins() - unqualified).max(0) - showdown.losses().min(self.dealer_hands - unqualified)
    }

    /// What Ante and Blind bring if the hand is played, given what the Blind pays.
    #[inline]
    pub(crate) fn ante_and_blind(&self, showdown: Showdown, pay: i32) -> i32 {
        self.stakes.ante * (self.antes(showdown) - showdown.losses()) + pay * showdown.wins()
    }

    /// What a fold loses.
    pub(crate) fn fold(&self) -> i32 {
        -2 * self.stakes.ante * self.dealer_hands
    }

    /// The gain of checking the flop over raising it.
    #[inline]
    fn gain(&self, showdown: Showdown, pay: i32) -> i32 {
        let won = showdown.wins() - showdown.losses();
        let raised = self.stakes.flop * won;
        let fold = self.fold() - raised - self.ante_and_blind(showdown, pay);
        (self.stakes.river * won - raised).max(fold)
    }

    /// Whether the hand is folded on the river.
    #[inline]
    pub(crate) fn folds(&self, showdown: Showdown, pay: i32) -> bool {
        let won = showdown.wins() - showdown.losses();
        self.stakes.river * won + self.ante_and_blind(showdown, pay) < self.fold()
    }
}

/// For every flop and hole, the gain of checking the flop over raising it.
pub(crate) fn gains_of_checking(showdowns: &Showdowns, stakes: &Stakes) -> Flops {
    let worth = Worth { stakes, dealer_hands: showdowns.deck.dealer_hands() };
    let suited_pays = worth.suited_pays();
    let (by_rank, by_suit) = (&showdowns.by_rank, &showdowns.by_suit);
    Flops::sum(showdowns.share_boards(|boards| {
        let mut flops = Flops::new(showdowns);
        let mut rank_gains = vec![0; by_rank.holes.len()];
        let mut rank_ways = rank_gains.clone();
        let mut without_suit = vec![0; by_suit.holes.len()];
        let mut pays = without_suit.clone();
        let mut gains = without_suit.clone();
        let mut ways = without_suit.clone();
        for place in boards {
            let board = &showdowns.boards[place];
            let categories = showdowns.categories(place);
            for ((gain, showdown), category) in
                rank_gains.iter_mut().zip(showdowns.ranks(place)).zip(categories)
            {
                *gain = worth.gain(*showdown, stakes.blind[*category as usize]);
            }
            board.each_flop(|runout, flop| {
                by_rank.times_ways(runout, &rank_gains, &mut rank_ways);
                add(flops.ranks_mut(flop), &rank_ways);
            });
            for ((gain, pay), hole) in without_suit.iter_mut().zip(&mut pays).zip(&showdowns.rank_hole) {
                *gain = rank_gains[*hole as usize];
                *pay = stakes.blind[categories[*hole as usize] as usize];
            }
            for (place, suited) in (board.first_suited..).zip(&board.suited) {
                let all = showdowns.suits(place).iter().zip(&pays).zip(&without_suit);
                for (gain, ((showdown, pay), without)) in gains.iter_mut().zip(all) {
                    let made = showdown.made();
                    let pay = if made == 0 { *pay } else { suited_pays[made as usize] };
                    *gain = worth.gain(*showdown, pay) - without;
                }
                showdowns.clear_dead(suited, &mut gains);
                suited.each_flop(showdowns.deck, |runout, those| {
                    by_suit.times_ways(runout, &gains, &mut ways);
                    for flop in those {
                        add(flops.suits_mut(*flop), &ways);
                    }
                });
            }
        }
        flops
    }))
}

/// How often each hand is called and folded on the river, by kind of hand.
#[derive(Clone, Default, Debug)]
pub(crate) struct Ends {
    pub called: Tallies,
    pub folded: Tallies,
}

/// What becomes of the holes that arrive at the river, given how often each of them checks each flop.
pub(crate) fn ends(showdowns: &Showdowns, stakes: &Stakes, arrivals: &Flops) -> Ends {
    let worth = Worth { stakes, dealer_hands: showdowns.deck.dealer_hands() };
    let (by_rank, by_suit) = (&showdowns.by_rank, &showdowns.by_suit);
    let parts = showdowns.share_boards(|boards| {
        let mut ends = Ends::default();
        let mut rank_deals = vec![0; by_rank.holes.len()];
        let mut rank_ways = rank_deals.clone();
        let mut deals = vec![0; by_suit.holes.len()];
        let mut arrived = deals.clone();
        let mut ways = deals.clone();
        for place in boards {
            let board = &showdowns.boards[place];
            let categories = showdowns.categories(place);
            rank_deals.fill(0);
            board.each_flop(|runout, flop| {
                by_rank.times_ways(runout, arrivals.ranks(flop), &mut rank_ways);
                add(&mut rank_deals, &rank_ways);
            });
            for (place, suited) in (board.first_suited..).zip(&board.suited) {
                deals.fill(0);
                suited.each_flop(showdowns.deck, |runout, those| {
                    arrived.fill(0);
                    for flop in those {
                        add(&mut arrived, arrivals.suits(*flop));
                    }
                    by_suit.times_ways(runout, &arrived, &mut ways);
                    add(&mut deals, &ways);
                });
                showdowns.clear_dead(suited, &mut deals);
                for ((showdown, times), hole) in
                    showdowns.suits(place).iter().zip(&deals).zip(&showdowns.rank_hole)
                {
                    rank_deals[*hole as usize] -= times;
                    let category = showdown.category(categories[*hole as usize]);
                    ends.add(worth, *showdown, category, *times);
                }
            }
            for ((showdown, times), category) in
                showdowns.ranks(place).iter().zip(&rank_deals).zip(categories)
            {
                ends.add(worth, *showdown, *category, *times);
            }
        }
        ends
    });
    let mut all = Ends::default();
    for part in parts {
        for kind in 0..10 {
            all.called[kind] += part.called[kind];
            all.folded[kind] += part.folded[kind];
        }
    }
    all
}

impl Ends {
    #[inline]
    fn add(&mut self, worth: Worth, showdown: Showdown, category: Category, times: i32) {
        if times == 0 {
            return;
        }
        let folds = worth.folds(showdown, worth.stakes.blind[category as usize]);
        let tallies = if folds { &mut self.folded } else { &mut self.called };
        tallies[category as usize] += Tally::of(showdown, worth.dealer_hands, times);
    }
}
