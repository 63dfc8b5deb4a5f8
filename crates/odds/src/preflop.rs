//! What each of the 169 classes of holes does over all boards: the deck alone decides it.

use crate::deck::choose;
use crate::hole::class;
use crate::showdowns::Showdowns;
use crate::tally::{Tallies, Tally};
use crate::view::SuitHole;

/// For each class of holes, all its deals by the kind of hand that the player makes.
pub(crate) fn tallies(showdowns: &Showdowns) -> Vec<Tallies> {
    let parts = showdowns.share_boards(|boards| {
        let mut by_view = ByView::new(showdowns);
        for board in boards {
            by_view.add_board(showdowns, board);
        }
        by_view
    });
    let mut all = ByView::new(showdowns);
    for part in parts {
        add(&mut all.ranks, &part.ranks);
        add(&mut all.suits, &part.suits);
    }
    all.by_class(showdowns)
}

fn add(all: &mut [Tallies], part: &[Tallies]) {
    for (all, part) in all.iter_mut().flatten().zip(part.iter().flatten()) {
        *all += *part;
    }
}

/// Over all boards: for each hole by rank as if suits did not matter, for each hole by suit what the suit changes.
struct ByView {
    ranks: Vec<Tallies>,
    suits: Vec<Tallies>,
}

impl ByView {
    fn new(showdowns: &Showdowns) -> ByView {
        ByView {
            ranks: vec![Tallies::default(); showdowns.by_rank.holes.len()],
            suits: vec![Tallies::default(); showdowns.by_suit.holes.len()],
        }
    }

    fn add_board(&mut self, showdowns: &Showdowns, place: usize) {
        let board = &showdowns.boards[place];
        let dealer_hands = showdowns.deck.dealer_hands();
        let (categories, by_rank) = (showdowns.categories(place), showdowns.ranks(place));
        for (hole, [low, high]) in showdowns.by_rank.holes.iter().enumerate() {
            let ways = board.ways_beside([*low as usize, *high as usize]);
            self.ranks[hole][categories[hole] as usize] += Tally::of(by_rank[hole], dealer_hands, ways);
        }
        let holes = showdowns.by_suit.holes.len();
        let once = vec![1; holes];
        let mut ways = vec![0; holes];
        let mut all_ways = vec![0; holes];
        for (place, suited) in (board.first_suited..).zip(&board.suited) {
            showdowns.by_suit.times_ways(suited.off_runout(showdowns.deck), &once, &mut ways);
            showdowns.clear_dead(suited, &mut ways);
            for (hole, showdown) in showdowns.suits(place).iter().enumerate() {
                let category = showdown.category(categories[showdowns.rank_hole[hole] as usize]);
                self.suits[hole][category as usize] += Tally::of(*showdown, dealer_hands, ways[hole]);
                all_ways[hole] += ways[hole];
            }
        }
        for (hole, ways) in all_ways.iter().enumerate() {
            let rank_hole = showdowns.rank_hole[hole] as usize;
            self.suits[hole][categories[rank_hole] as usize] -=
                Tally::of(by_rank[rank_hole], dealer_hands, *ways);
        }
    }

    fn by_class(&self, showdowns: &Showdowns) -> Vec<Tallies> {
        let deck = showdowns.deck;
        let mut all = vec![Tallies::default(); deck.ranks * deck.ranks];
        // Every board counts once for each flop in it.
        let flops = choose(5, 3) as i64;
        for (hole, [low, high]) in showdowns.by_rank.holes.iter().enumerate() {
            let (low, high) = (*low as usize, *high as usize);
            let suits = |hole: SuitHole| &self.suits[hole.index(deck.ranks)];
            let neither = suits(SuitHole::None(low, high));
            let offsuit = [suits(SuitHole::One(low, high)), suits(SuitHole::One(high, low)), neither];
            let combos = if low == high { 6 } else { 12 };
            for kind in 0..10 {
                let ranks = self.ranks[hole][kind];
                let [one, other, none] = offsuit.map(|tallies| tallies[kind]);
                all[class(deck, low, high, false)][kind] =
                    (ranks + one + other + none.times(2)).times(combos * flops);
                if low < high {
                    let suited = suits(SuitHole::Both(low, high))[kind];
                    all[class(deck, low, high, true)][kind] =
                        (ranks + suited + none.times(3)).times(4 * flops);
                }
            }
        }
        all
    }
}
