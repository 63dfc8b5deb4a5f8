//! The exact value of every legal action for a player who has seen certain cards.

use core::fmt;

use rayon::prelude::*;
use uth::{Card, CardError, Cards, Category, HandAccumulator, Strength};

use crate::fraction::Fraction;
use crate::game::{Game, GameError, Qualify, Stakes};
use crate::play::Action;
use crate::solver::Solver;

/// The cards that a player has seen.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Seen {
    pub(crate) hole: Cards,
    board: Cards,
    /// Cards that are out of play.
    pub(crate) dead: Cards,
    /// Cards of the dealer's hand.
    pub(crate) dealer: Cards,
}

/// What the dealer's possible hands do to a hand on the river.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Against {
    /// The dealer hands that lose.
    pub wins: i64,
    /// Those that tie.
    pub ties: i64,
    /// Those that win.
    pub losses: i64,
    /// The dealer hands with a pair or better that lose.
    pub qualified_wins: i64,
    /// The dealer hands with a pair or better that win.
    pub qualified_losses: i64,
    /// By kind of hand, how often the player's or the dealer's is beaten.
    pub beaten: [i64; 10],
}

/// Each legal action and its value in Antes, best first. A check is followed by best play.
pub type Advice = Vec<(Action, Fraction)>;

/// Why no advice can be given.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AdviceError {
    /// The cards cannot be.
    Cards(CardError),
    /// The board has neither no card nor three nor five.
    Board,
    /// The dealer has two cards.
    Dealer,
    /// So many cards are dead that the board cannot be dealt.
    NoCardsLeft,
    /// The game cannot be solved.
    Game(GameError),
}

impl fmt::Display for AdviceError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            AdviceError::Cards(error) => error.fmt(f),
            AdviceError::Board => f.write_str("the board has no card, three or five"),
            AdviceError::Dealer => f.write_str("the dealer has two cards at most"),
            AdviceError::NoCardsLeft => f.write_str("too few cards are left to deal"),
            AdviceError::Game(error) => error.fmt(f),
        }
    }
}

impl core::error::Error for AdviceError {}

impl Seen {
    /// The cards seen, if they can be: each of them once.
    pub fn new(hole: [Card; 2], board: &[Card], dead: &[Card], dealer: &[Card]) -> Result<Seen, AdviceError> {
        let all = hole.iter().chain(board).chain(dead).chain(dealer).copied();
        let all = Cards::distinct(all).map_err(AdviceError::Cards)?;
        match (board.len(), dealer.len()) {
            (0 | 3 | 5, 0..=2) if all.len() + (5 - board.len()) + (2 - dealer.len()) <= 52 => {}
            (0 | 3 | 5, 0..=2) => return Err(AdviceError::NoCardsLeft),
            (0 | 3 | 5, _) => return Err(AdviceError::Dealer),
            _ => return Err(AdviceError::Board),
        }
        let set = |cards: &[Card]| cards.iter().copied().collect();
        Ok(Seen { hole: set(&hole), board: set(board), dead: set(dead), dealer: set(dealer) })
    }

    /// The value of each action, by enumeration.
    pub fn advice(&self, game: &Game) -> Result<Advice, AdviceError> {
        let stakes = Stakes::of(game).map_err(AdviceError::Game)?;
        if self.board.is_empty() {
            return Ok(self.start_advice(game, &stakes));
        }
        let mut sums = Sums::default();
        if self.board.len() == 5 {
            sums.add(&stakes, self.category(self.board), &self.met(&stakes, self.board));
            return Ok(sums.river(game, &stakes));
        }
        let unseen: Vec<Cards> = self.unseen().iter().map(Cards::of).collect();
        let parts: Vec<Sums> = (0..unseen.len())
            .into_par_iter()
            .map(|turn| {
                let mut sums = Sums::default();
                for river in 0..turn {
                    let board = self.board | unseen[turn] | unseen[river];
                    sums.add(&stakes, self.category(board), &self.met(&stakes, board));
                }
                sums
            })
            .collect();
        for part in &parts {
            sums.merge(part);
        }
        Ok(sums.flop(game, &stakes))
    }

    /// What the dealer's possible hands do, once the board is complete.
    pub fn against_dealer(&self) -> Option<Against> {
        (self.board.len() == 5).then(|| self.against_and_beaten(self.board))
    }

    pub(crate) fn unseen(&self) -> Cards {
        !(self.hole | self.board | self.dead | self.dealer)
    }

    pub(crate) fn category(&self, board: Cards) -> Category {
        Strength::of(self.hole | board).category()
    }

    /// What the dealer's possible hands do on that board, as far as it matters for those stakes.
    pub(crate) fn met(&self, stakes: &Stakes, board: Cards) -> Against {
        let bad_beat = stakes.bad_beat.iter().any(|pay| *pay > 0);
        if bad_beat { self.against_and_beaten(board) } else { self.against(board) }
    }

    /// What the dealer's possible hands do on that board.
    fn against(&self, board: Cards) -> Against {
        let player = Strength::of(self.hole | board);
        let mut met = Met::default();
        self.for_each_dealer(board, |dealer| met.meet(player, dealer));
        met.against()
    }

    /// The same, with the kinds of hands that are beaten.
    fn against_and_beaten(&self, board: Cards) -> Against {
        let player = Strength::of(self.hole | board);
        let mut against = self.against(board);
        self.for_each_dealer(board, |dealer| {
            if player != dealer {
                against.beaten[player.min(dealer).category() as usize] += 1;
            }
        });
        against
    }

