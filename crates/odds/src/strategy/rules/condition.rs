//! The vocabulary of rules.

use core::fmt;

use uth::{Category, Rank};

use super::situation::Situation;

/// Something that holds or does not, given what the player sees.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Condition {
    /// Always.
    Anything,
    /// The best five cards are that kind of hand or a better one.
    Made(Category),
    /// A card of the hole has the rank of another card that is seen, at least that rank.
    HiddenPair(Rank),
    /// Both cards of the hole have one rank: that one, or any.
    PocketPair(Option<Rank>),
    /// A pocket pair above every card of the board.
    Overpair,
    /// The hand is a pair, of a card of the hole and the highest of the board.
    TopPair,
    /// The hand is a pair, of a card of the hole and the lowest of the board.
    BottomPair,
    /// Four cards of a suit, so many of the hole among them at least, the best of those at least that rank.
    FlushDraw {
        /// One or two.
        hole_cards: usize,
        /// The lowest that the best of them may be.
        best: Rank,
    },
    /// Two ranks or more would make a straight.
    OpenEnded,
    /// One rank would make a straight.
    Gutshot,
    /// Both cards of the hole are of one suit.
    Suited,
    /// The higher card of the hole is at least that rank.
    HigherCard(Rank),
    /// The lower card of the hole is at least that rank.
    LowerCard(Rank),
    /// The best card of the hole is among so many best ranks that are not on the board.
    Kicker(usize),
    /// Fewer unseen cards than that, each alone with the board, beat the player.
    OutsBelow(usize),
    /// The hand is of a better kind than the board alone: a hidden pair that plays, or better.
    BetterThanBoard,
    /// The cards of the hole do not help: the board alone is as strong.
    BoardPlays,
    /// A rank is on the board twice or more.
    PairOnBoard,
    /// Two ranks are on the board twice or more.
    TwoPairOnBoard,
    /// A rank is on the board three times or more.
    ThreeOfAKindOnBoard,
    /// So many cards of the board or more are of one suit.
    SuitOnBoard(u32),
    /// One card would make a straight with the board.
    StraightDrawOnBoard,
}

/// When a decision is made.
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
            Condition::Kicker(place) => seen.kicker().is_some_and(|own| own <= place),
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

    /// Why a rule for that street cannot speak of it.
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

/// As rules are written.
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
            Condition::Kicker(place) => write!(f, "kicker among the best {place}"),
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
