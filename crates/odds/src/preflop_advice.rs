//! Advice before the flop with known cards: every possible board, credited to each of its ten flops.

use rayon::prelude::*;
use uth::{Card, HandAccumulator, Strength};

use crate::advice::{Advice, AdviceSums, KnownCards, ShowdownCounter, ShowdownCounts};
use crate::decisions::PlayerAction;
use crate::game::{Game, Stakes};
use crate::solver::Solver;

impl KnownCards {
    /// Returns the value of each raise and of a check. With `tables` dealer hands are looked up, not enumerated.
    pub(crate) fn preflop_advice(&self, game: &Game, stakes: &Stakes, tables: Option<&Solver>) -> Advice {
        let boards = Boards::of(self, stakes, tables);
        let count = boards.unseen.len();
        let start = || PreflopSums {
            sums: AdviceSums::default(),
            flops: vec![FlopSums::default(); flop_index(0, 0, count)],
        };
        let all = (4..count)
            .into_par_iter()
            // Each thread keeps 19,600 flops of its own, which are merged at the end.
            .fold(start, |start, highest| boards.add(start, highest))
            .reduce(start, PreflopSums::merge);
        // Each board was credited to ten flops, so the raises are multiplied by ten to match.
        let check: i128 = all.flops.iter().map(|flop| flop.raise.max(flop.check)).sum();
        let value = |units: i64| (i128::from(units) * all.sums.won + all.sums.rest) * 10;
        let raises = game.raises.preflop.iter().zip(&stakes.preflop);
        let actions = raises.map(|(raise, units)| (PlayerAction::Raise(*raise), value(*units)));
        all.sums.advice(game, stakes, actions.chain([(PlayerAction::Check, check)]), 10)
    }
}

/// The two plans on one flop, summed over its boards and dealer hands.
#[derive(Clone, Copy, Default)]
struct FlopSums {
    raise: i128,
    check: i128,
}

struct PreflopSums {
    sums: AdviceSums,
    flops: Vec<FlopSums>,
}

impl PreflopSums {
    fn merge(mut self, other: PreflopSums) -> PreflopSums {
        self.sums.merge(&other.sums);
        for (flop, other) in self.flops.iter_mut().zip(other.flops) {
            flop.raise += other.raise;
            flop.check += other.check;
        }
        self
    }
}

/// The boards that can still come, with a fast way to count the dealer's hands on them.
struct Boards<'a> {
    seen: &'a KnownCards,
    stakes: &'a Stakes,
    unseen: Vec<Card>,
    /// The same cards as accumulators of a hand.
    piles: Vec<HandAccumulator>,
    hole: [Card; 2],
    dead: Vec<HandAccumulator>,
    /// The tables supply the counts over all dealer hands, and those with dead cards are subtracted.
    tables: Option<&'a Solver>,
}

