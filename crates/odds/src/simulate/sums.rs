//! What comes of many rounds.

use core::ops::AddAssign;

use uth::{Cents, Play, Seat, SettlementLine, Strength, Wager};

use super::moments::Moments;

/// What came of a number of rounds, summed up in whole cents.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Outcome {
    /// How many rounds were played.
    pub rounds: u64,
    /// Every seat where somebody sits, in order.
    pub seats: Vec<SeatSums>,
    /// The bank's result of a round before the collection, whoever banked.
    pub bank: Moments,
    /// What was collected in a round.
    pub collection: Moments,
    /// In how many rounds the bank could not settle every wager in full.
    pub exhausted: u64,
}

/// What came of one seat.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SeatSums {
    /// Which.
    pub seat: Seat,
    /// The result of a round against the bank.
    pub result: Moments,
    /// The same for each wager, in the order of [`Wager::ALL`].
    pub wagers: [Moments; 5],
    /// All that was staked on each wager.
    pub staked: [i128; 5],
    /// How often the hand was folded, raised once, twice, three and four times.
    pub plays: [u64; 5],
    /// How often each kind of hand was made, weakest first; folded hands count with all seven cards.
    pub categories: [u64; 10],
    /// The result of a round as the bank, before the collection.
    pub banked: Moments,
    /// What was collected in a round as the bank.
    pub collected: Moments,
}

impl Outcome {
    pub(crate) fn new(seats: impl Iterator<Item = Seat>) -> Outcome {
        let (bank, collection) = (Moments::default(), Moments::default());
        Outcome { rounds: 0, seats: seats.map(SeatSums::new).collect(), bank, collection, exhausted: 0 }
    }

    /// The sums of that seat.
    pub fn seat(&self, seat: Seat) -> Option<&SeatSums> {
        self.seats.iter().find(|sums| sums.seat == seat)
    }
}

impl AddAssign<&Outcome> for Outcome {
    fn add_assign(&mut self, other: &Outcome) {
        self.rounds += other.rounds;
        self.bank += &other.bank;
        self.collection += &other.collection;
        self.exhausted += other.exhausted;
        for (sums, other) in self.seats.iter_mut().zip(&other.seats) {
            *sums += other;
        }
    }
}

impl SeatSums {
    fn new(seat: Seat) -> SeatSums {
        SeatSums {
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

    /// What was staked in all.
    pub fn total_staked(&self) -> i128 {
        self.staked.iter().sum()
    }

    /// How often the hand ended with that play.
    pub fn played(&self, play: Play) -> u64 {
        self.plays[usize::from(play.times())]
    }

    #[inline]
    pub(crate) fn add_line(&mut self, line: &SettlementLine) {
        let wager = &mut self.wagers[line.wager as usize];
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

    /// A round without a line for a wager is one in which it brought nothing.
    pub(crate) fn count_wagers(&mut self) {
        for wager in Wager::ALL {
            self.wagers[wager as usize].count = self.result.count;
        }
    }
}

impl AddAssign<&SeatSums> for SeatSums {
    fn add_assign(&mut self, other: &SeatSums) {
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
