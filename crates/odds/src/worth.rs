//! What showdowns are worth under the stakes of a game.
//!
//! On the flop two plans compete: raise now, or check and take the better of call and fold on the river. For one
//! hole and one board, with `w` wins less losses and `c` what Ante and Blind bring, the plans are worth
//! `flop·w + c` and `max(river·w + c, fold)`. Only their difference decides:
//! `max((river − flop)·w, fold − flop·w − c)`, the gain of checking: one number for a hole and a board.

use core::ops::AddAssign;

use uth::Category;

use crate::game::{Qualify, Stakes};
use crate::showdowns::Showdown;
use crate::view::Number;

/// The stakes of a game in numbers of some width.
pub(crate) struct Worth<T> {
    ante: T,
    flop: T,
    river: T,
    fold: T,
    pub dealer_hands: i16,
    qualify: Qualify,
    pays: [Pay<T>; 10],
    /// What the Bad Beat returns on each kind of beaten hand, if it is part of the mix.
    pub bad_beat: Option<[i32; 10]>,
    /// The lowest kind of hand on which the Bad Beat pays.
    pub lowest_beaten: Option<Category>,
}

/// What the Blind pays, as far as it can matter: from `most_wins` on the hand is not folded, whatever more it wins.
/// So the product fits into the width of the other numbers, however much a royal flush pays.
#[derive(Clone, Copy, Default)]
pub(crate) struct Pay<T> {
    each: T,
    most_wins: i16,
}

/// A count of deals, summed up with what they bring.
#[derive(Clone, Copy, Default)]
pub(crate) struct Sums {
    pub deals: i64,
    pub won: i64,
    pub antes: i64,
}

/// All deals that arrive at the river, and those of them that are folded there.
#[derive(Clone, Copy, Default)]
pub(crate) struct Arrived {
    pub all: Sums,
    pub folded: Sums,
    /// Among the folded, the hands that would have been beaten, by kind, as far as the Bad Beat pays on them.
    pub beaten: [i64; 10],
}

/// Whether numbers of sixteen bits hold every sum that occurs.
pub(crate) fn is_narrow(stakes: &Stakes, dealer_hands: i32) -> bool {
    // All terms of a gain together, or the difference of two gains.
    let widest = (4 * stakes.ante + stakes.flop + 2 * stakes.river).max(2 * stakes.flop);
    // Holes that cannot be dealt have counts without meaning, a few above the number of dealer hands.
    widest * (dealer_hands + 32) <= i32::from(i16::MAX) && stakes.bad_beat.iter().all(|pay| *pay == 0)
}

impl<T: Number> Worth<T> {
    pub(crate) fn new(stakes: &Stakes, dealer_hands: i32) -> Worth<T> {
        let enough = stakes.river * dealer_hands;
        let pays = stakes.blind.map(|pay| match pay.min(enough) {
            0 => Pay::default(),
            each => Pay { each: T::of(each), most_wins: (enough + each - 1).div_euclid(each) as i16 },
        });
        Worth {
            ante: T::of(stakes.ante),
            flop: T::of(stakes.flop),
            river: T::of(stakes.river),
            fold: T::of(-2 * stakes.ante * dealer_hands),
            dealer_hands: dealer_hands as i16,
            qualify: stakes.qualify,
            pays,
            bad_beat: stakes.bad_beat.iter().any(|pay| *pay > 0).then_some(stakes.bad_beat),
            lowest_beaten: stakes.lowest_beaten,
        }
    }

    pub(crate) fn pay(&self, category: Category) -> Pay<T> {
        self.pays[category as usize]
    }

    /// The gain of checking the flop over raising it, for each hole.
    pub(crate) fn gains(&self, showdown: Showdown, paid: &[T], out: &mut [T]) {
        let less = self.river - self.flop;
        for ((out, counts), paid) in out.iter_mut().zip(showdown.counts()).zip(paid) {
            let (won, _, rest) = self.brings(counts, *paid);
            *out = (won * less).max(self.fold - won * self.flop - rest);
        }
    }

    /// The same against one dealer hand, for a hole that wins, and for one that loses.
    pub(crate) fn gains_against(&self, qualifies: bool) -> [T; 2] {
        let less = self.river - self.flop;
        let unqualified = i16::from(!qualifies);
        let (won, _, rest) = self.brings((0, 1, unqualified), T::default());
        [less, (won * less).max(self.fold - won * self.flop - rest)]
    }

