//! The exact value of every legal action, given the cards that a player knows.
//!
//! Every completion of the board and every dealer hand is enumerated, so the module shares no table with [`Solver`]
//! except where it says so. That makes it an independent check of the tables.

use core::fmt;

use rayon::prelude::*;
use uth::{Card, CardError, Cards, Category, HandAccumulator, Play, Strength};

use crate::decisions::PlayerAction;
use crate::fraction::Fraction;
use crate::game::{Game, GameError, Qualify, Stakes};
use crate::solver::Solver;

/// The cards that a player knows: the hole, the board so far, and any dead or exposed cards. All of them are distinct.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct KnownCards {
    pub(crate) hole: Cards,
    board: Cards,
    /// Cards that are out of play.
    pub(crate) dead: Cards,
    /// Exposed cards of the dealer's hand, two at most.
    pub(crate) dealer: Cards,
}

/// The dealer's possible hands on a complete board, counted by their showdown against one player hand.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct ShowdownCounts {
    /// Dealer hands that lose to the player.
    pub wins: i64,
    /// Dealer hands that tie.
    pub ties: i64,
    /// Dealer hands that beat the player.
    pub losses: i64,
    /// Dealer hands with a pair or better that lose to the player.
    pub qualified_wins: i64,
    /// Dealer hands with a pair or better that beat the player.
    pub qualified_losses: i64,
    /// Losing hands at the showdown by category, the player's and the dealer's together: what the Bad Beat pays on.
    pub beaten: [i64; 10],
}

/// Each legal action with its value in Antes, best first. The value of a check assumes best play afterwards.
pub type Advice = Vec<(PlayerAction, Fraction)>;

/// Why no advice can be given.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AdviceError {
    /// A card appears twice.
    Cards(CardError),
    /// The board does not have zero, three or five cards.
    Board,
    /// More than two cards are given for the dealer.
    Dealer,
    /// Too many cards are dead to deal the rest of the board and the dealer's hand.
    NoCardsLeft,
    /// The game cannot be solved.
    Game(GameError),
    /// The hand was played with other bonus wagers than the game was solved for.
    OtherWagers,
}

impl fmt::Display for AdviceError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            AdviceError::Cards(error) => error.fmt(f),
            AdviceError::Board => f.write_str("the board has no card, three or five"),
            AdviceError::Dealer => f.write_str("the dealer has two cards at most"),
            AdviceError::NoCardsLeft => f.write_str("too few cards are left to deal"),
            AdviceError::Game(error) => error.fmt(f),
            AdviceError::OtherWagers => f.write_str("the game was solved for other bonus wagers"),
        }
    }
}

impl core::error::Error for AdviceError {}

impl KnownCards {
    /// Checks that the cards are distinct and that enough cards are left to finish the hand.
    pub fn new(
        hole: [Card; 2],
        board: &[Card],
        dead: &[Card],
        dealer: &[Card],
    ) -> Result<KnownCards, AdviceError> {
        let all = hole.iter().chain(board).chain(dead).chain(dealer).copied();
        let all = Cards::distinct(all).map_err(AdviceError::Cards)?;
        match (board.len(), dealer.len()) {
            // The deck must hold the rest of the board and of the dealer's hand.
            (0 | 3 | 5, 0..=2) if all.len() + (5 - board.len()) + (2 - dealer.len()) <= 52 => {}
            (0 | 3 | 5, 0..=2) => return Err(AdviceError::NoCardsLeft),
            (0 | 3 | 5, _) => return Err(AdviceError::Dealer),
            _ => return Err(AdviceError::Board),
        }
        let set = |cards: &[Card]| cards.iter().copied().collect();
        Ok(KnownCards { hole: set(&hole), board: set(board), dead: set(dead), dealer: set(dealer) })
    }

    /// Returns the value of each legal action, by enumeration.
    pub fn advice(&self, game: &Game) -> Result<Advice, AdviceError> {
        let stakes = Stakes::of(game).map_err(AdviceError::Game)?;
        Ok(match self.board.len() {
            0 => {
                let tables = self.profits_from_tables().then(Solver::new);
                self.preflop_advice(game, &stakes, tables.as_ref())
            }
            cards => self.sums(&stakes).actions(game, &stakes, cards),
        })
    }

    /// Sums up every completion of a board of three or five cards.
    pub(crate) fn sums(&self, stakes: &Stakes) -> AdviceSums {
        let mut sums = AdviceSums::default();
        if self.board.len() == 5 {
            sums.add(stakes, self.category(self.board), &self.counts_for(stakes, self.board));
            return sums;
        }
        // Turn and river are one set of two cards: no decision lies between them.
        let unseen: Vec<Cards> = self.unseen().iter().map(Cards::of).collect();
        let parts: Vec<AdviceSums> = (0..unseen.len())
            .into_par_iter()
            .map(|turn| {
                let mut sums = AdviceSums::default();
                for river in 0..turn {
                    let board = self.board | unseen[turn] | unseen[river];
                    sums.add(stakes, self.category(board), &self.counts_for(stakes, board));
                }
                sums
            })
            .collect();
        for part in &parts {
            sums.merge(part);
        }
        sums
    }

