//! Totals of many rounds.

use core::ops::AddAssign;

use uth::{Cents, Play, Seat, SettlementLine, Strength, Wager};

use super::moments::Moments;

/// The totals of a simulation, in whole cents.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SimulationResult {
    /// The number of rounds played.
    pub rounds: u64,
    /// The totals of every player, by seat.
    pub seats: Vec<SeatTotals>,
    /// The bank's result per round before the collection.
    pub bank: Moments,
    /// The collection per round.
    pub collection: Moments,
    /// The number of rounds in which the bank could not settle every wager in full.
    pub exhausted: u64,
}

/// The totals of one seat.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SeatTotals {
    /// The seat.
    pub seat: Seat,
    /// The result per round against the bank.
    pub result: Moments,
    /// The result per round of each wager, in the order of [`Wager::ALL`].
    pub wagers: [Moments; 5],
    /// The amount staked on each wager.
    pub staked: [i128; 5],
    /// The number of hands folded, and played at one to four Antes.
    pub plays: [u64; 5],
    /// The number of hands of each category, weakest first; folded hands count with all seven cards.
    pub categories: [u64; 10],
    /// The result per round as the bank, before the collection.
    pub banked: Moments,
    /// The collection per round as the bank.
    pub collected: Moments,
}

impl SimulationResult {
    pub(crate) fn new(seats: impl Iterator<Item = Seat>) -> SimulationResult {
        let (bank, collection) = (Moments::default(), Moments::default());
        SimulationResult {
            rounds: 0,
            seats: seats.map(SeatTotals::new).collect(),
            bank,
            collection,
            exhausted: 0,
        }
    }

    /// Returns the totals of a seat.
    pub fn seat(&self, seat: Seat) -> Option<&SeatTotals> {
        self.seats.iter().find(|sums| sums.seat == seat)
    }
}

impl AddAssign<&SimulationResult> for SimulationResult {
    fn add_assign(&mut self, other: &SimulationResult) {
        self.rounds += other.rounds;
        self.bank += &other.bank;
        self.collection += &other.collection;
        self.exhausted += other.exhausted;
        for (sums, other) in self.seats.iter_mut().zip(&other.seats) {
            *sums += other;
        }
    }
}

impl SeatTotals {
    fn new(seat: Seat) -> SeatTotals {
        SeatTotals {
            seat,
            result: Moments::default(),
            wagers: [Moments::default(); 5],
            staked: [0; 5],
            plays: [0; 5],
            categories: [0; 10],
            banked: Moments::default(),
            collected: Moments::default(),
        }
    }

    /// The amount staked in all.
    pub fn total_staked(&self) -> i128 {
        self.staked.iter().sum()
    }

    /// The number of hands that ended with this play.
    pub fn played(&self, play: Play) -> u64 {
        self.plays[usize::from(play.times())]
    }

    #[inline]
    pub(crate) fn add_line(&mut self, line: &SettlementLine) {
        let wager = &mut self.wagers[line.wager as usize];
        // The count is left to `count_wagers`: a round without a line for a wager is still a round.
        let (Cents(net), Cents(stake)) = (line.net, line.stake);
        wager.sum += i128::from(net);
        wager.squares += i128::from(net) * i128::from(net);
        self.staked[line.wager as usize] += i128::from(stake);
    }

    #[inline]
    pub(crate) fn add_hand(&mut self, net: Cents, play: Play, made: Strength) {
        self.result.add(net);
        self.plays[usize::from(play.times())] += 1;
        self.categories[made.category() as usize] += 1;
    }

    /// Counts rounds without a settlement line for a wager as rounds in which it won nothing.
    pub(crate) fn count_wagers(&mut self) {
        for wager in Wager::ALL {
            self.wagers[wager as usize].count = self.result.count;
        }
    }
}

impl AddAssign<&SeatTotals> for SeatTotals {
    fn add_assign(&mut self, other: &SeatTotals) {
        self.result += &other.result;
        self.banked += &other.banked;
        self.collected += &other.collected;
        for (sums, other) in self.wagers.iter_mut().zip(&other.wagers) {
            *sums += other;
        }
        add(&mut self.staked, &other.staked);
        add(&mut self.plays, &other.plays);
        add(&mut self.categories, &other.categories);
    }
}

fn add<T: AddAssign + Copy>(all: &mut [T], part: &[T]) {
    for (all, part) in all.iter_mut().zip(part) {
        *all += *part;
    }
}
