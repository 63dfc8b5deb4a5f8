//! The conditions that rules are written in.

use core::fmt;

use uth::{Category, Rank};

use super::situation::Situation;

/// A condition on what the player sees.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Condition {
    /// Always holds.
    Anything,
    /// The best five cards have this category or a better one.
    Made(Category),
    /// A hole card pairs another visible card, at this rank or higher.
    HiddenPair(Rank),
    /// The hole is a pair: of this rank, or of any.
    PocketPair(Option<Rank>),
    /// A pocket pair above every board card.
    Overpair,
    /// The hand is a pair, of a hole card with the highest board card.
    TopPair,
    /// The hand is a pair, of a hole card with the lowest board card.
    BottomPair,
    /// Four cards of a suit, at least `hole_cards` of them in the hole, the best of those at least `best`.
    FlushDraw {
        /// One or two.
        hole_cards: usize,
        /// The lowest rank that the best hole card of the suit may have.
        best: Rank,
    },
    /// Two or more ranks complete a straight.
    OpenEnded,
    /// One rank completes a straight.
    Gutshot,
    /// Both hole cards have the same suit.
    Suited,
    /// The higher hole card is at least this rank.
    HigherCard(Rank),
    /// The lower hole card is at least this rank.
    LowerCard(Rank),
    /// The best hole card is among this number of best ranks that are not on the board.
    Kicker(usize),
    /// Fewer than this number of unseen cards, each alone with the board, beat the player.
    OutsBelow(usize),
    /// The hand has a better category than the board alone.
    BetterThanBoard,
    /// The hole cards do not help: the board alone is as strong.
    BoardPlays,
    /// A rank is on the board at least twice.
    PairOnBoard,
    /// Two ranks are on the board at least twice.
    TwoPairOnBoard,
    /// A rank is on the board at least three times.
    ThreeOfAKindOnBoard,
    /// At least this number of board cards have the same suit.
    SuitOnBoard(u32),
    /// One more card would make a straight with the board.
    StraightDrawOnBoard,
}

/// The street of a decision after the first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Street {
    /// Three cards are on the board.
    Flop,
    /// Five cards are on the board.
    River,
}

impl Condition {
    pub(crate) fn holds(self, seen: &Situation) -> bool {
        match self {
            Condition::Anything => true,
            Condition::Made(least) => seen.made() >= least,
            Condition::HiddenPair(least) => seen.hidden_pair().is_some_and(|rank| rank >= least),
            Condition::PocketPair(None) => seen.pocket_pair().is_some(),
            Condition::PocketPair(rank) => seen.pocket_pair() == rank,
            Condition::Overpair => seen.pocket_pair() > seen.highest_on_board(),
            Condition::TopPair => {
                seen.single_pair().is_some_and(|pair| Some(pair) == seen.highest_on_board())
            }
            Condition::BottomPair => {
                seen.single_pair().is_some_and(|pair| Some(pair) == seen.lowest_on_board())
            }
            Condition::FlushDraw { hole_cards, best } => {
                let own = seen.flush_draw();
                own.len() >= hole_cards && own.first().is_some_and(|rank| *rank >= best)
            }
            Condition::OpenEnded => seen.straight_draw() >= 2,
            Condition::Gutshot => seen.straight_draw() == 1,
            Condition::Suited => seen.is_suited(),
            Condition::HigherCard(least) => seen.higher_card() >= least,
            Condition::LowerCard(least) => seen.lower_card() >= least,
            Condition::Kicker(index) => seen.kicker().is_some_and(|own| own <= index),
            Condition::OutsBelow(outs) => seen.has_outs_below(outs),
            Condition::BetterThanBoard => seen.is_better_than_board(),
            Condition::BoardPlays => seen.board_plays(),
            Condition::PairOnBoard => seen.repeated_on_board(2) >= 1,
            Condition::TwoPairOnBoard => seen.repeated_on_board(2) >= 2,
            Condition::ThreeOfAKindOnBoard => seen.repeated_on_board(3) >= 1,
            Condition::SuitOnBoard(count) => seen.suited_on_board() >= count,
            Condition::StraightDrawOnBoard => seen.straight_draw_on_board(),
        }
    }

    /// Returns why a rule for this street cannot use the condition.
    pub(crate) fn misplaced(self, street: Street) -> Option<&'static str> {
        match (self, street) {
            (
                Condition::OutsBelow(_)
                | Condition::BetterThanBoard
                | Condition::BoardPlays
                | Condition::StraightDrawOnBoard,
                Street::Flop,
            ) => Some("it needs the whole board, so that it can stand under [river] only"),
            (Condition::SuitOnBoard(4 | 5), Street::Flop) => Some("the flop has three cards"),
            (Condition::FlushDraw { .. } | Condition::OpenEnded | Condition::Gutshot, Street::River) => {
                Some("no card comes after the river, so that a draw can stand under [flop] only")
            }
            (Condition::Suited | Condition::SuitOnBoard(0..=2), Street::River) => {
                Some("on the river a suit matters only with three or more of it on the board")
            }
            _ => None,
        }
    }
}

/// Writes the condition as it is parsed.
impl fmt::Display for Condition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Condition::Anything => f.write_str("anything"),
            Condition::Made(least) => write!(f, "{least} or better"),
            Condition::HiddenPair(Rank::Two) => f.write_str("hidden pair"),
            Condition::HiddenPair(least) => write!(f, "hidden pair of {} or better", least.plural()),
            Condition::PocketPair(None) => f.write_str("pocket pair"),
            Condition::PocketPair(Some(rank)) => write!(f, "pocket {}", rank.plural()),
            Condition::Overpair => f.write_str("overpair"),
            Condition::TopPair => f.write_str("top pair"),
            Condition::BottomPair => f.write_str("bottom pair"),
            Condition::FlushDraw { hole_cards, best } => {
                f.write_str("four to a flush")?;
                if hole_cards == 2 {
                    f.write_str(" with both cards")?;
                }
                if best > Rank::Two { write!(f, " with a {} or better", best.name()) } else { Ok(()) }
            }
            Condition::OpenEnded => f.write_str("open-ended"),
            Condition::Gutshot => f.write_str("gutshot"),
            Condition::Suited => f.write_str("suited"),
            Condition::HigherCard(least) => write!(f, "higher card {} or better", least.name()),
            Condition::LowerCard(least) => write!(f, "lower card {} or better", least.name()),
            Condition::Kicker(index) => write!(f, "kicker among the best {index}"),
            Condition::OutsBelow(outs) => write!(f, "outs below {outs}"),
            Condition::BetterThanBoard => f.write_str("better than the board"),
            Condition::BoardPlays => f.write_str("the board plays"),
            Condition::PairOnBoard => f.write_str("pair on the board"),
            Condition::TwoPairOnBoard => f.write_str("two pair on the board"),
            Condition::ThreeOfAKindOnBoard => f.write_str("three of a kind on the board"),
            Condition::SuitOnBoard(count) => {
                let count = ["no", "one", "two", "three", "four", "five"][count as usize % 6];
                write!(f, "{count} of a suit on the board")
            }
            Condition::StraightDrawOnBoard => f.write_str("four to a straight on the board"),
        }
    }
}
