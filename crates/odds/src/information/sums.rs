//! For every flop and hole the sums over all runouts: of wins less losses, and of what checking gains.

use uth::Category;

use crate::board::SuitFlop;
use crate::deck::choose;
use crate::game::Stakes;
use crate::showdowns::{Showdown, Showdowns};
use crate::view::{Number, View, add_times};
use crate::walk::Step;
use crate::worth::{Worth, spread};

use super::Known;
use super::counts::{Counts, Table};
use super::parts::Part;
use super::sight::{Glimpse, KINDS, Sight};

/// A number for each flop and hole: by rank, and what a suit changes, for each sight by suit.
pub(crate) struct Flops {
    rank_width: usize,
    suit_width: usize,
    ranks: Vec<i32>,
    suits: Vec<Vec<i32>>,
}

impl Flops {
    fn new(showdowns: &Showdowns, sights: usize) -> Flops {
        let ranks = showdowns.deck.ranks;
        let (rank_width, suit_width) = (showdowns.by_rank.width, showdowns.by_suit.width);
        Flops {
            rank_width,
            suit_width,
            ranks: vec![0; choose(ranks + 2, 3) * rank_width],
            suits: vec![vec![0; SuitFlop::count(ranks) * suit_width]; sights],
        }
    }

    pub(crate) fn ranks(&self, flop: usize) -> &[i32] {
        &self.ranks[flop * self.rank_width..][..self.rank_width]
    }

    pub(crate) fn suits(&self, sight: usize, flop: usize) -> &[i32] {
        &self.suits[sight][flop * self.suit_width..][..self.suit_width]
    }

    fn merge(&mut self, other: &Flops) {
        let add = |all: &mut Vec<i32>, other: &Vec<i32>| {
            all.iter_mut().zip(other).for_each(|(all, other)| *all += other);
        };
        add(&mut self.ranks, &other.ranks);
        self.suits.iter_mut().zip(&other.suits).for_each(|(all, other)| add(all, other));
    }
}

/// What is summed up for one glimpse.
pub(crate) struct Sums {
    /// Which sight belongs to each suit.
    pub sights: [usize; 4],
    /// Wins less losses.
    pub won: Flops,
    /// What checking the flop gains over raising it.
    pub gains: Flops,
}

impl Sums {
    pub(crate) fn new<T: Number>(known: &Known, stakes: &Stakes, glimpse: &Glimpse) -> Sums {
        let showdowns = known.showdowns;
        let deck = showdowns.deck;
        let mut by_suit: Vec<Sight> = Vec::new();
        let sights = [0, 1, 2, 3].map(|suit| {
            let sight = glimpse.by_suit(deck, suit);
            by_suit.iter().position(|other| *other == sight).unwrap_or_else(|| {
                by_suit.push(sight);
                by_suit.len() - 1
            })
        });
        let dealer_hands = glimpse.dealer_hands(deck);
        let worth = Worth::<T>::new(stakes, dealer_hands);
        let by_rank = glimpse.by_rank(deck);
        let parts = showdowns.share_boards(|boards| {
            let mut all = [Flops::new(showdowns, by_suit.len()), Flops::new(showdowns, by_suit.len())];
            let mut pass = Pass::new(known, &worth, dealer_hands as i16);
            for board in boards {
                pass.add(board, &by_rank, &by_suit, &mut all);
            }
            all
        });
        let mut parts = parts.into_iter();
        let [mut won, mut gains] = parts.next().expect("there is a thread");
        for [more_won, more_gains] in parts {
            won.merge(&more_won);
            gains.merge(&more_gains);
        }
        Sums { sights, won, gains }
    }
}

/// What one thread needs to go over boards.
struct Pass<'a, T> {
    known: &'a Known<'a>,
    worth: &'a Worth<T>,
    dealer_hands: i16,
    steps: Vec<Step>,
    by_rank: Hand<T>,
    by_suit: Hand<T>,
    rank_won: Vec<i16>,
    rank_gains: Vec<T>,
}

/// The board at hand in one view.
struct Hand<T> {
    counts: Counts,
    paid: Vec<T>,
    won: Vec<i16>,
    gains: Vec<T>,
    ways: Vec<i16>,
    sums: Vec<i32>,
}

