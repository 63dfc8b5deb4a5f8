//! What each of the 169 classes of holes does over all boards: the deck alone decides it.

use core::ops::{Add, Mul};

use uth::Category;

use crate::board::Board;
use crate::deck::choose;
use crate::game::{Qualify, Stakes};
use crate::hole::class;
use crate::showdowns::{Showdown, Showdowns};
use crate::tally::{Tallies, Tally};
use crate::view::SuitHole;

/// For each class of holes, all its deals by the kind of hand that the player makes.
pub(crate) fn tallies(showdowns: &Showdowns) -> Vec<Tallies> {
    let parts = showdowns.share_boards(|boards| {
        let mut by_view = ByView::new(showdowns);
        for board in boards {
            by_view.add_board(board);
        }
        by_view.add_flushes();
        (by_view.ranks, by_view.suits)
    });
    let dealer_hands = showdowns.deck.dealer_hands();
    let mut tallies = vec![Tallies::default(); showdowns.deck.ranks * showdowns.deck.ranks];
    for kind in 0..10 {
        let ranks =
            |hole: usize| parts.iter().fold(Tally::default(), |sum, (ranks, _)| sum + ranks[hole][kind]);
        let suits = |hole: usize| {
            parts
                .iter()
                .fold(Tally::default(), |sum, (_, suits)| sum + tally(suits[hole][kind], dealer_hands))
        };
        for (tallies, tally) in tallies.iter_mut().zip(by_class(showdowns, ranks, suits)) {
            tallies[kind] = tally;
        }
    }
    tallies
}

/// A class of holes before the flop: sums over all its deals, in units of the stakes.
pub(crate) struct Preflop {
    pub deals: i64,
    /// Wins less losses.
    pub won: i64,
    /// Antes won less Antes lost.
    pub antes: i64,
    /// What each raise is worth.
    pub raises: Vec<i64>,
    pub check: i64,
    /// The place of the best raise, or nothing where a check is as good.
    pub best: Option<usize>,
}

impl Preflop {
    /// From all its deals, what checking the flop gains where it is better, and what the Bad Beat returns.
    pub(crate) fn new(stakes: &Stakes, tallies: &Tallies, gain: i64, bonus: i64) -> Preflop {
        let (mut deals, mut won, mut antes, mut rest) = (0, 0, 0, bonus);
        for (tally, pay) in tallies.iter().zip(stakes.blind) {
            deals += tally.deals;
            won += tally.wins - tally.losses;
            antes += match stakes.qualify {
                Qualify::Pair => tally.qualified_wins - tally.qualified_losses,
                Qualify::Always => tally.wins - tally.losses,
            };
            rest += i64::from(pay) * tally.wins - i64::from(stakes.ante) * tally.losses;
        }
        rest += i64::from(stakes.ante) * antes;
        let raises: Vec<i64> = stakes.preflop.iter().map(|raise| i64::from(*raise) * won + rest).collect();
        let check = i64::from(stakes.flop) * won + rest + gain;
        let best =
            (0..raises.len()).filter(|raise| raises[*raise] > check).max_by_key(|raise| raises[*raise]);
        Preflop { deals, won, antes, raises, check, best }
    }

    pub(crate) fn best_value(&self) -> i64 {
        self.best.map_or(self.check, |raise| self.raises[raise])
    }
}

/// Over all boards: for each hole by rank as if suits did not matter, for each hole by suit what the suit changes.
struct ByView<'a> {
    showdowns: &'a Showdowns,
    ranks: Vec<Tallies>,
    suits: Vec<[Change; 10]>,
    /// The flushes among `suits`, straight flushes included, until they are added.
    flushes: Counts,
}

/// What a suit changes for one hole and kind of hand: boards, wins, losses and both of these unqualified.
type Change = [i32; 5];

/// Counts of deals for each hole. Over all boards none is above 36,608 · 9 · 990, well within 32 bits.
#[derive(Clone)]
struct Counts {
    boards: Vec<i32>,
    wins: Vec<i32>,
    losses: Vec<i32>,
    unqualified_wins: Vec<i32>,
    unqualified_losses: Vec<i32>,
}