    fn for_each_dealer(&self, board: Cards, mut each: impl FnMut(Strength)) {
        let known: HandAccumulator = (board | self.dealer).iter().collect();
        let unseen: Vec<HandAccumulator> = (self.unseen() - board).iter().map(HandAccumulator::of).collect();
        match self.dealer.len() {
            2 => each(known.strength()),
            1 => unseen.iter().for_each(|card| each((known + *card).strength())),
            _ => {
                for (index, one) in unseen.iter().enumerate() {
                    let known = known + *one;
                    unseen[..index].iter().for_each(|other| each((known + *other).strength()));
                }
            }
        }
    }
}

/// Dealer hands that met a hand, counted without a branch.
#[derive(Clone, Copy, Default)]
pub(crate) struct Met {
    hands: i64,
    wins: i64,
    ties: i64,
    unqualified: i64,
}

impl Met {
    #[inline]
    pub(crate) fn meet(&mut self, player: Strength, dealer: Strength) {
        self.hands += 1;
        self.wins += i64::from(player > dealer);
        self.ties += i64::from(player == dealer);
        self.unqualified += i64::from(dealer < Strength::WEAKEST_PAIR);
    }

    /// Unqualified hands are the weakest: they are the first to lose and the last to win.
    pub(crate) fn against(self) -> Against {
        let losses = self.hands - self.wins - self.ties;
        Against {
            wins: self.wins,
            ties: self.ties,
            losses,
            qualified_wins: (self.wins - self.unqualified).max(0),
            qualified_losses: losses.min(self.hands - self.unqualified),
            beaten: [0; 10],
        }
    }
}

/// Sums over runouts and dealer hands, in units of the stakes.
#[derive(Clone, Copy, Default)]
pub(crate) struct Sums {
    deals: i64,
    pub(crate) won: i64,
    /// What Ante, Blind and Bad Beat bring if the hand is played.
    pub(crate) rest: i64,
    /// The better of call and fold, board by board.
    pub(crate) best: i64,
    /// The deals by the kind of the player's hand, for Trips.
    made: [i64; 10],
}

impl Sums {
    pub(crate) fn add(&mut self, stakes: &Stakes, category: Category, against: &Against) {
        let deals = against.wins + against.ties + against.losses;
        let won = against.wins - against.losses;
        let antes = match stakes.qualify {
            Qualify::Pair => against.qualified_wins - against.qualified_losses,
            Qualify::Always => won,
        };
        let returned: i64 =
            stakes.bad_beat.iter().zip(against.beaten).map(|(pay, beaten)| i64::from(*pay) * beaten).sum();
        let rest = i64::from(stakes.ante) * (antes - against.losses)
            + i64::from(stakes.blind[category as usize]) * against.wins
            + returned;
        self.deals += deals;
        self.won += won;
        self.rest += rest;
        self.best += (i64::from(stakes.river) * won + rest).max(-2 * i64::from(stakes.ante) * deals);
        self.made[category as usize] += deals;
    }

    pub(crate) fn merge(&mut self, other: &Sums) {
        self.deals += other.deals;
        self.won += other.won;
        self.rest += other.rest;
        self.best += other.best;
        for (made, other) in self.made.iter_mut().zip(other.made) {
            *made += other;
        }
    }

    pub(crate) fn flop(&self, game: &Game, stakes: &Stakes) -> Advice {
        let raise = i64::from(stakes.flop) * self.won + self.rest;
        self.advice(game, stakes, [(Action::Raise(game.raises.flop), raise), (Action::Check, self.best)], 1)
    }

    fn river(&self, game: &Game, stakes: &Stakes) -> Advice {
        let call = i64::from(stakes.river) * self.won + self.rest;
        let fold = -2 * i64::from(stakes.ante) * self.deals;
        self.advice(game, stakes, [(Action::Raise(game.raises.river), call), (Action::Fold, fold)], 1)
    }

    /// The values of actions whose sums have counted every deal so many times.
    pub(crate) fn advice(
        &self,
        game: &Game,
        stakes: &Stakes,
        actions: impl IntoIterator<Item = (Action, i64)>,
        times: i128,
    ) -> Advice {
        let deals = i128::from(self.deals);
        let pay = |made: Category| game.trips.pay(made).unwrap_or(-Fraction::ONE);
        let made = Category::ALL.into_iter().zip(self.made);
        let trips: Fraction = made.map(|(made, count)| pay(made) * Fraction::of(count.into(), deals)).sum();
        let constant = trips * game.mix.trips - game.mix.bad_beat;
        let value =
            |units: i64| Fraction::of(units.into(), deals * times * i128::from(stakes.ante)) + constant;
        let mut advice: Advice = actions.into_iter().map(|(action, units)| (action, value(units))).collect();
        advice.sort_by_key(|(_, value)| core::cmp::Reverse(*value));
        advice
    }
}

impl Solver {
    /// The value of each action on the flop with no other card seen, from the tables.
    pub fn flop_advice(&self, game: &Game, hole: [Card; 2], flop: [Card; 3]) -> Result<Advice, AdviceError> {
        let seen = Seen::new(hole, &flop, &[], &[])?;
        let stakes = Stakes::of(game).map_err(AdviceError::Game)?;
        if stakes.bad_beat.iter().any(|pay| *pay > 0) {
            return seen.advice(game);
        }
        let unseen: Vec<Card> = seen.unseen().iter().collect();
        let mut sums = Sums::default();
        for (index, turn) in unseen.iter().enumerate() {
            for river in &unseen[..index] {
                let (category, against) = self.look_up(hole, [flop[0], flop[1], flop[2], *turn, *river]);
                sums.add(&stakes, category, &against);
            }
        }
        Ok(sums.flop(game, &stakes))
    }
}
