//! Before the flop with cards seen: every board that can still come, counted for each of its ten flops.

use rayon::prelude::*;
use uth::{Card, HandAccumulator, Strength};

use crate::advise::{Advice, Against, Met, Seen, Sums};
use crate::game::{Game, Stakes};
use crate::play::Action;
use crate::solver::Solver;

impl Seen {
    /// The value of each raise and of a check, for a player who has seen no board.
    pub(crate) fn start_advice(&self, game: &Game, stakes: &Stakes) -> Advice {
        let boards = Boards::of(self, stakes);
        let count = boards.unseen.len();
        let start = || Start { sums: Sums::default(), flops: vec![Flop::default(); flop(0, 0, count)] };
        let all = (4..count)
            .into_par_iter()
            .fold(start, |start, highest| boards.add(start, highest))
            .reduce(start, Start::merge);
        // Each board was counted for ten flops.
        let check: i64 = all.flops.iter().map(|flop| flop.raise.max(flop.check)).sum();
        let value = |units: i32| (i64::from(units) * all.sums.won + all.sums.rest) * 10;
        let raises = game.raises.preflop.iter().zip(&stakes.preflop);
        let actions = raises.map(|(raise, units)| (Action::Raise(*raise), value(*units)));
        all.sums.advice(game, stakes, actions.chain([(Action::Check, check)]), 10)
    }
}

/// What a flop brings, summed over its boards and dealer hands.
#[derive(Clone, Copy, Default)]
struct Flop {
    raise: i64,
    check: i64,
}

struct Start {
    sums: Sums,
    flops: Vec<Flop>,
}

impl Start {
    fn merge(mut self, other: Start) -> Start {
        self.sums.merge(&other.sums);
        for (flop, other) in self.flops.iter_mut().zip(other.flops) {
            flop.raise += other.raise;
            flop.check += other.check;
        }
        self
    }
}

/// The boards that can still come, and a fast way to meet the dealer on them.
struct Boards<'a> {
    seen: &'a Seen,
    stakes: &'a Stakes,
    unseen: Vec<Card>,
    /// The same cards, ready to be added up.
    piles: Vec<HandAccumulator>,
    hole: [Card; 2],
    dead: Vec<HandAccumulator>,
    /// Where the dealer's cards are unknown, the tables have all dealer hands, and those with dead cards are taken
    /// away. They do not say what was beaten, so that the Bad Beat has to do without them.
    tables: Option<Solver>,
}

impl<'a> Boards<'a> {
    fn of(seen: &'a Seen, stakes: &'a Stakes) -> Boards<'a> {
        let mut hole = seen.hole.iter();
        let hole = core::array::from_fn(|_| hole.next().expect("two hole cards"));
        let dead: Vec<HandAccumulator> = seen.dead.iter().map(HandAccumulator::of).collect();
        // Each dead card costs about as many showdowns as there are unseen cards.
        let few_dead = dead.len() <= 8;
        let usable = seen.dealer.is_empty() && few_dead && stakes.bad_beat.iter().all(|pay| *pay == 0);
        let tables = usable.then(Solver::new);
        let unseen: Vec<Card> = seen.unseen().iter().collect();
        let piles = unseen.iter().copied().map(HandAccumulator::of).collect();
        Boards { seen, stakes, unseen, piles, hole, dead, tables }
    }

    /// Adds all boards whose last unseen card is that one.
    fn add(&self, mut start: Start, highest: usize) -> Start {
        for d in 3..highest {
            for c in 2..d {
                for b in 1..c {
                    for a in 0..b {
                        let places = [a, b, c, d, highest];
                        let mut sums = Sums::default();
                        let pile = places
                            .into_iter()
                            .fold(HandAccumulator::NONE, |pile, place| pile + self.piles[place]);
                        let kind = self.seen.category(pile.cards());
                        sums.add(self.stakes, kind, &self.against(places, pile));
                        let raise = i64::from(self.stakes.flop) * sums.won + sums.rest;
                        for [x, y, z] in TRIPLES {
                            let flop = &mut start.flops[flop(places[x], places[y], places[z])];
                            flop.raise += raise;
                            flop.check += sums.best;
                        }
                        start.sums.merge(&sums);
                    }
                }
            }
        }
        start
    }

    fn against(&self, places: [usize; 5], pile: HandAccumulator) -> Against {
        let Some(tables) = &self.tables else { return self.seen.met(self.stakes, pile.cards()) };
        let (_, mut against) = tables.look_up(self.hole, places.map(|place| self.unseen[place]));
        let player = Strength::of(self.seen.hole | pile.cards());
        let mut gone = Met::default();
        for (index, dead) in self.dead.iter().enumerate() {
            let with_dead = pile + *dead;
            let mut meet = |partner: HandAccumulator| gone.meet(player, (with_dead + partner).strength());
            self.dead[..index].iter().for_each(|partner| meet(*partner));
            // All unseen cards but those of the board: the stretches between its places.
            let ends = places.into_iter().chain([self.piles.len()]);
            for (from, to) in [0].into_iter().chain(places.map(|place| place + 1)).zip(ends) {
                self.piles[from..to].iter().for_each(|partner| meet(*partner));
            }
        }
        let gone = gone.against();
        against.wins -= gone.wins;
        against.ties -= gone.ties;
        against.losses -= gone.losses;
        against.qualified_wins -= gone.qualified_wins;
        against.qualified_losses -= gone.qualified_losses;
        against
    }
}

/// The ten flops of a board.
const TRIPLES: [[usize; 3]; 10] = [
    [0, 1, 2],
    [0, 1, 3],
    [0, 1, 4],
    [0, 2, 3],
    [0, 2, 4],
    [0, 3, 4],
    [1, 2, 3],
    [1, 2, 4],
    [1, 3, 4],
    [2, 3, 4],
];

/// The number of three unseen cards in rising order: how many such threes come before.
const fn flop(low: usize, middle: usize, high: usize) -> usize {
    let threes = high * (high.saturating_sub(1)) * (high.saturating_sub(2)) / 6;
    threes + middle * (middle.saturating_sub(1)) / 2 + low
}

#[cfg(test)]
mod tests {
    use uth::parse_card_list;

    use super::*;

    /// Dealer hands taken from the tables, less those with dead cards, and dealer hands met one by one.
    #[test]
    fn dead_cards_are_taken_away_from_the_tables_exactly() {
        let [hole, dead] = ["Jh 8d", "Qs 4h 2c 2d 8c 9c"].map(|text| parse_card_list(text).expect("cards"));
        let seen = Seen::new([hole[0], hole[1]], &[], &dead, &[]).expect("different cards");
        let stakes = Stakes::of(&Game::standard()).expect("the standard game");
        let with_tables = Boards::of(&seen, &stakes);
        assert!(with_tables.tables.is_some());
        let without = Boards { tables: None, ..Boards::of(&seen, &stakes) };
        let count = with_tables.unseen.len();
        let mut checked = 0;
        for step in 1..2000 {
            let mut places: [usize; 5] =
                core::array::from_fn(|index| (step * (2 * index + 3) + index * 7) % count);
            places.sort_unstable();
            if places.windows(2).any(|pair| pair[0] == pair[1]) {
                continue;
            }
            let pile =
                places.into_iter().fold(HandAccumulator::NONE, |pile, place| pile + with_tables.piles[place]);
            assert_eq!(with_tables.against(places, pile), without.against(places, pile), "{places:?}");
            checked += 1;
        }
        assert!(checked > 1000);
    }
}
