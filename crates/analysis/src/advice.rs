//! What is best at one point of a hand, exactly: the same numbers for the terminal, the page and programs.

use odds::{Advice, AdviceError, Fraction, Game, KnownCards, Mix, ShowdownCounts};
use thiserror::Error;
use uth::{Card, CardError, Cards, Cents, Hand, PayTableId, Pays, Strength, Wagers};

use crate::solve::Laboratory;

/// What values assume where a player's bank may run out before it has paid this hand (R7).
pub const FULL_COVER: &str =
    "Values assume that the bank covers every wager of this hand in full; it may be too short for that.";

/// The cards that are seen, in the order written.
#[derive(Clone, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub struct Point {
    pub hole: [Card; 2],
    pub board: Vec<Card>,
    /// Cards that are out of play.
    pub dead: Vec<Card>,
    /// Cards of the dealer's hand.
    pub dealer: Vec<Card>,
}

/// Cards that beat the player from the dealer's hand, and what they make.
#[derive(Clone, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub struct Outs {
    pub makes: String,
    pub cards: Vec<Card>,
}

/// Everything that there is to say about a point.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Advised {
    /// Each action and its value in Antes, best first.
    pub advice: Advice,
    /// What the dealer's possible hands do, on the river.
    pub against: Option<ShowdownCounts>,
    /// What beats the player, on the river.
    pub outs: Vec<Outs>,
}

/// Why the cards make no point of a hand. All but the first begin with the place that is meant.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[allow(missing_docs)]
pub enum PointError {
    #[error("the hole cards are two cards, like \"As Kd\", not {0}")]
    Hole(usize),
    #[error("{place}: {text:?} cannot be read: {why}")]
    Unread { place: &'static str, text: String, why: CardError },
    #[error("{place}: the card {card} is there twice")]
    Twice { place: &'static str, card: Card },
    #[error("board: a board has no card, three or five, not {0}")]
    Board(usize),
    #[error("dealer: the dealer has two cards, not {0}")]
    Dealer(usize),
}

impl Point {
    /// Reads cards as they are written.
    pub fn read(hole: &str, board: &str, dead: &str, dealer: &str) -> Result<Point, PointError> {
        let hole = read("hole", hole)?;
        let hole = hole.try_into().map_err(|cards: Vec<Card>| PointError::Hole(cards.len()))?;
        let point = Point {
            hole,
            board: read("board", board)?,
            dead: read("dead", dead)?,
            dealer: read("dealer", dealer)?,
        };
        point.check()?;
        Ok(point)
    }

    /// No card is seen in two places, and the numbers of cards are those of a street.
    fn check(&self) -> Result<(), PointError> {
        // Places are checked in the order in which they are typed, so that an error names the later of two
        // equal cards.
        let mut seen: Cards = self.hole.into_iter().collect();
        for (place, cards) in [("board", &self.board), ("dead", &self.dead), ("dealer", &self.dealer)] {
            for card in cards {
                if seen.contains(*card) {
                    return Err(PointError::Twice { place, card: *card });
                }
                seen = seen.with(*card);
            }
        }
        match (self.board.len(), self.dealer.len()) {
            (0 | 3 | 5, 0..=2) => Ok(()),
            (0 | 3 | 5, dealer) => Err(PointError::Dealer(dealer)),
            (board, _) => Err(PointError::Board(board)),
        }
    }

    /// What is best in a game, and what everything else costs.
    pub fn advised(&self, laboratory: &Laboratory, game: &Game) -> Result<Advised, AdviceError> {
        let known = self.known_cards()?;
        let outs = if self.board.len() == 5 { self.outs() } else { Vec::new() };
        Ok(Advised { advice: laboratory.advice(self, game)?, against: known.showdown_counts(), outs })
    }

    pub(crate) fn known_cards(&self) -> Result<KnownCards, AdviceError> {
        KnownCards::new(self.hole, &self.board, &self.dead, &self.dealer)
    }

    /// The unseen cards that beat the player from the dealer's hand, with the board alone, by what they make.
    fn outs(&self) -> Vec<Outs> {
        let seen = self.hole.iter().chain(&self.board).chain(&self.dead).chain(&self.dealer);
        let unseen = !seen.copied().collect::<Cards>();
        let board: Cards = self.board.iter().copied().collect();
        let player = Strength::of(self.hole.into_iter().fold(board, Cards::with));
        let own: Vec<Card> = self.board.iter().copied().chain(self.hole).collect();
        let own = Hand::best_of(&own).map_or(String::new(), |hand| hand.to_string());
        let mut outs: Vec<Outs> = Vec::new();
        for card in unseen.iter().filter(|card| Strength::of(board.with(*card)) > player) {
            let cards: Vec<Card> = self.board.iter().copied().chain([card]).collect();
            let makes = Hand::best_of(&cards).map_or(String::new(), |hand| hand.to_string());
            // A card that pairs the board like the player's own hand beats it by kickers alone; without a
            // word the group would read like a tie.
            let makes = if makes == own { format!("{makes}, with better kickers") } else { makes };
            match outs.iter_mut().find(|group| group.makes == makes) {
                Some(group) => group.cards.push(card),
                None => outs.push(Outs { makes, cards: vec![card] }),
            }
        }
        // The sort is stable: groups of equal size stay in the order of their cards.
        outs.sort_by_key(|group| std::cmp::Reverse(group.cards.len()));
        outs
    }
}

/// Why wagers make no game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("an Ante is above zero, and a bonus wager is not below")]
pub struct WagersError;

/// Returns the game of an approved pay table with those wagers.
pub fn game_with(pay_table: PayTableId, wagers: Wagers) -> Result<Game, WagersError> {
    let game = Game::of(&Pays::approved(pay_table));
    let Wagers { ante: Cents(ante), trips: Cents(trips), bad_beat: Cents(bad_beat) } = wagers;
    // Limits and chips are the table's to check; advice needs no more than a ratio (R22).
    if ante <= 0 || trips < 0 || bad_beat < 0 {
        return Err(WagersError);
    }
    let share = |wager: i64| Fraction::new(wager.into(), ante.into()).ok_or(WagersError);
    Ok(Game { mix: Mix { trips: share(trips)?, bad_beat: share(bad_beat)? }, ..game })
}

fn read(place: &'static str, text: &str) -> Result<Vec<Card>, PointError> {
    uth::parse_card_list(text).map_err(|why| PointError::Unread { place, text: text.to_owned(), why })
}

/// Cards as they are written.
pub fn written(cards: &[Card]) -> String {
    cards.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
}
