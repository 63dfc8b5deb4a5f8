//! The 169 starting hands over all boards: what the deck alone decides, and the decision before the flop.

use core::ops::Add;

use uth::Category;

use crate::board::Board;
use crate::board_class::SuitHole;
use crate::deal_counts::{DealCounts, DealCountsByCategory};
use crate::deck::choose;
use crate::game::{Qualify, Stakes};
use crate::hole::class;
use crate::showdowns::{Showdown, Showdowns};

/// Returns, for each starting hand, all its deals by the category of the player's hand.
pub(crate) fn deal_counts_by_class(showdowns: &Showdowns) -> Vec<DealCountsByCategory> {
    let parts = showdowns.split_boards(|boards| {
        let mut sums = ClassSums::new(showdowns);
        for board in boards {
            sums.add_board(board);
        }
        sums.add_flushes();
        (sums.ranks, sums.suits)
    });
    let dealer_hands = showdowns.deck.dealer_hands();
    let mut counts = vec![DealCountsByCategory::default(); showdowns.deck.ranks * showdowns.deck.ranks];
    for category in 0..10 {
        let ranks = |hole: usize| {
            parts.iter().fold(DealCounts::default(), |sum, (ranks, _)| sum + ranks[hole][category])
        };
        let suits = |hole: usize| {
            parts.iter().fold(DealCounts::default(), |sum, (_, suits)| {
                sum + corrected(suits[hole][category], dealer_hands)
            })
        };
        let times = |counts: DealCounts, times: i64| counts * times;
        for (counts, deal_counts) in counts.iter_mut().zip(by_class(showdowns, ranks, suits, times)) {
            counts[category] = deal_counts;
        }
    }
    counts
}

/// A starting hand before the flop: sums over all its deals, in units of the stakes.
pub(crate) struct Preflop {
    pub deals: i64,
    /// Wins less losses.
    pub won: i64,
    /// Antes won less Antes lost.
    pub antes: i64,
    /// The value of each raise.
    pub raises: Vec<i128>,
    pub check: i128,
    /// The index of the best raise; `None` if a check is at least as good.
    pub best: Option<usize>,
}

impl Preflop {
    /// Builds the sums from all deals, the gain of checking on the flops where it is better, and the returns of the Bad
    /// Beat.
    ///
    /// A starting hand has fewer than 2³⁸ deals and a pay fewer than 2³⁹ units, which 64 bits do not hold.
    pub(crate) fn new(stakes: &Stakes, counts: &DealCountsByCategory, gain: i128, bonus: i128) -> Preflop {
        let (mut deals, mut won, mut antes, mut rest) = (0, 0, 0, bonus);
        for (deal_counts, pay) in counts.iter().zip(stakes.blind) {
            deals += deal_counts.deals;
            won += deal_counts.wins - deal_counts.losses;
            antes += match stakes.qualify {
                Qualify::Pair => deal_counts.qualified_wins - deal_counts.qualified_losses,
                Qualify::Always => deal_counts.wins - deal_counts.losses,
            };
            rest += product(pay, deal_counts.wins) - product(stakes.ante, deal_counts.losses);
        }
        rest += product(stakes.ante, antes);
        let raises: Vec<i128> = stakes.preflop.iter().map(|raise| product(*raise, won) + rest).collect();
        let check = product(stakes.flop, won) + rest + gain;
        // Of a raise and a check of equal value the check is best, and of equal raises the last one; values
        // do not depend on it.
        let best =
            (0..raises.len()).filter(|raise| raises[*raise] > check).max_by_key(|raise| raises[*raise]);
        Preflop { deals, won, antes, raises, check, best }
    }

    pub(crate) fn best_value(&self) -> i128 {
        self.best.map_or(self.check, |raise| self.raises[raise])
    }
}

/// Returns the product in the width that holds it.
fn product(units: i64, deals: i64) -> i128 {
    i128::from(units) * i128::from(deals)
}

/// Sums over all boards: per hole by rank as if suits did not matter, and per hole by suit the correction that the suit
/// makes.
struct ClassSums<'a> {
    showdowns: &'a Showdowns,
    ranks: Vec<DealCountsByCategory>,
    suits: Vec<[SuitCorrection; 10]>,
    /// Flushes and better among `suits`, kept apart until the end because they share one category.
    flushes: Counts,
}

