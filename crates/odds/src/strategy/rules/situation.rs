//! What a player sees after the flop, and the facts that conditions ask for.

use uth::{Card, Cards, Category, Rank, Strength, Suit};

/// The hole and the three or five cards of the board.
#[derive(Clone, Copy)]
pub(crate) struct Situation {
    hole: [Card; 2],
    board: Cards,
    /// The number of board cards of each rank.
    counts: [u8; 13],
}

impl Situation {
    pub(crate) fn new(hole: [Card; 2], board: &[Card]) -> Situation {
        let mut counts = [0; 13];
        for card in board {
            counts[card.rank() as usize] += 1;
        }
        Situation { hole, board: board.iter().copied().collect(), counts }
    }

    fn all(&self) -> Cards {
        self.board.with(self.hole[0]).with(self.hole[1])
    }

    fn strength(&self) -> Strength {
        Strength::of(self.all())
    }

    /// The category of the best five cards.
    pub(crate) fn made(&self) -> Category {
        self.strength().category()
    }

    /// The rank of a pocket pair.
    pub(crate) fn pocket_pair(&self) -> Option<Rank> {
        let [one, other] = self.hole.map(Card::rank);
        (one == other).then_some(one)
    }

    /// The highest rank that the hole shares with the board, or that of a pocket pair.
    pub(crate) fn hidden_pair(&self) -> Option<Rank> {
        let shared = self.hole.iter().map(|card| card.rank()).filter(|rank| self.on_board(*rank) > 0).max();
        shared.max(self.pocket_pair())
    }

    /// The rank of the only pair, if it consists of one hole card and one board card.
    pub(crate) fn single_pair(&self) -> Option<Rank> {
        let pair = self.hidden_pair().filter(|_| self.pocket_pair().is_none())?;
        (self.made() == Category::Pair).then_some(pair)
    }

    pub(crate) fn highest_on_board(&self) -> Option<Rank> {
        Rank::ALL.into_iter().rev().find(|rank| self.on_board(*rank) > 0)
    }

    pub(crate) fn lowest_on_board(&self) -> Option<Rank> {
        Rank::ALL.into_iter().find(|rank| self.on_board(*rank) > 0)
    }

    fn on_board(&self, rank: Rank) -> u8 {
        self.counts[rank as usize]
    }

    /// The number of ranks that are on the board at least `times` times.
    pub(crate) fn repeated_on_board(&self, times: u8) -> usize {
        self.counts.iter().filter(|count| **count >= times).count()
    }

    /// The largest number of board cards of one suit.
    pub(crate) fn suited_on_board(&self) -> u32 {
        Suit::ALL.into_iter().map(|suit| self.board.ranks(suit).count_ones()).max().unwrap_or(0)
    }

    /// The hole cards in the suit of a four-card flush draw, highest first.
    pub(crate) fn flush_draw(&self) -> Vec<Rank> {
        let all = self.all();
        let four = Suit::ALL.into_iter().find(|suit| all.ranks(*suit).count_ones() == 4);
        let of_suit = self.hole.iter().filter(|card| Some(card.suit()) == four);
        let mut ranks: Vec<Rank> = of_suit.map(|card| card.rank()).collect();
        ranks.sort_unstable_by(|one, other| other.cmp(one));
        ranks
    }

    /// The number of ranks that complete a straight; zero if there is one already.
    pub(crate) fn straight_draw(&self) -> usize {
        completing(ranks(self.all()))
    }

    /// Whether one more card makes a straight with the board.
    pub(crate) fn straight_draw_on_board(&self) -> bool {
        completing(ranks(self.board)) > 0
    }

    pub(crate) fn is_suited(&self) -> bool {
        self.hole[0].suit() == self.hole[1].suit()
    }

    pub(crate) fn higher_card(&self) -> Rank {
        self.hole[0].rank().max(self.hole[1].rank())
    }

    pub(crate) fn lower_card(&self) -> Rank {
        self.hole[0].rank().min(self.hole[1].rank())
    }

    /// The position, from one, of the best hole card among the ranks that are not on the board; `None` if both are on
    /// it.
    pub(crate) fn kicker(&self) -> Option<usize> {
        let own = self.hole.iter().map(|card| card.rank()).filter(|rank| self.on_board(*rank) == 0).max()?;
        let higher = Rank::ALL.into_iter().filter(|rank| *rank > own && self.on_board(*rank) == 0);
        Some(higher.count() + 1)
    }

    /// Whether the board alone is as strong as the hand. The board must be complete.
    pub(crate) fn board_plays(&self) -> bool {
        Strength::of(self.board) == self.strength()
    }

    /// Whether the hand has a better category than the board alone. The board must be complete.
    pub(crate) fn is_better_than_board(&self) -> bool {
        self.made() > Strength::of(self.board).category()
    }

    /// Whether fewer than `limit` unseen cards, each alone with the board, beat the hand. The board must be complete.
    pub(crate) fn has_outs_below(&self, limit: usize) -> bool {
        let own = self.strength();
        let beats = |card: &Card| Strength::of(self.board.with(*card)) > own;
        (!self.all()).iter().filter(beats).take(limit).count() < limit
    }
}

/// The set of ranks as bits, with the ace also below the two.
fn ranks(cards: Cards) -> u16 {
    let set = Suit::ALL.into_iter().fold(0, |set, suit| set | cards.ranks(suit));
    set << 1 | set >> 12
}

fn completing(ranks: u16) -> usize {
    let has_straight = |ranks: u16| (0..10).any(|low| ranks >> low & 31 == 31);
    if has_straight(ranks) {
        return 0;
    }
    // The ace is both the highest and the lowest bit.
    let with = |rank: usize| ranks | 1 << (rank + 1) | u16::from(rank == 12);
    (0..13).filter(|rank| has_straight(with(*rank))).count()
}
