//! The solution of a game.

use rayon::prelude::*;

use crate::deck::Deck;
use crate::flop::FlopClass;
use crate::flops::Flops;
use crate::fraction::Fraction;
use crate::game::{Game, GameError, Qualify, Stakes};
use crate::hole::Hole;
use crate::preflop;
use crate::river;
use crate::showdowns::Showdowns;
use crate::tally::Tallies;
use crate::worth::{Worth, is_narrow};

/// Everything that depends on the deck alone.
pub struct Solver {
    showdowns: Showdowns,
    holes: Vec<Hole>,
    flops: Vec<FlopClass>,
    /// For each class of holes, all its deals.
    totals: Vec<Tallies>,
}

impl Solver {
    /// Makes the tables for the full deck.
    pub fn new() -> Solver {
        Solver::of(Deck::FULL)
    }

    fn of(deck: Deck) -> Solver {
        let showdowns = Showdowns::new(deck);
        let totals = preflop::tallies(&showdowns);
        Solver { holes: Hole::all(deck), flops: FlopClass::all(deck), totals, showdowns }
    }

    /// Solves the game.
    pub fn solve(&self, game: &Game) -> Result<Fraction, GameError> {
        let stakes = Stakes::of(game)?;
        let t = std::time::Instant::now();
        let dealer_hands = self.showdowns.deck.dealer_hands();
        assert!(is_narrow(&stakes, dealer_hands));
        let worth = Worth::new(&stakes, dealer_hands, |n| n as i16);
        let gains = river::gains_of_checking(&self.showdowns, &worth);
        println!("gains {:?}", t.elapsed());
        let classes = self.totals.len();
        let t = std::time::Instant::now();
        let decided: Vec<(Vec<bool>, Vec<i64>)> = self
            .flops
            .par_iter()
            .map(|flop| {
                let mut values = vec![0; self.holes.len()];
                flop.values(&self.holes, &gains, &mut values);
                let mut gain = vec![0; classes];
                for (hole, value) in self.holes.iter().zip(&values) {
                    gain[hole.class as usize] += i64::from((*value).max(0)) * i64::from(flop.flops);
                }
                (values.iter().map(|value| *value >= 0).collect(), gain)
            })
            .collect();
        println!("decide {:?}", t.elapsed());
        let mut total = 0i128;
        let mut checks = vec![false; classes];
        let mut raised = 0;
        let ante = i64::from(stakes.ante);
        for class in 0..classes {
            let gain: i64 = decided.iter().map(|(_, gain)| gain[class]).sum();
            let (mut won, mut rest) = (0, 0);
            for (tally, pay) in self.totals[class].iter().zip(stakes.blind) {
                won += tally.wins - tally.losses;
                let antes = match stakes.qualify {
                    Qualify::Pair => tally.qualified_wins - tally.qualified_losses,
                    Qualify::Always => tally.wins - tally.losses,
                };
                rest += ante * (antes - tally.losses) + i64::from(pay) * tally.wins;
            }
            let check = i64::from(stakes.flop) * won + rest + gain;
            let best =
                stakes.preflop.iter().map(|raise| i64::from(*raise) * won + rest).max().unwrap_or(i64::MIN);
            checks[class] = check >= best;
            raised += i32::from(!checks[class]);
            total += i128::from(check.max(best));
        }
        println!("raised {raised}");
        let t = std::time::Instant::now();
        let mut arrivals = Flops::new(&self.showdowns);
        for (flop, (decided, _)) in self.flops.iter().zip(&decided) {
            for (hole, check) in self.holes.iter().zip(decided) {
                if *check && checks[hole.class as usize] && hole.cards.is_disjoint(flop.cards) {
                    flop.count(hole, &mut arrivals);
                }
            }
        }
        println!("arrivals {:?}", t.elapsed());
        let t = std::time::Instant::now();
        let ends = river::arrive(&self.showdowns, &worth, &arrivals);
        println!("ends {:?}", t.elapsed());
        let d = self.showdowns.deck.deals();
        println!(
            "{} {}",
            ends.all.deals as f64 * 990. / d as f64,
            ends.folded.deals as f64 * 990. / d as f64
        );
        println!("{}", self.totals.iter().flatten().map(|t| t.deals).sum::<i64>() as i128 - d);
        Ok(Fraction::of(total, self.showdowns.deck.deals() * i128::from(stakes.ante)))
    }
}
