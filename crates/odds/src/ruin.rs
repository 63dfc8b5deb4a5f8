//! The probability that a bankroll runs out.
//!
//! A hand of best play changes a bankroll by one of a few dozen amounts, all multiples of one unit. The probability of
//! every possible bankroll is therefore followed hand by hand, without a normal approximation and without sampling.
//! Only positive floats are added, which keeps about ten digits. Bankrolls above a ceiling are not followed further;
//! the probability of reaching it is reported as [`Ruin::error_bound`], and nothing else is neglected.
// Units and hands are counted in millions at most, which `f64` represents exactly.
#![allow(clippy::cast_precision_loss)]

use core::fmt;

use crate::distribution::Distribution;
use crate::fraction::{Fraction, greatest_common_divisor};

/// The fate of a bankroll.
#[derive(Clone, PartialEq, Debug)]
pub struct Ruin {
    /// The most that a hand can lose, in Antes. A player with less cannot continue with best play and counts as ruined.
    pub minimum_bankroll: Fraction,
    /// Numbers of hands with the probability of ruin until then; the last point is after all hands.
    pub curve: Vec<(u32, f64)>,
    /// By how much the probabilities may be too low.
    pub error_bound: f64,
    /// The probability of ending with more than at the start.
    pub ahead: f64,
    /// The 5%, 50% and 95% quantiles of the final bankroll, in Antes.
    pub quantiles: [f64; 3],
}

/// Why ruin is not computed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RuinError {
    /// The number of hands is zero or above [`RuinError::MOST_HANDS`].
    Hands,
    /// The bankroll does not cover one hand, which needs so much, or exceeds a million Antes.
    Bankroll(Fraction),
    /// The computation would exceed the bound on work: too many hands, or too small a unit.
    TooMuch,
}

impl RuinError {
    /// The largest number of hands.
    pub const MOST_HANDS: u32 = 10_000;
}

impl fmt::Display for RuinError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RuinError::Hands => write!(f, "there may be 1 to {} hands", RuinError::MOST_HANDS),
            RuinError::Bankroll(needed) => {
                write!(f, "the bankroll must cover a hand of {needed} Antes, and be a million at most")
            }
            RuinError::TooMuch => f.write_str(
                "this is too much work: take fewer hands, a smaller bankroll or pays with smaller denominators",
            ),
        }
    }
}

impl core::error::Error for RuinError {}

/// The number of points on the curve.
const CURVE_POINTS: u32 = 60;
/// The largest number of products; they take about a second.
const MOST_PRODUCTS: u64 = 2_500_000_000;
/// The ceiling lies at least this number of standard deviations above the bankroll.
const DEVIATIONS: f64 = 4.0;

impl Distribution {
    /// Follows a bankroll, in Antes, for a number of hands. The Bad Beat is left out, as it is in the distribution.
    pub fn ruin(&self, bankroll: Fraction, hands: u32) -> Result<Ruin, RuinError> {
        if hands == 0 || hands > RuinError::MOST_HANDS {
            return Err(RuinError::Hands);
        }
        let needed = self.results.keys().next().map_or(Fraction::ZERO, |least| -*least);
        if bankroll < needed || needed <= Fraction::ZERO || bankroll > Fraction::whole(1_000_000) {
            return Err(RuinError::Bankroll(needed));
        }
        let mut chain = BankrollChain::new(self, bankroll, needed, hands).ok_or(RuinError::TooMuch)?;
        let every = hands.div_ceil(CURVE_POINTS);
        let mut curve = vec![(0, 0.0)];
        for hand in 1..=hands {
            chain.step();
            if hand % every == 0 || hand == hands {
                curve.push((hand, chain.ruined));
            }
        }
        let quantiles = [0.05, 0.5, 0.95].map(|share| chain.quantile(share));
        Ok(Ruin {
            minimum_bankroll: needed,
            curve,
            error_bound: if chain.safe { 0.0 } else { chain.risen },
            ahead: chain.ahead(),
            quantiles,
        })
    }
}

