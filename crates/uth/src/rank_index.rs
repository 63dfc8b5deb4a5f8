//! The tables behind [`Strength::of`](crate::Strength::of), made when the crate is compiled.
// It takes some seconds, once; the lint asks whether that is meant.
#![allow(long_running_const_eval)]

use crate::classes::{Ranks, flushless_strength};

/// The bits of a key that hold the lower seven ranks: 5⁷ = 78,125 fits.
pub(crate) const LOW_BITS: u32 = 17;
/// Added to the key of a suit that has five cards or more.
pub(crate) const SUITED: u32 = 1 << 31;

const LOW_RANKS: u32 = 7;
const HIGH_RANKS: u32 = 6;
const LOW_CODES: usize = 5usize.pow(LOW_RANKS);
const HIGH_CODES: usize = 5usize.pow(HIGH_RANKS);

/// For the ranks held in one suit, what they add to the counts of ranks.
pub(crate) static SUIT_KEYS: [u32; 8192] = {
    let mut keys = [0; 8192];
    let mut set = 1usize;
    while set < 8192 {
        let rank = set.ilog2();
        let digit = if rank < LOW_RANKS { 5u32.pow(rank) } else { 5u32.pow(rank - LOW_RANKS) << LOW_BITS };
        let rest = set ^ (1 << rank);
        keys[set] = (keys[rest] & !SUITED) + digit;
        if set.count_ones() >= 5 {
            keys[set] += SUITED;
        }
        set += 1;
    }
    keys
};

/// For the counts of the lower ranks, their position among all such halves, fewest cards first.
pub(crate) static LOW: [u16; LOW_CODES] = {
    let mut positions = [0; LOW_CODES];
    let mut next = LOW_FIRST;
    let mut code = 0;
    while code < LOW_CODES {
        let cards = CARDS[code] as usize;
        if cards <= 7 {
            positions[code] = next[cards] as u16;
            next[cards] += 1;
        }
        code += 1;
    }
    positions
};

/// For the counts of the upper ranks, where their strengths start, less the positions they skip.
pub(crate) static HIGH: [u32; HIGH_CODES] = {
    let mut starts = [0; HIGH_CODES];
    let mut next = HIGH_FIRST;
    let mut code = 0;
    while code < HIGH_CODES {
        let cards = CARDS[code] as usize;
        if cards <= 7 {
            starts[code] = (next[cards] - lowest_partner(cards)) as u32;
            next[cards] += partners(cards);
        }
        code += 1;
    }
    starts
};

/// All strengths without a flush.
pub(crate) static STRENGTHS: [u16; MULTISETS] = {
    let mut strengths = [0; MULTISETS];
    let mut code = 0;
    while code < HIGH_CODES {
        let cards = CARDS[code] as usize;
        if cards <= 7 {
            let high = ranks_of(code, LOW_RANKS);
            let mut low = lowest_partner(cards);
            let end = low + partners(cards);
            while low < end {
                let ranks = Ranks(high.0 | LOW_HALVES[low].0);
                strengths[HIGH[code] as usize + low] = flushless_strength(ranks);
                low += 1;
            }
        }
        code += 1;
    }
    strengths
};

/// The ranks of each half of lower ranks, by position.
static LOW_HALVES: [Ranks; LOW_FIRST[8]] = {
    let mut halves = [Ranks(0); LOW_FIRST[8]];
    let mut code = 0;
    while code < LOW_CODES {
        if CARDS[code] as usize <= 7 {
            halves[LOW[code] as usize] = ranks_of(code, 0);
        }
        code += 1;
    }
    halves
};

/// Position of the first half of lower ranks with that many cards.
const LOW_FIRST: [usize; 9] = {
    let mut first = [0; 9];
    let mut cards = 0;
    while cards < 8 {
        first[cards + 1] = first[cards] + halves(LOW_RANKS, cards);
        cards += 1;
    }
    first
};

/// Index of the first strength for halves of upper ranks with that many cards. Those with most cards come
/// first, so that a start never lies before the positions that it skips.
const HIGH_FIRST: [usize; 9] = {
    let mut first = [0; 9];
    let mut cards = 7;
    while cards > 0 {
        first[cards - 1] = first[cards] + halves(HIGH_RANKS, cards) * partners(cards);
        cards -= 1;
    }
    first
};

const MULTISETS: usize = HIGH_FIRST[0] + halves(HIGH_RANKS, 0) * partners(0);
const _: () = assert!(MULTISETS == 6175 + 18_395 + 49_205);

/// The first half of lower ranks that makes at least five cards together with so many upper ones.
const fn lowest_partner(high_cards: usize) -> usize {
    LOW_FIRST[5usize.saturating_sub(high_cards)]
}

/// How many halves of lower ranks make five, six or seven cards together with so many upper ones.
const fn partners(high_cards: usize) -> usize {
    LOW_FIRST[8 - high_cards] - lowest_partner(high_cards)
}

/// How many ways there are to have so many cards of so many ranks, at most four of each.
const fn halves(ranks: u32, cards: usize) -> usize {
    if ranks == 0 {
        return (cards == 0) as usize;
    }
    let mut ways = 0;
    let mut of_one_rank = 0;
    while of_one_rank <= 4 && of_one_rank <= cards {
        ways += halves(ranks - 1, cards - of_one_rank);
        of_one_rank += 1;
    }
    ways
}

/// How many cards the digits of a code count.
static CARDS: [u8; LOW_CODES] = {
    let mut cards = [0; LOW_CODES];
    let mut code = 1;
    while code < LOW_CODES {
        cards[code] = cards[code / 5] + (code % 5) as u8;
        code += 1;
    }
    cards
};

const fn ranks_of(code: usize, lowest: u32) -> Ranks {
    let mut ranks = 0;
    let mut rest = code;
    let mut rank = lowest;
    while rest != 0 {
        let mut count = 0;
        while count < rest % 5 {
            ranks |= 1 << (count as u32 * 16 + rank);
            count += 1;
        }
        rest /= 5;
        rank += 1;
    }
    Ranks(ranks)
}
