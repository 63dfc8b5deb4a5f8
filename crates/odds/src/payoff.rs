//! The value of showdowns under the stakes of a game.
//!
//! On the flop two plans compete: raise now, or check and take the better of call and fold on the river. For one hole
//! and one board, with `w` wins less losses and `c` the net result of Ante and Blind, the plans are worth `flop·w + c`
//! and `max(river·w + c, fold)`. Only their difference matters: `max((river − flop)·w, fold − flop·w − c)`, the gain of
//! checking, a single number per hole and board.

use core::ops::AddAssign;

use uth::Category;

use crate::board_class::Number;
use crate::game::{GameError, Qualify, Stakes};
use crate::showdowns::Showdown;

/// The stakes of a game in integers of width `T`.
pub(crate) struct Payoff<T> {
    ante: T,
    flop: T,
    river: T,
    fold: T,
    pub dealer_hands: i16,
    qualify: Qualify,
    pays: [BlindPay<T>; 10],
    /// What the Bad Beat returns on each losing category, if it is in the mix.
    pub bad_beat: Option<[i64; 10]>,
    /// The lowest category on which the Bad Beat pays.
    pub lowest_beaten: Option<Category>,
}

/// What the Blind pays, as far as it can change a decision. A hand with `most_wins` wins is called whatever the pay is,
/// so further wins are cut off. This bounds the product by the other terms, however much a royal flush pays.
#[derive(Clone, Copy, Default)]
pub(crate) struct BlindPay<T> {
    each: T,
    most_wins: i16,
}

/// Sums over deals.
#[derive(Clone, Copy, Default)]
pub(crate) struct RiverSums {
    pub deals: i64,
    pub won: i64,
    pub antes: i64,
}

/// All deals that reach the river, and those of them that are folded there.
#[derive(Clone, Copy, Default)]
pub(crate) struct RiverTotals {
    pub all: RiverSums,
    pub folded: RiverSums,
    /// Losing hands by category among the folded deals, as far as the Bad Beat would have paid on them.
    pub beaten: [i64; 10],
}

/// The integers in which a game is solved.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Width {
    /// Sixteen bits hold the gain of one hole on one board; sums over runouts take 32.
    Narrow,
    /// Thirty-two bits hold both.
    Medium,
    /// Both take 64 bits: a Bad Beat wager that is no simple fraction of the Ante makes the unit small.
    Wide,
}

impl Width {
    pub(crate) fn of(stakes: &Stakes, dealer_hands: i32) -> Width {
        let pays = stakes.blind.iter().chain(&stakes.bad_beat).chain(&stakes.preflop);
        let largest = pays.copied().max().unwrap_or_default().max(stakes.ante);
        // The terms of one gain together, or the difference of two gains.
        let widest = (4 * stakes.ante + stakes.flop + 2 * stakes.river).max(2 * stakes.flop);
        // Holes that cannot be dealt have meaningless counts, at most 32 beyond the number of dealer hands.
        let is_narrow = widest * i64::from(dealer_hands + 32) <= i64::from(i16::MAX);
        // The Bad Beat's returns are not bounded by the wagers, so they never take the narrow path.
        match (is_narrow, stakes.has_bad_beat()) {
            (true, false) => Width::Narrow,
            _ if largest <= GameError::LARGEST && stakes.flop <= GameError::FINEST => Width::Medium,
            _ => Width::Wide,
        }
    }
}

impl<T: Number> Payoff<T> {
    pub(crate) fn new(stakes: &Stakes, dealer_hands: i32) -> Payoff<T> {
        let enough = stakes.river * i64::from(dealer_hands);
        let pays = stakes.blind.map(|pay| match pay.min(enough) {
            0 => BlindPay::default(),
            // A pay of a small part of an Ante never suffices, however many hands it is paid for.
            each => {
                let most_wins = (enough + each - 1).div_euclid(each).min(i16::MAX.into()) as i16;
                BlindPay { each: T::of(each), most_wins }
            }
        });
        Payoff {
            ante: T::of(stakes.ante),
            flop: T::of(stakes.flop),
            river: T::of(stakes.river),
            fold: T::of(-2 * stakes.ante * i64::from(dealer_hands)),
            dealer_hands: dealer_hands as i16,
            qualify: stakes.qualify,
            pays,
            bad_beat: stakes.has_bad_beat().then_some(stakes.bad_beat),
            lowest_beaten: stakes.lowest_beaten,
        }
    }

    pub(crate) fn pay(&self, category: Category) -> BlindPay<T> {
        self.pays[category as usize]
    }

    /// Writes the gain of checking the flop over raising it, for each hole.
    pub(crate) fn gains(&self, showdown: Showdown, paid: &[T], out: &mut [T]) {
        // Never positive: the river raise does not exceed the flop raise ([`GameError::RiverAboveFlop`]).
        let less = self.river - self.flop;
        for ((out, counts), paid) in out.iter_mut().zip(showdown.counts()).zip(paid) {
            let (won, _, rest) = self.components(counts, *paid);
            *out = (won * less).max(self.fold - won * self.flop - rest);
        }
    }

    /// Returns the gain against a single dealer hand, for a hole that wins and for one that loses.
    pub(crate) fn gains_against(&self, qualifies: bool) -> [T; 2] {
        let less = self.river - self.flop;
        let unqualified = i16::from(!qualifies);
        let (won, _, rest) = self.components((0, 1, unqualified), T::default());
        [less, (won * less).max(self.fold - won * self.flop - rest)]
    }