    /// Counts the dealer's possible hands, or returns `None` if the board is not complete.
    pub fn showdown_counts(&self) -> Option<ShowdownCounts> {
        (self.board.len() == 5).then(|| self.showdown_with_beaten(self.board))
    }

    pub(crate) fn unseen(&self) -> Cards {
        !(self.hole | self.board | self.dead | self.dealer)
    }

    pub(crate) fn category(&self, board: Cards) -> Category {
        Strength::of(self.hole | board).category()
    }

    /// Counts the dealer's possible hands on `board`; fills `beaten` only if the stakes include a Bad Beat wager,
    /// because that takes longer.
    pub(crate) fn counts_for(&self, stakes: &Stakes, board: Cards) -> ShowdownCounts {
        if stakes.has_bad_beat() { self.showdown_with_beaten(board) } else { self.showdown(board) }
    }

    /// Whether tables of all showdowns save time before the flop. They count every dealer hand, so they are of no use
    /// once a card of the dealer is known; and each dead card costs about as many evaluations as there are unseen
    /// cards, so that beyond eight of them full enumeration is as fast.
    pub fn profits_from_tables(&self) -> bool {
        self.dealer.is_empty() && self.dead.len() <= 8
    }

    /// Counts the dealer's possible hands on `board`, leaving `beaten` empty.
    fn showdown(&self, board: Cards) -> ShowdownCounts {
        let player = Strength::of(self.hole | board);
        let mut counter = ShowdownCounter::default();
        self.for_each_dealer(board, |dealer| counter.count(player, dealer));
        counter.counts()
    }

    /// Counts the dealer's possible hands on `board`, with the losing hands by category.
    fn showdown_with_beaten(&self, board: Cards) -> ShowdownCounts {
        let player = Strength::of(self.hole | board);
        let mut counter = ShowdownCounter::default();
        let mut beaten = [0; 10];
        self.for_each_dealer(board, |dealer| {
            counter.count(player, dealer);
            // The Bad Beat pays on the hand that was beaten, whoever held it; a tie beats neither (R5).
            beaten[player.min(dealer).category() as usize] += i64::from(player != dealer);
        });
        ShowdownCounts { beaten, ..counter.counts() }
    }