/// What a suit changes for one hole and category: boards, wins, losses, unqualified wins and unqualified losses.
type SuitCorrection = [i32; 5];

/// Counts per hole. Over all boards none exceeds 36,608 · 9 · 990 < 2³¹.
#[derive(Clone)]
struct Counts {
    boards: Vec<i32>,
    wins: Vec<i32>,
    losses: Vec<i32>,
    unqualified_wins: Vec<i32>,
    unqualified_losses: Vec<i32>,
}

impl<'a> ClassSums<'a> {
    fn new(showdowns: &'a Showdowns) -> ClassSums<'a> {
        ClassSums {
            showdowns,
            ranks: vec![DealCountsByCategory::default(); showdowns.by_rank.holes.len()],
            suits: vec![[SuitCorrection::default(); 10]; showdowns.by_suit.holes.len()],
            flushes: Counts::new(showdowns.by_suit.width),
        }
    }

    fn add_board(&mut self, board_index: usize) {
        let showdowns = self.showdowns;
        let board = &showdowns.boards[board_index];
        let dealer_hands = showdowns.deck.dealer_hands();
        let (categories, by_rank) = (showdowns.categories(board_index), showdowns.ranks(board_index));
        for (hole, [low, high]) in showdowns.by_rank.holes.iter().enumerate() {
            let ways = board.ways_beside([*low as usize, *high as usize]);
            self.ranks[hole][categories[hole] as usize] +=
                DealCounts::of(by_rank.count(hole), dealer_hands, ways);
        }
        let (counts, boards) = self.add_suits(board);
        for (hole, changes) in self.suits.iter_mut().enumerate() {
            let rank_hole = showdowns.rank_hole[hole] as usize;
            let without_suit = change(by_rank.count(rank_hole), dealer_hands, boards[hole]);
            let change = &mut changes[categories[rank_hole] as usize];
            for ((change, with_suit), without_suit) in
                change.iter_mut().zip(counts.change(hole)).zip(without_suit)
            {
                *change += with_suit - without_suit;
            }
        }
    }

    /// Counts the boards of these ranks with a suit. Returns the holes without a flush, whose category is that of their
    /// ranks, and the number of boards for each hole.
    fn add_suits(&mut self, board: &Board) -> (Counts, Vec<i32>) {
        let showdowns = self.showdowns;
        let mut ways = vec![0; showdowns.by_suit.width];
        let mut counts = Counts::new(showdowns.by_suit.width);
        let mut boards = vec![0; showdowns.by_suit.width];
        for (suit_index, suited) in board.suited.iter().enumerate() {
            showdowns.ways(*suited, &mut ways);
            for (boards, ways) in boards.iter_mut().zip(&ways) {
                *boards += i32::from(*ways);
            }
            let showdown = showdowns.suits(board, suit_index);
            let flushes = showdowns.flush_holes(*suited);
            let [flush, other] = showdown.split(flushes);
            let dealer_hands = board.is_unpaired().then_some(showdowns.deck.dealer_hands() as i16);
            self.flushes.add(0, flush, &ways, dealer_hands);
            counts.add(flushes, other, &ways[flushes..], dealer_hands);
            for (hole, category) in &showdowns.orders.flushes(*suited).straight {
                let hole = *hole as usize;
                let change =
                    change(showdown.count(hole), showdowns.deck.dealer_hands(), i32::from(ways[hole]));
                for (part, change) in change.into_iter().enumerate() {
                    self.suits[hole][*category as usize][part] += change;
                    // Straight flushes were counted among the flushes, which are added as one block.
                    self.suits[hole][Category::Flush as usize][part] -= change;
                }
            }
        }
        (counts, boards)
    }

    fn add_flushes(&mut self) {
        for (hole, changes) in self.suits.iter_mut().enumerate() {
            for (change, flush) in changes[Category::Flush as usize].iter_mut().zip(self.flushes.change(hole))
            {
                *change += flush;
            }
        }
    }
}

/// Returns, for each starting hand, the sum over its holes and flops, given what each hole has over all boards: by rank
/// as if suits did not matter, and the correction of each suit.
pub(crate) fn by_class<T>(
    showdowns: &Showdowns,
    ranks: impl Fn(usize) -> T,
    suits: impl Fn(usize) -> T,
    times: impl Fn(T, i64) -> T,
) -> Vec<T>
where
    T: Copy + Default + Add<Output = T>,
{
    let deck = showdowns.deck;
    let mut all = vec![T::default(); deck.ranks * deck.ranks];
    // Sums count each board once, but a deal names its flop: there are ten per board.
    let flops = choose(5, 3) as i64;
    // Every starting hand meets the four suits as some kinds of holes: the correction of each suit is added
    // for the kind that the hand is in it.
    for (hole, [low, high]) in showdowns.by_rank.holes.iter().enumerate() {
        let (low, high) = (*low as usize, *high as usize);
        let seen = |hole: SuitHole| suits(hole.index(deck.ranks));
        let neither = seen(SuitHole::None(low, high));
        let either = seen(SuitHole::One(low, high)) + seen(SuitHole::One(high, low));
        // A pair has two suits like an offsuit hand, but its cards can be exchanged.
        let combos = if low == high { 6 } else { 12 };
        let offsuit = ranks(hole) + either + times(neither, 2);
        all[class(deck, low, high, false)] = times(offsuit, combos * flops);
        if low < high {
            let both = seen(SuitHole::Both(low, high));
            let suited = ranks(hole) + both + times(neither, 3);
            all[class(deck, low, high, true)] = times(suited, 4 * flops);
        }
    }
    all
}

impl Counts {
    fn new(width: usize) -> Counts {
        let zero = vec![0; width];
        Counts {
            boards: zero.clone(),
            wins: zero.clone(),
            losses: zero.clone(),
            unqualified_wins: zero.clone(),
            unqualified_losses: zero,
        }
    }

