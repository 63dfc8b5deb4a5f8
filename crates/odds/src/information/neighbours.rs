//! What the cards of other players are worth, by sampling.
//!
//! A sample is a set of cards that are gone. Both best play that knows them and best play that does not are then
//! followed through all holes, flops, boards and dealer hands, and the difference is exact. Only the sets of cards are
//! sampled; the value without a glimpse is known, so that the average difference is the gain.

use uth::Card;

use crate::fraction::Fraction;
use crate::game::{GameError, Stakes};
use crate::solution::Solution;
use crate::worth::is_narrow;

use super::Information;
use super::decide::decide;
use super::sight::Glimpse;
use super::sums::Sums;
use super::told::Told;

/// The hands of other players, known to one of them before the first decision.
pub struct Neighbours<'a> {
    information: &'a Information<'a>,
    stakes: Stakes,
    told: Told<'a>,
}

/// An average over samples.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Estimate {
    /// How many samples there were.
    pub samples: u64,
    /// The average.
    pub mean: f64,
    /// The standard error of the average.
    pub error: f64,
}

impl<'a> Neighbours<'a> {
    /// Compares with the solution of the game for a player who sees nothing.
    pub fn new(
        information: &'a Information<'a>,
        solution: &'a Solution,
    ) -> Result<Neighbours<'a>, GameError> {
        let stakes = Information::stakes(&solution.game)?;
        let showdowns = &information.solver.showdowns;
        let told = Told::new(showdowns, &information.strengths, solution, stakes.clone());
        Ok(Neighbours { information, stakes, told })
    }

    /// What it gains on average to know that those cards are gone, in Antes.
    pub fn gain(&self, dead: &[Card]) -> Fraction {
        let glimpse = Glimpse { dead: dead.to_vec(), ..Glimpse::default() };
        let known = self.information.known();
        let deck = known.showdowns.deck;
        let (stakes, told) = (&self.stakes, Some(&self.told));
        let sums = if is_narrow(stakes, glimpse.dealer_hands(deck)) {
            Sums::<i32>::new::<i16>(&known, stakes, &glimpse, false, told)
        } else {
            Sums::<i32>::new::<i32>(&known, stakes, &glimpse, false, told)
        };
        let brings = decide(&known, stakes, &glimpse, &sums, told);
        Fraction::of(brings.best - brings.told, glimpse.deals(deck) * i128::from(stakes.ante))
    }

    /// The gain from the hands of so many players, over sampled hands. The same seed gives the same samples, and the
    /// first of them are the same however many there are. `progress` is told how much is done, of how much.
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
        let error = if values.len() > 1 { (squares / (count - 1.0) / count).sqrt() } else { f64::INFINITY };
        Estimate { samples: values.len() as u64, mean, error }
    }
}

/// So many cards of a shuffled deck; each seed and sample has its own.
fn deal(count: usize, seed: u64, sample: u64) -> Vec<Card> {
    let mut state = Chance(seed);
    state = Chance(state.next() ^ sample);
    let mut deck: Vec<Card> = Card::all().collect();
    (0..count).map(|_| deck.swap_remove(state.below(deck.len() as u64) as usize)).collect()
}

/// The generator `SplitMix64`.
struct Chance(u64);

impl Chance {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ self.0 >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ mixed >> 31
    }

    /// A number below `end`, each with the same chance: numbers from an incomplete last round are drawn again.
    fn below(&mut self, end: u64) -> u64 {
        loop {
            let number = self.next();
            if number < u64::MAX / end * end {
                return number % end;
            }
        }
    }
}