    /// Sums up the deals that arrive at the river, so many for each hole. Tells whether a hole that `matters`,
    /// marked by −1 and not 0, is folded.
    pub(crate) fn arrive(
        &self,
        showdown: Showdown,
        paid: &[T],
        deals: &[i16],
        matters: &[i16],
    ) -> (Arrived, bool) {
        let mut sums = [0i32; 6];
        let mut folded_matters = 0;
        let all = showdown.counts().zip(paid).zip(deals).zip(matters);
        for (((counts, paid), deals), matters) in all {
            let (won, antes, rest) = self.brings(counts, *paid);
            let folded = if won * self.river + rest < self.fold { *deals } else { 0 };
            let won = counts.0 - counts.1;
            let product = |deals: i16, each: i16| i32::from(deals) * i32::from(each);
            sums[0] += i32::from(*deals);
            sums[1] += product(*deals, won);
            sums[2] += product(*deals, antes);
            sums[3] += i32::from(folded);
            sums[4] += product(folded, won);
            sums[5] += product(folded, antes);
            folded_matters |= folded & matters;
        }
        let [deals, won, antes, folded, folded_won, folded_antes] = sums.map(i64::from);
        let all = Sums { deals, won, antes };
        let folded = Sums { deals: folded, won: folded_won, antes: folded_antes };
        (Arrived { all, folded, beaten: [0; 10] }, folded_matters != 0)
    }

    /// The same for one hole.
    pub(crate) fn arrive_one(&self, counts: (i16, i16, i16), paid: T, deals: i32) -> Arrived {
        let (_, antes, _) = self.brings(counts, paid);
        let deals = i64::from(deals);
        let all =
            Sums { deals, won: deals * i64::from(counts.0 - counts.1), antes: deals * i64::from(antes) };
        let folded = if self.folds(counts, paid) { all } else { Sums::default() };
        Arrived { all, folded, beaten: [0; 10] }
    }

    /// Whether a hole with those wins, losses and unqualified dealer hands is folded on the river.
    pub(crate) fn folds(&self, counts: (i16, i16, i16), paid: T) -> bool {
        let (won, _, rest) = self.brings(counts, paid);
        won * self.river + rest < self.fold
    }

    /// Wins less losses, Antes won less Antes lost, and what Ante and Blind bring.
    #[inline]
    fn brings(&self, (wins, losses, unqualified): (i16, i16, i16), paid: T) -> (T, i16, T) {
        let antes = self.antes(wins, losses, unqualified);
        (T::from(wins - losses), antes, T::from(antes - losses) * self.ante + paid)
    }

    /// Antes won less Antes lost: only dealers with a pair count, where one must qualify. A hand that beats a
    /// pair beats all that have none, and a hand without a pair loses to all pairs, so that the lesser of two
    /// counts is always the right one.
    #[inline]
    pub(crate) fn antes(&self, wins: i16, losses: i16, unqualified: i16) -> i16 {
        let unqualified = if self.qualify == Qualify::Pair { unqualified } else { 0 };
        (wins - unqualified).max(0) - losses.min(self.dealer_hands - unqualified)
    }
}

/// What the Blind pays for each hole.
pub(crate) struct Pays<T> {
    each: Vec<T>,
    most_wins: Vec<i16>,
}

impl<T: Number> Pays<T> {
    pub(crate) fn new(width: usize) -> Pays<T> {
        Pays { each: vec![T::default(); width], most_wins: vec![0; width] }
    }

    pub(crate) fn set(&mut self, hole: usize, pay: Pay<T>) {
        self.each[hole] = pay.each;
        self.most_wins[hole] = pay.most_wins;
    }

    /// The same for each hole by suit.
    pub(crate) fn spread(&self, rank_hole: &[u8], out: &mut Pays<T>) {
        spread(&self.each, rank_hole, &mut out.each);
        spread(&self.most_wins, rank_hole, &mut out.most_wins);
    }

    /// What the wins of that hole are paid.
    pub(crate) fn of(&self, hole: usize, wins: i16) -> T {
        Pay { each: self.each[hole], most_wins: self.most_wins[hole] }.of(wins)
    }

    /// What the wins of each hole are paid, from the hole `first` on.
    pub(crate) fn paid(&self, wins: &[i16], first: usize, out: &mut [T]) {
        let pays = self.each[first..].iter().zip(&self.most_wins[first..]);
        for ((out, wins), (each, most_wins)) in out[first..].iter_mut().zip(&wins[first..]).zip(pays) {
            *out = Pay { each: *each, most_wins: *most_wins }.of(*wins);
        }
    }
}

impl<T: Number> Pay<T> {
    #[inline]
    pub(crate) fn of(self, wins: i16) -> T {
        self.each * T::from(wins.min(self.most_wins))
    }
}

impl AddAssign for Sums {
    fn add_assign(&mut self, other: Sums) {
        self.deals += other.deals;
        self.won += other.won;
        self.antes += other.antes;
    }
}

impl AddAssign for Arrived {
    fn add_assign(&mut self, other: Arrived) {
        self.all += other.all;
        self.folded += other.folded;
        for (all, other) in self.beaten.iter_mut().zip(other.beaten) {
            *all += other;
        }
    }
}

/// For each hole by suit what belongs to the same hole by rank.
pub(crate) fn spread<T: Copy>(ranks: &[T], rank_hole: &[u8], out: &mut [T]) {
    for (out, hole) in out.iter_mut().zip(rank_hole) {
        *out = ranks[*hole as usize];
    }
}