    /// Adds the holes from `first` on, `times[hole]` times each. Without `dealer_hands` every dealer qualifies.
    fn add(&mut self, first: usize, showdown: Showdown, times: &[i16], dealer_hands: Option<i16>) {
        add_times(&mut self.boards[first..], times, showdown, |_| 1);
        add_times(&mut self.wins[first..], times, showdown, |(wins, _, _)| wins);
        add_times(&mut self.losses[first..], times, showdown, |(_, losses, _)| losses);
        if let Some(dealer_hands) = dealer_hands {
            let wins = &mut self.unqualified_wins[first..];
            add_times(wins, times, showdown, |(wins, _, unqualified)| wins.min(unqualified));
            let losses = &mut self.unqualified_losses[first..];
            add_times(losses, times, showdown, |(_, losses, unqualified)| {
                (losses - (dealer_hands - unqualified)).max(0)
            });
        }
    }

    fn change(&self, hole: usize) -> SuitCorrection {
        [
            self.boards[hole],
            self.wins[hole],
            self.losses[hole],
            self.unqualified_wins[hole],
            self.unqualified_losses[hole],
        ]
    }
}

/// Returns the counts of one showdown on `boards` boards.
fn change((wins, losses, unqualified): (i16, i16, i16), dealer_hands: i32, boards: i32) -> SuitCorrection {
    let [wins, losses, unqualified] = [wins, losses, unqualified].map(i32::from);
    let lost = (losses - (dealer_hands - unqualified)).max(0);
    [1, wins, losses, wins.min(unqualified), lost].map(|each| boards * each)
}

fn corrected(
    [boards, wins, losses, unqualified_wins, unqualified_losses]: SuitCorrection,
    dealer_hands: i32,
) -> DealCounts {
    DealCounts {
        deals: i64::from(boards) * i64::from(dealer_hands),
        wins: i64::from(wins),
        losses: i64::from(losses),
        qualified_wins: i64::from(wins - unqualified_wins),
        qualified_losses: i64::from(losses - unqualified_losses),
    }
}

#[inline]
fn add_times(all: &mut [i32], times: &[i16], showdown: Showdown, each: impl Fn((i16, i16, i16)) -> i16) {
    for ((all, times), counts) in all.iter_mut().zip(times).zip(showdown.counts()) {
        *all += i32::from(times * each(counts));
    }
}
