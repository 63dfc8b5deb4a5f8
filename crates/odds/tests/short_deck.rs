//! A short deck is small enough for plain expectimax: every deal is looked at, and the fast solver must agree.

use std::cmp::Ordering;

use odds::{
    ExactPayTable, Fraction, Game, Mix, PlayerAction, PreflopRow, Qualify, Raises, Solution, Solver,
    StartingHand,
};
use rayon::prelude::*;
use uth::{Card, Cards, Category, Strength};

mod combinations;

use combinations::combinations;

/// Pays and raises are multiples of this part of an Ante.
const UNIT: i128 = 24;

#[test]
fn five_ranks_by_plain_expectimax() {
    check(5, &Game::standard());
}

#[test]
fn five_ranks_with_every_rule_changed() {
    check(5, &changed(Qualify::Always, "3/4"));
}

#[test]
fn six_ranks_with_every_rule_changed() {
    // With six ranks there are flushes that are not straight; every fourth starting hand will do.
    check_hands(6, &changed(Qualify::Pair, "1/2"), 4);
}

fn changed(qualify: Qualify, bad_beat: &str) -> Game {
    let pays = |list: &str| list.split(',').map(|pay| pay.parse().unwrap()).collect::<Vec<Fraction>>();
    Game {
        blind: ExactPayTable::descending(Category::RoyalFlush, &pays("20,15/2,10/3,2,3/2,1/4")),
        trips: ExactPayTable::descending(Category::RoyalFlush, &pays("50,40,5,2,1,1/2,1/3")),
        bad_beat: ExactPayTable::descending(Category::StraightFlush, &pays("21,11,5,3,5/3,1/3")),
        qualify,
        raises: Raises { preflop: pays("5,3/2"), flop: pays("5/3")[0], river: pays("3/4")[0] },
        mix: Mix { trips: pays("2/3")[0], bad_beat: bad_beat.parse().unwrap() },
    }
}

/// Checks every `step`th starting hand.
fn check_hands(ranks: usize, game: &Game, step: usize) -> (Solution, Vec<Hand>) {
    let solution = Solver::short_deck(ranks).solve(game).unwrap();
    let plain = Plain::new(ranks, game);
    let starts: Vec<&PreflopRow> = solution.preflop.iter().step_by(step).collect();
    let hands: Vec<Hand> = starts.par_iter().map(|start| plain.hand(start.hand)).collect();
    for (start, hand) in starts.iter().zip(&hands) {
        let name = start.hand.to_string();
        let value = |total: i128| Plain::value(total, hand.deals * UNIT);
        assert_eq!(start.check, value(hand.check), "check {name}");
        for ((_, raise), total) in start.raises.iter().zip(&hand.raises) {
            assert_eq!(*raise, value(*total), "raise {name}");
        }
        assert_eq!(start.best, hand.best, "best {name}");
    }
    (solution, hands)
}

fn check(ranks: usize, game: &Game) {
    let (solution, hands) = check_hands(ranks, game, 1);
    let mut all = Sums::default();
    let mut deals = 0;
    for (start, hand) in solution.preflop.iter().zip(&hands) {
        all.add(&hand.sums, i128::from(start.hand.combos()));
        deals += hand.deals * i128::from(start.hand.combos());
    }
    assert_eq!(solution.deals, deals);
    assert_eq!(solution.wagers.ante, Plain::value(all.ante, deals));
    assert_eq!(solution.wagers.blind, Plain::value(all.blind, deals));
    assert_eq!(solution.wagers.play, Plain::value(all.play, deals));
    assert_eq!(solution.trips.value, Plain::value(all.trips, deals));
    assert_eq!(solution.bad_beat.value, Plain::value(all.bad_beat, deals));
    assert_eq!(solution.best, solution.mix());
    let folded = solution.actions.last().unwrap();
    assert_eq!(*folded, (PlayerAction::Fold, Fraction::new(all.folded, deals).unwrap()));
}

/// Sums over deals under best play: wagers in units, bonus wagers per one such wager.
#[derive(Clone, Copy, Default)]
struct Sums {
    ante: i128,
    blind: i128,
    play: i128,
    trips: i128,
    bad_beat: i128,
    folded: i128,
}

impl Sums {
    fn add(&mut self, other: &Sums, times: i128) {
        self.ante += times * other.ante;
        self.blind += times * other.blind;
        self.play += times * other.play;
        self.trips += times * other.trips;
        self.bad_beat += times * other.bad_beat;
        self.folded += times * other.folded;
    }

    fn plus(mut self, other: &Sums) -> Sums {
        self.add(other, 1);
        self
    }
}

struct Hand {
    deals: i128,
    raises: Vec<i128>,
    check: i128,
    best: PlayerAction,
    sums: Sums,
}

/// Expectimax without any idea.
struct Plain<'a> {
    game: &'a Game,
    deck: Vec<Card>,
    /// What the Bad Beat gives back, the stake included, by the hand that is beaten.
    returned: [i64; 10],
}