/// The probability of every bankroll, in units, from zero up to a ceiling. Bankrolls below `needed` are absorbed.
struct BankrollChain {
    unit: Fraction,
    needed: usize,
    start: usize,
    /// Each change with its probability.
    changes: Vec<(isize, f64)>,
    now: Vec<f64>,
    next: Vec<f64>,
    /// All bankrolls with a positive probability are below this.
    end: usize,
    /// The probability of each bankroll among those absorbed.
    remains: Vec<f64>,
    ruined: f64,
    /// The probability of having reached the ceiling, and whether ruin is impossible from there.
    risen: f64,
    safe: bool,
}

impl BankrollChain {
    fn new(
        distribution: &Distribution,
        bankroll: Fraction,
        needed: Fraction,
        hands: u32,
    ) -> Option<BankrollChain> {
        let mut parts = bankroll.denominator();
        for result in distribution.results.keys() {
            let other = result.denominator();
            parts = parts.checked_mul(other / greatest_common_divisor(parts, other))?;
        }
        // Units are counted in 64 bits on every target, so that the same question has the same answer everywhere. Only
        // bankrolls up to the ceiling, which become indices, must fit `usize`.
        let units = |amount: Fraction| {
            i64::try_from(amount.numerator().checked_mul(parts / amount.denominator())?).ok()
        };
        let deals = distribution.deals();
        let changes = distribution
            .results
            .iter()
            .map(|(result, count)| Some((units(*result)?, Fraction::new(*count, deals)?.to_f64())));
        let changes: Vec<(i64, f64)> = changes.collect::<Option<_>>()?;
        let (start, needed) = (u64::try_from(units(bankroll)?).ok()?, u64::try_from(units(needed)?).ok()?);
        // A bankroll of this size survives even if every remaining hand loses the most.
        let safe = (u64::from(hands) + 1).checked_mul(needed)?.checked_add(start)?;
        let room = MOST_PRODUCTS / (u64::from(hands) * changes.len() as u64);
        let ceiling = safe.min(room);
        let spread = distribution.standard_deviation() * f64::from(hands).sqrt() * parts as f64;
        if ceiling < safe && (ceiling as f64) < start as f64 + DEVIATIONS * spread {
            return None;
        }
        let is_safe = ceiling == safe;
        let [ceiling, start, needed] = [ceiling, start, needed].map(|units| usize::try_from(units).ok());
        let (ceiling, start, needed) = (ceiling?, start?, needed?);
        // A change beyond the ceiling leaves the table from every bankroll, so its exact size does not matter.
        let beyond = isize::try_from(ceiling).ok()?.checked_add(1)?;
        let clamped = |change: i64| isize::try_from(change).map_or(beyond, |change| change.min(beyond));
        let changes = changes.into_iter().map(|(change, chance)| (clamped(change), chance)).collect();
        let mut now = vec![0.0; ceiling + 1];
        now[start] = 1.0;
        Some(BankrollChain {
            unit: Fraction::of(1, parts),
            needed,
            start,
            changes,
            next: vec![0.0; ceiling + 1],
            end: start + 1,
            remains: vec![0.0; needed],
            now,
            safe: is_safe,
            ruined: 0.0,
            risen: 0.0,
        })
    }

    /// Advances by one hand.
    fn step(&mut self) {
        let first = self.needed;
        self.next.fill(0.0);
        let mut end = self.end;
        for (change, chance) in &self.changes {
            let from = &self.now[first..self.end];
            let to = first.saturating_add_signed(*change);
            let fits = self.next.len().saturating_sub(to).min(from.len());
            for (to, from) in self.next[to.min(self.now.len())..].iter_mut().zip(&from[..fits]) {
                *to += chance * from;
            }
            self.risen += chance * from[fits..].iter().sum::<f64>();
            end = end.max((to + from.len()).min(self.next.len()));
        }
        for (remains, ruined) in self.remains.iter_mut().zip(&self.next[..first]) {
            *remains += ruined;
            self.ruined += ruined;
        }
        core::mem::swap(&mut self.now, &mut self.next);
        self.end = end;
    }

    /// The probability of having more than at the start.
    fn ahead(&self) -> f64 {
        self.now[self.start + 1..].iter().sum::<f64>() + self.risen
    }

    /// The bankroll below which a share of the probability lies.
    fn quantile(&self, share: f64) -> f64 {
        let mut sum = 0.0;
        let all = self.remains.iter().chain(&self.now[self.needed..]);
        let index = all.take_while(|chance| {
            sum += **chance;
            sum < share
        });
        self.unit.to_f64() * index.count() as f64
    }
}