impl<'a> Boards<'a> {
    fn of(seen: &'a KnownCards, stakes: &'a Stakes, tables: Option<&'a Solver>) -> Boards<'a> {
        let mut hole = seen.hole.iter();
        let hole = core::array::from_fn(|_| hole.next().expect("two hole cards"));
        let dead: Vec<HandAccumulator> = seen.dead.iter().map(HandAccumulator::of).collect();
        let unseen: Vec<Card> = seen.unseen().iter().collect();
        let piles = unseen.iter().copied().map(HandAccumulator::of).collect();
        Boards { seen, stakes, unseen, piles, hole, dead, tables }
    }

    /// Adds all boards whose highest unseen card is `highest`.
    fn add(&self, mut start: PreflopSums, highest: usize) -> PreflopSums {
        for d in 3..highest {
            for c in 2..d {
                for b in 1..c {
                    for a in 0..b {
                        let positions = [a, b, c, d, highest];
                        // One board at a time: the choice between call and fold is made for each of them.
                        let mut sums = AdviceSums::default();
                        let pile = positions
                            .into_iter()
                            .fold(HandAccumulator::NONE, |pile, position| pile + self.piles[position]);
                        let kind = self.seen.category(pile.cards());
                        sums.add(self.stakes, kind, &self.counts(positions, pile));
                        let raise = i128::from(self.stakes.flop) * sums.won + sums.rest;
                        for [x, y, z] in FLOPS_OF_BOARD {
                            let flop = &mut start.flops[flop_index(positions[x], positions[y], positions[z])];
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

    fn counts(&self, positions: [usize; 5], pile: HandAccumulator) -> ShowdownCounts {
        let Some(tables) = self.tables else { return self.seen.counts_for(self.stakes, pile.cards()) };
        let board = positions.map(|position| self.unseen[position]);
        let (_, mut counts) = tables.counts_for(self.stakes, self.hole, board);
        let player = Strength::of(self.seen.hole | pile.cards());
        let has_bad_beat = self.stakes.has_bad_beat();
        let mut gone = ShowdownCounter::default();
        for (index, dead) in self.dead.iter().enumerate() {
            let with_dead = pile + *dead;
            let mut count_hand = |partner: HandAccumulator| {
                let dealer = (with_dead + partner).strength();
                gone.count(player, dealer);
                if has_bad_beat && player != dealer {
                    counts.beaten[player.min(dealer).category() as usize] -= 1;
                }
            };
            // Two dead cards are one hand, so a dead card is paired with the dead cards before it only.
            self.dead[..index].iter().for_each(|partner| count_hand(*partner));
            // The partners of a dead card are all unseen cards outside the board: the ranges between its positions.
            let ends = positions.into_iter().chain([self.piles.len()]);
            for (from, to) in [0].into_iter().chain(positions.map(|position| position + 1)).zip(ends) {
                self.piles[from..to].iter().for_each(|partner| count_hand(*partner));
            }
        }
        let gone = gone.counts();
        // Wins and losses against qualified hands may be subtracted like the others: both are sums over
        // disjoint dealer hands.
        counts.wins -= gone.wins;
        counts.ties -= gone.ties;
        counts.losses -= gone.losses;
        counts.qualified_wins -= gone.qualified_wins;
        counts.qualified_losses -= gone.qualified_losses;
        counts
    }
}

/// The positions of the ten flops of a board.
const FLOPS_OF_BOARD: [[usize; 3]; 10] = [
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

/// The rank of three ascending positions in the combinatorial number system.
const fn flop_index(low: usize, middle: usize, high: usize) -> usize {
    let threes = high * (high.saturating_sub(1)) * (high.saturating_sub(2)) / 6;
    threes + middle * (middle.saturating_sub(1)) / 2 + low
}

#[cfg(test)]
mod tests {
    use uth::parse_card_list;

    use super::*;
    use crate::fraction::Fraction;

    /// Compares counts from the tables, less the hands with dead cards, with full enumeration.
    #[test]
    fn dead_cards_are_taken_away_from_the_tables_exactly() {
        let [hole, dead] = ["Jh 8d", "Qs 4h 2c 2d 8c 9c"].map(|text| parse_card_list(text).expect("cards"));
        let seen = KnownCards::new([hole[0], hole[1]], &[], &dead, &[]).expect("different cards");
        let mut game = Game::standard();
        // With a Bad Beat wager the losing hands are counted by category too.
        game.mix.bad_beat = Fraction::ONE;
        let stakes = Stakes::of(&game).expect("the standard game");
        let solver = Solver::new();
        let with_tables = Boards::of(&seen, &stakes, Some(&solver));
        let without = Boards::of(&seen, &stakes, None);
        let count = with_tables.unseen.len();
        let mut checked = 0;
        for step in 1..2000 {
            let mut positions: [usize; 5] =
                core::array::from_fn(|index| (step * (2 * index + 3) + index * 7) % count);
            positions.sort_unstable();
            if positions.windows(2).any(|pair| pair[0] == pair[1]) {
                continue;
            }
            let pile = positions
                .into_iter()
                .fold(HandAccumulator::NONE, |pile, position| pile + with_tables.piles[position]);
            assert_eq!(with_tables.counts(positions, pile), without.counts(positions, pile), "{positions:?}");
            checked += 1;
        }
        assert!(checked > 1000);
    }
}
