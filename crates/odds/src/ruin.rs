//! How likely a bankroll is to run out.
//!
//! A hand of best play changes a bankroll by one of a few dozen amounts, all of them multiples of one unit. So the
//! chance of every possible bankroll is followed hand by hand: no normal curve, no sampling. What is added up are
//! positive floats, which keeps about ten digits. Bankrolls above a ceiling are not followed any further; how likely
//! it is to get there is told as [`Ruin::doubt`], and nothing else is left out.
// Units and hands are counted in millions at most, which floats hold exactly.
#![allow(clippy::cast_precision_loss)]

use core::fmt;

use crate::distribution::Distribution;
use crate::fraction::{Fraction, greatest_common_divisor};

/// What becomes of a bankroll.
#[derive(Clone, PartialEq, Debug)]
pub struct Ruin {
    /// The most that a hand can lose, in Antes. Who has less cannot go on with best play and is ruined.
    pub needed: Fraction,
    /// After so many hands, how likely ruin has come; the last is after all of them.
    pub chances: Vec<(u32, f64)>,
    /// How much higher the chances may be at most.
    pub doubt: f64,
    /// How likely there is more at the end than at the beginning.
    pub ahead: f64,
    /// What is left in Antes: less than that in 5 of 100 cases, in half of them, in 95 of 100.
    pub left: [f64; 3],
}

/// Why ruin is not worked out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RuinError {
    /// There must be a hand, and [`RuinError::MOST_HANDS`] at most.
    Hands,
    /// The bankroll must cover one hand, which needs so much.
    Bankroll(Fraction),
    /// So many hands with so fine a bankroll are too much work.
    TooMuch,
}

impl RuinError {
    /// The most hands that are followed.
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

/// So many chances are told on the way.
const TOLD: u32 = 60;
/// So many products may be added up, which takes about a second.
const WORK: u64 = 2_500_000_000;
/// So many standard deviations above the bankroll there must be room for.
const DEVIATIONS: f64 = 4.0;

impl Distribution {
    /// What becomes of a bankroll, in Antes, within so many hands. The Bad Beat is left out, as it is of the
    /// distribution.
    pub fn ruin(&self, bankroll: Fraction, hands: u32) -> Result<Ruin, RuinError> {
        if hands == 0 || hands > RuinError::MOST_HANDS {
            return Err(RuinError::Hands);
        }
        let needed = self.results.keys().next().map_or(Fraction::ZERO, |least| -*least);
        if bankroll < needed || needed <= Fraction::ZERO || bankroll > Fraction::whole(1_000_000) {
            return Err(RuinError::Bankroll(needed));
        }
        let mut walk = Walk::new(self, bankroll, needed, hands).ok_or(RuinError::TooMuch)?;
        let every = hands.div_ceil(TOLD);
        let mut chances = vec![(0, 0.0)];
        for hand in 1..=hands {
            walk.step();
            if hand % every == 0 || hand == hands {
                chances.push((hand, walk.ruined));
            }
        }
        let left = [0.05, 0.5, 0.95].map(|share| walk.quantile(share));
        Ok(Ruin {
            needed,
            chances,
            doubt: if walk.safe { 0.0 } else { walk.risen },
            ahead: walk.ahead(),
            left,
        })
    }
}

/// The chance of every bankroll, in units, from nothing up to a ceiling. Those below `needed` are ruined and stay.
struct Walk {
    unit: Fraction,
    needed: usize,
    start: usize,
    /// Each change and its chance.
    changes: Vec<(isize, f64)>,
    now: Vec<f64>,
    next: Vec<f64>,
    /// The bankrolls that go on lie below that.
    end: usize,
    /// What was left to those who are ruined.
    remains: Vec<f64>,
    ruined: f64,
    /// How likely the ceiling is reached, and whether nobody can be ruined from there.
    risen: f64,
    safe: bool,
}

impl Walk {
    fn new(distribution: &Distribution, bankroll: Fraction, needed: Fraction, hands: u32) -> Option<Walk> {
        let mut parts = bankroll.denominator();
        for result in distribution.results.keys() {
            let other = result.denominator();
            parts = parts.checked_mul(other / greatest_common_divisor(parts, other))?;
        }
        // Units are counted in 64 bits on every target, so that the same question has the same answer on all of them;
        // only bankrolls up to the ceiling, which become places in memory, must fit `usize`.
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
        // From the first part on nobody can be ruined any more; the second is for what is told of the end.
        let safe = (u64::from(hands) + 1).checked_mul(needed)?.checked_add(start)?;
        let room = WORK / (u64::from(hands) * changes.len() as u64);
        let ceiling = safe.min(room);
        let spread = distribution.standard_deviation() * f64::from(hands).sqrt() * parts as f64;
        if ceiling < safe && (ceiling as f64) < start as f64 + DEVIATIONS * spread {
            return None;
        }
        let is_safe = ceiling == safe;
        let [ceiling, start, needed] = [ceiling, start, needed].map(|units| usize::try_from(units).ok());
        let (ceiling, start, needed) = (ceiling?, start?, needed?);
        // A change beyond the ceiling leaves the table from every bankroll, however large it is.
        let beyond = isize::try_from(ceiling).ok()?.checked_add(1)?;
        let clamped = |change: i64| isize::try_from(change).map_or(beyond, |change| change.min(beyond));
        let changes = changes.into_iter().map(|(change, chance)| (clamped(change), chance)).collect();
        let mut now = vec![0.0; ceiling + 1];
        now[start] = 1.0;
        Some(Walk {
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

    /// One hand.
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

    /// How likely there is more than at the beginning.
    fn ahead(&self) -> f64 {
        self.now[self.start + 1..].iter().sum::<f64>() + self.risen
    }

    /// The bankroll below which that share lies.
    fn quantile(&self, share: f64) -> f64 {
        let mut sum = 0.0;
        let all = self.remains.iter().chain(&self.now[self.needed..]);
        let place = all.take_while(|chance| {
            sum += **chance;
            sum < share
        });
        self.unit.to_f64() * place.count() as f64
    }
}
