//! The value of seeing other players' cards, by sampling.
//!
//! A sample is a set of dead cards. Best play that knows them and best play that does not are both followed through all
//! holes, flops, boards and dealer hands, so the difference is exact for each sample; only the sets of cards are
//! sampled. Pairing the two removes most of the variance.

use uth::Card;

use crate::fraction::Fraction;
use crate::game::{GameError, Stakes};
use crate::payoff::Width;
use crate::simulate::generator::SplitMix64;
use crate::solution::Solution;

use super::Information;
use super::decide::decide;
use super::observation::Observation;
use super::sums::Sums;
use super::uninformed::UninformedPlay;

/// The hands of other players, known to one player before the first decision.
pub struct Neighbours<'a> {
    information: &'a Information<'a>,
    stakes: Stakes,
    uninformed: UninformedPlay<'a>,
}

/// An average over samples.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Estimate {
    /// The number of samples.
    pub samples: u64,
    /// The average.
    pub mean: f64,
    /// The standard error of the average.
    pub standard_error: f64,
}

impl<'a> Neighbours<'a> {
    /// Prepares the comparison with the solution of the game, which is best play for a player who sees nothing.
    pub fn new(
        information: &'a Information<'a>,
        solution: &'a Solution,
    ) -> Result<Neighbours<'a>, GameError> {
        let stakes = Information::stakes(&solution.game)?;
        let showdowns = &information.solver.showdowns;
        let uninformed = UninformedPlay::new(showdowns, &information.strengths, solution, stakes.clone());
        Ok(Neighbours { information, stakes, uninformed })
    }

    /// Returns the expected gain, in Antes, of knowing that these cards are dead.
    pub fn gain(&self, dead: &[Card]) -> Fraction {
        let observation = Observation { dead: dead.to_vec(), ..Observation::default() };
        let tables = self.information.deck_tables();
        let deck = tables.showdowns.deck;
        let (stakes, uninformed) = (&self.stakes, Some(&self.uninformed));
        let sums = if Width::of(stakes, observation.dealer_hands(deck)) == Width::Narrow {
            Sums::<i32>::new::<i16>(&tables, stakes, &observation, false, uninformed)
        } else {
            Sums::<i32>::new::<i32>(&tables, stakes, &observation, false, uninformed)
        };
        let values = decide(&tables, stakes, &observation, &sums, uninformed);
        Fraction::of(values.best - values.uninformed, observation.deals(deck) * i128::from(stakes.ante))
    }

    /// Estimates the gain from the hands of `players` other players. The same seed gives the same samples, and a longer
    /// run extends a shorter one. `progress` is called with the number of samples done and their total.
    pub fn estimate(
        &self,
        players: usize,
        samples: u64,
        seed: u64,
        mut progress: impl FnMut(u64, u64),
    ) -> Estimate {
        let gains: Vec<f64> = (0..samples)
            .map(|sample| {
                progress(sample, samples);
                self.gain(&deal(2 * players, seed, sample)).to_f64()
            })
            .collect();
        progress(samples, samples);
        Estimate::of(&gains)
    }
}

impl Estimate {
    #[allow(clippy::cast_precision_loss)]
    fn of(values: &[f64]) -> Estimate {
        let count = values.len() as f64;
        let mean = values.iter().sum::<f64>() / count;
        let squares: f64 = values.iter().map(|value| (value - mean).powi(2)).sum();
        let standard_error =
            if values.len() > 1 { (squares / (count - 1.0) / count).sqrt() } else { f64::INFINITY };
        Estimate { samples: values.len() as u64, mean, standard_error }
    }
}

/// Deals `count` cards. Each seed and sample number has a generator of its own.
fn deal(count: usize, seed: u64, sample: u64) -> Vec<Card> {
    let mut generator = SplitMix64(SplitMix64(seed).next() ^ sample);
    let mut deck: Vec<Card> = Card::all().collect();
    (0..count).map(|_| deck.swap_remove(generator.below(deck.len() as u64) as usize)).collect()
}
