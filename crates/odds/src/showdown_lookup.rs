//! A single showdown from the tables.

use uth::{Card, Category};

use crate::advice::ShowdownCounts;
use crate::board::Board;
use crate::board_class::SuitHole;
use crate::deck::pair_index;
use crate::solver::Solver;

impl Solver {
    /// Returns the category of the player's hand on a board, and the dealer's hands by their showdown. The tables do
    /// not know which categories lose, so `beaten` stays empty.
    pub(crate) fn showdown(&self, hole: [Card; 2], board: [Card; 5]) -> (Category, ShowdownCounts) {
        let showdowns = &self.showdowns;
        let deck = showdowns.deck;
        let mut ranks = board.map(|card| deck.rank(card));
        ranks.sort_unstable();
        let board_index = showdowns.board_indices[Board::number(ranks)] as usize;
        let board_class = &showdowns.boards[board_index];
        let [one, other] = hole.map(|card| deck.rank(card));
        let rank_hole = pair_index(one, other);
        let by_ranks = showdowns.categories(board_index)[rank_hole];
        let Some((suit, suited)) = suited(board, |card| deck.rank(card)) else {
            let counts = showdowns.ranks(board_index).count(rank_hole);
            return (by_ranks, showdown_counts(counts, deck.dealer_hands()));
        };
        let index =
            board_class.suited.iter().position(|class| class.ranks == suited).expect("all suits are there");
        let in_suit = hole.map(|card| card.suit() as usize == suit);
        let suit_hole = match in_suit {
            [true, true] => SuitHole::Both(one, other),
            [true, false] => SuitHole::One(one, other),
            [false, true] => SuitHole::One(other, one),
            [false, false] => SuitHole::None(one, other),
        };
        let suit_hole = suit_hole.index(deck.ranks);
        let class = board_class.suited[index];
        let straight_flushes = &showdowns.orders.flushes(class).straight;
        let category = match straight_flushes.iter().find(|(hole, _)| *hole as usize == suit_hole) {
            Some((_, category)) => *category,
            None if suit_hole < showdowns.flush_holes(class) => Category::Flush,
            None => by_ranks,
        };
        (category, showdown_counts(showdowns.suits(board_class, index).count(suit_hole), deck.dealer_hands()))
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