    fn for_each_dealer(&self, board: Cards, mut each: impl FnMut(Strength)) {
        // Adding a card to an accumulator is cheaper than evaluating seven cards again.
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

/// A branch-free counter of dealer hands.
#[derive(Clone, Copy, Default)]
pub(crate) struct ShowdownCounter {
    hands: i64,
    wins: i64,
    ties: i64,
    unqualified: i64,
}

impl ShowdownCounter {
    #[inline]
    pub(crate) fn count(&mut self, player: Strength, dealer: Strength) {
        self.hands += 1;
        self.wins += i64::from(player > dealer);
        self.ties += i64::from(player == dealer);
        self.unqualified += i64::from(dealer < Strength::WEAKEST_PAIR);
    }

    /// Derives the qualified counts. Unqualified hands are the weakest of all, so they are the first to lose and the
    /// last to win: the number of qualified wins is `wins − unqualified`, but never negative, and so on.
    pub(crate) fn counts(self) -> ShowdownCounts {
        let losses = self.hands - self.wins - self.ties;
        ShowdownCounts {
            wins: self.wins,
            ties: self.ties,
            losses,
            qualified_wins: (self.wins - self.unqualified).max(0),
            qualified_losses: losses.min(self.hands - self.unqualified),
            beaten: [0; 10],
        }
    }
}

/// Sums over runouts and dealer hands, in units of the stakes. There are up to 10 · C(50, 5) · 990 < 2³⁵ deals, and a
/// pay has up to 2³⁹ units, which 64 bits do not hold.
#[derive(Clone, Copy, Default)]
pub(crate) struct AdviceSums {
    deals: i64,
    pub(crate) won: i128,
    /// The net result of Ante, Blind and Bad Beat if the hand goes to a showdown; the stake of the Bad Beat, which is
    /// lost first and then returned with its pay, is subtracted at the end.
    pub(crate) rest: i128,
    /// The better of call and fold, summed board by board.
    pub(crate) best: i128,
    /// Deals by the category of the player's hand, for Trips.
    made: [i64; 10],
}

impl AdviceSums {
    pub(crate) fn add(&mut self, stakes: &Stakes, category: Category, counts: &ShowdownCounts) {
        let deals = counts.wins + counts.ties + counts.losses;
        let won = counts.wins - counts.losses;
        let antes = match stakes.qualify {
            Qualify::Pair => counts.qualified_wins - counts.qualified_losses,
            Qualify::Always => won,
        };
        // One board has 1,081 dealer hands at most, so its own sums are below 2⁶³.
        let returned: i64 = stakes.bad_beat.iter().zip(counts.beaten).map(|(pay, beaten)| pay * beaten).sum();
        let rest =
            stakes.ante * (antes - counts.losses) + stakes.blind[category as usize] * counts.wins + returned;
        self.deals += deals;
        self.won += i128::from(won);
        self.rest += i128::from(rest);
        self.best += i128::from((stakes.river * won + rest).max(-2 * stakes.ante * deals));
        self.made[category as usize] += deals;
    }

    pub(crate) fn merge(&mut self, other: &AdviceSums) {
        self.deals += other.deals;
        self.won += other.won;
        self.rest += other.rest;
        self.best += other.best;
        for (made, other) in self.made.iter_mut().zip(other.made) {
            *made += other;
        }
    }

    /// Returns the actions on the flop, or on the river if the board has five cards, best first.
    pub(crate) fn actions(&self, game: &Game, stakes: &Stakes, board: usize) -> Advice {
        let played = |raise: i64| i128::from(raise) * self.won + self.rest;
        let actions = if board == 3 {
            [(PlayerAction::Raise(game.raises.flop), played(stakes.flop)), (PlayerAction::Check, self.best)]
        } else {
            [
                (PlayerAction::Raise(game.raises.river), played(stakes.river)),
                (PlayerAction::Fold, self.fold(stakes)),
            ]
        };
        self.advice(game, stakes, actions, 1)
    }

    /// Returns the value of a hand that has been played so.
    pub(crate) fn value_of(&self, game: &Game, stakes: &Stakes, play: Play) -> Fraction {
        let units = match play {
            // The stake of the Bad Beat is not subtracted here: `value` subtracts it from every action,
            // because a call has it in `rest` as part of what is returned.
            Play::Fold => self.fold(stakes),
            Play::Raise(times) => i128::from(times) * i128::from(stakes.ante) * self.won + self.rest,
        };
        self.value(game, stakes, units, 1)
    }

    /// A fold loses Ante and Blind, and the Bad Beat, which every value subtracts.
    fn fold(&self, stakes: &Stakes) -> i128 {
        -2 * i128::from(stakes.ante) * i128::from(self.deals)
    }

    /// Turns sums into values. `times` says how often the sums count each deal.
    pub(crate) fn advice(
        &self,
        game: &Game,
        stakes: &Stakes,
        actions: impl IntoIterator<Item = (PlayerAction, i128)>,
        times: i128,
    ) -> Advice {
        let actions = actions.into_iter();
        let mut advice: Advice =
            actions.map(|(action, units)| (action, self.value(game, stakes, units, times))).collect();
        // A stable sort: of two equal actions the bolder, listed first, is called the best, as the solver
        // does on the river.
        advice.sort_by_key(|(_, value)| core::cmp::Reverse(*value));
        advice
    }

    /// Returns the value in Antes of a sum of units, with Trips, which no action changes.
    fn value(&self, game: &Game, stakes: &Stakes, units: i128, times: i128) -> Fraction {
        let deals = i128::from(self.deals);
        let pay = |made: Category| game.trips.pay(made).unwrap_or(-Fraction::ONE);
        // Trips needs the full board, which every deal of the sums has.
        let made = Category::ALL.into_iter().zip(self.made);
        let trips: Fraction = made.map(|(made, count)| pay(made) * Fraction::of(count.into(), deals)).sum();
        let constant = trips * game.mix.trips - game.mix.bad_beat;
        Fraction::of(units, deals * times * i128::from(stakes.ante)) + constant
    }
}

impl Solver {
    /// Returns the value of each legal action like [`KnownCards::advice`], from the solver's tables where they help.
    pub fn advice(&self, game: &Game, known: &KnownCards) -> Result<Advice, AdviceError> {
        let stakes = Stakes::of(game).map_err(AdviceError::Game)?;
        Ok(match known.board.len() {
            0 => known.preflop_advice(game, &stakes, known.profits_from_tables().then_some(self)),
            cards => self.sums(&stakes, known).actions(game, &stakes, cards),
        })
    }

    /// Sums up every completion of a board of three or five cards.
    pub(crate) fn sums(&self, stakes: &Stakes, known: &KnownCards) -> AdviceSums {
        let knows_only_own_cards = (known.dead | known.dealer).is_empty();
        if known.board.len() == 5 || !knows_only_own_cards {
            return known.sums(stakes);
        }
        let (hole, flop): (Vec<Card>, Vec<Card>) =
            (known.hole.iter().collect(), known.board.iter().collect());
        let unseen: Vec<Card> = known.unseen().iter().collect();
        let mut sums = AdviceSums::default();
        for (index, turn) in unseen.iter().enumerate() {
            for river in &unseen[..index] {
                let board = [flop[0], flop[1], flop[2], *turn, *river];
                let (category, counts) = self.counts_for(stakes, [hole[0], hole[1]], board);
                sums.add(stakes, category, &counts);
            }
        }
        sums
    }
}
