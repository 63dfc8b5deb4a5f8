//! A single showdown from the tables.

use uth::{Card, Category};

use crate::advice::ShowdownCounts;
use crate::bad_beat::BeatenTables;
use crate::board::Board;
use crate::board_class::SuitHole;
use crate::deck::pair_index;
use crate::game::Stakes;
use crate::showdowns::Showdowns;
use crate::solver::Solver;

impl Solver {
    /// Returns the category of the player's hand on a board, and the dealer's hands by their showdown. `beaten` stays
    /// empty unless the stakes include a Bad Beat wager.
    pub(crate) fn counts_for(
        &self,
        stakes: &Stakes,
        hole: [Card; 2],
        board: [Card; 5],
    ) -> (Category, ShowdownCounts) {
        let place = Place::of(&self.showdowns, hole, board);
        let (category, mut counts) = place.showdown(&self.showdowns);
        if stakes.has_bad_beat() {
            let tables = self.beaten.get_or_init(|| BeatenTables::new(&self.showdowns));
            counts.beaten = place.beaten(&self.showdowns, tables, category, &counts);
        }
        (category, counts)
    }
}

/// Where the tables have a hole on a board.
struct Place {
    board: usize,
    /// The index among the board's suits, where one matters.
    suited: Option<usize>,
    /// The index among the holes by suit, or by rank where no suit matters.
    hole: usize,
    /// The index among the holes by rank.
    rank_hole: usize,
}

impl Place {
    fn of(showdowns: &Showdowns, hole: [Card; 2], board: [Card; 5]) -> Place {
        let deck = showdowns.deck;
        let mut ranks = board.map(|card| deck.rank(card));
        // Board numbers are those of ascending ranks.
        ranks.sort_unstable();
        let board_index = showdowns.board_indices[Board::number(ranks)] as usize;
        let [one, other] = hole.map(|card| deck.rank(card));
        let rank_hole = pair_index(one, other);
        let Some((suit, suited)) = suited(board, |card| deck.rank(card)) else {
            return Place { board: board_index, suited: None, hole: rank_hole, rank_hole };
        };
        let suits = &showdowns.boards[board_index].suited;
        let index = suits.iter().position(|class| class.ranks == suited).expect("all suits are there");
        let suit_hole = match hole.map(|card| card.suit() as usize == suit) {
            [true, true] => SuitHole::Both(one, other),
            [true, false] => SuitHole::One(one, other),
            [false, true] => SuitHole::One(other, one),
            [false, false] => SuitHole::None(one, other),
        };
        Place { board: board_index, suited: Some(index), hole: suit_hole.index(deck.ranks), rank_hole }
    }

    fn showdown(&self, showdowns: &Showdowns) -> (Category, ShowdownCounts) {
        let by_ranks = showdowns.categories(self.board)[self.rank_hole];
        let dealer_hands = showdowns.deck.dealer_hands();
        let Some(index) = self.suited else {
            let counts = showdowns.ranks(self.board).count(self.hole);
            return (by_ranks, showdown_counts(counts, dealer_hands));
        };
        let board = &showdowns.boards[self.board];
        let class = board.suited[index];
        // The tables store categories by rank only: with a suit there would be 36,608 more rows, almost all
        // of them equal.
        let straight_flushes = &showdowns.orders.flushes(class).straight;
        let category = match straight_flushes.iter().find(|(hole, _)| *hole as usize == self.hole) {
            Some((_, category)) => *category,
            None if self.hole < showdowns.flush_holes(class) => Category::Flush,
            None => by_ranks,
        };
        (category, showdown_counts(showdowns.suits(board, index).count(self.hole), dealer_hands))
    }

    fn beaten(
        &self,
        showdowns: &Showdowns,
        tables: &BeatenTables,
        made: Category,
        counts: &ShowdownCounts,
    ) -> [i64; 10] {
        let (below, kinds) = match self.suited {
            Some(index) => {
                let first = showdowns.boards[self.board].first_suited;
                (&tables.suits[first + index], showdowns.by_suit.holes[self.hole])
            }
            None => (&tables.ranks[self.board], showdowns.by_rank.holes[self.hole]),
        };
        // Counts of one board are at most 1,081.
        below.beaten(kinds, made, counts.wins as i16, counts.losses as i16).map(i64::from)
    }
}

/// Returns the suit with three or more cards, and the set of its ranks.
fn suited(board: [Card; 5], rank: impl Fn(Card) -> usize) -> Option<(usize, u16)> {
    let mut sets = [0u16; 4];
    for card in board {
        sets[card.suit() as usize] |= 1 << rank(card);
    }
    (0..4).map(|suit| (suit, sets[suit])).find(|(_, set)| set.count_ones() >= 3)
}

fn showdown_counts((wins, losses, unqualified): (i16, i16, i16), dealer_hands: i32) -> ShowdownCounts {
    let [wins, losses, unqualified] = [wins, losses, unqualified].map(i64::from);
    let dealer_hands = i64::from(dealer_hands);
    ShowdownCounts {
        wins,
        losses,
        ties: dealer_hands - wins - losses,
        qualified_wins: (wins - unqualified).max(0),
        qualified_losses: losses.min(dealer_hands - unqualified),
        beaten: [0; 10],
    }
}