    /// Sums the deals that reach the river, `deals[hole]` for each hole. Also returns whether a hole with `matters` set
    /// (−1, not 0) is folded.
    ///
    /// Thirty-two bits hold the products of one board: 338 holes, 3,240 deals of each and 990 dealer hands.
    pub(crate) fn sum_river(
        &self,
        showdown: Showdown,
        paid: &[T],
        deals: &[i16],
        matters: &[i16],
    ) -> (RiverTotals, bool) {
        let mut sums = [0i32; 6];
        let mut folded_matters = 0;
        let all = showdown.counts().zip(paid).zip(deals).zip(matters);
        for (((counts, paid), deals), matters) in all {
            let (won, antes, rest) = self.components(counts, *paid);
            let folded = if won * self.river + rest < self.fold { *deals } else { 0 };
            let won = counts.0 - counts.1;
            let product = |deals: i16, each: i16| i32::from(deals) * i32::from(each);
            sums[0] += i32::from(*deals);
            sums[1] += product(*deals, won);
            sums[2] += product(*deals, antes);
            sums[3] += i32::from(folded);
            sums[4] += product(folded, won);
            sums[5] += product(folded, antes);
            // A mask instead of a branch keeps the loop vectorised.
            folded_matters |= folded & matters;
        }
        let [deals, won, antes, folded, folded_won, folded_antes] = sums.map(i64::from);
        let all = RiverSums { deals, won, antes };
        let folded = RiverSums { deals: folded, won: folded_won, antes: folded_antes };
        (RiverTotals { all, folded, beaten: [0; 10] }, folded_matters != 0)
    }

    /// Sums the deals of one hole.
    pub(crate) fn sum_river_hole(&self, counts: (i16, i16, i16), paid: T, deals: i32) -> RiverTotals {
        let (_, antes, _) = self.components(counts, paid);
        let deals = i64::from(deals);
        let all =
            RiverSums { deals, won: deals * i64::from(counts.0 - counts.1), antes: deals * i64::from(antes) };
        let folded = if self.folds(counts, paid) { all } else { RiverSums::default() };
        RiverTotals { all, folded, beaten: [0; 10] }
    }

    /// Whether a hole with these wins, losses and unqualified dealer hands folds on the river.
    pub(crate) fn folds(&self, counts: (i16, i16, i16), paid: T) -> bool {
        let (won, _, rest) = self.components(counts, paid);
        won * self.river + rest < self.fold
    }

    /// Returns wins less losses, Antes won less Antes lost, and the net result of Ante and Blind.
    #[inline]
    fn components(&self, (wins, losses, unqualified): (i16, i16, i16), paid: T) -> (T, i16, T) {
        let antes = self.antes(wins, losses, unqualified);
        (T::from(wins - losses), antes, T::from(antes - losses) * self.ante + paid)
    }

    /// Returns Antes won less Antes lost. If the dealer must qualify, only dealers with a pair or better count. A hand
    /// that beats some pair beats every unpaired hand, and an unpaired hand loses to every pair, so clamping the
    /// differences is exact.
    #[inline]
    pub(crate) fn antes(&self, wins: i16, losses: i16, unqualified: i16) -> i16 {
        // Where the Ante is always in action every hand counts as qualified, which needs no second formula.
        let unqualified = if self.qualify == Qualify::Pair { unqualified } else { 0 };
        (wins - unqualified).max(0) - losses.min(self.dealer_hands - unqualified)
    }
}

/// What the Blind pays for each hole.
pub(crate) struct BlindPays<T> {
    each: Vec<T>,
    most_wins: Vec<i16>,
}

impl<T: Number> BlindPays<T> {
    pub(crate) fn new(width: usize) -> BlindPays<T> {
        BlindPays { each: vec![T::default(); width], most_wins: vec![0; width] }
    }

    pub(crate) fn set(&mut self, hole: usize, pay: BlindPay<T>) {
        self.each[hole] = pay.each;
        self.most_wins[hole] = pay.most_wins;
    }

    /// Copies the pays to the holes by suit.
    pub(crate) fn spread(&self, rank_hole: &[u8], out: &mut BlindPays<T>) {
        spread(&self.each, rank_hole, &mut out.each);
        spread(&self.most_wins, rank_hole, &mut out.most_wins);
    }

    /// Returns what the wins of one hole are paid.
    pub(crate) fn of(&self, hole: usize, wins: i16) -> T {
        BlindPay { each: self.each[hole], most_wins: self.most_wins[hole] }.of(wins)
    }

    /// Writes what the wins of each hole are paid, from the hole `first` on.
    pub(crate) fn paid(&self, wins: &[i16], first: usize, out: &mut [T]) {
        let pays = self.each[first..].iter().zip(&self.most_wins[first..]);
        for ((out, wins), (each, most_wins)) in out[first..].iter_mut().zip(&wins[first..]).zip(pays) {
            *out = BlindPay { each: *each, most_wins: *most_wins }.of(*wins);
        }
    }
}

impl<T: Number> BlindPay<T> {
    #[inline]
    pub(crate) fn of(self, wins: i16) -> T {
        self.each * T::from(wins.min(self.most_wins))
    }
}

impl AddAssign for RiverSums {
    fn add_assign(&mut self, other: RiverSums) {
        self.deals += other.deals;
        self.won += other.won;
        self.antes += other.antes;
    }
}

impl AddAssign for RiverTotals {
    fn add_assign(&mut self, other: RiverTotals) {
        self.all += other.all;
        self.folded += other.folded;
        for (all, other) in self.beaten.iter_mut().zip(other.beaten) {
            *all += other;
        }
    }
}

/// Copies the value of each hole by rank to the holes by suit.
pub(crate) fn spread<T: Copy>(ranks: &[T], rank_hole: &[u8], out: &mut [T]) {
    for (out, hole) in out.iter_mut().zip(rank_hole) {
        *out = ranks[*hole as usize];
    }
}
