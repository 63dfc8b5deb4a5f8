//! The tables behind [`Strength::of`](crate::Strength::of), made when the crate is compiled.
// It takes two or three seconds, once; the lint asks whether that is meant.
#![allow(long_running_const_eval)]

use crate::classes::{Ranks, flushless_strength};

/// What a card of each rank of a half adds to the half's key. Each weight is the smallest with which no two
/// selections of at most seven cards, at most four of each rank, have the same sum.
const WEIGHTS: [u32; LOW_RANKS] = [1, 5, 24, 112, 521, 2247, 9244];
/// A hand is read as two halves: its cards of the lower seven ranks, and those of the upper six.
const LOW_RANKS: usize = 7;
const HIGH_RANKS: usize = 6;
/// The bits that the keys of the halves take: the largest are 43,717 and 10,551.
const LOW_BITS: u32 = 16;
const HIGH_BITS: u32 = 14;
/// The whole key of a suit with five cards or more, whose other cards do not matter.
pub(crate) const SUITED: u32 = 1 << (LOW_BITS + HIGH_BITS);
const MOST_CARDS: usize = 7;

/// For the ranks held in one suit, what they add to the key of the hand.
pub(crate) static SUIT_KEYS: [u32; 8192] = {
    let mut keys = [0; 8192];
    let mut set = 1usize;
    while set < 8192 {
        let rank = set.ilog2() as usize;
        let weight = if rank < LOW_RANKS { WEIGHTS[rank] } else { WEIGHTS[rank - LOW_RANKS] << LOW_BITS };
        keys[set] = if set.count_ones() >= 5 { SUITED } else { keys[set ^ 1 << rank] + weight };
        set += 1;
    }
    keys
};

/// What a card adds to the key of a hand, by its bit: the weight of its rank, and one to the count of its suit, four
/// bits each, above the weights.
pub(crate) static CARD_KEYS: [u64; 64] = {
    let mut keys = [0; 64];
    let mut bit = 0;
    while bit < 64 {
        if bit % 16 < 13 {
            keys[bit] = SUIT_KEYS[1 << (bit % 16)] as u64 + (1 << (SUIT_COUNTS + 4 * (bit as u32 / 16)));
        }
        bit += 1;
    }
    keys
};

const SUIT_COUNTS: u32 = 32;

/// Returns whether a suit has five cards or more: three more make eight.
#[inline]
pub(crate) const fn has_flush(key: u64) -> bool {
    // A count of five or more carries into its field's highest bit; seven plus three is ten, so that none overflows.
    (key + (0x3333 << SUIT_COUNTS)) & 0x8888 << SUIT_COUNTS != 0
}

/// Returns where the hand with that key has its strength.
#[inline]
pub(crate) fn index(key: u32) -> usize {
    let low = LOW[key as usize % LOW.len()];
    let high = HIGH[(key >> LOW_BITS) as usize % HIGH.len()];
    high as usize + low as usize
}

/// All strengths without a flush: for each upper half, one for each lower half that goes with it.
pub(crate) static STRENGTHS: [u16; MULTISETS] = {
    let mut strengths = [0; MULTISETS];
    let mut next = 0;
    let mut high = HIGH_HALVES.len();
    while high > 0 {
        high -= 1;
        let upper = HIGH_HALVES[high];
        let mut low = lowest_partner(upper.cards);
        let end = low + partners(upper.cards);
        while low < end {
            let ranks = upper.ranks << LOW_RANKS | LOW_HALVES[low].ranks;
            strengths[next] = flushless_strength(Ranks(ranks));
            next += 1;
            low += 1;
        }
    }
    strengths
};

/// The multisets of five, six and seven ranks.
const MULTISETS: usize = 6175 + 18_395 + 49_205;

/// For the key of a lower half, its position among all of them.
static LOW: [u16; 1 << LOW_BITS] = {
    let mut positions = [0; 1 << LOW_BITS];
    let mut position = 0;
    while position < LOW_HALVES.len() {
        positions[LOW_HALVES[position].key as usize] = position as u16;
        position += 1;
    }
    positions
};