impl<'a, T: Number> Pass<'a, T> {
    fn new(known: &'a Known<'a>, worth: &'a Worth<T>, dealer_hands: i16) -> Pass<'a, T> {
        let (ranks, suits) = (known.showdowns.by_rank.width, known.showdowns.by_suit.width);
        Pass {
            known,
            worth,
            dealer_hands,
            steps: Vec::new(),
            by_rank: Hand::new(ranks),
            by_suit: Hand::new(suits),
            rank_won: vec![0; suits],
            rank_gains: vec![T::default(); suits],
        }
    }

    fn add(&mut self, place: usize, sight: &Sight, by_suit: &[Sight], [won, gains]: &mut [Flops; 2]) {
        let (known, showdowns) = (self.known, self.known.showdowns);
        let (board, page) = (&showdowns.boards[place], known.strengths.board(place));
        let mut left = board.left(showdowns.deck).off;
        left.iter_mut().zip(sight.gone).for_each(|(left, gone)| *left -= gone);
        let mut by_kind = [0; KINDS];
        by_kind[..13].copy_from_slice(&left[..13]);
        if left.iter().any(|left| *left < 0) || sight.river.is_some_and(|rank| !board.ranks.contains(&rank)) {
            return;
        }
        let table = self.table(false, &page.ranks, &page.steps, &by_kind);
        self.by_rank.counts.set(&table, sight);
        self.by_rank.value(self.worth, &page.kinds);
        let hand = &mut self.by_rank;
        let push = Push { view: &showdowns.by_rank, parts: known.parts.ranks(place), left: &by_kind, sight };
        push.add(&hand.won, &mut hand.ways, &mut hand.sums, &mut won.ranks);
        push.add(&hand.gains, &mut hand.ways, &mut hand.sums, &mut gains.ranks);
        spread(&hand.won, &showdowns.rank_hole, &mut self.rank_won);
        spread(&hand.gains, &showdowns.rank_hole, &mut self.rank_gains);
        for index in 0..board.suited.len() {
            for ((sight, won), gains) in by_suit.iter().zip(&mut won.suits).zip(&mut gains.suits) {
                self.add_suit(place, index, sight, [won, gains]);
            }
        }
    }

    fn add_suit(&mut self, place: usize, index: usize, sight: &Sight, [won, gains]: [&mut [i32]; 2]) {
        let (known, showdowns) = (self.known, self.known.showdowns);
        let (suited, page) = (showdowns.boards[place].suited[index], known.strengths.board(place));
        let ranks = showdowns.deck.ranks;
        let beside = suited.left(showdowns.deck);
        let mut left = [0; KINDS];
        left[..ranks].copy_from_slice(&beside.inside[..ranks]);
        left[ranks..2 * ranks].copy_from_slice(&beside.off[..ranks]);
        left.iter_mut().zip(sight.gone).for_each(|(left, gone)| *left -= gone);
        let parts = known.parts.suits(place, index);
        let seen = |river| parts.iter().any(|part: &Part| part.holds(river));
        if left.iter().any(|left| *left < 0) || sight.river.is_some_and(|river| !seen(river)) {
            return;
        }
        if sight.dealer == super::sight::Dealer::Unseen {
            showdowns.orders.by_suit(suited, &page.steps, &mut self.steps);
        }
        let steps = core::mem::take(&mut self.steps);
        let page = &page.suits[index];
        let table = self.table(true, &page.strengths, &steps, &left);
        self.by_suit.counts.set(&table, sight);
        self.steps = steps;
        let hand = &mut self.by_suit;
        hand.value(self.worth, &page.kinds);
        for (won, without) in hand.won.iter_mut().zip(&self.rank_won) {
            *won -= without;
        }
        for (gain, without) in hand.gains.iter_mut().zip(&self.rank_gains) {
            *gain = *gain - *without;
        }
        showdowns.clear_dead(suited, &mut hand.won);
        showdowns.clear_dead(suited, &mut hand.gains);
        let push = Push { view: &showdowns.by_suit, parts, left: &left, sight };
        push.add(&hand.won, &mut hand.ways, &mut hand.sums, won);
        push.add(&hand.gains, &mut hand.ways, &mut hand.sums, gains);
    }

    fn table<'t>(
        &self,
        suit: bool,
        strengths: &'t [i16],
        steps: &'t [Step],
        left: &'t [i16; KINDS],
    ) -> Table<'t>
    where
        'a: 't,
    {
        let showdowns = self.known.showdowns;
        Table {
            view: if suit { &showdowns.by_suit } else { &showdowns.by_rank },
            ranks: showdowns.deck.ranks,
            suit,
            strengths,
            steps,
            left,
            dealer_hands: self.dealer_hands,
            limit: showdowns.orders.weakest_pair() as i16,
        }
    }
}

impl<T: Number> Hand<T> {
    fn new(width: usize) -> Hand<T> {
        Hand {
            counts: Counts::new(width),
            paid: vec![T::default(); width],
            won: vec![0; width],
            gains: vec![T::default(); width],
            ways: vec![0; width],
            sums: vec![0; width],
        }
    }

    /// What the counts are worth.
    fn value(&mut self, worth: &Worth<T>, kinds: &[Category]) {
        let Showdown { wins, losses, .. } = self.counts.showdown();
        let pays = Category::ALL.map(|kind| worth.pay(kind));
        for ((paid, wins), kind) in self.paid.iter_mut().zip(wins).zip(kinds) {
            *paid = pays[*kind as usize].of(*wins);
        }
        for ((won, wins), losses) in self.won.iter_mut().zip(wins).zip(losses) {
            *won = wins - losses;
        }
        worth.gains(self.counts.showdown(), &self.paid, &mut self.gains);
    }
}

/// Adds a board to its flops.
struct Push<'a> {
    view: &'a View,
    parts: &'a [Part],
    left: &'a [i16; KINDS],
    sight: &'a Sight,
}

impl Push<'_> {
    fn add<V: Copy + Into<i32>>(&self, values: &[V], ways: &mut [i16], sums: &mut [i32], out: &mut [i32]) {
        let width = values.len();
        let river = self.sight.river;
        for alike in self.parts.chunk_by(Part::is_like) {
            let runout = alike[0].runout(self.left, river);
            let ways = self.view.ways(runout, ways);
            let mut flops =
                alike.iter().filter(|part| river.is_none_or(|river| part.holds(river))).peekable();
            if flops.peek().is_none() {
                continue;
            }
            sums.fill(0);
            add_times(sums, values, ways);
            for part in flops {
                add_times(&mut out[part.flop as usize * width..][..width], sums, None);
            }
        }
    }
}
