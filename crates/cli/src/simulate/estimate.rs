//! Simulated averages beside their exact values.

use odds::Fraction;
use odds::simulate::{BankingChoice, Moments, SeatTotals, SimulationResult};
use uth::{Banking, Cents, Terms, Wager};

use super::players::SimulatedPlayer;

/// An average with its error, in cents, and the exact value if there is one.
#[derive(Clone, Copy)]
pub(crate) struct Estimate {
    pub(crate) moments: Moments,
    pub(crate) exact: Option<Fraction>,
}

impl Estimate {
    /// Returns half the widths of the 95% and the 99% confidence interval.
    pub(crate) fn margins(&self) -> [f64; 2] {
        [1.959_964, 2.575_829].map(|errors| errors * self.moments.standard_error())
    }

    /// Returns how many standard errors lie between the simulated and the exact value.
    pub(crate) fn z_score(&self) -> Option<f64> {
        self.moments.z_score(self.exact?.to_f64())
    }
}

/// All estimates of a simulation.
pub(crate) struct Estimates {
    pub(crate) seats: Vec<SeatEstimates>,
    /// The bank's result of a round, before the collection.
    pub(crate) bank: Estimate,
    pub(crate) collection: Estimate,
}

pub(crate) struct SeatEstimates {
    pub(crate) result: Estimate,
    /// Each wager that was made.
    pub(crate) wagers: Vec<(Wager, Estimate)>,
    /// The result of a round as the bank, and what was collected for it.
    pub(crate) banked: Option<[Estimate; 2]>,
}

impl Estimates {
    pub(crate) fn new(terms: &Terms, players: &[SimulatedPlayer], outcome: &SimulationResult) -> Estimates {
        let house = terms.rules().banking == Banking::House;
        // A bank that can run out has no exact value.
        let covers = house
            || players
                .iter()
                .all(|player| matches!(player.banking, BankingChoice::Bank(None) | BankingChoice::Decline));
        let known = |player: &SimulatedPlayer| if covers { player.playable.values } else { None };
        let result = |player: &SimulatedPlayer| Some(known(player)?.round(player.wagers));
        let seats: Vec<SeatEstimates> = outcome
            .seats
            .iter()
            .filter_map(|sums| {
                let player = players.iter().find(|player| player.seat == sums.seat)?;
                let wager = |wager| known(player).map(|values| values.wager(wager, player.wagers));
                let made = Wager::ALL.into_iter().filter(|wager| sums.staked[*wager as usize] > 0);
                let estimate =
                    |made| (made, Estimate { moments: sums.wagers[made as usize], exact: wager(made) });
                Some(SeatEstimates {
                    result: Estimate { moments: sums.result, exact: result(player) },
                    wagers: made.map(estimate).collect(),
                    banked: (sums.banked.count > 0).then(|| banked(terms, players, sums, &result)),
                })
            })
            .collect();
        let [bank, collection] = if house {
            let gain = players.iter().map(result).try_fold(Fraction::ZERO, |gain, one| Some(gain - one?));
            [gain, None]
        } else {
            [0, 1].map(|of| over_all(&seats, outcome.rounds, of))
        };
        Estimates {
            seats,
            bank: Estimate { moments: outcome.bank, exact: bank },
            collection: Estimate { moments: outcome.collection, exact: collection },
        }
    }
}

/// A seat banks against all others.
fn banked(
    terms: &Terms,
    players: &[SimulatedPlayer],
    sums: &SeatTotals,
    result: &impl Fn(&SimulatedPlayer) -> Option<Fraction>,
) -> [Estimate; 2] {
    let others = || players.iter().filter(|player| player.seat != sums.seat);
    let gain = others().map(result).try_fold(Fraction::ZERO, |gain, one| Some(gain - one?));
    let action: Cents = others().map(|player| player.wagers.table_action()).sum();
    let fee = terms.setup().schedule.map(|schedule| Fraction::whole(schedule.fee(action).0));
    [Estimate { moments: sums.banked, exact: gain }, Estimate { moments: sums.collected, exact: fee }]
}

/// The average over all banks, each as often as it banked.
fn over_all(seats: &[SeatEstimates], rounds: u64, of: usize) -> Option<Fraction> {
    let banks = seats.iter().filter_map(|seat| seat.banked.as_ref());
    let sum = banks.map(|banked| {
        let share = Fraction::new(banked[of].moments.count.into(), rounds.into())?;
        banked[of].exact?.checked_mul(share)
    });
    sum.into_iter().try_fold(Fraction::ZERO, |sum, one| sum.checked_add(one?))
}
