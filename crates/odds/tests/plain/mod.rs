//! Expectimax of a player who has seen cards, without any idea.

use std::cmp::Ordering;

use odds::{Fraction, Game, Qualify};
use uth::{Card, Cards, Category, Strength};

use crate::combinations::combinations;

/// Pays and raises are multiples of this part of an Ante.
const UNIT: i64 = 24;

/// What is seen before the first decision.
pub(crate) struct PlainObservation {
    pub dealer: Vec<Card>,
    pub flop: Option<Card>,
    pub river: Option<Card>,
    pub dead: Vec<Card>,
    /// How often it counts.
    pub times: i128,
}

impl PlainObservation {
    pub(crate) fn times(times: i128) -> PlainObservation {
        PlainObservation { dealer: Vec::new(), flop: None, river: None, dead: Vec::new(), times }
    }
}

pub(crate) struct Plain<'a> {
    game: &'a Game,
    pub deck: Vec<Card>,
    /// In units.
    blind: [i64; 10],
    flop: i64,
    river: i64,
}

/// A hand on its way through all boards: in units, over all dealer hands.
#[derive(Clone, Default)]
struct Hole {
    won: i64,
    rest: i64,
    deals: i64,
    /// For each flop: raised, and checked with the better of call and fold.
    flops: Vec<[i64; 2]>,
}

impl Plain<'_> {
    pub(crate) fn new(ranks: usize, game: &Game) -> Plain<'_> {
        Plain {
            game,
            deck: Card::all().skip(4 * (13 - ranks)).collect(),
            blind: Category::ALL.map(|kind| game.blind.pay(kind).map_or(0, units)),
            flop: units(game.raises.flop),
            river: units(game.raises.river),
        }
    }

    pub(crate) fn value(units: i128, deals: i128) -> Fraction {
        Fraction::new(units, deals * i128::from(UNIT)).unwrap()
    }

    /// The sum over all deals under best play, and the number of deals.
    pub(crate) fn best(&self, seen: &PlainObservation) -> (i128, i128) {
        let gone: Cards = seen.dealer.iter().chain(&seen.dead).copied().collect();
        let board_only: Cards = seen.flop.into_iter().chain(seen.river).collect();
        let left: Vec<Card> = self.deck.iter().copied().filter(|card| !gone.contains(*card)).collect();
        let pairs: Vec<Cards> =
            combinations(&left, 2).iter().map(|pair| pair.iter().copied().collect()).collect();
        let mut holes =
            vec![Hole { flops: vec![[0; 2]; combinations(&left, 3).len()], ..Hole::default() }; pairs.len()];
        for board in combinations(&left, 5) {
            let flops = Plain::flops(&left, &board, seen);
            let board: Cards = board.into_iter().collect();
            if flops.is_empty() {
                continue;
            }
            let strengths: Vec<Strength> = pairs.iter().map(|pair| Strength::of(board | *pair)).collect();
            let dealers: Vec<(Cards, Strength)> = match seen.dealer[..] {
                [] => pairs.iter().copied().zip(strengths.iter().copied()).collect(),
                [card] => left
                    .iter()
                    .map(|other| Cards::of(*other))
                    .map(|x| (x, Strength::of(board | x.with(card))))
                    .collect(),
                _ => vec![(Cards::NONE, Strength::of(board | gone))],
            };
            let dealers: Vec<_> = dealers.into_iter().filter(|(cards, _)| cards.is_disjoint(board)).collect();
            for ((hole, cards), strength) in holes.iter_mut().zip(&pairs).zip(&strengths) {
                if cards.is_disjoint(board | board_only) {
                    self.meet(hole, *cards, *strength, &dealers, &flops);
                }
            }
        }
        let all = holes.iter().map(|hole| self.decide(hole));
        let (units, deals) = all.fold((0, 0), |sum, one| (sum.0 + one.0, sum.1 + one.1));
        (units * seen.times, deals * seen.times)
    }

    /// The flops that the board can come from, by number.
    fn flops(left: &[Card], board: &[Card], seen: &PlainObservation) -> Vec<usize> {
        let can_be = |flop: &Vec<Card>| {
            seen.flop.is_none_or(|card| flop.contains(&card))
                && seen.river.is_none_or(|card| board.contains(&card) && !flop.contains(&card))
        };
        let place = |card: &Card| left.iter().position(|other| other == card).unwrap();
        // The number of three places in ascending order.
        let number = |flop: Vec<Card>| {
            let [a, b, c] = [0, 1, 2].map(|index| place(&flop[index]));
            c * c.saturating_sub(1) * c.saturating_sub(2) / 6 + b * b.saturating_sub(1) / 2 + a
        };
        combinations(board, 3).into_iter().filter(can_be).map(number).collect()
    }

    /// A hole on one board against all dealer hands.
    fn meet(
        &self,
        hole: &mut Hole,
        cards: Cards,
        player: Strength,
        dealers: &[(Cards, Strength)],
        flops: &[usize],
    ) {
        let (mut won, mut antes, mut wins, mut losses, mut deals) = (0, 0, 0, 0, 0);
        for (_, dealer) in dealers.iter().filter(|(dealer, _)| dealer.is_disjoint(cards)) {
            let qualifies = self.game.qualify == Qualify::Always || dealer.category() >= Category::Pair;
            deals += 1;
            match player.cmp(dealer) {
                Ordering::Greater => {
                    (won, wins) = (won + 1, wins + 1);
                    antes += i64::from(qualifies);
                }
                Ordering::Less => {
                    (won, losses) = (won - 1, losses + 1);
                    antes -= i64::from(qualifies);
                }
                Ordering::Equal => {}
            }
        }
        let rest = UNIT * (antes - losses) + self.blind[player.category() as usize] * wins;
        for flop in flops {
            hole.won += won;
            hole.rest += rest;
            hole.deals += deals;
            let [raised, checked] = &mut hole.flops[*flop];
            *raised += self.flop * won + rest;
            *checked += (self.river * won + rest).max(-2 * UNIT * deals);
        }
    }

    fn decide(&self, hole: &Hole) -> (i128, i128) {
        let check: i64 = hole.flops.iter().map(|[raised, checked]| *raised.max(checked)).sum();
        let raises = self.game.raises.preflop.iter().map(|raise| units(*raise) * hole.won + hole.rest);
        (raises.fold(check, i64::max).into(), hole.deals.into())
    }
}

fn units(value: Fraction) -> i64 {
    let units = value * Fraction::whole(UNIT);
    assert_eq!(units.denominator(), 1);
    units.numerator() as i64
}