impl<'a> ByView<'a> {
    fn new(showdowns: &'a Showdowns) -> ByView<'a> {
        ByView {
            showdowns,
            ranks: vec![Tallies::default(); showdowns.by_rank.holes.len()],
            suits: vec![[Change::default(); 10]; showdowns.by_suit.holes.len()],
            flushes: Counts::new(showdowns.by_suit.width),
        }
    }

    fn add_board(&mut self, place: usize) {
        let showdowns = self.showdowns;
        let board = &showdowns.boards[place];
        let dealer_hands = showdowns.deck.dealer_hands();
        let (categories, by_rank) = (showdowns.categories(place), showdowns.ranks(place));
        for (hole, [low, high]) in showdowns.by_rank.holes.iter().enumerate() {
            let ways = board.ways_beside([*low as usize, *high as usize]);
            self.ranks[hole][categories[hole] as usize] += Tally::of(by_rank.count(hole), dealer_hands, ways);
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

    /// Counts the boards with these ranks and a suit. Returns what makes no flush, so that its kind is that of the
    /// ranks, and how many boards there are in all.
    fn add_suits(&mut self, board: &Board) -> (Counts, Vec<i32>) {
        let showdowns = self.showdowns;
        let mut ways = vec![0; showdowns.by_suit.width];
        let mut counts = Counts::new(showdowns.by_suit.width);
        let mut boards = vec![0; showdowns.by_suit.width];
        for (place, suited) in board.suited.iter().enumerate() {
            showdowns.ways(*suited, &mut ways);
            for (boards, ways) in boards.iter_mut().zip(&ways) {
                *boards += i32::from(*ways);
            }
            let showdown = showdowns.suits(board, place);
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

/// For each class of holes the sum over all its holes and flops, given what each hole brings over all boards: by
/// rank as if suits did not matter, and what each suit changes.
pub(crate) fn by_class<T>(
    showdowns: &Showdowns,
    ranks: impl Fn(usize) -> T,
    suits: impl Fn(usize) -> T,
) -> Vec<T>
where
    T: Copy + Default + Add<Output = T> + Mul<i64, Output = T>,
{
    let deck = showdowns.deck;
    let mut all = vec![T::default(); deck.ranks * deck.ranks];
    // Every board counts once for each flop in it.
    let flops = choose(5, 3) as i64;
    for (hole, [low, high]) in showdowns.by_rank.holes.iter().enumerate() {
        let (low, high) = (*low as usize, *high as usize);
        let seen = |hole: SuitHole| suits(hole.index(deck.ranks));
        let neither = seen(SuitHole::None(low, high));
        let either = seen(SuitHole::One(low, high)) + seen(SuitHole::One(high, low));
        let combos = if low == high { 6 } else { 12 };
        all[class(deck, low, high, false)] = (ranks(hole) + either + neither * 2) * (combos * flops);
        if low < high {
            let both = seen(SuitHole::Both(low, high));
            all[class(deck, low, high, true)] = (ranks(hole) + both + neither * 3) * (4 * flops);
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

    /// Adds the holes from `first` on, each so many times. Without dealer hands all of them qualify.
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

    fn change(&self, hole: usize) -> Change {
        [
            self.boards[hole],
            self.wins[hole],
            self.losses[hole],
            self.unqualified_wins[hole],
            self.unqualified_losses[hole],
        ]
    }
}

/// So many boards with that showdown.
fn change((wins, losses, unqualified): (i16, i16, i16), dealer_hands: i32, boards: i32) -> Change {
    let [wins, losses, unqualified] = [wins, losses, unqualified].map(i32::from);
    let lost = (losses - (dealer_hands - unqualified)).max(0);
    [1, wins, losses, wins.min(unqualified), lost].map(|each| boards * each)
}

fn tally([boards, wins, losses, unqualified_wins, unqualified_losses]: Change, dealer_hands: i32) -> Tally {
    Tally {
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