/// For the key of an upper half, where its strengths start, less the positions of lower halves that it skips.
/// Those with most cards come first, so that a start never lies before the positions skipped.
static HIGH: [u32; 1 << HIGH_BITS] = {
    let mut starts = [0; 1 << HIGH_BITS];
    let mut next = 0;
    let mut position = HIGH_HALVES.len();
    while position > 0 {
        position -= 1;
        let half = HIGH_HALVES[position];
        starts[half.key as usize] = (next - lowest_partner(half.cards)) as u32;
        next += partners(half.cards);
    }
    assert!(next == MULTISETS);
    starts
};

static LOW_HALVES: [Half; LOW_FIRST[MOST_CARDS + 1]] = halves(LOW_RANKS);
static HIGH_HALVES: [Half; first_with(HIGH_RANKS)[MOST_CARDS + 1]] = halves(HIGH_RANKS);
const LOW_FIRST: [usize; MOST_CARDS + 2] = first_with(LOW_RANKS);

/// Returns the first lower half that makes at least five cards together with so many upper ones.
const fn lowest_partner(high_cards: usize) -> usize {
    LOW_FIRST[5usize.saturating_sub(high_cards)]
}

/// Returns how many lower halves make five, six or seven cards together with so many upper ones.
const fn partners(high_cards: usize) -> usize {
    LOW_FIRST[8 - high_cards] - lowest_partner(high_cards)
}

/// Some cards of the lower or of the upper ranks.
#[derive(Clone, Copy)]
struct Half {
    /// As in [`Ranks`], counted from the lowest rank of the half.
    ranks: u64,
    key: u32,
    cards: usize,
    highest: usize,
}

impl Half {
    const EMPTY: Half = Half { ranks: 0, key: 0, cards: 0, highest: 0 };

    const fn with(self, rank: usize) -> Half {
        let of_this_rank = self.ranks & FOUR << rank;
        Half {
            ranks: self.ranks | of_this_rank << 16 | 1 << rank,
            key: self.key + WEIGHTS[rank],
            cards: self.cards + 1,
            highest: rank,
        }
    }

    const fn has_all_four(self, rank: usize) -> bool {
        self.ranks & FOUR << rank == FOUR << rank
    }
}

/// Four cards of the lowest rank.
const FOUR: u64 = 0x0001_0001_0001_0001;

/// Returns all ways to have up to seven cards of so many ranks, those with fewest cards first.
const fn halves<const COUNT: usize>(ranks: usize) -> [Half; COUNT] {
    let mut halves = [Half::EMPTY; COUNT];
    let mut end = 1;
    let mut next = 0;
    while end < COUNT {
        // Each is followed, when its turn comes, by those with one more card that is not lower.
        let half = halves[next];
        let mut rank = half.highest;
        while rank < ranks {
            if !half.has_all_four(rank) {
                halves[end] = half.with(rank);
                end += 1;
            }
            rank += 1;
        }
        next += 1;
    }
    halves
}

/// Returns the position of the first half with so many cards.
const fn first_with(ranks: usize) -> [usize; MOST_CARDS + 2] {
    let mut first = [0; MOST_CARDS + 2];
    let mut cards = 0;
    while cards <= MOST_CARDS {
        first[cards + 1] = first[cards] + ways(ranks, cards);
        cards += 1;
    }
    first
}

/// Returns how many ways there are to have so many cards of so many ranks, at most four of each.
const fn ways(ranks: usize, cards: usize) -> usize {
    if ranks == 0 {
        return (cards == 0) as usize;
    }
    let mut ways_so_far = 0;
    let mut of_one_rank = 0;
    while of_one_rank <= 4 && of_one_rank <= cards {
        ways_so_far += ways(ranks - 1, cards - of_one_rank);
        of_one_rank += 1;
    }
    ways_so_far
}