impl Plain<'_> {
    fn new(ranks: usize, game: &Game) -> Plain<'_> {
        let returned = Category::ALL
            .map(|beaten| game.bad_beat.pay(beaten).map_or(0, |pay| (Self::units(pay) + UNIT) as i64));
        Plain { game, deck: Card::all().skip(4 * (13 - ranks)).collect(), returned }
    }

    fn units(value: Fraction) -> i128 {
        let units = value * Fraction::whole(UNIT as i64);
        assert_eq!(units.denominator(), 1);
        units.numerator()
    }

    fn value(units: i128, deals: i128) -> Fraction {
        Fraction::new(units, deals * UNIT).unwrap()
    }

    /// All that is on the table, scaled by the square of the unit, since a mix is a product.
    fn total(&self, sums: &Sums) -> i128 {
        let mix = &self.game.mix;
        (sums.ante + sums.blind + sums.play) * UNIT
            + sums.trips * Self::units(mix.trips)
            + sums.bad_beat * Self::units(mix.bad_beat)
    }

    fn hand(&self, hand: StartingHand) -> Hand {
        let hole = self
            .deck
            .iter()
            .flat_map(|one| self.deck.iter().map(move |other| [*one, *other]))
            .find(|[one, other]| one != other && StartingHand::of(*one, *other) == hand)
            .unwrap();
        let rest: Vec<Card> = self.deck.iter().copied().filter(|card| !hole.contains(card)).collect();
        let raises = &self.game.raises;
        let mut preflop = vec![Sums::default(); raises.preflop.len()];
        let mut checked = Sums::default();
        let mut deals = 0;
        for flop in combinations(&rest, 3) {
            let left: Vec<Card> = rest.iter().copied().filter(|card| !flop.contains(card)).collect();
            let (mut flop_raised, mut flop_checked) = (Sums::default(), Sums::default());
            for runout in combinations(&left, 2) {
                let board: Cards = flop.iter().chain(&runout).copied().collect();
                let (won, played, folded) = self.showdowns(hole, board);
                let with = |times: Fraction| Sums { play: Self::units(times) * won, ..played };
                for (raised, times) in preflop.iter_mut().zip(&raises.preflop) {
                    raised.add(&with(*times), 1);
                }
                flop_raised.add(&with(raises.flop), 1);
                let called = with(raises.river);
                let best = if self.total(&called) < self.total(&folded) { &folded } else { &called };
                flop_checked.add(best, 1);
                deals += folded.folded;
            }
            let raise = self.total(&flop_raised) > self.total(&flop_checked);
            checked = checked.plus(if raise { &flop_raised } else { &flop_checked });
        }
        let (mut best, mut sums) = (PlayerAction::Check, checked);
        for (times, raised) in raises.preflop.iter().zip(&preflop) {
            if self.total(raised) > self.total(&sums) {
                (best, sums) = (PlayerAction::Raise(*times), *raised);
            }
        }
        let raises = preflop.iter().map(|sums| self.total(sums)).collect();
        Hand { deals, raises, check: self.total(&checked), best, sums }
    }

    /// Wins less losses, what the other wagers bring if the hand is played, and what they bring if it folds.
    fn showdowns(&self, hole: [Card; 2], board: Cards) -> (i128, Sums, Sums) {
        let game = self.game;
        let player = Strength::of(board.with(hole[0]).with(hole[1]));
        let left = self.deck.iter().copied().filter(|card| !board.contains(*card) && !hole.contains(card));
        let left: Vec<Cards> = left.map(Cards::of).collect();
        let (mut won, mut antes, mut wins, mut losses, mut returned, mut deals) = (0, 0, 0, 0, 0, 0);
        for (index, one) in left.iter().enumerate() {
            for other in &left[..index] {
                let dealer = Strength::of(board | *one | *other);
                let category = dealer.category();
                let qualifies = game.qualify == Qualify::Always || category >= Category::Pair;
                deals += 1;
                match player.cmp(&dealer) {
                    Ordering::Greater => {
                        (won, wins) = (won + 1, wins + 1);
                        antes += i64::from(qualifies);
                        returned += self.returned[category as usize];
                    }
                    Ordering::Less => {
                        (won, losses) = (won - 1, losses + 1);
                        antes -= i64::from(qualifies);
                        returned += self.returned[player.category() as usize];
                    }
                    Ordering::Equal => {}
                }
            }
        }
        let [won, antes, wins, losses, returned, deals] =
            [won, antes, wins, losses, returned, deals].map(i128::from);
        let trips = deals * game.trips.pay(player.category()).map_or(-UNIT, Self::units);
        let blind = game.blind.pay(player.category()).map_or(0, Self::units);
        let lost = -UNIT * deals;
        let shown = Sums {
            ante: UNIT * antes,
            blind: blind * wins - UNIT * losses,
            bad_beat: returned + lost,
            trips,
            ..Sums::default()
        };
        let folded = Sums { ante: lost, blind: lost, play: 0, trips, bad_beat: lost, folded: deals };
        (won, shown, folded)
    }
}
